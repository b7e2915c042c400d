package editor

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// An editor that has a level open leaves a note beside the file, .~NAME.lock, which tells other editors, on this machine or
// another one, that somebody works on it. It keeps nobody out: a folder that cannot be written has no note, and saving looks
// at the file itself. A note whose editor has died is taken over.

// Holder is the editor that has a level open.
type Holder struct {
	User  string
	Host  string
	PID   int
	Since time.Time
	Token string // tells two windows of one program apart
}

// lock is the note beside one level file.
type lock struct {
	path  string // of the note; empty: there is none
	mine  Holder
	other Holder // who had the file open first; zero for nobody
}

func lockPath(level string) string {
	return filepath.Join(filepath.Dir(level), ".~"+filepath.Base(level)+".lock")
}

// acquire leaves a note beside a level file, unless another editor that lives has left one.
func acquire(level string) lock {
	var l lock
	if level == "" {
		return l
	}
	l.path = lockPath(level)
	l.mine = Holder{PID: os.Getpid(), Since: time.Now(), Token: rand.Text()}
	l.mine.Host, _ = os.Hostname() // without a name all machines count as one
	if u, err := user.Current(); err == nil {
		l.mine.User = u.Username
	}
	l.take()
	return l
}

// take leaves the note, or finds out whose stands there.
func (l *lock) take() {
	const attempts = 2 // the second after a dead editor's note was removed
	for range attempts {
		err := l.write()
		if err == nil {
			l.other = Holder{}
			return
		}
		if !errors.Is(err, fs.ErrExist) {
			l.path, l.other = "", Holder{} // the folder takes no notes
			return
		}
		holder, stale, err := readLock(l.path)
		if err == nil && !stale {
			l.other = holder
			return
		}
		if !stale || os.Remove(l.path) != nil {
			return
		}
	}
}

func (l *lock) write() error {
	data, err := json.Marshal(l.mine)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(l.path) // half a note says nothing
	}
	return err
}

// readLock reads a note. It is stale when its editor has ended, as far as can be told: its process is gone, or it has not
// touched the note for a while.
func readLock(path string) (h Holder, stale bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return h, errors.Is(err, fs.ErrNotExist), err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return h, false, err
	}
	const most = 4 << 10 // bytes of a note
	data, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return h, false, err
	}
	return parseHolder(data, info.ModTime(), time.Now())
}

func parseHolder(data []byte, touched, now time.Time) (h Holder, stale bool, err error) {
	old := now.Sub(touched) > heartbeat
	if err := json.Unmarshal(data, &h); err != nil {
		return h, old, err // it may be being written
	}
	host, _ := os.Hostname() // see acquire
	return h, old || h.Host == host && !isRunning(h.PID), nil
}

// beat shows that this editor lives, and takes the note over from one that has ended.
func (l *lock) beat() {
	if l.path == "" {
		return
	}
	if h, _, err := readLock(l.path); err == nil && h.Token == l.mine.Token {
		now := time.Now()
		_ = os.Chtimes(l.path, now, now) // others may take it over then: they are told at saving
		return
	}
	l.take()
}

// release removes the note, if it is this editor's.
func (l *lock) release() {
	if l.path == "" {
		return
	}
	if h, _, err := readLock(l.path); err == nil && h.Token == l.mine.Token {
		_ = os.Remove(l.path) // it will count as stale
	}
	*l = lock{}
}

// TellOthers leaves notes beside the levels that are opened from now on.
func (f *Files) TellOthers() { f.tells = true }

func (f *Files) acquire(level string) lock {
	if !f.tells {
		return lock{}
	}
	return acquire(level)
}

// OtherEditor is the editor that had the level's file open before this one, and still has.
func (f *Files) OtherEditor() (Holder, bool) { return f.lock.other, f.lock.other != Holder{} }

// Beat shows other editors that this one still has the level open. It is to be called every few seconds.
func (f *Files) Beat() { f.lock.beat() }

// Close lets go of the level's file. The document stays.
func (f *Files) Close() { f.lock.release() }

// String says who it is, for people.
func (h Holder) String() string {
	who := plain(h.User)
	if who == "" {
		who = "somebody"
	}
	if host, err := os.Hostname(); err == nil && host == h.Host {
		return fmt.Sprintf("%s on this machine (process %d), since %s", who, h.PID, h.Since.Format("2 January 15:04"))
	}
	return fmt.Sprintf("%s on %s, since %s", who, plain(h.Host), h.Since.Format("2 January 15:04"))
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
