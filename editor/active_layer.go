package editor

import (
	"slices"

	"fillet/editor/level"
)

// ActiveLayer returns the layer set last or, without one, the layer that suits new shapes best: the lowest with static
// solids, or else the topmost that is neither imported nor full of triggers. Visible and unlocked layers go first. It
// returns 0 if the document has no layer.
func (s *Session) ActiveLayer() level.LayerID {
	if s.doc.Layer(s.activeLayer) != nil {
		return s.activeLayer
	}
	return s.usualLayer().id
}

// SetActiveLayer sets the layer for new colliders.
func (s *Session) SetActiveLayer(id level.LayerID) {
	if s.doc.Layer(id) == nil || s.activeLayer == id {
		return
	}
	s.activeLayer = id
	s.Touch(SettingsChanged)
}

// layerForNew returns the layer for new records: the active one or, where only imported layers are available and none
// of them was made active, a new layer, which it adds to the diff.
func (s *Session) layerForNew(d *level.Diff) level.LayerID {
	if id := s.ActiveLayer(); id != 0 && (id == s.activeLayer || s.usualLayer().use != importedLayer) {
		return id
	}
	l := s.newLayer(s.Layers().freeName())
	d.Layers = append(d.Layers, level.Added(l))
	return l.ID
}

// layerUse is the suitability of a layer for new shapes.
type layerUse uint8

// The uses, from the least to the most suitable.
const (
	closedLayer   layerUse = iota // hidden or locked
	importedLayer                 // holds shapes of an imported file
	triggerLayer                  // holds nothing but triggers
	plainLayer
	groundLayer // holds static solids
)

// layerFallback is the active layer while none is set.
type layerFallback struct {
	id  level.LayerID
	use layerUse
}

// usualLayer returns the active layer for a level in which none was set.
func (s *Session) usualLayer() layerFallback {
	if s.usual == nil {
		s.usual = &layerFallback{}
		for _, l := range s.doc.Layers() {
			use := useOf(s.doc, l)
			if s.usual.id == 0 || use > s.usual.use || use == s.usual.use && use != groundLayer {
				*s.usual = layerFallback{l.ID, use}
			}
		}
	}
	return *s.usual
}

func useOf(doc *level.Document, l *level.Layer) layerUse {
	if l.Hidden || l.Locked {
		return closedLayer
	}
	var triggers, others, ground bool
	for _, c := range doc.InLayer(l.ID) {
		switch {
		case c.Source != nil:
			return importedLayer
		case c.Shape.Kind == level.Point:
		case c.Role == level.Trigger:
			triggers = true
		default:
			others = true
			ground = ground || c.Role == level.Solid && c.Body == level.Static
		}
	}
	switch {
	case ground:
		return groundLayer
	case triggers && !others:
		return triggerLayer
	}
	return plainLayer
}

// changesLayers reports whether a diff may change the use of a layer.
func changesLayers(d level.Diff) bool {
	return len(d.Layers) > 0 || slices.ContainsFunc(d.Colliders, func(c level.Change[level.Collider]) bool {
		a, b := c.Before, c.After
		return a == nil || b == nil || a.Layer != b.Layer || a.Role != b.Role || a.Body != b.Body ||
			(a.Source == nil) != (b.Source == nil)
	})
}
