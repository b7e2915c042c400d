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
	for _, id := range ids {
		c := s.doc.Collider(id)
		if c == nil {
			continue
		}
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

func commonOf[T comparable](s *Session, ids []level.ID, of func(*level.Collider) T) (T, bool) {
	return common(s, ids, func(c *level.Collider) (T, bool) { return of(c), true }, same[T])
}

// Name returns the common name of the colliders; mixed is true if the names differ. The methods below work the same
// way.
func (all Common) Name() (name string, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) string { return c.Name })
}

// Kind returns the kind of shape.
func (all Common) Kind() (k level.Kind, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.Kind { return c.Shape.Kind })
}

// Layer returns the layer.
func (all Common) Layer() (l level.LayerID, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.LayerID { return c.Layer })
}

// Radius returns the radius. It ignores points, which have none.
func (all Common) Radius() (r float64, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (float64, bool) {
		return c.Shape.Radius, c.Shape.Kind != level.Point
	},
		same[float64])
}

// MaxRadius returns the largest radius that fits all of the colliders, or +Inf without a limit.
func (all Common) MaxRadius() float64 {
	r := math.Inf(1)
	for _, id := range all.ids {
		if c := all.s.doc.Collider(id); c != nil {
			r = min(r, all.s.doc.Baked(id).MaxRadius(&c.Shape)) // the inspector asks on every frame of a drag
		}
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
	for _, id := range all.ids {
		c := all.s.doc.Collider(id)
		if c == nil {
			continue
		}
		if b := all.s.doc.Baked(id); !b.KnowsMaxRadius(&c.Shape) {
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
	},
		same[level.Rounding])
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
	return commonOf(all.s, all.ids, func(c *level.Collider) level.Role { return c.Role })
}

// Body returns the body type.
func (all Common) Body() (b level.BodyType, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.BodyType { return c.Body })
}

// X returns the x of the frame's origin.
func (all Common) X() (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Position.X })
}

// Y returns the y of the frame's origin.
func (all Common) Y() (y float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Position.Y })
}

// Angle returns the rotation.
func (all Common) Angle() (a level.Degrees, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.Degrees { return c.Angle })
}

// Width returns the width of the drawn bounds in the collider's own frame.
func (all Common) Width() (w float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return level.LocalBounds(c.Shape).Size().X })
}

// Height returns the height of the drawn bounds in the collider's own frame.
func (all Common) Height() (h float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return level.LocalBounds(c.Shape).Size().Y })
}

// Friction returns the friction.
func (all Common) Friction() (f float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Friction })
}

// Material returns the name of the material, or an empty string for custom values.
func (all Common) Material() (name string, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) string { return c.Material })
}

// Restitution returns the restitution.
func (all Common) Restitution() (r float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Restitution })
}

// Density returns the density.
func (all Common) Density() (d float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Density })
}

// VelocityX returns the initial velocity to the right.
func (all Common) VelocityX() (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Velocity.X })
}

// VelocityY returns the initial velocity downward.
func (all Common) VelocityY() (y float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Velocity.Y })
}

// Spin returns the initial angular velocity, in degrees per second.
func (all Common) Spin() (a float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return float64(c.Started().Spin) })
}

// ForceX returns the force to the right, in newtons.
func (all Common) ForceX() (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Force.X })
}

// ForceY returns the force downward, in newtons.
func (all Common) ForceY() (y float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Force.Y })
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
	for _, id := range all.ids {
		if c := all.s.doc.Collider(id); c != nil && all.s.doc.Settings().CategoryBits(c.Categories)&bits == 0 {
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

// Tags returns the tags.
func (all Common) Tags() (tags []string, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) ([]string, bool) {
		return c.Tags, true
	}, slices.Equal[[]string])
}

// Property returns the value of a custom property, or nil if the colliders lack it.
func (all Common) Property(name string) (value any, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) any { return c.Properties[name] })
}

// PropertyNames returns the names of all properties of the colliders, sorted.
func (all Common) PropertyNames() []string {
	names := map[string]bool{}
	for _, id := range all.ids {
		if c := all.s.doc.Collider(id); c != nil {
			for name := range c.Properties {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
