package play

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Survey holds what the character reaches from its start: triggers, stretches of ground, and the ways between them.
// Everything in it has been played and verified, but there may be more.
type Survey struct {
	Steps     int  // number of steps tried
	Complete  bool // nothing was left to try at the search's resolution
	Finishes  bool // the goal was reached
	Entered   []level.ID
	Stretches []Stretch // the first is the stretch where the character starts
	Ways      []Way     // sorted by From and To, at most one for each pair
}

// Stretch is a piece of ground that the character can walk on without leaving it, or a moving collider.
type Stretch struct {
	Ground level.ID       // one of its colliders
	On     []level.ID     // all of its colliders, in the order in which they were found
	Moves  bool           // a platform or a body; Box then covers its movement
	Box    collision.AABB // around the character's positions
	Spots  []Vec          // some of the character's positions, from left to right
	// Lines holds the character's positions on the ground as connected line segments.
	Lines [][2]Vec
	// Back is set if a way leads from here to the character's start or to the goal, or if too little was tried to rule
	// that out.
	Back bool
}

// DeadEnds returns the stretches without a way back, grouped by the ways between them, in the order in which they were
// found.
func (s *Survey) DeadEnds() [][]int {
	end := make([]int, len(s.Stretches)) // the first stretch in the group of each stretch
	for i := range end {
		end[i] = i
	}
	for again := true; again; {
		again = false
		for _, w := range s.Ways {
			if a, b := &end[w.From], &end[w.To]; *a != *b && !s.Stretches[w.From].Back && !s.Stretches[w.To].Back {
				*a, *b, again = min(*a, *b), min(*a, *b), true
			}
		}
	}
	var out [][]int
	at := map[int]int{}
	for i := range s.Stretches {
		if s.Stretches[i].Back {
			continue
		}
		k, ok := at[end[i]]
		if !ok {
			k, at[end[i]] = len(out), len(out)
			out = append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return out
}

// Way is a way from one stretch to another that touches no other stretch.
type Way struct {
	From, To int
	Inputs   Recording // inputs from the start to From, and on to To
	Leaves   int       // the step at which the character leaves From
	Path     []Vec     // the character's positions from then on
}

// surveyNotes records what a search reaches.
type surveyNotes struct {
	novelty novelty
	options *Settings
	moves   map[level.ID]bool
	spots   []surveySpot // position of each node
	cells   []int32      // index in novelty of each node's cell
	edges   []surveyEdge
	done    []bool  // nodes that were expanded
	ends    []int32 // nodes that reach the goal
	ground  groundMap
	kept    map[int32]*State // states of nodes on the ground, from which ways are replayed
	bytes   int              // size of the kept states
}

// surveySpot is the position of a node.
type surveySpot struct {
	at       Vec
	ground   level.ID
	grounded bool
}

// surveyEdge records that holding a key for some steps led from one node to another, or to a state equivalent to it.
type surveyEdge struct {
	from, to int32
	hold     uint16
	key      uint8
}

func newSurveyNotes(s *search) *surveyNotes {
	v := &surveyNotes{options: &s.settings, moves: map[level.ID]bool{}}
	for c := range s.snap.Colliders() {
		v.moves[c.ID] = c.Body != level.Static
	}
	return v
}

func (v *surveyNotes) begin(w *solveWorker) {
	v.novelty = novelty{of: map[cellKey]int32{}, tried: map[[2]int32]int32{}}
	v.ground = groundMap{of: map[groundSquare]int32{}, moves: v.moves, known: map[[2]int32]bool{}}
	v.spots, v.cells, v.edges, v.done, v.ends = nil, nil, nil, nil, nil
	v.kept, v.bytes = map[int32]*State{}, 0
	v.add(&w.now)
	w.trail = w.trail[:0]
	w.mark()
	v.ground.follow(w.trail)
}

func (v *surveyNotes) add(n *Situation) {
	v.spots, v.done = append(v.spots, surveySpot{n.Position, n.Ground, n.Grounded}), append(v.done, false)
	v.cells = append(v.cells, v.novelty.cellOf(n, v.options))
}

// note records that an attempt led from one node to another.
func (v *surveyNotes) note(c *solveChild, from, to int32) {
	v.edges = append(v.edges, surveyEdge{from, to, c.hold, c.key})
	if c.finished {
		v.ends = append(v.ends, to)
	}
	v.ground.follow(c.trail)
}

// keep stores the state of an expanded node on the ground, as long as the stored states use little memory. It reports
// whether it did.
func (v *surveyNotes) keep(o *waiting, limit int) bool {
	const share = 4
	size := o.state.Size()
	if !v.spots[o.node].grounded || v.bytes+size > limit/share {
		return false
	}
	v.bytes += size
	v.kept[o.node] = o.state
	return true
}

// NewSurvey explores what the character can reach, without a target, preferring new ground. The same level and options
// give the same survey for any number of workers.
func NewSurvey(ctx context.Context, snap level.Snapshot, settings Settings, start Vec, o SolveOptions) (Survey, error) {
	run := NewRun(snap, settings, start)
	if run.space.TooManyPairs() > 0 {
		return Survey{}, nil
	}
	s := newSearch(snap, run.Settings(), run.Recording().Start, o)
	v := newSurveyNotes(s)
	s.seeks = v
	s.begin(finenesses[0])
	_, how := s.run(ctx, s.options.Steps)
	if how == cancelled {
		return Survey{}, ctx.Err()
	}
	out := Survey{Steps: s.steps, Complete: how == exhausted && !s.forgot, Finishes: len(v.ends) > 0}
	out.Entered = s.enteredIDs()
	v.ground.stretches(&out)
	of := v.stretchOfNodes()
	s.waysBack(&out, of)
	return out, s.ways(ctx, &out, of)
}

// enteredIDs returns the triggers that were entered, sorted.
func (s *search) enteredIDs() []level.ID {
	return slices.Sorted(maps.Keys(s.entered))
}

// stretchOfNodes returns the stretch of each node, or -1.
func (v *surveyNotes) stretchOfNodes() []int32 {
	of := make([]int32, len(v.spots))
	for i := range v.spots {
		if of[i] = -1; v.spots[i].grounded {
			of[i] = v.ground.stretchAt(v.spots[i].at, v.spots[i].ground)
		}
	}
	return of
}

// waysBack marks the stretches from which there is, or may be, a way to the first stretch or to the goal.
func (s *search) waysBack(out *Survey, of []int32) {
	v := s.seeks
	n := len(v.spots)
	good := make([]bool, n)
	var stack []int32
	mark := func(i int32) {
		if !good[i] {
			good[i] = true
			stack = append(stack, i)
		}
	}
	for i := range n {
		// too little was tried from the node to know where it leads
		unclear := !v.done[i] && v.novelty.cells[v.cells[i]].tried < wellTried
		if of[i] == 0 || unclear && s.room.Contains(v.spots[i].at) {
			mark(int32(i))
		}
	}
	for _, i := range v.ends {
		mark(i)
	}
	if len(out.Stretches) == 0 {
		return
	}
	into := surveyGraphOf(n, v.edges, func(e *surveyEdge) int32 { return e.to })
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range into.at(i) {
			mark(v.edges[e].from)
		}
	}
	for i := range n {
		if of[i] >= 0 && good[i] {
			out.Stretches[of[i]].Back = true
		}
	}
}

// surveyGraph is an index of edges by one of their ends.
type surveyGraph struct{ first, edges []int32 }

func surveyGraphOf(nodes int, edges []surveyEdge, at func(e *surveyEdge) int32) surveyGraph {
	g := surveyGraph{make([]int32, nodes+1), make([]int32, len(edges))}
	for i := range edges {
		k := at(&edges[i])
		g.first[k+1]++
	}
	for i := range nodes {
		g.first[i+1] += g.first[i]
	}
	next := slices.Clone(g.first)
	for i := range edges {
		k := at(&edges[i])
		g.edges[next[k]] = int32(i)
		next[k]++
	}
	return g
}

// at returns the edges at a node, in the order in which they were found.
func (g *surveyGraph) at(node int32) []int32 { return g.edges[g.first[node]:g.first[node+1]] }

const (
	// maxWays limits the ways in a survey.
	maxWays = 2000
	// replayShare limits the steps for replaying ways, as a fraction of a survey's steps.
	replayShare = 0.5
	// maxTries limits the candidates that are replayed per pair of stretches. Several are needed because a candidate
	// may connect states that are only similar.
	maxTries = 3
	// lateLanding limits how many steps later than predicted a way may land.
	lateLanding = 20
)

// ways finds a way for each pair of connected stretches, and replays each to verify it and to record its path.
//
// A search produces a tree, with one way to each place, but several stretches often lead to the same place in the air.
// So the candidates are chains of any recorded edges. Because an edge may end in a state that is only equivalent, a
// candidate becomes a way only if its replay from the start succeeds.
func (s *search) ways(ctx context.Context, out *Survey, of []int32) error {
	v := s.seeks
	from := surveyGraphOf(len(v.spots), v.edges, func(e *surveyEdge) int32 { return e.from })
	on := make([][]int32, len(out.Stretches)) // the nodes on each stretch
	for i, k := range of {
		if k >= 0 {
			on[k] = append(on[k], int32(i))
		}
	}
	p := &wayPlayer{
		search: s, of: of, run: NewRun(s.snap, s.settings, s.start),
		left: int(float64(s.steps) * replayShare),
	}
	p.left = max(p.left, 20_000)
	by := make([]int32, len(v.spots)) // the edge by which a node was reached from the stretch
	seen := make([]int32, len(v.spots))
	var flights []flight
	for k := range on {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tries := map[int32]int{}
		stamp := int32(k) + 1
		queue := slices.Clone(on[k])
		for _, i := range queue {
			seen[i], by[i] = stamp, -1
		}
		for n := 0; n < len(queue); n++ {
			i := queue[n]
			for _, e := range from.at(i) {
				to := v.edges[e].to
				switch b := of[to]; {
				case b == int32(k) || seen[to] == stamp && b < 0:
				case b >= 0: // the character has landed
					if tries[b]++; tries[b] <= maxTries {
						flights = append(flights, flight{
							from: int32(k), to: b, edges: pathTo(v.edges, by, e),
							try: tries[b],
						})
					}
				default:
					seen[to], by[to] = stamp, e
					queue = append(queue, to)
				}
			}
		}
	}
	// First try the first candidate of every pair, then the second ones.
	slices.SortStableFunc(flights, func(a, b flight) int { return cmp.Compare(a.try, b.try) })
	known := map[[2]int32]bool{}
	for i := range flights {
		f := &flights[i]
		if known[[2]int32{f.from, f.to}] || len(out.Ways) >= maxWays || p.left <= 0 {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w, ok := p.play(f); ok {
			known[[2]int32{f.from, f.to}] = true
			lands := w.Path[len(w.Path)-1]
			st := &out.Stretches[f.to]
			st.Box = st.Box.Union(collision.AABB{Min: lands, Max: lands})
			out.Ways = append(out.Ways, w)
		}
	}
	slices.SortFunc(out.Ways, func(a, b Way) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return nil
}

// flight is a candidate for a way: a chain of edges from a node on one stretch to a node on another.
type flight struct {
	from, to int32
	edges    []int32
	try      int
}

// pathTo returns the edges from the ground up to and including the given one.
func pathTo(edges []surveyEdge, by []int32, last int32) []int32 {
	var out []int32
	for e := last; e >= 0; e = by[edges[e].from] {
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}

// wayPlayer replays candidates for ways.
type wayPlayer struct {
	*search
	of   []int32
	run  *Run
	left int // in steps
}

// play replays a flight and reports whether it is a way.
func (p *wayPlayer) play(f *flight) (Way, bool) {
	v := p.seeks
	at := v.edges[f.edges[0]].from
	rec := p.inputs(at)
	w := Way{From: int(f.from), To: int(f.to), Leaves: rec.Len()}
	if state := v.kept[at]; state != nil {
		state.Restore(p.run)
	} else {
		p.run.Restart()
		for in := range rec.Steps() {
			p.run.Step(in)
		}
		p.left -= w.Leaves
	}
	if p.run.Finished() {
		return w, false
	}
	was := true
	landed := func(in Input) (stops, ok bool) {
		w.Path = append(w.Path, p.run.Character().Position)
		p.run.Step(in)
		p.left--
		rec.add(in, 1)
		n := SituationOf(p.run)
		if !n.Grounded {
			was = false
			return p.run.Finished(), false
		}
		switch k := v.ground.stretchAt(n.Position, n.Ground); {
		case k == f.to:
			w.Path = append(w.Path, n.Position)
			return true, true
		case k == f.from && was:
			if w.Leaves++; len(w.Path) > 0 { // the character is still walking on the starting stretch
				w.Path = w.Path[:0]
			}
			return false, false
		}
		return true, false
	}
	var in Input
	for i := range len(f.edges) + 1 {
		hold := lateLanding // after the last edge
		if i < len(f.edges) {
			e := &v.edges[f.edges[i]]
			in, hold = p.keys[e.key].Input, int(e.hold)
		}
		for range hold {
			if stops, ok := landed(in); stops {
				w.Inputs = rec
				return w, ok
			}
		}
	}
	return w, false
}
