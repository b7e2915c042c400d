package workspace

import (
	"cmp"
	"math"
	"slices"

	"fillet/editor/level"
)

// If a column was added at the left of a level, or its map was moved within it, all of its contents have other
// coordinates relative to its corner. Formats do not record that, so it is inferred from the number of things that
// are where such a move would put them.

// shiftAll finds how far the contents of a level and of each of its layers moved within it.
func (m *matcher) shiftAll(was *levelThings) {
	restored := wasLost(was.things())
	all := &shifted{m: m, restored: restored, known: !m.raw && was.place != nil && was.pair.place != nil}
	for _, l := range was.layers {
		all.add(l)
	}
	if all.known {
		all.grown = was.pair.place.Size.Sub(was.place.Size)
		all.also = []level.Vec{was.place.At.Sub(was.pair.place.At)} // the contents stayed, and the corner moved
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
		own := &shifted{m: m, restored: restored, also: []level.Vec{{}}, known: !m.raw && l.place != nil &&
			l.pair.place != nil}
		own.add(l)
		l.shift, _ = own.find(by)
	}
}

// shifted searches for the one move that explains the places of most things in some layers.
type shifted struct {
	m     *matcher
	known bool // both imports have the places of the layers
	// restored reports that the file had lost the whole level before: its known contents still show where it was.
	restored bool
	grown    level.Vec   // by how much the level's size has changed
	also     []level.Vec // moves to try in any case
	was      []*thing
	is       map[likeness]int
	layers   []*layerThings
	alike    map[likeness][]*thing // the later things, wherever they are; built on first use
	pairs    [][2]*thing           // entities that match by their ids
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

// key returns a thing's likeness after a move. Things of different layers are never alike.
func (s *shifted) key(t *thing, by level.Vec, l *layerThings) likeness {
	k := t.movedBy(by)
	k.layer = l
	return k
}

// likeAnywhere lists the later things that look like one, wherever they are.
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

// score counts the things that are where a move puts them.
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

// most limits the candidate moves.
const most = 8

// find returns the move that explains the most, if it explains clearly more than the expected one. It is unsure if
// the level's size has changed and another move that fits the change explains about as much.
func (s *shifted) find(expected level.Vec) (by level.Vec, unsure bool) {
	total := len(s.was) + len(s.pairs)
	stayed := s.score(expected)
	hasGrown := s.known && s.grown != (level.Vec{})
	if stayed == total && !hasGrown {
		return expected, false
	}
	moves := s.candidates(expected, false)
	if hasGrown { // in repetitive levels, things can be in place both with and without a move
		moves = append(moves, s.candidates(expected, true)...)
	}
	by, best, second := expected, stayed, 0
	for _, v := range moves {
		if near(v, expected) || near(v, by) {
			continue
		}
		switch n := s.score(v); {
		// Either the move explains more, or the layer did not go along.
		case n > best && (s.explains(v.Sub(expected), n, stayed, total) || v == (level.Vec{}) && 2*n > total):
			by, best, second = v, n, max(second, best)
		case s.fitsGrowth(v.Sub(expected)):
			second = max(second, n)
		}
	}
	const clear = 10 // the best move must be ahead of the next one by a tenth of all things
	return by, second > 0 && hasGrown && clear*(best-second) < total
}

// byArea returns the move, of those that fit the change of the level's size, after which the layers share the most
// area with their counterparts, for levels where nothing is unchanged. It is unsure if another one shares about as
// much.
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
				if u.thing.group == t.group && u.thing.value == t.value && u.box.Min.X < o.box.Max.X &&
					o.box.Min.X < u.box.Max.X && u.box.Min.Y < o.box.Max.Y && o.box.Min.Y < u.box.Max.Y {
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

// fitsGrowth reports whether a move fits the change of the level's size.
func (s *shifted) fitsGrowth(by level.Vec) bool {
	within := func(x, grown float64) bool { return min(0, grown) <= x && x <= max(0, grown) }
	return s.known && s.grown != (level.Vec{}) && within(by.X, s.grown.X) && within(by.Y, s.grown.Y)
}

// explains reports whether n things in place after a move are evidence of it, when stayed things are in place
// without.
func (s *shifted) explains(by level.Vec, n, stayed, total int) bool {
	switch {
	case s.fitsGrowth(by):
		return n > stayed
	case n < 2:
		return false // a single thing may have moved on its own
	case !s.known:
		return 2*n > 3*stayed && 2*n > total
	}
	return n >= 2*stayed+2 && 2*n >= total
}

// candidates returns the moves that bring the most things to the place of an equal one, by length. It considers the
// things that are not where the expected move puts them; with staying, those that are, and only moves that fit the
// level's growth.
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
