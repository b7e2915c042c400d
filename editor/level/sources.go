package level

import "slices"

// MapSources returns the snapshot with the source files of its colliders renamed.
func (s Snapshot) MapSources(rename func(file string) string) Snapshot {
	names := map[string]string{}
	layers := make([]LayerSnapshot, len(s.Layers))
	for i, l := range s.Layers {
		layers[i] = LayerSnapshot{Layer: l.Layer, Colliders: make([]ColliderSnapshot, len(l.Colliders))}
		for j, c := range l.Colliders {
			c.Collider = c.WithSource(rename, names)
			layers[i].Colliders[j] = c
		}
	}
	s.Layers = layers
	if s.Settings != nil {
		s.Settings = s.Settings.RenamedImports(rename)
	}
	return s
}

// MapPrefabs returns the snapshot with the prefabs of its instances renamed.
func (s Snapshot) MapPrefabs(rename func(file string) string) Snapshot {
	s.Instances = slices.Clone(s.Instances)
	for k, i := range s.Instances {
		if to := rename(i.Prefab); to != i.Prefab {
			after := *i
			after.Prefab = to
			s.Instances[k] = &after
		}
	}
	return s
}

// WithSource returns the record with its source file renamed, or the record itself if that changes nothing. It calls
// rename once per name.
func (c *Collider) WithSource(rename func(string) string, names map[string]string) *Collider {
	if c.Source == nil || c.Source.File == "" {
		return c
	}
	to, ok := names[c.Source.File]
	if !ok {
		to = rename(c.Source.File)
		names[c.Source.File] = to
	}
	if to == c.Source.File {
		return c
	}
	after, source := *c, *c.Source
	source.File = to
	after.Source = &source
	return &after
}
