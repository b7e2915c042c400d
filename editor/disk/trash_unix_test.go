//go:build unix && !darwin

package disk_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fillet/editor/disk"
)

// A file goes to the trash in the home folder, with a note of its origin. Files with the same name do not replace each
// other, and the name of a folder cannot redirect the file.
func TestTrash(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	trash := filepath.Join(home, "Trash")
	dir := t.TempDir()
	for i, name := range []string{"a b%.level.yaml", "a b%.level.yaml", "洞窟\n2.level.yaml", strings.Repeat("x", 250)} {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte{byte('0' + i)}, 0o644))
		must(t, disk.Trash(path))
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%q still exists", name)
		}
		notes, err := filepath.Glob(filepath.Join(trash, "info", "*.trashinfo"))
		must(t, err)
		found := false
		for _, n := range notes {
			text, err := os.ReadFile(n)
			must(t, err)
			lines := strings.Split(string(text), "\n")
			was, err := url.PathUnescape(strings.TrimPrefix(lines[1], "Path="))
			must(t, err)
			data, err := os.ReadFile(filepath.Join(trash, "files", strings.TrimSuffix(filepath.Base(n), ".trashinfo")))
			must(t, err)
			if string(data) == string(rune('0'+i)) {
				found = true
				if was != path || lines[0] != "[Trash Info]" || !strings.HasPrefix(lines[2], "DeletionDate=20") {
					t.Errorf("the note of %q is %q", name, text)
				}
			}
		}
		if !found || len(notes) != i+1 {
			t.Errorf("after %q there are %d files in the trash", name, len(notes))
		}
	}
	if err := disk.Trash(filepath.Join(dir, "gone")); err == nil {
		t.Error("no error for a missing file")
	}
}

// At the top of a file system, another user's folder, a link or a file is never used as the user's trash.
func TestTopTrash(t *testing.T) {
	top := t.TempDir()
	uid := strconv.Itoa(os.Getuid())
	own := filepath.Join(top, ".Trash-"+uid)
	elsewhere := t.TempDir()
	must(t, os.Symlink(elsewhere, own))
	if dir, ok := disk.TopTrash(top); ok {
		t.Errorf("%s is used, which is a link", dir)
	}
	must(t, os.Remove(own))
	if dir, ok := disk.TopTrash(top); !ok || dir != own {
		t.Errorf("the trash is %s, %v", dir, ok)
	}
	shared := filepath.Join(top, ".Trash")
	must(t, os.Mkdir(shared, 0o777))
	if dir, _ := disk.TopTrash(top); dir != own {
		t.Errorf("%s is used, but its folder lacks the sticky bit", dir)
	}
	must(t, os.Chmod(shared, 0o777|fs.ModeSticky))
	if dir, ok := disk.TopTrash(top); !ok || dir != filepath.Join(shared, uid) {
		t.Errorf("with a shared trash, the trash is %s, %v", dir, ok)
	}
}
