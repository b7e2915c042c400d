package importers_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/importers"
)

// projected is the tiny format of the tests with project files.
type projected struct{ cells }

func (projected) ProjectExtensions() []string { return []string{".aaproject"} }

// tree creates files; a name that ends in a slash is a folder, and a name with -> a link.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(top, "home"))
	for _, name := range append([]string{"home/"}, names...) {
		name, to, isLink := strings.Cut(name, "->")
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		switch {
		case isLink:
			err = os.Symlink(filepath.FromSlash(to), path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o777)
		default:
			text, content, ok := strings.Cut(name, "=")
			if ok {
				path = filepath.Join(top, filepath.FromSlash(text))
			} else {
				content = "1"
			}
			err = os.WriteFile(path, []byte(content), 0o666)
		}
		if err != nil {
			t.Skipf("%s cannot be made here: %v", name, err)
		}
	}
	return top
}

// A file may name other files inside its project or repository, but none outside, in any layout of folders.
func TestFilesInTheRoot(t *testing.T) {
	far := strings.Repeat("a/", 17)
	for _, tt := range []struct {
		name  string
		files []string
		open  string // the file to open, whose text names the other
		want  error  // nil means that the other file can be read
		up    string // the root that would suffice
		fails bool   // fails with any error
	}{
		{"its own folder", []string{"x/m.aa=aa\n+t/1", "x/t/1"}, "x/m.aa", nil, "", false},
		{"beside it without a project", []string{"x/m.aa=aa\n+../t", "t"}, "x/m.aa", importers.ErrOutside, "..", false},
		{
			"a repository",
			[]string{"r/.git/", "r/maps/deep/m.aa=aa\n+../../tiles/t", "r/tiles/t"},
			"r/maps/deep/m.aa",
			nil, "", false,
		},
		{
			"a work tree",
			[]string{"r/.git=gitdir: elsewhere", "r/maps/m.aa=aa\n+../t", "r/t"},
			"r/maps/m.aa", nil, "",
			false,
		},
		{
			"a link is no repository",
			[]string{"g/", "r/.git->../g", "r/maps/m.aa=aa\n+../t", "r/t"},
			"r/maps/m.aa",
			importers.ErrOutside, "..", false,
		},
		{
			"a project of Fillet's own",
			[]string{"r/fillet.project.yaml", "r/maps/m.aa=aa\n+../t", "r/t"},
			"r/maps/m.aa",
			nil, "", false,
		},
		{
			"a project of the format",
			[]string{"r/game.aaproject", "r/maps/m.aa=aa\n+../t", "r/t"},
			"r/maps/m.aa", nil,
			"", false,
		},
		{
			"the file itself is no project",
			[]string{"r/.git/", "r/maps/m.aaproject=aa\n+../t", "r/t"},
			"r/maps/m.aaproject", nil, "", false,
		},
		{
			"the nearest of several",
			[]string{"r/.git/", "r/sub/.git=gitdir: x", "r/sub/maps/m.aa=aa\n+../../t", "r/t"},
			"r/sub/maps/m.aa", importers.ErrOutside, "../..", false,
		},
		{"a project within a repository", []string{
			"r/.git/", "r/sub/fillet.project.yaml",
			"r/sub/maps/m.aa=aa\n+../../t", "r/t",
		}, "r/sub/maps/m.aa", importers.ErrOutside, "../..", false},
		{
			"out of the repository",
			[]string{"r/.git/", "r/maps/m.aa=aa\n+../../t", "t"},
			"r/maps/m.aa",
			importers.ErrOutside, "../..", false,
		},
		{
			"what git keeps",
			[]string{"r/.git/config", "r/maps/m.aa=aa\n+../.git/config"},
			"r/maps/m.aa",
			importers.ErrHidden, "", false,
		},
		{
			"the home folder is no project",
			[]string{"home/.git/", "home/down/m.aa=aa\n+../secret", "home/secret"},
			"home/down/m.aa", importers.ErrOutside, "..", false,
		},
		{
			"nor is the folder above it",
			[]string{".git/", "home/down/m.aa=aa\n+../secret", "home/secret"},
			"home/down/m.aa",
			importers.ErrOutside, "..", false,
		},
		{
			"in the home folder itself",
			[]string{"home/.git/", "home/m.aa=aa\n+../secret", "secret"},
			"home/m.aa",
			importers.ErrOutside, "..", false,
		},
		{
			"too far up",
			[]string{"r/.git/", "r/" + far + "m.aa=aa\n+../t", "r/" + strings.TrimSuffix(far, "a/") + "t"},
			"r/" + far + "m.aa", importers.ErrOutside, "..", false,
		},
		{
			"a link to a file outside",
			[]string{"secret", "r/.git/", "r/t->../secret", "r/maps/m.aa=aa\n+../t"},
			"r/maps/m.aa", errors.ErrUnsupported, "", true,
		},
		{"a link to a folder outside", []string{
			"private/secret", "r/.git/", "r/l->../private",
			"r/maps/m.aa=aa\n+../l/secret",
		}, "r/maps/m.aa", errors.ErrUnsupported, "", true},
		{
			"a link to what git keeps",
			[]string{"r/.git/config", "r/l->.git", "r/maps/m.aa=aa\n+../l/config"},
			"r/maps/m.aa", importers.ErrHidden, "", false,
		},
		{
			"a folder by a link",
			[]string{"r/.git/", "r/maps/m.aa=aa\n+../t", "r/t", "way->r/maps"},
			"way/m.aa", nil, "",
			false,
		},
		{
			"a link into a repository is not above it",
			[]string{"r/.git/", "r/way->../x", "x/m.aa=aa\n+../t", "t"},
			"r/way/m.aa", importers.ErrOutside, "", false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			top := tree(t, tt.files...)
			r := importers.NewRegistry(projected{cells{"aa"}})
			_, _, err := r.Load(t.Context(), filepath.Join(top, filepath.FromSlash(tt.open)), importers.Options{})
			if (err == nil) != (tt.want == nil) || !tt.fails && !errors.Is(err, tt.want) {
				t.Fatalf("error = %v, want %v", err, tt.want)
			}
			if tt.up == "" {
				return
			}
			root := filepath.Join(top, filepath.FromSlash(tt.open), "..", tt.up)
			if _, _, err := r.WithRoot(root).Load(t.Context(), filepath.Join(top, filepath.FromSlash(tt.open)),
				importers.Options{}); err != nil {
				t.Errorf("with the root %s the error is %v", root, err)
			}
		})
	}
}
