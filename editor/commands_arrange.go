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

// BringForward draws the selected colliders above the next one of their layer that is not selected.
func (a Arrange) BringForward() error {
	return a.reorder("Bring forward", func(in []*level.Collider) []*level.Collider {
		for i := len(in) - 2; i >= 0; i-- {
			if a.s.selection.Has(in[i].ID) && !a.s.selection.Has(in[i+1].ID) {
				in[i], in[i+1] = in[i+1], in[i]
			}
		}
		return in
	})
}

// SendBackward draws the selected colliders below the next one of their layer that is not selected.
func (a Arrange) SendBackward() error {
	return a.reorder("Send backward", func(in []*level.Collider) []*level.Collider {
		for i := 1; i < len(in); i++ {
			if a.s.selection.Has(in[i].ID) && !a.s.selection.Has(in[i-1].ID) {
				in[i], in[i-1] = in[i-1], in[i]
			}
		}
		return in
	})
}

// ToFront draws the selected colliders above all others of their layer.
func (a Arrange) ToFront() error {
	return a.reorder("Bring to front", func(in []*level.Collider) []*level.Collider { return a.partitioned(in, false) })
}

// ToBack draws the selected colliders below all others of their layer.
func (a Arrange) ToBack() error {
	return a.reorder("Send to back", func(in []*level.Collider) []*level.Collider { return a.partitioned(in, true) })
}

func (a Arrange) partitioned(in []*level.Collider, selectedFirst bool) []*level.Collider {
	slices.SortStableFunc(in, func(x, y *level.Collider) int {
		return cmp.Compare(a.side(x, selectedFirst), a.side(y, selectedFirst))
	})
	return in
}

func (a Arrange) side(c *level.Collider, selectedFirst bool) int {
	if a.s.selection.Has(c.ID) == selectedFirst {
		return 0
	}
	return 1
}

// reorder gives the colliders of each layer with a selected one the drawing order that f makes of it. Only the orders
// that must change do.
func (a Arrange) reorder(verb string, f func([]*level.Collider) []*level.Collider) error {
	ids, err := a.s.changeable(a.s.selection.IDs())
	if err != nil {
		return err
	}
	var d level.Diff
	for _, layer := range a.layersOf(ids) {
		now := a.s.doc.InLayer(layer)
		for i, c := range f(slices.Clone(now)) {
			if now[i] == c {
				continue
			}
			out := *c
			out.Order = now[i].Order
			if i > 0 && now[i-1].Order == now[i].Order || i+1 < len(now) && now[i+1].Order == now[i].Order {
				return a.renumber(verb, ids, f)
			}
			d.Colliders = append(d.Colliders, level.Changed(c, &out))
		}
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

// renumber is reorder for layers where colliders share an order, so that the ids decide: it gives each an order of its own.
func (a Arrange) renumber(verb string, ids []level.ID, f func([]*level.Collider) []*level.Collider) error {
	var d level.Diff
	for _, layer := range a.layersOf(ids) {
		for i, c := range f(slices.Clone(a.s.doc.InLayer(layer))) {
			if out := *c; out.Order != float64(i+1) {
				out.Order = float64(i + 1)
				d.Colliders = append(d.Colliders, level.Changed(c, &out))
			}
		}
	}
	return a.s.Do(a.s.Label(verb, ids), d)
}
