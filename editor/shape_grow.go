package editor

import (
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/level"
)

// GrowShape moves a shape's outline outward by a distance in pixels, or inward if negative. Sharp corners stay sharp;
// round ones keep their centres. A chain becomes thicker or thinner. Parts that are too narrow to shrink vanish, so the
// result may have several shapes; an empty result gives ErrNothingLeft.
func GrowShape(s level.Shape, by float64) ([]MadeShape, error) {
	switch s.Kind {
	case level.Circle, level.Capsule, level.Chain:
		s.Radius += by
		if s.Radius < 0 || s.Radius == 0 && s.Kind != level.Chain {
			return nil, ErrNothingLeft
		}
		return []MadeShape{{Shape: s, Of: -1}}, nil
	case level.Point:
		return nil, &NoAreaError{Kind: s.Kind}
	}
	if s.Rounding == level.Outset && s.Radius > 0 {
		if s.Radius+by >= 0 {
			s.Radius += by
			return []MadeShape{{Shape: s, Of: -1}}, nil
		}
		by, s.Radius = by+s.Radius, 0
	}
	var from []curveSource
	if s.Detail != nil {
		if made, ok := growCorners(s, by); ok {
			return made, nil
		}
		from = grownSources(s, by)
		s = s.Flattened()
	}
	radius := 0.0
	if s.Radius > 0 {
		radius = max(s.Radius+by, 0)
	}
	if s.Kind == level.Box {
		s.Size = s.Size.Add(level.Vec{X: float64(2 * by), Y: float64(2 * by)})
		if !(min(s.Size.X, s.Size.Y) > 0) {
			return nil, ErrNothingLeft
		}
		s.Radius = radius
		return []MadeShape{{Shape: s.Clamped(), Of: -1}}, nil
	}
	outlines, err := polygon.Fill(polygon.NonZero, wound(s.Loops())...)
	if err == nil {
		outlines, err = polygon.Offset(outlines, by, polygon.JoinMitre, ChordTolerance)
	}
	if err == nil {
		outlines, err = polygon.Detach(outlines)
	}
	if err != nil {
		return nil, err
	}
	var out []MadeShape
	for _, outline := range outlines {
		if thin, err := isThinRegion(polygon.Region{outline}, leastWidth/2); err != nil {
			return nil, err
		} else if thin {
			continue
		}
		if curved, ok := curvedOf(outline, from); ok {
			out = append(out, centred(curved))
			continue
		}
		grown := polygonOf(outline)
		grown.Radius, grown.Rounding = radius, s.Rounding
		grown = grown.Clamped()
		if _, err := grown.Bake(); err != nil {
			return nil, err
		}
		out = append(out, centred(grown))
	}
	if len(out) == 0 {
		return nil, ErrNothingLeft
	}
	return out, nil
}

// grownSources returns the lines and arcs of a shape's outline moved outward by a distance. Arcs keep their centres.
func grownSources(s level.Shape, by float64) []curveSource {
	baked, err := s.Bake()
	if err != nil {
		return nil
	}
	var parts []level.DrawnPart
	for _, c := range baked.Boundary() {
		for _, seg := range c {
			if seg.Radius == 0 {
				away := seg.To.Sub(seg.From).Unit().Perp().Neg() // with positive area, left on screen is outside
				seg.From, seg.To = seg.From.MulAdd(away, by), seg.To.MulAdd(away, by)
			} else {
				r := seg.Radius + by
				if seg.Clockwise {
					r = seg.Radius - by
				}
				if !(r > 0) {
					continue
				}
				for _, p := range [...]*level.Vec{&seg.From, &seg.To} {
					*p = seg.Center.MulAdd(p.Sub(seg.Center).Unit(), r)
				}
				seg.Radius = r
			}
			parts = append(parts, level.DrawnPart{Segment: seg})
		}
	}
	return newSources(parts)
}

// growCorners grows a box whose corners have their own radii; each corner keeps its centre. It returns false for other
// shapes, and for chamfers, whose width would change.
func growCorners(s level.Shape, by float64) ([]MadeShape, bool) {
	d := s.Details()
	if s.Kind != level.Box || s.Rounding == level.Outset || d.Chamfers != nil {
		return nil, false
	}
	s.Size = s.Size.Add(level.Vec{X: float64(2 * by), Y: float64(2 * by)})
	if !(min(s.Size.X, s.Size.Y) > 0) {
		return nil, false
	}
	d.Radii = slices.Clone(d.Radii)
	for i, r := range d.Radii {
		if r > 0 {
			d.Radii[i] = max(r+by, 0)
		}
	}
	if s.Radius > 0 {
		s.Radius = max(s.Radius+by, 0)
	}
	return []MadeShape{{Shape: s.WithDetail(d).Clamped(), Of: -1}}, true
}
