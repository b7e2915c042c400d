package workspace

import "time"

// NewRecoveryThatTook is one that has begun to write just now, which took a while.
func NewRecoveryThatTook(took time.Duration) *Recovery {
	r := &Recovery{began: time.Now()}
	r.took.Store(int64(took))
	return r
}

// BeganOf is when it began.
func BeganOf(r *Recovery) time.Time { return r.began }

// Die lets go of what shows that the editor lives, as the system does when it is killed.
func (r *Recovery) Die() { _ = r.note.file.Close() }

// Die lets go of what shows that the editor lives, as the system does when it is killed.
func (f *Files) Die() { _ = f.lock.note.file.Close() }

// ThisProcess is what editors in this process say of themselves.
func ThisProcess() Holder { return thisProcess() }

// IsRunning reports whether an editor lives that says this of itself, and gave a sign of life some time ago.
func (h Holder) IsRunning(ago time.Duration) bool {
	now := time.Now()
	return h.isRunning(now.Add(-ago), now)
}
