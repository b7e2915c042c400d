package check

import (
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// overlapping is a pair of solids that overlap.
type overlapping struct {
	link
	depth      float64
	at, normal level.Vec
}

// overlaps finds pairs of solids that overlap by more than the world's slop.
func overlaps(s *scene) *tally {
	var all []overlapping
	var links, copies []link
	for c := range s.world.Contacts() {
		a, b := s.items[c.A], s.items[c.B]
		if c.OneWay || areNeighbours(a.Collider, b.Collider) || areStacked(a.Collider, b.Collider) {
			continue
		}
		if a.twin == b.twin {
			copies = append(copies, link{a.index, b.index})
			continue
		}
		o := overlapping{link: link{a.index, b.index}}
		o.depth, o.at, o.normal = deepest(c)
		if o.depth <= s.world.Slop {
			o.depth, o.at, o.normal = deepestPieces(a, b)
		}
		if o.depth > s.world.Slop {
			all = append(all, o)
			links = append(links, o.link)
		}
	}
	piled := s.pile(links, copies, s.aside)
	out := s.newTally()
	for _, o := range all {
		if piled.has(o.link) {
			continue
		}
		a, b := s.items[o.a], s.items[o.b]
		f := finding(RuleOverlap, o.at, frame(o.at), []level.ID{a.ID, b.ID}, "the two solids overlap by %s px", number(o.depth))
		if a.Body == level.Static && b.Body == level.Static {
			f.Severity = Warning
		}
		if o.depth <= s.opts.Snap {
			f.Fix = s.snap(a, b, o.normal, o.depth)
		}
		out.add(f)
	}
	for _, p := range piled.stacks {
		out.add(p.overlap())
	}
	if s.crowd > 0 {
		out.add(s.crowded())
	}
	return out
}

// crowded stands for the overlaps of colliders of very many pieces, such as chains that cross one another all over, of which
// each pair of pieces would have to be worked out.
func (s *scene) crowded() Finding {
	const sample = 64
	var at *item
	most := -1
	for i := 0; i < len(s.items); i += max(1, len(s.items)/sample) {
		if n := len(s.tree.meeting(nil, s.items[i].bounds, s.items[i].index, len(s.parts))); n > most {
			at, most = s.items[i], n
		}
	}
	return finding(RuleOverlap, at.bounds.Center(), at.bounds, []level.ID{at.ID},
		"about %d thousand pairs of the level's pieces are near each other, too many to work out: overlaps are not listed; %d pieces of others are in this place", s.crowd/1000, most)
}

// overlap is the finding that stands for all overlaps of a pile.
func (p *stack) overlap() Finding {
	why := fmt.Sprintf("%d colliders lie on one another", len(p.items))
	if p.links > 0 || p.wrong {
		why += ", too many to list each pair"
	}
	if p.aside > 0 {
		why += fmt.Sprintf("; only %d of them are checked against what is near", len(p.items)-p.aside)
	}
	f := p.finding(RuleOverlap, why)
	switch isStatic := func(it *item) bool { return it.Body == level.Static }; {
	case p.links == 0 && !p.wrong:
		f.Severity = Note // they are meant to
	case !slices.ContainsFunc(p.items, func(it *item) bool { return !isStatic(it) }):
		f.Severity = Warning
	}
	return f
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
