package collision

// Placed is a shape with a transform. It caches the vertices and normals in world space, which every query would
// otherwise compute again. Use it for many queries against a shape at rest; a [World] stores its bodies like this.
type Placed struct {
	h   hull
	box AABB
}

// Place returns the shape placed at xf.
func (s Shape) Place(xf Transform) Placed {
	p := Placed{h: s.place(&xf, nil)}
	p.box = p.h.bounds()
	return p
}

// PlaceInto works like Place but reuses p's memory, for a shape that moves.
func (s Shape) PlaceInto(p *Placed, xf Transform) {
	p.h = s.place(&xf, p.h.edges[:cap(p.h.edges)])
	p.box = p.h.bounds()
}

// Bounds returns the smallest axis-aligned box around p.
func (p *Placed) Bounds() AABB { return p.box }

// Collide works like [Collide] for placed shapes, with p as A. It returns the same manifold, to the last bit.
func (p *Placed) Collide(b *Placed, margin float64) (Manifold, bool) {
	var m Manifold
	hit := collide(&p.h, &b.h, margin, &m)
	return m, hit
}

// CollideInto works like Collide but writes the manifold to m. Points beyond its Count
// keep their old values; m is undefined if the shapes do not touch.
func (p *Placed) CollideInto(b *Placed, margin float64, m *Manifold) bool {
	return collide(&p.h, &b.h, margin, m)
}

// Overlaps reports whether the two share a point; touching counts.
func (p *Placed) Overlaps(b *Placed) bool {
	var m Manifold
	return p.CollideInto(b, 0, &m)
}
