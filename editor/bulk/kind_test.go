package bulk_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/bulk"
	"fillet/editor/level"
)

// twoLayers is a level with the layers low and high, and two called twin; of a locked one too.
func twoLayers(t testing.TB, colliders ...*level.Collider) *editor.Session {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var d level.Diff
	for i, name := range []string{"low", "high", "twin", "twin", "shut"} {
		d.Layers = append(d.Layers, level.Added(&level.Layer{ID: level.LayerID(i + 1), Name: name, Order: float64(i), Locked: name == "shut"}))
	}
	d.Groups = append(d.Groups, level.Added(&level.Group{ID: 1, Layer: 1, Name: "rocks"}))
	for i, c := range colliders {
		c.ID, c.Order = level.ID(i+1), float64(i+1)
		if c.Layer == 0 {
			c.Layer = 1
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return editor.NewSession(doc)
}

func of(s level.Shape) *level.Collider { return level.NewCollider(0, 0, "", s, level.Vec{X: 3, Y: 5}) }

func planned(s *editor.Session, title string, rows []level.ID, texts ...string) error {
	table := bulk.Table{Doc: s.Document(), Calculate: calculate}
	var edits []bulk.Edit
	for i, text := range texts {
		for _, c := range bulk.Columns(s.Document(), rows) {
			if c.Title == title {
				edits = append(edits, bulk.Edit{Row: i, Column: c, Text: text})
			}
		}
	}
	d, err := table.Plan(rows, edits)
	if err != nil {
		return err
	}
	return s.Do("Edit", d)
}

// Shapes go to another layer by its name, on top of it, as they were drawn; what cannot go says why.
func TestLayerColumn(t *testing.T) {
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 8, Y: 8}, Rounding: level.Inset}
	grouped, high := of(box), of(box)
	grouped.GroupOf, high.Layer = 1, 2
	s := twoLayers(t, of(box), of(box), grouped, high)
	before := textOf(t, s)
	if err := planned(s, "layer", []level.ID{2, 1}, "high", " high "); err != nil {
		t.Fatal(err)
	}
	var got []level.ID
	for _, c := range s.Document().InLayer(2) {
		got = append(got, c.ID)
	}
	if len(got) != 3 || got[0] != 4 || got[1] != 1 || got[2] != 2 {
		t.Errorf("the layer has %v, the lowest first", got)
	}
	if s.Undo(); textOf(t, s) != before {
		t.Error("undo leaves another level")
	}
	for _, tt := range []struct {
		row  level.ID
		text string
		want string
	}{
		{1, "nowhere", `there is no layer "nowhere"`},
		{1, "", `there is no layer ""`},
		{1, "twin", `2 layers are called "twin"`},
		{1, "shut", `the layer "shut" is locked`},
		{3, "high", "it is on the layer of its group, rocks"},
	} {
		if err := planned(s, "layer", []level.ID{tt.row}, tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("shape %d to %q: %v, want %s", tt.row, tt.text, err, tt.want)
		}
	}
	c := column(t, bulk.Columns(s.Document(), nil), "layer")
	if got := strings.Join(c.Choices(s.Document(), s.Document().Collider(1)), " "); got != "shut twin high low" {
		t.Errorf("the choices are %s", got)
	}
	if got := c.Choices(s.Document(), s.Document().Collider(3)); got != nil {
		t.Errorf("a shape in a group can choose %s", got)
	}
}

// A shape becomes one of another kind where that is the very same area, and says why not elsewhere.
func TestKindColumn(t *testing.T) {
	v := func(x, y float64) level.Vec { return level.Vec{X: x, Y: y} }
	rect := []level.Vec{v(0, 0), v(10, 0), v(10, 4), v(0, 4)}
	slanted := []level.Vec{v(0, 0), v(10, 1), v(10, 4), v(0, 4)}
	box := func(w, h, r float64, how level.Rounding) level.Shape {
		return level.Shape{Kind: level.Box, Size: v(w, h), Radius: r, Rounding: how}
	}
	for _, tt := range []struct {
		shape level.Shape
		kind  string
		want  string // of the error; empty: it is taken
	}{
		{box(10, 4, 1, level.Inset), "polygon", ""},
		{box(10, 4, 3, level.Outset), "Polygon ", ""},
		{level.Shape{Kind: level.Polygon, Points: rect, Radius: 1, Rounding: level.Inset}, "box", ""},
		{level.Shape{Kind: level.Polygon, Points: slanted, Rounding: level.Inset}, "box", "an upright rectangle is"},
		{box(8, 8, 4, level.Inset), "circle", ""},
		{box(8, 8, 3, level.Inset), "circle", "half its side"},
		{box(8, 8, 4, level.Outset), "circle", "half its side"},
		{box(20, 8, 4, level.Inset), "capsule", ""},
		{box(8, 20, 4, level.Inset), "capsule", ""},
		{box(8, 8, 4, level.Inset), "capsule", "half its shorter side"},
		{level.Shape{Kind: level.Circle, Radius: 5}, "box", ""},
		{level.Shape{Kind: level.Capsule, Points: []level.Vec{v(8, 1), v(-2, 1)}, Radius: 3}, "box", ""},
		{level.Shape{Kind: level.Capsule, Points: []level.Vec{v(8, 2), v(-2, 1)}, Radius: 3}, "box", "an upright or level one"},
		{level.Shape{Kind: level.Circle, Radius: 5}, "polygon", "a circle like this one is no polygon exactly"},
		{level.Shape{Kind: level.Polygon, Points: rect, Rounding: level.Inset}, "chain", "is no chain exactly"},
		{level.Shape{Kind: level.Circle, Radius: 5}, "wheel", `"wheel" is none of polygon, box`},
	} {
		s := twoLayers(t, of(tt.shape))
		before := textOf(t, s)
		err := planned(s, "kind", []level.ID{1}, tt.kind)
		switch {
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%v to %s: %v, want %s", tt.shape, tt.kind, err, tt.want)
		case tt.want == "" && err != nil:
			t.Errorf("%v to %s: %v", tt.shape, tt.kind, err)
		case tt.want == "":
			if s.Undo(); textOf(t, s) != before {
				t.Errorf("%v to %s: undo leaves another level", tt.shape, tt.kind)
			}
		}
	}
}

// Whatever shape becomes one of another kind contains the same points, and can become what it was.
func TestKindKeepsTheArea(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		num := func(name string) float64 { return float64(rapid.IntRange(-40, 40).Draw(rt, name)) / 4 }
		size := func(name string) float64 { return float64(rapid.IntRange(1, 80).Draw(rt, name)) / 4 }
		var s level.Shape
		switch rapid.IntRange(0, 3).Draw(rt, "kind") {
		case 0:
			s = level.Shape{Kind: level.Box, Size: level.Vec{X: size("w"), Y: size("h")}, Rounding: rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(rt, "rounding")}
			s.Radius = min(s.Size.X, s.Size.Y) / 2 * rapid.SampledFrom([]float64{0, 0.5, 1, 1}).Draw(rt, "radius")
		case 1:
			s = level.Shape{Kind: level.Circle, Radius: size("r")}
		case 2:
			a := level.Vec{X: num("ax"), Y: num("ay")}
			b := a.Add(rapid.SampledFrom([]level.Vec{{X: 5}, {Y: -7}, {X: 2, Y: 3}}).Draw(rt, "to"))
			s = level.Shape{Kind: level.Capsule, Points: []level.Vec{a, b}, Radius: size("r")}
		default:
			x, y, w, h := num("x"), num("y"), size("w"), size("h")
			s = level.Shape{Kind: level.Polygon, Points: []level.Vec{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}, Rounding: level.Inset}
		}
		c := of(s)
		c.Angle = level.Degrees(rapid.SampledFrom([]int{0, 0, 30}).Draw(rt, "angle"))
		session := twoLayers(t, c)
		kind := rapid.SampledFrom(level.Kinds).Draw(rt, "becomes")
		doc := session.Document()
		was, baked := doc.Collider(1), doc.Baked(1)
		if planned(session, "kind", []level.ID{1}, kind.String()) != nil || was.Shape.Kind == kind {
			return
		}
		is, now := doc.Collider(1), doc.Baked(1)
		for i := range 21 {
			for k := range 21 {
				p := baked.Bounds.Min.Sub(level.Vec{X: 1, Y: 1}).Add(level.Vec{X: float64(i) / 20 * (baked.Bounds.Size().X + 2), Y: float64(k) / 20 * (baked.Bounds.Size().Y + 2)})
				contains := func(b *level.Baked, c *level.Collider) (in, edge bool) {
					for _, piece := range b.Pieces {
						const off = 1e-9
						in = in || piece.Contains(c.Transform(), p)
						for _, d := range []level.Vec{{X: off}, {X: -off}, {Y: off}, {Y: -off}} {
							edge = edge || piece.Contains(c.Transform(), p.Add(d)) != piece.Contains(c.Transform(), p)
						}
					}
					return in, edge
				}
				a, edge := contains(baked, was)
				b, _ := contains(now, is)
				if a != b && !edge {
					rt.Fatalf("%v is %v, and only one has %v", was.Shape, is.Shape, p)
				}
			}
		}
		if err := planned(session, "kind", []level.ID{1}, s.Kind.String()); err != nil {
			rt.Fatalf("%v became %v and cannot go back: %v", was.Shape, is.Shape, err)
		}
	})
}
