package collision

// Placed is a shape together with where it is. It keeps what every query would
// otherwise compute anew: vertices and normals in world space. It is the form
// that many queries against a resting shape want; a [World] keeps its bodies so.
type Placed struct {
	h   hull
	box AABB
}

// Place returns the shape at xf.
func (s Shape) Place(xf Transform) Placed {
	p := Placed{h: s.place(&xf, nil)}
	p.box = p.h.bounds()
	return p
}

// PlaceInto is Place that uses p's memory again: for a shape that moves.
func (s Shape) PlaceInto(p *Placed, xf Transform) {
	p.h = s.place(&xf, p.h.edges[:cap(p.h.edges)])
	p.box = p.h.bounds()
}

// Bounds returns the smallest axis-aligned box around it.
func (p *Placed) Bounds() AABB { return p.box }

// Collide is [Collide] for placed shapes, p being A. It returns the same
// manifold, to the last bit.
func (p *Placed) Collide(b *Placed, margin float64) (Manifold, bool) {
	var m Manifold
	hit := collide(&p.h, &b.h, margin, &m)
	return m, hit
}

// CollideInto is Collide that writes the manifold to m, and leaves points beyond
// its Count as they were; m is undefined when they do not touch.
func (p *Placed) CollideInto(b *Placed, margin float64, m *Manifold) bool {
	return collide(&p.h, &b.h, margin, m)
}

// Overlaps reports whether the two share a point; touching counts.
func (p *Placed) Overlaps(b *Placed) bool {
	var m Manifold
	return p.CollideInto(b, 0, &m)
}
