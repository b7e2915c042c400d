package collision

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Explain agrees with Collide and Distance on random pairs.
func TestExplainAgreesWithCollide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawShape(t, "a"), drawShape(t, "b")
		if rapid.Bool().Draw(t, "boxes") { // boxes take a separate path through Collide
			half := rapid.SampledFrom([]float64{0.25, 0.5, 1})
			a, _ = Box(half.Draw(t, "aw"), half.Draw(t, "ah"), 0)
			b, _ = Box(half.Draw(t, "bw"), half.Draw(t, "bh"), rapid.SampledFrom([]float64{0, 0.2}).Draw(t, "br"))
		}
		xa, xb := drawPose(t, "xa", 1), drawPose(t, "xb", 1)
		margin := rapid.SampledFrom([]float64{0, 0.005, 1}).Draw(t, "margin")
		e := Explain(a, xa, b, xb, margin)

		want, hit := Collide(a, xa, b, xb, margin)
		if hit != e.Hit || hit && want != e.Manifold {
			t.Fatalf("Explain has the manifold %+v, %v; Collide %+v, %v", e.Manifold, e.Hit, want, hit)
		}
		if all, _ := Collide(a, xa, b, xb, math.Inf(1)); all != e.All {
			t.Fatalf("Explain has all of the manifold as %+v; Collide %+v", e.All, all)
		}
		const tol = 1e-9
		axes := 0
		for _, s := range []Shape{a, b} {
			if s.Len() > 1 {
				axes += s.Len()
			}
		}
		if e.Meeting == VerticesMeet {
			axes++
		}
		if len(e.Axes) != axes {
			t.Fatalf("%d axes, want %d", len(e.Axes), axes)
		}
		best := e.Axes[e.Best]
		for i, x := range e.Axes {
			if got := x.FromB - x.ToA; math.Abs(got-x.Separation) > tol {
				t.Fatalf("axis %d: the projections are %v apart, but the separation is %v", i, got, x.Separation)
			}
			if x.Separation > best.Separation+tol {
				t.Fatalf("axis %d has the separation %v, the best axis, %d, only %v", i, x.Separation, e.Best,
					best.Separation)
			}
			da, db := x.Normal.Dot(e.A[x.DeepA])+e.RadiusA, x.Normal.Dot(e.B[x.DeepB])-e.RadiusB
			if math.Abs(da-x.ToA) > tol || math.Abs(db-x.FromB) > tol {
				t.Fatalf("axis %d: its vertices project to %v and %v, want %v and %v", i, da, db, x.ToA, x.FromB)
			}
		}
		if best.Normal.Dist(e.All.Normal) > 1e-7 {
			t.Fatalf("the best axis is %v, the manifold's normal %v", best.Normal, e.All.Normal)
		}
		if d := Distance(a, xa, b, xb).Distance; math.Abs(d-best.Separation) > tol {
			t.Fatalf("separation along the best axis %v, want the distance %v", best.Separation, d)
		}
		checkExplained(t, &e)
	})
}

// checkExplained checks edges, planes and points of an explanation.
func checkExplained(t *rapid.T, e *Explanation) {
	const tol = 1e-7
	on := func(s Side, p Vec) bool {
		d := s.To.Sub(s.From)
		u := min(max(p.Sub(s.From).Dot(d)/max(d.LenSq(), 1e-300), 0), 1)
		return s.From.MulAdd(d, u).Dist(p) <= tol
	}
	n := e.All.Normal // points out of the reference edge
	if e.ReferenceIsB {
		n = n.Neg()
	}
	if e.Meeting != VerticesMeet {
		if d := e.Reference.To.Sub(e.Reference.From).Unit(); math.Abs(d.Dot(n)) > tol ||
			(Vec{X: d.Y, Y: -d.X}).Dot(n) < 0 {
			t.Fatalf("the reference edge %v does not face along %v", e.Reference, n)
		}
	}
	for i, p := range e.Points {
		ref, inc := p.OnA, p.OnB
		if e.ReferenceIsB {
			ref, inc = inc, ref
		}
		switch {
		case e.Meeting == VerticesMeet && e.All.Count == 1:
			x := e.Axes[e.Best]
			if p.OnA.Dist(e.A[x.DeepA]) > tol || p.OnB.Dist(e.B[x.DeepB]) > tol {
				t.Fatalf("the point is between %v and %v, want the vertices %v and %v", p.OnA, p.OnB, e.A[x.DeepA],
					e.B[x.DeepB])
			}
		case e.Meeting == VerticesMeet:
		case !on(e.Reference, ref):
			t.Fatalf("point %d is on %v, which is not on the reference edge %v", i, ref, e.Reference)
		case e.Incident != (Side{}) && !on(e.Incident, inc):
			t.Fatalf("point %d is on %v, which is not on the incident edge %v", i, inc, e.Incident)
		}
		if e.Meeting == EdgesMeet {
			for _, plane := range e.Planes {
				if d := inc.Sub(plane.Point).Dot(plane.Normal); d > tol {
					t.Fatalf("point %d is %v beyond a clip plane", i, d)
				}
			}
		}
	}
}

func TestExplainKnownPairs(t *testing.T) {
	t.Parallel()
	box, _ := Box(2, 1, 0)
	round, _ := Box(2, 1, 0.5)
	disc, _ := Circle(Vec{}, 1)
	at := func(x, y float64) Transform { return Transform{P: Vec{X: x, Y: y}, Q: Rot{C: 1}} }
	for _, tt := range []struct {
		name       string
		a, b       Shape
		xb         Transform
		meeting    Meeting
		axes       int
		normal     Vec
		separation float64
		points     int
	}{
		{"boxes", box, box, at(0.5, 1.5), EdgesMeet, 8, Vec{Y: 1}, -0.5, 2},
		{"boxes apart", box, box, at(0.5, 3), EdgesMeet, 8, Vec{Y: 1}, 1, 2},
		{"corners of boxes", box, box, at(7, 6), VerticesMeet, 9, Vec{X: 0.6, Y: 0.8}, 5, 2},
		{"round boxes", round, round, at(0.5, 2.5), EdgesMeet, 8, Vec{Y: 1}, -0.5, 2},
		{"round corners", round, round, at(4.6, 2.8), VerticesMeet, 9, Vec{X: 0.6, Y: 0.8}, 0, 2},
		{"disc on a box", box, disc, at(0.5, 1.75), VertexMeetsEdge, 4, Vec{Y: 1}, -0.25, 1},
		{"disc at a corner", box, disc, at(2.6, 1.8), VerticesMeet, 5, Vec{X: 0.6, Y: 0.8}, 0, 1},
		{"discs", disc, disc, at(0, 1.5), VerticesMeet, 1, Vec{Y: 1}, -0.5, 1},
	} {
		e := Explain(tt.a, at(0, 0), tt.b, tt.xb, 0)
		best := e.Axes[e.Best]
		if e.Meeting != tt.meeting || len(e.Axes) != tt.axes || len(e.Points) != tt.points ||
			best.Normal.Dist(tt.normal) > 1e-12 ||
			math.Abs(best.Separation-tt.separation) > 1e-12 || e.Hit != (tt.separation <= 0) {
			t.Errorf("%s: %v, %d axes, %d points, along %v %v apart, hit %v; want %v, %d, %d, %v, %v", tt.name,
				e.Meeting, len(e.Axes), len(e.Points), best.Normal, best.Separation, e.Hit, tt.meeting, tt.axes,
				tt.points, tt.normal, tt.separation)
		}
	}
}

// Explain does not panic on invalid input.
func TestExplainInvalidInput(t *testing.T) {
	t.Parallel()
	odd := []float64{0, 1, math.NaN(), math.Inf(1), -1e300, 1e-300}
	box, _ := Box(2, 1, 0.5)
	for _, x := range odd {
		for _, c := range odd {
			for _, s := range []Shape{{}, box} {
				at := Transform{P: Vec{X: x, Y: 1}, Q: Rot{C: c, S: x}}
				e := Explain(s, at, box, Transform{Q: Rot{C: 1}}, c)
				if want, hit := Collide(s, at, box, Transform{Q: Rot{C: 1}}, c); hit != e.Hit ||
					hit && fmt.Sprint(want) != fmt.Sprint(e.Manifold) {
					t.Errorf("at %v Explain has %v, Collide %v", at, e.Manifold, want)
				}
			}
		}
	}
}

// Two boxes overlap. Of their eight edge normals, Explain chooses the axis along which they overlap least.
func ExampleExplain() {
	ground, _ := Box(50, 10, 0)
	crate, _ := Box(8, 8, 0)
	e := Explain(crate, NewTransform(Vec{X: 20, Y: -17}, 0), ground, Identity(), 0)
	best := e.Axes[e.Best]
	fmt.Printf("of %d axes the one along %v overlaps least, by %v\n", len(e.Axes), best.Normal, -best.Separation)
	fmt.Printf("%v meet: the crate's edge from %v to %v is cut to two points\n", e.Meeting, e.Reference.From,
		e.Reference.To)
	// Output:
	// of 8 axes the one along (0, 1) overlaps least, by 1
	// edges meet: the crate's edge from (28, -9) to (12, -9) is cut to two points
}

func ExampleMeeting_String() {
	fmt.Printf("%v; %v; %v\n", EdgesMeet, VertexMeetsEdge, VerticesMeet)
	// Output: edges; vertex and edge; vertices
}
