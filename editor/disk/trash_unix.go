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

// Trash moves a file to the desktop's trash (freedesktop.org trash specification 1.0): in the user's home or, if the
// file is on another file system, at the top of that file system. If neither works, it returns [ErrNoTrash] and leaves
// the file in place.
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
	return uint64(st.Dev), true //nolint:unconvert,nolintlint // the type differs between systems
}

// topOf returns the topmost folder, at or above a folder, that is on the same file system.
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

// topTrash returns the user's trash at the top of a file system: a folder in the shared trash, if there is one, or else
// a separate folder.
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

// ownFolder creates a folder if it is missing, and reports whether it belongs to the user and is not a link.
func ownFolder(dir string) bool {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return false
	}
	var st unix.Stat_t
	return unix.Lstat(dir, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR && int(st.Uid) == os.Getuid()
}

// trashInto moves a file into a trash. First it writes the note with the file's origin, which is needed to restore the
// file.
func trashInto(dir, path, was string, info fs.FileInfo) error {
	files, notes := filepath.Join(dir, "files"), filepath.Join(dir, "info")
	for _, d := range []string{files, notes} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return ErrNoTrash
		}
	}
	note := fmt.Sprintf("[Trash Info]\nPath=%s\nDeletionDate=%s\n",
		(&url.URL{Path: filepath.ToSlash(was)}).EscapedPath(), time.Now().Format("2006-01-02T15:04:05"))
	base := filepath.Base(path)
	const limit, suffix = 10_000, ".trashinfo"
	if n := 255 - len(suffix) - len(".9999"); len(base) > n {
		base = strings.ToValidUTF8(base[:n], "")
	}
	for i := range limit {
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
			_ = os.Remove(f.Name()) // the note is incomplete
			return ErrNoTrash
		}
		to := filepath.Join(files, name)
		if _, err := os.Lstat(to); err == nil { // never overwrite a file, even one without a note
			_ = os.Remove(f.Name())
			continue
		}
		if now, err := os.Lstat(path); err != nil || !os.SameFile(now, info) {
			_ = os.Remove(f.Name())
			return fmt.Errorf("%s was replaced in the meantime", filepath.Base(path))
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
