package level_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor/level"
)

// A move and drags of two different sides give the same result in any order. Merging two branches with one change each
// gives the same result, too.
func TestMergePlaceAndSize(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := level.NewCollider(1, 1, "wall", placedShape(t), level.Vec{X: 72, Y: 72})
		base.Angle = level.Degrees(rapid.SampledFrom([]int{0, 0, 30, 90}).Draw(t, "angle"))
		if !hasSides(base) {
			base.Angle = 0
		}
		deeds := rapid.Permutation([]boxEdit{{}, {axis: 0, sign: 1}, {axis: 0, sign: -1}, {axis: 1, sign: 1}}).Draw(t,
			"deeds")
		first, second := deeds[0], deeds[1]
		if !hasSides(base) { // its outline can only change in one way
			first, second = boxEdit{}, boxEdit{axis: 1, sign: 1}
			if rapid.Bool().Draw(t, "swapped") {
				first, second = second, first
			}
		}
		for _, d := range []*boxEdit{&first, &second} {
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
		if !slices.EqualFunc(sidesOf(t, got), sidesOf(t, want), func(a, b float64) bool {
			return a-b < 1e-6 && b-a < 1e-6
		}) {
			t.Fatalf("%+v and %+v make %v %v, want %v %v", first, second, got.Position, got.Shape, want.Position,
				want.Shape)
		}
	})
}

// Two boxes that get the same new size at different places have different sides, which is a conflict.
func TestEqualSizesElsewhere(t *testing.T) {
	t.Parallel()
	base := level.NewCollider(1, 1, "wall", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 40, Y: 16}, Rounding: level.Inset,
	}, level.Vec{X: 100, Y: 72})
	ours, theirs := *base, *base
	ours.Shape.Size.X = 60                           // extends both sides by 10
	theirs.Shape.Size.X, theirs.Position.X = 60, 110 // extends the right side by 20
	for _, s := range [][2]*level.Collider{{&ours, &theirs}, {&theirs, &ours}} {
		r := mustMerge(t, levelOf(t, base), levelOf(t, s[0]), levelOf(t, s[1]))
		if got := formatConflicts(r.Conflicts); len(got) != 1 || !strings.Contains(got[0], "position") {
			t.Errorf("conflicts %q, want one about the position", got)
		}
	}
}

// If one version moves a box and the other drags one of its sides, the box has both changes, whichever side it is.
func TestMovedAndDragged(t *testing.T) {
	t.Parallel()
	base := level.NewCollider(1, 1, "wall", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 40, Y: 16}, Rounding: level.Inset,
	}, level.Vec{X: 100, Y: 72})
	for _, side := range []float64{-1, 1} {
		ours, theirs := *base, *base
		ours.Position.X = 107
		theirs.Shape.Size.X, theirs.Position.X = 60, 100+10*side
		r := mustMerge(t, levelOf(t, base), levelOf(t, &ours), levelOf(t, &theirs))
		if got := r.Document.Collider(1); len(r.Conflicts) > 0 || got.Shape.Size.X != 60 ||
			got.Position.X != 107+10*side {
			t.Errorf("side %v: the box is %v wide at %v: %q", side, got.Shape.Size.X, got.Position.X,
				formatConflicts(r.Conflicts))
		}
	}
}

// If two versions drag opposite sides, both sides are where they were dragged.
func TestOppositeSidesAreDragged(t *testing.T) {
	t.Parallel()
	base := level.NewCollider(1, 1, "wall", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 40, Y: 16}, Rounding: level.Inset,
	}, level.Vec{X: 120, Y: 72})
	ours, theirs := *base, *base
	ours.Shape.Size.X, ours.Position.X = 48, 124     // the right side from 140 to 148
	theirs.Shape.Size.X, theirs.Position.X = 50, 115 // the left side from 100 to 90
	r := mustMerge(t, levelOf(t, base), levelOf(t, &ours), levelOf(t, &theirs))
	if got := r.Document.Collider(1); len(r.Conflicts) > 0 || got.Shape.Size.X != 58 || got.Position.X != 119 {
		t.Errorf("the box is %v wide at %v, with %d conflicts", got.Shape.Size.X, got.Position.X, len(r.Conflicts))
	}
}

// Two moves of the same shape, and two drags of the same side, are conflicts.
func TestPlacesInConflict(t *testing.T) {
	t.Parallel()
	base := level.NewCollider(1, 1, "wall", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 48, Y: 16},
		Rounding: level.Inset,
	}, level.Vec{X: 72, Y: 72})
	for _, d := range []struct{ a, b boxEdit }{
		{boxEdit{by: level.Vec{X: 3}}, boxEdit{by: level.Vec{X: 5}}},
		{boxEdit{by: level.Vec{X: 3}}, boxEdit{by: level.Vec{Y: 3}}},
		{boxEdit{axis: 0, sign: 1, by: level.Vec{X: 3}}, boxEdit{axis: 0, sign: 1, by: level.Vec{X: 5}}},
		{boxEdit{axis: 1, sign: -1, by: level.Vec{Y: 3}}, boxEdit{axis: 1, sign: -1, by: level.Vec{Y: 5}}},
	} {
		a, b := d.a, d.b
		r := mustMerge(t, levelOf(t, base), levelOf(t, a.done(base)), levelOf(t, b.done(base)))
		if len(r.Conflicts) == 0 {
			t.Errorf("%+v and %+v are not in conflict", a, b)
		}
		if got := r.Document.Collider(1); !got.Shape.Equal(a.done(base).Shape) ||
			got.Position != a.done(base).Position {
			t.Errorf("%+v differs from ours: %v %v", a, got.Position, got.Shape)
		}
	}
}

// Changes whose result depends on their order are one conflict about position and outline: the shape stays as in ours.
func TestFramesInConflict(t *testing.T) {
	t.Parallel()
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 48, Y: 16}, Rounding: level.Inset}
	square := level.Shape{
		Kind: level.Polygon, Points: []level.Vec{{}, {X: 40}, {X: 40, Y: 40}, {Y: 40}},
		Rounding: level.Inset,
	}
	turn := func(c *level.Collider) { c.Angle += 20 }
	dragRight := func(c *level.Collider) { *c = *boxEdit{axis: 0, sign: 1, by: level.Vec{X: -20}}.done(c) }
	for name, test := range map[string]struct {
		shape        level.Shape
		ours, theirs func(*level.Collider)
	}{
		"a turn and a drag of a side": {box, turn, dragRight},
		"a turn and a drag of the origin": {square, turn, func(c *level.Collider) {
			*c = originDragged(c, level.Vec{X: -8})
		}},
		"a hole and a drag of the origin": {square, func(c *level.Collider) {
			c.Shape.Holes = [][]level.Vec{{{X: 10, Y: 10}, {X: 10, Y: 20}, {X: 20, Y: 20}}}
		}, func(c *level.Collider) { *c = originDragged(c, level.Vec{X: -8}) }},
		"the radius of a corner and another number of corners": {square, func(c *level.Collider) {
			c.Shape = c.Shape.WithDetail(level.Detail{Radii: []float64{level.AsShape, level.AsShape, 5, level.AsShape}})
		}, func(c *level.Collider) {
			c.Shape.Points = slices.Insert(slices.Clone(c.Shape.Points), 1, level.Vec{X: 20, Y: -9})
		}},
		"a radius, and a side that leaves no room for it": {box, func(c *level.Collider) {
			c.Shape.Radius = 8
		}, func(c *level.Collider) {
			for range 2 {
				dragRight(c)
			}
		}},
	} {
		base := level.NewCollider(1, 1, "wall", test.shape, level.Vec{X: 72, Y: 72})
		a, b := *base, *base
		test.ours(&a)
		test.theirs(&b)
		for _, c := range [2][2]*level.Collider{{&a, &b}, {&b, &a}} {
			r := mustMerge(t, levelOf(t, base), levelOf(t, c[0]), levelOf(t, c[1]))
			got := r.Document.Collider(1)
			if len(r.Conflicts) == 0 || !got.Shape.Equal(c[0].Shape) ||
				got.Position != c[0].Position || got.Angle != c[0].Angle {
				t.Errorf("%s: %v %v at %v, conflicts %v", name, got.Shape, got.Angle, got.Position, r.Conflicts)
			}
		}
	}
}

// For any two changes to a shape, a merge without conflicts equals both changes in either order. A conflict keeps our
// position and outline, and takes both from the chosen version.
func TestMergePlaceAndOutline(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := level.NewCollider(1, 1, "wall", placedShape(t), level.Vec{X: 72, Y: 72})
		// No two edits with different units have the same result.
		edit := func(name string, unit int) (edits []func(*level.Collider)) {
			for range rapid.IntRange(1, 2).Draw(t, name) {
				by := level.Vec{
					X: float64(-unit * rapid.IntRange(0, 2).Draw(t, "x")),
					Y: float64(unit * rapid.IntRange(1, 2).Draw(t, "y")),
				}
				drawn := rapid.Custom(placedShape).Filter(func(s level.Shape) bool {
					return s.Kind != base.Shape.Kind
				}).Draw(t, "other")
				what := rapid.SampledFrom([]string{"move", "turn", "drag", "drag the origin", "another kind"}).Draw(t,
					"edit")
				edits = append(edits, func(c *level.Collider) {
					switch hasPoints := len(base.Shape.Points) > 0; {
					case what == "turn":
						c.Angle += level.Degrees(10 * by.Y)
					case what == "drag":
						*c = *boxEdit{axis: 1, sign: 1, by: by}.done(c)
					case what == "drag the origin" && hasPoints:
						*c = originDragged(c, level.Vec{X: by.X - float64(unit)}) // no drag cancels it
					case what == "another kind":
						c.Shape, c.Position = drawn, c.Position.Add(by)
					default:
						c.Position = c.Position.Add(by)
					}
				})
			}
			return edits
		}
		first, second := edit("ours", 1), edit("theirs", 5)
		after := func(lists ...[]func(*level.Collider)) *level.Collider {
			c := *base
			for _, f := range slices.Concat(lists...) {
				f(&c)
			}
			return &c
		}
		ours, theirs := after(first), after(second)
		same := func(a, b *level.Collider) bool {
			shape := a.Shape
			if shape.HasCorners() && b.Shape.HasCorners() {
				shape.Radius = b.Shape.Radius // corner radii merge separately
			}
			d := a.Position.Sub(b.Position)
			isRound := shape.Kind == level.Circle // a circle's angle has no effect
			return d.Dot(d) < 1e-6 && (isRound || a.Angle == b.Angle) && shape.Equal(b.Shape)
		}
		r := mustMerge(t, levelOf(t, base), levelOf(t, ours), levelOf(t, theirs))
		got := r.Document.Collider(1)
		if len(r.Conflicts) == 0 {
			both := same(got, after(first, second)) && same(got, after(second, first))
			if !both && !same(got, ours) && !same(got, theirs) {
				t.Fatalf("%+v and %+v make %+v", ours, theirs, got)
			}
			return
		}
		if !same(got, ours) {
			t.Fatalf("%+v and %+v are in conflict, and the shape is %+v", ours, theirs, got)
		}
		for side, want := range map[level.Side]*level.Collider{level.Ours: ours, level.Theirs: theirs} {
			doc := copyOf(t, r.Document)
			var all []level.ConflictChoice
			for i := range r.Conflicts {
				all = append(all, level.ConflictChoice{Conflict: i, Side: side})
			}
			check(t, doc.Apply(level.Settle(doc, all).Diff))
			if got := doc.Collider(1); !same(got, want) {
				t.Fatalf("side %d of %+v and %+v is %+v", side, ours, theirs, got)
			}
		}
	})
}

// Choosing a side for one key of position and outline applies to all of these keys, and mixing sides is rejected.
func TestPlaceAndOutlineAreDecidedTogether(t *testing.T) {
	t.Parallel()
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 48, Y: 16}, Rounding: level.Inset}
	base := level.NewCollider(1, 1, "wall", box, level.Vec{X: 72, Y: 72})
	ours, theirs := *base, *base
	ours.Position.X, ours.Name = 75, "ours"
	theirs.Shape, theirs.Position, theirs.Name = level.Shape{Kind: level.Circle, Radius: 8}, level.Vec{X: 56, Y: 72},
		"theirs"
	doc := mustMerge(t, levelOf(t, base), levelOf(t, &ours), levelOf(t, &theirs)).Document
	at := func(key string) int {
		return slices.IndexFunc(doc.Settings().Conflicts, func(c level.Conflict) bool { return c.Key == key })
	}
	for name, test := range map[string]struct {
		choices  []level.ConflictChoice
		resolved int
		want     *level.Collider
	}{
		"the place":   {[]level.ConflictChoice{{Conflict: at("position"), Side: level.Theirs}}, 2, &theirs},
		"the outline": {[]level.ConflictChoice{{Conflict: at(level.ShapeKey), Side: level.Theirs}}, 2, &theirs},
		"ours":        {[]level.ConflictChoice{{Conflict: at("position"), Side: level.Ours}}, 2, &ours},
		"the name":    {[]level.ConflictChoice{{Conflict: at("name"), Side: level.Theirs}}, 1, &ours},
		"both sides": {
			[]level.ConflictChoice{
				{Conflict: at("position"), Side: level.Theirs},
				{Conflict: at(level.ShapeKey), Side: level.Ours},
			}, 0, &ours,
		},
	} {
		after := copyOf(t, doc)
		s := level.Settle(after, test.choices)
		check(t, after.Apply(s.Diff))
		got, want := after.Collider(1), test.want
		if s.Settled != test.resolved || !got.Shape.Equal(want.Shape) || got.Position != want.Position {
			t.Errorf("%s: %d resolved, left %v: %v at %v", name, s.Settled, s.Left, got.Shape, got.Position)
		}
	}
}

// Ambiguous changes, and changes that give an invalid box, are conflicts, and the level is valid.
func TestPlacesThatDoNotFit(t *testing.T) {
	t.Parallel()
	box := func(x, w, radius float64) *level.Collider {
		shape := level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: 100}, Radius: radius, Rounding: level.Inset}
		return level.NewCollider(1, 1, "wall", shape, level.Vec{X: x, Y: 50})
	}
	for name, c := range map[string][3]*level.Collider{
		"nothing is left":         {box(50, 100, 0), box(95, 10, 0), box(45, 90, 0)},
		"the radius is too large": {box(50, 100, 30), box(70, 60, 30), box(30, 60, 30)},
		"both moved it equally":   {box(80, 160, 0), box(96, 160, 0), box(104, 176, 0)},
	} {
		r := mustMerge(t, levelOf(t, c[0]), levelOf(t, c[1]), levelOf(t, c[2]))
		if got := r.Document.Collider(1); len(r.Conflicts) == 0 || got.Position != c[1].Position {
			t.Errorf("%s: %v at %v, conflicts %v", name, got.Shape, got.Position, r.Conflicts)
		}
	}
}

// If only one version moved a box, its place is kept exactly, whatever the other version did to its corners.
func TestPlaceOfOneVersionIsExact(t *testing.T) {
	t.Parallel()
	shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 48, Y: 16}, Rounding: level.Inset}
	base := level.NewCollider(1, 1, "wall", shape, level.Vec{X: 72, Y: 72})
	ours, theirs := *base, *base
	ours.Position.X, ours.Shape.Size.X, theirs.Shape.Radius = 100.0/3, 50, 2
	theirs.Shape = theirs.Shape.WithDetail(level.Detail{Radii: []float64{0, 3, level.AsShape, level.AsShape}})
	r := mustMerge(t, levelOf(t, base), levelOf(t, &ours), levelOf(t, &theirs))
	got := r.Document.Collider(1)
	if s := got.Shape; len(r.Conflicts) > 0 || got.Position != ours.Position ||
		s.Size.X != 50 || s.Radius != 2 || s.CornerRadius(1) != 3 {
		t.Errorf("the box is at %v, a %v, conflicts %v", got.Position, got.Shape, r.Conflicts)
	}
}

// boxEdit is an edit to a shape: a move, or a drag of one side.
type boxEdit struct {
	axis, sign int // direction of the side; sign 0 is a move
	by         level.Vec
}

func (d boxEdit) done(c *level.Collider) *level.Collider {
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
	default: // the last corner is at the bottom
		s.Points = slices.Clone(s.Points)
		s.Points[len(s.Points)-1].Y += drag
		return &out
	}
	out.Position = c.Position.Add(q.Apply(side.Mul(float64(d.sign) * drag / 2)))
	return &out
}

// originDragged returns a shape whose first point, the origin, was dragged while the others stay in place.
func originDragged(c *level.Collider, by level.Vec) level.Collider {
	out := *c
	out.Position = c.Position.Add(collision.NewRot(c.Angle.Radians()).Apply(by))
	out.Shape.Points = slices.Clone(c.Shape.Points)
	for i := 1; i < len(out.Shape.Points); i++ {
		out.Shape.Points[i] = out.Shape.Points[i].Sub(by)
	}
	return out
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

// sidesOf returns the position and size of a shape.
func sidesOf(t fataler, c *level.Collider) []float64 {
	baked, err := c.Shape.Bake()
	check(t, err)
	box := collision.EmptyAABB()
	for i := range baked.Pieces {
		box = box.Union(baked.Pieces[i].Bounds(c.Transform()))
	}
	return []float64{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y}
}
