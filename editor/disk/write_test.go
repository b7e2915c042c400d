package disk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"fillet/editor/disk"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%s holds %q, %v; want %q", path, data, err, want)
	}
}

// only fails the test if a folder contains any other name.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("the folder holds %v, want %v", got, names)
	}
}

// A link stays a link, whether its target exists or not, and through other links.
func TestLinksStay(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "far"), 0o755))
	file, link, chain := filepath.Join(dir, "far", "a"), filepath.Join(dir, "link"), filepath.Join(dir, "far", "chain")
	if err := os.Symlink(filepath.Join("far", "a"), link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	must(t, os.Symlink(filepath.Join("..", "link"), chain))
	for i, path := range []string{link, chain, link} {
		must(t, disk.WriteFile(path, fmt.Append(nil, i)))
		holds(t, file, fmt.Sprint(i))
		for _, l := range []string{link, chain} {
			if info, err := os.Lstat(l); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s is not a link: %v", l, err)
			}
		}
	}
	must(t, os.Remove(link))
	must(t, os.Symlink("link", link)) // a link to itself
	if err := disk.WriteFile(link, nil); err == nil {
		t.Log("a link to itself was replaced")
	}
}

// A file can be written under any name and path that the file system accepts.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	for n := 255; n > 60; n-- {
		path := filepath.Join(dir, strings.Repeat("x", n))
		if os.WriteFile(path, []byte("old"), 0o644) != nil {
			continue
		}
		must(t, disk.WriteFile(path, []byte("new")))
		holds(t, path, "new")
		only(t, dir, filepath.Base(path))
		return
	}
	t.Error("no name was long enough")
}

// WriteFileIn replaces only files in the folder itself: it follows no link and accepts no path.
func TestWritingInAFolder(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	root, err := os.OpenRoot(dir)
	must(t, err)
	defer func() { _ = root.Close() }()
	write := func(name string) error {
		return disk.WriteFileIn(root, filepath.FromSlash(name), func() error { return nil }, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		})
	}
	must(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	must(t, write("a"))
	must(t, write("a"))
	holds(t, filepath.Join(dir, "a"), "new")
	only(t, dir, "a", "sub")
	must(t, os.WriteFile(filepath.Join(outside, "a"), []byte("old"), 0o644))
	if err := os.Symlink(filepath.Join(outside, "a"), filepath.Join(dir, "link")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	must(t, os.Symlink("a", filepath.Join(dir, "inner")))
	for _, name := range []string{"link", "../x", filepath.Join(outside, "a"), "inner", "sub", "sub/a", ".", "..", ""} {
		if err := write(name); err == nil {
			t.Errorf("%q was written", name)
		}
	}
	holds(t, filepath.Join(outside, "a"), "old")
	only(t, outside, "a")
}

// The file stays unchanged if writing fails or if may returns an error.
func TestNothingIsHalfWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	must(t, os.WriteFile(path, []byte("old"), 0o644))
	sad := errors.New("sad")
	fails := func(w io.Writer) error {
		_, _ = w.Write(bytes.Repeat([]byte("x"), 1<<20))
		return sad
	}
	if err := disk.WriteFileFrom(path, fails); !errors.Is(err, sad) {
		t.Error(err)
	}
	never := func() error { return sad }
	if err := disk.WriteFileIf(path, never, func(io.Writer) error { return nil }); !errors.Is(err, sad) {
		t.Error(err)
	}
	holds(t, path, "old")
	only(t, dir, "a")
}

// With many concurrent writers, each file always has the complete contents from one of them, and no writer removes
// another writer's temporary file.
func TestManyWritersAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 20 {
				data := bytes.Repeat([]byte{byte('a' + i)}, 10_000+i)
				if err := disk.WriteFile(filepath.Join(dir, fmt.Sprint(k%3)), data); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 200 {
			disk.Sweep(dir)
		}
	})
	wg.Wait()
	only(t, dir, "0", "1", "2")
	for k := range 3 {
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(k)))
		must(t, err)
		if len(data) != 10_000+int(data[0]-'a') || len(bytes.Trim(data, string(data[:1]))) > 0 {
			t.Errorf("file %d is from several writers", k)
		}
	}
}

// Sweep removes the files of a killed writer: at once if it ran on this machine since the last boot, and otherwise once
// they are so old that nobody can still be writing them. Other files stay, even with similar names.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	here := disk.TemporaryName()
	if disk.Boot() == "" && runtime.GOOS != "windows" {
		t.Skip("this system has no boot id")
	}
	hour := time.Hour
	files := []struct {
		name  string
		age   time.Duration
		held  bool
		stays bool
	}{
		{here, 0, false, false},
		{disk.TemporaryName(), 0, true, true},
		{disk.TemporaryName(), hour, true, true},
		{".fillet-0badb007-TOKENTOKENTOK.tmp", 0, false, runtime.GOOS != "windows"}, // from another machine
		{".fillet-0badb008-TOKENTOKENTOK.tmp", hour, false, false},
		{".fillet-x.tmp", hour, false, true},
		{"a.tmp", hour, false, true},
		{".a.level.yaml.77-0.tmp", hour, false, true},
	}
	for _, tt := range files {
		path := filepath.Join(dir, tt.name)
		f, err := os.Create(path)
		must(t, err)
		if tt.held {
			must(t, disk.TryLock(f))
			defer func() { _ = f.Close() }()
		} else {
			must(t, f.Close())
		}
		at := time.Now().Add(-tt.age)
		must(t, os.Chtimes(path, at, at))
	}
	must(t, os.Mkdir(filepath.Join(dir, ".fillet-0badb009-TOKENTOKENTOK.tmp"), 0o755))
	must(t, disk.WriteFile(filepath.Join(dir, "x"), []byte("x")))
	for _, tt := range files {
		if _, err := os.Stat(filepath.Join(dir, tt.name)); (err == nil) != tt.stays {
			t.Errorf("%s, %v old, held %v: %v", tt.name, tt.age, tt.held, err)
		}
	}
	disk.Sweep(filepath.Join(dir, "nowhere")) // does nothing
}
