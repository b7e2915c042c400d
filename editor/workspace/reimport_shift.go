package workspace

import (
	"cmp"
	"math"
	"slices"

	"fillet/editor/level"
)

// Where a level was given a column at its left, or its map was moved in it, all that lies in it lies elsewhere, seen from
// its corner. Formats do not say so: it is seen from how many of its things are where such a move would put them.

// shiftAll finds how far a level's things were moved in it, and those of each layer.
func (m *matcher) shiftAll(was *levelThings) {
	restored := wasLost(was.things())
	all := &shifted{m: m, restored: restored, known: !m.raw && was.place != nil && was.pair.place != nil}
	for _, l := range was.layers {
		all.add(l)
	}
	if all.known {
		all.grown = was.pair.place.Size.Sub(was.place.Size)
		all.also = []level.Vec{was.place.At.Sub(was.pair.place.At)} // all stayed where it was, and the corner moved
	}
	by, unsure := all.find(level.Vec{})
	if len(all.was) > 0 && all.score(by) == 0 && all.grown != (level.Vec{}) {
		by, unsure = all.byArea()
	}
	for _, l := range was.layers {
		l.shift, l.unsure = by, unsure
		if l.pair == nil || unsure {
			continue
		}
		own := &shifted{m: m, restored: restored, also: []level.Vec{{}}, known: !m.raw && l.place != nil && l.pair.place != nil}
		own.add(l)
		l.shift, _ = own.find(by)
	}
}

// shifted looks for the one move that explains where most things of some layers are.
type shifted struct {
	m     *matcher
	known bool // both imports say where the layers lay
	// restored says that the file had lost all of the level before: what is known of it says where it lay all the same.
	restored bool
	grown    level.Vec   // by how much the level's size has changed
	also     []level.Vec // moves to look at in any case
	was      []*thing
	is       map[likeness]int
	layers   []*layerThings
	alike    map[likeness][]*thing // the later ones, wherever they lie; made when it is first asked for
	pairs    [][2]*thing           // entities that are known by their ids
}

func (s *shifted) add(l *layerThings) {
	if l.pair == nil {
		return
	}
	if s.is == nil {
		s.is = make(map[likeness]int, len(l.pair.list))
	}
	s.layers = append(s.layers, l)
	for _, u := range l.pair.list {
		if !s.m.taken[u.index] {
			s.is[s.key(u, level.Vec{}, l.pair)]++
		}
	}
	for _, t := range l.list {
		if t.lost != "" || t.gone && !s.restored {
			continue
		}
		if of := s.m.of[t.index]; of < 0 {
			s.was = append(s.was, t)
		} else if u := s.m.theirs[of]; u.layer == l.pair && t.group != "" {
			s.pairs = append(s.pairs, [2]*thing{t, u})
		}
	}
}

// key is a thing's likeness after a move. Things of different layers are never alike.
func (s *shifted) key(t *thing, by level.Vec, l *layerThings) likeness {
	k := t.movedBy(by)
	k.layer = l
	return k
}

// likeAnywhere lists the later things that are like one, wherever they lie.
func (s *shifted) likeAnywhere(k likeness) []*thing {
	if s.alike == nil {
		s.alike = map[likeness][]*thing{}
		for _, l := range s.layers {
			for _, u := range l.pair.list {
				if !s.m.taken[u.index] {
					k := s.anywhere(u, l.pair)
					s.alike[k] = append(s.alike[k], u)
				}
			}
		}
	}
	return s.alike[k]
}

func (s *shifted) anywhere(t *thing, l *layerThings) likeness {
	return likeness{layer: l, group: t.group, value: t.value, outline: t.outline}
}

// score is how many things are where a move puts them.
func (s *shifted) score(by level.Vec) int {
	n := 0
	for _, p := range s.pairs {
		if near(p[0].at.Add(by), p[1].at) {
			n++
		}
	}
	for _, t := range s.was {
		if s.is[s.key(t, by, t.layer.pair)] > 0 {
			n++
		}
	}
	return n
}

func near(a, b level.Vec) bool {
	const slack = 1.0 / 1024
	return math.Abs(a.X-b.X) < slack && math.Abs(a.Y-b.Y) < slack
}

// most is how many moves are looked at.
const most = 8

// find is the move that explains the most, if it explains clearly more than the expected one does. It is unsure where the
// level's size has changed, and that another move goes with it explains about as much.
func (s *shifted) find(expected level.Vec) (by level.Vec, unsure bool) {
	total := len(s.was) + len(s.pairs)
	stayed := s.score(expected)
	hasGrown := s.known && s.grown != (level.Vec{})
	if stayed == total && !hasGrown {
		return expected, false
	}
	moves := s.candidates(expected, false)
	if hasGrown { // where things repeat, as many may be where they were as where a move would put them
		moves = append(moves, s.candidates(expected, true)...)
	}
	by, best, second := expected, stayed, 0
	for _, v := range moves {
		if near(v, expected) || near(v, by) {
			continue
		}
		switch n := s.score(v); {
		case n > best && (s.explains(v.Sub(expected), n, stayed, total) || v == (level.Vec{}) && 2*n > total): // or the layer did not go along
			by, best, second = v, n, max(second, best)
		case s.fitsGrowth(v.Sub(expected)):
			second = max(second, n)
		}
	}
	const clear = 10 // parts of all things, of which one more has to speak for the best move than for another
	return by, second > 0 && hasGrown && clear*(best-second) < total
}

// byArea is the one of the moves that go with the change of the level's size after which the layers have the most area in
// common with what they have now, where nothing is as it was. It is unsure where another one has about as much.
func (s *shifted) byArea() (by level.Vec, unsure bool) {
	const enough = 1 << 22 // pairs
	is := map[*layerThings][]*outline{}
	pairs := 0
	for _, t := range s.was {
		l := t.layer.pair
		if is[l] == nil {
			for _, u := range l.list {
				is[l] = append(is[l], outlineOf(u, u.at))
			}
		}
		pairs += len(is[l])
	}
	if pairs > enough {
		return level.Vec{}, true
	}
	best, second := 0.0, 0.0
	for i, v := range []level.Vec{{}, {X: s.grown.X}, {Y: s.grown.Y}, s.grown} {
		if i > 0 && v == (level.Vec{}) || i == 3 && (s.grown.X == 0 || s.grown.Y == 0) {
			continue
		}
		area := 0.0
		for _, t := range s.was {
			o := outlineOf(t, t.at.Add(v))
			for _, u := range is[t.layer.pair] {
				if u.thing.group == t.group && u.thing.value == t.value && u.box.Min.X < o.box.Max.X && o.box.Min.X < u.box.Max.X && u.box.Min.Y < o.box.Max.Y && o.box.Min.Y < u.box.Max.Y {
					area += s.m.shared(o, u)
				}
			}
		}
		if area > best {
			by, best, second = v, area, best
		} else {
			second = max(second, area)
		}
	}
	return by, best > 0 && second > 0.9*best
}

// fitsGrowth reports whether a move goes with the change of the level's size.
func (s *shifted) fitsGrowth(by level.Vec) bool {
	within := func(x, grown float64) bool { return min(0, grown) <= x && x <= max(0, grown) }
	return s.known && s.grown != (level.Vec{}) && within(by.X, s.grown.X) && within(by.Y, s.grown.Y)
}

// explains reports whether n things that are where a move puts them show that there was one, where so many did not move.
func (s *shifted) explains(by level.Vec, n, stayed, total int) bool {
	switch {
	case s.fitsGrowth(by):
		return n > stayed
	case n < 2:
		return false // it alone moved
	case !s.known:
		return 2*n > 3*stayed && 2*n > total
	}
	return n >= 2*stayed+2 && 2*n >= total
}

// candidates are the moves that bring the most things to where an equal one is, the shortest first among equals: of the
// things that are not where the expected move puts them, or of those that are, the moves that go with the level's growth.
func (s *shifted) candidates(expected level.Vec, staying bool) []level.Vec {
	const perClass, perThing, enough = 8, 512, 1 << 18
	type move struct{ x, y int64 }
	votes := map[move]int{}
	vectors := map[move]level.Vec{}
	vote := func(v level.Vec) {
		k := move{int64(math.Floor(float64(v.X*64) + 0.3)), int64(math.Floor(float64(v.Y*64) + 0.3))}
		if votes[k]++; votes[k] == 1 {
			vectors[k] = v
		}
	}
	for _, p := range s.pairs {
		if !staying {
			vote(p[1].at.Sub(p[0].at))
		}
	}
	asked := map[likeness]int{}
	spent := 0
	for _, t := range s.was {
		if stays := s.is[s.key(t, expected, t.layer.pair)] > 0; stays != staying {
			continue
		}
		k := s.anywhere(t, t.layer.pair)
		list := s.likeAnywhere(k)
		if asked[k]++; asked[k] > perClass || spent > enough {
			continue
		}
		for _, u := range list[:min(len(list), perThing)] {
			if v := u.at.Sub(t.at); !staying || s.fitsGrowth(v.Sub(expected)) {
				vote(v)
			}
			spent++
		}
	}
	var out []level.Vec
	if !staying {
		out = slices.Clone(s.also)
		for _, v := range s.also {
			vote(v)
		}
	}
	keys := make([]move, 0, len(votes))
	for k := range votes {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b move) int {
		return cmp.Or(cmp.Compare(votes[b], votes[a]), closest(vectors[a].Sub(expected), vectors[b].Sub(expected)))
	})
	for _, k := range keys[:min(len(keys), most)] {
		out = append(out, vectors[k])
	}
	slices.SortStableFunc(out, func(a, b level.Vec) int { return closest(a.Sub(expected), b.Sub(expected)) })
	return out
}
