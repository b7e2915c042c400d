package editor

import (
	"slices"

	"fillet/editor/level"
)

// moveTo gives colliders of a level, in their order, their places in the drawing order. moving is their ids.
func moveTo(doc *level.Document, to Place, moved []*level.Collider, moving map[level.ID]bool) []level.Change[level.Collider] {
	now := doc.InLayer(to.Layer)
	kept := make([]*level.Collider, 0, len(now))
	at := -1
	for _, c := range now {
		if c.ID == to.Under {
			at = len(kept)
		}
		if !moving[c.ID] {
			kept = append(kept, c)
		}
	}
	if at < 0 {
		at = len(kept)
	}
	next := slices.Insert(kept, at, moved...)
	if slices.Equal(next, now) {
		return nil
	}
	return placed(next, at, len(moved), to.Layer)
}

// placed gives the n colliders at a place of a layer's list orders between those of their neighbours, or all of the list new ones where
// there is no room between them.
func placed(list []*level.Collider, at, n int, layer level.LayerID) []level.Change[level.Collider] {
	var lo, step float64
	switch end := at + n; {
	case at == 0 && end == len(list):
		lo, step = 0, 1
	case end == len(list):
		lo, step = list[at-1].Order, 1
	case at == 0:
		lo, step = list[end].Order-float64(n+1), 1
	default:
		lo = list[at-1].Order
		step = (list[end].Order - lo) / float64(n+1)
	}
	order := func(i int) float64 { return lo + float64(step*float64(i-at+1)) }
	for i := max(at, 1); i <= min(at+n, len(list)-1); i++ { // each is drawn after the one before
		before, after := list[i-1].Order, list[i].Order
		if i > at {
			before = order(i - 1)
		}
		if i < at+n {
			after = order(i)
		}
		if !(before < after) {
			return renumbered(list, layer)
		}
	}
	changes := make([]level.Change[level.Collider], n)
	for i := range n {
		c := list[at+i]
		out := *c
		out.Layer, out.Order = layer, order(at+i)
		changes[i] = level.Changed(c, &out)
	}
	return changes
}

// renumbered gives the colliders of a list the orders 1, 2, 3.
func renumbered(list []*level.Collider, layer level.LayerID) []level.Change[level.Collider] {
	var changes []level.Change[level.Collider]
	for i, c := range list {
		if n := float64(i + 1); c.Order != n || c.Layer != layer {
			out := *c
			out.Layer, out.Order = layer, n
			changes = append(changes, level.Changed(c, &out))
		}
	}
	return changes
}
