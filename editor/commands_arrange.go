package editor

import (
	"cmp"
	"slices"

	"fillet/editor/level"
)

// MoveToLayer moves colliders to the top of a layer. Groups that are moved as a whole stay groups; other groups lose
// the colliders.
func (s Shapes) MoveToLayer(layer level.LayerID) error {
	ids, err := s.s.changeable(s.ids)
	if err != nil {
		return err
	}
	ids = slices.DeleteFunc(ids, func(id level.ID) bool { return s.s.doc.Collider(id).Layer == layer })
	if len(ids) == 0 {
		return nil
	}
	g := s.s.Groups()
	return g.Move(Place{Layer: layer}, g.outermost(g.wholeAmong(ids)), ids)
}

// Arrange orders and aligns the selection.
type Arrange struct{ s *Session }

// Arrange returns the commands for ordering and aligning the selection. Each is one undo step.
func (s *Session) Arrange() Arrange { return Arrange{s} }

// BringForward moves the selection in front of the next unselected shape or instance of its layer.
func (a Arrange) BringForward() error {
	return a.reorder("Bring forward", func(in []unit) {
		for i := len(in) - 2; i >= 0; i-- {
			if a.isSelected(&in[i]) && !a.isSelected(&in[i+1]) {
				in[i], in[i+1] = in[i+1], in[i]
			}
		}
	})
}

// SendBackward moves the selection behind the next unselected shape or instance of its layer.
func (a Arrange) SendBackward() error {
	return a.reorder("Send backward", func(in []unit) {
		for i := 1; i < len(in); i++ {
			if a.isSelected(&in[i]) && !a.isSelected(&in[i-1]) {
				in[i], in[i-1] = in[i-1], in[i]
			}
		}
	})
}

// ToFront moves the selection to the front of its layer.
func (a Arrange) ToFront() error {
	return a.reorder("Bring to front", func(in []unit) { a.partition(in, false) })
}

// ToBack moves the selection to the back of its layer.
func (a Arrange) ToBack() error {
	return a.reorder("Send to back", func(in []unit) { a.partition(in, true) })
}

func (a Arrange) partition(in []unit, selectedFirst bool) {
	side := func(u *unit) int {
		if a.isSelected(u) == selectedFirst {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(in, func(x, y unit) int { return cmp.Compare(side(&x), side(&y)) })
}

func (a Arrange) isSelected(u *unit) bool { return u.has(a.s.selection.Has) }

// reorder applies f to the drawing order of each layer that contains part of the selection.
func (a Arrange) reorder(verb string, f func([]unit)) error {
	ids, err := a.s.changeable(a.s.selection.IDs())
	if err != nil {
		return err
	}
	var d level.Diff
	for _, layer := range a.layersOf(ids) {
		now := unitsOf(a.s.doc, layer)
		next := slices.Clone(now)
		if f(next); slices.EqualFunc(next, now, unit.isSame) {
			continue
		}
		of := arranged(next, layer, a.isSelected)
		d.Colliders, d.Instances = append(d.Colliders, of.Colliders...), append(d.Instances, of.Instances...)
	}
	return a.s.Do(a.s.Label(verb, ids), d)
}

// layersOf returns the layers of colliders, each once.
func (a Arrange) layersOf(ids []level.ID) []level.LayerID {
	var out []level.LayerID
	done := map[level.LayerID]bool{}
	for _, id := range ids {
		if layer := a.s.doc.Collider(id).Layer; !done[layer] {
			done[layer] = true
			out = append(out, layer)
		}
	}
	return out
}
