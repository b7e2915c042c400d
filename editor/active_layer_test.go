package editor_test

import (
	"os"
	"path/filepath"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// The first shape drawn in a sample goes to the layer of the ground.
func TestFirstShapeGoesToGround(t *testing.T) {
	t.Parallel()
	for sample, want := range map[string]string{
		"cavern": "Props", "jetpack": "Rock", "machines": "Ground", "one-way": "Ground", "pile": "Bin",
		"platformer": "Ground", "rounding": "Ground", "triggers": "Rooms",
	} {
		t.Run(sample, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "assets", "samples", sample+".level.yaml"))
			must(t, err)
			doc, err := level.Parse(text, sample)
			must(t, err)
			s := editor.NewSession(doc)
			var drawn level.LayerID
			for range 2 {
				id, err := s.Add(*circle("", 0, 0, 8))
				must(t, err)
				if l := doc.Collider(id).Layer; drawn == 0 {
					drawn = l
				} else if l != drawn || s.ActiveLayer() != l {
					t.Errorf("the shapes are in %v and %v, and %v is active", drawn, l, s.ActiveLayer())
				}
			}
			if got := doc.Layer(drawn).Name; got != want {
				t.Errorf("the first shape is in %q, want %q", got, want)
			}
		})
	}
}

// A new shape avoids hidden, locked, imported and trigger layers, unless one of them was made active.
func TestLayerForNewShapes(t *testing.T) {
	t.Parallel()
	on := func(layer level.LayerID, c *level.Collider) *level.Collider {
		c.Layer = layer
		return c
	}
	sensor := func() *level.Collider {
		return with(box("t", 0, 0, 10, 10), func(c *level.Collider) { c.Role = level.Trigger })
	}
	imported := func() *level.Collider {
		return with(box("i", 0, 0, 10, 10), func(c *level.Collider) { c.Source = &level.Source{File: "a.ldtk"} })
	}
	const added = 0
	for _, test := range []struct {
		name   string
		shapes []*level.Collider
		do     func(s *editor.Session)
		want   level.LayerID
	}{
		{"no shapes", nil, nil, 2},
		{"triggers above", []*level.Collider{on(2, sensor())}, nil, 1},
		{"ground below", []*level.Collider{on(1, box("a", 0, 0, 9, 9)), on(2, box("b", 0, 0, 9, 9))}, nil, 1},
		{"imported above", []*level.Collider{on(2, imported())}, nil, 1},
		{"only imported", []*level.Collider{on(1, imported()), on(2, imported())}, nil, added},
		{
			"imported and locked",
			[]*level.Collider{on(2, imported())},
			func(s *editor.Session) { _ = s.Layers().SetLocked(1, true) }, added,
		},
		{
			"locked ground",
			[]*level.Collider{on(1, box("a", 0, 0, 9, 9))},
			func(s *editor.Session) { _ = s.Layers().SetLocked(1, true) }, 2,
		},
		{"chosen", []*level.Collider{on(2, imported())}, func(s *editor.Session) { s.SetActiveLayer(2) }, 2},
		{
			"becomes ground",
			[]*level.Collider{on(1, sensor()), on(2, sensor())},
			func(s *editor.Session) { _ = s.Shapes([]level.ID{1}).SetRole(level.Solid) }, 1,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.shapes...)
			s.ActiveLayer()
			if test.do != nil {
				test.do(s)
			}
			id, err := s.Add(*circle("", 0, 0, 8))
			must(t, err)
			got := s.Document().Collider(id).Layer
			if got > 2 {
				got = added
			}
			if got != test.want {
				t.Errorf("the shape is in layer %v, want %v", got, test.want)
			}
		})
	}
}

// A paste goes back to the layer it was copied from, even if another one has the same name, or else to the active one.
func TestPasteReturnsToItsLayer(t *testing.T) {
	t.Parallel()
	s := open(t, with(box("a", 0, 0, 10, 10), func(c *level.Collider) { c.Layer = 1 }), box("b", 50, 0, 10, 10))
	must(t, s.Layers().Rename(1, "Front"))
	s.SetActiveLayer(2)
	paste := func(want level.LayerID, told string) {
		t.Helper()
		s.Selection().Set(1)
		text := s.Clipboard().Copy()
		got := ""
		if l, ok := s.Clipboard().Redirected(text); ok {
			got = l.Name
		}
		must(t, s.Clipboard().Paste(text, level.Vec{X: 200, Y: 200}))
		c := s.Document().Collider(s.Selection().IDs()[0])
		if c.Layer != want || got != told {
			t.Errorf("the copy is in %v and %q was told, want %v and %q", c.Layer, got, want, told)
		}
	}
	paste(1, "")
	must(t, s.Layers().Rename(1, "Back"))
	must(t, s.Layers().SetLocked(1, true))
	paste(2, "Front")
}
