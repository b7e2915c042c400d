package collision

import (
	"math"
	"slices"
)

// A rounded corner of an outline is a disc in the corner of a polygon: the disc touches both edges, and the polygon is
// cut off between the two contact points. The polygon has the smallest radius of the body's pieces; the disc is a
// circle with a larger radius. The cut is inside the disc and pushes in no direction. The disc pushes where its circle
// is on the boundary of the union.

// shortArc is the angle in radians below which an arc between two cuts is only a rounding error.
const shortArc = 1e-9

// minRadius returns the smallest radius of the body's pieces.
func (x *body) minRadius() float64 {
	least := math.Inf(1)
	for i := range x.shapes {
		least = min(least, x.shapes[i].Radius())
	}
	return least
}

// isDisc reports whether piece i is a circle with more than the smallest radius.
func (x *body) isDisc(i int, least float64) bool {
	return x.shapes[i].Len() == 1 && x.shapes[i].Radius() > least
}

// meetDisc limits where pieces i and j may push if i is a disc.
func (f *seamFinder) meetDisc(i, j int, least float64) {
	both := f.x.isDisc(j, least)
	if !f.x.isDisc(i, least) || !both && f.x.shapes[j].Radius() != least {
		return
	}
	if f.discs == nil {
		f.discs = map[int][]int32{}
	}
	f.discs[i] = append(f.discs[i], int32(j))
	if !both {
		f.underDisc(j, f.x.shapes[i].Vertex(0), f.x.shapes[i].Radius()-least)
	}
}

// underDisc limits where piece i, a polygon, may push if a disc covers a part of it.
func (f *seamFinder) underDisc(i int, c Vec, r float64) {
	p := f.x.shapes[i].parts()
	if len(p) < 2 {
		return
	}
	for k := range p {
		v := p[k].v
		switch d := v.Dist(c); {
		case d < r-f.tol:
			s := &f.seams(i)[k]
			s.limited, s.empty = true, true
		case d <= r+f.tol:
			s := &f.seams(i)[k]
			if !s.limited {
				s.limited = true
				s.from, s.to = p[(k+len(p)-1)%len(p)].n, p[k].n
			}
			out := v.Sub(c).Unit()
			s.intersect(out, out)
		}
		h := p[k].n.Dot(c.Sub(v))
		if math.Abs(h) >= r-f.tol || len(p) < 3 {
			continue
		}
		along := Vec{X: -p[k].n.Y, Y: p[k].n.X}.Dot(c.Sub(v))
		half := math.Sqrt((r - h) * (r + h))
		f.seams(i)
		f.covered = append(f.covered, cover{i, k, along - half, along + half})
	}
}

// exposed returns the arcs of disc i that no other piece covers, as the directions from the centre to their ends. No
// arc is longer than a right angle.
func (f *seamFinder) exposed(i int, near []int32, least float64) []seam {
	c, r := f.x.shapes[i].Vertex(0), f.x.shapes[i].Radius()-least
	angles := []float64{-math.Pi, math.Pi}
	cut := func(p Vec) {
		d := p.Sub(c)
		angles = append(angles, Atan2(d.Y, d.X))
	}
	for _, j := range near {
		q := f.x.shapes[j].parts()
		if f.x.isDisc(int(j), least) {
			d, s := q[0].v.Sub(c), f.x.shapes[j].Radius()-least
			if l := d.Len(); l > f.tol && l < r+s && l > math.Abs(r-s) {
				along := float64((l + float64((r-s)*(r+s)/l)) / 2)
				foot, across := c.MulAdd(d, along/l), d.Perp().Mul(math.Sqrt(max(0, (r-along)*(r+along)))/l)
				cut(foot.Add(across))
				cut(foot.Sub(across))
			}
			continue
		}
		for k := range q {
			if math.Abs(q[k].v.Dist(c)-r) <= f.tol {
				cut(q[k].v)
			}
			h := q[k].n.Dot(c.Sub(q[k].v))
			if math.Abs(h) >= r {
				continue
			}
			foot, half := c.MulAdd(q[k].n, -h), math.Sqrt((r-h)*(r+h))
			t := Vec{X: -q[k].n.Y, Y: q[k].n.X}
			cut(foot.MulAdd(t, half))
			cut(foot.MulAdd(t, -half))
		}
	}
	slices.Sort(angles)
	var out []seam
	from := angles[0]
	for _, to := range angles[1:] {
		if to-from <= shortArc {
			continue
		}
		if mid := c.MulAdd(NewRot(float64((from+to)/2)).Apply(Vec{X: 1}), r); !f.covers(near, mid, least) {
			parts := math.Ceil((to - from) / (math.Pi / 2))
			for k := range int(parts) {
				a := from + float64((to-from)*float64(k)/parts)
				b := from + float64((to-from)*float64(k+1)/parts)
				out = append(out, seam{limited: true, from: NewRot(a).Apply(Vec{X: 1}), to: NewRot(b).Apply(Vec{X: 1})})
			}
		}
		from = to
	}
	if out == nil {
		out = []seam{{limited: true, empty: true}}
	}
	return out
}

// covers reports whether p is inside one of the pieces.
func (f *seamFinder) covers(near []int32, p Vec, least float64) bool {
	return slices.ContainsFunc(near, func(j int32) bool {
		q := f.x.shapes[j].parts()
		if f.x.isDisc(int(j), least) {
			return q[0].v.Dist(p) < f.x.shapes[j].Radius()-least-f.tol
		}
		return len(q) > 2 && !slices.ContainsFunc(q, func(e edge) bool { return e.n.Dot(p.Sub(e.v)) >= -f.tol })
	})
}

// disc works like try for disc i of body x: a piece over a cut that the disc covers is pushed out along the arc.
func (s *outerSearch) disc(o *outerEdges, i int32, bias float64) {
	p, inc := &o.x.pieces[i], &o.y.pieces[o.other]
	if i == o.own || o.x.seams(i) == nil {
		return
	}
	var m Manifold
	if o.flip {
		if !collide(&inc.hull, &p.hull, s.limit, &m) {
			return
		}
	} else if !collide(&p.hull, &inc.hull, s.limit, &m) {
		return
	}
	n := m.Normal
	if o.flip {
		n = n.Neg()
	}
	low := -m.Depth()
	e := edge{n: n, v: p.edges[0].v.MulAdd(n, p.radius-o.x.pieces[o.own].radius)}
	if low <= s.best+bias || !o.x.pushes(i, n) || !o.y.pushes(o.other, n.Neg()) || !o.x.isBehind(o.own, &e) {
		return
	}
	s.take(o, i, low, m)
}
