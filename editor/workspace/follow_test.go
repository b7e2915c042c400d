package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"

	"pgregory.net/rapid"
)

// prefabProject creates a project of two levels and two prefabs: a crate, and a stack in which it is placed twice.
func prefabProject(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	crate := `fillet: 1
name: crate
origin: [-10, -10]
size: [20, 20]
layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, name: box, kind: box, size: [20, 20], position: [0, 0]}
      - {id: c2, name: lid, kind: polygon, points: [[-10, 0], [10, 0], [6, -4], [-10, -4]], position: [0, -10]}
`
	stack := `fillet: 2
name: stack
size: [40, 60]
instances:
  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [10, 40]}
  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [12, 20], angle: 90, changes: {c2: {radius: 1}}}
layers:
  - id: l1
    name: stack
    colliders:
      - {id: c1, name: foot, kind: box, size: [30, 4], position: [20, 58]}
`
	placed := `fillet: 2
name: %s
size: [400, 200]
instances:
  - {id: i1, prefab: prefabs/crate.level.yaml, layer: l1, position: [100, 50]}
  - {id: i2, prefab: prefabs/stack.level.yaml, layer: l1, position: [200, 50], angle: 30, flip: true, changes: {i2/c1: {tags: [x]}}}
  - {id: i3, prefab: prefabs/crate.level.yaml, layer: l1, position: [150, 50], flip: true, changes: {c1: {size: [24, 20]}}}
layers:
  - id: l1
    name: x
    colliders:
      - {id: c1, kind: box, size: [400, 10], position: [200, 150]}
`
	for name, text := range map[string]string{
		"fillet.project.yaml": "fillet_project: 1\nname: x\n", "prefabs/crate.level.yaml": crate,
		"prefabs/stack.level.yaml": stack,
		"a.level.yaml":             fmt.Sprintf(placed, "a"), "b.level.yaml": fmt.Sprintf(placed, "b"),
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err !=
			nil {
			t.Fatal(err)
		}
	}
	return dir
}

// window holds the open levels of a window, by their file names.
type window struct {
	testing.TB
	dir    string
	levels *workspace.OpenLevels
	of     map[string]*workspace.OpenLevel
}

func newWindow(t testing.TB, dir string) *window {
	return &window{
		t, dir, workspace.NewOpenLevels(importers.NewRegistry(), export.NewRegistry(), ""),
		map[string]*workspace.OpenLevel{},
	}
}

// open opens a file of the project, or returns its open level.
func (w *window) open(name string) *workspace.OpenLevel {
	w.Helper()
	if l := w.of[name]; l != nil {
		return l
	}
	l, err := w.levels.New(level.DefaultSettings())
	if err != nil {
		w.Fatal(err)
	}
	path := filepath.Join(w.dir, name)
	r, foreign, err := l.Files.Read(context.Background(), path, importers.Options{})
	if err != nil {
		w.Fatal(err)
	}
	l.Files.Opened(path, r, foreign)
	w.of[name] = l
	return l
}

func (w *window) close(name string) {
	w.levels.Close(w.of[name])
	delete(w.of, name)
}

func (w *window) save(name string) {
	w.Helper()
	write, done := w.of[name].Files.Saving(filepath.Join(w.dir, name), false)
	err := write()
	if done(err); err != nil {
		w.Fatal(err)
	}
}

const (
	crateFile = "prefabs/crate.level.yaml"
	stackFile = "prefabs/stack.level.yaml"
)

// widen changes the width of the crate's box.
func (w *window) widen(width float64) {
	w.Helper()
	s := w.of[crateFile].Session
	c := *s.Document().Collider(1)
	c.Shape.Size.X = width
	if err := s.Do("Widen", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(s.Document().Collider(1),
		&c)}}); err != nil {
		w.Fatal(err)
	}
}

// width returns the width of a crate's box in an open level.
func (w *window) width(name string, of level.InstanceID, part string) float64 {
	c := w.of[name].Session.Document().Collider(level.PartID(of, part))
	if c == nil {
		return 0
	}
	return c.Shape.Size.X
}

func (w *window) widths(what string, want float64) {
	w.Helper()
	for _, name := range []string{"a.level.yaml", "b.level.yaml"} {
		if w.of[name] == nil {
			continue
		}
		if one, nested, changed := w.width(name, 1, "c1"), w.width(name, 2, "i1/c1"),
			w.width(name, 3, "c1"); one != want || nested != want || changed != 24 {
			w.Errorf("%s, in %s the boxes are %v and %v wide, want %v, and %v where that is changed, want 24", what,
				name, one, nested, want, changed)
		}
	}
}

func TestInstancesFollowTheOpenPrefab(t *testing.T) {
	t.Parallel()
	w := newWindow(t, prefabProject(t))
	w.open("a.level.yaml")
	w.open("b.level.yaml")
	crate := w.open(crateFile)
	w.widths("opened", 20)
	w.widen(30)
	w.widths("edited", 30)
	if w.of["a.level.yaml"].Files.Unsaved() || !crate.Files.Unsaved() {
		t.Error("the level counts as unsaved instead of the prefab")
	}
	if _, ok := w.of["a.level.yaml"].Session.Undo(); ok {
		t.Error("undo in the level reverts an edit to the prefab")
	}
	stack := w.open(stackFile)
	if got := w.width(stackFile, 1, "c1"); got != 30 {
		t.Errorf("in a prefab opened later the box is %v wide, want 30", got)
	}
	if users := w.levels.Users(crate); len(users) != 3 {
		t.Errorf("the crate is placed in %d open levels, want 3", len(users))
	}
	if got := w.levels.UnsavedPrefabs(stack); len(got) != 1 || got[0] != crate {
		t.Errorf("%d prefabs of the stack are unsaved, want only the crate", len(got))
	}
	crate.Session.Undo()
	w.widths("undone", 20)
	crate.Session.Redo()
	w.widths("done again", 30)
	w.save("a.level.yaml")
	if !crate.Files.Unsaved() || len(w.levels.UnsavedPrefabs(w.of["a.level.yaml"])) != 1 {
		t.Error("saving the level also saved the prefab")
	}
	w.close(crateFile)
	w.widths("closed without saving", 20)
	w.open(crateFile)
	w.widen(32)
	w.save(crateFile)
	w.widths("saved", 32)
	w.close(crateFile)
	w.widths("closed", 32)
}

// While a prefab is dragged, the other levels wait for the end of the drag.
func TestLevelsWaitForTheEndOfAGesture(t *testing.T) {
	t.Parallel()
	w := newWindow(t, prefabProject(t))
	w.open("a.level.yaml")
	s := w.open(crateFile).Session
	g := s.Begin("Widen")
	for width := 21.0; width < 30; width++ {
		w.widen(width)
	}
	w.widths("in the middle of the drag", 20)
	g.Commit()
	w.widths("let go", 29)
	g = s.Begin("Widen")
	w.widen(40)
	g.Rollback()
	w.widths("taken back", 29)
}

// A prefab that unsaved work places in itself is rejected when it is placed, and reported if it is placed already.
func TestPrefabOfUnsavedWorkIsNotPlacedInItself(t *testing.T) {
	t.Parallel()
	w := newWindow(t, prefabProject(t))
	crate, stack := w.open(crateFile).Session, w.open(stackFile).Session
	if _, err := crate.Instances().Place("stack.level.yaml", level.Vec{}); err == nil ||
		!strings.Contains(err.Error(), "contains itself") {
		t.Errorf("placing the stack of crates in the crate: %v, want an error", err)
	}
	for _, i := range stack.Document().Instances() {
		if err := stack.Instances().Detach(i.ID); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := crate.Instances().Place("stack.level.yaml", level.Vec{}); err != nil {
		t.Errorf("placing the stack without crates: %v", err)
	}
	stack.Undo()
	a := w.open("a.level.yaml").Session.Document()
	for _, doc := range []*level.Document{crate.Document(), stack.Document(), a} {
		if err := doc.Validate(); err != nil {
			t.Error(err)
		}
	}
	if err := a.InstanceProblem(1); err == nil || !strings.Contains(err.Error(), "contains itself") {
		t.Errorf("error of the cycle = %v", err)
	}
	crate.Undo()
	stack.Undo()
	if err := errors.Join(a.InstanceProblem(1), a.InstanceProblem(2), stack.Document().InstanceProblem(1)); err != nil {
		t.Errorf("after undoing the cycle: %v", err)
	}
}

// A level adopts a prefab that another program changes if the prefab is not open, and names one that is missing.
func TestPrefabsChangeOnDiskBesideOpenOnes(t *testing.T) {
	t.Parallel()
	w := newWindow(t, prefabProject(t))
	a := w.open("a.level.yaml")
	w.open(stackFile)
	file := filepath.Join(w.dir, crateFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wide := strings.Replace(string(data), "[20, 20], position", "[30, 20], position", 1)
	if err := os.WriteFile(file, []byte(wide+"# wider\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := a.Files.RefreshPrefabs(); len(got) != 1 || filepath.Base(got[0]) != "crate.level.yaml" {
		t.Errorf("changed: %v", got)
	}
	if got := w.width(stackFile, 1, "c1"); got != 20 {
		t.Errorf("the stack adopted %v before its prefabs were checked", got)
	}
	w.of[stackFile].Files.RefreshPrefabs()
	w.widths("changed on disk", 30)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	a.Files.RefreshPrefabs()
	w.of[stackFile].Files.RefreshPrefabs()
	doc := a.Session.Document()
	for id, want := range map[level.InstanceID]string{
		1: "prefabs/crate.level.yaml: no such file",
		2: "prefabs/stack.level.yaml: instance i1: prefabs/crate.level.yaml: no such file",
	} {
		if err := doc.InstanceProblem(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the problem of instance %v is %v, want %q", id, err, want)
		}
	}
	if err := os.WriteFile(file, []byte(wide), 0o644); err != nil {
		t.Fatal(err)
	}
	a.Files.RefreshPrefabs()
	w.of[stackFile].Files.RefreshPrefabs()
	w.widths("back again", 30)
}

// TestRandomPrefabEdits edits levels and their prefabs, some of which are open and some only on disk. After every edit
// each instance equals its prefab plus the instance's own changes, and a level reads back unchanged; undoing all edits
// restores the same bytes.
func TestRandomPrefabEdits(t *testing.T) {
	t.Parallel()
	dir := prefabProject(t)
	begin := map[string][]byte{}
	names := []string{"a.level.yaml", "b.level.yaml", crateFile, stackFile}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		begin[name] = data
	}
	if p, err := project.Of(filepath.Join(dir, names[0])); err != nil || p == nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		for name, data := range begin {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				rt.Fatal(err)
			}
		}
		w := newWindow(t, dir)
		first := map[string]string{}
		text := func(name string) string {
			b, err := level.Marshal(w.of[name].Session.Document())
			if err != nil {
				rt.Fatal(err)
			}
			return string(b)
		}
		open := func(name string) {
			if w.of[name] == nil {
				w.open(name)
				first[name] = text(name)
			}
		}
		open(names[0])
		valid := func(after string) {
			for name, l := range w.of {
				if err := l.Session.Document().Validate(); err != nil {
					rt.Fatalf("after %s, in %s: %v", after, name, err)
				}
				// Compare the instances in the documents, not only the shapes made from them.
				for _, x := range l.Session.Document().Instances() {
					if of := w.of[filepath.ToSlash(filepath.Join(filepath.Dir(name), x.Prefab))]; of != nil &&
						len(x.Changes) == 0 && l.Session.Document().InstanceProblem(x.ID) == nil {
						if want := of.Session.Document().Len(); len(l.Session.Document().Parts(x.ID)) != want {
							rt.Fatalf("after %s, %v in %s has %d parts, and its prefab %d", after, x.ID, name,
								len(l.Session.Document().Parts(x.ID)), want)
						}
					}
				}
			}
		}
		for range rapid.IntRange(1, 14).Draw(rt, "edits") {
			name := rapid.SampledFrom(names).Draw(rt, "level")
			what := rapid.SampledFrom([]string{
				"open", "edit", "edit", "edit", "undo", "redo", "push", "reset",
				"detach", "save", "reopen", "gesture",
			}).Draw(rt, "what")
			if what != "open" && w.of[name] == nil {
				name = names[0]
			}
			if what == "open" {
				open(name)
			}
			s := w.of[name].Session
			doc := s.Document()
			instances := doc.Instances()
			switch what {
			case "edit":
				_ = s.Do("edit", randomEditOf(rt, doc)) // a rejected edit changes nothing
			case "gesture":
				g := s.Begin("drag")
				for range 3 {
					_ = g.Apply(randomEditOf(rt, doc))
				}
				if rapid.Bool().Draw(rt, "commit") {
					g.Commit()
				} else {
					g.Rollback()
				}
			case "undo":
				s.Undo()
			case "redo":
				s.Redo()
			case "save":
				w.save(name)
				first[name] = "" // its history goes further back
				if again := reread(rt, w, name); again != text(name) {
					rt.Fatalf("%s reads back as\n%s\nwant\n%s", name, again, text(name))
				}
			case "reopen":
				w.close(name)
				open(name)
				first[name] = text(name)
			case "push", "reset", "detach":
				if len(instances) == 0 {
					break
				}
				i := rapid.SampledFrom(instances).Draw(rt, "instance")
				switch what {
				case "reset":
					_ = s.Instances().Reset(i.ID, "", "")
				case "detach":
					_ = s.Instances().Detach(i.ID)
				default:
					of := filepath.ToSlash(filepath.Join(filepath.Dir(name), i.Prefab))
					open(of)
					pushAll(rt, w, name, of, i.ID)
				}
			}
			valid(what)
		}
		for name, l := range w.of {
			for ok := true; ok; {
				_, ok = l.Session.Undo()
			}
			valid("undoing all of " + name)
			if want := first[name]; want != "" && text(name) != want {
				rt.Fatalf("after undo, %s is\n%s\nwant\n%s", name, text(name), want)
			}
		}
	})
}

// pushAll pushes all changes to an instance to its prefab. The instance looks the same afterwards.
func pushAll(rt *rapid.T, w *window, name, of string, id level.InstanceID) {
	s, prefab := w.of[name].Session, w.of[of].Session
	doc := s.Document()
	i := doc.Instance(id)
	if doc.InstanceProblem(id) != nil {
		return
	}
	there, here, err := s.Instances().Push(prefab.Document(), id, func(level.PartChange) bool { return true })
	if err != nil {
		return
	}
	before := doc.Parts(id)
	if prefab.Do("Push", there) != nil {
		return // rejected, such as for the last part
	}
	if err := s.Do("Push", here); err != nil {
		rt.Fatal(err)
	}
	if len(doc.UnusedChanges(id)) > 0 || i.Flip {
		return // mirroring twice rounds
	}
	now := doc.Parts(id)
	if len(now) != len(before) {
		rt.Fatalf("after the push the instance has %d parts, before it %d", len(now), len(before))
	}
	for k, c := range now {
		if c.Position.Dist(before[k].Position) > 1e-4 || c.Name != before[k].Name ||
			c.Shape.Kind != before[k].Shape.Kind {
			rt.Fatalf("after the push, %s is\n%+v\nbefore\n%+v", c.IDText(), c, before[k])
		}
	}
}

// reread reads back a level's file.
func reread(rt *rapid.T, w *window, name string) string {
	r, _, err := w.of[name].Files.Read(context.Background(), filepath.Join(w.dir, name), importers.Options{})
	if err != nil {
		rt.Fatal(err)
	}
	b, err := level.Marshal(r.Document)
	if err != nil {
		rt.Fatal(err)
	}
	return string(b)
}

// randomEditOf moves, reshapes, names or removes some colliders, or adds a collider.
func randomEditOf(t *rapid.T, doc *level.Document) level.Diff {
	var all []*level.Collider
	for c := range doc.Colliders() {
		all = append(all, c)
	}
	var d level.Diff
	if len(all) == 0 {
		return d
	}
	some := rapid.SliceOfN(rapid.SampledFrom(all), 1, 3).Draw(t, "some")
	if one := some[0]; one.Part != nil && rapid.Bool().Draw(t, "whole") {
		some = doc.Parts(one.Part.Instance)
	}
	kind := rapid.IntRange(0, 7).Draw(t, "kind")
	done := map[level.ID]bool{}
	for _, c := range some {
		if done[c.ID] {
			continue
		}
		done[c.ID] = true
		out := *c
		after := &out
		switch kind {
		case 0, 1:
			out.Position = out.Position.Add(level.Vec{X: float64(rapid.IntRange(-9, 9).Draw(t, "x")), Y: 3.25})
		case 2:
			after = level.Turned(c, level.Vec{X: 5}, 90)
		case 3:
			out.Name, out.Tags = rapid.SampledFrom([]string{"one", "two"}).Draw(t, "name"), []string{"x"}
		case 4:
			if out.Shape.Kind != level.Circle {
				out.Shape.Radius = float64(rapid.IntRange(0, 3).Draw(t, "radius"))
			}
		case 5:
			out.Shape = level.Shape{Kind: level.Box, Size: level.Vec{
				X: float64(rapid.IntRange(1, 40).Draw(t, "w")),
				Y: 8,
			}}
		case 6:
			after = nil
		default:
			own := level.Collider{
				ID: doc.NewID(), Layer: c.Layer, Order: doc.TopOrder(c.Layer),
				Position: level.Vec{X: 7, Y: 7}, Shape: level.Shape{Kind: level.Circle, Radius: 4},
			}
			d.Colliders = append(d.Colliders, level.Added(&own))
			return d
		}
		d.Colliders = append(d.Colliders, level.Change[level.Collider]{Before: c, After: after})
	}
	return d
}
