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
	"fillet/editor/project"
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

// withPrefabs returns a session on a level in its own folder, with an instance of two parts.
func withPrefabs(t *testing.T) (s *editor.Session, path string) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "a.level.yaml")
	if err := errors.Join(os.WriteFile(path, []byte(placedFile), 0o644),
		os.WriteFile(filepath.Join(dir, "crate.level.yaml"), []byte(crateFile), 0o644),
		os.WriteFile(filepath.Join(dir, "other.level.yaml"), []byte(strings.Replace(crateFile, "c2", "c7", 1)),
			0o644)); err != nil {
		t.Fatal(err)
	}
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(doc, path, "")
	n := uint64(100)
	doc.UseIDs(func(byte) uint64 { n++; return n })
	return editor.NewSession(doc), path
}

// shown returns the level as text, each instance with the positions of its parts.
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
		{"nudge", func(s *editor.Session) error {
			pick(s, "c1", "c2")
			return s.Nudge(1, 0)
		}, "c1 200,168; i1/c1 111,60; i1/c2 111,48"},
		{"nudge a part", func(s *editor.Session) error {
			pick(s, "c2")
			return s.Nudge(1, 0)
		}, "c1 200,168; i1/c1 110,60; i1/c2 111,48"},
		{"delete a part", func(s *editor.Session) error {
			pick(s, "c2")
			return s.DeleteSelection()
		}, "c1 200,168; i1/c1 110,60"},
		{"delete", func(s *editor.Session) error { pick(s, "c1", "c2"); return s.DeleteSelection() }, "c1 200,168"},
		{"duplicate", func(s *editor.Session) error {
			pick(s, "c1", "c2")
			return s.Duplicate()
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48; i101/c1 130,60; i101/c2 130,48"},
		{"duplicate a part", func(s *editor.Session) error {
			pick(s, "c2")
			return s.Duplicate()
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48; c101 130,48"},
		{"copy and paste", func(s *editor.Session) error {
			pick(s, "c1", "c2")
			return s.Clipboard().Paste(s.Clipboard().Copy(), level.Vec{X: 10, Y: 8})
		}, "c1 200,168; i1/c1 110,60; i1/c2 110,48; i101/c1 14,12; i101/c2 14,0"},
		{"detach", func(s *editor.Session) error {
			return s.Instances().Detach(1)
		}, "c1 200,168; c101 110,60; c102 110,48"},
		{"replace", func(s *editor.Session) error {
			return s.Instances().Replace("other.level.yaml", 1)
		}, "c1 200,168; i1/c1 110,60; i1/c7 110,48"},
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
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		for ok := true; ok; {
			_, ok = s.Undo()
		}
		if got := shown(s); got != before {
			t.Errorf("%s: after undo, %s", tt.name, got)
		}
	}
}

// Making a prefab of the selection, with any origin, keeps each shape in place, and undo restores everything.
func TestMakePrefab(t *testing.T) {
	t.Parallel()
	s, path := withPrefabs(t)
	for k, origin := range []level.Vec{{}, {X: 0.5, Y: 0.5}, {X: 0.5, Y: 1}, {X: 1}} {
		s.Selection().All()
		doc, at, err := s.Instances().Prefab("made", origin)
		if err != nil {
			t.Fatal(err)
		}
		if size := doc.Settings().Size; (size == level.Vec{}) != (k > 0) {
			t.Errorf("with the origin at %v the frame is %v", origin, size)
		}
		name := fmt.Sprintf("made%d.level.yaml", k)
		b, err := level.Marshal(doc)
		if err := errors.Join(err, os.WriteFile(filepath.Join(filepath.Dir(path), name), b, 0o644)); err != nil {
			t.Fatal(err)
		}
		before := shown(s)
		id, err := s.Instances().ReplaceSelection(name, at)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer("i1/", id.String()+"/i1/").Replace(strings.Replace(before, "c1 ",
			id.String()+"/c1 ", 1))
		if got := shown(s); got != want || s.Document().Validate() != nil {
			t.Errorf("got %s, want %s", got, want)
		}
		if s.Undo(); shown(s) != before {
			t.Errorf("after undo: %s", shown(s))
		}
	}
}

func TestPushToPrefab(t *testing.T) {
	s, path := withPrefabs(t)
	s.Selection().Set(level.PartID(1, "c2"))
	if err := s.Shapes(s.Selection().IDs()).SetRadius(1.5); err != nil {
		t.Fatal(err)
	}
	crate, err := level.Open(filepath.Join(filepath.Dir(path), "crate.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	there, here, err := s.Instances().Push(crate, 1, func(c level.PartChange) bool { return c.Part == "c2" })
	if err := errors.Join(err, crate.Apply(there), s.Do("Push", here)); err != nil {
		t.Fatal(err)
	}
	if crate.Collider(2).Shape.Radius != 1.5 || len(s.Document().Instance(1).Changes) != 0 {
		t.Error("the prefab lacks the changes from the level")
	}
}

func TestInstanceIsSelectedAsAWhole(t *testing.T) {
	t.Parallel()
	s, _ := withPrefabs(t)
	sel := s.Selection()
	lid := level.PartID(1, "c2")
	if got := sel.Expand(lid); len(got) != 2 {
		t.Errorf("got %v", got)
	}
	sel.EnterInstance(1)
	if got := sel.Expand(lid); len(got) != 1 {
		t.Errorf("inside %v", got)
	}
	sel.Set(lid)
	if sel.Inside() != 1 || !sel.Leave() || sel.Len() != 2 || sel.Inside() != 0 {
		t.Errorf("after leaving, %v in %v", sel.IDs(), sel.Inside())
	}
	sel.Set(lid)
	if sel.Inside() != 1 {
		t.Error("a part is selected without entering its instance")
	}
	sel.Set(1)
	if sel.Inside() != 0 {
		t.Error("the instance is still entered after selecting something else")
	}
	sel.EnterInstance(1)
	sel.Set(lid)
	if err := s.Instances().Detach(1); err != nil || sel.Inside() != 0 {
		t.Errorf("%v, in %v", err, sel.Inside())
	}
}

// Merging a level with instances into another one loses no shapes.
func TestMergeLevelWithInstances(t *testing.T) {
	t.Parallel()
	from, _ := withPrefabs(t)
	s := grouped(t)
	n := s.Document().Len()
	notes, err := s.Merge("Import", from.Document())
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0],
		"first was added as shapes instead of an instance: save the level") {
		t.Fatal(notes, err)
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

// Ignored entries refer to parts of instances by name: they survive re-reading, copies, detaching and undo.
func TestIgnoredPartsOfInstances(t *testing.T) {
	t.Parallel()
	s, path := withPrefabs(t)
	s.Instances().Select(1)
	must(t, s.Nudge(0, 92)) // the box overlaps the ground by 4 px
	box := level.PartID(1, "c1")
	counts := func(s *editor.Session, overlaps int, ignored string) {
		t.Helper()
		if got := s.Live().Counts().Overlaps; got != overlaps || keys(s) != ignored {
			t.Errorf("%d overlaps with %q ignored, want %d with %q", got, keys(s), overlaps, ignored)
		}
		if err := s.Document().Validate(); err != nil {
			t.Error(err)
		}
	}
	counts(s, 1, "")
	must(t, s.Ignored().Add(level.NewIgnored(level.RuleOverlap, []level.ID{box, 1}, "sunk")))
	counts(s, 0, "overlap c1 i1/c1: sunk")
	text, err := level.Marshal(s.Document())
	if err != nil || !strings.Contains(string(text), "{rule: overlap, ids: [c1, i1/c1], reason: sunk}") {
		t.Fatalf("saved (%v):\n%s", err, text)
	}
	again, err := level.Parse(text, path)
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(again, path, "")
	read := editor.NewSession(again)
	counts(read, 0, "overlap c1 i1/c1: sunk")

	// A copy of the ground and the whole instance ignores the same parts. A copy of the box alone becomes a shape.
	for name, copied := range map[string]func() error{
		"duplicate": s.Duplicate,
		"paste":     func() error { return s.Clipboard().Paste(s.Clipboard().Copy(), level.Vec{X: 200, Y: 600}) },
	} {
		for _, isWhole := range []bool{true, false} {
			if s.Selection().Set(1, box); isWhole {
				s.Selection().Set(1, box, level.PartID(1, "c2"))
			}
			must(t, copied())
			list := s.Document().Settings().Ignored
			if len(list) != 2 || list[1].Reason != "sunk" || len(list[1].Parts) == 1 != isWhole {
				t.Errorf("%s, whole %v: %q", name, isWhole, keys(s))
			}
			for id := range list[1].Members() {
				if !s.Selection().Has(id) {
					t.Errorf("%s, whole %v: the copy %v is not selected", name, isWhole, id)
				}
			}
			s.Undo()
		}
	}
	counts(s, 0, "overlap c1 i1/c1: sunk")

	must(t, s.Instances().Detach(1))
	list := s.Document().Settings().Ignored
	if len(list) != 1 || len(list[0].Parts) != 0 || len(list[0].IDs) != 2 || s.Live().Counts().Overlaps != 0 {
		t.Errorf("after detaching: %q, %d overlaps", keys(s), s.Live().Counts().Overlaps)
	}
	s.Undo()
	counts(s, 0, "overlap c1 i1/c1: sunk")
	must(t, s.Ignored().Remove(s.Ignored().Pair(box, 1)))
	counts(s, 1, "")
}

// twoFolders returns sessions on levels/one/a.level.yaml, which has an instance of levels/one/crate.level.yaml, and on
// levels/two/b.level.yaml. The folders belong to one project if inProject is set.
func twoFolders(t *testing.T, inProject bool) (one, two *editor.Session) {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"one/a.level.yaml": placedFile, "one/crate.level.yaml": crateFile,
		"two/b.level.yaml": strings.Replace(crateFile, "name: crate\nsize", "name: b\nsize", 1),
	}
	if inProject {
		files["fillet.project.yaml"] = "fillet_project: 1\n"
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err !=
			nil {
			t.Fatal(err)
		}
	}
	opened := func(name string) *editor.Session {
		path := filepath.Join(dir, name)
		doc, err := level.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		project.AttachPrefabs(doc, path, "")
		return editor.NewSession(doc)
	}
	return opened("one/a.level.yaml"), opened("two/b.level.yaml")
}

// Instances that are merged or pasted from a level in another folder keep their prefab; its path is converted.
func TestInstancesFromAnotherFolder(t *testing.T) {
	one, two := twoFolders(t, true)
	one.Selection().All()
	if _, err := one.Groups().Group(); err != nil {
		t.Fatal(err)
	}
	notes, err := two.Merge("Import", one.Document())
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	checkInstance := func(what string, n int) *level.Instance {
		t.Helper()
		doc := two.Document()
		if err := doc.Validate(); err != nil {
			t.Error(err)
		}
		list := doc.Instances()
		if len(list) != n {
			t.Fatalf("%s: %d instances", what, len(list))
		}
		i := list[n-1]
		if i.Prefab != "../one/crate.level.yaml" || doc.InstanceProblem(i.ID) != nil || len(doc.Parts(i.ID)) != 2 {
			t.Errorf("%s: an instance of %s with %d parts, %v", what, i.Prefab, len(doc.Parts(i.ID)),
				doc.InstanceProblem(i.ID))
		}
		return i
	}
	if i := checkInstance("import", 1); i.Name != "first" || i.GroupOf == 0 ||
		two.Document().Group(i.GroupOf).Layer != i.Layer || two.Selection().Len() != 3 {
		t.Errorf("%+v, %d selected", i, two.Selection().Len())
	}
	two.Undo()
	one.Instances().Select(1)
	must(t, two.Clipboard().Paste(one.Clipboard().Copy(), level.Vec{X: 10, Y: 10}))
	checkInstance("paste", 1)
	two.Instances().Select(two.Document().Instances()[0].ID)
	must(t, two.Clipboard().Paste(two.Clipboard().Copy(), level.Vec{X: 10, Y: 40}))
	checkInstance("paste of its own", 2)

	one, two = twoFolders(t, false)
	if notes, err = two.Merge("Import", one.Document()); err != nil || len(notes) != 1 ||
		len(two.Document().Instances()) != 0 || two.Document().Len() != 2+3 {
		t.Errorf("from another root: %q, %v, %d instances, %d shapes", notes, err, len(two.Document().Instances()),
			two.Document().Len())
	}
	// In a level without a file no path can be converted.
	unsaved := grouped(t)
	one.Instances().Select(1)
	if err := unsaved.Clipboard().Paste(one.Clipboard().Copy(), level.Vec{}); err == nil ||
		!strings.Contains(err.Error(), "save the level before") || len(unsaved.Document().Instances()) > 0 {
		t.Errorf("paste into a level without a file: %v", err)
	}
	must(t, two.Clipboard().Paste(one.Clipboard().Copy(), level.Vec{})) // keeps the path, which the check reports
	if i := two.Document().Instances(); len(i) != 1 || two.Document().InstanceProblem(i[0].ID) == nil {
		t.Errorf("paste from another root: %v", i)
	}
}
