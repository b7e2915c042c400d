package play

import (
	"context"
	"maps"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Survey holds what the character reaches from its start: triggers, stretches of ground, and the ways between them.
// Everything in it has been played and is true, but there may be more.
type Survey struct {
	Steps     int  // number of steps tried
	Complete  bool // nothing was left to try, at the search's resolution
	Finishes  bool // the goal was reached
	Entered   []level.ID
	Stretches []Stretch // the first is where the character starts
	Ways      []Way     // sorted by From and To, one of each
}

// Stretch is a piece of ground that the character can walk on without leaving it, or a moving collider.
type Stretch struct {
	Ground level.ID       // one of its colliders
	On     []level.ID     // all of its colliders, in the order in which they were found
	Moves  bool           // it is a platform or a body, and Box covers its movement
	Box    collision.AABB // of the character's positions
	Spots  []Vec          // some of the positions, from left to right
	// Lines are the character's positions on the ground, as joined line segments.
	Lines [][2]Vec
	// Back means that a way leads from here to the character's start or to the goal, or that there may be one, as too
	// little was tried.
	Back bool
}

// DeadEnds returns the stretches without a way back, grouped by the ways between them, in the order in which they were
// found.
func (s *Survey) DeadEnds() [][]int {
	end := make([]int, len(s.Stretches)) // the first stretch of each one's group
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

// Way is a way from one stretch to another that touches no third one.
type Way struct {
	From, To int
	Inputs   Recording // from the start over From to To
	Leaves   int       // the step at which it leaves From
	Path     []Vec     // the positions from then on
}

// surveyNotes records what a search reaches.
type surveyNotes struct {
	novelty novelty
	options *Settings
	moves   map[level.ID]bool
	spots   []surveySpot // per node
	cells   []int32      // per node, index in novelty
	edges   []surveyEdge
	done    []bool  // expanded nodes
	ends    []int32 // nodes where the goal is reached
	ground  groundMap
	kept    map[int32]*State // states of nodes on the ground, from which ways are replayed
	bytes   int              // size of the kept states
}

// surveySpot is the place of a node.
type surveySpot struct {
	at       Vec
	ground   level.ID
	grounded bool
}

// surveyEdge records that holding a key for some steps led from a node to another, or to an equivalent one.
type surveyEdge struct {
	from, to int32
	hold     uint16
	key      uint8
}

func newSurveyNotes(s *search) *surveyNotes {
	v := &surveyNotes{options: &s.settings, moves: map[level.ID]bool{}}
	for _, l := range s.snap.Layers {
		for _, c := range l.Colliders {
			v.moves[c.ID] = c.Body != level.Static
		}
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

func (v *surveyNotes) first(c *solveChild, from int32) {
	v.add(&c.now)
	v.note(c, from, c.node)
}

func (v *surveyNotes) again(c *solveChild, to int32) { v.note(c, c.node, to) }

func (v *surveyNotes) note(c *solveChild, from, to int32) {
	v.edges = append(v.edges, surveyEdge{from, to, c.hold, c.key})
	if c.finished {
		v.ends = append(v.ends, to)
	}
	v.ground.follow(c.trail)
}

// keep stores the state of an expanded node on the ground, as long as the stored states use little of the memory.
func (v *surveyNotes) keep(o *waiting, most int) bool {
	const share = 4
	size := o.state.Size()
	if !v.spots[o.node].grounded || v.bytes+size > most/share {
		return false
	}
	v.bytes += size
	v.kept[o.node] = o.state
	return true
}

func (v *surveyNotes) goOn(node int32) { v.done[node] = true }

// mayLead reports whether too little was tried from a node to know where it leads.
func (v *surveyNotes) mayLead(node int32) bool {
	return !v.done[node] && v.novelty.cells[v.cells[node]].tried < wellTried
}

// NewSurvey explores what the character reaches, without a target, preferring what is new. The same level and options
// give the same survey for any number of workers.
func NewSurvey(ctx context.Context, snap level.Snapshot, settings Settings, start Vec, o SolveOptions) (Survey, error) {
	run := NewRun(snap, settings, start)
	if run.TooManyPairs() > 0 {
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

// enteredIDs returns the entered triggers, sorted.
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

// waysBack finds the stretches from which there is, or may be, a way to the first one or to the goal.
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
		if of[i] == 0 || v.mayLead(int32(i)) && s.room.Contains(v.spots[i].at) {
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

// surveyGraph indexes edges by one of their ends.
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
