package workspace_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"

	"pgregory.net/rapid"
)

// foreignRecord is a record of a foreign file: an entity if it has an id, else a region of cells.
type foreignRecord struct {
	id         string
	layer      string
	value      int
	name       string
	x, y, w, h float64
	tags       []string
	properties level.Properties
	role       level.Role
	circle     bool
	polygon    bool
	angle      float64
}

// imported returns the document of an imported file with the given records.
func imported(t tester, records []foreignRecord, size level.Vec) *level.Document {
	t.Helper()
	settings := level.DefaultSettings()
	settings.Size = size
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	m := &level.Import{
		File: "/levels/world.ldtk", Digest: fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, records))),
		Frame: level.Frame{Size: size, Grid: settings.Grid.Size},
	}
	var d level.Diff
	layers := map[string]level.LayerID{}
	for _, r := range records {
		if layers[r.layer] == 0 {
			l := &level.Layer{ID: doc.NewLayerID(), Name: "L/" + r.layer, Order: float64(len(layers) + 1)}
			layers[r.layer] = l.ID
			d.Layers = append(d.Layers, level.Added(l))
		}
		s := level.Shape{Kind: level.Box, Size: level.Vec{X: r.w, Y: r.h}, Rounding: level.Inset}
		if r.circle {
			s = level.Shape{Kind: level.Circle, Radius: r.w}
		}
		if r.polygon {
			s = level.Shape{
				Kind: level.Polygon, Points: []level.Vec{{}, {X: r.w}, {X: r.w, Y: r.h}},
				Rounding: level.Inset,
			}
		}
		c := level.NewCollider(doc.NewID(), layers[r.layer], r.name, s, level.Vec{X: r.x, Y: r.y})
		c.Angle = level.Degrees(r.angle)
		c.Tags, c.Properties, c.Role = r.tags, r.properties, r.role
		c.Source = &level.Source{File: m.File, Level: "L", Layer: r.layer, Value: r.value, ID: r.id}
		d.Colliders = append(d.Colliders, level.Added(c))
		m.Base = append(m.Base, level.Imported{Collider: c})
	}
	after := *settings
	after.Imports = []*level.Import{m}
	d.Settings = level.Changed(settings, &after)
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

func theImport(s *editor.Session) *level.Import { return s.Document().Settings().Imports[0] }

func marshal(t tester, doc *level.Document) string {
	t.Helper()
	b, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// reopened returns the session after saving, closing and reopening the level.
func reopened(t tester, s *editor.Session) *editor.Session {
	t.Helper()
	back, err := level.Read(strings.NewReader(marshal(t, s.Document())), "level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return editor.NewSession(back)
}

func named(t tester, s *editor.Session, name string) *level.Collider {
	t.Helper()
	for c := range s.Document().Colliders() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func change(t tester, s *editor.Session, name string, f func(*level.Collider)) {
	t.Helper()
	before := named(t, s, name)
	after := *before
	f(&after)
	if err := s.History().Do("change", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(before,
		&after)}}); err != nil {
		t.Fatal(err)
	}
}

func remove(t tester, s *editor.Session, name string) {
	t.Helper()
	if err := s.History().Do("delete",
		level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(named(t, s, name))}}); err != nil {
		t.Fatal(err)
	}
}

// world returns the initial file of the tables.
func world() []foreignRecord {
	return []foreignRecord{
		{
			id: "a", layer: "Entities", name: "door", x: 10, y: 10, w: 8, h: 16, role: level.Trigger,
			tags: []string{"exit"}, properties: level.Properties{"to": "cave", "hp": 3.0},
		},
		{id: "b", layer: "Entities", name: "crate", x: 50, y: 10, w: 8, h: 8, role: level.Solid},
		{layer: "Cells", value: 1, name: "floor", x: 64, y: 120, w: 128, h: 16, role: level.Solid},
		{layer: "Cells", value: 1, name: "wall", x: 200, y: 60, w: 16, h: 100, role: level.Solid},
	}
}

func TestReimport(t *testing.T) {
	t.Parallel()
	size := level.Vec{X: 256, Y: 128}
	at := func(list []foreignRecord, name string) *foreignRecord {
		return &list[slices.IndexFunc(list, func(r foreignRecord) bool { return r.name == name })]
	}
	for _, test := range []struct {
		name      string
		designer  func(tester, *editor.Session)
		file      func([]foreignRecord) []foreignRecord
		conflicts []string
		summary   string
		check     func(*editor.Session) string // returns what is wrong, or ""
	}{
		{
			name: "changes by the file alone are adopted", summary: "world.ldtk: 1 updated",
			file: func(l []foreignRecord) []foreignRecord { at(l, "crate").x = 70; return l },
			check: func(s *editor.Session) string {
				return wrong(named(t, s, "crate").Position.X, 70.0)
			},
		},
		{
			name: "changes by the designer alone are kept", summary: "world.ldtk: 1 updated, 1 kept as changed here",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "door", func(c *level.Collider) { c.Shape.Radius, c.Friction = 3, 0.1 })
			},
			file:  func(l []foreignRecord) []foreignRecord { at(l, "crate").x = 70; return l },
			check: func(s *editor.Session) string { return wrong(named(t, s, "door").Shape.Radius, 3.0) },
		},
		{
			name: "changes to different parts of a collider are combined", summary: "world.ldtk: 1 updated",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "floor", func(c *level.Collider) { c.Shape.Radius, c.Tags = 3, []string{"icy"} })
			},
			file: func(l []foreignRecord) []foreignRecord { f := at(l, "floor"); f.x, f.w = 72, 144; return l },
			check: func(s *editor.Session) string {
				c := named(t, s, "floor")
				return wrong(fmt.Sprint(c.Shape.Size.X, c.Position.X, c.Shape.Radius, c.Tags), "144 72 3 [icy]")
			},
		},
		{
			name: "a radius that no longer fits is reduced", summary: "world.ldtk: 1 updated",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "floor", func(c *level.Collider) { c.Shape.Radius = 8 })
			},
			file:  func(l []foreignRecord) []foreignRecord { at(l, "floor").h = 4; return l },
			check: func(s *editor.Session) string { return wrong(named(t, s, "floor").Shape.Radius, 2.0) },
		},
		{
			name: "tags and properties merge one by one", summary: "world.ldtk: 1 updated",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "door", func(c *level.Collider) {
					c.Tags, c.Properties = []string{"exit", "locked"},
						level.Properties{"to": "cave", "hp": 3.0, "sound": "creak"}
				})
			},
			file: func(l []foreignRecord) []foreignRecord {
				d := at(l, "door")
				d.tags, d.properties = []string{"iron"}, level.Properties{"to": "attic", "hp": 3.0}
				return l
			},
			check: func(s *editor.Session) string {
				c := named(t, s, "door")
				return wrong(fmt.Sprint(c.Tags, c.Properties), "[locked iron] map[hp:3 sound:creak to:attic]")
			},
		},
		{
			name: "the same change on both sides is no conflict", summary: "world.ldtk: 1 kept as changed here",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "crate", func(c *level.Collider) { c.Position.X = 70 })
			},
			file: func(l []foreignRecord) []foreignRecord { at(l, "crate").x = 70; return l },
		},
		{
			name: "a move here and a resize there are combined", summary: "world.ldtk: 1 updated",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "crate", func(c *level.Collider) { c.Position.X += 3 })
			},
			file: func(l []foreignRecord) []foreignRecord {
				c := at(l, "crate")
				c.x, c.w = c.x+8, c.w+16
				return l
			},
			check: func(s *editor.Session) string {
				c := named(t, s, "crate")
				return wrong(fmt.Sprint(c.Position.X, c.Shape.Size.X), "61 24")
			},
		},
		{
			name: "different changes to one part are a conflict", summary: "world.ldtk: 1 changed on both sides",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "crate", func(c *level.Collider) { c.Position.X = 71 })
			},
			file: func(l []foreignRecord) []foreignRecord {
				at(l, "crate").x = 70
				return l
			}, conflicts: []string{"crate: both changed the position"},
			check: func(s *editor.Session) string { return wrong(named(t, s, "crate").Position.X, 71.0) },
		},
		{
			name: "an outline and its place are decided together", summary: "world.ldtk: 1 changed on both sides",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "floor", func(c *level.Collider) { c.Shape.Size.X = 140 })
			},
			file:      func(l []foreignRecord) []foreignRecord { f := at(l, "floor"); f.x, f.w = 72, 144; return l },
			conflicts: []string{"floor: both changed the outline, position"},
			check: func(s *editor.Session) string {
				c := named(t, s, "floor")
				return wrong(fmt.Sprint(c.Shape.Size, c.Position.X), "(140, 16) 64")
			},
		},
		{
			name:    "a turn and a drag that moves the origin are a conflict",
			summary: "world.ldtk: 1 changed on both sides",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "crate", func(c *level.Collider) { c.Angle = 20 })
			},
			file: func(l []foreignRecord) []foreignRecord {
				c := at(l, "crate")
				c.x, c.w = c.x+8, c.w+16
				return l
			},
			conflicts: []string{"crate: both changed the outline, position, angle"},
			check: func(s *editor.Session) string {
				c := named(t, s, "crate")
				return wrong(fmt.Sprint(c.Shape.Size.X, c.Position.X, c.Angle), "8 50 20")
			},
		},
		{
			name: "one property changed to two values is a conflict", summary: "world.ldtk: 1 changed on both sides",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "door", func(c *level.Collider) {
					c.Properties = level.Properties{"to": "hall", "hp": 3.0}
				})
			},
			file: func(l []foreignRecord) []foreignRecord {
				at(l, "door").properties = level.Properties{"to": "attic", "hp": 4.0}
				return l
			},
			conflicts: []string{"door: both changed the properties"},
			check: func(s *editor.Session) string {
				return wrong(fmt.Sprint(named(t, s, "door").Properties), "map[hp:4 to:hall]")
			},
		},
		{
			name:    "colliders gone from the file are removed unless changed here",
			summary: "world.ldtk: 1 removed, 1 changed on both sides",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "door", func(c *level.Collider) { c.Body = level.Kinematic })
			},
			file: func(l []foreignRecord) []foreignRecord {
				return l[2:]
			}, conflicts: []string{"door: changed here, gone from the file"},
			check: func(s *editor.Session) string {
				return wrong(fmt.Sprint(named(t, s, "crate") == nil, named(t, s, "door") == nil), "true false")
			},
		},
		{
			name: "colliders deleted here stay deleted", summary: "world.ldtk: 1 updated",
			designer: func(t tester, s *editor.Session) { remove(t, s, "crate") },
			file:     func(l []foreignRecord) []foreignRecord { at(l, "door").x = 20; return l },
			check:    func(s *editor.Session) string { return wrong(named(t, s, "crate") == nil, true) },
		},
		{
			name: "deleted here and changed in the file is a conflict", summary: "world.ldtk: 1 changed on both sides",
			designer: func(t tester, s *editor.Session) { remove(t, s, "crate") },
			file: func(l []foreignRecord) []foreignRecord {
				at(l, "crate").x = 20
				return l
			}, conflicts: []string{"crate: deleted here, changed in the file"},
			check: func(s *editor.Session) string { return wrong(named(t, s, "crate") == nil, true) },
		},
		{
			name: "new colliders go to the layer of similar ones", summary: "world.ldtk: 1 added",
			designer: func(t tester, s *editor.Session) {
				l := s.Document().Layers()[0]
				renamed := *l
				renamed.Name = "Mine"
				if err := s.History().Do("rename",
					level.Diff{Layers: []level.Change[level.Layer]{level.Changed(l, &renamed)}}); err != nil {
					t.Fatal(err)
				}
			},
			file: func(l []foreignRecord) []foreignRecord {
				return append(l, foreignRecord{id: "c", layer: "Entities", name: "lamp", w: 4, h: 4, role: level.Solid})
			},
			check: func(s *editor.Session) string {
				return wrong(s.Document().Layer(named(t, s, "lamp").Layer).Name, "Mine")
			},
		},
		{
			name: "a new layer goes directly above the layer below it", summary: "world.ldtk: 1 added",
			file: func(l []foreignRecord) []foreignRecord {
				return slices.Insert(l, 2, foreignRecord{
					id: "c", layer: "Things", name: "lamp", w: 4, h: 4,
					role: level.Solid,
				})
			},
			check: func(s *editor.Session) string {
				var names []string
				for _, l := range s.Document().Layers() {
					names = append(names, l.Name)
				}
				return wrong(strings.Join(names, " "), "L/Entities L/Things L/Cells")
			},
		},
		{
			name: "a renamed layer stays the same layer", summary: "world.ldtk: 1 kept as changed here",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "floor", func(c *level.Collider) { c.Shape.Radius = 3 })
			},
			file: func(l []foreignRecord) []foreignRecord { l[2].layer, l[3].layer = "Ground", "Ground"; return l },
			check: func(s *editor.Session) string {
				c := named(t, s, "floor")
				return wrong(fmt.Sprint(c.Source.Layer, c.Shape.Radius, len(s.Document().Layers())), "Ground3 2")
			},
		},
		{
			name:    "an entity of a different kind of shape gets the new radius",
			summary: "world.ldtk: 1 changed on both sides",
			designer: func(t tester, s *editor.Session) {
				change(t, s, "crate", func(c *level.Collider) { c.Shape.Radius = 2 })
			},
			file: func(l []foreignRecord) []foreignRecord {
				at(l, "crate").circle = true
				return l
			}, conflicts: []string{"crate: both changed the outline, radius"},
			check: func(s *editor.Session) string {
				return wrong(fmt.Sprint(named(t, s, "crate").Shape.Kind, named(t, s, "crate").Shape.Radius), "box 2")
			},
		},
	} {
		for _, closed := range []bool{false, true} {
			s := editor.NewSession(imported(t, world(), size))
			if test.designer != nil {
				test.designer(t, s)
			}
			if closed {
				s = reopened(t, s)
			}
			r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, test.file(world()), size))
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			var conflicts []string
			for i := range r.Conflicts {
				conflicts = append(conflicts, r.Conflicts[i].String())
			}
			if !slices.Equal(conflicts, test.conflicts) {
				t.Errorf("%s: conflicts %q, want %q", test.name, conflicts, test.conflicts)
			}
			if got := r.Summary(); got != test.summary {
				t.Errorf("%s: got %s, want %s", test.name, got, test.summary)
			}
			if err := r.Apply(s); err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			if test.check != nil {
				if w := test.check(s); w != "" {
					t.Errorf("%s (closed in between: %v): %s", test.name, closed, w)
				}
			}
		}
	}
}

func wrong[T comparable](got, want T) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%v, want %v", got, want)
}

// A conflict that is decided for the file takes the file's version.
func TestDecidedForTheFile(t *testing.T) {
	t.Parallel()
	size := level.Vec{X: 256, Y: 128}
	s := editor.NewSession(imported(t, world(), size))
	change(t, s, "crate", func(c *level.Collider) { c.Position.X, c.Shape.Radius = 71, 2 })
	change(t, s, "wall", func(c *level.Collider) { c.Shape.Radius = 2 })
	remove(t, s, "door")
	later := world()
	later[0].x, later[1].x = 11, 70
	r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, later[:3], size))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Conflicts) != 3 {
		t.Fatalf("%d conflicts, want one each for crate, wall and door: %+v", len(r.Conflicts), r.Conflicts)
	}
	for i := range r.Conflicts {
		r.Conflicts[i].Take = workspace.TakeFile
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	if c := named(t, s, "crate"); c.Position.X != 70 || c.Shape.Radius != 2 {
		t.Errorf("the crate is at %g with radius %g, want the file's 70 and the designer's 2", c.Position.X,
			c.Shape.Radius)
	}
	if named(t, s, "wall") != nil {
		t.Error("the wall, gone from the file, is still there")
	}
	if c := named(t, s, "door"); c == nil || c.Position.X != 11 {
		t.Errorf("the door did not come back: %+v", c)
	}
}

func drawForeign(t *rapid.T) []foreignRecord {
	n := rapid.IntRange(0, 7).Draw(t, "records")
	var out []foreignRecord
	for i := range n {
		r := foreignRecord{
			layer: rapid.SampledFrom([]string{"A", "B"}).Draw(t, "layer"), name: fmt.Sprint("n", i), role: level.Solid,
			x: float64(rapid.IntRange(0, 9).Draw(t, "x") * 16), y: float64(rapid.IntRange(0, 3).Draw(t, "y") * 16),
			w: float64(rapid.IntRange(1, 4).Draw(t, "w") * 16), h: 16,
		}
		if rapid.Bool().Draw(t, "entity") {
			r.id = fmt.Sprint("id", i)
			r.circle = rapid.Bool().Draw(t, "circle")
			r.tags = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"p", "q", "r"}), 0, 3, rapid.ID[string]).Draw(t,
				"tags")
			r.properties = level.Properties{"k": float64(rapid.IntRange(0, 2).Draw(t, "k"))}
		} else {
			r.value = rapid.IntRange(1, 2).Draw(t, "value")
			r.name = fmt.Sprint("cells ", r.value)
		}
		out = append(out, r)
	}
	return out
}

// drawEdited returns the file after edits in its own editor.
func drawEdited(t *rapid.T, was []foreignRecord) []foreignRecord {
	var out []foreignRecord
	for _, r := range was {
		switch rapid.IntRange(0, 9).Draw(t, "edit") {
		case 0:
			continue
		case 4:
			r.angle += 30
		case 5: // its right side was dragged
			r.x, r.w = r.x+8, r.w+16
		case 6: // it was also moved
			r.x, r.y, r.w = r.x+64, r.y+32, r.w+16
		case 7:
			r.polygon, r.x, r.y = true, r.x-r.w/2, r.y-r.h/2
		case 1:
			r.x += 16
		case 2:
			r.w += 16
		case 3:
			r.circle = r.id != "" && !r.circle
			if r.id != "" {
				r.tags, r.properties = append([]string{"new"}, r.tags...), level.Properties{"k": 9.0}
			}
		}
		out = append(out, r)
	}
	if rapid.Bool().Draw(t, "more") {
		out = append(out, foreignRecord{
			id: "fresh", layer: rapid.SampledFrom([]string{"A", "C"}).Draw(t, "layer"),
			name: "fresh", w: 5, h: 5, role: level.Trigger,
		})
	}
	return out
}

// drawDesigner changes the level as designers do.
func drawDesigner(t *rapid.T, s *editor.Session) {
	var all []*level.Collider
	for c := range s.Document().Colliders() {
		all = append(all, c)
	}
	var d level.Diff
	for _, c := range all {
		after := *c
		switch rapid.IntRange(0, 11).Draw(t, "designer") {
		case 8:
			after.Angle += 20
		case 9: // its left side was dragged
			if after.Shape.Kind == level.Box {
				after.Shape.Size.X, after.Position.X = after.Shape.Size.X+12, after.Position.X-6
			}
		case 0:
			d.Colliders = append(d.Colliders, level.Removed(c))
			continue
		case 1:
			after.Position.X += 3
		case 2:
			if after.Shape.Kind == level.Box {
				after.Shape.Radius = 4
			}
		case 3:
			after.Tags = append([]string{"mine"}, after.Tags...)
		case 4:
			after.Properties = level.Properties{"k": 7.0, "own": true}
		case 5:
			after.Role, after.Name, after.Body, after.Friction = level.Trigger, "renamed", level.Dynamic, 0.25
		case 6:
			after.Shape = level.Shape{Kind: level.Capsule, Points: []level.Vec{{}, {X: 20}}, Radius: 3}
		case 7:
			after.Locked, after.Hidden, after.Layer = true, true, s.Document().Layers()[0].ID
		default:
			continue
		}
		d.Colliders = append(d.Colliders, level.Changed(c, &after))
	}
	if layers := s.Document().Layers(); len(layers) > 0 && rapid.Bool().Draw(t, "drew") {
		own := level.NewCollider(s.Document().NewID(), layers[0].ID, "own", level.Shape{Kind: level.Circle, Radius: 5},
			level.Vec{X: 5})
		d.Colliders = append(d.Colliders, level.Added(own))
	}
	if err := s.History().Do("design", d); err != nil {
		t.Fatal(err)
	}
	drawJoints(t, s)
}

// drawJoints joins some of the level's colliders to the next one, as a designer would.
func drawJoints(t *rapid.T, s *editor.Session) {
	before := s.Document().Settings()
	after := *before
	var last *level.Collider
	for c := range s.Document().Colliders() {
		if last != nil && rapid.IntRange(0, 3).Draw(t, "join") == 0 {
			id := level.JointID(len(after.Joints) + 1)
			after.Joints = append(after.Joints, level.Joint{
				ID: id, Name: fmt.Sprint("joint ", id), Kind: level.Hinge, A: last.ID, B: c.ID,
			})
		}
		last = c
	}
	if err := s.History().Do("join", level.Diff{Settings: level.Changed(before, &after)}); err != nil {
		t.Fatal(err)
	}
}

// checkJoints checks that a joint is gone if and only if a collider that it joins is, and then is in the notes.
func checkJoints(t *rapid.T, s *editor.Session, r *workspace.Reimport, before []level.Joint) {
	doc := s.Document()
	for _, j := range before {
		removed := doc.Collider(j.A) == nil || doc.Collider(j.B) == nil
		isGone := !slices.ContainsFunc(doc.Settings().Joints, func(k level.Joint) bool { return k == j })
		if isGone != removed {
			t.Fatalf("%s: gone %v, and one of its colliders is: %v", j.Label(), isGone, removed)
		}
		if isGone && !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, j.Label()+" ") }) {
			t.Fatalf("%s is gone without a note: %q", j.Label(), r.Notes)
		}
	}
}

// Whatever the designer and the file did, and whether or not the level was closed in between: no change by the designer
// is lost, every other change to the file arrives, undo reverts it, and a second re-import changes nothing. A collider
// in conflict has the position and outline of one of the sides. Joints go only with their colliders.
func TestReimportKeepsEveryChange(t *testing.T) {
	size := level.Vec{X: 256, Y: 128}
	rapid.Check(t, func(t *rapid.T) {
		was := drawForeign(t)
		s := editor.NewSession(imported(t, was, size))
		drawDesigner(t, s)
		if rapid.Bool().Draw(t, "closed") {
			s = reopened(t, s)
		}
		same, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, was, size))
		if err != nil {
			t.Fatal(err)
		}
		if !same.IsEmpty() {
			t.Fatalf("re-importing the unchanged file changes the level: %s, %+v\n%s", same.Summary(), same.Diff(),
				marshal(t, s.Document()))
		}

		edited := drawEdited(t, was)
		later := imported(t, edited, size)
		base := map[level.ID]*level.Collider{}
		for _, b := range theImport(s).Base {
			base[b.ID] = b.Collider
		}
		before := map[level.ID]*level.Collider{}
		for c := range s.Document().Colliders() {
			before[c.ID] = c
		}
		text := marshal(t, s.Document())
		r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
		if err != nil {
			t.Fatal(err)
		}
		decided := rapid.Bool().Draw(t, "decide")
		for i := range r.Conflicts {
			if decided {
				r.Conflicts[i].Take = rapid.SampledFrom([]workspace.Side{
					workspace.Undecided, workspace.TakeLevel,
					workspace.TakeFile,
				}).Draw(t, "take")
			}
		}
		undecided := conflictsOf(r, workspace.Undecided)
		joints := s.Document().Settings().Joints
		if err := r.Apply(s); err != nil {
			t.Fatal(err)
		}
		checkJoints(t, s, r, joints)
		if !decided {
			checkKept(t, s, r, base, before)
		}
		if err := s.Document().Validate(); err != nil {
			t.Fatal(err)
		}
		for i := range r.Conflicts { // the dialog draws these
			c := &r.Conflicts[i]
			shown, there := c.Result(c.Take), s.Document().Collider(idOf(c))
			if (shown == nil) != (there == nil) || shown != nil && !shown.Equal(there) {
				t.Fatalf("%v becomes %+v, shown as %+v", c, there, shown)
			}
			const form = level.GeometryPart | level.PositionPart | level.AnglePart
			if c.Parts&form == 0 {
				continue
			}
			ours, files := c.Result(workspace.TakeLevel), c.Result(workspace.TakeFile)
			was := *c.Ours
			if c.Parts&level.PositionPart != 0 { // its whole layer may have been moved
				was.Position = was.Position.Add(c.Base().Position.Sub(base[was.ID].Position))
			} else {
				was.Position = c.Theirs.Position
			}
			if split := (level.Differing(ours, &was) | level.Differing(files, c.Theirs)) & form; split != 0 {
				t.Fatalf("%v mixes the %v of both: %+v or %+v", c, split.Names(), ours, files)
			}
		}
		after := s.Document()
		again, err := workspace.PlanReimport(after, theImport(s), imported(t, edited, size))
		if err != nil {
			t.Fatal(err)
		}
		if left := conflictsOf(again, workspace.Undecided); !again.Diff().IsEmpty() || !slices.Equal(left, undecided) {
			t.Fatalf("a second re-import changes the level: %s, conflicts %q, want %q\n%s\n%s", again.Summary(), left,
				undecided, text, marshal(t, after))
		}
		closed := reopened(t, s)
		again, err = workspace.PlanReimport(closed.Document(), theImport(closed), imported(t, edited, size))
		if left := conflictsOf(again, workspace.Undecided); err != nil || !again.Diff().IsEmpty() ||
			!slices.Equal(left, undecided) {
			t.Fatalf("after reopening, a re-import changes the level (%v): %s, conflicts %q, want %q\n%s", err,
				again.Summary(), left, undecided, marshal(t, closed.Document()))
		}
		if !r.Diff().IsEmpty() {
			s.Undo()
			if back := marshal(t, s.Document()); back != text {
				t.Fatalf("after undo the level is\n%s\nwant\n%s", back, text)
			}
		}
	})
}

func idOf(c *workspace.Conflict) level.ID {
	if c.Ours != nil {
		return c.Ours.ID
	}
	return c.Theirs.ID
}

// conflictsOf lists the conflicts that are decided for the given side.
func conflictsOf(r *workspace.Reimport, side workspace.Side) []string {
	var out []string
	for i := range r.Conflicts {
		if c := &r.Conflicts[i]; c.Take == side {
			out = append(out, fmt.Sprint(idOf(c), " ", c.What()))
		}
	}
	slices.Sort(out)
	return out
}

func checkKept(t *rapid.T, s *editor.Session, r *workspace.Reimport, base, before map[level.ID]*level.Collider) {
	theirs := map[level.ID]*level.Collider{}
	for _, b := range theImport(s).Base {
		theirs[b.ID] = b.Collider
	}
	for id, c := range before {
		now, b := s.Document().Collider(id), base[id]
		switch {
		case b == nil:
			if now != c {
				t.Fatalf("%v, which the designer drew, was touched", id)
			}
		case now == nil:
			if level.Differing(b, c) != 0 {
				t.Fatalf("%v, which the designer changed, is gone", id)
			}
		default:
			if now.Locked != c.Locked || now.Hidden != c.Hidden || now.Layer != c.Layer {
				t.Fatalf("%v was unlocked, shown or moved to another layer", id)
			}
			mine := level.Differing(b, c)
			with := theirs[id]
			if lost := level.Differing(c, now) & mine &^ (level.TagsPart | level.PropertyPart); lost != 0 {
				if with != nil && now.Position.Sub(with.Position) == c.Position.Sub(b.Position) {
					lost &^= level.PositionPart // it moved with its whole layer, or was resized there
					if now.Shape.Kind == level.Box && now.Shape.Size.Sub(with.Shape.Size) ==
						c.Shape.Size.Sub(b.Shape.Size) {
						lost &^= level.GeometryPart // another side was dragged there
					}
				}
				if lost != 0 && (lost != level.RadiusPart || now.Shape.Radius != now.Shape.MaxRadius()) {
					t.Fatalf("%v lost the designer's %v", id, lost.Names())
				}
			}
			if mine == 0 && theirs[id] != nil && level.Differing(now, theirs[id]) != 0 {
				t.Fatalf("%v differs from the file in %v, and nobody changed it", id,
					level.Differing(now, theirs[id]).Names())
			}
			for _, tag := range c.Tags {
				if !slices.Contains(b.Tags, tag) && !slices.Contains(now.Tags, tag) {
					t.Fatalf("%v lost the designer's tag %s", id, tag)
				}
			}
			for name, v := range c.Properties {
				if b.Properties[name] != v && now.Properties[name] != v {
					t.Fatalf("%v lost the designer's property %s", id, name)
				}
			}
		}
	}
	for id := range base {
		if before[id] == nil && s.Document().Collider(id) != nil {
			t.Fatalf("%v, which the designer deleted, is back", id)
		}
	}
	for id := range theirs {
		if base[id] == nil && s.Document().Collider(id) == nil {
			t.Fatalf("%v, which is new in the file, is missing", id)
		}
	}
}

// tester is a [testing.T] or a [rapid.T].
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func TestReimportRejectsOtherDocuments(t *testing.T) {
	t.Parallel()
	s := editor.NewSession(imported(t, world(), level.Vec{X: 9, Y: 9}))
	unrelated := imported(t, world(), level.Vec{X: 9, Y: 9})
	if _, err := workspace.PlanReimport(s.Document(), unrelated.Settings().Imports[0], unrelated); err == nil {
		t.Error("an import of another document is accepted")
	}
	r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, world()[1:], level.Vec{X: 9, Y: 9}))
	if err != nil {
		t.Fatal(err)
	}
	change(t, s, "door", func(c *level.Collider) { c.Position.X = 5 })
	before := marshal(t, s.Document())
	if err := r.Apply(s); err == nil {
		t.Error("a plan for another state of the document is applied")
	}
	if !bytes.Equal([]byte(before), []byte(marshal(t, s.Document()))) {
		t.Error("a rejected plan changes the document")
	}
}

// BenchmarkPlanReimport compares 40,000 boxes with a file in which every tenth box has moved.
func BenchmarkPlanReimport(b *testing.B) {
	var was, now []foreignRecord
	for i := range 40_000 {
		r := foreignRecord{
			layer: "Cells", value: 1, name: "wall", x: float64(i%200) * 16, y: float64(i/200) * 16,
			w: 16, h: 16, role: level.Solid,
		}
		was = append(was, r)
		if i%10 == 0 {
			r.x += 4
		}
		now = append(now, r)
	}
	size := level.Vec{X: 3200, Y: 3200}
	s, later := editor.NewSession(imported(b, was, size)), imported(b, now, size)
	b.ReportAllocs()
	for b.Loop() {
		if r, err := workspace.PlanReimport(s.Document(), theImport(s), later); err != nil || r.Updated != 4000 {
			b.Fatal(r.Summary(), err)
		}
	}
}
