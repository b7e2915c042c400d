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

// asNobody runs a function without superuser rights, on a thread of its own, which ends with it.
func asNobody(do func()) {
	if os.Geteuid() != 0 {
		do()
		return
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked, so that the thread ends
		const nobody = 65534
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0) // the test notices if this fails
		do()
	}()
	<-done
}

// If a file or its folder is read-only, the file stays unchanged, the work counts as unsaved, and the message says what
// to do. The test also runs as superuser.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	tests := map[string]func(dir, path string) error{
		"folder": func(dir, _ string) error { return os.Chmod(dir, 0o555) },
		"file":   func(dir, path string) error { return errors.Join(os.Chmod(dir, 0o777), os.Chmod(path, 0o444)) },
	}
	for name, protect := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.Chmod(filepath.Dir(dir), 0o755)) // the user "nobody" needs access to the parent folder
			s, f, path := savedIn(t, dir)
			before, err := os.ReadFile(path)
			must(t, err)
			addBox(t, s, 2)
			must(t, protect(dir, path))
			defer func() { _ = os.Chmod(dir, 0o755) }() // so that it can be removed
			asNobody(func() { err = f.Save(path) })
			if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(),
				"you have no permission to write the file or its folder; save elsewhere") || !f.Unsaved() {
				t.Errorf("saving returns %v", err)
			}
			if now, err := os.ReadFile(path); err != nil || string(now) != string(before) {
				t.Errorf("the file has changed: %v", err)
			}
			if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// small mounts a file system on a folder, with the size given in options. It skips the test if mounting is not
// permitted.
func small(t *testing.T, options string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("file systems cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }) // the test may have done it
	return dir
}

// On a full disk, the file stays complete, the level stays unsaved and the message is clear. Once there is room again,
// saving works.
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
		t.Error("autosaving returned no error")
	}
	if err := f.Save(path); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(),
		"the disk is full; free some space or save elsewhere") {
		t.Errorf("saving returns %v", err)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(before) || !f.Unsaved() {
		t.Errorf("the file has changed (%v), or the level counts as saved", err)
	}
	must(t, os.Remove(filler))
	must(t, f.Save(path))
	if doc, err := level.Open(path); err != nil || text(t, doc) != text(t, s.Document()) {
		t.Errorf("saved at last, the level differs: %v", err)
	}
}

// Saving to a read-only disk fails with a message that says so.
func TestReadOnlyFileSystem(t *testing.T) {
	t.Parallel()
	dir := small(t, "size=128k")
	s, f, path := savedIn(t, dir)
	addBox(t, s, 2)
	must(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=128k"))
	if err := f.Save(path); !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(),
		"the disk is read-only; save elsewhere") || !f.Unsaved() {
		t.Errorf("saving returns %v", err)
	}
}

// A network folder that vanishes costs no work: unsaved work is autosaved and can be saved elsewhere. Once the folder
// is back with the same file, saving works again.
func TestVanishingFolder(t *testing.T) {
	t.Parallel()
	behind := t.TempDir() // the folder that the network serves
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
	f.Beat() // has nothing to do, and must not fail
	if !f.ChangedOnDisk() {
		t.Error("the missing folder is not noticed")
	}
	if err := f.Save(path); !errors.Is(err, workspace.ErrChangedOnDisk) || !f.Unsaved() {
		t.Errorf("saving returns %v", err)
	}
	if entries, err := os.ReadDir(at); err != nil || len(entries) > 1 {
		t.Errorf("the mount point holds %v, %v", entries, err)
	}
	if !keep(t, workspace.NewRecovery(f, filepath.Join(t.TempDir(), "recovery"))) {
		t.Error("the work is not autosaved")
	}
	mount()
	if f.ChangedOnDisk() {
		t.Error("the folder is back unchanged, but the file counts as changed")
	}
	must(t, f.Save(path))
	if doc, err := level.Open(filepath.Join(behind, "a.level.yaml")); err != nil || doc.Len() != 2 {
		t.Errorf("saved at last, the level differs: %v", err)
	}
	f.Close()
}
