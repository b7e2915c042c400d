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

// An editor that has a level open leaves a note beside the file, .~NAME.lock, which tells other editors, on this machine or
// another one, that somebody works on it. It keeps nobody out: a folder that cannot be written has no note, and saving looks
// at the file itself. A note whose editor has died is taken over.

// lock is the note beside one level file. Its methods may be called on any goroutine.
type lock struct {
	mu    sync.Mutex
	path  string // of the note; empty: there is none
	note  *note  // nil: it is another editor's, or has not been left yet
	token string
	since time.Time
	other Holder // who had the file open first
	isTwo bool   // whether there is one
}

// lockPath is where the note of a level is. A level of a long name has one of a short name.
func lockPath(level string) string {
	base := filepath.Base(level)
	const longest, kept = 120, 60 // bytes
	if len(base) > longest {
		short := base[:kept]
		for !utf8.ValidString(short) && short != "" {
			short = short[:len(short)-1]
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(base)) // a hash takes everything
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

// take leaves the note, or finds out whose stands there.
func (l *lock) take() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.takeLocked()
}

func (l *lock) takeLocked() {
	const attempts = 4 // those after the first when a dead editor's note was removed
	mine := thisProcess()
	mine.Token, mine.Since = l.token, l.since
	for range attempts {
		n, err := leaveNote(l.path, mine)
		if err == nil {
			l.note, l.other, l.isTwo = n, Holder{}, false
			return
		}
		if !errors.Is(err, fs.ErrExist) {
			l.without() // the folder takes no notes
			return
		}
		other, err := findNote(l.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			l.without() // it is no note, or must not be read
			return
		case other.isLiving:
			l.other, l.isTwo = other.holder, true
			other.close()
			return
		case !other.isDead: // it is being written; the next time will do
			other.close()
			return
		}
		if other.remove() != nil {
			l.without()
			return
		}
	}
}

// without leaves no note from now on.
func (l *lock) without() { l.path, l.note, l.other, l.isTwo = "", nil, Holder{}, false }

// beat shows that this editor lives, and takes the note over from one that has ended.
func (l *lock) beat() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.path == "" {
		return
	}
	if l.note != nil {
		if l.note.stands() {
			l.note.touch()
			return
		}
		l.note.remove() // somebody has taken it away
		l.note = nil
	}
	l.takeLocked()
}

// release removes the note, if it is this editor's.
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
	return l.other, l.isTwo
}

// errands are done one after the other, in the order in which they came.
type errands struct {
	run func(func()) // on some goroutine; nil: at once

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

// TellOthersAside leaves notes beside the levels that are opened from now on. What is to be done about notes is given to run, to be
// done on another goroutine, for the session's must not wait for a disk; found is called there when another editor has a level open
// that was just opened.
func (f *Files) TellOthersAside(run func(work func()), found func()) {
	f.tells, f.errands.run, f.found = true, run, found
}

// hold lets go of the level that was open, and leaves a note beside another one; beside none for an empty path.
func (f *Files) hold(path string) {
	before, l := f.lock, newLock("")
	if f.tells {
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
		if path == "" || !f.tells {
			return
		}
		disk.Sweep(filepath.Dir(path)) // what was being written here when an editor was killed
		l.take()
		if _, other := l.otherEditor(); other && found != nil {
			found()
		}
	})
}

// OtherEditor is the editor that had the level's file open before this one, and still has.
func (f *Files) OtherEditor() (Holder, bool) {
	if f.lock == nil {
		return Holder{}, false
	}
	return f.lock.otherEditor()
}

// Beat shows other editors that this one still has the level open. It is to be called every few seconds.
func (f *Files) Beat() {
	if l := f.lock; l != nil {
		f.errands.do(l.beat)
	}
}

// Close lets go of the level's file. The document stays.
func (f *Files) Close() {
	f.hold("")
	f.wait()
}

// wait waits for what is to be done about notes.
func (f *Files) wait() {
	const patience = 10 * time.Second // with a disk that does not answer
	done := make(chan struct{})
	f.errands.do(func() { close(done) })
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// String says who it is, for people.
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

// plain is a name out of a file, which anybody may have written, as people can read it.
func plain(name string) string {
	const most = 64
	var b strings.Builder
	for _, r := range name {
		if b.Len() >= most {
			b.WriteString("…")
			break
		}
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
