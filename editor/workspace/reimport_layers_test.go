package workspace_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/godot"
	"fillet/importers/svg"
)

// A layer that the file renamed remains the same layer of the level, with its settings, and gets the shapes that the
// file added at the same time. It takes the new name unless the designer renamed it.
func TestReimportFollowsRenamedLayers(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled", "world", "godot", "svg"} {
		for _, change := range []struct {
			name    string
			renames [][2]string // the layers of the file, by their old and new names
			swapped bool
		}{
			{"cells", [][2]string{{"walls0", "bigWalls0"}}, false},
			{"entities", [][2]string{{"things", "stuffs"}}, false},
			{"both", [][2]string{{"walls0", "bigWalls0"}, {"things", "stuffs"}}, false},
			{"swapped", [][2]string{{"walls0", "walls1"}, {"walls1", "walls0"}}, true},
		} {
			for _, emptied := range []bool{false, true} {
				if change.swapped && (format == "godot" || format == "ldtk" || format == "ogmo" || emptied) {
					continue // their ids follow the names in this model
				}
				t.Run(fmt.Sprintf("%s %s emptied %v", format, change.name, emptied), func(t *testing.T) {
					checkRenamedLayers(t, format, change.renames, emptied)
				})
			}
		}
	}
}

// checkRenamedLayers imports a level, renames layers of its file, adds a shape to each, and imports it again. If
// emptied, the designer deleted the contents of the layers.
func checkRenamedLayers(t *testing.T, format string, renames [][2]string, emptied bool) {
	w := &foreignWorld{format: format}
	w.levels = []*foreignLevel{w.room("one", 0)}
	w.levels[0].layers[1].number, w.levels[0].layers[0].number = 71, 70
	more := &foreignLayer{number: 72, name: "walls1", cells: map[[2]int]foreignCell{
		{2, 1}: {w.number(), 1}, {5, 1}: {w.number(), 1}, {6, 1}: {w.number(), 1},
	}}
	w.levels[0].layers = append(w.levels[0].layers, more)
	s := editor.NewSession(w.load(t))
	var d level.Diff
	own := map[string]level.LayerID{} // by the name in the file
	for i, l := range s.Document().Layers() {
		after := *l
		after.Locked, after.Color = true, "#12ab34"
		if own[s.Document().InLayer(l.ID)[0].Source.Layer] = l.ID; i == 2 {
			after.Name = "mine"
		}
		d.Layers = append(d.Layers, level.Changed(l, &after))
	}
	for c := range s.Document().Colliders() {
		if emptied {
			d.Colliders = append(d.Colliders, level.Removed(c))
		}
	}
	if err := s.Do("design", d); err != nil {
		t.Fatal(err)
	}
	s = reopened(t, s)
	before, had := map[level.LayerID]*level.Layer{}, map[level.ID]bool{}
	for _, b := range theImport(s).Base {
		had[b.ID] = true
	}
	for _, l := range s.Document().Layers() {
		before[l.ID] = l
	}
	to := map[string]string{}
	for _, r := range renames {
		to[r[0]] = r[1]
	}
	want, was := map[level.LayerID]int{}, maps.Clone(own)
	clear(own)
	for _, y := range w.levels[0].layers {
		id := was[y.name]
		if name, ok := to[y.name]; ok {
			y.name = name
			if want[id]++; y.entities {
				y.list = append(y.list, &foreignEntity{number: 90, id: 90, name: "Key", x: 4, y: 4, w: 8})
			} else {
				y.cells[[2]int{0, 0}] = foreignCell{w.number(), 1}
			}
		}
		own[y.name] = id
	}
	nextName := map[level.LayerID]string{}
	later := w.load(t)
	for _, l := range later.Layers() {
		nextName[own[later.InLayer(l.ID)[0].Source.Layer]] = l.Name
	}
	r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	s = reopened(t, s)
	if r.Added != len(renames) || len(r.Conflicts) > 0 && !emptied || len(s.Document().Layers()) != len(before) {
		t.Errorf("%s; conflicts %v; layers %v", r.Summary(), r.Conflicts, layerNames(s.Document()))
	}
	for _, l := range s.Document().Layers() {
		was := before[l.ID]
		if was == nil {
			t.Errorf("layer %q is new", l.Name)
			continue
		}
		after := *was
		if after.Name != "mine" {
			after.Name = nextName[l.ID]
		}
		if after.Order = l.Order; *l != after {
			t.Errorf("layer %+v, want %+v", *l, after)
		}
		added := 0
		for _, c := range s.Document().InLayer(l.ID) {
			if own[c.Source.Layer] != l.ID {
				t.Errorf("%s of the file's layer %q is in %q", c.Label(), c.Source.Layer, l.Name)
			}
			if !had[c.ID] {
				added++
			}
		}
		if added != want[l.ID] {
			t.Errorf("layer %q has %d new shapes, want %d", l.Name, added, want[l.ID])
		}
	}
}

func layerNames(doc *level.Document) (out []string) {
	for _, l := range doc.Layers() {
		out = append(out, l.Name)
	}
	return out
}

// load imports the world, or a drawing of its first level.
func (w *foreignWorld) load(t *testing.T) *level.Document {
	t.Helper()
	if w.format == "svg" {
		return w.drawing(t)
	}
	doc, _ := w.importOf(t)
	return doc
}

// drawing imports a drawing of the first level, with a group for each layer.
func (w *foreignWorld) drawing(t *testing.T) *level.Document {
	t.Helper()
	text := `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ` +
		`width="400" height="300">`
	for _, y := range w.levels[0].layers {
		text += fmt.Sprintf(`<g id="g%d" inkscape:groupmode="layer" inkscape:label="%s">`, y.number, y.name)
		for _, e := range y.list {
			text += fmt.Sprintf(`<rect id="e%d" class="wall" inkscape:label="%s" x="%d" y="%d" width="8" height="8"/>`,
				e.id, e.name, e.x, e.y)
		}
		for at, c := range y.cells {
			text += fmt.Sprintf(`<rect id="c%d" class="wall" x="%d" y="%d" width="16" height="16"/>`, c.number,
				16*at[0], 16*at[1])
		}
		text += "</g>"
	}
	res, err := svg.New().Import(context.Background(), importers.NewSource("/levels/a.svg", []byte(text+"</svg>"),
		fstest.MapFS{}), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Document
}

// A shape that the file moves to another layer moves there in the level too, with its edits, unless the designer moved
// it to another layer or grouped it.
func TestReimportFollowsShapesToOtherLayers(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "tiled", "svg"} {
		for _, toNew := range []bool{false, true} {
			for _, edit := range []string{"nothing", "name", "layer", "group"} {
				t.Run(fmt.Sprintf("%s new %v edit %s", format, toNew, edit), func(t *testing.T) {
					checkFollowedShape(t, format, toNew, edit)
				})
			}
		}
	}
}

// checkFollowedShape imports a level, edits a shape that its file then moves to another layer, which may be new, and
// imports the file again.
func checkFollowedShape(t *testing.T, format string, toNew bool, edit string) {
	w := &foreignWorld{format: format}
	w.levels = []*foreignLevel{w.room("one", 0)}
	l := w.levels[0]
	goods := &foreignLayer{number: w.number(), name: "goods", entities: true}
	if !toNew {
		goods.list = []*foreignEntity{{number: 90, id: 90, name: "Key", x: 4, y: 4, w: 8}}
		l.layers = append(l.layers, goods)
	}
	s := editor.NewSession(w.load(t))
	walls := s.Document().Layers()[0].Name
	var moved *level.Collider
	for c := range s.Document().Colliders() {
		if c.Name == "Coin" || c.Position == (level.Vec{X: 24, Y: 24}) {
			moved = c
		}
	}
	after := *moved
	switch edit {
	case "name":
		after.Name = "mine"
	case "layer":
		after.Layer = s.Document().Layers()[0].ID
	}
	if edit == "group" {
		g := &level.Group{ID: 5, Name: "both", Layer: moved.Layer}
		after.GroupOf = g.ID
		if err := s.Do("edit", level.Diff{
			Groups:    []level.Change[level.Group]{level.Added(g)},
			Colliders: []level.Change[level.Collider]{level.Changed(moved, &after)},
		}); err != nil {
			t.Fatal(err)
		}
	} else if edit != "nothing" {
		if err := s.Do("edit", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(moved, &after)}}); err !=
			nil {
			t.Fatal(err)
		}
	}
	s = reopened(t, s)
	goods.list = append(goods.list, l.layers[1].list[0])
	l.layers[1].list = l.layers[1].list[1:]
	if toNew {
		l.layers = append(l.layers, goods)
	}
	for round := range 2 {
		later := w.load(t)
		want := later.Layer(later.Layers()[len(later.Layers())-1].ID).Name
		switch edit {
		case "layer":
			want = walls
		case "group":
			want = s.Document().Layer(after.Layer).Name
		}
		r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Apply(s); err != nil {
			t.Fatal(err)
		}
		s = reopened(t, s)
		c := s.Document().Collider(moved.ID)
		if c == nil || len(r.Conflicts) > 0 || r.Added+r.Removed > 0 {
			t.Fatalf("round %d: %s, %v", round, r.Summary(), r.Conflicts)
		}
		if got := s.Document().Layer(c.Layer).Name; got != want || c.Name != after.Name {
			t.Errorf("round %d: %q is in layer %q, want %q", round, c.Name, got, want)
		}
		if round == 0 && edit == "nothing" && r.Updated != 1 || (len(r.Notes) > 0) != (round == 0 && edit == "group") {
			t.Errorf("round %d: %s; notes %q", round, r.Summary(), r.Notes)
		}
	}
}

// A Godot node that moves to another parent moves to its layer in the level.
func TestReimportFollowsNodesToOtherParents(t *testing.T) {
	t.Parallel()
	scene := func(parent string) *level.Document {
		text := `[gd_scene load_steps=2 format=3]

[sub_resource type="RectangleShape2D" id="1"]

[node name="S" type="Node2D" unique_id=1]

[node name="A" type="Node2D" parent="." unique_id=2]

[node name="B" type="Node2D" parent="." unique_id=3]

[node name="Fix" type="StaticBody2D" parent="A" unique_id=4]

[node name="Shape" type="CollisionShape2D" parent="A/Fix" unique_id=5]
shape = SubResource("1")

[node name="Fix" type="StaticBody2D" parent="B" unique_id=6]

[node name="Shape" type="CollisionShape2D" parent="B/Fix" unique_id=7]
shape = SubResource("1")

[node name="Wall" type="StaticBody2D" parent="` + parent + `" unique_id=8]
position = Vector2(50, 60)

[node name="Shape" type="CollisionShape2D" parent="` + parent + `/Wall" unique_id=9]
shape = SubResource("1")
`
		res, err := godot.New().Import(context.Background(), importers.NewSource("/levels/a.tscn", []byte(text),
			fstest.MapFS{}), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return res.Document
	}
	layerOfWall := func(doc *level.Document) string {
		for c := range doc.Colliders() {
			if c.Position == (level.Vec{X: 50, Y: 60}) {
				return doc.Layer(c.Layer).Name
			}
		}
		return ""
	}
	s := reopened(t, editor.NewSession(scene("A")))
	later := scene("B")
	r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	if got, want := layerOfWall(s.Document()), layerOfWall(later); got != want || r.Added+r.Removed > 0 ||
		r.Updated != 1 {
		t.Errorf("%s; the wall is in layer %q, want %q", r.Summary(), got, want)
	}
}

// A shape whose text was deleted from the level stays deleted if the file moves it to another layer, or renames its
// layer, at the same time.
func TestDeletedByTextStaysDeletedInAnotherLayer(t *testing.T) {
	t.Parallel()
	moved := func(w *foreignWorld) {
		l := w.levels[0]
		l.layers[2].list = append(l.layers[2].list, l.layers[1].list[0])
		l.layers[1].list = l.layers[1].list[1:]
	}
	renamed := func(w *foreignWorld) {
		w.levels[0].layers[0].name, w.levels[0].layers[1].name = "bigWalls0", "stuffs"
	}
	for _, format := range []string{"ldtk", "tiled", "svg", "godot", "ogmo", "world"} {
		for name, change := range map[string]func(*foreignWorld){"moved": moved, "renamed": renamed} {
			if name == "moved" && (format == "godot" || format == "ogmo" || format == "world") {
				continue // an id only applies within its own layer there
			}
			t.Run(format+" "+name, func(t *testing.T) {
				w := &foreignWorld{format: format}
				w.levels = []*foreignLevel{w.room("one", 0)}
				more := &foreignLayer{number: w.number(), name: "goods", entities: true, list: []*foreignEntity{
					{number: 90, id: 90, name: "Key", x: 4, y: 4, w: 8},
				}}
				w.levels[0].layers = append(w.levels[0].layers, more)
				s := editor.NewSession(w.load(t))
				text := marshal(t, s.Document())
				for c := range s.Document().Colliders() {
					if c.Name == "Coin" || c.Name == "Coin 1" || c.Source.ID == "" && c.Shape.Kind == level.Box {
						text = regexp.MustCompile("(?m)^      - id: "+c.ID.String()+"\n(        .*\n)*").
							ReplaceAllString(text, "")
					}
				}
				doc, err := level.Parse([]byte(text), "")
				if err != nil {
					t.Fatal(err)
				}
				if doc.Len() == s.Document().Len() {
					t.Fatal("nothing was deleted")
				}
				s = editor.NewSession(doc)
				n := doc.Len()
				change(w)
				for round := range 2 {
					r, err := workspace.PlanReimport(s.Document(), theImport(s), w.load(t))
					if err != nil {
						t.Fatal(err)
					}
					if err := r.Apply(s); err != nil {
						t.Fatal(err)
					}
					s = reopened(t, s)
					if s.Document().Len() != n || len(r.Conflicts) > 0 || len(theImport(s).Missing) > 0 {
						t.Errorf("round %d: %s; %d colliders, want %d; conflicts %v; missing %v", round, r.Summary(),
							s.Document().Len(), n, r.Conflicts, theImport(s).Missing)
					}
				}
			})
		}
	}
}

// Joints and paths that refer to a collider that the file removes are removed with it and noted. A category that
// imported colliders have by default exists if the file adds such a collider.
func TestReimportRemovesReferencedCollider(t *testing.T) {
	t.Parallel()
	s := editor.NewSession(imported(t, world(), level.Vec{X: 256, Y: 128}))
	door := named(t, s, "door")
	d := level.Diff{}
	after, m := *s.Document().Settings(), *theImport(s)
	m.Category, after.Imports = "brought", []*level.Import{&m}
	after.Joints = []level.Joint{{ID: 1, Name: "pin", Kind: level.Hinge, A: door.ID, B: named(t, s, "floor").ID}}
	d.Settings = level.Changed(s.Document().Settings(), &after)
	if err := s.Do("join", d); err != nil {
		t.Fatal(err)
	}
	moved := *door
	moved.Position.X += 7
	move := level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(door, &moved)}}
	if err := s.Do("move", move); err != nil {
		t.Fatal(err)
	}
	without := imported(t, world()[1:], level.Vec{X: 256, Y: 128})
	disputed, err := workspace.PlanReimport(s.Document(), theImport(s), without)
	if err != nil {
		t.Fatal(err)
	}
	if len(disputed.Conflicts) != 1 || !slices.ContainsFunc(disputed.Notes, func(n string) bool {
		return strings.Contains(n, "the joint pin is removed too if you take the file's side of")
	}) {
		t.Errorf("conflicts = %v, the notes %q", disputed.Conflicts, disputed.Notes)
	}
	s.Undo()
	now := append(world()[1:], foreignRecord{
		id: "n", layer: "Entities", name: "new", x: 5, y: 5, w: 4, h: 4, role: level.Solid,
	})
	r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(t, now, level.Vec{X: 256, Y: 128}))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	if len(s.Document().Settings().Joints) > 0 || !slices.ContainsFunc(r.Notes, func(n string) bool {
		return strings.Contains(n, "the joint pin was removed")
	}) {
		t.Errorf("joints = %v, the notes %q", s.Document().Settings().Joints, r.Notes)
	}
	if c := named(t, s, "new"); c == nil || !slices.Equal(c.Categories, []string{"brought"}) {
		t.Errorf("new collider = %+v", c)
	}
	reopened(t, s)
}
