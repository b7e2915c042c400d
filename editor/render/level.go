package render

import (
	"image/color"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// LevelScene is the picture of a level as it stands, without what is hidden: nothing selected, nothing in contact. A nil
// theme is the dark one. See [Scene.Meet] for contacts.
func LevelScene(snap level.Snapshot, cam Camera, theme *Theme) *Scene {
	s := &Scene{Camera: cam, Scale: 1, Theme: theme}
	if set := snap.Settings; set != nil {
		s.Frame = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
		s.Grid = &Grid{Size: set.Grid.Size, Offset: set.Grid.Offset, Subdivisions: set.Grid.Subdivisions, Major: DefaultMajor}
	}
	for _, l := range snap.Layers {
		if l.Layer == nil || l.Layer.Hidden {
			continue
		}
		tint := LayerTint(l.Layer)
		for _, c := range l.Colliders {
			if c.Collider != nil && c.Baked != nil && !c.Hidden {
				s.Items = append(s.Items, Item{Collider: c.Collider, Baked: c.Baked, At: c.Transform(), Tint: tint})
			}
		}
	}
	return s
}

// DefaultMajor is after how many grid lines a stronger one comes.
const DefaultMajor = 4

// LayerTint is a layer's colour, zero where it has none of its own.
func LayerTint(l *level.Layer) color.NRGBA {
	if len(l.Color) != 7 || l.Color[0] != '#' {
		return color.NRGBA{}
	}
	v, err := strconv.ParseUint(l.Color[1:], 16, 32)
	if err != nil {
		return color.NRGBA{}
	}
	return rgb(uint32(v))
}

// LevelBounds is the box that shows a whole level: its own rectangle, and what lies outside of it.
func LevelBounds(snap level.Snapshot) collision.AABB {
	b := collision.EmptyAABB()
	if set := snap.Settings; set != nil && set.Size != (Vec{}) {
		b = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Collider == nil || c.Baked == nil {
				continue
			}
			xf := c.Transform()
			if len(c.Baked.Pieces) == 0 {
				b = b.Union(collision.AABB{Min: xf.P, Max: xf.P})
			}
			for i := range c.Baked.Pieces {
				b = b.Union(c.Baked.Pieces[i].Bounds(xf))
			}
		}
	}
	return b
}

// Contacts is the contacts of a world, ready to draw: triggers as triggered, pairs deeper than the world's slop as
// overlapping, the others as touching. The world's keys are places in the list of colliders, as [level.NewWorld] gives
// both. The manifolds belong to the world and hold until its next Update.
func Contacts(w *collision.World, colliders []*level.Collider) []Contact {
	var out []Contact
	for c := range w.Contacts() {
		out = append(out, ContactOf(c, colliders[c.A], colliders[c.B], w.Slop))
	}
	return out
}

// ContactOf is one contact of a world, between a and b, ready to draw.
func ContactOf(c collision.Contact, a, b *level.Collider, slop float64) Contact {
	d := Contact{A: a.ID, B: b.ID, State: Overlapping, Manifolds: c.Manifolds, Depth: max(c.Depth(), 0)}
	switch {
	case c.Trigger:
		d.State = Triggered
	case c.Touching(slop):
		d.State, d.Depth = Touching, 0
	}
	return d
}

// Meet sets the scene's contacts, and with them the states of the items that they are between.
func (s *Scene) Meet(contacts []Contact) {
	s.Contacts = contacts
	states := make(map[level.ID]State, 2*len(contacts))
	for i := range contacts {
		c := &contacts[i]
		states[c.A] = max(states[c.A], c.State)
		states[c.B] = max(states[c.B], c.State)
	}
	for i := range s.Items {
		if it := &s.Items[i]; it.Collider != nil {
			it.State = states[it.Collider.ID]
		}
	}
	s.Blame()
}

// Blame sets Struck from the scene's contacts and the items' states: of a pair that overlaps, one that is selected or
// moving, or failing that one that is not static, is what a designer would take out; the other one is struck. Where
// neither stands out, neither is.
func (s *Scene) Blame() {
	if len(s.Contacts) == 0 {
		return
	}
	faults := make(map[level.ID]uint8, 2*len(s.Contacts)) // how much each stands out, plus 1
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.State == Overlapping {
			faults[c.A], faults[c.B] = 1, 1
		}
	}
	for i := range s.Items {
		it := &s.Items[i]
		it.Struck = false
		if it.State != Overlapping || it.Collider == nil || faults[it.Collider.ID] == 0 {
			continue
		}
		switch {
		case it.Selected || it.Moving:
			faults[it.Collider.ID] = 3
		case it.Collider.Body != level.Static:
			faults[it.Collider.ID] = 2
		}
	}
	guilty := make(map[level.ID]bool, len(faults))
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.State == Overlapping {
			guilty[c.A] = guilty[c.A] || faults[c.A] >= faults[c.B]
			guilty[c.B] = guilty[c.B] || faults[c.B] >= faults[c.A]
		}
	}
	for i := range s.Items {
		it := &s.Items[i]
		it.Struck = it.State == Overlapping && it.Collider != nil && faults[it.Collider.ID] != 0 && !guilty[it.Collider.ID]
	}
}
