package workspace

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"fillet/editor/disk"
)

// An editor that has a level open leaves a note next to the file, .~NAME.lock, which shows other editors, on this
// machine or another, that the level is in use. It locks nobody out: folders that cannot be written have no note, and
// saving checks the file itself. An editor takes over the note of an editor that has died.

// lock is the note next to one level file. Its methods may be called on any goroutine.
type lock struct {
	mu       sync.Mutex
	path     string // path of the note; empty if there is none
	note     *note  // nil: not written yet, or another editor's
	token    string
	since    time.Time
	first    Holder // who had the file open first
	hasFirst bool   // whether first is set
}

// lockPath returns the path of a level's note. Long names are shortened.
func lockPath(level string) string {
	base := filepath.Base(level)
	const longest, kept = 120, 60 // bytes
	if len(base) > longest {
		short := base[:kept]
		for !utf8.ValidString(short) && short != "" {
			short = short[:len(short)-1]
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(base)) // a hash never fails
		base = short + "-" + hex.EncodeToString(h.Sum(nil))
	}
	return filepath.Join(filepath.Dir(level), ".~"+base+".lock")
}

func newLock(level string) *lock {
	if level == "" {
		return &lock{}
	}
	return &lock{path: lockPath(level), token: rand.Text(), since: time.Now()}
}

// take leaves the note, or finds another editor's. The mutex must be locked.
func (l *lock) take() {
	const attempts = 4 // retries after removing a dead editor's note
	mine := thisProcess()
	mine.Token, mine.Since = l.token, l.since
	for range attempts {
		n, err := leaveNote(l.path, mine)
		if err == nil {
			l.note, l.first, l.hasFirst = n, Holder{}, false
			return
		}
		if !errors.Is(err, fs.ErrExist) {
			l.without() // the folder cannot be written
			return
		}
		theirs, err := findNote(l.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			l.without() // not a note, or unreadable
			return
		case theirs.isLiving:
			l.first, l.hasFirst = theirs.holder, true
			theirs.close()
			return
		case !theirs.isDead: // the other editor is still writing it; try again at the next beat
			theirs.close()
			return
		}
		if theirs.remove() != nil {
			l.without()
			return
		}
	}
}

// without stops using a note.
func (l *lock) without() { l.path, l.note, l.first, l.hasFirst = "", nil, Holder{}, false }

// beat shows that this editor is alive, and takes over the note of an editor that has ended.
func (l *lock) beat() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.path == "" {
		return
	}
	if l.note != nil {
		if l.note.isInPlace() {
			l.note.touch()
			return
		}
		l.note.remove() // it was removed
		l.note = nil
	}
	l.take()
}

// release removes the note if it is this editor's.
func (l *lock) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.note != nil {
		l.note.remove()
	}
	l.without()
}

func (l *lock) otherEditor() (Holder, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first, l.hasFirst
}

// errands runs functions one after the other, in order.
type errands struct {
	run func(func()) // runs on some goroutine; nil: immediately

	mu    sync.Mutex
	queue []func()
	busy  bool
}

func (e *errands) do(errand func()) {
	e.mu.Lock()
	e.queue = append(e.queue, errand)
	begins := !e.busy
	e.busy = true
	e.mu.Unlock()
	switch {
	case !begins:
	case e.run == nil:
		e.work()
	default:
		e.run(e.work)
	}
}

func (e *errands) work() {
	for {
		e.mu.Lock()
		if len(e.queue) == 0 {
			e.busy = false
			e.mu.Unlock()
			return
		}
		next := e.queue[0]
		e.queue = e.queue[1:]
		e.mu.Unlock()
		next()
	}
}

// TellOthersAside leaves notes next to the levels that are opened from now on. The work on notes is passed to run,
// which does it on another goroutine because the session's must not wait for a disk. found is called on that goroutine
// if another editor has the opened level open.
func (f *Files) TellOthersAside(run func(work func()), found func()) {
	f.writesLocks, f.errands.run, f.found = true, run, found
}

// hold releases the level that was open, and leaves a note next to the level at path, or none if path is empty.
func (f *Files) hold(path string) {
	before, l := f.lock, newLock("")
	if f.writesLocks {
		l = newLock(path)
	}
	f.lock = l
	if before == nil && l.path == "" {
		return
	}
	found := f.found
	f.errands.do(func() {
		if before != nil {
			before.release()
		}
		if path == "" || !f.writesLocks {
			return
		}
		disk.Sweep(filepath.Dir(path)) // files left by an editor that was killed while writing
		l.beat()
		if _, inUse := l.otherEditor(); inUse && found != nil {
			found()
		}
	})
}

// OtherEditor returns the editor that had the level's file open before this one, and still has.
func (f *Files) OtherEditor() (Holder, bool) {
	if f.lock == nil {
		return Holder{}, false
	}
	return f.lock.otherEditor()
}

// Beat shows other editors that this one still has the level open. It must be called every few seconds.
func (f *Files) Beat() {
	if l := f.lock; l != nil {
		f.errands.do(l.beat)
	}
}

// Close releases the level's file. The document stays.
func (f *Files) Close() {
	f.hold("")
	f.wait()
}

// wait waits for pending work on notes.
func (f *Files) wait() {
	const patience = 10 * time.Second // limits the wait for a disk that does not respond
	done := make(chan struct{})
	f.errands.do(func() { close(done) })
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// String describes the editor for display.
func (h Holder) String() string {
	who := cmp.Or(plain(h.User), "somebody")
	since := ""
	if !h.Since.IsZero() {
		since = ", since " + h.Since.Format("2 January 15:04")
	}
	host, err := os.Hostname()
	switch {
	case h.Host == "":
		return who + since
	case err == nil && host == h.Host:
		return fmt.Sprintf("%s on this machine (process %d)%s", who, h.PID, since)
	}
	return who + " on " + plain(h.Host) + since
}

// plain makes a name from a file printable. Anybody may have written the file.
func plain(name string) string {
	const limit = 64
	var b strings.Builder
	for _, r := range name {
		if b.Len() >= limit {
			b.WriteString("…")
			break
		}
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
