package editor

import (
	"errors"
	"slices"

	"fillet/editor/level"
)

// SameKind extends the selection to shapes of the same kinds.
func (s *Selection) SameKind() error {
	return withTraits(s, "", func(c *level.Collider, add func(level.Kind)) { add(c.Shape.Kind) })
}

// SameTag extends the selection to shapes that share a tag.
func (s *Selection) SameTag() error {
	return withTraits(s, "the selection has no tags", func(c *level.Collider, add func(string)) {
		for _, tag := range c.Tags {
			add(tag)
		}
	})
}

// SameCategory extends the selection to shapes that share a category.
func (s *Selection) SameCategory() error {
	settings := s.session.doc.Settings()
	return withTraits(s, "", func(c *level.Collider, add func(int)) {
		bits := settings.CategoryBits(c.Categories)
		for i := range level.MaxCategories {
			if bits&(1<<i) != 0 {
				add(i)
			}
		}
	})
}

// SameLayer extends the selection to shapes on the same layers.
func (s *Selection) SameLayer() error {
	return withTraits(s, "", func(c *level.Collider, add func(level.LayerID)) { add(c.Layer) })
}

// SamePrefab extends the selection to the parts of all instances of the same prefabs.
func (s *Selection) SamePrefab() error {
	return withTraits(s, "the selection has no parts of an instance", func(c *level.Collider, add func(string)) {
		if c.Part != nil {
			add(c.Part.Prefab)
		}
	})
}

// material holds the material properties of a collider.
type material struct {
	name                           string
	friction, restitution, density float64
}

// SameMaterial extends the selection to shapes with the same material, friction, restitution and density.
func (s *Selection) SameMaterial() error {
	return withTraits(s, "", func(c *level.Collider, add func(material)) {
		add(material{c.Material, c.Friction, c.Restitution, c.Density})
	})
}

// withTraits extends the selection to editable shapes that share a trait.
func withTraits[T comparable](s *Selection, none string, traits func(c *level.Collider, add func(T))) error {
	if len(s.ids) == 0 {
		return ErrNothingSelected
	}
	wanted := map[T]bool{}
	for _, id := range s.ids {
		traits(s.session.doc.Collider(id), func(t T) { wanted[t] = true })
	}
	if len(wanted) == 0 {
		return errors.New(none)
	}
	ids := slices.Clone(s.ids)
	for c := range s.session.doc.Colliders() {
		has := false
		traits(c, func(t T) { has = has || wanted[t] })
		if has && !s.has[c.ID] && s.session.doc.Editable(c) {
			ids = append(ids, c.ID)
		}
	}
	s.Set(ids...)
	return nil
}
