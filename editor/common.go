package editor

import (
	"maps"
	"math"
	"slices"

	"fillet/editor/level"
)

// common returns the value that all colliders share. If their values differ, mixed is true and the value is the first
// collider's.
func common[T any](
	s *Session, ids []level.ID, of func(*level.Collider) (T, bool), same func(a, b T) bool,
) (v T, mixed bool) {
	found := false
	for c := range CollidersOf(s.doc, ids) {
		w, ok := of(c)
		switch {
		case !ok:
		case !found:
			v, found = w, true
		case !same(v, w):
			return v, true
		}
	}
	return v, false
}

// Each applies a function to each of the colliders separately, as one step. If one call fails, nothing changes.
func (all Common) Each(do func(one Common, shapes Shapes) error) error {
	s := all.s
	ids, err := s.changeable(all.ids)
	if err != nil {
		return err
	}
	each := func() error {
		for _, id := range ids {
			if err := do(s.Common([]level.ID{id}), s.Shapes([]level.ID{id})); err != nil {
				return err
			}
		}
		return nil
	}
	s.Batch(func() {
		if s.gesture.Open() { // the gesture joins the calls into one step
			err = each()
			return
		}
		g := s.Begin(s.Label("Change", ids))
		err = g.finish(each())
	})
	return err
}

func same[T comparable](a, b T) bool { return a == b }

// CommonOf returns a property of the colliders. If it differs, mixed is true and the value is the first collider's. The
// methods below work the same way.
func CommonOf[T comparable](all Common, of func(*level.Collider) T) (v T, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (T, bool) { return of(c), true }, same[T])
}

// Kind returns the kind of shape.
func (all Common) Kind() (k level.Kind, mixed bool) {
	return CommonOf(all, func(c *level.Collider) level.Kind { return c.Shape.Kind })
}

// Radius returns the radius. It ignores points, which have none.
func (all Common) Radius() (r float64, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (float64, bool) {
		return c.Shape.Radius, c.Shape.Kind != level.Point
	}, same[float64])
}

// MaxRadius returns the largest radius that fits all of the colliders, or +Inf without a limit.
func (all Common) MaxRadius() float64 {
	r := math.Inf(1)
	for c := range CollidersOf(all.s.doc, all.ids) {
		r = min(r, all.s.doc.Baked(c.ID).MaxRadius(&c.Shape)) // the inspector asks on every frame of a drag
	}
	return r
}

// MaxRadiusWork returns a function that precomputes MaxRadius on any goroutine, or nil if there is little to compute.
func (all Common) MaxRadiusWork() func() {
	const limit = 2000
	type shape struct {
		*level.Baked
		of *level.Shape
	}
	var unknown []shape
	vertices := 0
	for c := range CollidersOf(all.s.doc, all.ids) {
		if b := all.s.doc.Baked(c.ID); !b.KnowsMaxRadius(&c.Shape) {
			unknown = append(unknown, shape{b, &c.Shape})
			vertices += len(c.Shape.Points)
			for _, hole := range c.Shape.Holes {
				vertices += len(hole)
			}
		}
	}
	if vertices <= limit {
		return nil
	}
	return func() {
		for _, u := range unknown {
			u.MaxRadius(u.of)
		}
	}
}

// Rounding returns the corner rounding of the shapes that have corners.
func (all Common) Rounding() (r level.Rounding, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (level.Rounding, bool) {
		return c.Shape.Rounding, c.Shape.HasCorners()
	}, same[level.Rounding])
}

// Closed reports whether the chains are closed.
func (all Common) Closed() (closed, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (bool, bool) {
		return c.Shape.Closed, c.Shape.Kind == level.Chain
	}, same[bool])
}

// OneSided reports whether the chains are one-sided.
func (all Common) OneSided() (oneSided, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (bool, bool) {
		return c.Shape.OneSided, c.Shape.Kind == level.Chain
	}, same[bool])
}

// Role returns the role.
func (all Common) Role() (r level.Role, mixed bool) {
	return CommonOf(all, func(c *level.Collider) level.Role { return c.Role })
}

// Body returns the body type.
func (all Common) Body() (b level.BodyType, mixed bool) {
	return CommonOf(all, func(c *level.Collider) level.BodyType { return c.Body })
}

// Material returns the name of the material, or an empty string for custom values.
func (all Common) Material() (name string, mixed bool) {
	return CommonOf(all, func(c *level.Collider) string { return c.Material })
}

// Categories returns the categories.
func (all Common) Categories() (names []string, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) ([]string, bool) {
		return c.Categories, true
	}, slices.Equal[[]string])
}

// AreOf reports whether all of the colliders are in a category.
func (all Common) AreOf(category string) bool {
	bits := all.s.doc.Settings().CategoryBits([]string{category})
	for c := range CollidersOf(all.s.doc, all.ids) {
		if all.s.doc.Settings().CategoryBits(c.Categories)&bits == 0 {
			return false
		}
	}
	return len(all.ids) > 0
}

// CollidesWith returns the categories that the colliders collide with; nil means all.
func (all Common) CollidesWith() (names []string, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) ([]string, bool) {
		return c.CollidesWith, true
	}, func(a, b []string) bool {
		return slices.Equal(a, b) && (a == nil) == (b == nil)
	})
}

// Property returns the value of a custom property, or nil if the colliders lack it.
func (all Common) Property(name string) (value any, mixed bool) {
	return CommonOf(all, func(c *level.Collider) any { return c.Properties[name] })
}

// PropertyNames returns the names of all properties of the colliders, sorted.
func (all Common) PropertyNames() []string {
	names := map[string]bool{}
	for c := range CollidersOf(all.s.doc, all.ids) {
		for name := range c.Properties {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
