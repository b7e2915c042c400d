package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder that only this user can look into, and those above it that are not there; they outlast a power cut.
func MakeFolder(dir string) error {
	const ownOnly = 0o700
	var made []string // the lowest first
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
		if err := syncFolder(filepath.Dir(d)); err != nil {
			return err
		}
	}
	return nil
}
