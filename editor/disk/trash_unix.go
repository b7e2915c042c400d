//go:build unix && !darwin

package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Trash moves a file to the trash of the desktop (the freedesktop.org trash specification 1.0): that of the user's home, or, where the file
// is on another file system, that at its top. [ErrNoTrash] is that neither can take it; the file then stays.
func Trash(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return Cause(err)
	}
	dev, ok := deviceOf(filepath.Dir(path))
	if !ok {
		return ErrNoTrash
	}
	if dir := homeTrash(); dir != "" && os.MkdirAll(dir, 0o700) == nil {
		if d, ok := deviceOf(dir); ok && d == dev {
			return trashInto(dir, path, path, info)
		}
	}
	top := topOf(filepath.Dir(path), dev)
	dir, ok := topTrash(top)
	if !ok {
		return ErrNoTrash
	}
	rel, err := filepath.Rel(top, path)
	if err != nil {
		return ErrNoTrash
	}
	return trashInto(dir, path, rel, info)
}

func homeTrash() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "Trash")
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, ".local", "share", "Trash")
}

func deviceOf(path string) (uint64, bool) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return 0, false
	}
	return uint64(st.Dev), true //nolint:unconvert,nolintlint // its type is another one on other systems
}

// topOf is the uppermost folder above, or at, a folder on its file system.
func topOf(dir string, dev uint64) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for {
		up := filepath.Dir(dir)
		if d, ok := deviceOf(up); up == dir || !ok || d != dev {
			return dir
		}
		dir = up
	}
}

// topTrash is the user's trash at the top of a file system: below the one that its owner has made for all, or one of the user's own.
func topTrash(top string) (string, bool) {
	uid := strconv.Itoa(os.Getuid())
	shared := filepath.Join(top, ".Trash")
	if info, err := os.Lstat(shared); err == nil && info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		if dir := filepath.Join(shared, uid); ownFolder(dir) {
			return dir, true
		}
	}
	dir := shared + "-" + uid
	return dir, ownFolder(dir)
}

// ownFolder makes a folder, unless it is there, and reports whether it is the user's and no link.
func ownFolder(dir string) bool {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return false
	}
	var st unix.Stat_t
	return unix.Lstat(dir, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR && int(st.Uid) == os.Getuid()
}

// trashInto moves a file into a trash. The note of where it was, by which it is brought back, stands there first.
func trashInto(dir, path, was string, info fs.FileInfo) error {
	files, notes := filepath.Join(dir, "files"), filepath.Join(dir, "info")
	for _, d := range []string{files, notes} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return ErrNoTrash
		}
	}
	note := fmt.Sprintf("[Trash Info]\nPath=%s\nDeletionDate=%s\n", (&url.URL{Path: filepath.ToSlash(was)}).EscapedPath(), time.Now().Format("2006-01-02T15:04:05"))
	base := filepath.Base(path)
	const most, suffix = 10_000, ".trashinfo"
	if n := 255 - len(suffix) - len(".9999"); len(base) > n {
		base = strings.ToValidUTF8(base[:n], "")
	}
	for i := range most {
		name := base
		if i > 0 {
			name += "." + strconv.Itoa(i)
		}
		f, err := os.OpenFile(filepath.Join(notes, name+suffix), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return ErrNoTrash
		}
		_, err = f.WriteString(note)
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(f.Name()) // it is not whole
			return ErrNoTrash
		}
		to := filepath.Join(files, name)
		if _, err := os.Lstat(to); err == nil { // without a note: it is not to be written over
			_ = os.Remove(f.Name())
			continue
		}
		if now, err := os.Lstat(path); err != nil || !os.SameFile(now, info) {
			_ = os.Remove(f.Name())
			return fmt.Errorf("%s was exchanged meanwhile", filepath.Base(path))
		}
		if err := os.Rename(path, to); err != nil {
			_ = os.Remove(f.Name())
			if errors.Is(err, unix.EXDEV) {
				return ErrNoTrash
			}
			return Cause(err)
		}
		return nil
	}
	return ErrNoTrash
}
