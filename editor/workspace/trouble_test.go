//go:build unix

package workspace_test

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
)

const fullEnv = "FILLET_TEST_FULL_DISK"

// savedIn returns a level with one box, saved in a folder.
func savedIn(t *testing.T, dir string) (s *editor.Session, f *workspace.Files, path string) {
	t.Helper()
	path = filepath.Join(dir, "a.level.yaml")
	s, f = newFiles(t)
	addBox(t, s, 1)
	must(t, f.Save(path))
	return s, f, path
}

// TestFullDisk is the child of TestDiskFullLosesNothing. Its files cannot grow beyond a few bytes, as on a full disk.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(fullEnv)
	if dir == "" {
		t.Skip("it runs as another test's child")
	}
	s, f := newFiles(t)
	path := filepath.Join(dir, "a.level.yaml")
	addBox(t, s, 1)
	if err := f.Save(path); err != nil {
		t.Fatal(err)
	}
	small, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		addBox(t, s, float64(i))
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 1 << 20}); err != nil {
		t.Skip(err)
	}
	r := workspace.NewRecovery(f, filepath.Join(dir, "recovery"))
	write := r.Keep()
	putAside := write()
	save := f.Save(path)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(save, syscall.EFBIG) || !strings.Contains(save.Error(), "too large for this disk") ||
		!strings.Contains(save.Error(), path) {
		t.Errorf("saving returns %v", save)
	}
	if putAside == nil {
		t.Error("autosaving returned no error")
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(small) {
		t.Errorf("the file has changed: %v", err)
	}
	if !f.Unsaved() {
		t.Error("the level counts as saved after a failed save")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".tmp") {
			t.Errorf("%s is left behind", e.Name())
		}
	}
	// Once there is room, both succeed, although nothing was edited since.
	if write = r.Keep(); write == nil {
		t.Fatal("a failed autosave is not tried again")
	}
	if err := write(); err != nil {
		t.Error(err)
	}
	want := text(t, s.Document())
	if err := f.Save(path); err != nil {
		t.Error(err)
	}
	if doc, err := level.Open(path); err != nil || text(t, doc) != want {
		t.Errorf("saved once there is room, the level differs: %v", err)
	}
}

// A full disk loses no work: the file stays complete, the level stays unsaved, the message is clear, and saving works
// once there is room.
func TestDiskFullLosesNothing(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
	c.Env = append(os.Environ(), fullEnv+"="+t.TempDir())
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestFullDisk") {
		t.Errorf("%v\n%s", err, out)
	}
}

// A level's file and its folder can change in many ways while the level is open; saving handles each.
func TestTroubleWithTheFile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		do      func(t *testing.T, path string) (saveAs string) // empty: the level's own path
		word    string                                          // a word in the error
		wantErr error
	}{
		{"deleted", func(t *testing.T, path string) string {
			must(t, os.Remove(path))
			return ""
		}, "", workspace.ErrChangedOnDisk},
		{"replaced", func(t *testing.T, path string) string {
			must(t, os.WriteFile(path, []byte("fillet: 1\nlayers: []\n"), 0o644))
			return ""
		}, "", workspace.ErrChangedOnDisk},
		{"replaced by a folder", func(t *testing.T, path string) string {
			must(t, os.Remove(path))
			must(t, os.Mkdir(path, 0o755))
			return ""
		}, "", workspace.ErrChangedOnDisk},
		{"folder gone", func(t *testing.T, path string) string {
			must(t, os.RemoveAll(filepath.Dir(path)))
			return filepath.Join(filepath.Dir(path), "b.level.yaml")
		}, "the folder is gone", nil},
		{"folder replaced by a file", func(t *testing.T, path string) string {
			return filepath.Join(path, "b.level.yaml")
		}, "is not a folder", nil},
		{"read-only folder", func(t *testing.T, _ string) string {
			return "/proc/b.level.yaml"
		}, "/proc/b.level.yaml", nil},
		{"name too long", func(t *testing.T, path string) string {
			return filepath.Join(filepath.Dir(path), strings.Repeat("x", 300)+".level.yaml")
		}, "too long", nil},
		{"a full device", func(t *testing.T, _ string) string {
			return "/dev/full"
		}, "the disk is full", syscall.ENOSPC},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "levels")
			must(t, os.Mkdir(dir, 0o755))
			s, f, path := savedIn(t, dir)
			addBox(t, s, 2)
			want := text(t, s.Document())
			to := tt.do(t, path)
			if to == "" {
				to = path
			}
			if _, err := os.Stat(filepath.Dir(to)); to == "/dev/full" && err != nil {
				t.Skip(err)
			}
			err := f.Save(to)
			if err == nil || !strings.Contains(err.Error(), tt.word) ||
				tt.wantErr != nil && !errors.Is(err, tt.wantErr) {
				t.Errorf("saving returns %v", err)
			}
			if !f.Unsaved() || text(t, s.Document()) != want || f.Path() != path {
				t.Error("work is lost")
			}
			r := workspace.NewRecovery(f, filepath.Join(t.TempDir(), "recovery"))
			if !keep(t, r) {
				t.Error("the work is not autosaved")
			}
			elsewhere := filepath.Join(t.TempDir(), "c.level.yaml")
			must(t, f.Save(elsewhere))
			want = text(t, s.Document()) // its name follows the file
			if doc, err := level.Open(elsewhere); err != nil || text(t, doc) != want {
				t.Errorf("saved elsewhere, the level differs: %v", err)
			}
			f.Close()
		})
	}
}
