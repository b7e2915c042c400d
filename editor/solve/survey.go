package solve

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/playtest"
)

// Survey is what the character comes to from its start: which triggers, and which stretches of ground, with the ways between them.
// All of it is true, as it was played; but there may be more.
type Survey struct {
	Steps     int  // that were tried
	Complete  bool // nothing was left to be tried, as finely as it is tried
	Finishes  bool // the goal is reached
	Entered   []level.ID
	Stretches []Stretch // the one on which it stands first comes first
	Ways      []Way     // by From and To, one of each
}

// Stretch is ground on which the character can walk without leaving it, or a platform that moves.
type Stretch struct {
	Ground level.ID       // one of the colliders that it consists of
	Box    collision.AABB // of the character's positions
	Spots  []Vec          // some of them, from left to right
	// Back says that from here a way was found to where the character starts or to the goal, or that there may be one, as not all has been tried.
	Back bool
}

// Way leads from one stretch to another.
type Way struct {
	From, To int
	Inputs   playtest.Recording // from the start, over From, to To
	Leaves   int                // the step at which it leaves From
	Path     []Vec              // from there on
}

// survey notes what a search comes to.
type survey struct {
	spots []spot  // of each node
	back  []int32 // edges: which node leads to which
	to    []int32
	done  []bool  // tried out
	ends  []int32 // nodes at which the goal is reached
}

// spot is where a node is.
type spot struct {
	at       Vec
	ground   level.ID
	grounded bool
}

func spotOf(n *playtest.Situation) spot { return spot{n.Position, n.Ground, n.Grounded} }

func (v *survey) begin(w *worker) {
	*v = survey{}
	v.spots, v.done = append(v.spots, spotOf(&w.now)), append(v.done, false)
}

func (v *survey) first(c *child, from int32) {
	v.spots, v.done = append(v.spots, spotOf(&c.now)), append(v.done, false)
	v.back, v.to = append(v.back, from), append(v.to, c.node)
	if c.finished {
		v.ends = append(v.ends, c.node)
	}
}

func (v *survey) again(c *child, to int32) {
	v.back, v.to = append(v.back, c.node), append(v.to, to)
	if c.finished {
		v.ends = append(v.ends, to)
	}
}

func (v *survey) goOn(node int32) { v.done[node] = true }

// Look finds out what the character comes to, without a target: what is nearest in time first.
func Look(ctx context.Context, snap level.Snapshot, settings playtest.Settings, start Vec, o Options) (Survey, error) {
	run := playtest.NewRun(snap, settings, start)
	if run.TooManyPairs() > 0 {
		return Survey{}, nil
	}
	s := newSearch(snap, run.Settings(), run.Recording().Start, o)
	v := new(survey)
	s.seeks = v
	s.begin(finenesses[0])
	_, how := s.run(ctx, s.options.Steps)
	if how == cancelled {
		return Survey{}, ctx.Err()
	}
	out := Survey{Steps: s.steps, Complete: how == exhausted && !s.forgot, Finishes: len(v.ends) > 0}
	out.Entered = s.enteredIDs()
	of := s.stretches(&out)
	s.waysBack(&out, of)
	return out, s.ways(ctx, &out, of)
}

// enteredIDs are the triggers that were entered, sorted.
func (s *search) enteredIDs() []level.ID {
	return slices.Sorted(maps.Keys(s.entered))
}

// stretches groups the nodes on ground. It returns for each node the stretch that it is on, or -1.
func (s *search) stretches(out *Survey) []int32 {
	type square struct {
		x, y   int32
		ground level.ID // of what moves; else 0
	}
	moves := map[level.ID]bool{}
	for _, l := range s.snap.Layers {
		for _, c := range l.Colliders {
			moves[c.ID] = c.Body != level.Static
		}
	}
	v := s.seeks
	of := make([]int32, len(v.spots))
	squares := map[square][]int32{}
	at := func(i int) square {
		sp := &v.spots[i]
		if moves[sp.ground] {
			return square{ground: sp.ground}
		}
		return square{x: int32(sp.at.X/s.fine.square + 1e6), y: int32(sp.at.Y/s.fine.square + 1e6)}
	}
	for i := range v.spots {
		if of[i] = -1; v.spots[i].grounded {
			k := at(i)
			squares[k] = append(squares[k], int32(i))
		}
	}
	var stack []square
	for i := range v.spots {
		if !v.spots[i].grounded || of[i] >= 0 {
			continue
		}
		n := int32(len(out.Stretches))
		st := Stretch{Ground: v.spots[i].ground, Box: collision.EmptyAABB()}
		stack = append(stack[:0], at(i))
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			list := squares[k]
			if len(list) == 0 || of[list[0]] >= 0 {
				continue
			}
			for _, j := range list {
				of[j] = n
				p := v.spots[j].at
				st.Box = st.Box.Union(collision.AABB{Min: p, Max: p})
			}
			st.Spots = append(st.Spots, v.spots[list[0]].at)
			if k.ground != 0 {
				continue
			}
			for dx := int32(-2); dx <= 2; dx++ {
				for dy := int32(-1); dy <= 1; dy++ {
					stack = append(stack, square{x: k.x + dx, y: k.y + dy})
				}
			}
		}
		slices.SortFunc(st.Spots, func(a, b Vec) int { return cmp.Compare(a.X, b.X) })
		out.Stretches = append(out.Stretches, st)
	}
	return of
}

// waysBack finds the stretches from which there is a way to the first one or to the goal, or may be one.
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
		if of[i] == 0 || !v.done[i] && s.room.Contains(v.spots[i].at) {
			mark(int32(i))
		}
	}
	for _, i := range v.ends {
		mark(i)
	}
	if len(out.Stretches) == 0 {
		return
	}
	// Edges by where they lead to.
	first := make([]int32, n+1)
	for _, t := range v.to {
		first[t+1]++
	}
	for i := range n {
		first[i+1] += first[i]
	}
	from := make([]int32, len(v.to))
	next := slices.Clone(first)
	for k, t := range v.to {
		from[next[t]] = v.back[k]
		next[t]++
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, b := range from[first[i]:first[i+1]] {
			mark(b)
		}
	}
	for i := range n {
		if of[i] >= 0 && good[i] {
			out.Stretches[of[i]].Back = true
		}
	}
}

// mostWays is how many ways a survey lists.
const mostWays = 2000

// ways lists the ways that were found first, and plays each to see where it leads along.
func (s *search) ways(ctx context.Context, out *Survey, of []int32) error {
	type pair struct{ from, to int32 }
	known := map[pair]bool{}
	last := make([]int32, len(s.nodes)) // the node on ground from which a node was come to
	run := playtest.NewRun(s.snap, s.settings, s.start)
	for i := 1; i < len(s.nodes) && len(out.Ways) < mostWays; i++ {
		up := s.nodes[i].parent
		if last[i] = last[up]; of[up] >= 0 {
			last[i] = up
		}
		if of[i] < 0 || of[last[i]] < 0 || of[last[i]] == of[i] || known[pair{of[last[i]], of[i]}] {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		known[pair{of[last[i]], of[i]}] = true
		before := s.inputs(last[i])
		w := Way{From: int(of[last[i]]), To: int(of[i]), Inputs: s.inputs(int32(i)), Leaves: before.Len()}
		run.Restart()
		for in := range w.Inputs.Steps() {
			if run.Steps() >= w.Leaves {
				w.Path = append(w.Path, run.Character().Position)
			}
			run.Step(in)
		}
		w.Path = append(w.Path, run.Character().Position)
		out.Ways = append(out.Ways, w)
	}
	slices.SortStableFunc(out.Ways, func(a, b Way) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
	return nil
}
