package canvas

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Sizes of what a proposal shows, in units of the window.
const (
	ghostArrowLeast = 14 // an arrow of a shorter way begins before it
	ghostMoveLeast  = 2  // a shorter way has a ring instead of an arrow
	ghostRing       = 12
	ghostCross      = 5 // half of the cross of what is removed
)

// ghosts appends what the change that is proposed makes of the colliders in view: a dashed outline where each would be, with an
// arrow to it, a cross on what would go, a ring around what would hardly be seen to change.
func (c *View) ghosts(to []overlay.Item) []overlay.Item {
	c.proposed = c.Session.Proposal()
	if c.proposed == nil {
		return to
	}
	unit := c.Scale / c.Camera.Zoom // in level pixels
	view := c.Camera.Visible()
	to = to[:len(to):len(to)]
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
	to = append(to, overlay.Outline{Boundary: g.Baked.Boundary(), At: g.After.Transform(), Ink: overlay.Accent, Dashed: true, Fill: true})
	switch {
	case g.Before == nil || grows(g, ghostMoveLeast*unit):
	case g.Moved.Len() >= ghostMoveLeast*unit:
		way := g.Moved.Unit().Mul(max(g.Moved.Len(), ghostArrowLeast*unit))
		to = append(to, overlay.Arrow{From: at.Sub(way), To: at, Ink: overlay.Accent})
	default:
		to = append(to, overlay.Ring{Center: at, Radius: ghostRing * unit, Ink: overlay.Accent})
	}
	return to
}

// grows reports whether what is proposed is another shape, larger or smaller by a length: its outline says so.
func grows(g *editor.Ghost, least float64) bool {
	if g.Before.Shape.Equal(g.After.Shape) {
		return false
	}
	was, is := level.DrawnBounds(g.Before).Size(), level.DrawnBounds(g.After).Size()
	return math.Abs(was.X-is.X) >= least || math.Abs(was.Y-is.Y) >= least
}
