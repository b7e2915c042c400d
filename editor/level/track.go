package level

// Track is a part of an outline by itself: what is found and cut on it.
type Track struct{ t track }

// Track is the part for that.
func (p *DrawnPart) Track() *Track {
	t := track{from: p.From, to: p.To, t1: 1, start: p.From, end: p.To}
	switch {
	case p.IsCubic:
		t.isCubic, t.bend = true, &bend{c1: p.C1, c2: p.C2}
	case p.Radius > 0:
		t.isArc, t.bend = true, &bend{center: p.Center, radius: p.Radius, sweep: p.Sweep()}
	}
	return &Track{t}
}

// At is the place at a parameter, from 0 to 1.
func (t *Track) At(s float64) Vec { return t.t.at(s) }

// Direction is the unit direction at a parameter.
func (t *Track) Direction(s float64) Vec { return t.t.direction(s) }

// Nearest is the parameter of the place that is nearest to a point.
func (t *Track) Nearest(p Vec) float64 { return t.t.nearest(p) }

// IsLine reports whether the part is straight.
func (t *Track) IsLine() bool { return t.t.isLine() }

// Circle is the middle, the radius and the turn of an arc, from +x toward +y; false for other parts.
func (t *Track) Circle() (center Vec, radius, sweep float64, ok bool) {
	if !t.t.isArc {
		return Vec{}, 0, 0, false
	}
	return t.t.center, t.t.radius, t.t.sweep, true
}

// Between is the stretch of a cubic from one parameter to another, which may be less than the first, as an edge that begins and
// ends at two points near those places; false for other parts.
func (t *Track) Between(s, e float64, a, b Vec) (Curve, bool) {
	if !t.t.isCubic {
		return Curve{}, false
	}
	return Curve{Cubic: [2]Vec{a.MulAdd(t.t.slope(s), e-s), b.MulAdd(t.t.slope(e), s-e)}}, s != e
}

// EdgeTrack is an edge by itself, before its corners are cut off.
func (s Shape) EdgeTrack(number int) *Track {
	a, b := s.EdgeEnds(number)
	c, bent := s.Curve(number)
	return &Track{newTrack(a, b, c, bent)}
}
