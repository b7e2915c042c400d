package tool_test

import (
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// choice returns the choice of the strip with this name, or with this among its words.
func choice(t *testing.T, r *rig, name string) *tool.StripChoice {
	t.Helper()
	s := r.c.Strip()
	if s == nil {
		t.Fatal("there is no strip")
	}
	for i, c := range s.Choices {
		if c.Name == name {
			return &s.Choices[i]
		}
		for _, w := range c.Words {
			if w == name {
				return &s.Choices[i]
			}
		}
	}
	t.Fatalf("the strip has no %q", name)
	return nil
}

// pick picks a word in the strip.
func pick(t *testing.T, r *rig, word string) {
	t.Helper()
	c := choice(t, r, word)
	for i, w := range c.Words {
		if w == word {
			c.Pick(i)
		}
	}
}

// The strip for stairs shows the fixed parameter: their number, or the size of a step.
func TestStripOfStairs(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.run("key U")
	pick(t, r, "Stairs")
	for at, word := range []string{"Step count", "Step size"} {
		pick(t, r, word)
		if got := choice(t, r, word).At; got != at {
			t.Errorf("after picking %q, the strip shows choice %d, want %d", word, got, at)
		}
	}
	pick(t, r, "Step count")
}

// The numbers in the strip determine the next shape, and a drag sets them.
func TestShapeStrip(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.run("key U")
	choice(t, r, "Width").Set(100)
	choice(t, r, "Height").Set(50)
	r.run("click 0,0")
	last := func() *level.Collider {
		ids := r.s.Selection().IDs()
		if len(ids) != 1 {
			t.Fatalf("selected: %v", ids)
		}
		return r.s.Document().Collider(ids[0])
	}
	size := func() level.Vec { return level.DrawnBounds(last()).Size() }
	if c := last(); size().Dist(level.Vec{X: 100, Y: 50}) > 1e-3 || c.Position != (level.Vec{}) {
		t.Errorf("the ellipse has size %v at %v", size(), c.Position)
	}
	pick(t, r, "Polygon")
	choice(t, r, "Sides").Set(5)
	choice(t, r, "Star").Do()
	choice(t, r, "Inner").Set(40)
	choice(t, r, "Radius").Set(30)
	r.run("click 0,0")
	if c := last(); len(c.Shape.Points) != 10 || c.Name != "star 1" || math.Abs(c.Shape.Points[0].Len()-30) > 1e-3 ||
		math.Abs(c.Shape.Points[1].Len()-12) > 1e-3 {
		t.Errorf("the star is %q with %v", c.Name, c.Shape.Points)
	}
	pick(t, r, "Ramp")
	choice(t, r, "Run").Set(60)
	choice(t, r, "Rise").Set(20)
	choice(t, r, "Keep slope").Do()
	r.run("drag 0,0 -120,-5")
	if size() != (level.Vec{X: 120, Y: 40}) {
		t.Errorf("the ramp has size %v", size())
	}
	pick(t, r, "Stairs")
	pick(t, r, "Step size")
	choice(t, r, "Run").Set(20)
	choice(t, r, "Rise").Set(10)
	r.run("drag 0,0 85,-30")
	if c := last(); size() != (level.Vec{X: 80, Y: 40}) || len(c.Shape.Points) != 10 {
		t.Errorf("the stairs have size %v and %d vertices", size(), len(c.Shape.Points))
	}
	pick(t, r, "Curve")
	pick(t, r, "Half pipe")
	choice(t, r, "Floor").Set(16)
	r.run("drag 0,0 128,-10 shift")
	if c := last(); size().Dist(level.Vec{X: 128, Y: 80}) > 1e-3 || c.Name != "half pipe 1" {
		t.Errorf("%s has size %v", c.Name, size())
	}
	choice(t, r, "Floor").Set(math.NaN())
	if r.c.Problem() == "" {
		t.Error("a floor of NaN is accepted")
	}
	if got := choice(t, r, "Floor").Value; got != 16 {
		t.Errorf("floor = %g", got)
	}
}

// A freehand line closes at its start. Changing the parameters fits the line again, in the same step.
func TestFitFreehand(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draw := func() {
		r.run("key L; down 100,0")
		for i := 1; i <= 60; i++ {
			sin, cos := math.Sincos(float64(i) / 60 * 2 * math.Pi)
			jitter := 100 + 2*float64(i%2)
			r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: jitter * cos, Y: jitter * sin}})
		}
		if h := r.c.Hint(); !strings.Contains(h, "close the outline") {
			t.Errorf("hint = %q", h)
		}
		r.run("up 102,1")
	}
	draw()
	c := r.s.Document().Collider(r.s.Selection().IDs()[0])
	if n := len(c.Shape.Points); c.Shape.Kind != level.Polygon || n < 3 || n > 8 || len(c.Shape.Details().Curves) != n {
		t.Fatalf("a %v with %d vertices and %d curves", c.Shape.Kind, n, len(c.Shape.Details().Curves))
	}
	pick(t, r, "Lines")
	c = r.s.Document().Collider(c.ID)
	before := len(c.Shape.Points)
	if c.Shape.IsDetailed() || before < 8 || before > 40 {
		t.Fatalf("%d vertices", before)
	}
	choice(t, r, "Tolerance").Set(8)
	c = r.s.Document().Collider(c.ID)
	if n := len(c.Shape.Points); n >= before || n < 3 {
		t.Errorf("%d vertices, before %d", n, before)
	}
	r.run("undo")
	if r.s.Document().Len() != 0 {
		t.Error("one undo does not remove the shape")
	}
	choice(t, r, "Tolerance").Set(1)
	if r.s.Document().Len() != 0 {
		t.Error("an undone stroke is fitted again")
	}
	draw()
	r.run("key V; key L")
	choice(t, r, "Tolerance").Set(20)
	if c = r.s.Document().Collider(r.s.Selection().IDs()[0]); len(c.Shape.Points) != before {
		t.Error("a stroke from before leaving the tool is fitted again")
	}
	r.run("down 0,300; move 100,300; move 0,307; up 0,307")
	if c = r.s.Document().Collider(r.s.Selection().IDs()[0]); c.Shape.Kind != level.Polygon {
		t.Errorf("a closed line of three points is a %v", c.Shape.Kind)
	}
}
