package editor_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/prefab"
)

const crateFile = `fillet: 1
name: crate
size: [20, 20]
layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, name: box, kind: box, size: [20, 20], position: [10, 10]}
      - {id: c2, name: lid, kind: box, size: [20, 4], position: [10, -2]}
`

const placedFile = `fillet: 2
name: a
size: [400, 200]
instances:
  - {id: i1, prefab: crate.level.yaml, name: first, layer: l1, position: [100, 50]}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: ground, kind: box, size: [400, 20], position: [200, 168]}
`

// withPrefabs is a session on a level with an instance of two parts, in a folder of its own.
func withPrefabs(t *testing.T) (s *editor.Session, path string) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "a.level.yaml")
	if err := errors.Join(os.WriteFile(path, []byte(placedFile), 0o644), os.WriteFile(filepath.Join(dir, "crate.level.yaml"), []byte(crateFile), 0o644),
		os.WriteFile(filepath.Join(dir, "other.level.yaml"), []byte(strings.Replace(crateFile, "c2", "c7", 1)), 0o644)); err != nil {
		t.Fatal(err)
	}
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	prefab.Attach(doc, path, "")
	n := uint64(100)
	doc.UseIDs(func(byte) uint64 { n++; return n })
	return editor.NewSession(doc), path
}

// shown is the level as text, each instance with the places of its parts.
func shown(s *editor.Session) string {
	var parts []string
	for c := range s.Document().Colliders() {
		parts = append(parts, c.IDText()+" "+vecText(c.Position))
	}
	return strings.Join(parts, "; ")
}

func vecText(v level.Vec) string { return fmt.Sprintf("%g,%g", v.X, v.Y) }

func TestInstanceCommands(t *testing.T) {
	pick := func(s *editor.Session, paths ...string) {
		var ids []level.ID
		for _, p := range paths {
			ids = append(ids, level.PartID(1, p))
		}
		s.Selection().Set(ids...)
	}
	for _, tt := range []struct {
		name string
		do   func(s *editor.Session) error
		want string
	}{
		{"place", func(s *editor.Session) error {
			_, err := s.Instances().Place("crate.level.yaml", level.Vec{X: 5, Y: 6})
			return err
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48; i101/c1 15,16; i101/c2 15,4"},
		{"nudge", func(s *editor.Session) error { pick(s, "c1", "c2"); return s.Nudge(1, 0) }, "c1 200,168; i1/c1 111,60; i1/c2 111,48"},
		{"nudge a part", func(s *editor.Session) error { pick(s, "c2"); return s.Nudge(1, 0) }, "c1 200,168; i1/c1 110,60; i1/c2 111,48"},
		{"delete a part", func(s *editor.Session) error { pick(s, "c2"); return s.DeleteSelection() }, "c1 200,168; i1/c1 110,60"},
		{"delete", func(s *editor.Session) error { pick(s, "c1", "c2"); return s.DeleteSelection() }, "c1 200,168"},
		{"duplicate", func(s *editor.Session) error { pick(s, "c1", "c2"); return s.Duplicate() }, "c1 200,168; i1/c1 110,60; i1/c2 110,48; i101/c1 126,76; i101/c2 126,64"},
		{"duplicate a part", func(s *editor.Session) error { pick(s, "c2"); return s.Duplicate() }, "c1 200,168; i1/c1 110,60; i1/c2 110,48; c101 126,64"},
		{"copy and paste", func(s *editor.Session) error { pick(s, "c1", "c2"); return s.Paste(s.Copy(), level.Vec{X: 10, Y: 8}) }, "c1 200,168; i1/c1 110,60; i1/c2 110,48; i101/c1 14,12; i101/c2 14,0"},
		{"detach", func(s *editor.Session) error { return s.Instances().Detach(1) }, "c1 200,168; c101 110,60; c102 110,48"},
		{"replace", func(s *editor.Session) error { return s.Instances().Replace("other.level.yaml", 1) }, "c1 200,168; i1/c1 110,60; i1/c7 110,48"},
		{"to another layer and into a group", func(s *editor.Session) error {
			pick(s, "c1", "c2")
			layer, err := s.Layers().Add("top")
			_, err2 := s.Groups().Group()
			return errors.Join(err, err2, s.Shapes(s.Selection().IDs()).MoveToLayer(layer))
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48"},
		{"reset", func(s *editor.Session) error {
			pick(s, "c2")
			return errors.Join(s.Nudge(9, 9), s.Instances().Reset(1, "c2", "position"))
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48"},
		{"missing", func(s *editor.Session) error {
			if _, err := s.Instances().Place("none.level.yaml", level.Vec{}); err == nil {
				return errors.New("a prefab that is not there is placed")
			}
			return nil
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48"},
	} {
		s, _ := withPrefabs(t)
		before := shown(s)
		if err := tt.do(s); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err := s.Document().Validate(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := shown(s); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		for ok := true; ok; {
			_, ok = s.Undo()
		}
		if got := shown(s); got != before {
			t.Errorf("%s: undone, %s", tt.name, got)
		}
	}
}

func TestMakeAPrefab(t *testing.T) {
	s, path := withPrefabs(t)
	s.SelectAll()
	doc, at, err := s.Instances().Prefab("made")
	if err != nil {
		t.Fatal(err)
	}
	b, err := level.Marshal(doc)
	if err := errors.Join(err, os.WriteFile(filepath.Join(filepath.Dir(path), "made.level.yaml"), b, 0o644)); err != nil {
		t.Fatal(err)
	}
	before := shown(s)
	id, err := s.Instances().ReplaceSelection("made.level.yaml", at)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("i1/", id.String()+"/i1/").Replace(strings.Replace(before, "c1 ", id.String()+"/c1 ", 1))
	if got := shown(s); got != want || s.Document().Validate() != nil {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPushToThePrefab(t *testing.T) {
	s, path := withPrefabs(t)
	s.Selection().Set(level.PartID(1, "c2"))
	if _, err := s.Shapes(s.Selection().IDs()).SetRadius(1.5); err != nil {
		t.Fatal(err)
	}
	crate, err := level.Open(filepath.Join(filepath.Dir(path), "crate.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	there, here, err := s.Instances().Push(crate, 1, "c2")
	if err := errors.Join(err, crate.Apply(there), s.Do("Push", here)); err != nil {
		t.Fatal(err)
	}
	if crate.Collider(2).Shape.Radius != 1.5 || len(s.Document().Instance(1).Changes) != 0 {
		t.Error("what was changed here is not in the prefab")
	}
}

func TestInstanceIsSelectedAsAWhole(t *testing.T) {
	s, _ := withPrefabs(t)
	sel := s.Selection()
	lid := level.PartID(1, "c2")
	if got := sel.Whole(lid); len(got) != 2 {
		t.Errorf("%v", got)
	}
	sel.EnterInstance(1)
	if got := sel.Whole(lid); len(got) != 1 {
		t.Errorf("inside %v", got)
	}
	sel.Set(lid)
	if sel.Inside() != 1 || !sel.Leave() || sel.Len() != 2 || sel.Inside() != 0 {
		t.Errorf("left, %v in %v", sel.IDs(), sel.Inside())
	}
	sel.Set(lid)
	if sel.Inside() != 1 {
		t.Error("a part alone is selected outside of its instance")
	}
	sel.Set(1)
	if sel.Inside() != 0 {
		t.Error("something else is selected, and the instance still entered")
	}
	sel.EnterInstance(1)
	sel.Set(lid)
	if err := s.Instances().Detach(1); err != nil || sel.Inside() != 0 {
		t.Errorf("%v, in %v", err, sel.Inside())
	}
}

// A level with instances that is added to another one loses none of their shapes.
func TestLevelWithInstancesIsAdded(t *testing.T) {
	from, _ := withPrefabs(t)
	s := grouped(t)
	n := s.Document().Len()
	if err := s.Merge("Import", from.Document()); err != nil {
		t.Fatal(err)
	}
	b, err := level.Marshal(s.Document())
	if err != nil {
		t.Fatal(err)
	}
	again, err := level.Parse(b, "again")
	if err != nil || again.Len() != n+3 {
		t.Errorf("%v, %d colliders, want %d", err, again.Len(), n+3)
	}
}
