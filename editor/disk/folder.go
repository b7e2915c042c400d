package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// makeFolderIn creates a folder in another one, unless it exists, and describes it. A new folder survives a power cut.
func makeFolderIn(folder *os.Root, name string) (fs.FileInfo, error) {
	err := folder.Mkdir(name, 0o777)
	if err == nil {
		err = syncOpened(folder.Open("."))
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return folder.Lstat(name)
}

// syncOpened flushes and closes a folder that was opened for reading.
func syncOpened(dir *os.File, err error) error {
	if err != nil {
		return nil //nolint:nilerr // a folder that cannot be read may still accept new entries
	}
	defer func() { _ = dir.Close() }() // only flushed
	return syncFolder(dir)
}

// MakeFolder creates a folder, with its missing parents, that only this user can access. The new folders survive a
// power cut.
func MakeFolder(dir string) error {
	const ownOnly = 0o700
	var made []string // innermost first
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); !errors.Is(err, fs.ErrNotExist) || filepath.Dir(d) == d {
			break
		}
		made = append(made, d)
	}
	if err := os.MkdirAll(dir, ownOnly); err != nil {
		return err
	}
	for _, d := range made {
		if err := syncOpened(os.Open(filepath.Dir(d))); err != nil {
			return err
		}
	}
	return nil
}
