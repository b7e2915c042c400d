//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly && !windows

package disk

import "os"

const withoutWaiting = 0

func syncRename(*os.Root, string) error { return nil }

func keepAttributes(old, replacement *os.File) error {
	info, err := old.Stat()
	if err != nil {
		return err
	}
	return replacement.Chmod(info.Mode().Perm())
}
