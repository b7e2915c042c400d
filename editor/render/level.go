package render

import (
	"image/color"
	"iter"
	"strconv"

	"fillet/collision"
	"fillet/editor/contacts"
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

// ContactOf is a pair ready to draw. Its manifolds are those of the pair.
func ContactOf(p contacts.Pair, emphasis bool) Contact {
	return Contact{A: p.A, B: p.B, State: p.State, Manifolds: p.Contact.Manifolds, Depth: p.Depth, Emphasis: emphasis}
}

// Meet shows pairs: their contacts, but for those that are as expected, and the states of the items that they are between.
func (s *Scene) Meet(pairs iter.Seq[contacts.Pair]) {
	s.Contacts = nil
	states := map[level.ID]contacts.State{}
	for p := range pairs {
		if p.Shows() {
			states[p.A], states[p.B] = max(states[p.A], p.State), max(states[p.B], p.State)
		}
		if p.State != contacts.Expected {
			s.Contacts = append(s.Contacts, ContactOf(p, false))
		}
	}
	for i := range s.Items {
		if it := &s.Items[i]; it.Collider != nil {
			it.State = states[it.Collider.ID]
		}
	}
	s.MarkIntruders()
}

// MarkIntruders sets Overlapped from the scene's contacts and the items' states: of a pair that overlaps, one that is selected or
// moving, or failing that one that is not static, is what a designer would take out; the other one is overlapped. Where
// neither stands out, neither is.
func (s *Scene) MarkIntruders() {
	if len(s.Contacts) == 0 {
		return
	}
	faults := make(map[level.ID]uint8, 2*len(s.Contacts)) // how much each stands out, plus 1
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.State == contacts.Overlapping {
			faults[c.A], faults[c.B] = 1, 1
		}
	}
	for i := range s.Items {
		it := &s.Items[i]
		it.Overlapped = false
		if it.State != contacts.Overlapping || it.Collider == nil || faults[it.Collider.ID] == 0 {
			continue
		}
		switch {
		case it.Selected || it.Moving:
			faults[it.Collider.ID] = 3
		case it.Collider.Body != level.Static:
			faults[it.Collider.ID] = 2
		}
	}
	intruders := make(map[level.ID]bool, len(faults))
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.State == contacts.Overlapping {
			intruders[c.A] = intruders[c.A] || faults[c.A] >= faults[c.B]
			intruders[c.B] = intruders[c.B] || faults[c.B] >= faults[c.A]
		}
	}
	for i := range s.Items {
		it := &s.Items[i]
		it.Overlapped = it.State == contacts.Overlapping && it.Collider != nil && faults[it.Collider.ID] != 0 && !intruders[it.Collider.ID]
	}
}
