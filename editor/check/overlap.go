package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// overlapping is a pair of colliders that overlap.
type overlapping struct {
	link
	ignored    bool // whether the level ignores it, so that it does not count toward piles
	kind       contacts.Kind
	depth      float64
	at, normal level.Vec
	sets       [2]set // from setsOf
	isDeep     bool   // whether sets is valid
}

// overlaps finds pairs that overlap as defined by [contacts.Classify], except with triggers. It includes static solids
// of one imported layer: overlaps count the same wherever the shapes come from. An overlap is a note unless one of the
// two is dynamic, because nothing pushes the others.
func overlaps(s *scene, out *tally) {
	var all []overlapping
	var links, copies []link
	for c := range s.world.Contacts() {
		a, b := s.items[c.A], s.items[c.B]
		// Ignored pairs are counted later.
		kind, state := contacts.Classify(&c, a.Collider, b.Collider, s.world.Slop, nil)
		if state != contacts.Overlapping && !s.isOfOneLayer(c, kind) || s.ignored.NeverCollide(a.ID, b.ID) {
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
	piled := s.pile(links, copies, s.excluded)
	all = slices.DeleteFunc(all, func(o overlapping) bool { return !o.ignored && piled.has(o.link) })
	sets := map[[2]set][]overlapping{}
	for i := range all {
		o := &all[i]
		if o.sets, o.isDeep = s.setsOf(*o); o.isDeep {
			sets[o.sets] = append(sets[o.sets], *o)
		}
	}
	// If two layers cover each other, such as two floors of a house, one decision causes all of their overlaps.
	const maxOfOneSet = 5
	for _, o := range all {
		if list := sets[o.sets]; o.isDeep && (o.sets[0] != o.sets[1] || len(list) > maxOfOneSet) {
			if list[0].link == o.link {
				out.add(s.question(o.sets, list))
			}
			continue
		}
		a, b := s.items[o.a], s.items[o.b]
		what := "the two solids overlap by %s px"
		if o.kind == contacts.OneWay {
			what = "one overlaps the solid side of the one-way collider by %s px"
		}
		f := finding(RuleOverlap, o.at, frame(o.at), []level.ID{a.ID, b.ID}, what, number(o.depth))
		f.Severity = severityAmong([]*item{a, b})
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
}

// isOfOneLayer reports whether two static solids of one imported layer overlap.
func (s *scene) isOfOneLayer(c collision.Contact, kind contacts.Kind) bool {
	a, b := s.items[c.A], s.items[c.B]
	return kind == contacts.Solid && c.Depth() > s.world.Slop && !areApart(a.Source, b.Source) &&
		contacts.AreNeighbours(a.Collider, b.Collider, contacts.Overlapping)
}

// areApart reports whether two colliders come from different levels of one imported file, which games load one at a
// time.
func areApart(a, b *level.Source) bool {
	return a != nil && b != nil && a.File != "" && a.File == b.File && a.Level != b.Level && a.Level != "" &&
		b.Level != ""
}

// set identifies the static solids of one layer with the same categories.
type set struct {
	layer      level.LayerID
	categories string
}

func setOf(c *level.Collider) set { return set{c.Layer, strings.Join(c.Categories, ", ")} }

// setsOf returns the sets of two overlapping static solids, in drawing order. ok is false if one of them moves, the
// overlap is ignored, or it is slight enough to be a mistake in one shape.
func (s *scene) setsOf(o overlapping) (pair [2]set, ok bool) {
	a, b := s.items[min(o.a, o.b)], s.items[max(o.a, o.b)]
	if o.ignored || o.depth <= s.opts.Snap || a.Body != level.Static || b.Body != level.Static {
		return pair, false
	}
	pair = [2]set{setOf(a.Collider), setOf(b.Collider)}
	if pair[0].layer == pair[1].layer && pair[0].categories > pair[1].categories {
		slices.Reverse(pair[:])
	}
	return pair, true
}

// severityAmong returns the severity of overlaps among some items: a note if none is dynamic.
func severityAmong(items []*item) Severity {
	if slices.ContainsFunc(items, func(it *item) bool { return contacts.IsPushed(it.Collider) }) {
		return Error
	}
	return Note
}

// question returns the finding for all overlaps between the static solids of two sets.
func (s *scene) question(pair [2]set, list []overlapping) Finding {
	deepest, bounds := list[0], collision.EmptyAABB()
	var items []int32
	for _, o := range list {
		if bounds = bounds.Union(frame(o.at)); o.depth > deepest.depth {
			deepest = o
		}
		items = append(items, o.a, o.b)
	}
	slices.Sort(items)
	var ids []level.ID
	for _, i := range slices.Compact(items) {
		ids = append(ids, s.items[i].ID)
	}
	of, question := "layer "+s.layerName(pair[0].layer), ""
	switch {
	case pair[0].layer != pair[1].layer:
		of = "layers " + s.layerName(pair[0].layer) + " and " + s.layerName(pair[1].layer)
		question = ": if they are never active together, give them categories that do not collide"
	case pair[0] != pair[1]:
		of = "categories " + s.categoryNames(pair[0]) + " and " + s.categoryNames(pair[1])
		question = ": if they are never active together, they should not collide"
	}
	pairs := fmt.Sprintf("%d pairs of static solids of %s overlap, by up to", len(list), of)
	if len(list) == 1 {
		pairs = "two static solids of " + of + " overlap, by"
	}
	f := finding(RuleOverlap, deepest.at, bounds, ids, "%s %s px%s", pairs, number(deepest.depth), question)
	f.Severity = Note
	return f
}

func (s *scene) layerName(id level.LayerID) string {
	i := slices.IndexFunc(s.level.Layers, func(l level.LayerSnapshot) bool { return l.Layer.ID == id })
	return strconv.Quote(quote.Excerpt(s.level.Layers[i].Layer.Name))
}

// categoryNames returns the categories of a set, or the level's first category if the set names none.
func (s *scene) categoryNames(of set) string {
	if of.categories == "" && len(s.settings.Categories) > 0 {
		return strconv.Quote(quote.Excerpt(s.settings.Categories[0]))
	}
	return strconv.Quote(quote.Excerpt(of.categories))
}

// unlisted returns one finding in place of overlaps of colliders with too many pieces to examine each pair, such as
// chains that cross one another everywhere.
func (s *scene) unlisted() Finding {
	const sample = 64
	var at *item
	largest := -1
	for i := 0; i < len(s.items); i += max(1, len(s.items)/sample) {
		if n := len(s.partsIn(s.left, nil, s.items[i].bounds, s.items[i].index, len(s.parts))); n > largest {
			at, largest = s.items[i], n
		}
	}
	f := finding(RuleOverlap, at.bounds.Center(), at.bounds, []level.ID{at.ID},
		"too many overlaps to list: about %d thousand pairs of pieces are close together. Here, %s of other colliders "+
			"are near", s.tooMany/1000, quote.Count(largest, "piece"))
	f.Severity = severityAmong(s.items)
	return f
}

// overlap returns the finding for all overlaps of a pile.
func (p *stack) overlap() Finding {
	why := fmt.Sprintf("%d colliders overlap", len(p.items))
	if p.links > 0 || p.wrong {
		why += ", too many pairs to list"
	}
	if p.excluded > 0 {
		why += fmt.Sprintf("; gaps and seams were checked for only %d of them", len(p.items)-p.excluded)
	}
	f := p.finding(RuleOverlap, "%s", why)
	if f.Severity = severityAmong(p.items); p.links == 0 && !p.wrong {
		f.Severity = Note // all these overlaps are expected
	}
	return f
}

// deepest returns the largest depth of a contact that stops the bodies, and its point and normal from A to B.
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
