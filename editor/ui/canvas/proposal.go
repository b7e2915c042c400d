package canvas

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Sizes of a proposal's markers, in window units.
const (
	minGhostArrow = 14 // minimum length of an arrow
	minGhostMove  = 2  // shorter moves get a ring instead of an arrow
	ghostRing     = 12
	ghostCross    = 5 // half size of the cross on removed shapes
)

// ghosts appends markers for the proposed changes to the visible colliders: a dashed outline at each new position, with
// an arrow to it, a cross on each removed shape, and a ring around changes that are hardly visible.
func (c *View) ghosts(to []overlay.Item) []overlay.Item {
	c.proposed = c.Session.Proposal()
	if c.proposed == nil {
		return to
	}
	unit := c.Scale / c.Camera.Zoom // level pixels per window unit
	view := c.Camera.Visible()
	for g := range c.proposed.Ghosts() {
		box := g.Bounds()
		if g.Before != nil && g.After != nil {
			from := box.Center().Sub(g.Moved)
			box = box.Union(collision.AABB{Min: from, Max: from})
		}
		if view.Overlaps(box.Grow(ghostRing * unit)) {
			to = appendGhost(to, &g, unit)
		}
	}
	return to
}

func appendGhost(to []overlay.Item, g *editor.Ghost, unit float64) []overlay.Item {
	at := g.Bounds().Center()
	if g.After == nil {
		d := overlay.Vec{X: ghostCross * unit, Y: ghostCross * unit}
		e := overlay.Vec{X: d.X, Y: -d.Y}
		return append(to,
			overlay.Outline{Boundary: g.Baked.Boundary(), At: g.Before.Transform(), Ink: overlay.Bright, Dashed: true},
			overlay.Line{Points: []overlay.Vec{at.Sub(d), at.Add(d)}, Ink: overlay.Bright, Width: 2},
			overlay.Line{Points: []overlay.Vec{at.Sub(e), at.Add(e)}, Ink: overlay.Bright, Width: 2})
	}
	to = append(to, overlay.Outline{
		Boundary: g.Baked.Boundary(), At: g.After.Transform(), Ink: overlay.Accent,
		Dashed: true, Fill: true,
	})
	switch {
	case g.Before == nil || grows(g, minGhostMove*unit):
	case g.Moved.Len() >= minGhostMove*unit:
		way := g.Moved.Unit().Mul(max(g.Moved.Len(), minGhostArrow*unit))
		to = append(to, overlay.Arrow{From: at.Sub(way), To: at, Ink: overlay.Accent})
	default:
		to = append(to, overlay.Ring{Center: at, Radius: ghostRing * unit, Ink: overlay.Accent})
	}
	return to
}

// grows reports whether a proposed shape grows or shrinks by at least a length. Its outline then shows the change.
func grows(g *editor.Ghost, least float64) bool {
	if g.Before.Shape.Equal(g.After.Shape) {
		return false
	}
	before, after := level.DrawnBounds(g.Before).Size(), level.DrawnBounds(g.After).Size()
	return math.Abs(before.X-after.X) >= least || math.Abs(before.Y-after.Y) >= least
}
