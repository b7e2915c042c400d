package workspace

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// candidate is a pair with overlapping outlines; part is the shared fraction of the area that both cover together.
type candidate struct {
	was, is *thing
	part    float64
}

// cover pairs things that share at least half of the smaller one, the pair with the largest shared part first.
func (m *matcher) cover(was, is []*thing, shift level.Vec) {
	value := func(t *thing) string { return t.value }
	var pairs []candidate
	for _, g := range grouped(was, is, value, value) {
		pairs = m.sweep(g.was, g.is, shift, pairs)
	}
	mostFirst(pairs)
	for _, p := range pairs {
		if m.isFree(p.was, p.is) {
			m.pair(p.was, p.is)
		}
	}
}

// mostFirst sorts pairs by their shared part, largest first.
func mostFirst(pairs []candidate) {
	slices.SortFunc(pairs, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.part, a.part), cmp.Compare(a.was.index, b.was.index),
			cmp.Compare(a.is.index, b.is.index))
	})
}

// sweep appends the pairs that share enough area, found by sweeping their bounds from left to right.
func (m *matcher) sweep(was, is []*thing, shift level.Vec, pairs []candidate) []candidate {
	type entry struct {
		outline *outline
		isLater bool
	}
	all := make([]entry, 0, len(was)+len(is))
	for _, t := range was {
		all = append(all, entry{outlineOf(t, t.at.Add(shift)), false})
	}
	for _, u := range is {
		all = append(all, entry{outlineOf(u, u.at), true})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.outline.box.Min.X, b.outline.box.Min.X) })
	var open [2][]*outline // of the base, and of the later import: outlines that the sweep line may still cross
	for _, e := range all {
		own, others := 0, 1
		if e.isLater {
			own, others = 1, 0
		}
		kept := open[others][:0]
		for _, o := range open[others] {
			if o.box.Max.X <= e.outline.box.Min.X {
				continue
			}
			kept = append(kept, o)
			a, b := o, e.outline
			if !e.isLater {
				a, b = b, a
			}
			if part, enough := m.common(a, b); enough {
				pairs = append(pairs, candidate{a.thing, b.thing, part})
			}
		}
		open[others] = kept
		open[own] = append(open[own], e.outline)
	}
	return pairs
}

// maxVisits limits the edges that area comparisons visit. Beyond it nothing counts as shared.
const maxVisits = 1 << 28

// common returns the fraction of the combined area that two outlines share, and whether the shared area is at least
// half of the smaller one.
func (m *matcher) common(a, b *outline) (part float64, enough bool) {
	if a.box.Min.Y >= b.box.Max.Y || b.box.Min.Y >= a.box.Max.Y || m.visits > maxVisits {
		return 0, false
	}
	both := m.shared(a, b)
	return both / (a.area + b.area - both), both > 0 && 2*both >= min(a.area, b.area)
}

// ground holds the outlines of a layer's cells and tiles, by value.
type ground map[string][]*outline

func groundOf(list []*thing, shift level.Vec) ground {
	g := ground{}
	for _, t := range list {
		if t.group == "" {
			g[t.value] = append(g[t.value], outlineOf(t, t.at.Add(shift)))
		}
	}
	return g
}

// covers reports whether any thing of an outline's value, except but, overlaps it.
func (g ground) covers(m *matcher, o *outline, but *thing) bool {
	return slices.ContainsFunc(g[o.thing.value], func(p *outline) bool {
		return p.thing != but && o.box.Min.X < p.box.Max.X && p.box.Min.X < o.box.Max.X && o.box.Min.Y < p.box.Max.Y &&
			p.box.Min.Y < o.box.Max.Y &&
			(m.visits > maxVisits || m.shared(o, p) > 0)
	})
}

// outline is the outline of a thing relative to its layer's corner.
type outline struct {
	thing *thing
	loops [][]level.Vec
	box   collision.AABB
	area  float64
}

func outlineOf(t *thing, at level.Vec) *outline {
	o := &outline{thing: t, box: collision.EmptyAABB()}
	s := &t.c.Shape
	if s.IsDetailed() {
		flat := s.Flattened()
		s = &flat
	}
	place := t.c.Transform()
	place.P = at
	add := func(points []level.Vec) {
		loop := make([]level.Vec, len(points))
		for i, p := range points {
			loop[i] = place.Apply(p)
			o.box = o.box.Union(collision.AABB{Min: loop[i], Max: loop[i]})
		}
		o.loops = append(o.loops, loop)
	}
	switch {
	case s.Kind == level.Box:
		add(s.Corners())
	case s.Kind == level.Polygon:
		add(s.Points)
		for _, h := range s.Holes {
			add(h)
		}
	case s.Kind == level.Chain && s.Closed:
		add(s.Points)
	default: // any other shape that a tile can have: its bounds are enough
		box := level.DrawnBounds(t.c)
		by := at.Sub(t.c.Position)
		box.Min, box.Max = box.Min.Add(by), box.Max.Add(by)
		o.box = box
		o.loops = [][]level.Vec{{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}}
	}
	for i, l := range o.loops {
		twice := 0.0
		for k, p := range l {
			twice += p.Cross(l[(k+1)%len(l)])
		}
		if twice = math.Abs(twice); i == 0 {
			o.area = float64(twice / 2)
		} else {
			o.area -= float64(twice / 2)
		}
	}
	return o
}

// shared returns the area that two outlines share. It is exact for axis-aligned edges; otherwise each row between
// vertices counts with the width at its middle.
func (m *matcher) shared(a, b *outline) float64 {
	low, high := max(a.box.Min.Y, b.box.Min.Y), min(a.box.Max.Y, b.box.Max.Y)
	ys := []float64{low, high}
	for _, o := range [2]*outline{a, b} {
		for _, l := range o.loops {
			for _, p := range l {
				if low < p.Y && p.Y < high {
					ys = append(ys, p.Y)
				}
			}
		}
	}
	slices.Sort(ys)
	area := 0.0
	var spans [2][]float64
	for i := 1; i < len(ys); i++ {
		if ys[i] == ys[i-1] {
			continue
		}
		y := float64((ys[i-1] + ys[i]) / 2)
		for k, o := range [2]*outline{a, b} {
			spans[k] = m.crossings(o, y, spans[k][:0])
		}
		area += float64((ys[i] - ys[i-1]) * overlap(spans[0], spans[1]))
	}
	return area
}

// crossings appends where a row enters and leaves an outline, from left to right.
func (m *matcher) crossings(o *outline, y float64, out []float64) []float64 {
	for _, l := range o.loops {
		m.visits += len(l)
		before := l[len(l)-1]
		for _, p := range l {
			if (before.Y <= y) != (p.Y <= y) {
				out = append(out, before.X+float64((y-before.Y)*(p.X-before.X)/(p.Y-before.Y)))
			}
			before = p
		}
	}
	slices.Sort(out)
	return out
}

// overlap returns the length that two lists of spans share.
func overlap(a, b []float64) float64 {
	total := 0.0
	for len(a) > 1 && len(b) > 1 {
		total += max(0, min(a[1], b[1])-max(a[0], b[0]))
		if a[1] < b[1] {
			a = a[2:]
		} else {
			b = b[2:]
		}
	}
	return total
}
