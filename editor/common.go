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

func same[T comparable](a, b T) bool { return a == b }

func commonOf[T comparable](s *Session, ids []level.ID, of func(*level.Collider) T) (T, bool) {
	return common(s, ids, func(c *level.Collider) (T, bool) { return of(c), true }, same[T])
}

// CommonName is the name of all the colliders; mixed when they differ. So are the others below.
func (s *Session) CommonName(ids []level.ID) (name string, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) string { return c.Name })
}

// CommonKind is what they were drawn as.
func (s *Session) CommonKind(ids []level.ID) (k level.Kind, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) level.Kind { return c.Shape.Kind })
}

// CommonLayer is the layer that they are in.
func (s *Session) CommonLayer(ids []level.ID) (l level.LayerID, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) level.LayerID { return c.Layer })
}

// CommonRadius is the radius of those that have one.
func (s *Session) CommonRadius(ids []level.ID) (r float64, mixed bool) {
	return common(s, ids, func(c *level.Collider) (float64, bool) { return c.Shape.Radius, c.Shape.Kind != level.Point },
		same[float64])
}

// CommonMaxRadius is the largest radius that every one of them takes; +Inf where nothing limits it.
func (s *Session) CommonMaxRadius(ids []level.ID) float64 {
	r := math.Inf(1)
	for _, id := range ids {
		if c := s.doc.Collider(id); c != nil {
			r = min(r, s.doc.Baked(id).MaxRadius(&c.Shape)) // the inspector asks for all that are being dragged, in every picture
		}
	}
	return r
}

// MaxRadiusWork is the work of CommonMaxRadius where there is too much of it to wait for: a function that may be called on any
// goroutine, after which it is known. It is nil where there is little.
func (s *Session) MaxRadiusWork(ids []level.ID) func() {
	const most = 2000
	type shape struct {
		*level.Baked
		of *level.Shape
	}
	var unknown []shape
	vertices := 0
	for _, id := range ids {
		c := s.doc.Collider(id)
		if c == nil {
			continue
		}
		if b := s.doc.Baked(id); !b.KnowsMaxRadius(&c.Shape) {
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

// CommonRounding is how the corners of those that have corners are rounded.
func (s *Session) CommonRounding(ids []level.ID) (r level.Rounding, mixed bool) {
	return common(s, ids, func(c *level.Collider) (level.Rounding, bool) { return c.Shape.Rounding, c.Shape.HasCorners() },
		same[level.Rounding])
}

// CommonClosed says whether their last vertex joins the first, of those that are chains.
func (s *Session) CommonClosed(ids []level.ID) (closed, mixed bool) {
	return common(s, ids, func(c *level.Collider) (bool, bool) { return c.Shape.Closed, c.Shape.Kind == level.Chain }, same[bool])
}

// CommonOneSided says whether they are solid on one side only, of those that are chains.
func (s *Session) CommonOneSided(ids []level.ID) (oneSided, mixed bool) {
	return common(s, ids, func(c *level.Collider) (bool, bool) { return c.Shape.OneSided, c.Shape.Kind == level.Chain }, same[bool])
}

// CommonRole is what they do to what touches them.
func (s *Session) CommonRole(ids []level.ID) (r level.Role, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) level.Role { return c.Role })
}

// CommonBody is how they move.
func (s *Session) CommonBody(ids []level.ID) (b level.BodyType, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) level.BodyType { return c.Body })
}

// CommonX is where the origin of their frames stands.
func (s *Session) CommonX(ids []level.ID) (x float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return c.Position.X })
}

// CommonY is where the origin of their frames stands.
func (s *Session) CommonY(ids []level.ID) (y float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return c.Position.Y })
}

// CommonAngle is how they are turned.
func (s *Session) CommonAngle(ids []level.ID) (a level.Degrees, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) level.Degrees { return c.Angle })
}

// CommonWidth is the width of their drawn boxes, each in its own frame.
func (s *Session) CommonWidth(ids []level.ID) (w float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return level.LocalBounds(c.Shape).Size().X })
}

// CommonHeight is the height of their drawn boxes, each in its own frame.
func (s *Session) CommonHeight(ids []level.ID) (h float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return level.LocalBounds(c.Shape).Size().Y })
}

// CommonFriction, CommonRestitution and CommonDensity are what they are made of.
func (s *Session) CommonFriction(ids []level.ID) (f float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return c.Friction })
}

// CommonRestitution is how much they bounce.
func (s *Session) CommonRestitution(ids []level.ID) (r float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return c.Restitution })
}

// CommonDensity is how heavy they are for their size.
func (s *Session) CommonDensity(ids []level.ID) (d float64, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) float64 { return c.Density })
}

// CommonCategories is the categories that they are of.
func (s *Session) CommonCategories(ids []level.ID) (names []string, mixed bool) {
	return common(s, ids, func(c *level.Collider) ([]string, bool) { return c.Categories, true }, slices.Equal[[]string])
}

// CommonCollidesWith is the categories that they collide with; nil is all.
func (s *Session) CommonCollidesWith(ids []level.ID) (names []string, mixed bool) {
	return common(s, ids, func(c *level.Collider) ([]string, bool) { return c.CollidesWith, true }, func(a, b []string) bool {
		return slices.Equal(a, b) && (a == nil) == (b == nil)
	})
}

// CommonTags is their tags.
func (s *Session) CommonTags(ids []level.ID) (tags []string, mixed bool) {
	return common(s, ids, func(c *level.Collider) ([]string, bool) { return c.Tags, true }, slices.Equal[[]string])
}

// CommonProperty is one of their properties; nil where they have none of that name.
func (s *Session) CommonProperty(ids []level.ID, name string) (value any, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) any { return c.Properties[name] })
}

// PropertyNames lists the names of all properties that any of the colliders has, sorted.
func (s *Session) PropertyNames(ids []level.ID) []string {
	names := map[string]bool{}
	for _, id := range ids {
		if c := s.doc.Collider(id); c != nil {
			for name := range c.Properties {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// CommonHidden is whether they are hidden themselves, whatever their layers.
func (s *Session) CommonHidden(ids []level.ID) (hidden, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) bool { return c.Hidden })
}

// CommonLocked is whether they are locked themselves, whatever their layers.
func (s *Session) CommonLocked(ids []level.ID) (locked, mixed bool) {
	return commonOf(s, ids, func(c *level.Collider) bool { return c.Locked })
}
