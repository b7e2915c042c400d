package check

import (
	"context"
	"math"
	"slices"
	"strconv"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// snap mends a slight overlap of that depth, or a crack where the depth is negative, by moving one side of one of the
// two. normal is a unit vector from a to b. It is nil where neither gives way without harm.
func (s *scene) snap(a, b *item, normal level.Vec, depth float64) *Fix {
	first, second := a, b
	if x, y := a.side(), b.side(); y.Yields(&x) {
		first, second = b, a
	}
	for _, it := range []*item{first, second} {
		out := normal // away from it
		other := b
		if it == b {
			out, other = normal.Neg(), a
		}
		after := moveSide(it, out, -depth)
		if after == nil || !s.harmless(it, after) || !s.mended(after, other) {
			continue
		}
		title := "Take back the overlap of "
		if depth < 0 {
			title = "Close the crack of "
		}
		return &Fix{
			Title: title + number(math.Abs(depth)) + " px", Safe: true,
			Diff: level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(it.Collider, after)}},
		}
	}
	return nil
}

// side is an item as one of two of which one is to change.
func (it *item) side() contacts.Side {
	return contacts.Side{Collider: it.Collider, Layer: float64(it.index), Size: contacts.SizeOf(it.Collider, it.baked), Locked: it.Locked}
}

// mostFixed is how many vertices a shape has at most that a side or a corner is moved of. Whether that does no harm takes
// all of them to find out, for each thing that is near.
const mostFixed = 5000

// moveSide is the collider with the side that faces along out, a unit vector in level space, moved along it. It is nil
// where no straight side of sharp corners faces there.
func moveSide(it *item, out level.Vec, by float64) *level.Collider {
	if it.Shape.Radius != 0 || !it.Shape.HasCorners() || it.Shape.IsDetailed() {
		return nil
	}
	n := it.at.Q.ApplyInv(out)
	after := *it.Collider
	if it.Shape.Kind == level.Box {
		switch {
		case math.Abs(n.X) > 1-1e-9:
			after.Shape.Size.X += by
		case math.Abs(n.Y) > 1-1e-9:
			after.Shape.Size.Y += by
		default:
			return nil
		}
		after.Position = level.RoundOff(it.Position.MulAdd(out, float64(by/2)))
		after.Shape.Size = level.RoundOff(after.Shape.Size)
		return &after
	}
	if len(it.Shape.Points) > mostFixed {
		return nil
	}
	far := math.Inf(-1)
	for _, p := range it.Shape.Points {
		far = max(far, p.Dot(n))
	}
	after.Shape.Points = make([]level.Vec, len(it.Shape.Points))
	moved := 0
	for i, p := range it.Shape.Points {
		if p.Dot(n) >= far-samePoint {
			p = level.RoundOff(p.MulAdd(n, by))
			moved++
		}
		after.Shape.Points[i] = p
	}
	if moved == 0 {
		return nil
	}
	return &after
}

// moveCorner is the collider with its corner at a point of level space moved; a box moves the whole side. It is nil
// where there is no such corner.
func moveCorner(it *item, corner, by level.Vec) *level.Collider {
	if it.Shape.Kind == level.Box {
		along := by.Unit()
		for _, out := range []level.Vec{along, along.Neg()} {
			far := it.at.P.Dot(out)
			for _, c := range it.Shape.Corners() {
				far = max(far, it.at.Apply(c).Dot(out))
			}
			if math.Abs(corner.Dot(out)-far) <= samePoint {
				return moveSide(it, out, by.Dot(out))
			}
		}
		return nil
	}
	if it.Shape.IsDetailed() || it.Shape.Radius != 0 || it.Shape.Kind != level.Polygon && it.Shape.Kind != level.Chain || len(it.Shape.Points) > mostFixed {
		return nil
	}
	after := *it.Collider
	after.Shape.Points = make([]level.Vec, len(it.Shape.Points))
	moved := 0
	for i, p := range it.Shape.Points {
		if at := it.at.Apply(p); isClose(at, corner) {
			p = level.RoundOff(it.at.ApplyInv(at.Add(by)))
			moved++
		}
		after.Shape.Points[i] = p
	}
	if moved == 0 {
		return nil
	}
	return &after
}

// harmless reports whether a changed collider is valid and overlaps nothing deeper than before. In a pile nobody knows.
func (s *scene) harmless(before *item, after *level.Collider) bool {
	baked, err := after.Shape.Bake()
	if err != nil || s.tooMany > 0 || s.meetsAside(before, after, baked) {
		return false
	}
	body, ok := level.BodyOf(after, baked, s.settings)
	if !ok || before.alone {
		return true
	}
	for _, c := range s.world.Probe(body) {
		if c.B == collision.Key(before.index) || c.Trigger {
			continue
		}
		was := 0.0
		if old, ok := s.world.Contact(collision.Key(before.index), c.B); ok {
			was = old.Depth()
		}
		if c.Depth() > max(was+samePoint, s.world.Slop) {
			return false
		}
	}
	return true
}

// meetsAside reports whether one of a pile that is in no pair is near a collider that is to be changed, or is it.
func (s *scene) meetsAside(before *item, after *level.Collider, baked *level.Baked) bool {
	if len(s.aside) == 0 || before.aside {
		return before.aside
	}
	box, at := before.bounds, after.Transform()
	for _, p := range baked.Pieces {
		box = box.Union(p.Bounds(at))
	}
	return !s.tree.Query(box, func(i int32) bool { return !(s.parts[i].of.aside && s.parts[i].bounds.Overlaps(box)) })
}

// mended reports whether a changed collider and another only touch.
func (s *scene) mended(after *level.Collider, other *item) bool {
	baked, err := after.Shape.Bake()
	if err != nil {
		return false
	}
	it := &item{Collider: after, baked: baked, at: after.Transform()}
	return math.Abs(distance(it, other).Distance) <= s.world.Slop
}

// Repair applies the safe fixes to a document, each round's as one change, until there are none left. Then it separates what
// overlaps still, as [contacts.Separate] does, and so on until nothing changes. It gives the findings that were mended and those
// that remain; of an overlap that remains the message says why. The error is the context's, and the document then has what was
// done.
func Repair(ctx context.Context, doc *level.Document, o Options) (mended, left Findings, err error) {
	const rounds = 20 // a fix can make way for another; this many is more than any level has needed
	keep := func(made []Finding) {
		for _, f := range made {
			if len(mended.List) < MaxFindings {
				mended.List = append(mended.List, f)
				continue
			}
			mended.leaveOut(f.Severity, 1)
		}
	}
	var stuck []contacts.Left
	for range rounds {
		all, err := find(ctx, doc.Snapshot(), o, math.MaxInt)
		if err != nil {
			return mended, left, err
		}
		round := repairOnce(doc, all.List)
		if len(round) == 0 && slices.ContainsFunc(all.List, func(f Finding) bool { return f.Rule == RuleOverlap }) {
			var out *separation
			if out, err = separate(ctx, doc); err != nil {
				return mended, left, err
			}
			round, stuck = out.made, out.left
		}
		if len(round) == 0 {
			explain(all.List, stuck)
			return mended, all.First(MaxFindings), nil
		}
		keep(round)
	}
	if left, err = Find(ctx, doc.Snapshot(), o); err == nil {
		explain(left.List, stuck)
	}
	return mended, left, err
}

// explain has the findings of overlaps say why they were not separated.
func explain(findings []Finding, left []contacts.Left) {
	pair := func(a, b level.ID) [2]level.ID { return [2]level.ID{min(a, b), max(a, b)} }
	why := make(map[[2]level.ID]contacts.Reason, len(left))
	for _, l := range left {
		why[pair(l.A, l.B)] = l.Why
	}
	for i := range findings {
		f := &findings[i]
		if f.Rule != RuleOverlap || len(f.Colliders) != 2 {
			continue
		}
		if r := why[pair(f.Colliders[0], f.Colliders[1])]; r != contacts.None {
			f.Message += ", and are not separated: " + r.String()
		}
	}
}

// repairOnce applies the safe fixes that can be made together.
func repairOnce(doc *level.Document, findings []Finding) []Finding {
	diff, done := SafeFixes(doc, findings)
	if len(done) == 0 || doc.Apply(diff) == nil {
		return done
	}
	kept := done[:0] // one of them does not apply: each by itself then
	for _, f := range done {
		if doc.Apply(f.Fix.Diff) == nil {
			kept = append(kept, f)
		}
	}
	return kept
}

// SafeFixes chooses among the findings of a document as it stands the safe fixes that can be made together, in their order,
// and gives them as one change: none changes what another has to do with, and no two change what is near each other, so that
// each is as safe as by itself. Applied, it leaves the others, if they are still needed, to the next check.
func SafeFixes(doc *level.Document, findings []Finding) (all level.Diff, mended []Finding) {
	return FixesTogether(doc, findings, func(f *Fix) bool { return f.Safe })
}

// FixesTogether is SafeFixes for the fixes that pass, such as those that a designer has seen.
func FixesTogether(doc *level.Document, findings []Finding, pass func(*Fix) bool) (all level.Diff, mended []Finding) {
	var safe []Finding
	var regions []collision.AABB
	for _, f := range findings {
		if f.Fix != nil && pass(f.Fix) {
			safe = append(safe, f)
			regions = append(regions, regionOf(doc, f.Fix.Diff))
		}
	}
	var chosen collision.Tree
	changed, needed := map[level.ID]bool{}, map[level.ID]bool{}
	for i, f := range safe {
		settings := f.Fix.Diff.Settings // of which several findings may share one change
		blocked := settings.After != nil && all.Settings.After != nil && settings != all.Settings ||
			slices.ContainsFunc(f.Colliders, func(id level.ID) bool { return changed[id] }) ||
			slices.ContainsFunc(f.Fix.Diff.Colliders, func(c level.Change[level.Collider]) bool { return needed[c.Before.ID] }) ||
			!chosen.Query(regions[i], func(j int32) bool { return !regions[j].Overlaps(regions[i]) })
		if blocked {
			continue
		}
		chosen.Put(int32(i), regions[i])
		for _, id := range f.Colliders {
			needed[id] = true
		}
		for _, c := range f.Fix.Diff.Colliders {
			changed[c.Before.ID] = true
		}
		all.Colliders = append(all.Colliders, f.Fix.Diff.Colliders...)
		if s := f.Fix.Diff.Settings; s.After != nil {
			all.Settings = s
		}
		mended = append(mended, f)
	}
	return all, mended
}

// regionOf is a box around all that a change of colliders could touch. One that takes a collider away touches nothing.
func regionOf(doc *level.Document, d level.Diff) collision.AABB {
	box := collision.EmptyAABB()
	for _, c := range d.Colliders {
		if c.After == nil {
			continue
		}
		box = box.Union(boundsIn(doc.Baked(c.Before.ID), c.Before))
		if after, err := c.After.Shape.Bake(); err == nil { // else the change cannot be made
			box = box.Union(boundsIn(after, c.After))
		}
	}
	if box.IsEmpty() {
		return box
	}
	return box.Grow(collision.DefaultSlop)
}

// boundsIn is the bounds of a collider with these pieces, in level space.
func boundsIn(b *level.Baked, c *level.Collider) collision.AABB {
	box, at := collision.EmptyAABB(), c.Transform()
	if b == nil {
		return box
	}
	for _, p := range b.Pieces {
		box = box.Union(p.Bounds(at))
	}
	return box
}

// number is a length with at most three decimals, and never 0 for what is more.
func number(x float64) string {
	if r := math.Round(x*1000) / 1000; r != 0 || x == 0 {
		return strconv.FormatFloat(r, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}
