package collision

import (
	"math"
)

// Explanation is how [Collide] comes to its manifold: what it compares and what
// it clips. All of it is in world space. Inner polygons are the shapes without
// their radii; the shapes are those polygons summed with discs.
type Explanation struct {
	// A and B are the inner polygons: one vertex for a circle, two for a capsule.
	A, B             []Vec
	RadiusA, RadiusB float64

	// Axes are the directions that are compared: the normals of A's edges, then of
	// B's, then, where two vertices meet, the direction from one to the other. Best is
	// the one among them that the manifold's normal has: along it the shapes overlap
	// least, or are farthest apart.
	Axes []SeparatingAxis
	Best int

	Meeting Meeting
	// ReferenceIsB says whose edge the reference edge is. It is zero where two vertices
	// meet, and so is the incident edge, which a circle does not have either.
	ReferenceIsB        bool
	Reference, Incident Side
	// Planes cut the incident edge off at the ends of the reference edge: what lies
	// beyond one, along its normal, is left out. They are zero unless it is cut.
	Planes [2]Plane
	// Points are what is left of the incident edge, or the vertices that meet, and
	// belong to the points of All.
	Points []ExplainedPoint

	// All is the manifold with every point, however far apart the shapes are, and
	// Manifold what Collide returns, if Hit.
	All, Manifold Manifold
	Hit           bool
}

// SeparatingAxis is a direction along which two shapes are compared.
type SeparatingAxis struct {
	Normal Vec  // unit, from A to B
	OfB    bool // it is a normal of B's, else of A's; see Edge
	Edge   int  // whose normal it is; -1: the direction from a vertex of A to one of B
	// From and To are the shadows of A and B along it, radii included: of each the least
	// and the greatest of its points' products with Normal.
	FromA, ToA, FromB, ToB float64
	// Separation is FromB - ToA: negative where the shadows overlap, as far as one shape
	// must be moved along the axis until they do not.
	Separation float64
	// DeepA and DeepB are the vertices of the inner polygons that the shadows meet with.
	DeepA, DeepB int
}

// Meeting says what of two shapes meets, rounding aside.
type Meeting uint8

// Meetings.
const (
	EdgesMeet       Meeting = iota // an edge lies over another: it is cut to its extent
	VertexMeetsEdge                // a vertex, or a circle's middle, over an edge
	VerticesMeet                   // two vertices, or middles of circles
)

// String returns "edges", "vertex and edge" or "vertices".
func (m Meeting) String() string {
	return [...]string{"edges", "vertex and edge", "vertices"}[min(m, VerticesMeet)]
}

// Side is an edge of a polygon, from one vertex to the next.
type Side struct{ From, To Vec }

// Plane is the line through Point across Normal.
type Plane struct{ Point, Normal Vec }

// ExplainedPoint is how a contact point was found.
type ExplainedPoint struct {
	OnA, OnB     Vec // the points of the inner polygons that it stands between
	Surface      Vec // the contact point
	Separation   float64
	IsInManifold bool // it is near enough for the margin
}

// Explain returns how Collide comes to the manifold of two placed shapes. The
// edges are those that Collide chose. It is for pictures and for debugging: it
// allocates.
func Explain(a Shape, xa Transform, b Shape, xb Transform, margin float64) Explanation {
	ha, hb := a.place(&xa, nil), b.place(&xb, nil)
	e := Explanation{A: ha.vertices(), B: hb.vertices(), RadiusA: ha.radius, RadiusB: hb.radius}
	var m Manifold
	if e.Hit = collide(&ha, &hb, margin, &m); e.Hit {
		e.Manifold = m
	}
	var why decision
	decide(&ha, &hb, math.Inf(1), &e.All, &why)
	e.axes(&ha, &hb)
	e.choose(&ha, &hb, &why)
	e.explainPoints(margin)
	return e
}

// vertices returns a hull's vertices.
func (a *hull) vertices() []Vec {
	out := make([]Vec, len(a.edges))
	for i := range a.edges {
		out[i] = a.edges[i].v
	}
	return out
}

// axes fills in the edges' normals that are compared.
func (e *Explanation) axes(a, b *hull) {
	of := func(x, y *hull, flip bool) {
		if len(x.edges) < 2 {
			return // a circle's edge has no direction
		}
		for i := range x.edges {
			s := separation(x.edges[i:i+1], y.edges, math.Inf(1))
			n := x.edges[i].n
			out := SeparatingAxis{Normal: n, Edge: i, OfB: flip, DeepA: i, DeepB: s.vertex}
			if flip {
				out.Normal, out.DeepA, out.DeepB = n.Neg(), s.vertex, i
			}
			e.add(a, b, out, s.separation)
		}
	}
	of(a, b, false)
	of(b, a, true)
}

// add adds an axis along which the inner polygons are so far apart.
func (e *Explanation) add(a, b *hull, x SeparatingAxis, inner float64) {
	x.FromA, x.ToA = a.shadow(x.Normal)
	x.FromB, x.ToB = b.shadow(x.Normal)
	x.Separation = inner - (a.radius + b.radius)
	e.Axes = append(e.Axes, x)
}

// shadow returns the least and the greatest of a hull's points along a unit
// vector.
func (a *hull) shadow(n Vec) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for i := range a.edges {
		h := n.Dot(a.edges[i].v)
		from, to = min(from, h), max(to, h)
	}
	return from - a.radius, to + a.radius
}

// choose fills in what has led to the manifold.
func (e *Explanation) choose(a, b *hull, why *decision) {
	if e.All.Count == 0 { // a number is NaN
		return
	}
	for i := range e.All.Count {
		p := &e.All.Points[i]
		fa, fb := p.ID.A(), p.ID.B()
		isA, isB := !fa.Edge || len(a.edges) == 1, !fb.Edge || len(b.edges) == 1
		if isA && isB && (why.corner || !why.made) {
			e.Meeting, e.Best = VerticesMeet, len(e.Axes)
			x := SeparatingAxis{Normal: e.All.Normal, Edge: -1, DeepA: fa.Index, DeepB: fb.Index}
			e.add(a, b, x, p.Separation+(a.radius+b.radius))
			return
		}
	}
	ref, at := a, e.All.Points[0].ID.A().Index
	e.Meeting = VertexMeetsEdge
	switch {
	case why.made:
		at, e.ReferenceIsB = why.edge, why.flip
		inc := b
		if why.flip {
			ref, inc = b, a
		}
		e.Incident = inc.side(why.against)
		e.Reference = ref.side(at)
		if e.All.Count == 2 {
			e.Meeting = EdgesMeet
			t := ref.edges[at].n.Perp()
			e.Planes = [2]Plane{{e.Reference.From, t.Neg()}, {e.Reference.To, t}}
		}
	case len(a.edges) == 1:
		ref, at, e.ReferenceIsB = b, e.All.Points[0].ID.B().Index, true
	}
	e.Reference = ref.side(at)
	if e.Best = at; e.ReferenceIsB && len(a.edges) > 1 {
		e.Best += len(a.edges)
	}
}

// side returns an edge of a hull.
func (a *hull) side(i int) Side {
	return Side{a.edges[i].v, a.edges[(i+1)%len(a.edges)].v}
}

// explainPoints fills in the points of the inner polygons.
func (e *Explanation) explainPoints(margin float64) {
	for i := range e.All.Count {
		p := &e.All.Points[i]
		half := float64(p.Separation / 2)
		e.Points = append(e.Points, ExplainedPoint{
			OnA:     p.Point.MulAdd(e.All.Normal, -half-e.RadiusA),
			OnB:     p.Point.MulAdd(e.All.Normal, half+e.RadiusB),
			Surface: p.Point, Separation: p.Separation, IsInManifold: e.Hit && p.Separation <= margin,
		})
	}
}
