package check

import (
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// overlapping is a pair of colliders that overlap.
type overlapping struct {
	link
	ignored    bool // no pile is made of such
	kind       contacts.Kind
	depth      float64
	at, normal level.Vec
}

// overlaps finds pairs that overlap as [contacts.Classify] says, triggers left out.
func overlaps(s *scene) *tally {
	var all []overlapping
	var links, copies []link
	for c := range s.world.Contacts() {
		a, b := s.items[c.A], s.items[c.B]
		kind, state := contacts.Classify(&c, a.Collider, b.Collider, s.world.Slop, nil) // what is ignored is counted
		if state != contacts.Overlapping || s.ignored.NeverCollide(a.ID, b.ID) {
			continue
		}
		if a.twin == b.twin {
			copies = append(copies, link{a.index, b.index})
			continue
		}
		o := overlapping{link: link{a.index, b.index}, kind: kind, ignored: s.ignores(RuleOverlap, a, b)}
		o.depth, o.at, o.normal = deepest(c)
		all = append(all, o)
		if !o.ignored {
			links = append(links, o.link)
		}
	}
	piled := s.pile(links, copies, s.aside)
	out := s.newTally()
	for _, o := range all {
		if !o.ignored && piled.has(o.link) {
			continue
		}
		a, b := s.items[o.a], s.items[o.b]
		what := "the two solids overlap by %s px"
		if o.kind == contacts.OneWay {
			what = "they overlap by %s px on the solid side of the one-way collider"
		}
		f := finding(RuleOverlap, o.at, frame(o.at), []level.ID{a.ID, b.ID}, what, number(o.depth))
		if a.Body == level.Static && b.Body == level.Static {
			f.Severity = Warning
		}
		if o.depth <= s.opts.Snap && o.kind == contacts.Solid {
			f.Fix = s.snap(a, b, o.normal, o.depth)
		}
		out.add(f)
	}
	for _, p := range piled.stacks {
		out.add(p.overlap())
	}
	if s.tooMany > 0 {
		out.add(s.unlisted())
	}
	return out
}

// unlisted stands for the overlaps of colliders of very many pieces, such as chains that cross one another all over, of which
// each pair of pieces would have to be worked out.
func (s *scene) unlisted() Finding {
	const sample = 64
	var at *item
	most := -1
	for i := 0; i < len(s.items); i += max(1, len(s.items)/sample) {
		if n := len(s.partsIn(s.left, nil, s.items[i].bounds, s.items[i].index, len(s.parts))); n > most {
			at, most = s.items[i], n
		}
	}
	return finding(RuleOverlap, at.bounds.Center(), at.bounds, []level.ID{at.ID},
		"about %d thousand pairs of the level's pieces are near each other, too many to work out: overlaps are not listed; %d pieces of others are in this place", s.tooMany/1000, most)
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

// deepest is the depth of a contact where it stops the bodies, where that is, and its normal there, from A to B.
func deepest(c collision.Contact) (depth float64, at, normal level.Vec) {
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		if !c.Blocks(m) {
			continue
		}
		for _, p := range m.Points[:m.Count] {
			if -p.Separation > depth {
				depth, at, normal = -p.Separation, p.Point, m.Normal
			}
		}
	}
	return depth, at, normal
}
