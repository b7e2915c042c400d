package editor

import (
	"errors"
	"fmt"
	"slices"

	"fillet/editor/level"
)

// PlaceIn moves colliders into a layer, to where they are drawn right below another one there, or above everything with 0. Their order
// among themselves stays. The collider that they go under is none of them. Nothing moves where one of them, or a layer, is locked.
func (s Shapes) PlaceIn(layer level.LayerID, under level.ID) error {
	s.s.settle()
	to := s.s.doc.Layer(layer)
	switch {
	case to == nil:
		return fmt.Errorf("there is no layer %v", layer)
	case to.Locked:
		return fmt.Errorf("the layer %s is locked", to.Name)
	}
	moving := make(map[level.ID]bool, len(s.ids))
	var moved []*level.Collider
	for _, id := range s.ids {
		c := s.s.doc.Collider(id)
		switch {
		case c == nil || moving[id]:
			continue
		case c.Locked || s.s.doc.Layer(c.Layer).Locked:
			return fmt.Errorf("%s is locked", s.s.doc.Title(c))
		}
		moving[id] = true
		moved = append(moved, c)
	}
	if len(moved) == 0 {
		return ErrNothingSelected
	}
	if moving[under] {
		return errors.New("shapes cannot go under one of themselves")
	}
	slices.SortFunc(moved, s.s.compareOrder)
	now := s.s.doc.InLayer(layer)
	kept := make([]*level.Collider, 0, len(now))
	at := -1
	for _, c := range now {
		if c.ID == under {
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
	verb := "Reorder"
	if slices.ContainsFunc(moved, func(c *level.Collider) bool { return c.Layer != layer }) {
		verb = "Move to layer"
	}
	ids := make([]level.ID, len(moved))
	for i, c := range moved {
		ids[i] = c.ID
	}
	return s.s.Do(s.s.Label(verb, ids), level.Diff{Colliders: placed(next, at, len(moved), layer)})
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
