package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// groundMap holds the squares that a survey's character stood on. Squares between which it walked form one stretch.
type groundMap struct {
	of      map[groundSquare]int32 // indices of squares
	squares []groundCell
	links   [][2]int32        // walked from one square to another
	known   map[[2]int32]bool // links, the lesser square first
	moves   map[level.ID]bool // colliders that are not static: each is one stretch
	stretch []int32           // of each square, once known
}

// groundSquare identifies a square of the level on a collider.
type groundSquare struct {
	x, y int32
	on   level.ID
}

// groundCell is the state of one square.
type groundCell struct {
	on        level.ID
	low, high Vec   // its leftmost and rightmost place
	parent    int32 // in the union-find forest of stretches
}

// groundStep is a place of the character on the ground.
type groundStep struct {
	at    Vec
	on    level.ID
	close bool // the character walked here from the previous place
}

const (
	groundPitch = 8 // pixels
	// mostHops limits the steps in the air that still count as walking, over a kink or a crest.
	mostHops = 2
	// mostHopped limits the height between two places on a walk, in pixels.
	mostHopped = 12
)

// mark records the ground under the character after a step of a try.
func (w *solveWorker) mark() {
	if n := SituationOf(w.run); n.Grounded {
		w.trail = append(w.trail, groundStep{at: n.Position, on: n.Ground, close: w.aloft <= mostHops && !n.Held.Jump})
		w.aloft = 0
	} else {
		w.aloft++
	}
}

// follow adds the ground of a try.
func (g *groundMap) follow(trail []groundStep) {
	last := int32(-1)
	for i := range trail {
		p := &trail[i]
		k := g.add(p)
		if i > 0 && k != last && p.close && math.Abs(p.at.Y-trail[i-1].at.Y) < mostHopped {
			g.link(last, k)
		}
		last = k
	}
}

func squareAt(p Vec, on level.ID) groundSquare {
	return groundSquare{x: int32(math.Floor(p.X / groundPitch)), y: int32(math.Floor(p.Y / groundPitch)), on: on}
}

// add adds a place and returns its square.
func (g *groundMap) add(p *groundStep) int32 {
	key := squareAt(p.at, p.on)
	if g.moves[p.on] {
		key = groundSquare{on: p.on} // wherever it is at that time
	}
	k, ok := g.of[key]
	if !ok {
		k = int32(len(g.squares))
		g.of[key] = k
		g.squares = append(g.squares, groundCell{on: p.on, low: p.at, high: p.at, parent: k})
		return k
	}
	s := &g.squares[k]
	if g.moves[p.on] {
		s.low, s.high = s.low.Min(p.at), s.high.Max(p.at)
		return k
	}
	if p.at.X < s.low.X {
		s.low = p.at
	}
	if p.at.X > s.high.X {
		s.high = p.at
	}
	return k
}

// link records that the character walked from one square to another.
func (g *groundMap) link(a, b int32) {
	if g.moves[g.squares[a].on] || g.moves[g.squares[b].on] {
		return // anything that moves is its own stretch
	}
	pair := [2]int32{min(a, b), max(a, b)}
	if g.known[pair] {
		return
	}
	g.known[pair] = true
	g.links = append(g.links, pair)
	if a, b = g.root(a), g.root(b); a != b {
		g.squares[max(a, b)].parent = min(a, b)
	}
}

func (g *groundMap) root(k int32) int32 {
	for g.squares[k].parent != k {
		g.squares[k].parent = g.squares[g.squares[k].parent].parent
		k = g.squares[k].parent
	}
	return k
}

// stretches appends the stretches to out, in the order in which they were found.
func (g *groundMap) stretches(out *Survey) {
	g.stretch = make([]int32, len(g.squares))
	for i := range g.squares {
		s := &g.squares[i]
		r := g.root(int32(i))
		if r == int32(i) {
			g.stretch[i] = int32(len(out.Stretches))
			out.Stretches = append(out.Stretches, Stretch{
				Ground: s.on, Moves: g.moves[s.on],
				Box: collision.EmptyAABB(),
			})
		} else {
			g.stretch[i] = g.stretch[r]
		}
		st := &out.Stretches[g.stretch[i]]
		if !slices.Contains(st.On, s.on) {
			st.On = append(st.On, s.on)
		}
		st.Box = st.Box.Union(collision.AABB{Min: s.low.Min(s.high), Max: s.low.Max(s.high)})
		st.Spots = append(st.Spots, s.low)
		if !st.Moves {
			st.Lines = append(st.Lines, [2]Vec{s.low, s.high})
		}
	}
	for _, l := range g.links {
		a, b := &g.squares[l[0]], &g.squares[l[1]]
		if a.low.X > b.low.X {
			a, b = b, a
		}
		st := &out.Stretches[g.stretch[l[0]]]
		st.Lines = append(st.Lines, [2]Vec{a.high, b.low})
	}
	for i := range out.Stretches {
		slices.SortFunc(out.Stretches[i].Spots, func(a, b Vec) int {
			return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
		})
	}
}

// stretchAt returns the stretch of a place on the ground, or -1.
func (g *groundMap) stretchAt(p Vec, on level.ID) int32 {
	key := squareAt(p, on)
	if g.moves[on] {
		key = groundSquare{on: on}
	}
	if k, ok := g.of[key]; ok {
		return g.stretch[k]
	}
	return -1
}
