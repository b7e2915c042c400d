package editor

import (
	"maps"
	"math"
	"slices"

	"fillet/editor/level"
)

// common is a value that all colliders share; mixed reports that they do not, and then the value is the first one's.
func common[T any](s *Session, ids []level.ID, of func(*level.Collider) (T, bool), same func(a, b T) bool) (v T, mixed bool) {
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

// Each does something to each of the colliders by itself, which is one step of all of them. Where that fails for one, nothing changes.
func (all Common) Each(do func(one Common, shapes Shapes) error) error {
	s := all.s
	ids, err := s.changeable(all.ids)
	if err != nil {
		return err
	}
	s.Batch(func() {
		if s.gesture.Open() { // it is a part of that
			for _, id := range ids {
				if err = do(s.Common([]level.ID{id}), s.Shapes([]level.ID{id})); err != nil {
					return
				}
			}
			return
		}
		g := s.Begin(s.Label("Change", ids))
		for _, id := range ids {
			if err = do(s.Common([]level.ID{id}), s.Shapes([]level.ID{id})); err != nil {
				g.Rollback()
				return
			}
		}
		g.Commit()
	})
	return err
}

func same[T comparable](a, b T) bool { return a == b }

func commonOf[T comparable](s *Session, ids []level.ID, of func(*level.Collider) T) (T, bool) {
	return common(s, ids, func(c *level.Collider) (T, bool) { return of(c), true }, same[T])
}

// Name is the name of all the colliders; mixed when they differ. So are the others below.
func (all Common) Name() (name string, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) string { return c.Name })
}

// Kind is what they were drawn as.
func (all Common) Kind() (k level.Kind, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.Kind { return c.Shape.Kind })
}

// Layer is the layer that they are in.
func (all Common) Layer() (l level.LayerID, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.LayerID { return c.Layer })
}

// Radius is the radius of those that have one.
func (all Common) Radius() (r float64, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (float64, bool) { return c.Shape.Radius, c.Shape.Kind != level.Point },
		same[float64])
}

// MaxRadius is the largest radius that every one of them takes; +Inf where nothing limits it.
func (all Common) MaxRadius() float64 {
	r := math.Inf(1)
	for _, id := range all.ids {
		if c := all.s.doc.Collider(id); c != nil {
			r = min(r, all.s.doc.Baked(id).MaxRadius(&c.Shape)) // the inspector asks for all that are being dragged, in every picture
		}
	}
	return r
}

// MaxRadiusWork is the work of MaxRadius where there is too much of it to wait for: a function that may be called on any
// goroutine, after which it is known. It is nil where there is little.
func (all Common) MaxRadiusWork() func() {
	const most = 2000
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
	if vertices <= most {
		return nil
	}
	return func() {
		for _, u := range unknown {
			u.MaxRadius(u.of)
		}
	}
}

// Rounding is how the corners of those that have corners are rounded.
func (all Common) Rounding() (r level.Rounding, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (level.Rounding, bool) { return c.Shape.Rounding, c.Shape.HasCorners() },
		same[level.Rounding])
}

// Closed says whether their last vertex joins the first, of those that are chains.
func (all Common) Closed() (closed, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (bool, bool) { return c.Shape.Closed, c.Shape.Kind == level.Chain }, same[bool])
}

// OneSided says whether they are solid on one side only, of those that are chains.
func (all Common) OneSided() (oneSided, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) (bool, bool) { return c.Shape.OneSided, c.Shape.Kind == level.Chain }, same[bool])
}

// Role is what they do to what touches them.
func (all Common) Role() (r level.Role, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.Role { return c.Role })
}

// Body is how they move.
func (all Common) Body() (b level.BodyType, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.BodyType { return c.Body })
}

// X is where the origin of their frames stands.
func (all Common) X() (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Position.X })
}

// Y is where the origin of their frames stands.
func (all Common) Y() (y float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Position.Y })
}

// Angle is how they are turned.
func (all Common) Angle() (a level.Degrees, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) level.Degrees { return c.Angle })
}

// Width is the width of their drawn boxes, each in its own frame.
func (all Common) Width() (w float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return level.LocalBounds(c.Shape).Size().X })
}

// Height is the height of their drawn boxes, each in its own frame.
func (all Common) Height() (h float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return level.LocalBounds(c.Shape).Size().Y })
}

// Friction, Restitution and Density are what they are made of.
func (all Common) Friction() (f float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Friction })
}

// Material is the name of the material that they have; empty where they have numbers of their own.
func (all Common) Material() (name string, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) string { return c.Material })
}

// Restitution is how much they bounce.
func (all Common) Restitution() (r float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Restitution })
}

// Density is how heavy they are for their size.
func (all Common) Density() (d float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Density })
}

// VelocityX is how fast they begin to move to the right.
func (all Common) VelocityX() (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Velocity.X })
}

// VelocityY is how fast they begin to move down.
func (all Common) VelocityY() (y float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Velocity.Y })
}

// Spin is how fast they begin to turn, in degrees a second.
func (all Common) Spin() (a float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return float64(c.Started().Spin) })
}

// ForceX is what pulls them to the right, in newtons.
func (all Common) ForceX() (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Force.X })
}

// ForceY is what pulls them down, in newtons.
func (all Common) ForceY() (y float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 { return c.Started().Force.Y })
}

// Categories is the categories that they are of.
func (all Common) Categories() (names []string, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) ([]string, bool) { return c.Categories, true }, slices.Equal[[]string])
}

// AreOf reports whether all of them are of a category.
func (all Common) AreOf(category string) bool {
	bits := all.s.doc.Settings().CategoryBits([]string{category})
	for _, id := range all.ids {
		if c := all.s.doc.Collider(id); c != nil && all.s.doc.Settings().CategoryBits(c.Categories)&bits == 0 {
			return false
		}
	}
	return len(all.ids) > 0
}

// CollidesWith is the categories that they collide with; nil is all.
func (all Common) CollidesWith() (names []string, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) ([]string, bool) { return c.CollidesWith, true }, func(a, b []string) bool {
		return slices.Equal(a, b) && (a == nil) == (b == nil)
	})
}

// Tags is their tags.
func (all Common) Tags() (tags []string, mixed bool) {
	return common(all.s, all.ids, func(c *level.Collider) ([]string, bool) { return c.Tags, true }, slices.Equal[[]string])
}

// Property is one of their properties; nil where they have none of that name.
func (all Common) Property(name string) (value any, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) any { return c.Properties[name] })
}

// PropertyNames lists the names of all properties that any of the colliders has, sorted.
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
