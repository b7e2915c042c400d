package editor

import "time"

// NewRecoveryThatTook is one that has begun to write just now, which took a while.
func NewRecoveryThatTook(took time.Duration) *Recovery {
	r := &Recovery{began: time.Now()}
	r.took.Store(int64(took))
	return r
}

// BeganOf is when it began.
func BeganOf(r *Recovery) time.Time { return r.began }
