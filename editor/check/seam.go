package check

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// edge is a straight stretch of a static collider's boundary in level space, its inside to the right on the screen.
type edge struct {
	of       *item
	from, to level.Vec
	dir      level.Vec // unit
}

// outward is the unit normal that points away from the collider.
func (e edge) outward() level.Vec { return level.Vec{X: e.dir.Y, Y: -e.dir.X} }

// flat is the cosine of the largest angle, 5 degrees, at which two edges still are one surface.
const flat = 0.99619

// seams finds where the surface of one static collider goes on as another's.
func seams(s *scene) []Finding {
	edges := staticEdges(s)
	starts := map[[2]int][]int{} // edges by the cell in which they start
	cell := func(p level.Vec) [2]int {
		return [2]int{int(math.Floor(p.X / s.opts.Step)), int(math.Floor(p.Y / s.opts.Step))}
	}
	for i, e := range edges {
		c := cell(e.from)
		starts[c] = append(starts[c], i)
	}
	type pair struct{ a, b level.ID }
	found := map[pair]int{}
	var out []Finding
	for _, e := range edges {
		c := cell(e.to)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				for _, j := range starts[[2]int{c[0] + dx, c[1] + dy}] {
					next := edges[j]
					if !s.isSeam(e, next) {
						continue
					}
					p := pair{min(e.of.ID, next.of.ID), max(e.of.ID, next.of.ID)}
					f := s.seam(e, next)
					if i, ok := found[p]; ok {
						if prefer(f, out[i]) {
							out[i] = f
						}
						continue
					}
					found[p] = len(out)
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// prefer chooses the one seam of a pair that is reported: one with a safe fix, else the highest.
func prefer(f, over Finding) bool {
	a, b := f.Fix != nil && f.Fix.Safe, over.Fix != nil && over.Fix.Safe
	if a != b {
		return a
	}
	return f.Place.Y < over.Place.Y
}

func staticEdges(s *scene) []edge {
	var edges []edge
	for _, it := range s.items {
		if it.Body != level.Static || it.Role == level.Trigger || len(it.baked.Pieces) == 0 {
			continue
		}
		thin := it.Shape.Kind == level.Chain && it.Shape.Radius == 0
		for _, contour := range it.baked.Boundary() {
			for _, seg := range contour {
				if seg.Radius != 0 {
					continue
				}
				from, to := it.at.Apply(seg.From), it.at.Apply(seg.To)
				if from.Dist(to) <= 2*s.opts.Step {
					continue
				}
				edges = append(edges, edge{it, from, to, to.Sub(from).Unit()})
				if thin { // it has two sides
					edges = append(edges, edge{it, to, from, from.Sub(to).Unit()})
				}
			}
		}
	}
	return edges
}

func (s *scene) isSeam(a, b edge) bool {
	if a.of == b.of || a.of.Role != b.of.Role || a.to.Dist(b.from) > s.opts.Step || a.dir.Dot(b.dir) < flat {
		return false
	}
	above := a.to.Lerp(b.from, 0.5).MulAdd(a.outward(), 2*s.opts.Step)
	if bounds, ok := s.levelBounds(); ok && !bounds.Contains(above) {
		return false
	}
	return !s.isSolid(above)
}

func (s *scene) seam(a, b edge) Finding {
	at := a.to.Lerp(b.from, 0.5)
	step := math.Abs(b.from.Sub(a.to).Dot(a.outward()))
	ids := []level.ID{a.of.ID, b.of.ID}
	if step <= collision.DefaultSlop {
		f := finding(RuleSeam, at, frame(at), ids, "the surface goes on from one to the other: a character can trip over the seam")
		f.Fix = mergeBoxes(a.of, b.of)
		return f
	}
	f := finding(RuleSeam, at, frame(at), ids, "there is a step of %s px where the surface goes on", number(step))
	if step <= s.opts.Snap {
		f.Fix = s.levelOut(a, b)
	}
	return f
}

// levelOut moves the lower of two surfaces, where it starts or ends, to the other's height.
func (s *scene) levelOut(a, b edge) *Fix {
	n := a.outward()
	rise := b.from.Sub(a.to).Dot(n) // how much higher b is
	fixes := []struct {
		of   edge
		end  level.Vec
		by   level.Vec
		isOK bool
	}{
		{a, a.to, n.Mul(rise), rise > 0},
		{b, b.from, n.Mul(-rise), rise < 0},
		{b, b.from, n.Mul(-rise), true},
		{a, a.to, n.Mul(rise), true},
	}
	for _, f := range fixes {
		if !f.isOK {
			continue
		}
		after := moveCorner(f.of.of, f.end, f.by)
		if after == nil || !s.harmless(f.of.of, after) {
			continue
		}
		return &Fix{
			Title: "Level out the step by " + number(math.Abs(rise)) + " px", Safe: true,
			Diff: level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(f.of.of.Collider, after)}},
		}
	}
	return nil
}

// mergeBoxes makes one box of two that stand side by side and are alike, or is nil. It is not a safe fix: one of the
// two ids goes.
func mergeBoxes(a, b *item) *Fix {
	if a.Shape.Kind != level.Box || b.Shape.Kind != level.Box || a.Shape.Radius != 0 || b.Shape.Radius != 0 ||
		a.Angle != b.Angle || !saysTheSame(a.Collider, b.Collider) {
		return nil
	}
	if a.ID > b.ID {
		a, b = b, a
	}
	d := a.at.ApplyInv(b.at.P)
	wide := math.Abs(d.Y) <= samePoint && math.Abs(a.Shape.Size.Y-b.Shape.Size.Y) <= samePoint &&
		math.Abs(math.Abs(d.X)-(a.Shape.Size.X+b.Shape.Size.X)/2) <= samePoint
	high := math.Abs(d.X) <= samePoint && math.Abs(a.Shape.Size.X-b.Shape.Size.X) <= samePoint &&
		math.Abs(math.Abs(d.Y)-(a.Shape.Size.Y+b.Shape.Size.Y)/2) <= samePoint
	after := *a.Collider
	switch {
	case wide:
		after.Shape.Size.X += b.Shape.Size.X
		after.Position = a.at.Apply(level.Vec{X: math.Copysign(b.Shape.Size.X/2, d.X)})
	case high:
		after.Shape.Size.Y += b.Shape.Size.Y
		after.Position = a.at.Apply(level.Vec{Y: math.Copysign(b.Shape.Size.Y/2, d.Y)})
	default:
		return nil
	}
	return &Fix{
		Title: "Merge the two boxes",
		Diff:  level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(a.Collider, &after), level.Removed(b.Collider)}},
	}
}
