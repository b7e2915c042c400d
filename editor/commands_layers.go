package editor

import (
	"fmt"
	"slices"

	"fillet/editor/level"
)

// layerColors holds the colours that new layers cycle through. Red and amber are reserved for overlaps and touches.
var layerColors = [...]string{"#4c9ffe", "#b48cff", "#8fa3bf", "#5fd38d", "#d9d94d", "#5cc8d8", "#ff8fb1"}

// Add creates a layer above all others and makes it active. An empty name becomes a free "Layer n".
func (ls Layers) Add(name string) (level.LayerID, error) {
	ls.s.settle()
	if name == "" {
		name = ls.freeName()
	}
	l := ls.s.newLayer(name)
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(l)}}
	return l.ID, ls.s.doThen("Add layer "+name, d, func() { ls.s.SetActiveLayer(l.ID) })
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

func (ls Layers) freeName() string {
	layers := ls.s.doc.Layers()
	return firstFree("Layer", len(layers)+1, func(name string) bool {
		return slices.ContainsFunc(layers, func(l *level.Layer) bool { return l.Name == name })
	})
}

// Remove removes a layer and its contents.
func (ls Layers) Remove(id level.LayerID) error {
	ls.s.settle()
	l := ls.s.doc.Layer(id)
	if l == nil {
		return fmt.Errorf("there is no layer %v", id)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Removed(l)}}
	for _, c := range ls.s.doc.InLayer(id) {
		d.Colliders = append(d.Colliders, level.Removed(c))
	}
	for _, g := range ls.s.doc.Groups() {
		if g.Layer == id {
			d.Groups = append(d.Groups, level.Removed(g))
		}
	}
	return ls.s.Do("Delete layer "+l.Name, d)
}

// MergeDown moves the contents of a layer to the top of the layer below and removes the layer. It fails if either layer
// is locked or if there is no layer below.
func (ls Layers) MergeDown(id level.LayerID) error {
	ls.s.settle()
	doc := ls.s.doc
	layers := doc.Layers()
	i := slices.IndexFunc(layers, func(l *level.Layer) bool { return l.ID == id })
	switch {
	case i < 0:
		return fmt.Errorf("there is no layer %v", id)
	case i == 0:
		return fmt.Errorf("there is no layer below %s", layers[i].Name)
	}
	l, to := layers[i], layers[i-1]
	for _, of := range []*level.Layer{l, to} {
		if of.Locked {
			return fmt.Errorf("the layer %s is locked", of.Name)
		}
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Removed(l)}}
	for _, g := range doc.Groups() {
		if g.Layer == id {
			d.Groups = append(d.Groups, changeOf(g, func(g *level.Group) { g.Layer = to.ID }))
		}
	}
	top := doc.TopOrder(to.ID)
	for i, u := range unitsOf(doc, id) {
		u.put(&d, to.ID, top+float64(i))
	}
	wasActive := ls.s.ActiveLayer() == id
	return ls.s.doThen("Merge layer "+l.Name, d, func() {
		if wasActive {
			ls.s.SetActiveLayer(to.ID)
		}
	})
}

// Rename names a layer.
func (ls Layers) Rename(id level.LayerID, name string) error {
	return ls.edit("Rename layer", id, func(l *level.Layer) { l.Name = name })
}

// SetColor sets a layer's colour, as #rrggbb or empty for none.
func (ls Layers) SetColor(id level.LayerID, color string) error {
	return ls.edit("Change colour of layer", id, func(l *level.Layer) { l.Color = color })
}

// SetOpacity sets the opacity of a layer on the canvas, [level.MinOpacity] to 1.
func (ls Layers) SetOpacity(id level.LayerID, alpha float64) error {
	if err := new(level.Layer).SetAlpha(alpha); err != nil {
		return err
	}
	return ls.edit("Change opacity of layer", id, func(l *level.Layer) { _ = l.SetAlpha(alpha) })
}

// SetHidden hides or shows a layer. The contents of a hidden layer do not collide.
func (ls Layers) SetHidden(id level.LayerID, hidden bool) error {
	return ls.edit(Either(hidden, "Hide layer", "Show layer"), id, func(l *level.Layer) { l.Hidden = hidden })
}

// SetLocked locks or unlocks a layer.
func (ls Layers) SetLocked(id level.LayerID, locked bool) error {
	return ls.edit(Either(locked, "Lock layer", "Unlock layer"), id, func(l *level.Layer) { l.Locked = locked })
}

// Move raises a layer above the next one, or lowers it below the previous one.
func (ls Layers) Move(id level.LayerID, up bool) error {
	i := slices.IndexFunc(ls.s.doc.Layers(), func(l *level.Layer) bool { return l.ID == id })
	if up {
		return ls.Place(id, i+1)
	}
	return ls.Place(id, i-1)
}

// Place moves a layer to an index in drawing order, starting with 0, clamped to the valid range.
func (ls Layers) Place(id level.LayerID, at int) error {
	ls.s.settle()
	layers := slices.Clone(ls.s.doc.Layers())
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
			d.Layers = append(d.Layers, changeOf(l, func(l *level.Layer) { l.Order = float64(k + 1) }))
		}
	}
	return ls.s.Do(Either(at > from, "Raise layer ", "Lower layer ")+moved.Name, d)
}

// LayerColors returns the colours that the user can choose for layers.
func LayerColors() []string { return layerColors[:] }

// Select selects the editable contents of a layer.
func (ls Layers) Select(id level.LayerID) {
	var ids []level.ID
	for _, c := range ls.s.doc.InLayer(id) {
		if ls.s.doc.Editable(c) {
			ids = append(ids, c.ID)
		}
	}
	ls.s.selection.Set(ids...)
}

func (ls Layers) edit(verb string, id level.LayerID, f func(*level.Layer)) error {
	ls.s.settle()
	l := ls.s.doc.Layer(id)
	if l == nil {
		return fmt.Errorf("there is no layer %v", id)
	}
	change := changeOf(l, f)
	if *change.After == *l {
		return nil
	}
	return ls.s.Do(verb+" "+l.Name, level.Diff{Layers: []level.Change[level.Layer]{change}})
}
