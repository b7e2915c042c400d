package check

import (
	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
)

// Limits of the search along the paths of platforms. Between two examined moments the platform moves by at most
// pathStride pixels, unless that takes more than maxMoments.
const (
	pathStride = 2
	minMoments = 60
	maxMoments = 600
	maxMovers  = 400 // platforms examined per level
	pathDepth  = 1   // smallest depth in the ground that is a finding, in pixels
)

// lostPaths finds kinematic colliders whose paths follow a missing chain.
func lostPaths(s *scene) *tally {
	out := s.newTally()
	var chains map[level.ID]bool
	for _, it := range s.items {
		chain := it.FollowedChain()
		if chain == 0 || it.Body != level.Kinematic {
			continue
		}
		if chains == nil {
			chains = map[level.ID]bool{}
			for _, o := range s.items {
				if o.Shape.Kind == level.Chain {
					chains[o.ID] = true
				}
			}
		}
		if !chains[chain] {
			out.add(it.finding(RuleLostPath,
				"its path follows %v, which is not a chain of the level, so it does not move", it.Path.Chain))
		}
	}
	return out
}

// buriedPaths finds platforms whose paths lead into static ground, and the examined moment at which they are deepest in
// it.
func buriedPaths(s *scene) *tally {
	out := s.newTally()
	moves := play.MovesOf(s.level)
	if len(moves.IDs) == 0 {
		return out
	}
	at := s.byID()
	for i, id := range moves.IDs[:min(len(moves.IDs), maxMovers)] {
		it := at[id]
		period := moves.Period(i)
		if it == nil || it.Role != level.Solid || s.ctx.Err() != nil {
			continue
		}
		if period == 0 {
			period = 4 // it only turns, so guess a period
		}
		way := 0.0
		for k := range minMoments {
			way += moves.At(i, float64(period*(float64(k+1)/minMoments))).P.Dist(moves.At(i,
				float64(period*(float64(k)/minMoments))).P)
		}
		n := int(min(max(way/pathStride, minMoments), maxMoments))
		ground := s.under(it, moves.At(i, 0))
		worst, when, into := 0.0, 0.0, (*item)(nil)
		for k := range n {
			seconds := float64(period * (float64(k) / float64(n)))
			if depth, of := s.deepestIn(it, moves.At(i, seconds)); depth > worst && !ground[of.ID] {
				worst, when, into = depth, seconds, of
			}
		}
		if worst > pathDepth {
			place := moves.At(i, when).P
			out.add(finding(RulePathIntoGround, place, it.bounds.Union(into.bounds), []level.ID{it.ID, into.ID},
				"its path enters %s by %s px at %s s (%d positions checked)", quote.Printable(into.Label()),
				number(worst), number(when), n))
		}
	}
	return out
}

// under returns the static ground that overlaps a platform at its start, which another rule reports.
func (s *scene) under(it *item, at collision.Transform) map[level.ID]bool {
	out := map[level.ID]bool{}
	s.eachDepth(it, at, func(of *item, depth float64) { out[of.ID] = out[of.ID] || depth > 0 })
	return out
}

// deepestIn returns how deep a platform at a place is in static ground, and in which item.
func (s *scene) deepestIn(it *item, at collision.Transform) (deep float64, of *item) {
	of = it
	s.eachDepth(it, at, func(o *item, depth float64) {
		if depth > deep {
			deep, of = depth, o
		}
	})
	return deep, of
}

// eachDepth calls f for each piece of static ground that a platform at a place overlaps.
func (s *scene) eachDepth(it *item, at collision.Transform, f func(of *item, depth float64)) {
	for _, shape := range it.baked.Pieces {
		box := shape.Bounds(at)
		s.tree.Query(box, func(k int32) bool {
			p := &s.parts[k]
			o := p.of
			if o == it || o.Body != level.Static || o.Role != level.Solid || o.ID == it.FollowedChain() ||
				!p.bounds.Overlaps(box) || !s.accepts(it, o) {
				return true
			}
			if m, ok := collision.Collide(shape, at, p.shape, o.at, 0); ok {
				f(o, max(m.Depth(), 0))
			}
			return true
		})
	}
}
