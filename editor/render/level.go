package render

import (
	"image/color"
	"iter"
	"strconv"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// LevelScene returns the scene of a level without its hidden parts, with nothing selected and no contacts. A nil theme
// is the dark one. See [Scene.Meet] for contacts.
func LevelScene(snap level.Snapshot, cam Camera, theme *Theme) *Scene {
	s := &Scene{Camera: cam, Scale: 1, Theme: theme}
	if set := snap.Settings; set != nil {
		s.Frame = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
		s.Grid = &Grid{
			Size: set.Grid.Size, Offset: set.Grid.Offset, Subdivisions: set.Grid.Subdivisions, Major: DefaultMajor,
		}
	}
	for _, l := range snap.Layers {
		if l.Layer == nil || l.Layer.Hidden {
			continue
		}
		tint := LayerTint(l.Layer)
		for _, c := range l.Colliders {
			if c.Collider != nil && c.Baked != nil && !c.IsHidden(l.Layer) {
				s.Items = append(s.Items, Item{
					Collider: c.Collider, Baked: c.Baked, At: c.Transform(), Tint: tint, Alpha: l.Layer.Opacity,
				})
			}
		}
	}
	for _, m := range snap.Marks {
		s.Overlays = append(s.Overlays, overlay.Marked(m)...)
	}
	return s
}

// DefaultMajor is the distance between stronger grid lines, in grid lines.
const DefaultMajor = 4

// LayerTint returns a layer's colour, or zero if it has none.
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

// LevelBounds returns the bounds of a whole level: its frame and everything outside it.
func LevelBounds(snap level.Snapshot) collision.AABB {
	b := collision.EmptyAABB()
	if set := snap.Settings; set != nil && set.Size != (Vec{}) {
		b = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Collider != nil && c.Baked != nil {
				b = b.Union(tightBounds(c.Baked, c.Transform()))
			}
		}
	}
	for _, m := range snap.Marks {
		b = b.Union(m.Bounds)
	}
	return b
}

// tightBounds returns the bounds of a shape's pieces, or of its position if it has none.
func tightBounds(baked *level.Baked, at collision.Transform) collision.AABB {
	if len(baked.Pieces) == 0 {
		return collision.AABB{Min: at.P, Max: at.P}
	}
	return level.BoundsOf(baked.Pieces, at)
}

// Meet adds the contacts of pairs, except expected contacts, and sets the states of their items. exit returns the way
// by which an intruder leaves its overlaps, as from [contacts.ExitsIn]; if it is nil, no arrows are shown.
func (s *Scene) Meet(pairs iter.Seq[contacts.Pair], exit func(level.ID) (contacts.Exit, bool)) {
	states := map[level.ID]contacts.State{}
	var shown []contacts.Pair
	for p := range pairs {
		if p.Shows() {
			states[p.A], states[p.B] = max(states[p.A], p.State), max(states[p.B], p.State)
		}
		if p.State != contacts.Expected {
			shown = append(shown, p)
		}
	}
	at := make(map[level.ID]int, len(states))
	for i := range s.Items {
		if it := &s.Items[i]; it.Collider != nil {
			it.State = states[it.Collider.ID]
			at[it.Collider.ID] = i
		}
	}
	v := Preview{Unlimited: true, Exit: exit}
	v.Show(s, shown, func(id level.ID) Subject {
		i, ok := at[id]
		if !ok {
			return Subject{}
		}
		it := &s.Items[i]
		return Subject{
			Side: contacts.Side{
				Collider: it.Collider, Layer: float64(i), Size: contacts.SizeOf(it.Collider, it.Baked),
				Locked: it.Collider.Locked, Held: it.Selected || it.Moving,
			},
			Placed: contacts.Placed{Baked: it.Baked, At: it.At}, Moving: it.Moving, Emphasis: it.Selected || it.Hovered,
		}
	})
	for i := range s.Items {
		if it := &s.Items[i]; it.Collider != nil {
			it.Intruder = v.IsIntruder(s, it.Collider)
		}
	}
}
