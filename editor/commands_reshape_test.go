package editor_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func edge(name string, points ...level.Vec) *level.Collider {
	return level.NewCollider(0, 0, name, level.Shape{Kind: level.Chain, Points: points}, level.Vec{})
}

// shapes returns the colliders of a level as text: name, kind, box, and a star for selected ones.
func shapes(s *editor.Session) string {
	var out []string
	for c := range s.Document().Colliders() {
		b := level.DrawnBounds(c)
		n := func(x float64) float64 { return math.Round(x*100) / 100 }
		text := fmt.Sprintf("%s %v %g..%g %g..%g", c.Name, c.Shape.Kind, n(b.Min.X), n(b.Max.X), n(b.Min.Y), n(b.Max.Y))
		if s.Selection().Has(c.ID) {
			text += " *"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

func TestReshape(t *testing.T) {
	v := func(x, y float64) level.Vec { return level.Vec{X: x, Y: y} }
	floor := func() *level.Collider {
		c := box("floor", 50, 50, 100, 20)
		c.Tags, c.Friction = []string{"ground"}, 0.3
		return c
	}
	on := func(do func(editor.Reshape) error) func(*editor.Session) error {
		return func(s *editor.Session) error { return do(s.Reshape()) }
	}
	tests := []struct {
		name     string
		in       []*level.Collider
		selected []level.ID
		do       func(s *editor.Session) error
		want     string
		err      error
	}{
		{
			"unite",
			[]*level.Collider{floor(), box("wall", 95, 30, 10, 60)},
			[]level.ID{1, 2},
			on(editor.Reshape.Union),
			"floor polygon 0..100 0..60 *", nil,
		},
		{
			"unite two of three",
			[]*level.Collider{box("a", 0, 0, 10, 10), box("b", 90, 0, 40, 40), box("c", 8, 0, 10, 10)},
			[]level.ID{3, 2, 1},
			on(editor.Reshape.Union),
			"a box -5..13 -5..5 *; b box 70..110 -20..20 *", nil,
		},
		{
			"unite nested shapes",
			[]*level.Collider{floor(), circle("big", 50, 50, 90)},
			[]level.ID{1, 2},
			on(editor.Reshape.Union), "floor circle -40..140 -40..140 *", nil,
		},
		{
			"unite separate shapes",
			[]*level.Collider{box("a", 0, 0, 10, 10), box("b", 90, 0, 10, 10)},
			[]level.ID{1, 2},
			on(editor.Reshape.Union), "", editor.ErrNoOverlap,
		},
		{"unite one", []*level.Collider{floor()}, []level.ID{1}, on(editor.Reshape.Union), "", editor.ErrTakesTwo},
		{"unite nothing", []*level.Collider{floor()}, nil, on(editor.Reshape.Union), "", editor.ErrNothingSelected},
		{
			"subtract",
			[]*level.Collider{floor(), box("pit", 50, 50, 20, 90)},
			[]level.ID{2, 1},
			on(editor.Reshape.Subtract), "floor 2 box 60..100 40..60 *; floor box 0..40 40..60 *", nil,
		},
		{
			"subtract separate shapes",
			[]*level.Collider{floor(), box("pit", 50, 250, 20, 90)},
			[]level.ID{2, 1},
			on(editor.Reshape.Subtract), "", editor.ErrNoOverlap,
		},
		{
			"intersect",
			[]*level.Collider{floor(), box("pit", 50, 50, 20, 90)},
			[]level.ID{2, 1},
			on(editor.Reshape.Intersect), "floor box 40..60 40..60 *", nil,
		},
		{
			"exclude",
			[]*level.Collider{floor(), box("pit", 100, 50, 20, 20)},
			[]level.ID{2, 1},
			on(editor.Reshape.Exclude), "floor 2 box 100..110 40..60 *; floor box 0..90 40..60 *", nil,
		},
		{
			"cut out",
			[]*level.Collider{
				floor(), box("under", 50, 70, 100, 20), box("hole", 50, 60, 20, 10),
				box("over", 50, 60, 9, 9),
			},
			[]level.ID{3},
			on(editor.Reshape.CutOut),
			"floor polygon 0..100 40..60 *; over box 45.5..54.5 55.5..64.5; under polygon 0..100 60..80 *", nil,
		},
		{
			"cut out of nothing",
			[]*level.Collider{box("hole", 50, 60, 20, 10), floor()},
			[]level.ID{1},
			on(editor.Reshape.CutOut), "", editor.ErrNoneBelow,
		},
		{
			"cut",
			[]*level.Collider{floor(), box("wall", 95, 30, 10, 60)},
			[]level.ID{1},
			func(s *editor.Session) error { return s.Reshape().Cut(v(25, 0), v(25, 90)) },
			"floor 2 box 0..25 40..60 *; floor box 25..100 40..60 *; wall box 90..100 0..60", nil,
		},
		{
			"cut all",
			[]*level.Collider{floor(), box("wall", 95, 30, 10, 60)},
			nil, func(s *editor.Session) error { return s.Reshape().Cut(v(-9, 50), v(190, 50)) },
			"floor 2 box 0..100 40..50 *; floor box 0..100 50..60 *; wall 2 box 90..100 50..60 *; wall box " +
				"90..100 0..50 *", nil,
		},
		{"cut nothing", []*level.Collider{floor()}, nil, func(s *editor.Session) error {
			return s.Reshape().Cut(v(-9, 0), v(190, 0))
		}, "", editor.ErrNotCut},
		{
			"join",
			[]*level.Collider{edge("a", v(0, 0), v(10, 0)), edge("b", v(30, 0), v(20, 0)), box("c", 0, 0, 9, 9)},
			[]level.ID{2, 1, 3},
			on(editor.Reshape.Join),
			"a chain 0..30 0..0 *; c box -4.5..4.5 -4.5..4.5", nil,
		},
		{"join none", []*level.Collider{floor()}, []level.ID{1}, on(editor.Reshape.Join), "", editor.ErrTakesChain},
		{
			"convert",
			[]*level.Collider{floor(), circle("c", 0, 0, 9)},
			[]level.ID{1, 2},
			func(s *editor.Session) error { return s.Reshape().Convert(level.Polygon) },
			"c polygon -9..9 -9..9 *; floor polygon 0..100 40..60 *", nil,
		},
		{"grow", []*level.Collider{floor()}, []level.ID{1}, func(s *editor.Session) error {
			return propose(s, s.Reshape().Grow(), 4)
		}, "floor box -4..104 36..64 *", nil},
		{"shrink to two", []*level.Collider{level.NewCollider(0, 0, "bell",
			level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
				v(0, 0), v(20, 0), v(20, 8), v(40, 8), v(40, 0), v(60, 0), v(60, 20), v(40, 20), v(40, 12), v(20, 12),
				v(20, 20), v(0, 20),
			}}, level.Vec{})}, []level.ID{1}, func(s *editor.Session) error {
			return propose(s, s.Reshape().Grow(), -3)
		}, "bell 2 polygon 43..57 3..17 *; bell polygon 3..17 3..17 *", nil},
		{
			"stroke",
			[]*level.Collider{edge("a", v(0, 0), v(10, 0), v(10, 10))},
			[]level.ID{1},
			func(s *editor.Session) error {
				return propose(s, s.Reshape().Stroke(), 4)
			}, "a polygon -1.9..12 -2..11.9 *", nil,
		},
		{
			"simplify no box",
			[]*level.Collider{floor()},
			[]level.ID{1},
			on(editor.Reshape.Simplify), "",
			editor.ErrNoOutline,
		},
		{
			"simplify",
			[]*level.Collider{edge("a", v(0, 0), v(10, 1), v(20, 0))},
			[]level.ID{1},
			func(s *editor.Session) error {
				return propose(s, s.Reshape().Simplify(), 2)
			}, "a chain 0..20 0..0 *", nil,
		},
		{
			"smooth",
			[]*level.Collider{edge("a", v(0, 0), v(10, 10), v(20, 0))},
			[]level.ID{1},
			func(s *editor.Session) error {
				return propose(s, s.Reshape().Smooth(), 20)
			}, "a chain 0..20 0..7.4 *", nil,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.in...)
			before := marshalled(t, s)
			s.Selection().Set(test.selected...)
			err := test.do(s)
			if !errors.Is(err, test.err) {
				t.Fatalf("error = %v, want %v", err, test.err)
			}
			if err != nil {
				if !bytes.Equal(marshalled(t, s), before) {
					t.Error("the level has changed")
				}
				return
			}
			if got := shapes(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if c := s.Document().Collider(1); c != nil && c.Name == "floor" && (c.Friction != 0.3 && c.Tags != nil) {
				t.Errorf("the floor has lost its material: %+v", *c)
			}
			if _, ok := s.Undo(); !ok || !bytes.Equal(marshalled(t, s), before) {
				t.Error("one undo does not restore the level")
			}
		})
	}
}

// propose sets a proposal's number and accepts the proposal.
func propose(s *editor.Session, err error, number float64) error {
	if err != nil {
		return err
	}
	if err := s.Proposal().Numbers[0].Set(number); err != nil {
		return err
	}
	return s.Accept()
}

// The solid side of a one-way platform keeps its direction when a conversion rotates the frame.
func TestConvertedOneWayKeepsItsSide(t *testing.T) {
	c := level.NewCollider(0, 0, "ledge", level.Shape{Kind: level.Capsule, Points: []level.Vec{{}, {Y: 30}}, Radius: 4},
		level.Vec{X: 5})
	c.Role, c.OneWay, c.Angle = level.OneWay, level.Vec{X: 1}, 30
	s := open(t, c)
	was := c.Transform().Q.Apply(c.OneWay)
	s.Selection().Set(1)
	must(t, s.Reshape().Convert(level.Box))
	after := s.Document().Collider(1)
	if now := after.Transform().Q.Apply(after.OneWay); after.Shape.Kind != level.Box || now.Dist(was) > 1e-12 {
		t.Errorf("a %v solid toward %v, want %v", after.Shape.Kind, now, was)
	}
}

func marshalled(t testing.TB, s *editor.Session) []byte {
	t.Helper()
	b, err := level.Marshal(s.Document())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Any commands on any shapes give a valid level and leave locked shapes unchanged, and undo restores everything.
func TestRandomReshaping(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var in []*level.Collider
		coordinate := rapid.Float64Range(-40, 40)
		for i := range rapid.IntRange(1, 6).Draw(rt, "n") {
			x, y, size := coordinate.Draw(rt, "x"), coordinate.Draw(rt, "y"), rapid.Float64Range(5, 50).Draw(rt, "size")
			name := fmt.Sprintf("s %d", i)
			var c *level.Collider
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				c = box(name, x, y, size, 20)
				c.Shape.Radius = rapid.SampledFrom([]float64{0, 2}).Draw(rt, "radius")
			case 1:
				c = circle(name, x, y, size/2)
			case 2:
				c = edge(name, level.Vec{X: x, Y: y}, level.Vec{X: x + size, Y: y}, level.Vec{X: x + size, Y: y + 20})
				c.Shape.Radius = rapid.SampledFrom([]float64{0, 3}).Draw(rt, "thick")
			default:
				c = level.NewCollider(0, 0, name, level.Shape{Kind: level.Point}, level.Vec{X: x, Y: y})
			}
			c.Angle = level.Degrees(rapid.SampledFrom([]float64{0, 30}).Draw(rt, "angle"))
			c.Locked = rapid.IntRange(0, 4).Draw(rt, "locked") == 0
			in = append(in, c)
		}
		s := open(t, in...)
		before := marshalled(t, s)
		steps := 0
		for range rapid.IntRange(1, 6).Draw(rt, "commands") {
			var ids []level.ID
			for c := range s.Document().Colliders() {
				if rapid.Bool().Draw(rt, "selected") {
					ids = append(ids, c.ID)
				}
			}
			s.Selection().Set(ids...)
			r := s.Reshape()
			number := rapid.Float64Range(-9, 30).Draw(rt, "number")
			line := [2]level.Vec{{X: coordinate.Draw(rt, "x1"), Y: -90}, {X: coordinate.Draw(rt, "x2"), Y: 90}}
			do := rapid.SampledFrom([]func() error{
				r.Union, r.Subtract, r.Intersect, r.Exclude, r.CutOut, r.Join,
				func() error { return r.Cut(line[0], line[1]) },
				func() error {
					return propose(s, s.Reshape().Grow(), number)
				}, func() error { return propose(s, s.Reshape().Simplify(), number) },
				func() error {
					return propose(s, s.Reshape().Smooth(), number)
				}, func() error { return propose(s, s.Reshape().Stroke(), number) },
				func() error { return r.Convert(rapid.SampledFrom(level.Kinds).Draw(rt, "to")) },
			}).Draw(rt, "do")
			revision := s.History().Revision()
			_ = do() // an error leaves the level unchanged
			if s.History().Revision() != revision {
				steps++
			}
			if _, err := level.Parse(marshalled(t, s), "after"); err != nil {
				rt.Fatal(err)
			}
			for _, was := range in {
				if now := s.Document().Collider(was.ID); was.Locked && (now == nil || !now.Equal(was)) {
					rt.Fatalf("the locked shape %s changed to %+v", was.Name, now)
				}
			}
		}
		for range steps {
			s.Undo()
		}
		if !bytes.Equal(marshalled(t, s), before) {
			rt.Fatal("undo does not restore the level")
		}
	})
}
