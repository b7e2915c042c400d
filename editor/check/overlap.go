package check

import (
	"fillet/collision"
	"fillet/editor/level"
)

// overlaps finds pairs of solids that overlap by more than the world's slop.
func overlaps(s *scene) []Finding {
	if s.crowd > 0 {
		return []Finding{s.crowded()}
	}
	var out []Finding
	for c := range s.world.Contacts() {
		a, b := s.byID[level.ID(c.A)], s.byID[level.ID(c.B)]
		if c.Trigger || c.OneWay || areNeighbours(a.Collider, b.Collider) || areStacked(a.Collider, b.Collider) || isSamePlace(a, b) {
			continue
		}
		depth, at, normal := deepest(c)
		if depth <= s.world.Slop {
			depth, at, normal = deepestPieces(a, b)
		}
		if depth <= s.world.Slop {
			continue
		}
		f := finding(RuleOverlap, at, frame(at), []level.ID{a.ID, b.ID}, "the two solids overlap by %s px", number(depth))
		if a.Body == level.Static && b.Body == level.Static {
			f.Severity = Warning
		}
		if depth <= s.opts.Snap {
			f.Fix = s.snap(a, b, normal, depth)
		}
		out = append(out, f)
	}
	return out
}

// crowded stands for the overlaps of very many colliders in one place, which nobody would read one by one.
func (s *scene) crowded() Finding {
	const sample = 64
	var at *item
	most := -1
	for i := 0; i < len(s.items); i += max(1, len(s.items)/sample) {
		if n := len(s.world.QueryBox(s.items[i].bounds)); n > most {
			at, most = s.items[i], n
		}
	}
	return finding(RuleOverlap, at.bounds.Center(), at.bounds, []level.ID{at.ID},
		"more than %d thousand pairs overlap, too many to list; %d colliders are in this place", s.crowd/1000, most)
}

// deepest is the depth of a contact, where it is, and its normal there, from A to B.
func deepest(c collision.Contact) (depth float64, at, normal level.Vec) {
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		for _, p := range m.Points[:m.Count] {
			if -p.Separation > depth {
				depth, at, normal = -p.Separation, p.Point, m.Normal
			}
		}
	}
	return depth, at, normal
}

// deepestPieces is the same of two compounds' pieces, one by one. A contact leaves out what would push across a seam
// inside of a compound, and with it sometimes all of an overlap.
func deepestPieces(a, b *item) (depth float64, at, normal level.Vec) {
	if len(a.baked.Pieces) == 1 && len(b.baked.Pieces) == 1 {
		return 0, at, normal
	}
	for _, p := range a.baked.Pieces {
		box := p.Bounds(a.at)
		if !box.Overlaps(b.bounds) {
			continue
		}
		for _, q := range b.baked.Pieces {
			if !box.Overlaps(q.Bounds(b.at)) {
				continue
			}
			if d := collision.Distance(p, a.at, q, b.at); -d.Distance > depth {
				depth, at, normal = -d.Distance, d.OnA.Lerp(d.OnB, 0.5), d.Normal
			}
		}
	}
	return depth, at, normal
}
