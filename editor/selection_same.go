package editor

import (
	"errors"
	"slices"

	"fillet/editor/level"
)

// SameKind selects, besides what is selected, what is of the same kind as one of these.
func (s *Selection) SameKind() error {
	return withTraits(s, "", func(c *level.Collider, add func(level.Kind)) { add(c.Shape.Kind) })
}

// SameTag selects, besides what is selected, what has a tag of one of these.
func (s *Selection) SameTag() error {
	return withTraits(s, "what is selected has no tags", func(c *level.Collider, add func(string)) {
		for _, tag := range c.Tags {
			add(tag)
		}
	})
}

// SameCategory selects, besides what is selected, what is of a category that one of these is of.
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

// SameLayer selects, besides what is selected, what is on a layer of one of these.
func (s *Selection) SameLayer() error {
	return withTraits(s, "", func(c *level.Collider, add func(level.LayerID)) { add(c.Layer) })
}

// SamePrefab selects, besides what is selected, the parts of all instances of a prefab of which one of these is.
func (s *Selection) SamePrefab() error {
	return withTraits(s, "what is selected is no part of an instance", func(c *level.Collider, add func(string)) {
		if c.Part != nil {
			add(c.Part.Prefab)
		}
	})
}

// material is what a collider is made of.
type material struct {
	name                           string
	friction, restitution, density float64
}

// SameMaterial selects, besides what is selected, what is of the same material, friction, restitution and density as one of these.
func (s *Selection) SameMaterial() error {
	return withTraits(s, "", func(c *level.Collider, add func(material)) {
		add(material{c.Material, c.Friction, c.Restitution, c.Density})
	})
}

// withTraits selects, besides what is selected, what can be edited and has a trait of one of these.
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
