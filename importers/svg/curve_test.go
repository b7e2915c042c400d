package svg

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"fillet/editor/level"
	"fillet/importers"

	"pgregory.net/rapid"
)

// Approximations stay within the tolerance after all transforms.
func TestTolerance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, least, limit float64) float64 {
			return rapid.Float64Range(least, limit).Draw(t, name)
		}
		transform := fmt.Sprintf("translate(%g %g) rotate(%g) skewX(%g) scale(%g %g)", number("x", -50, 50),
			number("y", -50, 50),
			number("turn", -180, 180), number("skew", -40, 40), number("sx", 0.2, 20), number("sy", 0.2, 20))
		var body string
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			body = fmt.Sprintf(`<ellipse cx="%g" cy="5" rx="%g" ry="%g"/>`, number("cx", -9, 9), number("rx", 1, 20),
				number("ry", 1, 20))
		case 1:
			body = fmt.Sprintf(`<path d="M0 0C%g %g %g %g 30 20Q%g 60 -20 40z"/>`, number("a", -50, 80),
				number("b", -50, 80), number("c", -50, 80), number("d", -50, 80), number("e", -80, 80))
		case 2:
			body = fmt.Sprintf(`<path d="M0 0A%g %g %g %d %d 20 10Z"/>`, number("rx", 1, 40), number("ry", 1, 40),
				number("turned", 0, 180), rapid.IntRange(0, 1).Draw(t, "large"), rapid.IntRange(0, 1).Draw(t, "sweep"))
		default:
			body = fmt.Sprintf(`<rect width="40" height="30" rx="%g" ry="%g"/>`, number("rx", 0, 20),
				number("ry", 0, 15))
		}
		// A stroke follows the whole outline, even where the outline crosses itself.
		res, err := imported(drawingOf(`<g fill="none" stroke="red" transform="`+transform+`">`+body+`</g>`), nil,
			importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []level.Vec
		for c := range res.Document.Colliders() {
			for _, p := range c.Shape.Flattened().Points {
				got = append(got, c.Position.Add(p))
			}
		}
		if len(got) < 2 {
			t.Fatalf("%s by %s became %d points", body, transform, len(got))
		}
		closed := append(slices.Clone(got), got[0])
		for _, p := range curveOf(t, body, transform) {
			best := math.Inf(1)
			for i := range got {
				best = min(best, distance(p, closed[i], closed[i+1]))
			}
			if best > importers.RoundTolerance+1e-6 {
				t.Fatalf("%s by %s is %g off its curve at %v, with %d points", body, transform, best, p, len(got))
			}
		}
	})
}

// curveOf returns many points of an element, computed from the definition of its curve.
func curveOf(t *rapid.T, body, transform string) []level.Vec {
	im := &drawing{paths: map[*importers.XMLNode]pathData{}, styles: map[*importers.XMLNode]map[string]string{}}
	n, err := importers.ParseXML("x.svg", []byte(body), func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	m, err := defaultLook.parseTransform(transform)
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := im.outlineOf(n, scope{look: defaultLook, view: viewport{200, 100}})
	var out []level.Vec
	const parts = 200
	for _, p := range list {
		for i := range p.segments {
			s := &p.segments[i]
			for k := range parts + 1 {
				u := float64(k) / parts
				q := s.from.Add(s.to.Sub(s.from).Mul(u))
				switch s.kind {
				case cubic:
					q = s.cubicAt(u)
				case arc:
					q = s.at(s.start + s.sweep*u)
				}
				out = append(out, m.Apply(q))
			}
		}
	}
	return out
}

// Arcs end at the given point and are parts of ellipses with the given radii.
func TestArcs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) float64 { return rapid.Float64Range(-50, 50).Draw(t, name) }
		from, to := level.Vec{X: number("x"), Y: number("y")}, level.Vec{X: number("u"), Y: number("v")}
		rx, ry := math.Abs(number("rx"))+0.1, math.Abs(number("ry"))+0.1
		large, sweep := rapid.Bool().Draw(t, "large"), rapid.Bool().Draw(t, "sweep")
		if from.Sub(to).Len() < 1e-3 {
			return // not an arc
		}
		s := arcTo(from, rx, ry, number("turn"), large, sweep, to)
		if d := s.at(s.start).Sub(from).Len(); d > 1e-5 {
			t.Fatalf("the arc's start is off by %g", d)
		}
		if d := s.at(s.start + s.sweep).Sub(to).Len(); d > 1e-5 {
			t.Fatalf("the arc's end is off by %g", d)
		}
		if (s.sweep > 0) != sweep {
			t.Fatalf("the sweep is %g", s.sweep)
		}
		k := s.u.Len() / rx // the factor by which the arc had to grow
		if k < 1-1e-9 || math.Abs(s.v.Len()-k*ry) > 1e-6*s.v.Len() {
			t.Fatalf("the radii are %g and %g, given %g and %g", s.u.Len(), s.v.Len(), rx, ry)
		}
		if k < 1+1e-9 && (math.Abs(s.sweep) > math.Pi) != large && math.Abs(math.Abs(s.sweep)-math.Pi) > 1e-5 {
			t.Fatalf("the arc turns by %g, large is %v", s.sweep, large)
		}
	})
}

// Filled outlines keep their curves and cover the same area as their points. With the defaults of older versions, they
// become points.
func TestFilledCurves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, least, limit float64) float64 {
			return rapid.Float64Range(least, limit).Draw(t, name)
		}
		transform := fmt.Sprintf("translate(%g %g) rotate(%g) skewX(%g) scale(%g %g)", number("x", -50, 50),
			number("y", -50, 50),
			number("turn", -180, 180), number("skew", -40, 40),
			number("sx", 0.2, 20)*rapid.SampledFrom([]float64{1, -1}).Draw(t, "mirrored"), number("sy", 0.2, 20))
		var body string
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			body = fmt.Sprintf(`<ellipse cx="%g" cy="5" rx="%g" ry="%g"/>`, number("cx", -9, 9), number("rx", 1, 20),
				number("ry", 1, 20))
		case 1:
			body = fmt.Sprintf(`<path d="M0 0C%g %g %g %g 30 20Q%g 60 -20 40z"/>`, number("a", -50, 80),
				number("b", -50, 80), number("c", -50, 80), number("d", -50, 80), number("e", -80, 80))
		case 2:
			body = fmt.Sprintf(`<path d="M0 0A%g %g %g %d %d 20 10Z"/>`, number("rx", 1, 40), number("ry", 1, 40),
				number("turned", 0, 180), rapid.IntRange(0, 1).Draw(t, "large"), rapid.IntRange(0, 1).Draw(t, "sweep"))
		case 3:
			body = fmt.Sprintf(`<path fill-rule="evenodd" d="M-60 -60H60V60H-60zM%g 0a20 10 %g 1 0 20 0a15 10 0 1 0 -20 0z"/>`, number("hole", -20, 20), number("turned", 0, 180))
		default:
			body = fmt.Sprintf(`<rect width="40" height="30" rx="%g" ry="%g"/>`, number("rx", 0, 20),
				number("ry", 0, 15))
		}
		body = drawingOf(`<g transform="` + transform + `">` + body + `</g>`)
		measure := func(defaults int) (area, around float64, vertices int, digests []uint64, curved bool) {
			res, err := imported(body, nil, importers.Options{Defaults: defaults})
			if err != nil {
				t.Fatal(err)
			}
			for c := range res.Document.Colliders() {
				b, err := c.Shape.Bake()
				if err != nil {
					t.Fatal(err)
				}
				area += b.Mass().Area
				for _, contour := range b.Boundary() {
					for _, s := range contour {
						around += s.From.Dist(s.To)
					}
				}
				vertices += c.Shape.NumberOfCorners()
				digests = append(digests, importers.OutlineDigest(c))
				curved = curved || c.Shape.IsDetailed()
			}
			return
		}
		area, around, vertices, digests, _ := measure(0)
		flat, _, points, _, curved := measure(importers.MoreDefaults)
		if curved || vertices > points {
			t.Fatalf("%d vertices with curves, %d without; older defaults have curves: %v", vertices, points, curved)
		}
		if math.Abs(area-flat) > 2*importers.RoundTolerance*around+1e-9 {
			t.Fatalf("with curves the area is %g, with points %g", area, flat)
		}
		if _, _, _, again, _ := measure(0); !slices.Equal(again, digests) {
			t.Fatalf("a second import gives a different outline")
		}
	})
}

// A circle becomes four arcs, a half circle a single arc.
func TestArcsOfCircles(t *testing.T) {
	t.Parallel()
	for sweep, want := range map[float64]int{2 * math.Pi: 4, -2 * math.Pi: 4, math.Pi: 1, 1.5 * math.Pi: 2} {
		s := segment{kind: arc, u: level.Vec{X: 10}, v: level.Vec{Y: 10}, sweep: sweep}
		s.from, s.to = s.at(0), s.at(sweep)
		if got := len(s.arcKnots()); got != want {
			t.Errorf("an arc of %.3g radians becomes %d arcs, want %d", sweep, got, want)
		}
	}
}
