package editor

import (
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// alignment returns the alignment lines of the visible colliders, collected on first use. Points of the collider under
// the pointer do not move them, so that one collection serves a whole gesture.
func (n *Snapper) alignment() *overlay.AlignTargets {
	if n.lines != nil {
		return n.lines
	}
	n.lines = &overlay.AlignTargets{}
	doc := n.session.doc
	for c := range doc.Colliders() {
		if !n.exclude[c.ID] && doc.Visible(c) {
			n.lines.Add(level.DrawnBounds(c))
		}
	}
	BesideOf(n.session).each(func(other *Snapper) {
		for c := range other.session.doc.Colliders() {
			n.lines.Add(level.DrawnBounds(c))
		}
	})
	n.lines.Sort()
	return n.lines
}
