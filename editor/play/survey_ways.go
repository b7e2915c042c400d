package play

import (
	"cmp"
	"context"
	"slices"

	"fillet/collision"
)

const (
	// mostWays limits the ways in a survey.
	mostWays = 2000
	// replayShare limits the steps for replaying ways, as a fraction of a survey's steps.
	replayShare = 0.5
	// mostTries limits the candidates replayed per pair of stretches, as they may be based on states that are only
	// similar.
	mostTries = 3
	// lateLanding is how many steps later than predicted a way may land.
	lateLanding = 20
)

// ways finds a way for each pair of connected stretches, and replays each to verify it and to record its path.
//
// A search produces a tree, with one way to each place, but several stretches often lead to the same place in the air.
// So candidates are taken from all transitions, in which equivalent states may differ slightly: only those that succeed
// when replayed from the start are ways.
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
	by := make([]int32, len(v.spots)) // the edge that reached a node from the stretch
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
				case b >= 0: // it has landed
					if tries[b]++; tries[b] <= mostTries {
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
	// First candidates of all pairs before second ones.
	slices.SortStableFunc(flights, func(a, b flight) int { return cmp.Compare(a.try, b.try) })
	type pair struct{ from, to int32 }
	known := map[pair]bool{}
	for i := range flights {
		f := &flights[i]
		if known[pair{f.from, f.to}] || len(out.Ways) >= mostWays || p.left <= 0 {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w, ok := p.play(f); ok {
			known[pair{f.from, f.to}] = true
			lands := w.Path[len(w.Path)-1]
			st := &out.Stretches[f.to]
			st.Box = st.Box.Union(collision.AABB{Min: lands, Max: lands})
			out.Ways = append(out.Ways, w)
		}
	}
	slices.SortFunc(out.Ways, func(a, b Way) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return nil
}

// flight is a candidate for a way: edges from a node on one stretch to a node on another.
type flight struct {
	from, to int32
	edges    []int32
	try      int
}

// pathTo returns the edges from the ground up to the given one.
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
	left int // steps
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
		holdInput(&rec, in)
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
			if w.Leaves++; len(w.Path) > 0 { // it is still walking on its ground
				w.Path = w.Path[:0]
			}
			return false, false
		}
		return true, false
	}
	var last Input
	for _, e := range f.edges {
		last = p.keys[v.edges[e].key].Input
		for range v.edges[e].hold {
			if stops, ok := landed(last); stops {
				w.Inputs = rec
				return w, ok
			}
		}
	}
	for range lateLanding {
		if stops, ok := landed(last); stops {
			w.Inputs = rec
			return w, ok
		}
	}
	return w, false
}

// holdInput appends a step to a recording.
func holdInput(rec *Recording, in Input) {
	if n := len(rec.Held); n > 0 && rec.Held[n-1].Input == in {
		rec.Held[n-1].Steps++
		return
	}
	rec.Held = append(rec.Held, Held{Input: in, Steps: 1})
}
