package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// groundMap holds the squares on which a survey's character has stood. Squares between which it walked form one
// stretch.
type groundMap struct {
	of      map[groundSquare]int32 // indices of squares
	squares []groundCell
	links   [][2]int32        // pairs of squares between which the character walked
	known   map[[2]int32]bool // the links, with the smaller index first
	moves   map[level.ID]bool // colliders that are not static; each is a stretch of its own
	stretch []int32           // by square, once stretches are known
}

// groundSquare identifies a square of the level on a collider.
type groundSquare struct {
	x, y int32
	on   level.ID
}

// groundCell is the state of one square.
type groundCell struct {
	on        level.ID
	low, high Vec   // its leftmost and rightmost position
	parent    int32 // in the union-find forest of stretches
}

// groundStep is a position of the character on the ground.
type groundStep struct {
	at    Vec
	on    level.ID
	close bool // the character walked here from the previous position
}

const (
	groundPitch = 8 // in pixels
	// maxHops limits the steps in the air that still count as walking, for example over a kink or a crest.
	maxHops = 2
	// maxHopped limits the difference in height between two positions of a walk, in pixels.
	maxHopped = 12
)

// mark records the ground under the character after a step of an attempt.
func (w *solveWorker) mark() {
	if n := SituationOf(w.run); n.Grounded {
		w.trail = append(w.trail, groundStep{at: n.Position, on: n.Ground, close: w.aloft <= maxHops && !n.Held.Jump})
		w.aloft = 0
	} else {
		w.aloft++
	}
}

// follow adds the ground of an attempt.
func (g *groundMap) follow(trail []groundStep) {
	last := int32(-1)
	for i := range trail {
		p := &trail[i]
		k := g.add(p)
		if i > 0 && k != last && p.close && math.Abs(p.at.Y-trail[i-1].at.Y) < maxHopped {
			g.link(last, k)
		}
		last = k
	}
}

// squareAt returns the square at a position. A collider that moves is one square.
func (g *groundMap) squareAt(p Vec, on level.ID) groundSquare {
	if g.moves[on] {
		return groundSquare{on: on}
	}
	return groundSquare{x: int32(math.Floor(p.X / groundPitch)), y: int32(math.Floor(p.Y / groundPitch)), on: on}
}

// add adds a position and returns the index of its square.
func (g *groundMap) add(p *groundStep) int32 {
	key := g.squareAt(p.at, p.on)
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
		return // anything that moves is a stretch of its own
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
				Ground: s.on, Moves: g.moves[s.on], Box: collision.EmptyAABB(),
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

// stretchAt returns the stretch at a position on the ground, or -1.
func (g *groundMap) stretchAt(p Vec, on level.ID) int32 {
	if k, ok := g.of[g.squareAt(p, on)]; ok {
		return g.stretch[k]
	}
	return -1
}

// Reach returns the parts that the character may reach from its start: the part that contains the start, and the parts
// around checkpoints that it may reach, because it may respawn there.
func (f *Flood) Reach(from Vec, snap level.Snapshot, settings Settings) []FloodPart {
	part := f.PartAt(from)
	if part == NoPart {
		return nil
	}
	reach := []FloodPart{part}
	var points [][]collision.Shape
	for c := range snap.Colliders() {
		if !level.WorkingObjects(c.Collider).Has(level.CheckpointObject) {
			continue
		}
		if c.Body != level.Static { // a moving checkpoint may be anywhere
			return f.Parts()
		}
		var pieces []collision.Shape
		for _, p := range Grown([]level.ColliderSnapshot{c}, settings, snap.Settings) {
			// grown further, because the character stands on a solid checkpoint
			if more, err := collision.NewShape(p.Vertices(), p.Radius()+2*slack); err == nil {
				pieces = append(pieces, more)
			}
		}
		points = append(points, pieces)
	}
	for more := true; more; {
		more = false
		points = slices.DeleteFunc(points, func(pieces []collision.Shape) bool {
			if !f.Meets(reach, pieces) {
				return false
			}
			f.eachMeeting(pieces, func(c int32, _, _ interval) bool {
				if p := FloodPart(f.part[c]); !slices.Contains(reach, p) {
					reach, more = append(reach, p), true
				}
				return true
			})
			return true
		})
	}
	return reach
}

// Meets reports whether any position in the given parts may be in one of the pieces, for example in a trigger grown by
// the character. Only a false result is certain.
func (f *Flood) Meets(parts []FloodPart, pieces []collision.Shape) bool {
	found := false
	f.eachMeeting(pieces, func(c int32, _, _ interval) bool {
		found = slices.Contains(parts, FloodPart(f.part[c]))
		return !found
	})
	return found
}

// reachField holds the distance of each position from a target through free space, around corners. It guides the
// search. Its squares are narrower than the character, so that no wall fits between two of them.
type reachField struct {
	origin Vec
	pitch  float64
	nx, ny int
	far    []float32 // in pixels; negative if there is no way
}

// maxSquares limits a field's memory, in squares of 8 bytes.
const maxSquares = 4_000_000

// newReachField computes the distances from the area that the pieces cover, within a box.
func newReachField(
	f *Flood, parts []FloodPart, pieces []collision.Shape, bounds collision.AABB, width float64,
) *reachField {
	g := &reachField{origin: bounds.Min, pitch: min(max(width/2.5, 2), 16)}
	size := bounds.Size()
	for (size.X/g.pitch+1)*(size.Y/g.pitch+1) > maxSquares {
		g.pitch = float64(g.pitch * 1.5)
	}
	g.nx, g.ny = int(size.X/g.pitch)+1, int(size.Y/g.pitch)+1
	g.far = make([]float32, g.nx*g.ny)
	const closed, unknown = -2, -1
	for i := range g.far {
		g.far[i] = closed
	}
	for part, b := range f.boxes() {
		if slices.Contains(parts, part) {
			g.each(b, func(i int) { g.far[i] = unknown })
		}
	}
	// Breadth first, in rings of half a pitch: a straight step takes two rings, a diagonal step three.
	var rings [4][]int32
	seed := func(i int) {
		if g.far[i] == unknown {
			g.far[i] = 0
			rings[0] = append(rings[0], int32(i))
		}
	}
	f.eachMeeting(pieces, func(c int32, x, y interval) bool {
		if slices.Contains(parts, FloodPart(f.part[c])) {
			g.each(collision.AABB{Min: Vec{X: x.low, Y: y.low}, Max: Vec{X: x.high, Y: y.high}}, seed)
		}
		return true
	})
	for ring, idle := 0, 0; idle < len(rings); ring++ {
		list := rings[ring%4]
		if len(list) == 0 {
			idle++
			continue
		}
		idle = 0
		rings[ring%4] = nil
		for _, i := range list {
			if int(g.far[i]) != ring {
				continue // it was reached earlier
			}
			x, y := int(i)%g.nx, int(i)/g.nx
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if x+dx < 0 || y+dy < 0 || x+dx >= g.nx || y+dy >= g.ny || dx == 0 && dy == 0 {
						continue
					}
					cost := 2
					if dx != 0 && dy != 0 {
						cost = 3
					}
					k := i + int32(dy*g.nx+dx)
					if to := float32(ring + cost); g.far[k] == unknown || g.far[k] > to {
						g.far[k] = to
						rings[(ring+cost)%4] = append(rings[(ring+cost)%4], k)
					}
				}
			}
		}
	}
	for i := range g.far {
		if g.far[i] >= 0 {
			g.far[i] = float32(g.far[i] * float32(g.pitch/2))
		}
	}
	return g
}

// each calls f with each square that a box touches.
func (g *reachField) each(b collision.AABB, f func(i int)) {
	at := func(x, origin float64, n int) int {
		return int(min(max(math.Floor((x-origin)/g.pitch), 0), float64(n-1)))
	}
	for y := at(b.Min.Y, g.origin.Y, g.ny); y <= at(b.Max.Y, g.origin.Y, g.ny); y++ {
		for x := at(b.Min.X, g.origin.X, g.nx); x <= at(b.Max.X, g.origin.X, g.nx); x++ {
			f(y*g.nx + x)
		}
	}
}

// at returns the distance from a position; ok is false if there is no way or the position is outside.
func (g *reachField) at(p Vec) (far float64, ok bool) {
	x, y := math.Floor((p.X-g.origin.X)/g.pitch), math.Floor((p.Y-g.origin.Y)/g.pitch)
	if !(x >= 0 && y >= 0 && x < float64(g.nx) && y < float64(g.ny)) {
		return 0, false
	}
	far = float64(g.far[int(y)*g.nx+int(x)])
	return far, far >= 0
}
