package level_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

// roundedBox is a box with four radii, as a shape and as a distance function, which does not use the pieces.
type roundedBox struct {
	half  level.Vec
	radii [4]float64 // clockwise from the top left
}

func drawRoundedBox(t *rapid.T) roundedBox {
	b := roundedBox{half: level.Vec{
		X: rapid.Float64Range(5, 60).Draw(t, "w"),
		Y: rapid.Float64Range(5, 60).Draw(t, "h"),
	}}
	limit := min(b.half.X, b.half.Y)
	for i := range b.radii {
		b.radii[i] = limit * rapid.SampledFrom([]float64{0, 0.05, 0.3, 0.7, 1}).Draw(t, "radius")
	}
	return b
}

func (b roundedBox) shape() level.Shape {
	return level.Shape{
		Kind: level.Box, Size: b.half.Mul(2),
		Rounding: level.Inset,
	}.WithDetail(level.Detail{Radii: b.radii[:]})
}

// distance returns the distance of p from the boundary, negative inside.
func (b roundedBox) distance(p level.Vec) float64 {
	r := b.radii[0]
	switch {
	case p.X >= 0 && p.Y < 0:
		r = b.radii[1]
	case p.X >= 0:
		r = b.radii[2]
	case p.Y >= 0:
		r = b.radii[3]
	}
	q := level.Vec{X: math.Abs(p.X) - b.half.X + r, Y: math.Abs(p.Y) - b.half.Y + r}
	return min(max(q.X, q.Y), 0) + math.Hypot(max(q.X, 0), max(q.Y, 0)) - r
}

// outward returns the direction in which the distance grows.
func (b roundedBox) outward(p level.Vec) level.Vec {
	const h = 1e-5
	return level.Vec{
		X: b.distance(p.Add(level.Vec{X: h})) - b.distance(p.Sub(level.Vec{X: h})),
		Y: b.distance(p.Add(level.Vec{Y: h})) - b.distance(p.Sub(level.Vec{Y: h})),
	}.Unit()
}

func contactWith(
	t *rapid.T, shape level.Shape, xf collision.Transform, ball collision.Shape, at level.Vec,
) (collision.Contact, bool) {
	baked, err := shape.Bake()
	if err != nil {
		t.Fatal(err)
	}
	w := collision.NewWorld()
	w.Put(1, collision.Body{Shapes: baked.Pieces, Transform: xf})
	w.Put(2, collision.Body{Shapes: []collision.Shape{ball}, Transform: collision.Transform{
		P: xf.Apply(at),
		Q: collision.Rot{C: 1},
	}})
	w.Update()
	return w.Contact(1, 2)
}

// A ball that sinks into a box with four radii is pushed along the normal of the arc or the side, by the depth that the
// distance function gives, and in no other direction. The chords under the discs do not push.
func TestContactsAtRoundedCorners(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawRoundedBox(t)
		r := rapid.Float64Range(0.5, 10).Draw(t, "ball")
		ball, err := collision.Circle(level.Vec{}, r)
		if err != nil {
			t.Fatal(err)
		}
		depth := r * rapid.Float64Range(0.01, 0.9).Draw(t, "depth")
		sin, cos := math.Sincos(rapid.Float64Range(0, 2*math.Pi).Draw(t, "direction"))
		// March to the place outside where the ball has that depth.
		at := level.Vec{X: 200 * cos, Y: 200 * sin}
		for range 500 {
			at = at.MulAdd(level.Vec{X: cos, Y: sin}, -(b.distance(at)-(r-depth))*0.5)
		}
		n := b.outward(at)
		xf := collision.NewTransform(level.Vec{X: 30, Y: -20}, rapid.Float64Range(-3, 3).Draw(t, "turn"))
		c, ok := contactWith(t, b.shape(), xf, ball, at)
		if !ok {
			t.Fatalf("%+v: no contact with a ball of %g at %v, %g deep", b, r, at, depth)
		}
		if math.Abs(c.Depth()-depth) > 1e-5 {
			t.Fatalf("%+v: a ball of %g at %v is %g deep, want %g (%+v)", b, r, at, c.Depth(), depth, c.Manifolds)
		}
		want := xf.Q.Apply(n)
		for _, m := range c.Manifolds {
			if m.Normal.Dist(want) > 1e-3 && m.Depth() > 1e-6 {
				// At a sharp or nearly sharp corner, two sides may push.
				if b.distance(at.MulAdd(xf.Q.ApplyInv(m.Normal), m.Depth()-r)) < 1e-4 {
					continue
				}
				t.Fatalf("%+v: a ball of %g at %v is pushed along %v, want %v", b, r, at, xf.Q.ApplyInv(m.Normal), n)
			}
		}
	})
}

// Rays meet the arcs where the distance is 0.
func TestRaysMeetRoundedCorners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawRoundedBox(t)
		baked, err := b.shape().Bake()
		if err != nil {
			t.Fatal(err)
		}
		w := collision.NewWorld()
		w.Put(1, collision.Body{Shapes: baked.Pieces, Transform: collision.Identity()})
		w.Update()
		sin, cos := math.Sincos(rapid.Float64Range(0, 2*math.Pi).Draw(t, "direction"))
		from := level.Vec{X: 300 * cos, Y: 300 * sin}
		to := level.Vec{
			X: rapid.Float64Range(-1, 1).Draw(t, "x") * b.half.X * 0.4,
			Y: rapid.Float64Range(-1, 1).Draw(t, "y") * b.half.Y * 0.4,
		}
		hit, ok := w.Raycast(collision.RayTo(from, to), collision.Query{})
		if !ok {
			t.Fatalf("%+v: a ray from %v to %v hits nothing", b, from, to)
		}
		if d := b.distance(hit.Point); math.Abs(d) > 1e-6 {
			t.Fatalf("%+v: a ray hits %v, %g from the boundary", b, hit.Point, d)
		}
		// Just where an arc begins, a ray may also hit the edge that is cut off there.
		begins := false
		for i, c := range b.shape().Corners() {
			for _, d := range []level.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
				begins = begins || hit.Point.Dist(c.MulAdd(d, b.radii[i])) < 1e-6
			}
		}
		if n := b.outward(hit.Point.MulAdd(hit.Normal, 1e-3)); n.Dist(hit.Normal) > 1e-2 && !begins {
			t.Fatalf("%+v: a ray hits %v with the normal %v, want %v", b, hit.Point, hit.Normal, n)
		}
	})
}

// Every point in a piece is inside the outline as drawn, within the tolerance, and every point inside is in a piece.
func TestPiecesMatchTheOutline(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if !s.IsDetailed() || s.Kind == level.Chain {
			return
		}
		b, err := s.Bake()
		if err != nil {
			t.Fatal(err)
		}
		var loops [][]level.Vec
		for _, c := range b.Boundary() {
			loops = append(loops, c.Flatten(1e-3, nil))
		}
		for range 40 {
			size := b.Bounds.Size()
			p := b.Bounds.Min.Add(level.Vec{
				X: size.X * rapid.Float64Range(-0.05, 1.05).Draw(t, "x"),
				Y: size.Y * rapid.Float64Range(-0.05, 1.05).Draw(t, "y"),
			})
			in, near := false, math.Inf(1)
			for _, l := range loops {
				for i, a := range l {
					c := l[(i+1)%len(l)]
					near = min(near, collision.SegmentDistance(p, a, c))
					if (a.Y > p.Y) != (c.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(c.Y-a.Y)*(c.X-a.X) {
						in = !in
					}
				}
			}
			isPiece := false
			for _, piece := range b.Pieces {
				isPiece = isPiece || piece.Contains(collision.Identity(), p)
			}
			if in != isPiece && near > level.CurveTolerance+2e-3 {
				t.Fatalf("%v is inside: %v, in a piece: %v, %g from the boundary of %+v %+v", p, in, isPiece, near, s,
					s.Details())
			}
		}
	})
}
