package importers

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

type brokenCloser struct{}

func (brokenCloser) Close() error { return errors.New("broken") }

type extended struct{ Importer }

func (extended) ProjectExtensions() []string { return []string{".aaproject"} }

// A file's project becomes its root even if the file's own folder cannot be closed.
func TestWidenIgnoresErrorsOfClosing(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(top, "home"))
	for _, name := range []string{"p/a.aaproject", "p/maps/a.aa"} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(top, "p", "maps", "a.aa")
	_, closer, root := widen(NewSource(path, nil, nil), brokenCloser{}, extended{})
	if root != filepath.Join(top, "p") {
		t.Errorf("the root is %s", root)
	}
	if err := closer.Close(); err != nil {
		t.Error(err)
	}
}
