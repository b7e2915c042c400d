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

// snap returns a fix for an overlap of the given small depth, or for a crack if depth is negative. The fix moves one
// side of one of the items. normal is a unit vector from a to b. snap returns nil if neither item can change without
// harm.
func (s *scene) snap(a, b *item, normal level.Vec, depth float64) *Fix {
	first, second := a, b
	if x, y := a.side(), b.side(); y.Yields(&x) {
		first, second = b, a
	}
	for _, it := range []*item{first, second} {
		out := normal // points away from the item
		partner := b
		if it == b {
			out, partner = normal.Neg(), a
		}
		after := moveSide(it, out, -depth)
		if after == nil || !s.harmless(it, after) || !s.touchesOnly(after, partner) {
			continue
		}
		title := "Remove an overlap of "
		if depth < 0 {
			title = "Close a crack of "
		}
		return safeFix(title+number(math.Abs(depth))+" px", level.Changed(it.Collider, after))
	}
	return nil
}

func safeFix(title string, c level.Change[level.Collider]) *Fix {
	return &Fix{Title: title, Safe: true, Diff: level.Diff{Colliders: []level.Change[level.Collider]{c}}}
}

// side returns an item as a candidate for moving.
func (it *item) side() contacts.Side {
	return contacts.Side{
		Collider: it.Collider, Layer: float64(it.index), Size: contacts.SizeOf(it.Collider, it.baked),
		Locked: it.Locked,
	}
}

// maxFixed limits the vertices of a shape whose sides and corners are moved. Checking that a move does no harm tests
// all of them, for each shape nearby.
const maxFixed = 5000

// moveSide returns the collider with the side that faces the unit vector out, in level space, moved along it. It
// returns nil if no straight side with sharp corners faces there.
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
	far := math.Inf(-1)
	for _, p := range it.Shape.Points {
		far = max(far, p.Dot(n))
	}
	return movePoints(it, func(p level.Vec) (level.Vec, bool) { return p.MulAdd(n, by), p.Dot(n) >= far-samePoint })
}

// movePoints returns the collider with the points moved for which to returns true, or nil if there are none or too many
// points.
func movePoints(it *item, to func(p level.Vec) (level.Vec, bool)) *level.Collider {
	if len(it.Shape.Points) > maxFixed {
		return nil
	}
	after, moved := *it.Collider, false
	after.Shape.Points = slices.Clone(it.Shape.Points)
	for i, p := range it.Shape.Points {
		if p, ok := to(p); ok {
			after.Shape.Points[i], moved = level.RoundOff(p), true
		}
	}
	if !moved {
		return nil
	}
	return &after
}

// moveCorner returns the collider with the corner at a point in level space moved. In a box, the whole side moves. It
// returns nil if there is no such corner.
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
	if it.Shape.IsDetailed() || it.Shape.Radius != 0 || it.Shape.Kind != level.Polygon &&
		it.Shape.Kind != level.Chain {
		return nil
	}
	return movePoints(it, func(p level.Vec) (level.Vec, bool) {
		at := it.at.Apply(p)
		return it.at.ApplyInv(at.Add(by)), isClose(at, corner)
	})
}

// harmless reports whether a changed collider is valid and overlaps nothing deeper than before. In a pile this is
// unknown, so the result is false.
func (s *scene) harmless(before *item, after *level.Collider) bool {
	baked, err := after.Shape.Bake()
	if err != nil || s.tooMany > 0 || s.meetsExcluded(before, after, baked) {
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

// meetsExcluded reports whether a collider to change is excluded from pairwise checks as part of a pile, or is near
// such a collider.
func (s *scene) meetsExcluded(before *item, after *level.Collider, baked *level.Baked) bool {
	if len(s.excluded) == 0 || before.excluded {
		return before.excluded
	}
	box := before.bounds.Union(level.BoundsOf(baked.Pieces, after.Transform()))
	return !s.tree.Query(box, func(i int32) bool {
		return !(s.parts[i].of.excluded && s.parts[i].bounds.Overlaps(box))
	})
}

// touchesOnly reports whether a changed collider touches another item without overlapping it.
func (s *scene) touchesOnly(after *level.Collider, partner *item) bool {
	baked, err := after.Shape.Bake()
	if err != nil {
		return false
	}
	it := &item{Collider: after, baked: baked, at: after.Transform()}
	return math.Abs(distance(it, partner).Distance) <= s.world.Slop
}

// Repair applies the safe fixes to a document, one change per round, until there are none left. Then it separates the
// remaining overlaps with [contacts.Separate], and repeats both until nothing changes. It returns the findings that it
// fixed and the findings that remain; the messages of remaining overlaps give the reason. If the context ends, Repair
// returns its error, and the document keeps the changes made so far.
func Repair(ctx context.Context, doc *level.Document, o Options) (fixed, left Findings, err error) {
	const rounds = 20 // a fix can make room for another; no level has needed this many rounds
	var stuck []contacts.Left
	for range rounds {
		all, err := find(ctx, doc.Snapshot(), o, math.MaxInt)
		if err != nil {
			return fixed, left, err
		}
		round := repairOnce(doc, all.List)
		if len(round) == 0 && slices.ContainsFunc(all.List, func(f Finding) bool { return f.Rule == RuleOverlap }) {
			var out *separation
			if out, err = separate(ctx, doc); err != nil {
				return fixed, left, err
			}
			round, stuck = out.made, out.left
		}
		if len(round) == 0 {
			explain(all.List, stuck)
			return fixed, all.First(MaxFindings), nil
		}
		fixed.List = append(fixed.List, round...)
		fixed = fixed.First(MaxFindings)
	}
	if left, err = Find(ctx, doc.Snapshot(), o); err == nil {
		explain(left.List, stuck)
	}
	return fixed, left, err
}

// explain adds the reason why they were not separated to the findings of overlaps.
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
			f.Message += "; not separated: " + r.String()
		}
	}
}

// repairOnce applies the safe fixes that can be made together.
func repairOnce(doc *level.Document, findings []Finding) []Finding {
	diff, done := fixesTogether(doc, findings, func(f *Fix) bool { return f.Safe })
	if len(done) == 0 || doc.Apply(diff) == nil {
		return done
	}
	kept := done[:0] // one of the fixes does not apply: try each separately
	for _, f := range done {
		if doc.Apply(f.Fix.Diff) == nil {
			kept = append(kept, f)
		}
	}
	return kept
}

// fixesTogether combines the fixes of the document's current findings that pass accepts, in their order, into one
// change. No fix changes a collider that another one concerns, and no two fixes act near each other, so each is as safe
// as if applied alone. The other fixes are left to the next check, if still needed.
func fixesTogether(doc *level.Document, findings []Finding, pass func(*Fix) bool) (all level.Diff, fixed []Finding) {
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
		settings := f.Fix.Diff.Settings // several findings may share one change to the settings
		blocked := settings.After != nil && all.Settings.After != nil && settings != all.Settings ||
			slices.ContainsFunc(f.Colliders, func(id level.ID) bool { return changed[id] }) ||
			slices.ContainsFunc(f.Fix.Diff.Colliders, func(c level.Change[level.Collider]) bool {
				return needed[c.Before.ID]
			}) ||
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
		fixed = append(fixed, f)
	}
	return all, fixed
}

// regionOf returns a box around everything that a change to colliders could touch. Removing a collider touches nothing.
func regionOf(doc *level.Document, d level.Diff) collision.AABB {
	box := collision.EmptyAABB()
	for _, c := range d.Colliders {
		if c.After == nil {
			continue
		}
		if before := doc.Baked(c.Before.ID); before != nil {
			box = box.Union(level.BoundsOf(before.Pieces, c.Before.Transform()))
		}
		if after, err := c.After.Shape.Bake(); err == nil { // on an error, the change cannot be made
			box = box.Union(level.BoundsOf(after.Pieces, c.After.Transform()))
		}
	}
	if box.IsEmpty() {
		return box
	}
	return box.Grow(collision.DefaultSlop)
}

// number formats a length with up to three decimals; a nonzero length is never shown as 0.
func number(x float64) string {
	if r := math.Round(x*1000) / 1000; r != 0 || x == 0 {
		return strconv.FormatFloat(r, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}
