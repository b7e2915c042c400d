package colliders_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fillet/export/colliders"
)

// poll polls until there is a change or an error.
func poll(w *colliders.Watcher) (*colliders.Change, error) {
	for {
		if c, err := w.Poll(); c != nil || err != nil {
			return c, err
		}
		runtime.Gosched()
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "level.colliders.json")
	write := func(text string) { // in a new file, as an export does
		t.Helper()
		if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := colliders.Watch(path); err == nil {
		t.Error("a missing file is watched")
	}
	write(designed())
	w, err := colliders.Watch(path)
	if err != nil {
		t.Fatal(err)
	}
	id := w.File.Colliders[0].ID
	renamed := strings.Replace(designed(), `"name": "floor"`, `"name": "ground"`, 1)

	write(renamed)
	c, err := poll(w)
	if err != nil || len(c.Changed) != 1 || c.Changed[0].ID != id || c.Changed[0].Name != "ground" {
		t.Fatalf("the change is %+v, %v, want a new name of %s", c, err, id)
	}
	if err := w.File.Apply(c, nil); err != nil {
		t.Fatal(err)
	}

	write(renamed[:len(renamed)/2])
	if c, err := poll(w); err == nil {
		t.Errorf("half a file is the change %+v", c)
	}
	if w.File.Find(id).Name != "ground" {
		t.Error("half a file changed the colliders")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if c, err := poll(w); err == nil {
		t.Errorf("a missing file is the change %+v", c)
	}

	write(strings.Replace(designed(), `"version": 1`, `"version": 2`, 1))
	if c, err := poll(w); err == nil || !strings.Contains(err.Error(), "is version 2 now, but was version 1") {
		t.Errorf("in another version the change is %+v, %v", c, err)
	}

	write(designed())
	c, err = poll(w)
	if err != nil || len(c.Changed) != 1 || c.Changed[0].Name != "floor" {
		t.Errorf("the change is %+v, %v, want the first name of %s", c, err, id)
	}
}
