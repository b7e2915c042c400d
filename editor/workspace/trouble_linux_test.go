package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"fillet/editor/level"
	"fillet/editor/workspace"
)

// asNobody does something with the rights of a user who is not the superuser: on a thread of its own, which ends with it.
func asNobody(do func()) {
	if os.Geteuid() != 0 {
		do()
		return
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked
		const nobody = 65534
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0) // the test sees whether it holds
		do()
	}()
	<-done
}

// Where nothing may be written, the file stays, the work counts as unsaved, and the words say what to do. The superuser sees
// it as well.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	tests := map[string]func(dir, path string) error{
		"folder": func(dir, _ string) error { return os.Chmod(dir, 0o555) },
		"file":   func(dir, path string) error { return errors.Join(os.Chmod(dir, 0o777), os.Chmod(path, 0o444)) },
	}
	for name, protect := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.Chmod(filepath.Dir(dir), 0o755)) // for nobody to come this far
			s, f, path := savedIn(t, dir)
			before, err := os.ReadFile(path)
			must(t, err)
			addBox(t, s, 2)
			must(t, protect(dir, path))
			defer func() { _ = os.Chmod(dir, 0o755) }() // so that it can be removed
			asNobody(func() { err = f.Save(path) })
			if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(),
				"you have no permission to write the file or its folder; save elsewhere") || !f.Unsaved() {
				t.Errorf("saving says: %v", err)
			}
			if now, err := os.ReadFile(path); err != nil || string(now) != string(before) {
				t.Errorf("the file is not what it was: %v", err)
			}
			if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// small mounts a file system of its own on a folder, as large as it says; it skips the test where nobody may.
func small(t *testing.T, options string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("file systems cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }) // a test may have done it
	return dir
}

// A disk that is really full: the file stays whole, the level stays unsaved, the words are clear, and with room again all
// goes well.
func TestFullFileSystem(t *testing.T) {
	t.Parallel()
	dir := small(t, "size=128k")
	s, f, path := savedIn(t, dir)
	before, err := os.ReadFile(path)
	must(t, err)
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 1<<20), 0o644); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	for i := range 100 {
		addBox(t, s, float64(i))
	}
	r := workspace.NewRecovery(f, filepath.Join(dir, "recovery"))
	if write := r.Keep(); write() == nil {
		t.Error("putting aside says nothing")
	}
	if err := f.Save(path); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(),
		"the disk is full; free some space or save elsewhere") {
		t.Errorf("saving says: %v", err)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(before) || !f.Unsaved() {
		t.Errorf("the file is not what it was (%v), or counts as saved", err)
	}
	must(t, os.Remove(filler))
	must(t, f.Save(path))
	if doc, err := level.Open(path); err != nil || text(t, doc) != text(t, s.Document()) {
		t.Errorf("saved at last, it differs: %v", err)
	}
}

// A disk that is read only says so.
func TestReadOnlyFileSystem(t *testing.T) {
	t.Parallel()
	dir := small(t, "size=128k")
	s, f, path := savedIn(t, dir)
	addBox(t, s, 2)
	must(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=128k"))
	if err := f.Save(path); !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(),
		"the disk is read-only; save elsewhere") || !f.Unsaved() {
		t.Errorf("saving says: %v", err)
	}
}

// A network folder that vanishes takes no work with it: what is unsaved is put aside and can be saved elsewhere, and once the
// folder is back with the same file, saving goes on.
func TestVanishingFolder(t *testing.T) {
	t.Parallel()
	behind := t.TempDir() // what the network serves
	at := filepath.Join(t.TempDir(), "share")
	must(t, os.Mkdir(at, 0o755))
	mount := func() {
		if err := syscall.Mount(behind, at, "", syscall.MS_BIND, ""); err != nil {
			t.Skipf("file systems cannot be mounted here: %v", err)
		}
	}
	mount()
	defer func() { _ = syscall.Unmount(at, syscall.MNT_DETACH) }() // so that the rest can be removed
	path := filepath.Join(at, "a.level.yaml")
	s, f := newFiles(t)
	f.TellOthers()
	addBox(t, s, 1)
	must(t, f.Save(path))
	addBox(t, s, 2)
	must(t, syscall.Unmount(at, syscall.MNT_DETACH))
	f.Beat() // nothing to do, and nothing to fail of
	if !f.ChangedOnDisk() {
		t.Error("nobody is told")
	}
	if err := f.Save(path); !errors.Is(err, workspace.ErrChangedOnDisk) || !f.Unsaved() {
		t.Errorf("saving says: %v", err)
	}
	if entries, err := os.ReadDir(at); err != nil || len(entries) > 1 {
		t.Errorf("in the place of the folder there is %v, %v", entries, err)
	}
	if !keep(t, workspace.NewRecovery(f, filepath.Join(t.TempDir(), "recovery"))) {
		t.Error("the work is not put aside")
	}
	mount()
	if f.ChangedOnDisk() {
		t.Error("the folder is back as it was, and counts as changed")
	}
	must(t, f.Save(path))
	if doc, err := level.Open(filepath.Join(behind, "a.level.yaml")); err != nil || doc.Len() != 2 {
		t.Errorf("saved at last, it differs: %v", err)
	}
	f.Close()
}
