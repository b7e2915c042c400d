package editor

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// matching finds for each imported collider the one that is the same record in a later import of the file: -1 where there
// is none. Each of the later ones is found at most once. In turn, of those that are left:
//
//   - the same id, in the same level and layer, and then in any: entities keep theirs;
//   - the same shape in the same place, of the same value, in the same level and layer, and then in any: layers and levels
//     that were renamed;
//   - of the same value, level and layer those that cover each other the most: outlines of cells, some of which changed.
func matching(base []level.Imported, later []*level.Collider) []int {
	m := matcher{base: base, later: later, of: make([]int, len(base)), taken: make([]bool, len(later))}
	for i := range m.of {
		m.of[i] = -1
	}
	pass(&m, func(s *level.Source, c *level.Collider) (recordKey, bool) {
		return recordKey{level: s.Level, layer: s.Layer, id: s.ID}, s.ID != ""
	})
	pass(&m, func(s *level.Source, c *level.Collider) (recordKey, bool) { return recordKey{id: s.ID}, s.ID != "" })
	pass(&m, func(s *level.Source, c *level.Collider) (placeKey, bool) {
		return placeKey{recordKey{level: s.Level, layer: s.Layer, value: s.Value}, shapeDigest(c)}, s.ID == ""
	})
	pass(&m, func(s *level.Source, c *level.Collider) (placeKey, bool) {
		return placeKey{recordKey{value: s.Value}, shapeDigest(c)}, s.ID == ""
	})
	m.cover()
	return m.of
}

type recordKey struct {
	level, layer string
	value        int
	id           string
}

type placeKey struct {
	recordKey
	shape uint64
}

// shapeDigest says what is drawn, where. Different shapes have different ones, but for one pair in 2^64.
func shapeDigest(c *level.Collider) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a, by words
	h := uint64(offset)
	add := func(values ...float64) {
		for _, v := range values {
			h = bits.RotateLeft64((h^math.Float64bits(v))*prime, 29)
		}
	}
	points := func(list []level.Vec) {
		add(float64(len(list)))
		for _, p := range list {
			add(p.X, p.Y)
		}
	}
	s := &c.Shape
	add(float64(s.Kind), c.Position.X, c.Position.Y, float64(c.Angle), s.Size.X, s.Size.Y)
	if s.Closed {
		add(1)
	}
	points(s.Points)
	for _, hole := range s.Holes {
		points(hole)
	}
	return h
}

type matcher struct {
	base  []level.Imported
	later []*level.Collider
	of    []int
	taken []bool
}

var noSource = &level.Source{}

func sourceOf(c *level.Collider) *level.Source {
	if c.Source == nil {
		return noSource
	}
	return c.Source
}

// pass pairs those of one key, in their order.
func pass[K comparable](m *matcher, key func(*level.Source, *level.Collider) (K, bool)) {
	waiting := map[K][]int{}
	for i, c := range m.later {
		if k, ok := key(sourceOf(c), c); ok && !m.taken[i] {
			waiting[k] = append(waiting[k], i)
		}
	}
	if len(waiting) == 0 {
		return
	}
	for i, b := range m.base {
		k, ok := key(sourceOf(b.Collider), b.Collider)
		if !ok || m.of[i] >= 0 || len(waiting[k]) == 0 {
			continue
		}
		m.pair(i, waiting[k][0])
		waiting[k] = waiting[k][1:]
	}
}

func (m *matcher) pair(base, later int) { m.of[base], m.taken[later] = later, true }

// candidate is a pair that covers each other by a part of both together.
type candidate struct {
	base, later int
	part        float64
}

// cover pairs what is left, the pair that covers each other the most first.
func (m *matcher) cover() {
	type group struct{ base, later []int }
	groups := map[recordKey]*group{}
	at := func(c *level.Collider) *group {
		s := sourceOf(c)
		k := recordKey{level: s.Level, layer: s.Layer, value: s.Value}
		if groups[k] == nil {
			groups[k] = &group{}
		}
		return groups[k]
	}
	for i, c := range m.later {
		if !m.taken[i] && sourceOf(c).ID == "" {
			at(c).later = append(at(c).later, i)
		}
	}
	for i, b := range m.base {
		if m.of[i] < 0 && sourceOf(b.Collider).ID == "" {
			at(b.Collider).base = append(at(b.Collider).base, i)
		}
	}
	var pairs []candidate
	for _, g := range groups {
		if len(g.base) > 0 && len(g.later) > 0 {
			pairs = m.sweep(g.base, g.later, pairs)
		}
	}
	slices.SortFunc(pairs, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.part, a.part), cmp.Compare(a.base, b.base), cmp.Compare(a.later, b.later))
	})
	for _, p := range pairs {
		if m.of[p.base] < 0 && !m.taken[p.later] {
			m.pair(p.base, p.later)
		}
	}
}

// sweep appends the pairs whose boxes overlap, from left to right.
func (m *matcher) sweep(base, later []int, pairs []candidate) []candidate {
	type entry struct {
		box     collision.AABB
		index   int
		isLater bool
	}
	var all []entry
	for _, i := range base {
		all = append(all, entry{DrawnBounds(m.base[i].Collider), i, false})
	}
	for _, i := range later {
		all = append(all, entry{DrawnBounds(m.later[i]), i, true})
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	var open [2][]entry // of the base, and of the later import: those that the line of the sweep may still cross
	for _, e := range all {
		own, others := 0, 1
		if e.isLater {
			own, others = 1, 0
		}
		kept := open[others][:0]
		for _, o := range open[others] {
			if o.box.Max.X <= e.box.Min.X {
				continue
			}
			kept = append(kept, o)
			if part := overlap(e.box, o.box); part > 0 {
				c := candidate{o.index, e.index, part}
				if !e.isLater {
					c = candidate{e.index, o.index, part}
				}
				pairs = append(pairs, c)
			}
		}
		open[others] = kept
		open[own] = append(open[own], e)
	}
	return pairs
}

// overlap is how much of two boxes together both cover.
func overlap(a, b collision.AABB) float64 {
	area := func(b collision.AABB) float64 { return float64((b.Max.X - b.Min.X) * (b.Max.Y - b.Min.Y)) }
	both := collision.AABB{Min: a.Min.Max(b.Min), Max: a.Max.Min(b.Max)}
	if !(both.Min.X < both.Max.X && both.Min.Y < both.Max.Y) {
		return 0
	}
	return area(both) / (area(a) + area(b) - area(both))
}
