package editor

import "fillet/editor/level"

// AddAll adds new colliders on top of the active layer in order, as one step, and selects them. Like [Session.Add] it
// sets ids, layers and orders. Several colliders get numbers after their names; unnamed ones are named after their
// kind.
func (s *Session) AddAll(label string, colliders []level.Collider) error {
	if len(colliders) == 0 {
		return nil
	}
	s.settle()
	names := namesIn(s.doc)
	all := make([]level.Collider, len(colliders))
	for i, c := range colliders {
		if c.Name == "" {
			c.Name = c.Shape.Kind.String()
		}
		if len(colliders) > 1 || names[c.Name] > 0 {
			c.Name = names.next(c.Name)
		}
		all[i] = c
	}
	d, id := s.adding(&all[0])
	ids := []level.ID{id}
	for i := range all[1:] {
		c := &all[i+1]
		c.ID, c.Layer, c.Order = s.doc.NewID(), all[0].Layer, all[0].Order+float64(i+1)
		ids = append(ids, c.ID)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	var err error
	s.Batch(func() {
		if err = s.Do(label, d); err == nil {
			s.selection.Set(ids...)
		}
	})
	return err
}
