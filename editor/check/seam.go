package check

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// edge is a straight section of a static collider's boundary in level space, with its inside to the right on the
// screen.
type edge struct {
	of       *item
	from, to level.Vec
	dir      level.Vec // unit
}

// outward returns the unit normal that points away from the collider.
func (e edge) outward() level.Vec { return level.Vec{X: e.dir.Y, Y: -e.dir.X} }

// flat is the cosine of 5 degrees, the largest angle between two edges of one surface.
const flat = 0.99619

// joint is a place where an edge of one item ends and an edge of another continues it.
type joint struct {
	link
	from, to int32 // the edges
}

// seams finds places where the surface of one static collider continues as another's.
func seams(s *scene, out *tally) {
	edges := staticEdges(s)
	cracks := map[link]bool{}
	for _, o := range s.openings() {
		cracks[o.link] = s.kindOf(o) == 1
	}
	joints := slices.DeleteFunc(s.joints(edges), func(j joint) bool {
		return cracks[j.link] && missOf(edges[j.from], edges[j.to]).isGap() // one finding is enough
	})
	places := map[link]int{} // index of each pair in pairs
	var pairs []link
	for _, j := range joints {
		if _, known := places[j.link]; !known {
			places[j.link] = len(pairs)
			pairs = append(pairs, j.link)
		}
	}
	piled := s.pile(pairs, nil, nil)
	found := make([]Finding, len(pairs))
	for _, j := range joints {
		if piled.has(j.link) {
			continue
		}
		f, best := s.seam(edges[j.from], edges[j.to]), &found[places[j.link]]
		if best.Rule == "" || prefer(f, *best) {
			*best = f
		}
	}
	for _, f := range found {
		if f.Rule != "" {
			out.add(f)
		}
	}
	for _, p := range piled.stacks {
		out.add(p.finding(RuleSeam, "there are %d seams between %d colliders, too many to list each", p.links,
			len(p.items)))
	}
}

// Limits for levels where more than maxCandidates pairs of edges meet. Places where more than maxJoints edges begin are
// then skipped: they are piles of shapes, which other rules report, not surfaces to walk on.
const (
	maxJoints     = 32
	maxCandidates = 500_000
)

// joints returns the seams between edges, in the order of the edges that end there.
func (s *scene) joints(edges []edge) []joint {
	tree := newStartTree(edges)
	limit := len(edges)
	if s.candidates(tree) > maxCandidates {
		limit = maxJoints
	}
	return inParts(s.ctx, len(edges), 4096, func(from, to int) []joint {
		var out []joint
		var near []int32
		for i := from; i < to && s.ctx.Err() == nil; i++ {
			near = tree.after(near[:0], edges[i], s.opts.Step, limit+1)
			if len(near) > limit {
				continue
			}
			slices.Sort(near)
			for _, j := range near {
				if a, b := edges[i].of.index, edges[j].of.index; s.isSeam(edges[i], edges[j]) {
					out = append(out, joint{link{min(a, b), max(a, b)}, int32(i), j})
				}
			}
		}
		return out
	})
}

// candidates counts the edges that begin where another edge ends. It stops counting soon after maxCandidates.
func (s *scene) candidates(tree *startTree) int {
	n := 0
	var near []int32
	for i := 0; i < len(tree.edges) && n <= maxCandidates && s.ctx.Err() == nil; i++ {
		near = tree.after(near[:0], tree.edges[i], s.opts.Step, 4*maxJoints)
		n += len(near)
	}
	return n
}

// startTree finds the edges that begin near a place.
type startTree struct {
	collision.Tree
	edges []edge
}

func newStartTree(edges []edge) *startTree {
	t := &startTree{edges: edges}
	t.Owner = func(i int32) int32 { return edges[i].of.index }
	starts := make([]collision.AABB, len(edges))
	for i := range edges {
		starts[i] = near(edges[i].from, 0)
	}
	t.Build(starts)
	return t
}

// after appends the edges of other items that begin in a box of half size reach around the end of an edge, until to has
// limit elements.
func (t *startTree) after(to []int32, e edge, reach float64, limit int) []int32 {
	box := near(e.to, reach)
	t.QueryOthers(box, e.of.index, func(i int32) bool {
		if box.Contains(t.edges[i].from) {
			to = append(to, i)
		}
		return len(to) < limit
	})
	return to
}

// prefer reports whether f is the better of two seams of a pair to report: a seam with a fix, else the more severe,
// else the higher one.
func prefer(f, over Finding) bool {
	if (f.Fix != nil) != (over.Fix != nil) {
		return f.Fix != nil
	}
	if f.Severity != over.Severity {
		return f.Severity.AtLeast(over.Severity)
	}
	return f.Place.Y < over.Place.Y
}

// staticEdges returns the edges of static colliders that have neighbours.
func staticEdges(s *scene) []edge {
	return inParts(s.ctx, len(s.items), 1024, func(from, to int) []edge {
		var edges []edge
		for _, it := range s.items[from:to] {
			if it.Body == level.Static && !it.alone && !it.excluded {
				edges = s.appendEdges(edges, it)
			}
		}
		return edges
	})
}

func (s *scene) appendEdges(edges []edge, it *item) []edge {
	if it.Shape.Kind == level.Circle {
		return edges // the shape has no straight edges
	}
	thin := it.Shape.Kind == level.Chain && it.Shape.Radius == 0
	for _, contour := range it.baked.Boundary() {
		for _, seg := range contour {
			if seg.Radius != 0 {
				continue
			}
			from, to := it.at.Apply(seg.From), it.at.Apply(seg.To)
			if from.Dist(to) <= samePoint {
				continue
			}
			edges = append(edges, edge{it, from, to, to.Sub(from).Unit()})
			if thin { // the other side of the line
				edges = append(edges, edge{it, to, from, from.Sub(to).Unit()})
			}
		}
	}
	return edges
}

// isSeam reports whether the surface of one collider continues as another's, with a miss that a solver may trip over.
// Surfaces that meet exactly do not count, because the playtest treats them as one.
func (s *scene) isSeam(a, b edge) bool {
	if a.of == b.of || a.of.Role != b.of.Role || a.to.Dist(b.from) > s.opts.Step || a.dir.Dot(b.dir) < flat {
		return false
	}
	if a.of.Role == level.OneWay && !collision.IsSolidSide(a.of.at.Q.Apply(a.of.OneWay), a.outward()) {
		return false // nothing stands on this side
	}
	m := missOf(a, b)
	if m.isExact() || a.isShort(s.opts) && !m.isRounding() || b.isShort(s.opts) && !m.isRounding() {
		return false
	}
	at := a.to.Lerp(b.from, 0.5)
	above := at.MulAdd(a.outward(), float64(2*s.opts.Step))
	if bounds, ok := s.levelBounds(); ok && !bounds.Contains(above) {
		return false
	}
	return !s.isSolid(above, nil) && !(m.gap > collision.SeamMiss &&
		s.fills(at.MulAdd(a.outward(), -collision.SeamMiss), a.of, b.of))
}

// fills reports whether a static solid other than a and b covers a point in the gap between them. Excluded items do not
// count.
func (s *scene) fills(p level.Vec, a, b *item) bool {
	return !s.left.Query(near(p, collision.DefaultSlop), func(i int32) bool {
		part := &s.parts[i]
		if part.of == a || part.of == b || !part.of.isStaticSolid() {
			return true
		}
		_, d := part.shape.Closest(part.of.at, p)
		return d > collision.DefaultSlop
	})
}

// isShort reports whether an edge is so short that only rounding errors count as misses of its surface.
func (e edge) isShort(o Options) bool { return e.from.Dist(e.to) <= 2*o.Step }

// miss measures how far the surface of an edge is from continuing in another edge.
type miss struct {
	step, gap float64 // across and along the surface; the gap is negative if the edges overlap
	cosine    float64 // cosine of the angle between the edges
}

func missOf(a, b edge) miss {
	between := b.from.Sub(a.to)
	return miss{math.Abs(between.Dot(a.outward())), between.Dot(a.dir), a.dir.Dot(b.dir)}
}

// isExact reports whether the miss is only the rounding of a pose. A longer overlap leaves no exposed corner.
func (m miss) isExact() bool {
	return m.step <= samePoint && m.cosine >= collision.SeamCosine && (math.Abs(m.gap) <= samePoint ||
		m.gap < -collision.SeamMiss)
}

// isRounding reports whether the playtest ignores the miss, as it does the rounding error of a coordinate.
func (m miss) isRounding() bool {
	return m.step <= collision.SeamMiss && math.Abs(m.gap) <= collision.SeamMiss && m.cosine >= collision.SeamCosine
}

// isGap reports whether the surface continues beyond a gap without a step.
func (m miss) isGap() bool { return m.step <= collision.DefaultSlop && m.gap > collision.SeamMiss }

func (s *scene) seam(a, b edge) Finding {
	m := missOf(a, b)
	at := a.to.Lerp(b.from, 0.5)
	f := finding(RuleSeam, at, frame(at), []level.ID{a.of.ID, b.of.ID}, "")
	if m.step > samePoint && m.step <= s.opts.Snap {
		f.Fix = s.levelOut(a, b)
	}
	if gap := math.Abs(m.gap); f.Fix == nil && gap > samePoint && gap <= collision.SeamMiss {
		moves := []endMove{{a.of, a.to, a.dir.Mul(m.gap)}, {b.of, b.from, a.dir.Mul(-m.gap)}}
		f.Fix = s.moveEnd("Close the gap of "+number(gap)+" px", moves)
	}
	switch {
	case m.isRounding():
		f.Severity = Note
		f.Message = "the surfaces miss each other by " + number(level.Vec{X: m.step, Y: m.gap}.Len()) +
			" px; the playtest ignores this, but other engines may not"
	case m.step > collision.DefaultSlop:
		f.Message = "step of " + number(m.step) + " px between the two surfaces"
	case m.isGap():
		f.Message = "gap of " + number(m.gap) + " px between the two surfaces"
	default:
		f.Message = "the surfaces overlap or meet at an angle; a character can trip over the seam"
	}
	return f
}

// maxTried limits the total number of outline points tried as fixes of steps, because each outline is split into
// pieces. Later findings have no fix until the earlier ones are resolved.
const maxTried = 100_000

// levelOut returns a fix that moves the lower of two surfaces, where it starts or ends, to the other's height.
func (s *scene) levelOut(a, b edge) *Fix {
	n := a.outward()
	rise := b.from.Sub(a.to).Dot(n) // height of b above a
	moves := []endMove{{a.of, a.to, n.Mul(rise)}, {b.of, b.from, n.Mul(-rise)}}
	if rise < 0 {
		slices.Reverse(moves)
	}
	return s.moveEnd("Level the step of "+number(math.Abs(rise))+" px", moves)
}

// endMove is a move of a corner of an item.
type endMove struct {
	of      *item
	end, by level.Vec
}

// moveEnd returns a fix with the first harmless move, or nil.
func (s *scene) moveEnd(title string, moves []endMove) *Fix {
	for _, m := range moves {
		after := moveCorner(m.of, m.end, m.by)
		if after == nil {
			continue
		}
		if s.tried += len(after.Shape.Points); s.tried > maxTried {
			return nil
		}
		if s.harmless(m.of, after) {
			return safeFix(title, level.Changed(m.of.Collider, after))
		}
	}
	return nil
}
