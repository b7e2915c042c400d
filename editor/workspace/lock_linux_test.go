package workspace_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
)

// The environment of a test process that acts as an editor and only holds a level.
const (
	holdsEnv = "FILLET_TEST_HOLDS" // the level
	asksEnv  = "FILLET_TEST_ASKS"  // if set, it reports which other editors it sees, and ends
)

// TestHolder opens a level, autosaves unsaved work, reports that, and waits until its input ends.
func TestHolder(t *testing.T) {
	t.Parallel()
	path := os.Getenv(holdsEnv)
	if path == "" {
		t.Skip("it runs as another test's child")
	}
	s, f := newFiles(t)
	f.TellOthers()
	if _, err := f.Open(context.Background(), path, importers.Options{}); err != nil {
		t.Fatal(err)
	}
	lost, err := workspace.LostWork(filepath.Join(filepath.Dir(path), "recovery"))
	must(t, err)
	_, inUse := f.OtherEditor()
	if os.Getenv(asksEnv) != "" {
		fmt.Println("sees", inUse, len(lost))
		f.Close()
		return
	}
	addBox(t, s, 1)
	r := workspace.NewRecovery(f, filepath.Join(filepath.Dir(path), "recovery"))
	if !keep(t, r) {
		t.Fatal("nothing was autosaved")
	}
	fmt.Println("holds", inUse)
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
}

// holder starts TestHolder, in a container of its own if requested, where process numbers differ.
func holder(t *testing.T, path string, inContainer bool, env ...string) (c *exec.Cmd, output string) {
	t.Helper()
	c = exec.Command(os.Args[0], "-test.run=^TestHolder$")
	c.Env = append(append(os.Environ(), holdsEnv+"="+path), env...)
	if inContainer {
		c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWUTS | syscall.CLONE_NEWNS}
	}
	in, err := c.StdinPipe()
	must(t, err)
	t.Cleanup(func() { _ = in.Close(); _ = c.Process.Kill() })
	out, err := c.StdoutPipe()
	must(t, err)
	if err := c.Start(); err != nil {
		if inContainer {
			t.Skipf("containers are not permitted here: %v", err)
		}
		t.Fatal(err)
	}
	output, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the other editor prints %q, %v", output, err)
	}
	return c, strings.TrimSpace(output)
}

// An editor in a container is visible from outside and from another container exactly as long as it lives, and it sees
// editors outside. Process numbers differ in a container, so they prove nothing.
func TestEditorsInContainers(t *testing.T) {
	for _, inside := range []bool{false, true} {
		t.Run(fmt.Sprintf("inside %v", inside), func(t *testing.T) {
			path := savedLevel(t)
			c, output := holder(t, path, inside)
			if output != "holds false" {
				t.Fatalf("the first editor prints %q", output)
			}
			// The last sign of life is long ago: the editor was stopped, or its machine slept.
			long := time.Now().Add(-24 * time.Hour)
			notes, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*", "*"))
			must(t, err)
			for _, name := range append(notes, filepath.Join(filepath.Dir(path), ".~a.level.yaml.lock")) {
				must(t, os.Chtimes(name, long, long))
			}
			for _, asking := range []bool{false, true} {
				if _, sees := holder(t, path, asking, asksEnv+"=1"); sees != "sees true 0" {
					t.Errorf("while it lives, an editor (in a container: %v) %s", asking, sees)
				}
			}
			must(t, c.Process.Kill())
			_ = c.Wait() // it was killed
			for _, asking := range []bool{true, false} {
				if _, sees := holder(t, path, asking, asksEnv+"=1"); sees != "sees false 1" {
					t.Errorf("once it is dead, an editor (in a container: %v) %s", asking, sees)
				}
			}
		})
	}
}

// If many editors open one level at once, one gets it and the others notice that one, even if they must take over a
// dead editor's note.
func TestManyEditorsAtOnce(t *testing.T) {
	for round := range 20 {
		path := savedLevel(t)
		if round%2 == 1 {
			c, _ := holder(t, path, false)
			must(t, c.Process.Kill())
			_ = c.Wait() // it was killed
		}
		const editors = 12
		var files [editors]*workspace.Files
		var wg sync.WaitGroup
		for i := range files {
			_, files[i] = newFiles(t)
			files[i].TellOthers()
			wg.Go(func() {
				if _, err := files[i].Open(context.Background(), path, importers.Options{}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		first := 0
		for _, f := range files {
			f.Beat()
			if !holds(f) {
				first++
			}
		}
		if first != 1 {
			t.Fatalf("round %d: %d editors have the level to themselves", round, first)
		}
		for _, f := range files {
			f.Close()
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// quick fails the test if the function blocks.
func quick(t *testing.T, what string, do func()) {
	t.Helper()
	done := make(chan bool)
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s: still waiting", what)
	}
}

// Pipes, links to devices and folders in place of a level, its note, a recovery copy or the crash log are rejected
// without being opened, and nothing waits for them.
func TestNothingWaitsForPipes(t *testing.T) {
	t.Parallel()
	kinds := map[string]func(path string) error{
		"pipe": func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"link to a pipe": func(path string) error {
			return errors.Join(syscall.Mkfifo(path+"2", 0o644), os.Symlink(path+"2", path))
		},
		"link to a device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"terminal":         func(path string) error { return os.Symlink("/dev/tty", path) },
		"folder":           func(path string) error { return os.Mkdir(path, 0o755) },
	}
	for name, put := range kinds {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			pipe := filepath.Join(dir, "p.level.yaml")
			must(t, put(pipe))
			quick(t, "opening the level", func() {
				_, f := newFiles(t)
				if _, err := f.Open(context.Background(), pipe, importers.Options{}); !errors.Is(err,
					disk.ErrNotRegular) {
					t.Errorf("opening returns %v", err)
				}
				if _, err := level.Open(pipe); !errors.Is(err, disk.ErrNotRegular) {
					t.Errorf("opening returns %v", err)
				}
			})
			quick(t, "the note", func() {
				path := savedLevel(t)
				must(t, put(filepath.Join(filepath.Dir(path), ".~a.level.yaml.lock")))
				_, f := openLevel(t, path)
				f.Beat()
				if holds(f) {
					t.Error("the file counts as another editor's note")
				}
				f.Close()
			})
			quick(t, "copies of unsaved work", func() {
				must(t, put(filepath.Join(dir, "x.level.yaml")))
				must(t, put(filepath.Join(dir, "y.lock")))
				must(t, put(filepath.Join(dir, "12-34.txt")))
				must(t, put(filepath.Join(dir, ".fillet-0-x.tmp")))
				if lost, err := workspace.LostWork(dir); err != nil || len(lost) > 0 {
					t.Errorf("lost work: %v, %v", lost, err)
				}
				if words, err := workspace.TakeCrashLogs(dir); err != nil || len(words) > 0 {
					t.Errorf("crash log: %v, %v", words, err)
				}
			})
			quick(t, "the level's file replaced", func() {
				path := savedLevel(t)
				s, f := openLevel(t, path)
				addBox(t, s, 3)
				must(t, os.Remove(path))
				must(t, put(path))
				if !f.ChangedOnDisk() {
					t.Error("the change is not noticed")
				}
				if err := f.Save(path); !errors.Is(err, workspace.ErrChangedOnDisk) {
					t.Errorf("saving returns %v", err)
				}
				if !strings.Contains(name, "pipe") {
					f.Close()
					return
				}
				if err := f.SaveOver(path); !errors.Is(err, disk.ErrNotRegular) {
					t.Errorf("saving over it returns %v", err)
				}
				f.Close()
			})
		})
	}
}

// A level with the longest name that the file system permits can be opened, held, autosaved and saved.
func TestLongestNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for n := 255; ; n-- {
		path := filepath.Join(dir, strings.Repeat("ö", (n-len(workspace.Extension))/2)+workspace.Extension)
		if err := os.WriteFile(path, []byte("fillet: 1\nname: x\nsize: [9, 9]\nlayers: []\n"), 0o644); err != nil {
			if n < 100 {
				t.Fatal(err)
			}
			continue
		}
		s, f := openLevel(t, path)
		if _, f2 := openLevel(t, path); !holds(f2) {
			t.Error("the second editor does not notice the first")
		}
		must(t, s.EditSettings("name", func(s *level.Settings) { s.Name = "y" }))
		if !keep(t, workspace.NewRecovery(f, filepath.Join(t.TempDir(), "recovery"))) {
			t.Error("nothing was autosaved")
		}
		must(t, f.Save(path))
		f.Close()
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("left behind: %v, %v", entries, err)
		}
		return
	}
}
