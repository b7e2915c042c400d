package workspace

import (
	"context"
	"time"

	"fillet/editor/level"
	"fillet/importers"
)

// NewRecoveryThatTook returns a recovery whose last write began just now and took the given time.
func NewRecoveryThatTook(took time.Duration) *Recovery {
	r := &Recovery{began: time.Now()}
	r.took.Store(int64(took))
	return r
}

// BeganOf returns when the last write began.
func BeganOf(r *Recovery) time.Time { return r.began }

// Die releases the lock that shows that the editor lives, as the system does when the editor is killed.
func (r *Recovery) Die() { _ = r.note.file.Close() }

// Die releases the lock that shows that the editor lives, as the system does when the editor is killed.
func (f *Files) Die() { _ = f.lock.note.file.Close() }

// ThisProcess returns the holder fields of editors in this process.
func ThisProcess() Holder { return thisProcess() }

// IsRunning reports whether the editor lives, given that its last sign of life was some time ago.
func (h Holder) IsRunning(ago time.Duration) bool {
	now := time.Now()
	return h.isRunning(now.Add(-ago), now)
}

// Open reads a level file, or a foreign one as a new level, and makes it the session's document. On an error the
// current document stays open.
func (f *Files) Open(ctx context.Context, path string, opts importers.Options) ([]importers.Issue, error) {
	result, foreign, err := f.Read(ctx, path, opts)
	if err != nil {
		return nil, err
	}
	f.Opened(path, result, foreign)
	return result.Issues, nil
}

// Save writes the level to a file, which becomes the level's file. It fails with ErrChangedOnDisk instead of
// overwriting another program's work; SaveOver overwrites it.
func (f *Files) Save(path string) error {
	return f.save(path, false)
}

// SaveOver writes the level to a file, whatever the file contains.
func (f *Files) SaveOver(path string) error { return f.save(path, true) }

func (f *Files) save(path string, over bool) error {
	write, done := f.Saving(path, over)
	err := write()
	done(err)
	return err
}

// ChangedOnDisk reports whether another program has written or removed the level's file since it was opened or saved.
func (f *Files) ChangedOnDisk() bool {
	check, _ := f.Looking()
	changed, _ := check()
	return changed
}

// RefreshPrefabs adopts prefabs that have changed on disk, and returns their paths.
func (f *Files) RefreshPrefabs() []string { return f.LookingAtPrefabs()()() }

// TellOthers leaves notes beside the levels that are opened from now on.
func (f *Files) TellOthers() { f.writesLocks = true }

// Base returns the collider that a conflict is compared with.
func (c *Conflict) Base() *level.Collider { return c.base.Collider }
