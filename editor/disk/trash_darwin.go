package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Trash moves a file to the trash in the user's home. If this fails, for example because the file is on another volume,
// it returns [ErrNoTrash] and leaves the file in place.
func Trash(path string) error {
	home, err := os.UserHomeDir()
	if err != nil {
		return ErrNoTrash
	}
	if _, err := os.Lstat(path); err != nil {
		return Cause(err)
	}
	base := filepath.Base(path)
	stem, rest, _ := strings.Cut(base, ".")
	const limit = 1000
	for i := range limit {
		name := base
		if i > 0 { // name the duplicate like the Finder
			name = stem + " " + strconv.Itoa(i+1) + "." + rest
		}
		err := unix.RenamexNp(path, filepath.Join(home, ".Trash", name), unix.RENAME_EXCL)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrExist):
			continue
		}
		return ErrNoTrash
	}
	return ErrNoTrash
}
