package editor

import (
	"errors"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// A soft body is a ring of circles. Springs between neighbours and across the ring preserve its area. Two springs join
// each pair of neighbours, one outside and one inside their centres. They keep the circles from rolling freely and the
// ring from folding.
const (
	minSoft, maxSoft = 8, 32 // number of circles
	softStep         = 20.0  // distance between circles, in pixels, if the limits on their number allow it
	softRadius       = 48.0  // radius of a soft body made without a selection
)

// softSprings holds the kinds of springs of a soft body. Each joins a circle to another one further along the ring: by
// share of the ring, but at least least circles. Its anchors are out radii outward of the circles' centres.
var softSprings = []struct {
	least          int
	share, out     float64
	hertz, damping float64
}{{1, 0, 0.7, 12, 1}, {1, 0, -0.7, 12, 1}, {0, 1.0 / 3, 0, 5, 1}, {0, 1.0 / 2, 0, 5, 1}}

// ErrSoft reports that the selection cannot become a soft body.
var ErrSoft = errors.New("select one closed shape that is wide enough for a ring of circles")

// SoftBody replaces the selected shape with a soft body: a ring of dynamic circles in a group, with springs that
// preserve its area. Without a selection, it creates one from a circle around a point. It is one step and selects the
// group.
func SoftBody(s *Session, at level.Vec) error {
	s.settle()
	doc := s.Document()
	var of *level.Collider
	outline := []level.Vec(nil)
	switch ids := s.Selection().IDs(); {
	case len(ids) == 1:
		of = doc.Collider(ids[0])
		if doc.Locked(of) {
			return ErrLocked
		}
		if of.Part != nil || of.Shape.Kind == level.Point || of.Shape.Kind == level.Chain || of.Role == level.Trigger {
			return ErrSoft
		}
		loops := doc.Baked(of.ID).Boundary()
		if len(loops) != 1 {
			return ErrSoft
		}
		for _, p := range loops[0].Flatten(0.1, nil) {
			outline = append(outline, of.Transform().Apply(p))
		}
	case len(ids) > 1:
		return ErrSoft
	default:
		for k := range 64 {
			outline = append(outline, at.Add(collision.NewRot(float64(2*math.Pi*float64(k)/
				64)).Apply(level.Vec{X: softRadius})))
		}
	}
	centres, radius, err := ring(outline)
	if err != nil {
		return err
	}
	var d level.Diff
	layer, parent := level.LayerID(0), level.GroupID(0)
	if of != nil {
		layer, parent = of.Layer, of.GroupOf
	} else {
		layer = s.layerForNew(&d)
	}
	order := doc.TopOrder(layer)
	name := FreeName(doc, "soft body")
	group := &level.Group{ID: doc.NewGroupID(), Name: name, Layer: layer, Parent: parent}
	d.Groups = append(d.Groups, level.Added(group))
	ids := make([]level.ID, len(centres))
	for k, p := range centres {
		ids[k] = doc.NewID()
		c := level.NewCollider(ids[k], layer, "", level.Shape{Kind: level.Circle, Radius: radius}, p)
		c.Order, c.GroupOf, c.Body = order+float64(k), group.ID, level.Dynamic
		if of != nil {
			c.Categories, c.CollidesWith, c.Material = of.Categories, of.CollidesWith, of.Material
			c.Friction, c.Restitution, c.Density = of.Friction, of.Restitution, of.Density
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if of != nil {
		d.Colliders = append(d.Colliders, level.Removed(of))
	}
	changeSettings(doc, &d, func(to *level.Settings) {
		to.Joints = withJoints(to.Joints, springs(doc, ids, centres, radius))
	})
	return s.doThen("Make "+name, d, func() { s.Groups().Select(group.ID) })
}

// ring returns the centres and the radius of circles in a ring along the inside of an outline. The circles do not touch
// each other.
func ring(outline []level.Vec) (centres []level.Vec, radius float64, err error) {
	var lengths []float64
	perimeter := 0.0
	for i, p := range outline {
		l := outline[(i+1)%len(outline)].Dist(p)
		lengths, perimeter = append(lengths, l), perimeter+l
	}
	n := int(min(max(math.Round(perimeter/softStep), minSoft), maxSoft)) &^ 1
	step := perimeter / float64(n)
	if radius = overlay.TidyNumber(0.95 * step / (2 + 2*math.Pi/float64(n))); !(radius >= 1) {
		return nil, 0, ErrSoft
	}
	area := DoubleArea(outline)
	edge, along := 0, 0.0
	for k := range n {
		for want := float64(step * float64(k)); edge < len(outline)-1 && along+lengths[edge] <= want; edge++ {
			along += lengths[edge]
		}
		a, b := outline[edge], outline[(edge+1)%len(outline)]
		way := b.Sub(a).Unit()
		in := way.Perp()
		if area < 0 {
			in = in.Neg()
		}
		p := a.MulAdd(way, float64(step*float64(k))-along).MulAdd(in, radius)
		p = overlay.Tidy(p)
		// Skip circles that would touch, as they do in corners.
		if !slices.ContainsFunc(centres, func(o level.Vec) bool { return o.Dist(p) < 2*radius }) {
			centres = append(centres, p)
		}
	}
	if len(centres) < minSoft*3/4 {
		return nil, 0, ErrSoft
	}
	if inner := DoubleArea(centres); math.Abs(inner) < math.Abs(area)/4 || inner*area < 0 {
		return nil, 0, ErrSoft
	}
	return centres, radius, nil
}

// springs returns the springs of a soft body.
func springs(doc *level.Document, ids []level.ID, centres []level.Vec, radius float64) (out []level.Joint) {
	given := map[level.JointID]bool{}
	n := len(ids)
	area := DoubleArea(centres)
	outward := func(k int) level.Vec {
		d := centres[(k+1)%n].Sub(centres[(k+n-1)%n]).Unit().Perp().Mul(radius)
		if area > 0 {
			d = d.Neg()
		}
		return d
	}
	type pair struct {
		a, b int
		out  float64
	}
	seen := map[pair]bool{}
	for _, kind := range softSprings {
		by := max(kind.least, int(math.Round(float64(n)*kind.share)))
		for k := range n {
			a, b := min(k, (k+by)%n), max(k, (k+by)%n)
			if a == b || seen[pair{a, b, kind.out}] {
				continue
			}
			seen[pair{a, b, kind.out}] = true
			atA, atB := overlay.Tidy(outward(a).Mul(kind.out)), overlay.Tidy(outward(b).Mul(kind.out))
			out = append(out, level.Joint{
				ID: level.NewJointID(doc, given), Kind: level.Spring, A: ids[a], B: ids[b], AnchorA: atA, AnchorB: atB,
				Length:    overlay.TidyNumber(centres[a].Add(atA).Dist(centres[b].Add(atB))),
				Frequency: kind.hertz, Damping: kind.damping, Collide: by > 1,
			})
		}
	}
	// The solver processes joints in the order of their ids. Sorting the ids makes equal soft bodies move the same way.
	for i, id := range slices.Sorted(maps.Keys(given)) {
		out[i].ID = id
	}
	return out
}
