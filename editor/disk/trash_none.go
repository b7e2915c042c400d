//go:build !unix && !windows

package disk

// Trash returns [ErrNoTrash]: this system has no trash.
func Trash(string) error { return ErrNoTrash }
