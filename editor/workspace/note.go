package workspace

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"fillet/editor/disk"
)

// note is a file that says which editor holds something. The editor holds the file's lock for as long as it lives, so that on one
// machine nobody needs to guess, in whatever container either of them is. Where files have no locks, or for another machine, what
// is in the note tells, and when it was last touched.
type note struct {
	file *os.File
	mine Holder
}

// leaveNote leaves a note, unless there is one: then it is [fs.ErrExist].
func leaveNote(path string, h Holder) (*note, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	n := &note{f, h}
	if err := lockSoon(f); errors.Is(err, disk.ErrLocked) {
		return nil, errors.Join(fs.ErrExist, f.Close()) // somebody has found it before it said anything, and takes it away
	} else if err == nil {
		n.mine.Locked = true
	}
	data, err := json.Marshal(n.mine)
	if err == nil {
		_, err = f.Write(data)
	}
	if err != nil {
		return nil, errors.Join(err, disk.RemoveOpen(f)) // half a note says nothing
	}
	if !n.stands() {
		return nil, errors.Join(fs.ErrExist, f.Close())
	}
	return n, nil
}

// lockSoon takes a file's lock, also where somebody looks at it just now, for which they take it.
func lockSoon(f *os.File) error {
	const attempts, pause = 5, 4 * time.Millisecond
	for i := 0; ; i++ {
		err := disk.TryLock(f)
		if !errors.Is(err, disk.ErrLocked) || i == attempts {
			return err
		}
		time.Sleep(pause)
	}
}

// stands reports whether the note is still in its place.
func (n *note) stands() bool {
	mine, err := n.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(n.file.Name())
	return err == nil && os.SameFile(mine, there)
}

// touch gives a sign of life.
func (n *note) touch() {
	now := time.Now()
	_ = os.Chtimes(n.file.Name(), now, now) // without it, other machines may take the note over
}

// remove takes the note away, if it is still in its place, and lets go of it.
func (n *note) remove() {
	if n.stands() {
		_ = disk.RemoveOpen(n.file) // it will count as that of an editor that has ended
		return
	}
	_ = n.file.Close() // nothing is lost
}

// found is a note that somebody has left.
type found struct {
	holder   Holder
	isLiving bool
	isDead   bool // neither is: it says nothing, and may be being written
	file     *os.File
}

// findNote looks at a note: the error is [fs.ErrNotExist] where there is none, and [disk.ErrNotRegular] where something else is in
// its place. The note stays locked, where it can be, until it is closed or removed.
func findNote(path string) (*found, error) {
	f, err := disk.OpenToLock(path)
	if err != nil {
		return nil, err
	}
	locking := lockSoon(f)
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if there, err := os.Lstat(path); err != nil || !os.SameFile(info, there) { // somebody was quicker in taking it away
		return nil, errors.Join(fs.ErrNotExist, f.Close())
	}
	const most = 4 << 10 // bytes of a note
	data, err := io.ReadAll(io.LimitReader(f, most))
	isLocked := errors.Is(locking, disk.ErrLocked)
	if err != nil && !isLocked { // a lock may keep it from being read
		return nil, errors.Join(err, f.Close())
	}
	n := &found{file: f}
	var reading error
	n.holder, reading = parseHolder(data)
	now := time.Now()
	switch {
	case isLocked:
		n.isLiving = true
	case reading != nil:
		n.isDead = now.Sub(info.ModTime()) > heartbeat
	case locking == nil && n.holder.Locked && disk.ProvesEnd(n.holder.Boot):
		n.isDead = true
	default:
		n.isLiving = n.holder.isRunning(info.ModTime(), now)
		n.isDead = !n.isLiving
	}
	return n, nil
}

func parseHolder(data []byte) (h Holder, err error) {
	err = json.Unmarshal(data, &h)
	return h, err
}

func (n *found) close() { _ = n.file.Close() } // nothing was written

// remove takes the note of a dead editor away. Whoever found it at the same time does not hold its lock, and leaves it.
func (n *found) remove() error { return disk.RemoveOpen(n.file) }
