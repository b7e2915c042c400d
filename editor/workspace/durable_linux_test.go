package workspace_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

const tracedEnv = "FILLET_TEST_TRACED" // the folder of TestTracedSave

// TestTracedSave is the child of TestSavesAreFlushed: it autosaves, saves, drops the recovery copy, and exports.
func TestTracedSave(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(tracedEnv)
	if dir == "" {
		t.Skip("it runs as another test's child")
	}
	s, f := newFiles(t)
	path := filepath.Join(dir, "levels", "a.level.yaml")
	if _, err := f.Open(context.Background(), path, importers.Options{}); err != nil {
		t.Fatal(err)
	}
	addBox(t, s, 2)
	r := workspace.NewRecovery(f, filepath.Join(dir, "cache", "recovery"))
	if !keep(t, r) {
		t.Fatal("nothing was autosaved")
	}
	must(t, f.Save(path))
	keep(t, r) // drops the copy
	_, err := export.ToFile(context.Background(), export.YAML(), s.Document().Snapshot(), export.Options{},
		filepath.Join(dir, "exports", "a.colliders.yaml"))
	must(t, err)
}

// Every file that replaces another one is flushed to the disk before the rename, and its folder after it. Only then is
// the recovery copy removed. The test traces the system calls.
func TestSavesAreFlushed(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	dir := t.TempDir()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"levels", "exports"} {
		must(t, os.Mkdir(filepath.Join(dir, sub), 0o755))
	}
	_, _, path := savedIn(t, filepath.Join(dir, "levels"))
	if out, err := exec.Command(strace, "-qq", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace is not permitted here: %v: %s", err, out)
	}
	trace := filepath.Join(dir, "trace")
	c := exec.Command(strace, "-f", "-y", "-qq", "-s", "400", "-o", trace, "-e",
		"trace=fsync,/^rename,/^unlink,/^mkdir", os.Args[0], "-test.run=^TestTracedSave$", "-test.v")
	c.Env = append(os.Environ(), tracedEnv+"="+dir)
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestTracedSave") {
		t.Fatalf("%v\n%s", err, out)
	}
	calls := callsIn(t, trace)
	copied := ""
	for _, target := range []string{
		path, filepath.Join(dir, "cache", "recovery", "*"),
		filepath.Join(dir, "exports", "a.colliders.yaml"),
	} {
		at := slices.IndexFunc(calls, func(c call) bool {
			ok, _ := filepath.Match(target, c.to)
			return c.name == "rename" && ok
		})
		if at < 0 {
			t.Errorf("nothing replaces %s:\n%v", target, calls)
			continue
		}
		renamed := calls[at]
		if !slices.ContainsFunc(calls[:at], func(c call) bool { return c.name == "fsync" && c.path == renamed.path }) {
			t.Errorf("the new %s is not flushed before it replaces the old one:\n%v", target, calls)
		}
		if k := flushed(calls[at:], filepath.Dir(renamed.to)); k < 0 {
			t.Errorf("the folder of %s is not flushed afterwards:\n%v", target, calls)
		}
		if strings.HasSuffix(target, "*") {
			copied = renamed.to
		}
	}
	saved := slices.IndexFunc(calls, func(c call) bool { return c.name == "rename" && c.to == path })
	removed := slices.IndexFunc(calls, func(c call) bool { return c.name == "unlink" && c.path == copied })
	if k := flushed(calls[max(saved, 0):], filepath.Dir(path)); saved < 0 || k < 0 || removed < saved+k {
		t.Errorf("the copy is removed (call %d) before the saved file is safe (call %d + %d):\n%v", removed, saved, k,
			calls)
	}
	// The folder of the recovery copies was created, so its parent folder is flushed as well.
	for _, made := range []string{filepath.Join(dir, "cache"), filepath.Join(dir, "cache", "recovery")} {
		at := slices.IndexFunc(calls, func(c call) bool { return c.name == "mkdir" && c.path == made })
		if at < 0 || flushed(calls[at:], filepath.Dir(made)) < 0 {
			t.Errorf("%s was created, but its parent folder is not flushed:\n%v", made, calls)
		}
	}
}

func flushed(calls []call, path string) int {
	return slices.IndexFunc(calls, func(c call) bool { return c.name == "fsync" && c.path == path })
}

// call is a system call on files.
type call struct{ name, path, to string }

var (
	fsyncCall  = regexp.MustCompile(`fsync\(\d+<([^>]*)>`)
	renameCall = regexp.MustCompile(`rename\w*\((?:\w+<([^>]*)>, )?"([^"]*)", (?:\w+<([^>]*)>, )?"([^"]*)"`)
	otherCall  = regexp.MustCompile(`(unlink|mkdir)\w*\((?:\w+(?:<([^>]*)>)?, )?"([^"]*)"`)
)

// callsIn parses the output of strace.
func callsIn(t *testing.T, trace string) []call {
	t.Helper()
	data, err := os.ReadFile(trace)
	must(t, err)
	in := func(dir, name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(dir, name)
	}
	var out []call
	for line := range strings.Lines(string(data)) {
		if m := fsyncCall.FindStringSubmatch(line); m != nil {
			out = append(out, call{"fsync", m[1], ""})
		} else if m := renameCall.FindStringSubmatch(line); m != nil {
			out = append(out, call{"rename", in(m[1], m[2]), in(m[3], m[4])})
		} else if m := otherCall.FindStringSubmatch(line); m != nil {
			out = append(out, call{m[1], in(m[2], m[3]), ""})
		}
	}
	return out
}

// A power cut right after a save leaves the saved file. The test restarts from the bytes that are on a journaled disk
// at that moment.
func TestPowerCutAfterSaving(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can mount a disk")
	}
	mkfs, err := exec.LookPath("mkfs.ext4")
	if err != nil {
		t.Skip("mkfs.ext4 is not installed")
	}
	dir := t.TempDir()
	disk, at := filepath.Join(dir, "disk"), filepath.Join(dir, "at")
	const size = 16 << 20
	must(t, os.WriteFile(disk, make([]byte, size), 0o600))
	must(t, os.Mkdir(at, 0o755))
	if out, err := exec.Command(mkfs, "-q", "-F", disk).CombinedOutput(); err != nil {
		t.Fatalf("mkfs.ext4: %v: %s", err, out)
	}
	mountDisk(t, disk, at)
	s, f, path := savedIn(t, at)
	if out, err := exec.Command("sync", "-f", at).CombinedOutput(); err != nil {
		t.Fatalf("sync: %v: %s", err, out)
	}
	for round := range 3 {
		addBox(t, s, float64(round))
		r := workspace.NewRecovery(f, filepath.Join(at, "cache", fmt.Sprint(round)))
		if !keep(t, r) {
			t.Fatal("nothing was autosaved")
		}
		putAside := powerCut(t, disk, filepath.Join(dir, fmt.Sprint("aside", round)))
		want := text(t, s.Document())
		copies, err := filepath.Glob(filepath.Join(putAside, "cache", fmt.Sprint(round), "*"+workspace.Extension))
		if err != nil || len(copies) != 1 {
			t.Fatalf("the autosaved work is missing after a power cut: %v, %v", copies, err)
		}
		if doc, err := level.Open(copies[0]); err != nil || text(t, doc) != want {
			t.Errorf("round %d: the autosaved work is incomplete after a power cut: %v", round, err)
		}
		must(t, f.Save(path))
		keep(t, r) // drops the copy
		after := powerCut(t, disk, filepath.Join(dir, fmt.Sprint("saved", round)))
		doc, err := level.Open(filepath.Join(after, "a.level.yaml"))
		if err != nil || text(t, doc) != want {
			t.Errorf("round %d: the saved level is missing after a power cut: %v", round, err)
		}
		exported := filepath.Join(at, fmt.Sprint(round)+".colliders.yaml")
		_, err = export.ToFile(context.Background(), export.YAML(), s.Document().Snapshot(), export.Options{}, exported)
		must(t, err)
		written, err := os.ReadFile(exported)
		must(t, err)
		after = powerCut(t, disk, filepath.Join(dir, fmt.Sprint("exported", round)))
		if now, err := os.ReadFile(filepath.Join(after, filepath.Base(exported))); err != nil ||
			!bytes.Equal(now, written) {
			t.Errorf("round %d: the exported file is missing after a power cut: %v", round, err)
		}
	}
}

// powerCut returns a folder with the current contents of a disk image, as they are after a restart.
func powerCut(t *testing.T, disk, at string) string {
	t.Helper()
	data, err := os.ReadFile(disk)
	must(t, err)
	must(t, os.WriteFile(at+".disk", data, 0o600))
	must(t, os.Mkdir(at, 0o755))
	mountDisk(t, at+".disk", at)
	return at
}

// mountDisk mounts a disk image. It skips the test if mounting is not permitted.
func mountDisk(t *testing.T, disk, at string) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", "loop", disk, at).CombinedOutput(); err != nil {
		t.Skipf("a disk in a file cannot be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", at).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
}
