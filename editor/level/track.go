package level

// Track is a part of an outline on its own, for finding places on it and cutting it.
type Track struct{ t track }

// Track returns the part as a track.
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

// At returns the point at a parameter, from 0 to 1.
func (t *Track) At(s float64) Vec { return t.t.at(s) }

// Direction returns the unit direction at a parameter.
func (t *Track) Direction(s float64) Vec { return t.t.direction(s) }

// Nearest returns the parameter of the point that is nearest to p.
func (t *Track) Nearest(p Vec) float64 { return t.t.nearest(p) }

// IsLine reports whether the part is straight.
func (t *Track) IsLine() bool { return t.t.isLine() }

// Circle returns the centre, the radius and the turn of an arc, from +x toward +y, or false for other parts.
func (t *Track) Circle() (center Vec, radius, sweep float64, ok bool) {
	if !t.t.isArc {
		return Vec{}, 0, 0, false
	}
	return t.t.center, t.t.radius, t.t.sweep, true
}

// Between returns the stretch of a cubic from parameter s to e, which may be less than s, as an edge from a to b, which
// are near those places. It returns false for other parts.
func (t *Track) Between(s, e float64, a, b Vec) (Curve, bool) {
	if !t.t.isCubic {
		return Curve{}, false
	}
	return Curve{Cubic: [2]Vec{a.MulAdd(t.t.slope(s), e-s), b.MulAdd(t.t.slope(e), s-e)}}, s != e
}

// EdgeTrack returns an edge as a track, before its corners are cut off.
func (s Shape) EdgeTrack(number int) *Track {
	a, b := s.EdgeEnds(number)
	c, bent := s.Curve(number)
	return &Track{newTrack(a, b, c, bent)}
}
