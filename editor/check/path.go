package check

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
)

// Limits of the search along the paths of platforms. Between two examined moments the platform moves by at most
// pathStride pixels, unless that takes more than maxMoments.
const (
	pathStride  = 2
	minMoments  = 60
	maxMoments  = 600
	maxMovers   = 400 // platforms examined per level
	maxMeetings = 200 // pieces of ground examined per platform, the deepest first
	pathDepth   = 1   // smallest depth in the ground that is a finding, in pixels
	crushRoom   = 4   // smallest distance between platform and ground in which something can be crushed
)

// lostPaths finds kinematic colliders whose paths follow a missing chain.
func lostPaths(s *scene, out *tally) {
	for _, it := range s.items {
		chain := it.FollowedChain()
		if chain == 0 || it.Body != level.Kinematic {
			continue
		}
		if followed := s.byID()[chain]; followed == nil || followed.Shape.Kind != level.Chain {
			out.add(it.finding(RuleLostPath,
				"its path follows %v, which is not a chain of the level, so it does not move", it.Path.Chain))
		}
	}
}

// buriedPaths finds platforms whose paths lead into static ground where something may be in between, and the examined
// moment at which they are deepest in it.
func buriedPaths(s *scene, out *tally) {
	moves, left := s.moves(), maxMovers
	for it, i := range s.movers(&moves) {
		if left--; left < 0 || s.ctx.Err() != nil {
			break
		}
		if it.Role != level.Solid {
			continue
		}
		period := moves.Period(i)
		if period == 0 {
			period = 4 // it only turns, so guess a period
		}
		way := 0.0
		for k := range minMoments {
			way += moves.At(i, float64(period*(float64(k+1)/minMoments))).P.Dist(moves.At(i,
				float64(period*(float64(k)/minMoments))).P)
		}
		n := int(min(max(way/pathStride, minMoments), maxMoments))
		seconds := func(k int) float64 { return float64(period * (float64(k) / float64(n))) }
		start, deepest := map[meeting]float64{}, map[meeting]burial{}
		s.eachDepth(it, moves.At(i, 0), func(m meeting, depth float64) { start[m] = depth })
		for k := range n {
			s.eachDepth(it, moves.At(i, seconds(k)), func(m meeting, depth float64) {
				if depth > max(start[m]+pathDepth, deepest[m].depth) {
					deepest[m] = burial{m, depth, k}
				}
			})
		}
		list := slices.SortedFunc(maps.Values(deepest), func(a, b burial) int {
			return cmp.Or(cmp.Compare(b.depth, a.depth), cmp.Compare(a.ground, b.ground), cmp.Compare(a.piece, b.piece))
		})
		list = list[:min(len(list), maxMeetings)]
		at := slices.IndexFunc(list, func(b burial) bool {
			return s.leavesRoom(it, b.meeting, n, func(k int) collision.Transform { return moves.At(i, seconds(k)) })
		})
		if at < 0 {
			continue
		}
		worst, into := list[at], s.parts[list[at].ground].of
		f := finding(RulePathIntoGround, moves.At(i, seconds(worst.moment)).P, it.bounds.Union(into.bounds),
			[]level.ID{it.ID, into.ID}, "its path enters %s by %s px at %s s (%d positions checked)",
			quote.Printable(into.Label()), number(worst.depth), number(seconds(worst.moment)), n)
		if kinds := level.WorkingObjects(it.Collider); kinds.Has(level.DoorObject) || kinds.Has(level.HazardObject) {
			f.Severity = Note
		}
		out.add(f)
	}
}

// movers yields the items that move along paths, with their indices in moves.
func (s *scene) movers(moves *play.Moves) iter.Seq2[*item, int] {
	return func(yield func(*item, int) bool) {
		for i, id := range moves.IDs {
			if !yield(s.byID()[id], i) {
				return
			}
		}
	}
}

// meeting is a piece of a platform and a piece of static ground, which is an index of scene.parts.
type meeting struct {
	piece  int
	ground int32
}

// burial is the examined moment at which a platform is deepest in a piece of ground.
type burial struct {
	meeting
	depth  float64
	moment int
}

// eachDepth calls f for each piece of static ground that a platform at a place overlaps.
func (s *scene) eachDepth(it *item, at collision.Transform, f func(m meeting, depth float64)) {
	for piece, shape := range it.baked.Pieces {
		box := shape.Bounds(at)
		s.tree.Query(box, func(k int32) bool {
			p := &s.parts[k]
			o := p.of
			if o == it || o.Body != level.Static || o.Role != level.Solid || o.ID == it.FollowedChain() ||
				!p.bounds.Overlaps(box) || !s.accepts(it, o) {
				return true
			}
			if m, ok := collision.Collide(shape, at, p.shape, o.at, 0); ok {
				f(meeting{piece, k}, max(m.Depth(), 0))
			}
			return true
		})
	}
}

// leavesRoom reports whether there is room between a piece of a platform and a piece of ground at one of n moments. If
// there is none, nothing can be crushed, as with a gate that slides into its wall.
func (s *scene) leavesRoom(it *item, of meeting, n int, at func(k int) collision.Transform) bool {
	ground := &s.parts[of.ground]
	for k := range n {
		m, _ := collision.Collide(it.baked.Pieces[of.piece], at(k), ground.shape, ground.of.at, math.Inf(1))
		middle := m.Points[0].Point.Lerp(m.Points[max(m.Count-1, 0)].Point, 0.5)
		if m.Depth() < -crushRoom && !s.isSolid(middle, nil) {
			return true
		}
	}
	return false
}
