//go:build !unix && !windows

package disk

// Trash knows no trash on this system.
func Trash(string) error { return ErrNoTrash }
