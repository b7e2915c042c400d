package check

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// opening is the space between two static solids that the character's box does not fit through.
type opening struct {
	link
	closest collision.Separation
	closed  bool // a much smaller box does not fit either
}

// nearlyFits is the fraction of the character's size that must fit for a gap to look passable. If a box of that size
// does not fit either, the gap was not meant as a passage, such as a one-tile pit under a character wider than a tile.
const nearlyFits = 0.9

// gaps finds static solids with a gap that the character cannot pass, or that almost touch.
func gaps(s *scene, out *tally) {
	all := slices.DeleteFunc(slices.Clone(s.openings()), func(o opening) bool {
		return s.kindOf(o) == 0 && (o.closed || s.opts.Character == (level.Vec{}))
	})
	var links [2][]link // between gaps, and between cracks
	for _, o := range all {
		kind := s.kindOf(o)
		links[kind] = append(links[kind], o.link)
	}
	piled := [2]piled{s.pile(links[0], nil, nil), s.pile(links[1], nil, nil)}
	size := number(s.opts.Character.X) + " by " + number(s.opts.Character.Y) + " px"
	for _, o := range all {
		kind := s.kindOf(o)
		if piled[kind].has(o.link) {
			continue
		}
		d := o.closest
		a, b := s.items[o.a], s.items[o.b]
		at := d.OnA.Lerp(d.OnB, 0.5)
		ids := []level.ID{a.ID, b.ID}
		if kind == 0 {
			out.add(finding(RuleGap, at, frame(at), ids,
				"the gap of %s px between the two is too narrow for the character (%s)", number(d.Distance), size))
			continue
		}
		f := finding(RuleCrack, at, frame(at), ids, "there is a crack of %s px between the two", number(d.Distance))
		f.Fix = s.snap(a, b, d.Normal, -d.Distance)
		out.add(f)
	}
	for _, p := range piled[0].stacks {
		out.add(p.finding(RuleGap, "%d gaps between %d colliders are too narrow for the character (%s), too many to "+
			"list each", p.links, len(p.items), size))
	}
	for _, p := range piled[1].stacks {
		out.add(p.finding(RuleCrack, "there are %d cracks between %d colliders, too many to list each", p.links,
			len(p.items)))
	}
}

// kindOf returns 0 for a gap and 1 for a crack.
func (s *scene) kindOf(o opening) int {
	if o.closest.Distance <= s.opts.Snap {
		return 1
	}
	return 0
}

// openings returns the sorted pairs of static solids that are apart, but too close for the character, with nothing in
// between.
func openings(s *scene) []opening {
	size := s.opts.Character
	if size == (level.Vec{}) {
		size = level.Vec{X: float64(2 * s.opts.Snap), Y: float64(2 * s.opts.Snap)}
	}
	near := newSurroundings(s, max(size.X, size.Y))
	return inParts(s.ctx, len(s.items), 256, func(from, to int) []opening {
		var out []opening
		search := openingSearch{scene: s, near: near, size: size}
		for _, it := range s.items[from:to] {
			if it.isStaticSolid() && !it.excluded && s.ctx.Err() == nil {
				out = search.of(it, out)
			}
		}
		return out
	})
}

// openingSearch searches for openings between a static solid and later ones.
type openingSearch struct {
	*scene
	near   *surroundings
	size   level.Vec // size of the box that must pass
	found  []int32
	others []passage
	place  map[int32]int // an item's index in others
	closed []int32       // by item: 1 + the index of the last item that touches it; nil until it is used
}

// passage holds what is known about the space between a static solid and another one.
type passage struct {
	other   int32
	closest collision.Separation
	blocked bool // the character's box does not fit through
	closed  bool // a box scaled by nearlyFits does not fit either
	touched bool // they touch: there is no space
}

// of appends the openings of an item.
func (s *openingSearch) of(it *item, out []opening) []opening {
	s.others = s.others[:0]
	clear(s.place)
	swept := [2]sweeper{{size: s.size, of: -1}, {size: s.size.Mul(nearlyFits), of: -1}}
	for p := it.first; p < it.last; p++ {
		s.found = s.near.of(s.found[:0], p)
		if len(s.found) > manyFound {
			s.leaveOutClosed(it)
		}
		slices.Sort(s.found)
		for from := 0; from < len(s.found); {
			o := s.parts[s.found[from]].of
			to := from + 1
			for to < len(s.found) && s.found[to] < o.last {
				to++
			}
			if o.index > it.index && !o.excluded && o.isStaticSolid() {
				passage := s.passage(o, it.last-it.first > 1)
				s.update(passage, p, s.found[from:to], &swept, it.last-it.first == 1 && to == from+1)
				if passage.touched && s.closed != nil {
					s.closed[o.index] = it.index + 1
				}
			}
			from = to
		}
	}
	slices.SortFunc(s.others, func(a, b passage) int { return cmp.Compare(a.other, b.other) })
	for i := range s.others {
		o := &s.others[i]
		if o.blocked && !o.touched && s.isOpen(it, s.items[o.other], o.closest) {
			out = append(out, opening{link{it.index, o.other}, o.closest, o.closed})
		}
	}
	return out
}

// manyFound is the number of nearby parts above which dropping irrelevant ones first is faster.
const manyFound = 16

// leaveOutClosed drops parts of touching items and of earlier items from the found ones. Otherwise sorting the
// thousands of parts near a chain that crosses many others would dominate the run time.
func (s *openingSearch) leaveOutClosed(it *item) {
	if s.closed == nil {
		s.closed = make([]int32, len(s.items))
		for i := range s.others {
			if o := &s.others[i]; o.touched {
				s.closed[o.other] = it.index + 1
			}
		}
	}
	s.found = slices.DeleteFunc(s.found, func(j int32) bool {
		o := s.parts[j].of
		return o.index <= it.index || s.closed[o.index] == it.index+1
	})
}

// passage returns the passage to another item. If again is false, the item has a single part, so the passage is new.
func (s *openingSearch) passage(o *item, again bool) *passage {
	if again {
		if s.place == nil {
			s.place = map[int32]int{}
		}
		if i, known := s.place[o.index]; known {
			return &s.others[i]
		}
		s.place[o.index] = len(s.others)
	}
	s.others = append(s.others, passage{other: o.index, closest: collision.Separation{Distance: math.Inf(1)}})
	return &s.others[len(s.others)-1]
}

// update refines a passage by the i-th part and parts of the other item; alone means that neither item has another
// part.
func (s *openingSearch) update(o *passage, i int32, others []int32, swept *[2]sweeper, alone bool) {
	p := &s.parts[i]
	for _, j := range others {
		q := &s.parts[j]
		if o.touched || alone && !swept[0].bounds(p).Overlaps(q.bounds) {
			return
		}
		d := collision.Distance(p.shape, p.of.at, q.shape, q.of.at)
		o.touched = d.Distance <= collision.SeamMiss // seams reports surfaces that miss each other
		if d.Distance < o.closest.Distance {
			o.closest = d
		}
		o.blocked = o.blocked || swept[0].stops(d.Distance, i, p, q)
		o.closed = o.closed || swept[1].stops(d.Distance, i, p, q)
	}
}

// sweeper caches the sum of a part and the character's box, which it computes on first use.
type sweeper struct {
	size  level.Vec
	of    int32 // the part
	shape *collision.Shape
}

// bounds returns a box around the sum of p and the box.
func (s *sweeper) bounds(p *part) collision.AABB {
	return collision.AABB{Min: p.bounds.Min.Sub(s.size), Max: p.bounds.Max.Add(s.size)}
}

// stops reports whether the box cannot pass between the i-th part, p, and q, which are the given distance apart: the
// sum of p and the box reaches q.
func (s *sweeper) stops(distance float64, i int32, p, q *part) bool {
	const rounding = 1e-3 // limits the rounding error of distances in a level
	if distance < min(s.size.X, s.size.Y)-rounding || distance > s.size.Len()+rounding {
		return distance <= s.size.Len()
	}
	if s.of != i {
		s.of, s.shape = i, sweep(p, s.size)
	}
	return s.shape != nil && collision.Overlap(*s.shape, collision.Identity(), q.shape, q.of.at)
}

// sweep returns the sum of a piece and the character's box, in level space and slightly shrunk. The box passes between
// two pieces if and only if the sum of one piece and the box does not reach the other: then the box's centre has room
// on both sides.
func sweep(p *part, size level.Vec) *collision.Shape {
	const hair = 1e-6
	w, h := max(size.X-hair, 0), max(size.Y-hair, 0)
	points := make([]level.Vec, 0, 4*p.shape.Len())
	for i := range p.shape.Len() {
		v := p.of.at.Apply(p.shape.Vertex(i))
		points = append(points, v.Add(level.Vec{X: -w, Y: -h}), v.Add(level.Vec{X: w, Y: -h}),
			v.Add(level.Vec{X: w, Y: h}), v.Add(level.Vec{X: -w, Y: h}))
	}
	s, err := collision.NewShape(points, p.shape.Radius())
	if err != nil {
		return nil // beyond the largest coordinate, which no level reaches
	}
	return &s
}

// isOpen reports whether the gap between two items is inside the level and nothing fills it.
func (s *scene) isOpen(a, b *item, d collision.Separation) bool {
	mid := d.OnA.Lerp(d.OnB, 0.5)
	if bounds, ok := s.levelBounds(); ok && !bounds.Contains(mid) {
		return false
	}
	across, err := collision.Capsule(d.OnA.Lerp(d.OnB, 0.1), d.OnA.Lerp(d.OnB, 0.9), 0)
	if err != nil {
		return false
	}
	return !s.meets(across, collision.Identity(), a, b)
}
