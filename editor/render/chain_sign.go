package render

import (
	"image/color"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// A chain has no inside to fill with a pattern, so its line shows its state: rungs across it for an intruder, and
// nearly closed dashes for a trigger with something in it.

// chainSignWidth is the width of a thin chain's rungs, in units of the screen.
const chainSignWidth = 5

// thinChainSign paints the state of a chain that is too thin for its thickness to be visible. It returns false if the
// caller must paint the chain's ordinary line.
func (p *painter) thinChainSign(it *Item, way *path, c color.NRGBA, size float64) bool {
	if size < plainSize {
		return false
	}
	switch triggered := it.Standing() == contacts.Triggered; {
	case it.Collider.Role == level.Trigger && triggered:
		p.on.stroke(way, p.dashed(p.line(c, 2.6), 15, 4))
		return true
	case it.Collider.Role == level.Trigger:
		return false
	case it.Intruder:
		p.rungs(way, c, 7)
		p.on.stroke(way, p.line(c, 2.2))
		return true
	}
	return false
}

// thickChainSign paints the state over a chain whose outline is drawn.
func (p *painter) thickChainSign(it *Item, way *path, c color.NRGBA, thickness, size float64) {
	if size < plainSize {
		return
	}
	switch triggered := it.Standing() == contacts.Triggered; {
	case it.Collider.Role == level.Trigger && triggered:
		p.on.stroke(way, p.dashed(p.line(c, thickness/p.scale/3), 10, 4))
	case it.Collider.Role == level.Trigger:
		p.on.stroke(way, p.dashed(p.line(c, max(2, thickness/p.scale/4)), 3, 5))
	case it.Intruder:
		p.rungs(way, c, thickness/p.scale)
	}
}

// rungs paints short lines across a path, of the given width in units of the screen.
func (p *painter) rungs(way *path, c color.NRGBA, width float64) {
	p.on.stroke(way, p.dashed(p.line(faded(c, 0.8), width), 2, 5))
}
