package merge_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/merge"
)

// A move and two drags of different sides give the same in either order, and so does a merge of branches that did one each.
func TestPlaceAndSizeAreOneThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := level.NewCollider(1, 1, "wall", placedShape(t), level.Vec{X: 72, Y: 72})
		base.Angle = level.Degrees(rapid.SampledFrom([]int{0, 0, 30, 90}).Draw(t, "angle"))
		if !hasSides(base) {
			base.Angle = 0
		}
		deeds := rapid.Permutation([]deed{{}, {axis: 0, sign: 1}, {axis: 0, sign: -1}, {axis: 1, sign: 1}}).Draw(t, "deeds")
		first, second := deeds[0], deeds[1]
		if !hasSides(base) { // its outline can change in one way
			first, second = deed{}, deed{axis: 1, sign: 1}
			if rapid.Bool().Draw(t, "swapped") {
				first, second = second, first
			}
		}
		for _, d := range []*deed{&first, &second} {
			d.by = level.Vec{
				X: float64(rapid.SampledFrom([]int{-5, -3, 3, 8}).Draw(t, "x")),
				Y: float64(rapid.SampledFrom([]int{-5, -3, 3, 8}).Draw(t, "y")),
			}
		}
		ours, theirs, want := first.done(base), second.done(base), second.done(first.done(base))
		r := mustMerge(t, levelOf(t, base), levelOf(t, ours), levelOf(t, theirs))
		if len(r.Conflicts) > 0 {
			t.Fatalf("%+v and %+v are in conflict: %v", first, second, r.Conflicts)
		}
		got := r.Document.Collider(1)
		if !slices.EqualFunc(sidesOf(t, got), sidesOf(t, want), func(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }) {
			t.Fatalf("%+v and %+v make %v %v, want %v %v", first, second, got.Position, got.Shape, want.Position, want.Shape)
		}
	})
}

// Two moves, and two drags of one side, stay in conflict.
func TestPlacesInConflict(t *testing.T) {
	base := level.NewCollider(1, 1, "wall", level.Shape{Kind: level.Box, Size: level.Vec{X: 48, Y: 16}, Rounding: level.Inset}, level.Vec{X: 72, Y: 72})
	for _, d := range []struct{ a, b deed }{
		{deed{by: level.Vec{X: 3}}, deed{by: level.Vec{X: 5}}},
		{deed{by: level.Vec{X: 3}}, deed{by: level.Vec{Y: 3}}},
		{deed{axis: 0, sign: 1, by: level.Vec{X: 3}}, deed{axis: 0, sign: 1, by: level.Vec{X: 5}}},
		{deed{axis: 1, sign: -1, by: level.Vec{Y: 3}}, deed{axis: 1, sign: -1, by: level.Vec{Y: 5}}},
	} {
		a, b := d.a, d.b
		r := mustMerge(t, levelOf(t, base), levelOf(t, a.done(base)), levelOf(t, b.done(base)))
		if len(r.Conflicts) == 0 {
			t.Errorf("%+v and %+v are not in conflict", a, b)
		}
		if got := r.Document.Collider(1); !got.Shape.Equal(a.done(base).Shape) || got.Position != a.done(base).Position {
			t.Errorf("%+v is not as ours has it: %v %v", a, got.Position, got.Shape)
		}
	}
}

// Whatever both versions do to a shape, what stays in conflict has the place and the outline of ours, and of the version that
// is taken.
func TestPlaceAndOutlineAreOneThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := level.NewCollider(1, 1, "wall", placedShape(t), level.Vec{X: 72, Y: 72})
		edit := func(name string) *level.Collider {
			c := *base
			for range rapid.IntRange(1, 2).Draw(t, name) {
				by := level.Vec{X: float64(rapid.IntRange(-5, 5).Draw(t, "x")), Y: float64(rapid.IntRange(1, 5).Draw(t, "y"))}
				switch rapid.SampledFrom([]string{"move", "turn", "reshape", "another kind"}).Draw(t, "edit") {
				case "move":
					c.Position = c.Position.Add(by)
				case "turn":
					c.Angle += level.Degrees(10 * by.Y)
				case "reshape":
					c = *deed{axis: 1, sign: 1, by: by}.done(&c)
				default:
					c.Shape, c.Position = placedShape(t), c.Position.Sub(by)
				}
			}
			return &c
		}
		ours, theirs := edit("ours"), edit("theirs")
		r := mustMerge(t, levelOf(t, base), levelOf(t, ours), levelOf(t, theirs))
		same := func(a, b *level.Collider) bool {
			shape := a.Shape
			if shape.HasCorners() && b.Shape.HasCorners() {
				shape.Radius = b.Shape.Radius // that of corners merges by itself
			}
			return a.Position == b.Position && a.Angle == b.Angle && shape.Equal(b.Shape)
		}
		if got := r.Document.Collider(1); len(r.Conflicts) > 0 && !same(got, ours) {
			t.Fatalf("%+v and %+v are in conflict, and it is %+v", ours, theirs, got)
		}
		for side, want := range map[merge.Side]*level.Collider{merge.Ours: ours, merge.Theirs: theirs} {
			r := mustMerge(t, levelOf(t, base), levelOf(t, ours), levelOf(t, theirs))
			var all []merge.Choice
			for i := range r.Conflicts {
				all = append(all, merge.Choice{Conflict: i, Side: side})
			}
			check(t, r.Document.Apply(merge.Settle(r.Document, all).Diff))
			if got := r.Document.Collider(1); len(all) > 0 && !same(got, want) {
				t.Fatalf("side %d of %+v and %+v is %+v", side, ours, theirs, got)
			}
		}
	})
}

// What cannot be told apart, or would be no box, is a conflict, and the level is valid.
func TestPlacesThatDoNotFit(t *testing.T) {
	box := func(x, w, radius float64) *level.Collider {
		shape := level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: 100}, Radius: radius, Rounding: level.Inset}
		return level.NewCollider(1, 1, "wall", shape, level.Vec{X: x, Y: 50})
	}
	for name, c := range map[string][3]*level.Collider{
		"nothing is left":        {box(50, 100, 0), box(95, 10, 0), box(45, 90, 0)},
		"the radius is too much": {box(50, 100, 30), box(70, 60, 30), box(30, 60, 30)},
		"both moved it alike":    {box(80, 160, 0), box(96, 160, 0), box(104, 176, 0)},
	} {
		r := mustMerge(t, levelOf(t, c[0]), levelOf(t, c[1]), levelOf(t, c[2]))
		if got := r.Document.Collider(1); len(r.Conflicts) == 0 || got.Position != c[1].Position {
			t.Errorf("%s: %v at %v, conflicts %v", name, got.Shape, got.Position, r.Conflicts)
		}
	}
}

// A box of which only one version changed the place keeps it to the last digit, whatever the other did to its corners.
func TestPlaceOfOneVersionIsExact(t *testing.T) {
	shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 48, Y: 16}, Rounding: level.Inset}
	base := level.NewCollider(1, 1, "wall", shape, level.Vec{X: 72, Y: 72})
	ours, theirs := *base, *base
	ours.Position.X, theirs.Shape.Radius = 100.0/3, 2
	got := mustMerge(t, levelOf(t, base), levelOf(t, &ours), levelOf(t, &theirs)).Document.Collider(1)
	if got.Position != ours.Position || got.Shape.Radius != 2 {
		t.Errorf("the box is at %v with radius %g", got.Position, got.Shape.Radius)
	}
}

// deed is an edit of a shape: a move, or a drag of one side.
type deed struct {
	axis, sign int // of the side; sign 0 is a move
	by         level.Vec
}

func (d deed) done(c *level.Collider) *level.Collider {
	out := *c
	q := collision.NewRot(c.Angle.Radians())
	if d.sign == 0 {
		out.Position = c.Position.Add(d.by)
		return &out
	}
	side := level.Vec{X: float64(1 - d.axis), Y: float64(d.axis)}
	drag := side.Dot(d.by) * float64(d.sign)
	s := &out.Shape
	switch s.Kind {
	case level.Box:
		s.Size = s.Size.Add(side.Mul(drag))
	case level.Circle:
		s.Radius += drag / 2
	default: // its last corner is at the bottom
		s.Points = slices.Clone(s.Points)
		s.Points[len(s.Points)-1].Y += drag
		return &out
	}
	out.Position = c.Position.Add(q.Apply(side.Mul(float64(d.sign) * drag / 2)))
	return &out
}

func hasSides(c *level.Collider) bool { return c.Shape.Kind == level.Box }

func placedShape(t *rapid.T) level.Shape {
	return rapid.SampledFrom([]level.Shape{
		{Kind: level.Box, Size: level.Vec{X: 48, Y: 16}, Rounding: level.Inset},
		{Kind: level.Box, Size: level.Vec{X: 32, Y: 64}, Radius: 2, Rounding: level.Inset},
		{Kind: level.Circle, Radius: 20},
		{Kind: level.Polygon, Points: []level.Vec{{}, {X: 40}, {X: 40, Y: 20}}, Rounding: level.Inset},
		{Kind: level.Capsule, Points: []level.Vec{{}, {Y: 30}}, Radius: 6},
		{Kind: level.Chain, Points: []level.Vec{{}, {X: 30}, {X: 30, Y: 40}}},
	}).Draw(t, "shape")
}

func levelOf(t fataler, c *level.Collider) *level.Document {
	doc, err := level.NewDocument(level.DefaultSettings())
	check(t, err)
	check(t, doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Layer 1", Order: 1})},
		Colliders: []level.Change[level.Collider]{level.Added(c)},
	}))
	return doc
}

// sidesOf is where a shape stands and how large it is.
func sidesOf(t fataler, c *level.Collider) []float64 {
	baked, err := c.Shape.Bake()
	check(t, err)
	box := collision.EmptyAABB()
	for i := range baked.Pieces {
		box = box.Union(baked.Pieces[i].Bounds(c.Transform()))
	}
	return []float64{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y}
}
