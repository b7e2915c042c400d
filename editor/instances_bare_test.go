package editor_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// Hiding or locking a whole instance changes the instance; hiding or locking a single part is an override.
func TestHideAndLockInstances(t *testing.T) {
	t.Parallel()
	s, _ := withPrefabs(t)
	doc := s.Document()
	var all []level.ID
	for _, c := range doc.Parts(1) {
		all = append(all, c.ID)
	}
	if err := errors.Join(s.Shapes(append(all, 1)).SetHidden(true), s.Shapes(all).SetLocked(true)); err != nil {
		t.Fatal(err)
	}
	if i := doc.Instance(1); !i.Hidden || !i.Locked || len(i.Changes) != 0 || !doc.Collider(1).Hidden ||
		doc.Visible(doc.Parts(1)[0]) {
		t.Errorf("after hiding and locking it is %+v", i)
	}
	if err := errors.Join(s.Shapes(all).SetLocked(false), s.Shapes(all).SetHidden(false),
		s.Shapes(all[1:]).SetHidden(true)); err != nil {
		t.Fatal(err)
	}
	i := doc.Instance(1)
	if value, _ := i.Change("c2", "hidden"); i.Hidden || i.Locked || len(i.Changes) != 1 || value != "true" {
		t.Errorf("with one part hidden it is %+v", i)
	}
	s.Undo()
	s.Undo()
	if !doc.Instance(1).Hidden {
		t.Error("undo does not restore the flags")
	}
}

// An instance with a missing prefab can be selected, moved, placed, replaced and deleted together with shapes, but
// cannot be detached.
func TestInstancesWithoutParts(t *testing.T) {
	t.Parallel()
	s, path := withPrefabs(t)
	doc := s.Document()
	lost := *doc.Instance(1)
	lost.ID, lost.Prefab, lost.Name, lost.Position = 5, "gone.level.yaml", "", level.Vec{X: 300, Y: 40}
	if err := s.Do("lose one", level.Diff{Instances: []level.Change[level.Instance]{level.Added(&lost)}}); err != nil {
		t.Fatal(err)
	}
	if m, ok := doc.MarkOf(5); !ok || !m.Bounds.Contains(lost.Position) || !strings.Contains(m.Why, "gone.level.yaml") {
		t.Errorf("mark = %+v, %v", m, ok)
	}
	if _, ok := doc.MarkOf(1); ok {
		t.Error("an instance with parts has a mark")
	}
	if id := s.Instances().MarkAt(level.Vec{X: 305, Y: 45}); id != 5 {
		t.Errorf("at its position is %v", id)
	}
	s.Instances().Select(5, 1)
	if s.Selection().Len() != 2 || !s.Selection().HasBare(5) || len(s.Instances().Selected()) != 2 {
		t.Errorf("%v and %v are selected", s.Selection().IDs(), s.Selection().Bare())
	}
	if err := s.Nudge(3, 4); err != nil {
		t.Fatal(err)
	}
	if a, b := doc.Instance(5).Position, doc.Instance(1).Position; a != (level.Vec{X: 303, Y: 44}) ||
		b != (level.Vec{X: 103, Y: 54}) {
		t.Errorf("after nudging they are at %v and %v", a, b)
	}
	if err := s.Instances().Detach(5); err == nil || doc.Instance(5) == nil {
		t.Error("an instance without parts can be detached")
	}
	if err := s.DeleteSelection(); err != nil || len(doc.Instances()) != 0 {
		t.Errorf("%v, there are %d", err, len(doc.Instances()))
	}
	s.Undo()
	s.Instances().Select(5)
	if err := s.Instances().SetLocked(true, 5); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteSelection(); err == nil || doc.Instance(5) == nil {
		t.Error("a locked instance was deleted")
	}
	if s.Instances().MarkAt(level.Vec{X: 305, Y: 45}) != 0 {
		t.Error("a locked instance can be picked")
	}
	if err := errors.Join(s.Instances().SetLocked(false, 5), s.Instances().Replace("crate.level.yaml", 5)); err != nil {
		t.Fatal(err)
	}
	if len(s.Selection().Bare()) != 0 || s.Selection().Len() != 2 {
		t.Errorf("replaced, %v and %v are selected", s.Selection().IDs(), s.Selection().Bare())
	}
	s.Undo()
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "loop.level.yaml"),
		[]byte(strings.ReplaceAll(placedFile, "crate.level.yaml", "loop.level.yaml")), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Instances().Replace("loop.level.yaml", 5); err == nil || doc.Instance(5).Prefab != "gone.level.yaml" {
		t.Error("a prefab that contains itself is accepted")
	}
	for _, name := range []string{"loop.level.yaml", "../outside.level.yaml", "/etc/passwd"} {
		bad := *doc.Instance(5)
		bad.Prefab = name
		if err := s.Do("name", level.Diff{Instances: []level.Change[level.Instance]{level.Changed(doc.Instance(5),
			&bad)}}); err != nil {
			t.Fatal(err)
		}
		if m, ok := doc.MarkOf(5); !ok || m.Why == "" {
			t.Errorf("for %s the mark is %+v, %v", name, m, ok)
		}
	}
	if err := doc.Validate(); err != nil {
		t.Error(err)
	}
}

// An instance with a missing prefab can be duplicated, copied, cut, pasted, grouped and made into a prefab with the
// rest of the selection.
func TestCopyInstancesWithoutParts(t *testing.T) {
	s, _ := withPrefabs(t)
	doc := s.Document()
	lost := *doc.Instance(1)
	lost.ID, lost.Prefab, lost.Name, lost.Position = 5, "gone.level.yaml", "", level.Vec{X: 300, Y: 40}
	if err := s.Do("lose one", level.Diff{Instances: []level.Change[level.Instance]{level.Added(&lost)}}); err != nil {
		t.Fatal(err)
	}
	sel := s.Selection()
	sel.All()
	if !sel.HasBare(5) || sel.Tally() != (level.Tally{Shapes: 1, Instances: 2}) {
		t.Errorf("selecting all selects %v", sel.Tally())
	}
	if sel.Remove(1); sel.Tally() != (level.Tally{Instances: 2}) {
		t.Errorf("without the ground, %v are selected", sel.Tally())
	}
	if sel.Invert(); sel.Tally() != (level.Tally{Shapes: 1}) {
		t.Errorf("inverting selects %v", sel.Tally())
	}
	if sel.Invert(); sel.Tally() != (level.Tally{Instances: 2}) {
		t.Errorf("inverting again selects %v", sel.Tally())
	}
	at := func() (out []string) {
		for _, id := range s.Instances().Selected() {
			out = append(out, doc.Instance(id).Prefab+" "+vecText(doc.Instance(id).Position))
		}
		slices.Sort(out)
		return out
	}
	if err := s.Duplicate(); err != nil || !slices.Equal(at(), []string{
		"crate.level.yaml 100,96",
		"gone.level.yaml 300,86",
	}) {
		t.Errorf("%v, duplicated are %q", err, at())
	}
	if label, _ := s.Undo(); label != "Duplicate 2 instances" {
		t.Errorf("step = %q", label)
	}
	s.Instances().Select(5)
	text := s.Clipboard().Copy()
	if err := s.Clipboard().Paste(text, level.Vec{X: 50, Y: 60}); err != nil ||
		!slices.Equal(at(), []string{"gone.level.yaml 44,56"}) {
		t.Errorf("%v, pasted are %q", err, at()) // moved by whole grid cells
	}
	if label, _ := s.Undo(); label != "Paste 1 instance" || len(doc.Instances()) != 2 {
		t.Errorf("the step is %q, there are %d", label, len(doc.Instances()))
	}
	s.Instances().Select(5, 1)
	text, err := s.Clipboard().Cut()
	if err != nil || len(doc.Instances()) != 0 {
		t.Errorf("%v, after the cut there are %d", err, len(doc.Instances()))
	}
	if err := s.Clipboard().Paste(text, level.Vec{X: 210, Y: 50}); err != nil || len(doc.Instances()) != 2 ||
		sel.Tally().Instances != 2 {
		t.Errorf("%v, pasted are %d, selected %v", err, len(doc.Instances()), sel.Tally())
	}
	s.Undo()
	s.Undo()
	s.Instances().Select(5, 1)
	g, err := s.Groups().Group()
	if err != nil || doc.Instance(5).GroupOf != g || doc.Instance(1).GroupOf != g {
		t.Fatalf("%v: in group %v are %v and %v", err, g, doc.Instance(5).GroupOf, doc.Instance(1).GroupOf)
	}
	if sel.Take(level.PartID(1, "c1")); !sel.HasBare(5) || sel.Len() != 2 {
		t.Errorf("selecting its group selects %v", sel.Tally())
	}
	if err := s.Duplicate(); err != nil || len(doc.Groups()) != 2 {
		t.Fatalf("%v, there are %d groups", err, len(doc.Groups()))
	}
	for _, id := range s.Instances().Selected() {
		if in := doc.Instance(id).GroupOf; in == g || in == 0 {
			t.Errorf("the copy of %s is in group %v", doc.Instance(id).Prefab, in)
		}
	}
	s.Undo()
	s.Instances().Select(5, 1)
	made, _, err := s.Instances().Prefab("both", level.Vec{})
	if err != nil || len(made.Instances()) != 2 {
		t.Errorf("%v, the prefab has %v", err, made.Tally())
	}
	if err := errors.Join(s.Instances().SetLocked(true, 5), doc.Validate()); err != nil {
		t.Fatal(err)
	}
	s.Instances().Select(5)
	if err := s.Duplicate(); !errors.Is(err, editor.ErrLocked) {
		t.Errorf("a locked instance is duplicated: %v", err)
	}
}
