package disk_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"fillet/editor/disk"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// plant creates files in a folder, by paths with slashes: "path" is a file that contains its own path, "path/" a
// folder, "path -> target" a link.
func plant(t testing.TB, dir string, entries ...string) {
	t.Helper()
	for _, entry := range entries {
		name, target, isLink := strings.Cut(entry, " -> ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case isLink:
			if err = os.Symlink(filepath.FromSlash(target), path); err != nil {
				t.Skipf("cannot create links here: %v", err)
			}
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		default:
			err = os.WriteFile(path, []byte(name), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tempDir creates a temporary folder and returns its path with all links resolved.
func tempDir(t testing.TB) string {
	t.Helper()
	return disk.RealPath(t.TempDir())
}

func TestFindRoot(t *testing.T) {
	dir := tempDir(t)
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("USERPROFILE", filepath.Join(dir, "home"))
	plant(
		t, dir, "home/.git/", "home/game/levels/a", "home/repo/.git/", "home/repo/levels/deep/a", "home/tree/.git",
		"home/tree/levels/a",
		"home/project/fillet.project.yaml", "home/project/.git/", "home/project/sub/.git/", "home/project/sub/levels/a",
		"home/project/levels/a",
		"home/folder/fillet.project.yaml/", "home/folder/levels/a", "other/.git/", "other/a", "plain/a",
		"home/linked/.git -> ../repo/.git", "home/linked/levels/a", "door -> home/repo/levels", "homes -> home",
	)
	for _, tt := range []struct{ level, want string }{
		{"home/game/levels/a", "home/game/levels"}, // a repository in the home folder does not count
		{"home/repo/levels/deep/a", "home/repo"},
		{"home/repo/levels/none/a", "home/repo"},
		{"home/tree/levels/a", "home/tree"},
		{"home/project/levels/a", "home/project"},
		{"home/project/sub/levels/a", "home/project/sub"},
		{"home/folder/levels/a", "home/folder/levels"}, // a folder with the name does not make a project
		{"home/linked/levels/a", "home/linked/levels"}, // nor does a link
		{"other/a", "other"},
		{"plain/a", "plain"},
		{"door/deep/a", "home/repo"},
		{"home/a", ""},
		{"homes/a", ""},
		{"a", ""},
		{"../a", ""},
		{"/a", ""},
	} {
		path := filepath.Join(dir, filepath.FromSlash(tt.level))
		if strings.HasPrefix(tt.level, "/") {
			path = filepath.FromSlash(tt.level)
		}
		root, err := disk.FindRoot(path)
		if tt.want == "" {
			if !errors.Is(err, disk.ErrHome) {
				t.Errorf("the root of %s is %q, %v; want ErrHome", tt.level, root.Dir(), err)
			}
			continue
		}
		if want := filepath.Join(dir, filepath.FromSlash(tt.want)); err != nil || root.Dir() != want {
			t.Errorf("the root of %s is %q, %v; want %s", tt.level, root.Dir(), err, want)
		}
	}
}

// Named rejects paths outside the root, hidden paths and project files.
func TestNamedPaths(t *testing.T) {
	dir := tempDir(t)
	plant(t, dir, "game/", "game2/", "door -> game")
	root, err := disk.OpenRoot(filepath.Join(dir, "game"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, want string
		err        error
	}{
		{"game/a", "a", nil},
		{"game/./b/../a", "a", nil},
		{"game/b/c/a.json", "b/c/a.json", nil},
		{"game/..a", "", disk.ErrHidden},
		{"door/b/a", "b/a", nil},
		{"game/../game/a", "a", nil},
		{"game/..", "", disk.ErrOutside},
		{"game/../a", "", disk.ErrOutside},
		{"game2/a", "", disk.ErrOutside},
		{"game/../../../../../../etc/passwd", "", disk.ErrOutside},
		{"game/.git/hooks/pre-commit", "", disk.ErrHidden},
		{"game/b/.a", "", disk.ErrHidden},
		{"game/.a/b", "", disk.ErrHidden},
		{"game/\u200c.git/config", "", disk.ErrHidden}, // some file systems ignore invisible characters
		{"game/a.b/c.d", "a.b/c.d", nil},
		{"game/fillet.project.yaml", "", disk.ErrProject},
		{"game/a/Fillet.Project.YAML", "", disk.ErrProject},
		{"game/a/fillet.pro\u200cject.yaml", "", disk.ErrProject},
		{"game/a/fillet.project.yaml. .", "", disk.ErrProject}, // Windows ignores trailing dots and spaces
		{"game/fillet.project.yaml/a", "fillet.project.yaml/a", nil},
		{"game/fillet.project.yaml.txt", "fillet.project.yaml.txt", nil},
	} {
		got, err := root.Named(filepath.Join(dir, "x", "..") + string(filepath.Separator) + filepath.FromSlash(tt.path))
		if filepath.ToSlash(got) != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q is %q, %v; want %q, %v", tt.path, got, err, tt.want, tt.err)
		}
	}
	for _, bad := range []string{
		"", ".", "a\nb", "a\x1b[2Jb", "a\u2028b", "a\u202eb", "a\u061cb", "a\u200fb",
		"a\u200eb", "a\x00b", "a\u0085b", "\x7f",
	} {
		if got, err := root.Named(filepath.Join(dir, "game", bad)); err == nil {
			t.Errorf("%q is %q, want an error", bad, got)
		}
	}
	if got, err := root.Named(filepath.Join(dir, "game") + strings.Repeat("/a", 500_000)); err == nil ||
		len(err.Error()) > 1000 {
		t.Errorf("a path of a million characters becomes one of %d; the error has %d", len(got), len(err.Error()))
	}
	if _, err := (disk.Root{}).Named(filepath.Join(dir, "game", "a")); !errors.Is(err, disk.ErrOutside) {
		t.Errorf("without a root the error is %v", err)
	}
}

func TestRealPath(t *testing.T) {
	dir := tempDir(t)
	plant(t, dir, "a/b", "link -> a", "dangling -> gone", "loop -> loop")
	for path, want := range map[string]string{
		"a/b": "a/b", "link/b": "a/b", "link/new/newer": "a/new/newer", "link": "a", "dangling/x": "dangling/x",
		"loop/x": "loop/x", "new/../a": "a", "a/b/c": "a/b/c",
		"link" + strings.Repeat("/a", 100_000): "a" + strings.Repeat("/a", 100_000),
	} {
		if got := disk.RealPath(filepath.Join(dir, filepath.FromSlash(path))); got != filepath.Join(dir,
			filepath.FromSlash(want)) {
			t.Errorf("%.50s = %.100s, want %.50s", path, got, want)
		}
	}
	if top := filepath.VolumeName(dir) + string(filepath.Separator); disk.RealPath(top) != top {
		t.Errorf("%s is %s", top, disk.RealPath(top))
	}
	if wd, err := os.Getwd(); err != nil || disk.RealPath("x") != filepath.Join(disk.RealPath(wd), "x") {
		t.Errorf("x in %s is %s (%v)", wd, disk.RealPath("x"), err)
	}
}

func TestIsHiddenFrom(t *testing.T) {
	dir := tempDir(t)
	plant(t, dir, ".steam/game/levels/a", ".steam/game/.git/config", ".steam/game/levels/link -> ../.git/config",
		".steam/game/levels/door -> ../.git", ".ssh/id")
	for path, want := range map[string]bool{
		".steam/game/levels/b": false, ".steam/game/b": false, ".steam/b": false, "b": false,
		".steam/game/.git/config": true, ".steam/game/levels/link": true, ".steam/game/levels/door/config": true,
		".ssh/id": true, ".profile": true, ".steam/game/levels/.b": true,
	} {
		if got := disk.IsHiddenFrom(filepath.Join(dir, ".steam", "game", "levels"),
			filepath.Join(dir, filepath.FromSlash(path))); got != want {
			t.Errorf("%s is hidden: %v, want %v", path, got, want)
		}
	}
}

func always(*os.File) error { return nil }

func says(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestRootFollowsNoLinkOut(t *testing.T) {
	dir := tempDir(t)
	plant(
		t, dir, "outside/kept", "game/.git/config", "game/inner/kept", "game/plain",
		"game/file -> ../outside/kept", "game/new -> ../outside/new", "game/folder -> ../outside",
		"game/absolute -> "+filepath.ToSlash(dir)+"/outside",
		"game/there -> inner", "game/back -> "+filepath.ToSlash(dir)+"/game/inner",
		"game/around -> inner/../../game/inner",
		"game/inner/up -> ../inner", "game/config -> .git/config", "game/dotted -> .git", "game/loop -> loop",
		"game/top -> ..", "game/self -> .",
		"game/chain -> there2", "game/there2 -> folder", "game/made -> inner/made",
		"game/project -> inner/fillet.project.yaml",
	)
	root, err := disk.OpenRoot(filepath.Join(dir, "game"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		rel string
		err error // nil if the file is written
		at  string
	}{
		{"file", disk.ErrOutside, ""},
		{"new", disk.ErrOutside, ""},
		{"folder/kept", disk.ErrOutside, ""},
		{"absolute/kept", disk.ErrOutside, ""},
		{"around/a", disk.ErrOutside, ""}, // passes through a folder outside
		{"chain/kept", disk.ErrOutside, ""},
		{"top/outside/kept", disk.ErrOutside, ""},
		{"config", disk.ErrHidden, ""},
		{"dotted/config", disk.ErrHidden, ""},
		{"self/.git/config", disk.ErrHidden, ""},
		{"project", disk.ErrProject, ""},
		{"there/kept", nil, "inner/kept"},
		{"back/kept", nil, "inner/kept"},
		{"inner/up/kept", nil, "inner/kept"},
		{"made", nil, "inner/made"},
		{"self/self/plain", nil, "plain"},
		{"some/folders/more", nil, "some/folders/more"},
	} {
		rel := filepath.FromSlash(tt.rel)
		err := root.WriteFile(rel, always, says("written"))
		if !errors.Is(err, tt.err) {
			t.Errorf("writing %s: %v, want %v", tt.rel, err, tt.err)
		}
		data, readErr := root.ReadFile(rel, 100)
		if !errors.Is(readErr, tt.err) || tt.err == nil && string(data) != "written" {
			t.Errorf("reading %s: %q, %v, want %v", tt.rel, data, readErr, tt.err)
		}
		if tt.err != nil {
			continue
		}
		if data, err := os.ReadFile(filepath.Join(dir, "game", filepath.FromSlash(tt.at))); err != nil ||
			string(data) != "written" {
			t.Errorf("%s is not written to %s: %q, %v", tt.rel, tt.at, data, err)
		}
	}
	if err := root.WriteFile("loop", always, says("")); err == nil {
		t.Error("a link to itself was written")
	}
	wantHolds(t, filepath.Join(dir, "outside"), "kept", "outside/kept")
	wantHolds(t, filepath.Join(dir, "game", ".git"), "config", "game/.git/config")
}

// wantHolds checks that a folder contains only the named file, with the given text.
func wantHolds(t testing.TB, dir, name, text string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("%s holds %v, %v; want only %s", dir, entries, err, name)
	}
	if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(data) != text {
		t.Errorf("%s is %q, %v; want %q", name, data, err, text)
	}
}

// A folder that becomes a link during a write does not redirect the write.
func TestRootHoldsItsFolder(t *testing.T) {
	dir := tempDir(t)
	plant(t, dir, "outside/a", "game/out/a")
	root, err := disk.OpenRoot(filepath.Join(dir, "game"))
	if err != nil {
		t.Fatal(err)
	}
	err = root.WriteFile(filepath.Join("out", "a"), always, func(w io.Writer) error {
		if err := os.Rename(filepath.Join(dir, "game", "out"), filepath.Join(dir, "game", "moved")); err != nil {
			t.Skipf("cannot move a folder here: %v", err)
		}
		plant(t, dir, "game/out -> ../outside")
		return says("written")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	wantHolds(t, filepath.Join(dir, "outside"), "a", "outside/a")
	wantHolds(t, filepath.Join(dir, "game", "moved"), "a", "written")
}

// Nothing outside the root is read or written, even while a folder is constantly swapped for a link out of the root.
func TestRootUnderAttack(t *testing.T) {
	dir := tempDir(t)
	plant(t, dir, "outside/a", "outside/deep/a", "game/out/deep/a", "game/link -> ../outside")
	root, err := disk.OpenRoot(filepath.Join(dir, "game"))
	if err != nil {
		t.Fatal(err)
	}
	game := filepath.Join(dir, "game")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			// Failed steps run again in the next iteration. A write creates the missing folder.
			_ = os.RemoveAll(filepath.Join(game, "kept"))
			_ = os.Rename(filepath.Join(game, "out"), filepath.Join(game, "kept"))
			_ = os.Rename(filepath.Join(game, "link"), filepath.Join(game, "out"))
			_ = os.Rename(filepath.Join(game, "out"), filepath.Join(game, "link"))
			_ = os.Rename(filepath.Join(game, "kept"), filepath.Join(game, "out"))
		}
	}()
	written, refused := 0, 0
	for written < 50 || refused < 200 {
		if root.WriteFile(filepath.Join("out", "deep", "a"), always, says("written")) == nil {
			written++
		} else {
			refused++
		}
		if data, err := root.ReadFile(filepath.Join("out", "deep", "a"), 100); err == nil &&
			strings.HasPrefix(string(data), "outside") {
			t.Fatal("a file outside was read")
		}
	}
	close(stop)
	<-stopped
	if data, err := os.ReadFile(filepath.Join(dir, "outside", "deep", "a")); err != nil ||
		string(data) != "outside/deep/a" {
		t.Errorf("%d writes succeeded, %d failed, and the file outside is %q, %v", written, refused, data, err)
	}
}

// A file is replaced atomically and keeps its mode. No temporary file remains, even if the write fails.
func TestRootWritesAtomically(t *testing.T) {
	dir := tempDir(t)
	plant(t, dir, "a", "folder/")
	root, err := disk.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "a"), 0o640); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	for _, tt := range []struct {
		rel   string
		may   func(*os.File) error
		write func(io.Writer) error
		want  string
	}{
		{"a", func(*os.File) error { return failed }, says("new"), "failed"},
		{"a", always, func(io.Writer) error { return failed }, "failed"},
		{"folder", always, says("new"), "a folder"},
		{"a" + string(filepath.Separator) + "b", always, says("new"), "not a folder"},
	} {
		if err := root.WriteFile(tt.rel, tt.may, tt.write); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.rel, err, tt.want)
		}
	}
	saw := ""
	err = root.WriteFile("a", func(old *os.File) error {
		data, err := io.ReadAll(old)
		saw = string(data)
		return err
	}, says("new"))
	info, statErr := os.Stat(filepath.Join(dir, "a"))
	if err != nil || statErr != nil || saw != "a" {
		t.Fatalf("the old file is seen as %q; %v, %v", saw, err, statErr)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("its mode is %v, want the old file's mode", info.Mode())
	}
	if err := os.Remove(filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	wantHolds(t, dir, "a", "new")
}

// For any tree of folders and links and any path, nothing outside the root or below a name that begins with a dot is
// read, created or changed.
func TestRootConfinesAnything(t *testing.T) {
	scratch := tempDir(t)
	plant(t, scratch, "probe -> nowhere")
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(scratch, fmt.Sprint(n))
		name := rapid.SampledFrom([]string{"a", "b", "c", ".d"})
		path := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.OneOf(name, rapid.Just(".."), rapid.Just(".")), 1, 5).Draw(t,
				"parts"), "/")
		})
		for _, fixed := range []string{"game/.d/a", "game/a/.d/b", "out/a/b", "out/b", "game/b/c/a"} {
			at := filepath.Join(dir, filepath.FromSlash(fixed))
			if os.MkdirAll(filepath.Dir(at), 0o755) != nil || os.WriteFile(at, []byte(fixed), 0o644) != nil {
				t.Fatal("cannot create the tree")
			}
		}
		target := rapid.OneOf(path, rapid.Map(path, func(p string) string {
			return "../out/" + p
		}), rapid.Map(path, func(p string) string { return dir + "/out/" + p }),
			rapid.Map(path, func(p string) string { return dir + "/game/" + p }))
		for range rapid.IntRange(0, 6).Draw(t, "links") {
			at := filepath.Join(dir, "game", filepath.FromSlash(strings.ReplaceAll(path.Draw(t, "link"), "..", "a")))
			if os.MkdirAll(filepath.Dir(at), 0o755) == nil {
				// fails if the path already exists
				_ = os.Symlink(filepath.FromSlash(target.Draw(t, "target")), at)
			}
		}
		root, err := disk.OpenRoot(filepath.Join(dir, "game"))
		if err != nil {
			t.Fatal(err)
		}
		before := secrets(t, dir)
		for range 4 {
			named := filepath.Join(dir, "game") + string(filepath.Separator) + filepath.FromSlash(path.Draw(t, "path"))
			rel, err := root.Named(named)
			if err != nil {
				continue
			}
			if data, err := root.ReadFile(rel, 100); err == nil && string(data) != "written" &&
				string(data) != "game/b/c/a" {
				t.Fatalf("%s was read through %s", data, rel)
			}
			_ = root.WriteFile(rel, always, says("written")) // may fail
		}
		if after := secrets(t, dir); after != before {
			t.Fatalf("protected files have changed from\n%s\nto\n%s", before, after)
		}
		_ = os.RemoveAll(dir) // it is in a temporary folder anyway
	})
}

// secrets lists the files that must not be written: outside the folder game, and below names that begin with a dot.
func secrets(t *rapid.T, dir string) string {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		rel = filepath.ToSlash(rel)
		if rest, ok := strings.CutPrefix(rel, "game/"); rel == "." || rel == "game" || ok && !disk.IsHidden(rest) {
			return nil
		}
		text := ""
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text = string(data)
		}
		fmt.Fprintf(&b, "%s %v %s\n", rel, d.Type(), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Any path is either rejected or below the root, without control characters or an element that begins with a dot.
func FuzzNamed(f *testing.F) {
	for _, s := range []string{
		"a.json", "../a", "/etc/passwd", "a/../../b", ".git/config", "a\nb", "a/./b", "a//b",
		`a\..\..\b`, "C:a", "\u202ea", "~/a", "",
	} {
		f.Add(s)
	}
	dir := tempDir(f)
	root, err := disk.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, file string) {
		p := level.ExportPreset{File: file}
		path := p.Path(filepath.Join(dir, "some.level.yaml"))
		rel, err := root.Named(path)
		if err != nil {
			return
		}
		if !filepath.IsLocal(rel) || rel == "." || filepath.Join(dir, rel) != filepath.Clean(path) {
			t.Errorf("%q resolves to %q in the root", file, rel)
		}
		for _, part := range strings.Split(filepath.ToSlash(rel), "/") {
			if strings.HasPrefix(part, ".") || strings.ContainsFunc(part, unicode.IsControl) {
				t.Errorf("%q resolves to %q in the root", file, rel)
			}
		}
	})
}

// Errors for broken and circular links name the cause. A broken link counts as a missing file.
func TestBrokenLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("gone", filepath.Join(dir, "a")); err != nil {
		t.Skip(err)
	}
	if err := errors.Join(os.Symlink("b", filepath.Join(dir, "b")),
		os.Symlink(filepath.Join(dir, "sub"), filepath.Join(dir, "c"))); err != nil {
		t.Fatal(err)
	}
	root, err := disk.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a": "it is a broken link to gone", "b": "it is a circular link",
		"gone": "no such file",
	} {
		_, err := root.ReadFile(name, 10)
		if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, fs.ErrNotExist) != (name != "b") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
