package editor

import (
	"errors"
	"fmt"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Reshape holds the commands that change the outlines of the selected colliders. Each is one undo step and selects the
// result. When several colliders become one, the lowest remains, with its name, layer, role and material.
type Reshape struct{ s *Session }

// Reshape returns the commands for combining, cutting, growing and converting the selected colliders.
func (s *Session) Reshape() Reshape { return Reshape{s} }

// Errors of reshaping.
var (
	ErrTakesTwo   = errors.New("select at least two shapes")
	ErrNoOverlap  = errors.New("the shapes do not overlap")
	ErrNotCut     = errors.New("the line does not cross any shape")
	ErrNoneBelow  = errors.New("there is no shape below the selection")
	ErrNoOutline  = errors.New("none of the selected shapes can be changed this way")
	ErrTakesChain = errors.New("select at least one open chain")
)

// Union combines the selected colliders that overlap or touch.
func (r Reshape) Union() error { return r.combine("Unite", UnionShapes) }

// Subtract removes the area of the other selected colliders from the lowest one.
func (r Reshape) Subtract() error {
	return r.combine("Subtract from lowest of", func(shapes []PlacedShape) ([]MadeShape, error) {
		made, err := SubtractShapes(shapes[0], shapes[1:])
		if err == nil && len(made) == 1 && made[0].Of == 0 {
			err = ErrNoOverlap
		}
		return made, err
	})
}

// Intersect keeps the area that all selected colliders cover.
func (r Reshape) Intersect() error { return r.combine("Intersect", IntersectShapes) }

// Exclude keeps the area that an odd number of the selected colliders covers: for two, everything but the overlap.
func (r Reshape) Exclude() error { return r.combine("Exclude", ExcludeShapes) }

func (r Reshape) combine(verb string, do func([]PlacedShape) ([]MadeShape, error)) error {
	ids, err := r.ids()
	if err != nil {
		return err
	}
	if len(ids) < 2 {
		return ErrTakesTwo
	}
	made, err := do(r.placed(ids))
	if err != nil {
		return r.named(err, ids)
	}
	n := r.newShapes()
	if n.replace(ids, made); len(n.d.Colliders) == 0 {
		return ErrNoOverlap
	}
	return n.do(r.s.Label(verb, ids))
}

// named adds the collider's title to an error about a single collider.
func (r Reshape) named(err error, ids []level.ID) error {
	if none := (*NoAreaError)(nil); errors.As(err, &none) {
		return fmt.Errorf("%s: %w", quote.Printable(r.s.doc.Title(r.s.doc.Collider(ids[none.Index]))), err)
	}
	return err
}

// ids returns the unlocked selected colliders in drawing order.
func (r Reshape) ids() ([]level.ID, error) {
	ids, err := r.s.changeable(r.s.selection.IDs())
	if err != nil {
		return nil, err
	}
	return inDrawingOrder(r.s.doc, ids), nil
}

func (r Reshape) placed(ids []level.ID) []PlacedShape {
	out := make([]PlacedShape, len(ids))
	for i, id := range ids {
		c := r.s.doc.Collider(id)
		out[i] = PlacedShape{Shape: c.Shape, At: c.Transform()}
	}
	return out
}

// CutOut cuts the selected colliders out of all editable colliders below them, and removes the selected ones.
func (r Reshape) CutOut() error {
	ids, err := r.ids()
	if err != nil {
		return err
	}
	n := r.newShapes()
	label := r.s.Label("Cut", ids) + " out of shapes below"
	cutters := r.placed(ids)
	found := false
	for c := range r.s.doc.Colliders() {
		if r.s.selection.Has(c.ID) || !r.s.doc.Editable(c) || !HasArea(c.Shape) {
			continue
		}
		var above []PlacedShape
		var which []level.ID
		for i, id := range ids {
			cutter := r.s.doc.Collider(id)
			if compareOrder(r.s.doc, c, cutter) < 0 && level.DrawnBounds(c).Overlaps(level.DrawnBounds(cutter)) {
				above, which = append(above, cutters[i]), append(which, id)
			}
		}
		if len(above) == 0 {
			continue
		}
		made, err := SubtractShapes(PlacedShape{Shape: c.Shape, At: c.Transform()}, above)
		switch {
		case errors.Is(err, ErrNothingLeft):
			n.remove(c.ID)
			found = true
		case err != nil:
			return r.named(err, append([]level.ID{c.ID}, which...))
		case len(made) != 1 || made[0].Of != 0:
			n.replace([]level.ID{c.ID}, made)
			found = true
		}
	}
	if !found {
		return ErrNoneBelow
	}
	for _, id := range ids {
		n.remove(id)
	}
	return n.do(label)
}

// Cut cuts the selected colliders along a line between two points of the level. Without a selection, it cuts all
// editable colliders.
func (r Reshape) Cut(from, to level.Vec) error {
	ids := r.s.selection.IDs()
	if len(ids) == 0 {
		for c := range r.s.doc.Colliders() {
			if r.s.doc.Editable(c) {
				ids = append(ids, c.ID)
			}
		}
	}
	ids, err := r.s.changeable(ids)
	if err != nil {
		return err
	}
	n := r.newShapes()
	var cut []level.ID
	for _, id := range inDrawingOrder(r.s.doc, ids) {
		c := r.s.doc.Collider(id)
		if !r.crosses(c, from, to) {
			continue
		}
		made, err := CutShape(PlacedShape{Shape: c.Shape, At: c.Transform()}, from, to)
		if err != nil {
			return err
		}
		if len(made) > 1 || made[0].Of != 0 {
			n.replace([]level.ID{id}, made)
			cut = append(cut, id)
		}
	}
	if len(cut) == 0 {
		return ErrNotCut
	}
	return n.do(r.s.Label("Cut", cut))
}

// crosses reports whether a line comes near a collider's bounds.
func (r Reshape) crosses(c *level.Collider, from, to level.Vec) bool {
	b := level.DrawnBounds(c).Grow(CutReach)
	return b.Min.X <= max(from.X, to.X) && b.Max.X >= min(from.X, to.X) && b.Min.Y <= max(from.Y, to.Y) &&
		b.Max.Y >= min(from.Y, to.Y)
}

// Join joins the selected open chains into one, the nearest ends first. A single chain is closed.
func (r Reshape) Join() error {
	ids, err := r.ids()
	if err != nil {
		return err
	}
	var chains []level.ID
	for _, id := range ids {
		if s := &r.s.doc.Collider(id).Shape; s.Kind == level.Chain && !s.Closed {
			chains = append(chains, id)
		}
	}
	if len(chains) == 0 {
		return ErrTakesChain
	}
	made, err := JoinChains(r.placed(chains))
	if err != nil {
		return err
	}
	n := r.newShapes()
	n.replace(chains, []MadeShape{made})
	return n.do("Join chains")
}

// Grow proposes to offset the outlines of the selected colliders by a distance in pixels: outward, or inward if
// negative.
func (r Reshape) Grow() error {
	return r.propose("Grow or shrink", "by", 8, GrowShape)
}

// Simplify proposes to remove vertices of the selected polygons and chains, within a tolerance in pixels.
func (r Reshape) Simplify() error {
	return r.propose("Simplify", "tolerance", 2, func(s level.Shape, tolerance float64) ([]MadeShape, error) {
		return changedOutline(s, SimplifyShape(s, tolerance))
	})
}

// Smooth proposes to replace the corners of the selected polygons and chains with curves.
func (r Reshape) Smooth() error {
	return r.propose("Smooth", "distance", 16, func(s level.Shape, distance float64) ([]MadeShape, error) {
		return changedOutline(s, SmoothShape(s, distance))
	})
}

// changedOutline returns a changed shape in its own frame, marked as unchanged if it equals the old shape. The error is
// ErrNoOutline for shapes other than polygons and chains.
func changedOutline(was, now level.Shape) ([]MadeShape, error) {
	if was.Kind != level.Polygon && was.Kind != level.Chain {
		return nil, ErrNoOutline
	}
	of := -1
	if was.Equal(now) {
		of = 0
	}
	return []MadeShape{{Shape: now, Of: of}}, nil
}

// Stroke proposes to replace the selected chains with polygons of the area that they cover. Chains without thickness
// get an adjustable width, in pixels.
func (r Reshape) Stroke() error {
	return r.propose("Outline stroke of", "width", 8, func(s level.Shape, width float64) ([]MadeShape, error) {
		if s.Kind != level.Chain {
			return nil, ErrNoOutline
		}
		return StrokeChain(s, width)
	})
}

// propose proposes a change to each selected collider that depends on an adjustable number.
func (r Reshape) propose(
	verb, name string, value float64, change func(s level.Shape, value float64) ([]MadeShape, error),
) error {
	ids, err := r.ids()
	if err != nil {
		return err
	}
	a := &parametric{title: r.s.Label(verb, ids), numbers: []ProposalNumber{length(name, value)}}
	return a.show(r.s, func(p *Proposal) error {
		n := r.newShapes()
		others := 0
		for _, id := range ids {
			c := r.s.doc.Collider(id)
			if c == nil {
				return level.ErrStale
			}
			made, err := change(c.Shape, a.numbers[0].Value)
			switch {
			case errors.Is(err, ErrNoOutline):
				others++
			case err != nil:
				p.Left = append(p.Left, fmt.Sprintf("%s: %v", quote.Printable(r.s.doc.Title(c)), err))
			default:
				n.replace([]level.ID{id}, made)
			}
		}
		if others == len(ids) {
			return ErrNoOutline
		}
		const limit = 3
		if more := len(p.Left) - limit; more > 0 {
			p.Left = append(p.Left[:limit], fmt.Sprintf("and %d more", more))
		}
		p.Diff, p.Made, p.Note = n.d, n.made, vertices(n.d)
		return nil
	})
}

// vertices describes how a change affects the number of vertices.
func vertices(d level.Diff) string {
	before, after := 0, 0
	count := func(c *level.Collider) (n int) {
		if c != nil {
			for _, loop := range append([][]level.Vec{c.Shape.Points}, c.Shape.Holes...) {
				n += len(loop)
			}
		}
		return n
	}
	for _, c := range d.Colliders {
		before, after = before+count(c.Before), after+count(c.After)
	}
	if before == after {
		return ""
	}
	return fmt.Sprintf("%d vertices become %d", before, after)
}

// Convert converts the selected colliders to another kind of shape, where possible.
func (r Reshape) Convert(to level.Kind) error {
	ids, err := r.ids()
	if err != nil {
		return err
	}
	n := r.newShapes()
	var first error
	var changed []level.ID
	for _, id := range ids {
		c := r.s.doc.Collider(id)
		if c.Shape.Kind == to {
			continue
		}
		made, err := ConvertShape(c.Shape, to)
		if err != nil {
			if first == nil {
				first = fmt.Errorf("%s: %w", quote.Printable(r.s.doc.Title(c)), err)
			}
			continue
		}
		n.replace([]level.ID{id}, made)
		changed = append(changed, id)
	}
	if len(changed) == 0 {
		return first
	}
	return n.do(r.s.Label("Convert to "+to.String(), changed))
}

// newShapes builds a change that replaces colliders with new shapes.
type newShapes struct {
	r     Reshape
	d     level.Diff
	names nameSet
	top   topOrders
	made  []level.ID // the colliders to select afterwards
}

func (r Reshape) newShapes() *newShapes { return &newShapes{r: r, top: topOrders{}} }

func (n *newShapes) remove(id level.ID) {
	n.d.Colliders = append(n.d.Colliders, level.Removed(n.r.s.doc.Collider(id)))
}

// replace replaces colliders with made shapes. A collider whose shape equals a made shape is kept. The first of the
// remaining shapes goes to the first collider, unless that one is kept; the rest go to copies of the first collider.
// Colliders without a shape are removed.
func (n *newShapes) replace(ids []level.ID, made []MadeShape) {
	doc := n.r.s.doc
	c := doc.Collider(ids[0])
	heir := -1 // index of the shape that takes the place of the first collider
	stay := make([]bool, len(ids))
	for i, m := range made {
		if m.Of >= 0 {
			stay[m.Of] = true
		} else if heir < 0 {
			heir = i
		}
	}
	if stay[0] {
		heir = -1
	} else if heir < 0 && len(made) > 0 {
		heir = 0
		stay[made[0].Of] = false
	}
	for i, m := range made {
		switch {
		case i == heir:
			after := *c
			n.shape(&after, c, m, ids)
			n.made = append(n.made, c.ID)
			addChange(&n.d.Colliders, c, &after)
		case m.Of >= 0:
			n.made = append(n.made, ids[m.Of])
		default:
			after := n.copied(c)
			n.shape(after, c, m, ids)
			n.made = append(n.made, after.ID)
			n.d.Colliders = append(n.d.Colliders, level.Added(after))
		}
	}
	for i, id := range ids {
		if !stay[i] && (i > 0 || heir < 0) {
			n.remove(id)
		}
	}
}

// shape gives a collider a made shape, whose placement is relative to the collider of.
func (n *newShapes) shape(after, of *level.Collider, m MadeShape, ids []level.ID) {
	if m.Of > 0 { // equals another collider's shape: keep that exactly
		from := n.r.s.doc.Collider(ids[m.Of])
		after.Shape, after.Position, after.Angle = from.Shape, from.Position, from.Angle
	} else {
		after.Shape = m.Shape
		if m.Offset != (level.Vec{}) {
			after.Position = of.Transform().Apply(m.Offset)
		}
		after.Angle = (of.Angle + m.Turn).Normalized()
	}
	if after.Angle != of.Angle { // keep the solid side and the path in place
		after.OneWay = after.Transform().Q.ApplyInv(of.Transform().Q.Apply(of.OneWay))
		after.Path = of.Path.Map(func(v level.Vec) level.Vec {
			return after.Transform().Q.ApplyInv(of.Transform().Q.Apply(v))
		})
	}
}

// copied returns a copy of a collider on top of its layer.
func (n *newShapes) copied(of *level.Collider) *level.Collider {
	doc := n.r.s.doc
	if n.names == nil {
		n.names = namesIn(doc)
	}
	c := *of
	c.ID, c.Order, c.Name, c.Source, c.Part = doc.NewID(), n.top.next(doc, c.Layer), n.names.next(c.Name), nil, nil
	return &c
}

func (n *newShapes) do(label string) error {
	return n.r.s.doThen(label, n.d, func() { n.r.s.selection.Set(n.made...) })
}
