package bulk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/level"
)

// toKind makes a shape one of another kind that covers the very same area. Where there is none it says so, and the shape stays as it is.
func toKind(c *level.Collider, kind level.Kind) error {
	from := c.Shape.Kind
	if from == kind {
		return nil
	}
	next, ok := *c, false
	switch {
	case from == level.Box && kind == level.Polygon:
		next.Shape = level.Shape{Kind: level.Polygon, Points: c.Shape.Corners(), Radius: c.Shape.Radius, Rounding: c.Shape.Rounding}.WithDetail(c.Shape.Details())
		ok = true
	case c.Shape.IsDetailed(): // no other kind has its corners and edges
	case from == level.Polygon && kind == level.Box:
		ok = len(c.Shape.Holes) == 0 && isUprightRect(c.Shape.Points) && boxed(&next, c.Shape.Radius, c.Shape.Rounding, c.Shape.Points...)
	case from == level.Box && (kind == level.Circle || kind == level.Capsule):
		ok = roundBox(&next, kind)
	case from == level.Circle && kind == level.Box:
		r := c.Shape.Radius
		next.Shape = level.Shape{Kind: level.Box, Size: level.Vec{X: float64(2 * r), Y: float64(2 * r)}, Radius: r, Rounding: level.Inset}
		ok = true
	case from == level.Capsule && kind == level.Box:
		a, b, r := c.Shape.Points[0], c.Shape.Points[1], c.Shape.Radius
		ends := [2]level.Vec{{X: min(a.X, b.X), Y: min(a.Y, b.Y)}, {X: max(a.X, b.X), Y: max(a.Y, b.Y)}}
		off := level.Vec{X: r, Y: r}
		ok = (a.X == b.X) != (a.Y == b.Y) && boxed(&next, r, level.Inset, ends[0].Sub(off), ends[1].Add(off))
	}
	if !ok {
		return fmt.Errorf("a %v like this one is no %v exactly%s", from, kind, hintOf(from, kind))
	}
	c.Shape, c.Position = next.Shape, next.Position
	return nil
}

// hintOf says which shapes of a kind are exactly one of another kind.
func hintOf(from, to level.Kind) string {
	hint := map[[2]level.Kind]string{
		{level.Polygon, level.Box}: "an upright rectangle is",
		{level.Box, level.Circle}:  "a square whose inset radius is half its side is",
		{level.Box, level.Capsule}: "one whose inset radius is half its shorter side is",
		{level.Capsule, level.Box}: "an upright or level one is",
	}[[2]level.Kind{from, to}]
	if hint == "" {
		return ""
	}
	return ": " + hint
}

// isUprightRect reports whether four points are the corners of a rectangle whose sides are those of its frame.
func isUprightRect(points []level.Vec) bool {
	if len(points) != 4 {
		return false
	}
	for i, p := range points {
		q, r := points[(i+1)%4], points[(i+2)%4]
		if (p.X == q.X) == (p.Y == q.Y) || (p.X == q.X) != (q.Y == r.Y) || (p.Y == q.Y) != (q.X == r.X) {
			return false
		}
	}
	return true
}

// boxed makes the shape the box around points in its frame, whose middle goes to the frame's origin. It reports whether all numbers stay
// exactly what they were.
func boxed(c *level.Collider, radius float64, rounding level.Rounding, points ...level.Vec) bool {
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo, hi = level.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}, level.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	size, middle := hi.Sub(lo), lo.Add(hi).Mul(0.5)
	if middle != (level.Vec{}) && c.Angle != 0 {
		return false // the middle would move by rounded numbers
	}
	half := size.Mul(0.5)
	at := c.Position.Add(middle)
	if at.Sub(half) != c.Position.Add(lo) || at.Add(half) != c.Position.Add(hi) {
		return false
	}
	c.Position = at
	c.Shape = level.Shape{Kind: level.Box, Size: size, Radius: radius, Rounding: rounding}
	return true
}

// roundBox makes a box whose corners leave no straight side, or one pair of them, the circle or capsule that it is.
func roundBox(c *level.Collider, kind level.Kind) bool {
	s := c.Shape
	r := float64(min(s.Size.X, s.Size.Y) / 2)
	if s.Rounding == level.Outset || s.Radius != r {
		return false
	}
	if kind == level.Circle {
		c.Shape = level.Shape{Kind: level.Circle, Radius: r}
		return s.Size.X == s.Size.Y
	}
	end := s.Size.Mul(0.5).Sub(level.Vec{X: r, Y: r})
	c.Shape = level.Shape{Kind: level.Capsule, Points: []level.Vec{end.Mul(-1), end}, Radius: r}
	return s.Size.X != s.Size.Y && end.Add(level.Vec{X: r, Y: r}) == s.Size.Mul(0.5)
}

// kindColumn is what a shape was drawn as. Another kind is taken only where it is the same shape.
func kindColumn() Column {
	words := make([]string, len(level.Kinds))
	for i, k := range level.Kinds {
		words[i] = k.String()
	}
	return Column{
		Key: "kind", Title: "kind",
		Text: func(_ *level.Document, c *level.Collider) string { return c.Shape.Kind.String() },
		choices: func(_ *level.Document, c *level.Collider) []string {
			var out []string
			for _, k := range level.Kinds {
				if other := *c; toKind(&other, k) == nil {
					out = append(out, k.String())
				}
			}
			return out
		},
		set: func(_ *Table, c *level.Collider, s string) error {
			i := slices.Index(words, strings.ToLower(strings.TrimSpace(s)))
			if i < 0 {
				return fmt.Errorf("%q is none of %s", short(s), strings.Join(words, ", "))
			}
			return toKind(c, level.Kinds[i])
		},
	}
}

// layerColumn is the layer that a shape is on, by name.
func layerColumn() Column {
	return Column{
		Key: "layer", Title: "layer",
		Text: func(doc *level.Document, c *level.Collider) string {
			if l := doc.Layer(c.Layer); l != nil {
				return l.Name
			}
			return ""
		},
		choices: func(doc *level.Document, c *level.Collider) []string {
			if mayMove(doc, c) != nil {
				return nil
			}
			var out []string
			for _, l := range slices.Backward(doc.Layers()) { // as the outline has them
				if !slices.Contains(out, l.Name) {
					out = append(out, l.Name)
				}
			}
			return out
		},
		set: func(t *Table, c *level.Collider, s string) error {
			if err := mayMove(t.Doc, c); err != nil {
				return err
			}
			var to *level.Layer
			for _, l := range t.Doc.Layers() {
				switch {
				case l.Name != s && l.Name != strings.TrimSpace(s):
				case to != nil:
					return fmt.Errorf("%d layers are called %q: rename one", countLayers(t.Doc, l.Name), short(s))
				default:
					to = l
				}
			}
			switch {
			case to == nil:
				return fmt.Errorf("there is no layer %q", short(s))
			case to.Locked && to.ID != c.Layer:
				return fmt.Errorf("the layer %q is locked", short(s))
			}
			c.Layer = to.ID
			return nil
		},
	}
}

// mayMove says why a shape cannot go to another layer by itself.
func mayMove(doc *level.Document, c *level.Collider) error {
	switch {
	case c.Part != nil:
		return errors.New("it is on the layer of its instance")
	case c.GroupOf != 0:
		name := c.GroupOf.String()
		if g := doc.Group(c.GroupOf); g != nil && g.Name != "" {
			name = g.Name
		}
		return fmt.Errorf("it is on the layer of its group, %s: the outline moves that", short(name))
	}
	return nil
}

func countLayers(doc *level.Document, name string) int {
	n := 0
	for _, l := range doc.Layers() {
		if l.Name == name {
			n++
		}
	}
	return n
}

// onTop puts shapes that go to another layer on top of it, as they are drawn now.
func onTop(doc *level.Document, changes []level.Change[level.Collider]) {
	var moved []level.Change[level.Collider]
	for _, c := range changes {
		if c.Before.Layer != c.After.Layer {
			moved = append(moved, c)
		}
	}
	place := map[level.LayerID]int{}
	for i, l := range doc.Layers() {
		place[l.ID] = i
	}
	slices.SortStableFunc(moved, func(a, b level.Change[level.Collider]) int {
		return cmp.Or(place[a.Before.Layer]-place[b.Before.Layer], cmp.Compare(a.Before.Order, b.Before.Order), cmp.Compare(a.Before.ID, b.Before.ID))
	})
	next := map[level.LayerID]float64{}
	for _, c := range moved {
		to := c.After.Layer
		if _, ok := next[to]; !ok {
			next[to] = doc.TopOrder(to)
		}
		c.After.Order = next[to]
		next[to]++
	}
}
