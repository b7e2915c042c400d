package editor_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func v(x, y float64) level.Vec { return level.Vec{X: x, Y: y} }

func shapeBox(w, h, r float64) level.Shape {
	return level.Shape{Kind: level.Box, Size: v(w, h), Radius: r, Rounding: level.Inset}
}

func shapePolygon(r float64, points ...level.Vec) level.Shape {
	return level.Shape{Kind: level.Polygon, Points: points, Radius: r, Rounding: level.Inset}
}

func shapeCircle(r float64) level.Shape { return level.Shape{Kind: level.Circle, Radius: r} }

func capsule(a, b level.Vec, r float64) level.Shape {
	return level.Shape{Kind: level.Capsule, Points: []level.Vec{a, b}, Radius: r}
}

func chain(r float64, points ...level.Vec) level.Shape {
	return level.Shape{Kind: level.Chain, Points: points, Radius: r}
}

func closed(s level.Shape) level.Shape {
	s.Closed = true
	return s
}

func outset(s level.Shape) level.Shape {
	s.Rounding = level.Outset
	return s
}

func at(s level.Shape, x, y float64, degrees ...float64) editor.PlacedShape {
	angle := level.Degrees(0)
	for _, d := range degrees {
		angle = level.Degrees(d)
	}
	return editor.PlacedShape{Shape: s, At: collision.Transform{P: v(x, y), Q: angle.Rotation()}}
}

// describe returns shapes as text: kind, position, rotation, size or points, holes, radius.
func describe(made []editor.MadeShape, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var lines []string
	for _, m := range made {
		s := m.Shape
		n := func(x float64) float64 { return math.Round(x*1000)/1000 + 0 }
		text := fmt.Sprintf("%v at %g,%g", s.Kind, n(m.Offset.X), n(m.Offset.Y))
		if m.Turn != 0 {
			text += fmt.Sprintf(" turned %g", n(float64(m.Turn)))
		}
		if m.Of >= 0 {
			text += fmt.Sprintf(" = %d", m.Of)
		}
		if s.Kind == level.Box {
			text += fmt.Sprintf(" %gx%g", n(s.Size.X), n(s.Size.Y))
		}
		for k, loop := range append([][]level.Vec{s.Points}, s.Holes...) {
			if k > 0 {
				text += ";"
			}
			if len(loop) > 12 {
				text += fmt.Sprintf(" (%d points)", len(loop))
				continue
			}
			for _, p := range loop {
				text += fmt.Sprintf(" %g,%g", n(p.X), n(p.Y))
			}
		}
		if s.Closed {
			text += " closed"
		}
		if s.Radius > 0 {
			text += fmt.Sprintf(" r%g", n(s.Radius))
			if s.HasCorners() {
				text += " " + s.Rounding.String()
			}
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

func TestBoolean(t *testing.T) {
	t.Parallel()
	union := func(s ...editor.PlacedShape) string { return describe(editor.UnionShapes(s)) }
	subtract := func(s editor.PlacedShape, others ...editor.PlacedShape) string {
		return describe(editor.SubtractShapes(s, others))
	}
	for _, test := range []struct{ name, got, want string }{
		{
			"two boxes in a row are a box", union(at(shapeBox(10, 10, 0), 0, 0), at(shapeBox(10, 10, 0), 10, 0)),
			"box at 5,0 20x10",
		},
		{
			"an L", union(at(shapeBox(10, 10, 0), 0, 0), at(shapeBox(10, 20, 0), 10, 5)),
			"polygon at 5,5 -10,-10 10,-10 10,10 0,10 0,0 -10,0",
		},
		{
			"separate shapes stay unchanged", union(at(shapeBox(10, 10, 2), 0, 0), at(shapeCircle(3), 40, 0)),
			"box at 0,0 = 0 10x10 r2 inset\ncircle at 40,0 = 1 r3",
		},
		{
			"a nested shape disappears", union(at(shapeCircle(9), 5, 5), at(shapeBox(4, 4, 0), 5, 5)),
			"circle at 0,0 = 0 r9",
		},
		{
			"a cross of rounded boxes keeps the radius", union(at(shapeBox(40, 10, 3), 0, 0),
				at(shapeBox(10, 40, 3), 0, 0)),
			"polygon at 0,0 -20,-5 -5,-5 -5,-20 5,-20 5,-5 20,-5 20,5 5,5 5,20 -5,20 -5,5 -20,5 r3 inset",
		},
		{
			"an outset radius too", union(at(outset(shapeBox(40, 10, 3)), 0, 0),
				at(outset(shapeBox(10, 40, 3)), 0, 0)),
			"polygon at 0,0 -20,-5 -5,-5 -5,-20 5,-20 5,-5 20,-5 20,5 5,5 5,20 -5,20 -5,5 -20,5 r3 outset",
		},
		{
			"a turned box stays in its frame", subtract(at(shapeBox(20, 20, 0), 100, 100, 30),
				at(shapeBox(10, 40, 0), 100+10*math.Cos(math.Pi/6), 100+10*math.Sin(math.Pi/6), 30)),
			"box at -2.5,0 15x20",
		},
		{
			"a separate shape removes nothing", subtract(at(shapeBox(20, 20, 4), 0, 0), at(shapeCircle(5), 50, 0)),
			"box at 0,0 = 0 20x20 r4 inset",
		},
		{
			"a hole", subtract(at(shapeBox(20, 20, 0), 0, 0), at(shapeBox(4, 4, 0), 5, 5)),
			"polygon at 0,0 -10,-10 10,-10 10,10 -10,10; 3,3 3,7 7,7 7,3",
		},
		{
			"two parts", subtract(at(shapeBox(30, 10, 0), 0, 0), at(shapeBox(10, 20, 0), 0, 0)),
			"box at -10,0 10x10\nbox at 10,0 10x10",
		},
		{
			"nothing", subtract(at(shapeBox(10, 10, 0), 0, 0), at(shapeBox(20, 20, 0), 0, 0)),
			"error: nothing would be left",
		},
		{"edges that coincide up to rounding leave no sliver", subtract(at(shapeBox(10, 10, 0), 0.1, 0),
			at(shapeBox(10, 10, 0), 0.1+10-1e-7, 0)), "box at 0,0 = 0 10x10"},
		{
			"a thin chain", union(at(shapeBox(10, 10, 0), 0, 0), at(chain(0, v(0, 0), v(9, 9)), 0, 0)),
			"error: a chain without thickness has no area",
		},
		{"intersection", describe(editor.IntersectShapes([]editor.PlacedShape{
			at(shapeBox(20, 20, 0), 0, 0),
			at(shapeBox(20, 20, 0), 10, 10),
		})), "box at 5,5 10x10"},
		{"empty intersection", describe(editor.IntersectShapes([]editor.PlacedShape{
			at(shapeBox(20, 20, 0), 0, 0),
			at(shapeBox(20, 20, 0), 30, 10),
		})), "error: nothing would be left"},
		{"all but the intersection", describe(editor.ExcludeShapes([]editor.PlacedShape{
			at(shapeBox(20, 10, 0), 0, 0),
			at(shapeBox(20, 10, 0), 10, 0),
		})), "box at -5,0 10x10\nbox at 15,0 10x10"},
		{
			"the area of one or all of three",
			describe(editor.ExcludeShapes([]editor.PlacedShape{
				at(shapeBox(30, 10, 0), 0, 0),
				at(shapeBox(30, 10, 0), 10, 0), at(shapeBox(30, 10, 0), 20, 0),
			})),
			"box at -10,0 10x10\nbox at 10,0 10x10\nbox at 30,0 10x10",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("got\n%s\nwant\n%s", test.got, test.want)
			}
		})
	}
	var none *editor.NoAreaError
	if _, err := editor.UnionShapes([]editor.PlacedShape{
		at(shapeCircle(4), 0, 0),
		at(level.Shape{Kind: level.Point}, 0, 0),
	}); !errors.As(err, &none) || none.Index != 1 {
		t.Errorf("a point: %v", err)
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	cut := func(s editor.PlacedShape, x1, y1, x2, y2 float64) string {
		return describe(editor.CutShape(s, v(x1, y1), v(x2, y2)))
	}
	u := shapePolygon(0, v(0, 0), v(30, 0), v(30, 20), v(20, 20), v(20, 5), v(10, 5), v(10, 20), v(0, 20))
	for _, test := range []struct{ name, got, want string }{
		{"a box in two", cut(at(shapeBox(20, 10, 0), 0, 0), 0, -9, 0, 9), "box at -5,0 10x10\nbox at 5,0 10x10"},
		{
			"an end on the edge counts", cut(at(shapeBox(20, 10, 0), 0, 0), 0, -5, 0, 5),
			"box at -5,0 10x10\nbox at 5,0 10x10",
		},
		{"an end within cuts nothing", cut(at(shapeBox(20, 10, 0), 0, 0), 0, -9, 0, 3), "box at 0,0 = 0 20x10"},
		{"only slivers", cut(at(shapeBox(1, 0.0078125, 0), 0, 0), -9, 0, 9, 0), "box at 0,0 = 0 1x0.008"},
		{"a line beside the shape", cut(at(shapeBox(20, 10, 0), 0, 0), 20, -9, 20, 9), "box at 0,0 = 0 20x10"},
		{
			"one arm of a U", cut(at(u, 0, 0), -5, 15, 12, 15),
			"polygon at 15,10 -15,-10 15,-10 15,10 5,10 5,-5 -5,-5 -5,5 -15,5\npolygon at 5,17.5 -5,-2.5 5,-2.5 " +
				"5,2.5 -5,2.5",
		},
		{
			"both arms", cut(at(u, 0, 0), -5, 15, 40, 15),
			"polygon at 15,7.5 -15,-7.5 15,-7.5 15,7.5 5,7.5 5,-2.5 -5,-2.5 -5,7.5 -15,7.5\npolygon at 5,17.5 " +
				"-5,-2.5 5,-2.5 5,2.5 -5,2.5\npolygon at 25,17.5 -5,-2.5 5,-2.5 5,2.5 -5,2.5",
		},
		{
			"in its own frame", cut(at(shapeBox(20, 10, 0), 50, 50, 90), 40, 50, 60, 50),
			"box at 5,0 10x10\nbox at -5,0 10x10",
		},
		{
			"a chain", cut(at(chain(0, v(0, 0), v(30, 0)), 0, 0), 10, -5, 10, 5),
			"chain at 20,0 -10,0 10,0\nchain at 5,0 -5,0 5,0",
		},
		{
			"a thick chain twice", cut(at(chain(2, v(0, 0), v(10, 0), v(10, 20), v(0, 20)), 0, 0), 4, -5, 4, 25),
			"chain at 7,10 -3,-10 3,-10 3,10 -3,10 r2\nchain at 2,0 -2,0 2,0 r2\nchain at 2,20 2,0 -2,0 r2",
		},
		{
			"a chain at its vertex", cut(at(chain(0, v(0, 0), v(10, 0), v(10, 10)), 0, 0), 5, -5, 15, 5),
			"chain at 5,0 -5,0 5,0\nchain at 10,5 0,-5 0,5",
		},
		{"a chain at its end", cut(at(chain(0, v(0, 0), v(10, 0)), 0, 0), 10, -5, 10, 5), "chain at 0,0 = 0 0,0 10,0"},
		{
			"a ring once", cut(at(closed(chain(0, v(0, 0), v(10, 0), v(10, 10), v(0, 10))), 0, 0), 5, -5, 5, 5),
			"chain at 5,5 0,-5 5,-5 5,5 -5,5 -5,-5 0,-5",
		},
		{
			"a ring twice", cut(at(closed(chain(0, v(0, 0), v(10, 0), v(10, 10), v(0, 10))), 0, 0), 4, -5, 4, 15),
			"chain at 7,5 -3,-5 3,-5 3,5 -3,5\nchain at 2,5 2,5 -2,5 -2,-5 2,-5",
		},
		{"a marker", cut(at(level.Shape{Kind: level.Point}, 0, 0), -5, 0, 5, 0), "point at 0,0 = 0"},
		{"a line without length", cut(at(shapeBox(20, 10, 0), 0, 0), 1, 1, 1, 1), "box at 0,0 = 0 20x10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("got\n%s\nwant\n%s", test.got, test.want)
			}
		})
	}
}

func TestGrow(t *testing.T) {
	t.Parallel()
	grow := func(s level.Shape, by float64) string { return describe(editor.GrowShape(s, by)) }
	dumbbell := shapePolygon(0, v(0, 0), v(20, 0), v(20, 8), v(40, 8), v(40, 0), v(60, 0), v(60, 20), v(40, 20),
		v(40, 12), v(20, 12), v(20, 20), v(0, 20))
	for _, test := range []struct{ name, got, want string }{
		{"a box", grow(shapeBox(20, 10, 0), 4), "box at 0,0 28x18"},
		{"a rounded box", grow(shapeBox(20, 10, 3), 4), "box at 0,0 28x18 r7 inset"},
		{"shrunk beyond its radius", grow(shapeBox(20, 10, 3), -4), "box at 0,0 12x2"},
		{"to nothing", grow(shapeBox(20, 10, 3), -5), "error: nothing would be left"},
		{"an outset box", grow(outset(shapeBox(20, 10, 3)), 4), "box at 0,0 20x10 r7 outset"},
		{"an outset box shrunk", grow(outset(shapeBox(20, 10, 3)), -4), "box at 0,0 18x8"},
		{"a circle", grow(shapeCircle(5), -2), "circle at 0,0 r3"},
		{"a circle to nothing", grow(shapeCircle(5), -5), "error: nothing would be left"},
		{"a capsule", grow(capsule(v(-5, 0), v(5, 0), 2), 1), "capsule at 0,0 -5,0 5,0 r3"},
		{"a chain", grow(chain(0, v(-5, 0), v(5, 0)), 1), "chain at 0,0 -5,0 5,0 r1"},
		{"a thick chain to a line", grow(chain(2, v(-5, 0), v(5, 0)), -2), "chain at 0,0 -5,0 5,0"},
		{"a polygon", grow(shapePolygon(0, v(0, 0), v(20, 0), v(20, 10)), 0), "polygon at 10,5 -10,-5 10,-5 10,5"},
		{
			"a rounded one", grow(shapePolygon(1, v(0, 0), v(20, 0), v(20, 10), v(0, 10)), 2),
			"polygon at 10,5 -12,-7 12,-7 12,7 -12,7 r3 inset",
		},
		{
			"a neck breaks", grow(dumbbell, -3),
			"polygon at 10,10 -7,-7 7,-7 7,7 -7,7\npolygon at 50,10 -7,-7 7,-7 7,7 -7,7",
		},
		{
			"a hole closes", grow(level.Shape{
				Kind: level.Polygon, Rounding: level.Inset,
				Points: []level.Vec{v(0, 0), v(20, 0), v(20, 20), v(0, 20)},
				Holes:  [][]level.Vec{{v(8, 8), v(12, 8), v(12, 12), v(8, 12)}},
			}, 3),
			"polygon at 10,10 -13,-13 13,-13 13,13 -13,13",
		},
		{"a marker", grow(level.Shape{Kind: level.Point}, 3), "error: a point has no area"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("got\n%s\nwant\n%s", test.got, test.want)
			}
		})
	}
}

func TestConvert(t *testing.T) {
	t.Parallel()
	to := func(s level.Shape, k level.Kind) string { return describe(editor.ConvertShape(s, k)) }
	var ring []level.Vec
	for i := range 32 {
		ring = append(ring, level.Degrees(i*360/32).Rotation().Apply(v(10, 0)))
	}
	for _, test := range []struct{ name, got, want string }{
		{"box to polygon", to(shapeBox(20, 10, 3), level.Polygon), "polygon at 0,0 -10,-5 10,-5 10,5 -10,5 r3 inset"},
		{"circle to polygon", to(shapeCircle(4), level.Polygon), "polygon at 0,0 -4,-4 4,-4 4,4 -4,4 r4 inset"},
		{"circle to box", to(shapeCircle(4), level.Box), "box at 0,0 8x8 r4 inset"},
		{"box to circle", to(shapeBox(8, 8, 4), level.Circle), "circle at 0,0 r4"},
		{
			"box not to circle", to(shapeBox(8, 8, 3), level.Circle),
			"error: a box cannot become a circle: its corners are not round enough",
		},
		{"polygon to circle", to(shapePolygon(0, ring...), level.Circle), "circle at 0,0 r9.973"},
		{
			"triangle to circle", to(shapePolygon(0, v(0, 0), v(9, 0), v(0, 9)), level.Circle),
			"error: a polygon cannot become a circle: its outline is not round enough",
		},
		{"capsule to box", to(capsule(v(0, 0), v(0, 20), 3), level.Box), "box at 0,10 turned 90 26x6 r3 inset"},
		{"box to capsule", to(shapeBox(26, 6, 3), level.Capsule), "capsule at 0,0 -10,0 10,0 r3"},
		{"upright box to capsule", to(shapeBox(6, 26, 3), level.Capsule), "capsule at 0,0 0,-10 0,10 r3"},
		{
			"capsule to polygon", to(capsule(v(0, 0), v(20, 0), 3), level.Polygon),
			"polygon at 10,0 -13,-3 13,-3 13,3 -13,3 r3 inset",
		},
		{"capsule to chain", to(capsule(v(0, 0), v(20, 0), 3), level.Chain), "chain at 0,0 0,0 20,0 r3"},
		{"chain to capsule", to(chain(3, v(0, 0), v(20, 0)), level.Capsule), "capsule at 0,0 0,0 20,0 r3"},
		{
			"thin chain to capsule", to(chain(0, v(0, 0), v(20, 0)), level.Capsule),
			"error: a chain cannot become a capsule: only a thick chain with two vertices can",
		},
		{
			"polygon to box", to(shapePolygon(2, v(5, 5), v(5, 15), v(25, 15), v(25, 5)), level.Box),
			"box at 15,10 20x10 r2 inset",
		},
		{
			"turned polygon to box", to(shapePolygon(0, v(0, 0), v(30, 40), v(26, 43), v(-4, 3)), level.Box),
			"box at 13,21.5 turned -36.87 5x50",
		},
		{
			"polygon not to box", to(shapePolygon(0, v(0, 0), v(30, 0), v(26, 43), v(-4, 3)), level.Box),
			"error: a polygon cannot become a box: it is not a rectangle",
		},
		{
			"polygon to chain", to(shapePolygon(0, v(0, 0), v(30, 0), v(26, 43)), level.Chain),
			"chain at 0,0 0,0 30,0 26,43 closed",
		},
		{"circle to chain", to(shapeCircle(4), level.Chain), "chain at 0,0 (16 points) closed"},
		{"chain to area", to(chain(0, v(0, 0), v(0, 30), v(26, 43)), level.Polygon), "polygon at 0,0 26,43 0,30 0,0"},
		{
			"thick chain to area", to(closed(chain(2, v(0, 0), v(30, 0), v(26, 43))), level.Polygon),
			"polygon at 0,0 0,0 30,0 26,43 r2 outset",
		},
		{
			"crossing chain not to polygon", to(chain(0, v(0, 0), v(10, 10), v(10, 0), v(0, 10)), level.Polygon),
			"error: a chain cannot become a polygon: edge 0 and edge 2 cross",
		},
		{
			"two points enclose nothing", to(chain(0, v(0, 0), v(10, 10)), level.Polygon),
			"error: a chain cannot become a polygon: it encloses no area",
		},
		{"to a marker", to(shapeCircle(4), level.Point), "error: a circle cannot become a point: it has no extent"},
		{"to itself", to(shapeCircle(4), level.Circle), "circle at 0,0 = 0 r4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want && !(strings.Contains(test.want, "cross") &&
				strings.Contains(test.got, "cannot become a polygon")) {
				t.Errorf("got\n%s\nwant\n%s", test.got, test.want)
			}
		})
	}
	if got := editor.ConvertibleKinds(shapeBox(8, 8, 4)); !slices.Equal(got,
		[]level.Kind{level.Polygon, level.Circle, level.Chain}) {
		t.Errorf("a box can be converted to %v", got)
	}
}

func TestJoinChains(t *testing.T) {
	t.Parallel()
	join := func(c ...editor.PlacedShape) string {
		m, err := editor.JoinChains(c)
		return describe([]editor.MadeShape{m}, err)
	}
	for _, test := range []struct{ name, got, want string }{
		{
			"end to end", join(at(chain(1, v(0, 0), v(10, 0)), 0, 0), at(chain(0, v(0, 0), v(0, 10)), 10, 0)),
			"chain at 0,0 0,0 10,0 10,10 r1",
		},
		{
			"apart", join(at(chain(0, v(0, 0), v(10, 0)), 0, 0), at(chain(0, v(20, 5), v(30, 5)), 0, 0)),
			"chain at 0,0 0,0 10,0 20,5 30,5",
		},
		{
			"the other way round", join(at(chain(0, v(0, 0), v(10, 0)), 0, 0), at(chain(0, v(30, 5), v(20, 5)), 0, 0)),
			"chain at 0,0 0,0 10,0 20,5 30,5",
		},
		{
			"in front", join(at(chain(0, v(0, 0), v(10, 0)), 0, 0), at(chain(0, v(-20, 5), v(-3, 0)), 0, 0)),
			"chain at 0,0 -20,5 -3,0 0,0 10,0",
		},
		{
			"in front, turned", join(at(chain(0, v(0, 0), v(10, 0)), 0, 0), at(chain(0, v(0, 0.1), v(-20, 5)), 0, 0)),
			"chain at 0,0 -20,5 0,0 10,0",
		},
		{"three, nearest first", join(at(chain(0, v(0, 0), v(10, 0)), 0, 0), at(chain(0, v(40, 0), v(30, 0)), 0, 0),
			at(chain(0, v(12, 0), v(20, 0)), 0, 0)), "chain at 0,0 0,0 10,0 12,0 20,0 30,0 40,0"},
		{
			"one alone is closed", join(at(chain(0, v(0, 0), v(10, 0), v(0, 10)), 0, 0)),
			"chain at 0,0 0,0 10,0 0,10 closed",
		},
		{
			"one alone that ends where it begins", join(at(chain(0, v(0, 0), v(10, 0), v(0, 10), v(0, 0.2)), 0, 0)),
			"chain at 0,0 0,0 10,0 0,10 closed",
		},
		{"no chain", join(at(shapeCircle(4), 0, 0)), "error: only open chains can be joined"},
		{"a closed one", join(at(chain(0, v(0, 0), v(10, 0)), 0, 0),
			at(closed(chain(0, v(0, 0), v(10, 0), v(0, 10))), 0, 0)), "error: only open chains can be joined"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("got\n%s\nwant\n%s", test.got, test.want)
			}
		})
	}
}

func TestSimplifyAndSmooth(t *testing.T) {
	t.Parallel()
	flat := shapePolygon(0, v(0, 0), v(10, 0.2), v(20, 0), v(20, 10), v(0, 10))
	if got := editor.SimplifyShape(flat, 0.5); len(got.Points) != 4 {
		t.Errorf("points = %v", got.Points)
	}
	if got := editor.SimplifyShape(flat, 0.1); !slices.Equal(got.Points, flat.Points) {
		t.Errorf("points = %v", got.Points)
	}
	if got := editor.SimplifyShape(chain(0, v(0, 0), v(10, 0.2), v(20, 0)), 0.5); len(got.Points) != 2 {
		t.Errorf("points = %v", got.Points)
	}
	if got := editor.SimplifyShape(shapeCircle(4), 3); !got.Equal(shapeCircle(4)) {
		t.Errorf("got %v", got)
	}
	corner := editor.SmoothShape(chain(0, v(0, 0), v(20, 0), v(20, 20)), 8)
	if n := len(corner.Points); n < 5 || corner.Points[0] != v(0, 0) || corner.Points[n-1] != v(20, 20) ||
		corner.Points[1] != v(12, 0) || corner.Points[n-2] != v(20, 8) {
		t.Errorf("points = %v", corner.Points)
	}
	square := shapePolygon(0, v(0, 0), v(20, 0), v(20, 20), v(0, 20))
	for _, p := range editor.SmoothShape(square, 100).Points { // at most half of each edge
		if d := p.Dist(v(10, 10)); d < 9.9 || d > 10.7 {
			t.Errorf("%v is %g from the centre", p, d)
		}
	}
	// A spiral whose simplified outline would cross itself stays valid.
	spiral := shapePolygon(0, v(0, 0), v(100, 0), v(100, 40), v(50, 40), v(50, 8), v(60, 8), v(60, 30), v(90, 30),
		v(90, 4), v(0, 4))
	for _, tolerance := range []float64{1, 5, 20, 100} {
		s := editor.SimplifyShape(spiral, tolerance)
		if _, err := s.Bake(); err != nil {
			t.Errorf("at %g: %v", tolerance, err)
		}
	}
}

// covers tests a point against a shape's convex pieces, independently of the operations: it returns 0 near the outline,
// 1 inside and -1 outside.
func covers(t *rapid.T, s level.Shape, xf collision.Transform, p level.Vec, margin float64) int {
	baked, err := s.Bake()
	if err != nil {
		t.Fatalf("%v of %+v", err, s)
	}
	dot, err := collision.Circle(level.Vec{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	least := math.Inf(1)
	for i := range baked.Pieces {
		least = min(least, collision.Distance(baked.Pieces[i], xf, dot,
			collision.Transform{P: p, Q: collision.Identity().Q}).Distance)
	}
	if least > margin {
		return -1
	}
	for _, c := range baked.Boundary() {
		flat := c.Flatten(0.001, nil)
		q := xf.ApplyInv(p)
		for i, a := range flat {
			b := flat[(i+1)%len(flat)]
			e := b.Sub(a)
			near := a
			if l := e.LenSq(); l > 0 {
				near = a.MulAdd(e, min(max(q.Sub(a).Dot(e)/l, 0), 1))
			}
			if near.Dist(q) <= margin {
				return 0
			}
		}
	}
	if least <= 0 {
		return 1
	}
	return 0
}

func anyShape(t *rapid.T) level.Shape {
	r := rapid.Float64Range(1, 8).Draw(t, "r")
	rounding := rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(t, "rounding")
	corner := rapid.SampledFrom([]float64{0, 0, 2, 3}).Draw(t, "corner")
	switch rapid.SampledFrom([]level.Kind{level.Polygon, level.Box, level.Circle, level.Capsule, level.Chain}).Draw(t,
		"kind") {
	case level.Polygon:
		s := shapePolygon(corner, v(-20, -15), v(20, -15), v(20, 15), v(rapid.Float64Range(-8, 8).Draw(t, "dent"), -2),
			v(-20, 15))
		s.Rounding = rounding
		if rapid.Bool().Draw(t, "hole") {
			s.Holes = [][]level.Vec{{v(-12, -12), v(12, -12), v(5, -7)}}
		}
		return s.Clamped()
	case level.Box:
		s := shapeBox(6*r, 4*r, corner)
		s.Rounding = rounding
		return s.Clamped()
	case level.Circle:
		return shapeCircle(3 * r)
	case level.Capsule:
		return capsule(v(-12, 0), v(12, 4), r)
	}
	s := chain(r, v(-15, 0), v(0, 10), v(15, 0))
	s.Closed = rapid.Bool().Draw(t, "closed")
	return s
}

func anyPlaced(t *rapid.T) editor.PlacedShape {
	coordinate := rapid.Float64Range(-25, 25)
	return at(anyShape(t), coordinate.Draw(t, "x"), coordinate.Draw(t, "y"),
		rapid.SampledFrom([]float64{0, 0, 90, 33.3}).Draw(t, "angle"))
}

// inLevel returns the transform of a result in the level.
func inLevel(m editor.MadeShape, first editor.PlacedShape) collision.Transform {
	return first.At.Mul(collision.Transform{P: m.Offset, Q: m.Turn.Rotation()})
}

// After any operation on any shapes, the results cover the grid points that follow from the operands' areas.
func TestResultsCoverExpectedArea(t *testing.T) {
	t.Parallel()
	const margin = 0.3 // allows for the chords of two shapes and the check of radii
	rapid.Check(t, func(t *rapid.T) {
		shapes := rapid.SliceOfN(rapid.Custom(anyPlaced), 1, 4).Draw(t, "shapes")
		first := shapes[0]
		type operation struct {
			made []editor.MadeShape
			err  error
			want func(in []bool) bool
		}
		count := func(in []bool) (n int) {
			for _, b := range in {
				if b {
					n++
				}
			}
			return n
		}
		var ops [6]operation
		ops[0].made, ops[0].err = editor.UnionShapes(shapes)
		ops[0].want = func(in []bool) bool { return count(in) > 0 }
		ops[1].made, ops[1].err = editor.SubtractShapes(first, shapes[1:])
		ops[1].want = func(in []bool) bool { return in[0] && count(in) == 1 }
		ops[2].made, ops[2].err = editor.IntersectShapes(shapes)
		ops[2].want = func(in []bool) bool { return count(in) == len(in) }
		ops[3].made, ops[3].err = editor.ExcludeShapes(shapes)
		ops[3].want = func(in []bool) bool { return count(in)%2 == 1 }
		ops[4].made, ops[4].err = editor.CutShape(first, v(-90, 3), v(90, -7))
		ops[4].want = func(in []bool) bool { return in[0] }
		if first.Shape.Kind == level.Chain {
			ops[4] = operation{} // chains are cut across their centre line, not their area
		}
		ops[5].made, ops[5].err = editor.ConvertShape(first.Shape, level.Polygon)
		ops[5].want = func(in []bool) bool { return in[0] }
		if first.Shape.Kind == level.Chain {
			ops[5].made, ops[5].err = editor.StrokeChain(first.Shape, 1)
		}
		for n, op := range ops {
			if op.err != nil && !errors.Is(op.err, editor.ErrNothingLeft) {
				t.Fatalf("operation %d: %v", n, op.err)
			}
		}
		for x := -40.5; x < 42; x += 8.3 {
			for y := -40.5; y < 42; y += 8.3 {
				p := v(x, y)
				in, near := make([]bool, len(shapes)), false
				for i, s := range shapes {
					c := covers(t, s.Shape, s.At, p, margin)
					in[i], near = c > 0, near || c == 0
				}
				if near {
					continue
				}
				for n, op := range ops {
					if op.want == nil {
						continue
					}
					found := 0
					for _, m := range op.made {
						if covers(t, m.Shape, inLevel(m, first), p, 0) > 0 {
							found++
						}
					}
					want := 0
					if op.want(in) {
						want = 1
					}
					if found != want {
						t.Fatalf("operation %d: %v is in %d shapes, want %d\n%s", n, p, found, want,
							describe(op.made, op.err))
					}
				}
			}
		}
	})
}

// A result of Exclude can have a spike along a circle that is too thin to tell its two arcs apart. The arc on the way
// back curves inward, so the disc of its circle is outside the shape.
func TestSpikesCoverNoDisc(t *testing.T) {
	t.Parallel()
	round := shapeBox(27.707965314388275, 18.47197687625885, 2)
	round.Rounding = level.Outset
	put := func(s level.Shape, x, y float64, q collision.Rot) editor.PlacedShape {
		return editor.PlacedShape{Shape: s, At: collision.Transform{P: v(x, y), Q: q}}
	}
	for name, tt := range map[string]struct {
		shapes  []editor.PlacedShape
		made    int
		largest float64
	}{
		"a corner that leaves a circle and returns within a tenth of a pixel": {[]editor.PlacedShape{
			put(shapeCircle(24), 0.2822333590861188, -2.3431829490265423, collision.Rot{C: 1}),
			put(round, -0.14129974995373235, -16.351517488585472,
				collision.Rot{C: 0.8358073613682703, S: 0.5490228179981317}),
		}, 2, 3},
		"arcs of 0.002 pixels": {[]editor.PlacedShape{
			put(shapeCircle(5.78759765625), -0.008792519569396973, -0.392578125, collision.Rot{S: 1}),
			put(shapeCircle(5.47265625), -1.554392650353634, 0.3132283687591553, collision.Rot{C: 1}),
			put(capsule(v(-12, 0), v(12, 4), 2.1224405515182765), 4.232292145024985, 0, collision.Rot{C: 1}),
		}, 7, 3},
	} {
		made, err := editor.ExcludeShapes(tt.shapes)
		if err != nil || len(made) != tt.made {
			t.Fatalf("%s: %d shapes, %v", name, len(made), err)
		}
		for i, m := range made {
			baked, err := m.Shape.Bake()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range baked.Pieces {
				if p.Radius() > tt.largest {
					t.Errorf("%s: shape %d covers a disc of radius %g", name, i, p.Radius())
				}
			}
		}
	}
}

// A shape converted to another kind and back covers the same area.
func TestConvertRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyShape(t)
		if s.Kind == level.Chain {
			return // it becomes the area that it encloses
		}
		for _, k := range editor.ConvertibleKinds(s) {
			made, err := editor.ConvertShape(s, k)
			if err != nil {
				t.Fatal(err)
			}
			if len(made) != 1 || k == level.Chain {
				continue
			}
			back, err := editor.ConvertShape(made[0].Shape, s.Kind)
			if err != nil || len(back) != 1 {
				t.Fatalf("%v to %v and back: %v", s.Kind, k, err)
			}
			there := inLevel(made[0], editor.PlacedShape{At: collision.Identity()})
			xf := there.Mul(collision.Transform{P: back[0].Offset, Q: back[0].Turn.Rotation()})
			for range 30 {
				p := v(rapid.Float64Range(-40, 40).Draw(t, "px"), rapid.Float64Range(-40, 40).Draw(t, "py"))
				was, now := covers(t, s, collision.Identity(), p, 0.01), covers(t, back[0].Shape, xf, p, 0)
				if was != 0 && now != 0 && was != now {
					t.Fatalf("%v to %v and back: %v was %d, is now %d", s.Kind, k, p, was, now)
				}
			}
		}
	})
}
