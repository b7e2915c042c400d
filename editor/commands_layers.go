package editor

import (
	"fmt"
	"slices"

	"fillet/editor/level"
)

// layerColors is what new layers are coloured with, in turn.
var layerColors = [...]string{"#4c9ffe", "#b48cff", "#8fa3bf", "#5fd38d", "#ffb454", "#5cc8d8", "#ff8fb1"}

// AddLayer makes a layer above all others and makes it the active one. An empty name becomes a free "Layer n".
func (s *Session) AddLayer(name string) (level.LayerID, error) {
	s.settle()
	if name == "" {
		name = s.freeLayerName()
	}
	l := s.newLayer(name)
	var err error
	s.Batch(func() {
		if err = s.Do("Add layer "+name, level.Diff{Layers: []level.Change[level.Layer]{level.Added(l)}}); err == nil {
			s.SetActiveLayer(l.ID)
		}
	})
	if err != nil {
		return 0, err
	}
	return l.ID, nil
}

func (s *Session) newLayer(name string) *level.Layer {
	l := &level.Layer{ID: s.doc.NewLayerID(), Name: name, Order: 1}
	layers := s.doc.Layers()
	if n := len(layers); n > 0 {
		l.Order = layers[n-1].Order + 1
	}
	l.Color = layerColors[len(layers)%len(layerColors)]
	return l
}

func (s *Session) freeLayerName() string {
	for n := len(s.doc.Layers()) + 1; ; n++ {
		name := fmt.Sprintf("Layer %d", n)
		if !slices.ContainsFunc(s.doc.Layers(), func(l *level.Layer) bool { return l.Name == name }) {
			return name
		}
	}
}

// RemoveLayer removes a layer and all that is in it.
func (s *Session) RemoveLayer(id level.LayerID) error {
	s.settle()
	l := s.doc.Layer(id)
	if l == nil {
		return fmt.Errorf("there is no layer %v", id)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Removed(l)}}
	for _, c := range s.doc.InLayer(id) {
		d.Colliders = append(d.Colliders, level.Removed(c))
	}
	return s.Do("Remove layer "+l.Name, d)
}

// RenameLayer names a layer.
func (s *Session) RenameLayer(id level.LayerID, name string) error {
	return s.editLayer("Rename layer", id, func(l *level.Layer) { l.Name = name })
}

// SetLayerColor gives a layer a colour of the form #rrggbb, or none.
func (s *Session) SetLayerColor(id level.LayerID, color string) error {
	return s.editLayer("Colour layer", id, func(l *level.Layer) { l.Color = color })
}

// SetLayerHidden hides a layer or shows it again. What is in a hidden layer collides with nothing.
func (s *Session) SetLayerHidden(id level.LayerID, hidden bool) error {
	return s.editLayer(either(hidden, "Hide layer", "Show layer"), id, func(l *level.Layer) { l.Hidden = hidden })
}

// SetLayerLocked keeps what is in a layer from being changed, or frees it again.
func (s *Session) SetLayerLocked(id level.LayerID, locked bool) error {
	return s.editLayer(either(locked, "Lock layer", "Unlock layer"), id, func(l *level.Layer) { l.Locked = locked })
}

// MoveLayer draws a layer above the next one, or with up false below the one before.
func (s *Session) MoveLayer(id level.LayerID, up bool) error {
	i := slices.IndexFunc(s.doc.Layers(), func(l *level.Layer) bool { return l.ID == id })
	if i < 0 {
		return nil
	}
	if up {
		return s.PlaceLayer(id, i+1)
	}
	return s.PlaceLayer(id, i-1)
}

// PlaceLayer makes a layer the one with that index in drawing order, 0 being drawn first. Beyond either end is the end.
func (s *Session) PlaceLayer(id level.LayerID, at int) error {
	s.settle()
	layers := slices.Clone(s.doc.Layers())
	from := slices.IndexFunc(layers, func(l *level.Layer) bool { return l.ID == id })
	at = min(max(at, 0), len(layers)-1)
	if from < 0 || from == at {
		return nil
	}
	moved := layers[from]
	layers = slices.Insert(slices.Delete(layers, from, from+1), at, moved)
	var d level.Diff
	for k, l := range layers {
		if l.Order != float64(k+1) {
			out := *l
			out.Order = float64(k + 1)
			d.Layers = append(d.Layers, level.Changed(l, &out))
		}
	}
	return s.Do(either(at > from, "Raise layer ", "Lower layer ")+moved.Name, d)
}

// LayerColors is the colours that layers are offered.
func LayerColors() []string { return layerColors[:] }

// SelectLayer selects all that is in a layer and can be edited.
func (s *Session) SelectLayer(id level.LayerID) {
	var ids []level.ID
	for _, c := range s.doc.InLayer(id) {
		if s.doc.Editable(c) {
			ids = append(ids, c.ID)
		}
	}
	s.selection.Set(ids...)
}

func (s *Session) editLayer(verb string, id level.LayerID, f func(*level.Layer)) error {
	s.settle()
	l := s.doc.Layer(id)
	if l == nil {
		return fmt.Errorf("there is no layer %v", id)
	}
	out := *l
	f(&out)
	if out == *l {
		return nil
	}
	return s.Do(verb+" "+l.Name, level.Diff{Layers: []level.Change[level.Layer]{level.Changed(l, &out)}})
}
