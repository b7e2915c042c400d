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

// note is a file that names the editor holding something. The editor holds the file's lock as long as it lives, which
// other editors on the same machine see reliably, even from different containers. On systems without file locks, or
// from another machine, the note's content and modification time decide.
type note struct {
	file *os.File
	mine Holder
}

// leaveNote leaves a note. If there is one already, it fails with [fs.ErrExist].
func leaveNote(path string, h Holder) (*note, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	n := &note{f, h}
	if err := lockSoon(f); errors.Is(err, disk.ErrLocked) {
		return nil, errors.Join(fs.ErrExist, f.Close()) // another editor found it empty, and is removing it
	} else if err == nil {
		n.mine.Locked = true
	}
	data, err := json.Marshal(n.mine)
	if err == nil {
		_, err = f.Write(data)
	}
	if err != nil {
		return nil, errors.Join(err, disk.RemoveOpen(f)) // half a note is useless
	}
	if !n.isInPlace() {
		return nil, errors.Join(fs.ErrExist, f.Close())
	}
	return n, nil
}

// lockSoon locks a file, retrying while another program holds the lock to read it.
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

// isInPlace reports whether the note is still in place.
func (n *note) isInPlace() bool {
	mine, err := n.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(n.file.Name())
	return err == nil && os.SameFile(mine, there)
}

// touch updates the note's modification time as a sign of life.
func (n *note) touch() {
	now := time.Now()
	_ = os.Chtimes(n.file.Name(), now, now) // on failure, other machines may take the note over
}

// remove removes the note if it is still in place, and closes it.
func (n *note) remove() {
	if n.isInPlace() {
		_ = disk.RemoveOpen(n.file) // if it fails, the note counts as a dead editor's
		return
	}
	_ = n.file.Close() // nothing is lost
}

// found is a note that findNote has read.
type found struct {
	holder   Holder
	isLiving bool
	isDead   bool // if neither flag is set, the note is incomplete and may still be being written
	file     *os.File
}

// findNote reads a note. The error is [fs.ErrNotExist] if there is none, and [disk.ErrNotRegular] if something else
// is in its place. The note stays locked, if possible, until it is closed or removed.
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
	if there, err := os.Lstat(path); err != nil || !os.SameFile(info, there) { // another editor has removed it first
		return nil, errors.Join(fs.ErrNotExist, f.Close())
	}
	const limit = 4 << 10 // maximum size of a note, in bytes
	data, err := io.ReadAll(io.LimitReader(f, limit))
	isLocked := errors.Is(locking, disk.ErrLocked)
	if err != nil && !isLocked { // the lock may prevent reading
		return nil, errors.Join(err, f.Close())
	}
	n := &found{file: f}
	reading := json.Unmarshal(data, &n.holder)
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

func (n *found) close() { _ = n.file.Close() } // nothing was written

// remove removes a dead editor's note. Other editors that found it at the same time do not hold its lock, and leave it.
func (n *found) remove() error { return disk.RemoveOpen(n.file) }
