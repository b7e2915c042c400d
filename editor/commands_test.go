package editor_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// TestCommands runs each command on three boxes in a row, two of them selected, and compares the level, the name of the
// step, and the level after undo and redo.
func TestCommands(t *testing.T) {
	t.Parallel()
	ids := []level.ID{1, 2}
	for _, tt := range []struct {
		name  string
		do    func(s *editor.Session) error
		want  string
		label string
	}{
		{"delete", (*editor.Session).DeleteSelection, "c 200,0 20x20", "Delete 2 shapes"},
		{
			"duplicate", (*editor.Session).Duplicate,
			"a 0,0 20x20; b 100,30 40x20; c 200,0 20x20; a 2 130,0 20x20; b 2 230,30 40x20", "Duplicate 2 shapes",
		},
		{"nudge", func(s *editor.Session) error {
			return s.Nudge(1, -2)
		}, "a 1,-2 20x20; b 101,28 40x20; c 200,0 20x20", "Nudge 2 shapes"},
		{"flip x", func(s *editor.Session) error {
			return s.Flip(true)
		}, "a 110,0 20x20; b 10,30 40x20; c 200,0 20x20", "Flip horizontally 2 shapes"},
		{"flip y", func(s *editor.Session) error {
			return s.Flip(false)
		}, "a 0,30 20x20; b 100,0 40x20; c 200,0 20x20", "Flip vertically 2 shapes"},
		{"rotate", func(s *editor.Session) error {
			return s.RotateBy(90)
		}, "a 65,-35 @90 20x20; b 35,65 @90 40x20; c 200,0 20x20", "Rotate 2 shapes"},
		{"position", func(s *editor.Session) error {
			return s.Shapes(ids).SetPosition(level.Vec{X: 7, Y: 8})
		}, "a 7,8 20x20; b 7,8 40x20; c 200,0 20x20", "Move 2 shapes"},
		{"x", func(s *editor.Session) error {
			return s.Shapes(ids).SetX(7)
		}, "a 7,0 20x20; b 7,30 40x20; c 200,0 20x20", "Move 2 shapes"},
		{"y of one", func(s *editor.Session) error {
			return s.Shapes(ids[:1]).SetY(7)
		}, "a 0,7 20x20; b 100,30 40x20; c 200,0 20x20", "Move a"},
		{"angle", func(s *editor.Session) error {
			return s.Shapes(ids).SetAngle(370)
		}, "a 0,0 @10 20x20; b 100,30 @10 40x20; c 200,0 20x20", "Rotate 2 shapes"},
		{"width", func(s *editor.Session) error {
			return s.Shapes(ids).SetWidth(8)
		}, "a -6,0 8x20; b 84,30 8x20; c 200,0 20x20", "Resize 2 shapes"},
		{"height", func(s *editor.Session) error {
			return s.Shapes(ids).SetHeight(8)
		}, "a 0,-6 20x8; b 100,24 40x8; c 200,0 20x20", "Resize 2 shapes"},
		{"no size", func(s *editor.Session) error {
			return s.Shapes(ids).SetWidth(-8)
		}, "a -9.5,0 1x20; b 80.5,30 1x20; c 200,0 20x20", "Resize 2 shapes"},
		{"radius", func(s *editor.Session) error {
			return s.Shapes(ids).SetRadius(3)
		}, "a 0,0 20x20 r3; b 100,30 40x20 r3; c 200,0 20x20", "Change radius of 2 shapes"},
		{"too large a radius", func(s *editor.Session) error {
			return s.Shapes(ids).SetRadius(300)
		}, "a 0,0 20x20 r10; b 100,30 40x20 r10; c 200,0 20x20", "Change radius of 2 shapes"},
		{"to front", func(s *editor.Session) error {
			return s.Arrange().ToFront()
		}, "c 200,0 20x20; a 0,0 20x20; b 100,30 40x20", "Bring to front 2 shapes"},
		{"forward", func(s *editor.Session) error {
			return s.Arrange().BringForward()
		}, "c 200,0 20x20; a 0,0 20x20; b 100,30 40x20", "Bring forward 2 shapes"},
		{"to back", func(s *editor.Session) error {
			s.Selection().Set(3)
			return s.Arrange().ToBack()
		}, "c 200,0 20x20; a 0,0 20x20; b 100,30 40x20", "Send to back c"},
		{"backward", func(s *editor.Session) error {
			s.Selection().Set(3)
			return s.Arrange().SendBackward()
		}, "a 0,0 20x20; c 200,0 20x20; b 100,30 40x20", "Send backward c"},
		{"align left", func(s *editor.Session) error {
			return s.Arrange().AlignTo(editor.AlignLeft, editor.ToSelection)
		}, "a 0,0 20x20; b 10,30 40x20; c 200,0 20x20", "Align b"},
		{"align right", func(s *editor.Session) error {
			return s.Arrange().AlignTo(editor.AlignRight, editor.ToSelection)
		}, "a 110,0 20x20; b 100,30 40x20; c 200,0 20x20", "Align a"},
		{"align centre", func(s *editor.Session) error {
			return s.Arrange().AlignTo(editor.AlignCentre, editor.ToSelection)
		}, "a 55,0 20x20; b 55,30 40x20; c 200,0 20x20", "Align 2 shapes"},
		{"align top", func(s *editor.Session) error {
			return s.Arrange().AlignTo(editor.AlignTop, editor.ToSelection)
		}, "a 0,0 20x20; b 100,0 40x20; c 200,0 20x20", "Align b"},
		{"align bottom", func(s *editor.Session) error {
			return s.Arrange().AlignTo(editor.AlignBottom, editor.ToSelection)
		}, "a 0,30 20x20; b 100,30 40x20; c 200,0 20x20", "Align a"},
		{"align middle", func(s *editor.Session) error {
			return s.Arrange().AlignTo(editor.AlignMiddle, editor.ToSelection)
		}, "a 0,15 20x20; b 100,15 40x20; c 200,0 20x20", "Align 2 shapes"},
		{"distribute", func(s *editor.Session) error {
			s.Selection().All()
			return s.Arrange().Distribute(editor.AxisX)
		}, "a 0,0 20x20; b 100,30 40x20; c 200,0 20x20", ""},
		{"distribute unevenly", func(s *editor.Session) error {
			s.Selection().All()
			return errors.Join(s.Shapes([]level.ID{2}).SetX(60), s.Arrange().Distribute(editor.AxisX))
		}, "a 0,0 20x20; b 100,30 40x20; c 200,0 20x20", "Distribute b"},
		{"to another layer", func(s *editor.Session) error {
			return s.Shapes(ids).MoveToLayer(1)
		}, "a 0,0 20x20; b 100,30 40x20; c 200,0 20x20", "Move to layer 2 shapes"},
		{"remove a layer", func(s *editor.Session) error { return s.Layers().Remove(2) }, "", "Delete layer Front"},
		{"rename", func(s *editor.Session) error {
			return s.Rename(ids[:1], "x")
		}, "x 0,0 20x20; b 100,30 40x20; c 200,0 20x20", "Rename a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, box("a", 0, 0, 20, 20), box("b", 100, 30, 40, 20), box("c", 200, 0, 20, 20))
			s.Selection().Set(ids...)
			before := textOf(t, s)
			must(t, tt.do(s))
			check(t, s)
			if got := brief(s); got != tt.want {
				t.Errorf("the level is %s\nwant %s", got, tt.want)
			}
			if label, _ := s.History().CanUndo(); label != tt.label {
				t.Errorf("step = %q, want %q", label, tt.label)
			}
			after := textOf(t, s)
			for _, ok := s.Undo(); ok; _, ok = s.Undo() {
			}
			check(t, s)
			if got := textOf(t, s); got != before {
				t.Errorf("undo left\n%s\nwant\n%s", got, before)
			}
			for _, ok := s.Redo(); ok; _, ok = s.Redo() {
			}
			check(t, s)
			if got := textOf(t, s); got != after {
				t.Errorf("redo gives\n%s\nwant\n%s", got, after)
			}
		})
	}
}

// TestProperties sets every property of one collider and reads the common value of two.
func TestProperties(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20), box("b", 100, 0, 20, 20))
	one, both := []level.ID{1}, []level.ID{1, 2}
	for _, err := range []error{
		s.Shapes(one).SetRole(level.OneWay), s.Shapes(one).SetBody(level.Dynamic),
		s.Shapes(one).SwitchTag("x", true), s.Shapes(one).SwitchTag("", true), s.Shapes(one).SwitchTag("y", true),
		s.Shapes(one).SwitchTag("x", true),
		s.Shapes(one).SetProperty("speed", 3.5), s.Shapes(one).SetProperty("loot", true),
		s.Shapes(one).SetProperty("loot", nil),
		s.Shapes(one).SetCategories([]string{"player"}), s.Shapes(one).SetCollidesWith([]string{}),
		s.Shapes(one).SetMaterialValues(func(c *level.Collider) { c.Friction = 0.5 }), s.Shapes(one).SetHidden(true),
		s.Shapes(one).SetRounding(level.Outset),
	} {
		must(t, err)
	}
	check(t, s)
	c := s.Document().Collider(1)
	switch {
	case c.Role != level.OneWay || c.OneWay != level.Up:
		t.Errorf("role %s facing %v", c.Role, c.OneWay)
	case c.Body != level.Dynamic || !c.Hidden || c.Shape.Rounding != level.Outset:
		t.Errorf("body %s, hidden %v, rounding %s", c.Body, c.Hidden, c.Shape.Rounding)
	case !slices.Equal(c.Tags, []string{"x", "y"}):
		t.Errorf("tags %q", c.Tags)
	case len(c.Properties) != 1 || c.Properties["speed"] != 3.5:
		t.Errorf("properties %v", c.Properties)
	case c.CollidesWith == nil || len(c.CollidesWith) != 0 || c.Friction != 0.5 || c.Density != 1:
		t.Errorf("collides with %v, friction %g, density %g", c.CollidesWith, c.Friction, c.Density)
	}
	if _, mixed := s.Common(both).Role(); !mixed {
		t.Error("the roles are not mixed")
	}
	if r, mixed := s.Common(both).Radius(); mixed || r != 0 {
		t.Errorf("radius = %g, mixed %v", r, mixed)
	}
	if x, mixed := editor.CommonOf(s.Common(both), func(c *level.Collider) float64 { return c.Position.X }); !mixed || x != 0 {
		t.Errorf("x is %g, mixed %v", x, mixed)
	}
	if r := s.Common(both).MaxRadius(); r != 10 {
		t.Errorf("largest radius = %g, want 10", r)
	}
	if names := s.Common(both).PropertyNames(); !slices.Equal(names, []string{"speed"}) {
		t.Errorf("property names %q", names)
	}
	if err := s.Shapes(one).SetCategories([]string{"nobody"}); err == nil {
		t.Error("an unknown category was set")
	}
	if err := s.Shapes(one).SetPosition(level.Vec{X: math.NaN()}); err == nil {
		t.Error("a NaN position was set")
	}
	if err := s.Shapes(one).SetRadius(math.NaN()); err == nil {
		t.Error("a NaN radius was set")
	}
	check(t, s)
}

// TestLocked tries commands on a locked collider.
func TestLocked(t *testing.T) {
	t.Parallel()
	s := open(t, with(box("a", 0, 0, 20, 20), func(c *level.Collider) { c.Locked = true }), box("b", 100, 0, 20, 20))
	s.Selection().Set(1)
	before := textOf(t, s)
	for name, err := range map[string]error{
		"delete": s.DeleteSelection(), "nudge": s.Nudge(1, 1), "flip": s.Flip(true),
		"role": s.Shapes([]level.ID{1}).SetRole(level.Trigger),
	} {
		if !errors.Is(err, editor.ErrLocked) {
			t.Errorf("%s: got %v, want %v", name, err, editor.ErrLocked)
		}
	}
	if textOf(t, s) != before {
		t.Error("a locked collider has changed")
	}
	s.Selection().Set(1, 2)
	must(t, s.DeleteSelection())
	if got := brief(s); got != "a 0,0 20x20" {
		t.Errorf("the level has %s", got)
	}
	must(t, s.Shapes([]level.ID{1}).SetLocked(false))
	must(t, s.Layers().SetLocked(2, true))
	if err := s.Nudge(1, 1); !errors.Is(err, editor.ErrLocked) {
		t.Errorf("in a locked layer: %v", err)
	}
	s.Selection().Clear()
	if err := s.Nudge(1, 1); !errors.Is(err, editor.ErrNothingSelected) {
		t.Errorf("without a selection: %v", err)
	}
}

// TestVertices edits vertices by index.
func TestVertices(t *testing.T) {
	t.Parallel()
	s := open(t, polygon("p", 10, 0, 0, 0, 40, 0, 40, 40, 0, 40))
	must(t, s.Outline(1, 0).SetPoint(2, level.Vec{X: 60, Y: 60}))
	must(t, s.Outline(1, 0).InsertPoint(1, level.Vec{X: 20, Y: -5}))
	if got := s.Document().Collider(1).Shape.Points; !slices.Equal(got,
		[]level.Vec{{}, {X: 20, Y: -5}, {X: 40}, {X: 60, Y: 60}, {Y: 40}}) {
		t.Errorf("points %v", got)
	}
	before := textOf(t, s)
	if err := s.Outline(1, 0).SetPoint(3, level.Vec{X: 20, Y: -20}); err == nil ||
		!strings.Contains(err.Error(), "cross") {
		t.Errorf("a crossing outline: %v", err)
	}
	for _, err := range []error{
		s.Outline(1, 0).SetPoint(9, level.Vec{}), s.Outline(1, 3).SetPoint(0, level.Vec{}),
		s.Outline(1, 0).InsertPoint(9, level.Vec{}), s.Outline(7, 0).SetPoint(0, level.Vec{}),
	} {
		if err == nil {
			t.Error("a missing vertex was changed")
		}
	}
	if textOf(t, s) != before {
		t.Error("a failed command has changed something")
	}
}

// TestLayers adds, names, moves, hides and removes layers.
func TestLayers(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20), box("b", 10, 0, 20, 20))
	names := func() string {
		var out []string
		for _, l := range s.Document().Layers() {
			out = append(out, l.Name)
		}
		return strings.Join(out, " ")
	}
	id, err := s.Layers().Add("")
	must(t, err)
	if names() != "Back Front Layer 3" || s.ActiveLayer() != id {
		t.Errorf("layers %s, active %v", names(), s.ActiveLayer())
	}
	must(t, s.Layers().Move(id, false))
	must(t, s.Layers().Move(id, false))
	must(t, s.Layers().Move(id, false)) // the layer is already at the end
	must(t, s.Layers().Rename(id, "Sky"))
	if names() != "Sky Back Front" {
		t.Errorf("layers %s", names())
	}
	must(t, s.Layers().Move(id, true))
	if names() != "Back Sky Front" {
		t.Errorf("layers %s", names())
	}
	if n := len(s.Live().Contacts()); n != 1 {
		t.Fatalf("%d contacts", n)
	}
	must(t, s.Layers().SetHidden(2, true))
	check(t, s)
	if n := len(s.Live().Contacts()); n != 0 {
		t.Errorf("hidden colliders have %d contacts", n)
	}
	must(t, s.Layers().SetHidden(2, false))
	check(t, s)
	if n := len(s.Live().Contacts()); n != 1 {
		t.Errorf("after showing them again they have %d contacts", n)
	}
	must(t, s.Layers().Remove(id))
	if s.ActiveLayer() != 2 {
		t.Errorf("active layer = %v", s.ActiveLayer())
	}
	for range 3 {
		s.Undo()
	}
	check(t, s)
}

// TestAdd adds a collider to a level without layers.
func TestAdd(t *testing.T) {
	t.Parallel()
	doc, err := level.NewDocument(level.DefaultSettings())
	must(t, err)
	s := editor.NewSession(doc)
	id, err := s.Add(*circle("", 5, 5, 5))
	must(t, err)
	if c := doc.Collider(id); c == nil || c.Name != "circle 1" || len(doc.Layers()) != 1 || !s.Selection().Has(id) {
		t.Errorf("added %+v", c)
	}
	s.Undo()
	if doc.Len() != 0 || len(doc.Layers()) != 0 {
		t.Error("undo left something")
	}
	if _, err := s.Add(*polygon("", 0, 0, 0, 0, 10, 10, 10, 0, 0, 10)); err == nil {
		t.Error("a crossing outline was added")
	}
}

// TestClipboard cuts and pastes, within a level and into another one that lacks the category.
func TestClipboard(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20), with(circle("b", 50, 0, 10), func(c *level.Collider) {
		c.Categories, c.Hidden, c.Layer = []string{"ghost"}, false, 1
	}), box("c", 100, 0, 10, 10))
	if s.Clipboard().Copy() != "" {
		t.Error("nothing was copied")
	}
	s.Selection().Set(2, 1)
	text := s.Clipboard().Copy()
	must(t, s.Clipboard().Paste(text, level.Vec{X: 30, Y: 101}))
	check(t, s)
	if got, want := brief(s), "b 50,0 r10; b 2 50,96 r10; a 0,0 20x20; c 100,0 10x10; a 2 0,96 20x20"; got != want {
		t.Errorf("pasted: %s\nwant %s", got, want)
	}
	if s.Selection().Len() != 2 || s.Selection().Has(1) {
		t.Errorf("selected = %v", s.Selection().IDs())
	}
	if label, _ := s.History().CanUndo(); label != "Paste 2 shapes" {
		t.Errorf("step = %q", label)
	}

	doc, err := level.NewDocument(level.DefaultSettings())
	must(t, err)
	target := editor.NewSession(doc)
	target.SetSnapping(editor.SnapSettings{})
	must(t, target.Clipboard().Paste(text, level.Vec{X: 25, Y: 7}))
	check(t, target)
	if got, want := brief(target), "b 50,7 r10; a 0,7 20x20"; got != want {
		t.Errorf("pasted elsewhere: %s\nwant %s", got, want)
	}
	if !slices.Contains(doc.Settings().Categories, "ghost") {
		t.Errorf("categories %q", doc.Settings().Categories)
	}
	target.Undo()
	if doc.Len() != 0 || len(doc.Layers()) != 0 || slices.Contains(doc.Settings().Categories, "ghost") {
		t.Error("undo left something")
	}

	for _, bad := range []string{
		"", "hello", "fillet: 1\n", "fillet: 9\n", "fillet: 1\nlayers: [",
		text[:len(text)/2],
	} {
		before := textOf(t, s)
		if err := s.Clipboard().Paste(bad, level.Vec{}); !errors.Is(err, editor.ErrNotShapes) {
			t.Errorf("pasting %.20q: %v", bad, err)
		}
		if textOf(t, s) != before {
			t.Errorf("pasting %.20q changed something", bad)
		}
	}
	s.Selection().Set(1, 3)
	cut, err := s.Clipboard().Cut()
	must(t, err)
	if cut == "" || s.Document().Collider(1) != nil || s.Document().Collider(3) != nil {
		t.Error("cut left something")
	}
	s.Undo()
	check(t, s)
}

// Opening and closing a chain have different step names.
func TestStepNamesOfClosing(t *testing.T) {
	t.Parallel()
	chain := level.Shape{Kind: level.Chain, Points: []level.Vec{{}, {X: 64}, {X: 64, Y: 64}}}
	s := open(t, level.NewCollider(0, 0, "wall", chain, level.Vec{}))
	for _, step := range []struct {
		closed bool
		label  string
	}{{true, "Close wall"}, {false, "Open wall"}} {
		must(t, s.Shapes([]level.ID{1}).SetClosed(step.closed))
		if label, _ := s.History().CanUndo(); label != step.label {
			t.Errorf("step = %q, want %q", label, step.label)
		}
	}
}
