package export

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/export/colliders"
)

// Box2D's limits.
const (
	box2dVertices = 8
	box2dBits     = 16
	box2dSlop     = 0.005 // in metres: closer vertices are welded, and thinner polygons rejected
)

// Box2DBody is a collider in Box2D's form, the result of the template function box2d; see [TemplateData].
type Box2DBody struct {
	Shapes []Box2DShape // in the collider's own frame

	// Category, Mask and Group are limited to 16 bits.
	Category, Mask uint64
	Group          int32

	// Mass is 0 for bodies that are not dynamic. Centre is in the collider's own frame, in pixels; Inertia is about the
	// frame's origin, in mass times square metres, as Box2D expects it.
	Mass, Inertia float64
	Centre        Vec
}

// Box2DShape is a shape in pixels: a circle, a polygon, a chain, or a loop, whose last point joins the first.
type Box2DShape struct {
	Kind     string // circle, polygon, chain or loop
	Centre   Vec    // for a circle
	Radius   float64
	Vertices []Vec // for the other kinds; a polygon has at most eight and is convex, turning +x toward +y

	// Prev and Next are the ghost vertices of a chain: the next vertices of the surfaces that continue it at its first
	// and its last point, or nil if nothing continues it.
	Prev, Next *Vec
}

// box2dBody converts a collider to Box2D's form and records the losses.
func (t *target) box2dBody(i int) Box2DBody {
	c := &t.Colliders[i]
	var b Box2DBody
	if len(c.Pieces) == 0 {
		return b
	}
	if c.Body == colliders.Dynamic {
		b.Mass, b.Inertia = t.mass(i)
		b.Centre = t.source[i].Baked.Mass().Centroid
		metre := t.Level.PixelsPerMetre
		b.Inertia += b.Mass * b.Centre.LenSq() / (metre * metre)
	}
	b.Category, b.Mask = t.limitBits(c, box2dBits)
	b.Group = t.box2dGroup(c, c.Group)
	b.Shapes = t.box2dShapes(i, c.Transform())
	return b
}

// box2dGroup limits a group to 16 bits.
func (t *target) box2dGroup(c *colliders.Collider, group int32) int32 {
	if group > math.MaxInt16 || group < math.MinInt16 {
		t.lose(c, LossFilter, "Box2D's groups have 16 bits: its group is left out")
		return 0
	}
	return group
}

// box2dShapes returns the shapes of a collider in a frame.
func (t *target) box2dShapes(i int, frame collision.Transform) []Box2DShape {
	c := &t.Colliders[i]
	if isLine(c) {
		if c.Shape.OneSided {
			t.lose(c, LossOneWay, "Box2D before 2.4 has no one-sided chains: there it is solid on both sides")
		}
		points, own := t.line(i), c.Transform()
		if frame != own {
			points = slices.Clone(points)
			for k, v := range points {
				points[k] = tidy(frame.ApplyInv(own.Apply(v)))
			}
		}
		return t.box2dLine(i, points, c.Shape.Closed, frame)
	}
	t.loseOneSided(c)
	var out []Box2DShape
	for _, p := range inFrame(c, frame) {
		out = append(out, t.box2dPiece(i, p, frame)...)
	}
	return out
}

// box2dPiece returns the shapes of a convex piece in the body's frame.
func (t *target) box2dPiece(i int, p colliders.Piece, frame collision.Transform) []Box2DShape {
	c := &t.Colliders[i]
	switch {
	case len(p.Vertices) == 1 && p.Radius > 0:
		return []Box2DShape{{Kind: "circle", Centre: p.Vertices[0], Radius: p.Radius}}
	case len(p.Vertices) < 3 && p.Radius == 0:
		return t.box2dLine(i, p.Vertices, false, frame)
	}
	var out []Box2DShape
	for _, part := range atMost(box2dVertices, t.welded(t.flat(c, p), true)) {
		if len(part) < 3 || isThin(part, float64(box2dSlop*t.Level.PixelsPerMetre)) {
			t.lose(c, LossShape, "Box2D accepts nothing thinner than %s m: a part is left out", short(box2dSlop))
			continue
		}
		out = append(out, Box2DShape{Kind: "polygon", Vertices: part})
	}
	return out
}

// box2dLine returns a chain without segments that are too short for Box2D. A chain that ends where it begins is closed.
func (t *target) box2dLine(i int, points []Vec, closed bool, frame collision.Transform) []Box2DShape {
	if n := len(points); n > 3 && points[0].Dist(points[n-1]) <= seamGap {
		points, closed = points[:n-1], true
	}
	points = t.welded(points, closed)
	switch {
	case len(points) < 2:
		t.lose(&t.Colliders[i], LossShape, "a part without extent is left out")
		return nil
	case closed && len(points) > 2:
		return []Box2DShape{{Kind: "loop", Vertices: points}}
	}
	s := Box2DShape{Kind: "chain", Vertices: points}
	t.ghosts(i, &s, frame)
	return []Box2DShape{s}
}

// weld returns the distance, in pixels, above which Box2D keeps two vertices apart, with a margin for its lower
// precision.
func (t *target) weld() float64 { return float64(1.001 * box2dSlop * t.Level.PixelsPerMetre) }

// welded removes the vertices that Box2D would weld to their neighbours, or reject, from an outline.
func (t *target) welded(vs []Vec, closed bool) []Vec {
	least := t.weld()
	var out []Vec
	for _, v := range vs {
		if len(out) == 0 || v.Dist(out[len(out)-1]) > least {
			out = append(out, v)
		}
	}
	for closed && len(out) > 1 && out[0].Dist(out[len(out)-1]) <= least {
		out = out[:len(out)-1]
	}
	return out
}

// isThin reports whether all vertices are within d of one of the polygon's edges.
func isThin(vs []Vec, d float64) bool {
	for i, a := range vs {
		n := vs[(i+1)%len(vs)].Sub(a).Unit().Perp()
		far := 0.0
		for _, v := range vs {
			far = max(far, math.Abs(v.Sub(a).Dot(n)))
		}
		if far <= d {
			return true
		}
	}
	return false
}

// atMost splits a convex polygon into the fewest convex polygons with at most n vertices each; n must be at least 3.
// Adjacent parts share edges. It cuts where the polygon is narrow, into parts of similar size, so that no part is a
// sliver.
func atMost(n int, polygon []Vec) [][]Vec {
	size := len(polygon)
	if size <= n {
		return [][]Vec{polygon}
	}
	parts := (size - 2 + n - 3) / (n - 2)
	left := parts / 2
	k := min((size-2)*left/parts+2, left*(n-2)+2) // number of vertices of the first part
	if (size-k)+2 > (parts-left)*(n-2)+2 {
		k = size - (parts-left)*(n-2)
	}
	start, least := 0, math.Inf(1)
	for i := range polygon {
		if d := polygon[i].Dist(polygon[(i+k-1)%size]); d < least {
			start, least = i, d
		}
	}
	first, second := make([]Vec, 0, k), make([]Vec, 0, size-k+2)
	for i := range k {
		first = append(first, polygon[(start+i)%size])
	}
	for i := k - 1; i <= size; i++ {
		second = append(second, polygon[(start+i)%size])
	}
	return append(atMost(n, first), atMost(n, second)...)
}
