package export_test

import (
	"encoding/json"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"

	"pgregory.net/rapid"
)

type vec = collision.Vec

// rubeLine is a chain of a R.U.B.E. file as b2dJson reads it, in level space: its points and ghost vertices.
type rubeLine struct {
	points     []vec
	prev, next *vec
}

// rubeLines exports a level and returns its chains by body name. No body may have more than one.
func rubeLines(t testing.TB, colliders ...*level.Collider) map[string]rubeLine {
	t.Helper()
	settings := level.DefaultSettings()
	settings.Categories = []string{"ground", "ice"}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})}}
	for i, c := range colliders {
		c.ID, c.Layer = level.ID(i+1), 1
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	data, _ := exportedTo(t, export.Rube(), doc, export.Options{})
	type point struct{ X, Y float64 }
	var file struct {
		Body []struct {
			Name     string
			Position point
			Angle    float64
			Fixture  []struct {
				Chain *struct {
					Vertices                     struct{ X, Y []float64 }
					HasPrevVertex, HasNextVertex bool
					PrevVertex, NextVertex       *point
				}
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]rubeLine{}
	for _, b := range file.Body {
		at := collision.NewTransform(vec{X: b.Position.X, Y: b.Position.Y}, b.Angle)
		place := func(x, y float64) vec {
			v := at.Apply(vec{X: x, Y: y}).Mul(settings.PixelsPerMetre)
			return vec{X: v.X, Y: -v.Y}
		}
		for _, f := range b.Fixture {
			if f.Chain == nil {
				continue
			}
			var l rubeLine
			for i, x := range f.Chain.Vertices.X {
				l.points = append(l.points, place(x, f.Chain.Vertices.Y[i]))
			}
			for _, g := range []struct {
				has bool
				at  *point
				to  **vec
			}{
				{f.Chain.HasPrevVertex, f.Chain.PrevVertex, &l.prev},
				{f.Chain.HasNextVertex, f.Chain.NextVertex, &l.next},
			} {
				if g.has != (g.at != nil) {
					t.Fatalf("%s: has-vertex flag is %v for vertex %v", b.Name, g.has, g.at)
				}
				if g.has {
					v := place(g.at.X, g.at.Y)
					*g.to = &v
				}
			}
			out[b.Name] = l
		}
	}
	return out
}

func line(name string, points ...vec) *level.Collider {
	return level.NewCollider(1, 1, name, level.Shape{Kind: level.Chain, Points: points}, level.Vec{})
}

// crate returns a box of 60 by 40.
func crate(at vec) *level.Collider {
	s := level.Shape{Kind: level.Box, Size: vec{X: 60, Y: 40}, Rounding: level.Inset}
	return level.NewCollider(1, 1, "box", s, at)
}

// changed applies a change to a collider and returns it.
func changed(c *level.Collider, change func(*level.Collider)) *level.Collider { change(c); return c }

func oneSided(c *level.Collider) { c.Shape.OneSided = true }

// isAt reports whether a ghost vertex is at the wanted place, or both are nil.
func isAt(ghost, want *vec) bool {
	if ghost == nil || want == nil {
		return ghost == want
	}
	return ghost.Dist(*want) < 1e-6
}

// A chain has as ghosts the next vertices of the surfaces that continue it in the playtest: another chain, in either
// direction, or the side of a polygon, within 0.05 px and half a degree, that is solid to the same objects.
func TestChainsHaveGhosts(t *testing.T) {
	t.Parallel()
	a, b := vec{}, vec{X: 100}
	far := vec{X: 180, Y: 0.4}
	box := func(change ...func(*level.Collider)) *level.Collider {
		c := crate(vec{X: 130, Y: 20})
		for _, f := range change {
			f(c)
		}
		return c
	}
	loop := line("on", vec{X: 100, Y: 60}, b, far)
	loop.Shape.Closed = true
	thick := line("on", b.Add(vec{Y: 5}), vec{X: 180, Y: 5})
	thick.Shape.Radius = 5
	slope := line("on", b, vec{X: 140}, vec{X: 150, Y: 30}, vec{X: 100, Y: 30})
	slope.Shape.Kind, slope.Shape.Rounding = level.Polygon, level.Inset
	for _, test := range []struct {
		name string
		end  *level.Collider // the collider at the right end of a chain from a to b
		want *vec
	}{
		{"a chain", line("on", b, far, vec{X: 200, Y: 50}), &far},
		{"a chain drawn the other way", line("on", vec{X: 200, Y: 50}, far, b), &far},
		{"a chain that misses it by a bit", line("on", vec{X: 100.04, Y: -0.04}, far), &far},
		{"one that misses it by more", line("on", vec{X: 100, Y: 0.06}, far), nil},
		{"one that begins farther off", line("on", vec{X: 100.06}, far), nil},
		{"one that is steeper", line("on", b, vec{X: 180, Y: 0.8}), nil},
		{"one that comes back", line("on", b, vec{X: 20}), nil},
		{"a closed chain", loop, &far},
		{"a thick chain at its height", thick, &vec{X: 180}},
		{"a one-sided chain", changed(line("on", b, far), oneSided), &far},
		{"a box", box(), &vec{X: 160}},
		{"a turned box", box(func(c *level.Collider) { c.Angle = 180 }), &vec{X: 160}},
		// Its side begins after the rounded corner.
		{"a rounded box", box(func(c *level.Collider) { c.Shape.Radius = 8 }), nil},
		{"a polygon", slope, &vec{X: 140}},
		{"a trigger", box(func(c *level.Collider) { c.Role = level.Trigger }), nil},
		{"a platform that moves", box(func(c *level.Collider) { c.Body = level.Kinematic }), nil},
		{"a one-way box", box(func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, level.Up }), nil},
		{"a box of another category", box(func(c *level.Collider) { c.Categories = []string{"ice"} }), nil},
	} {
		floor := rubeLines(t, line("floor", a, b), test.end)["floor"]
		if !isAt(floor.next, test.want) || floor.prev != nil {
			t.Errorf("%s: the ghosts are %v and %v, want none and %v", test.name, floor.prev, floor.next, test.want)
		}
		if floor = rubeLines(t, line("floor", b, a), test.end)["floor"]; !isAt(floor.prev, test.want) ||
			floor.next != nil {
			t.Errorf("%s, from the right: %v and %v, want %v and none", test.name, floor.prev, floor.next, test.want)
		}
	}
	moves := line("floor", a, b)
	moves.Body = level.Dynamic
	if floor := rubeLines(t, moves, line("on", b, far))["floor"]; floor.next != nil {
		t.Errorf("a chain that moves has the ghost %v", floor.next)
	}
}

// One-sided chains continue each other if they face the same way. They are written with the solid side on the right,
// with y up, so their ghosts are swapped when their points are reversed.
func TestOneSidedChainsHaveGhosts(t *testing.T) {
	t.Parallel()
	a, b, c := vec{}, vec{X: 100}, vec{X: 180}
	lines := rubeLines(t, changed(line("floor", a, b), oneSided), changed(line("on", b, c), oneSided))
	if l := lines["floor"]; l.points[0] != b || !isAt(l.prev, &c) || l.next != nil {
		t.Errorf("the left chain is %+v", l)
	}
	if l := lines["on"]; l.points[0] != c || l.prev != nil || !isAt(l.next, &a) {
		t.Errorf("the right chain is %+v", l)
	}
	lines = rubeLines(t, changed(line("floor", a, b), oneSided), changed(line("on", c, b), oneSided))
	if l := lines["floor"]; l.prev != nil || l.next != nil {
		t.Errorf("a chain that faces the other way continues it: %+v", l)
	}
	lines = rubeLines(t, changed(line("floor", a, b), oneSided), crate(vec{X: 130, Y: -20}))
	if l := lines["floor"]; l.prev != nil || l.next != nil {
		t.Errorf("the lower side of a box continues the upper side of a chain: %+v", l)
	}
}

// A closed chain, or a chain that ends where it begins, is written as a R.U.B.E. loop: its first point is repeated at
// the end, and the neighbours of that point are the ghosts.
func TestLoopsClose(t *testing.T) {
	t.Parallel()
	a, b, c := vec{}, vec{X: 100}, vec{X: 50, Y: 60}
	closed := func(c *level.Collider) { c.Shape.Closed = true }
	for _, loop := range []*level.Collider{
		changed(line("loop", a, b, c), closed),
		changed(changed(line("loop", a, b, c), closed), oneSided),
		line("loop", a, b, c, vec{X: 0.03, Y: -0.03}),
		changed(line("loop", a, b, c, a), oneSided),
	} {
		l := rubeLines(t, loop)["loop"]
		n := len(l.points)
		if n != 4 || l.points[0].Dist(l.points[3]) > 1e-9 || !isAt(l.prev, &l.points[2]) ||
			!isAt(l.next, &l.points[1]) {
			t.Errorf("%+v: the loop is %+v", loop.Shape, l)
		}
	}
}

// If a line is cut in two anywhere, each part has the next point of the other as its ghost, in any frames of the
// colliders.
func TestCutChainsHaveGhosts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		coord := rapid.Float64Range(-400, 400)
		from := vec{X: coord.Draw(rt, "x"), Y: coord.Draw(rt, "y")}
		turn := rapid.Float64Range(-math.Pi, math.Pi).Draw(rt, "direction")
		way := collision.NewRot(turn).Apply(vec{X: 1})
		first, second := rapid.Float64Range(5, 90).Draw(rt, "first"), rapid.Float64Range(5, 90).Draw(rt, "second")
		cut := from.MulAdd(way, first)
		end := cut.MulAdd(way, second)
		miss := vec{
			X: rapid.Float64Range(-0.03, 0.03).Draw(rt, "miss"),
			Y: rapid.Float64Range(-0.03, 0.03).Draw(rt, "miss"),
		}
		if math.Abs(miss.Y) > 0.004*second { // the second part would turn more than allowed
			miss = vec{}
		}
		place := func(name string, points ...vec) *level.Collider {
			c := line(name)
			c.Angle = level.Degrees(rapid.Float64Range(-180, 180).Draw(rt, "angle"))
			c.Position = vec{X: coord.Draw(rt, "x"), Y: coord.Draw(rt, "y")}
			for _, p := range points {
				c.Shape.Points = append(c.Shape.Points, c.Transform().ApplyInv(p))
			}
			return c
		}
		lines := rubeLines(t, place("a", from, cut), place("b", cut.Add(miss), end.Add(miss)))
		after := end.Add(miss)
		if a, b := lines["a"], lines["b"]; !isAt(a.next, &after) || a.prev != nil || !isAt(b.prev, &from) ||
			b.next != nil {
			rt.Errorf("cut at %v: %+v and %+v", cut, a, b)
		}
	})
}
