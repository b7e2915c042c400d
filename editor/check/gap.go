package check

import (
	"cmp"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// opening is what is known of the space between two static solids.
type opening struct {
	a, b    *item
	closest collision.Separation
	blocked bool // the character's box does not fit through; it may still be that they touch
}

// gaps finds static solids that stand so close that the character cannot pass between them, and those that almost touch.
func gaps(s *scene) []Finding {
	var out []Finding
	for _, o := range openings(s) {
		d := o.closest
		if !s.isOpen(o) {
			continue
		}
		at := d.OnA.Lerp(d.OnB, 0.5)
		ids := []level.ID{o.a.ID, o.b.ID}
		if d.Distance <= s.opts.Snap {
			f := finding(RuleCrack, at, frame(at), ids, "there is a crack of %s px between the two", number(d.Distance))
			f.Fix = s.snap(o.a, o.b, d.Normal, -d.Distance)
			out = append(out, f)
			continue
		}
		f := finding(RuleGap, at, frame(at), ids, "the gap of %s px between the two is too narrow for the character, %s by %s px",
			number(d.Distance), number(s.opts.Character.X), number(s.opts.Character.Y))
		out = append(out, f)
	}
	return out
}

// openings lists the pairs of static solids that stand apart, but not far enough for the character, sorted by their ids.
func openings(s *scene) []opening {
	reach := max(s.opts.Character.X, s.opts.Character.Y)
	type pair struct{ a, b level.ID }
	found := map[pair]*opening{}
	for i, p := range s.parts {
		var swept *collision.Shape
		for _, k := range s.pieces.QueryBox(p.bounds.Grow(reach)) {
			j := int(k) - 1
			if j <= i || s.parts[j].of == p.of {
				continue
			}
			q := s.parts[j]
			o := found[pair{p.of.ID, q.of.ID}]
			if o == nil {
				o = &opening{a: p.of, b: q.of}
				o.closest.Distance = reach + 1
				found[pair{p.of.ID, q.of.ID}] = o
			}
			if d := collision.Distance(p.shape, p.of.at, q.shape, q.of.at); d.Distance < o.closest.Distance {
				o.closest = d
			}
			if o.blocked {
				continue
			}
			if swept == nil {
				swept = sweep(p, s.opts.Character)
			}
			o.blocked = swept != nil && collision.Overlap(*swept, collision.Identity(), q.shape, q.of.at)
		}
	}
	var out []opening
	for _, o := range found {
		if o.blocked && o.closest.Distance > collision.DefaultSlop {
			out = append(out, *o)
		}
	}
	slices.SortFunc(out, func(x, y opening) int {
		return cmp.Or(cmp.Compare(x.a.ID, y.a.ID), cmp.Compare(x.b.ID, y.b.ID))
	})
	return out
}

// sweep is a piece summed with the character's box, in level space and a hair smaller. The box passes between two pieces
// exactly where the sum of one with it does not reach the other: its centre then has room on both sides.
func sweep(p part, size level.Vec) *collision.Shape {
	const hair = 1e-6
	w, h := max(size.X-hair, 0), max(size.Y-hair, 0)
	vs := p.shape.Vertices()
	points := make([]level.Vec, 0, 4*len(vs))
	for _, v := range vs {
		v = p.of.at.Apply(v)
		points = append(points, v.Add(level.Vec{X: -w, Y: -h}), v.Add(level.Vec{X: w, Y: -h}), v.Add(level.Vec{X: w, Y: h}), v.Add(level.Vec{X: -w, Y: h}))
	}
	s, err := collision.New(points, p.shape.Radius())
	if err != nil {
		return nil // beyond the largest coordinate; no level reaches there
	}
	return &s
}

// isOpen reports whether nothing fills the gap, and the gap lies in the level.
func (s *scene) isOpen(o opening) bool {
	d := o.closest
	mid := d.OnA.Lerp(d.OnB, 0.5)
	if bounds, ok := s.levelBounds(); ok && !bounds.Contains(mid) {
		return false
	}
	across, err := collision.Capsule(d.OnA.Lerp(d.OnB, 0.1), d.OnA.Lerp(d.OnB, 0.9), 0)
	if err != nil {
		return false
	}
	for _, k := range s.pieces.QueryBox(across.Bounds(collision.Identity())) {
		p := s.parts[k-1]
		if p.of != o.a && p.of != o.b && collision.Overlap(across, collision.Identity(), p.shape, p.of.at) {
			return false
		}
	}
	return true
}
