package editor

import "fillet/editor/level"

// NewLevel returns an empty level with these settings and one layer.
func NewLevel(s *level.Settings) (*level.Document, error) {
	doc, err := level.NewDocument(s)
	if err != nil {
		return nil, err
	}
	l := &level.Layer{ID: doc.NewLayerID(), Name: "Layer 1", Order: 1}
	return doc, doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(l)}})
}
