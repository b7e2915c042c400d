package editor

import (
	"cmp"
	"slices"

	"fillet/editor/level"
)

// MoveToLayer moves colliders into a layer, above what is there. Groups that are moved as a whole stay groups; others lose what moves.
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

// Arrange is what brings what is selected into an order, or a line.
type Arrange struct{ s *Session }

// Arrange is for ordering and aligning what is selected. Each of its commands is one undo step.
func (s *Session) Arrange() Arrange { return Arrange{s} }

// BringForward draws the selection above the next shape or instance of its layer that is not selected.
func (a Arrange) BringForward() error {
	return a.reorder("Bring forward", func(in []unit) {
		for i := len(in) - 2; i >= 0; i-- {
			if a.isSelected(&in[i]) && !a.isSelected(&in[i+1]) {
				in[i], in[i+1] = in[i+1], in[i]
			}
		}
	})
}

// SendBackward draws the selection below the next shape or instance of its layer that is not selected.
func (a Arrange) SendBackward() error {
	return a.reorder("Send backward", func(in []unit) {
		for i := 1; i < len(in); i++ {
			if a.isSelected(&in[i]) && !a.isSelected(&in[i-1]) {
				in[i], in[i-1] = in[i-1], in[i]
			}
		}
	})
}

// ToFront draws the selection above all else in its layer.
func (a Arrange) ToFront() error {
	return a.reorder("Bring to front", func(in []unit) { a.partition(in, false) })
}

// ToBack draws the selection below all else in its layer.
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

// reorder gives each layer with something selected the drawing order that f makes of it.
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

// layersOf is the layers of colliders, each once.
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
