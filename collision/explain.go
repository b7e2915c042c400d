package collision

import "math"

// Explanation shows how [Collide] arrives at its manifold: what it compares and what it clips. All of it is in world
// space. An inner polygon is a shape without its radius; the shape is that polygon summed with a disc.
type Explanation struct {
	// A and B are the inner polygons: one vertex for a circle, two for a capsule.
	A, B             []Vec
	RadiusA, RadiusB float64

	// Axes are the directions that are compared: the normals of A's edges, then of B's, then, if two vertices meet, the
	// direction from one to the other. Best is the index of the axis along the manifold's normal: along it the shapes
	// overlap least, or are farthest apart.
	Axes []SeparatingAxis
	Best int

	Meeting Meeting
	// ReferenceIsB reports whether the reference edge is B's. Reference and Incident are zero if two vertices meet.
	// Incident is also zero for a circle, which has no edge.
	ReferenceIsB        bool
	Reference, Incident Side
	// Planes cut the incident edge off at the ends of the reference edge: the part beyond a plane, along its normal, is
	// dropped. They are zero unless two edges meet.
	Planes [2]Plane
	// Points are the rest of the incident edge, or the vertices that meet, in the order of the points of All.
	Points []ExplainedPoint

	// All is the manifold with every point, however far apart the shapes are.
	// Manifold is the result of Collide, if Hit.
	All, Manifold Manifold
	Hit           bool
}

// SeparatingAxis is a direction along which two shapes are compared.
type SeparatingAxis struct {
	Normal Vec  // unit, from A to B
	OfB    bool // it is a normal of B, not of A; see Edge
	Edge   int  // index of that normal's edge; -1 for the direction from a vertex of A to one of B
	// FromA to ToA and FromB to ToB are the projections of A and B onto Normal, radii included.
	FromA, ToA, FromB, ToB float64
	// Separation is FromB - ToA. It is negative if the projections overlap: one shape must move that far along the axis
	// to separate them.
	Separation float64
	// DeepA and DeepB are the vertices of the inner polygons where the projections meet.
	DeepA, DeepB int
}

// Meeting is the kind of features with which two shapes meet, up to rounding.
type Meeting uint8

// The kinds of features that can meet.
const (
	EdgesMeet       Meeting = iota // an edge over another: it is clipped to the other's extent
	VertexMeetsEdge                // a vertex, or a circle's centre, over an edge
	VerticesMeet                   // two vertices, or centres of circles
)

// String returns "edges", "vertex and edge" or "vertices".
func (m Meeting) String() string {
	return [...]string{"edges", "vertex and edge", "vertices"}[min(m, VerticesMeet)]
}

// Side is an edge of a polygon, from one vertex to the next.
type Side struct{ From, To Vec }

// Plane is the line through Point perpendicular to Normal.
type Plane struct{ Point, Normal Vec }

// ExplainedPoint shows how a contact point was found.
type ExplainedPoint struct {
	OnA, OnB     Vec // the points of the inner polygons on either side of it
	Surface      Vec // the contact point
	Separation   float64
	IsInManifold bool // it is within the margin
}

// Explain returns how Collide arrives at the manifold of two placed shapes, with the edges that Collide chose. It
// allocates, and is meant for visualization and debugging.
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

func (a *hull) vertices() []Vec {
	out := make([]Vec, len(a.edges))
	for i := range a.edges {
		out[i] = a.edges[i].v
	}
	return out
}

// axes adds the normals of both hulls' edges.
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

// add adds an axis along which the inner polygons have the separation inner.
func (e *Explanation) add(a, b *hull, x SeparatingAxis, inner float64) {
	x.FromA, x.ToA = a.shadow(x.Normal)
	x.FromB, x.ToB = b.shadow(x.Normal)
	x.Separation = inner - (a.radius + b.radius)
	e.Axes = append(e.Axes, x)
}

// shadow returns the extent of a hull along a unit vector.
func (a *hull) shadow(n Vec) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for i := range a.edges {
		h := n.Dot(a.edges[i].v)
		from, to = min(from, h), max(to, h)
	}
	return from - a.radius, to + a.radius
}

// choose fills in the features that meet and the axis that was chosen.
func (e *Explanation) choose(a, b *hull, why *decision) {
	if e.All.Count == 0 { // a number is NaN
		return
	}
	for i := range e.All.Count {
		p := &e.All.Points[i]
		fa, fb := p.ID.A(), p.ID.B()
		vertexA, vertexB := !fa.Edge || len(a.edges) == 1, !fb.Edge || len(b.edges) == 1
		if vertexA && vertexB && (why.corner || !why.made) {
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

func (a *hull) side(i int) Side {
	return Side{a.edges[i].v, a.edges[(i+1)%len(a.edges)].v}
}

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
