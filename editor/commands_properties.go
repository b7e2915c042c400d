package editor

import (
	"maps"
	"slices"

	"fillet/editor/level"
)

// SetRole says what colliders do to what touches them. A one-way collider's solid side faces up at first.
func (s *Session) SetRole(ids []level.ID, role level.Role) error {
	return s.edit("Role of", ids, func(c *level.Collider) {
		if c.Role == role {
			return
		}
		c.Role, c.OneWay = role, level.Vec{}
		if role == level.OneWay {
			c.OneWay = clean((-c.Angle).Rotation().Apply(level.Up))
		}
	})
}

// SetOneWay turns the solid side of one-way colliders; the direction stands in level space, of any length but 0.
func (s *Session) SetOneWay(ids []level.ID, direction level.Vec) error {
	if direction == (level.Vec{}) || !direction.IsFinite() {
		return nil
	}
	return s.edit("One-way side of", ids, func(c *level.Collider) {
		if c.Role == level.OneWay {
			c.OneWay = clean((-c.Angle).Rotation().Apply(direction.Unit()))
		}
	})
}

// clean turns -0 into 0.
func clean(v level.Vec) level.Vec { return level.Vec{X: v.X + 0, Y: v.Y + 0} }

// SetBody says how colliders move in the game.
func (s *Session) SetBody(ids []level.ID, body level.BodyType) error {
	return s.edit("Body of", ids, func(c *level.Collider) { c.Body = body })
}

// SetTags replaces the tags.
func (s *Session) SetTags(ids []level.ID, tags []string) error {
	var kept []string
	for _, t := range tags {
		if t != "" && !slices.Contains(kept, t) {
			kept = append(kept, t)
		}
	}
	return s.edit("Tags of", ids, func(c *level.Collider) { c.Tags = kept })
}

// SetProperty gives colliders a designer's own value: a string, a float64 or a bool. nil takes it away.
func (s *Session) SetProperty(ids []level.ID, name string, value any) error {
	return s.edit("Property "+name+" of", ids, func(c *level.Collider) {
		if value == nil {
			if _, ok := c.Properties[name]; !ok {
				return
			}
		}
		p := maps.Clone(c.Properties)
		if p == nil {
			p = level.Properties{}
		}
		if value == nil {
			delete(p, name)
		} else {
			p[name] = value
		}
		if len(p) == 0 {
			p = nil
		}
		c.Properties = p
	})
}

// SetCategories says which categories colliders are of; they must be named in the level's settings.
func (s *Session) SetCategories(ids []level.ID, names []string) error {
	names = slices.Clone(names)
	return s.edit("Categories of", ids, func(c *level.Collider) { c.Categories = names })
}

// SetCollidesWith says which categories colliders collide with: nil is all of them, empty but not nil none.
func (s *Session) SetCollidesWith(ids []level.ID, names []string) error {
	names = slices.Clone(names)
	return s.edit("Collision mask of", ids, func(c *level.Collider) { c.CollidesWith = names })
}

// SetGroup puts colliders into a collision group; see [level.Collider].
func (s *Session) SetGroup(ids []level.ID, group int32) error {
	return s.edit("Group of", ids, func(c *level.Collider) { c.Group = group })
}

// Material is what a collider is made of. A nil field is left as it is.
type Material struct{ Friction, Restitution, Density *float64 }

// SetMaterial changes those fields that are given.
func (s *Session) SetMaterial(ids []level.ID, m Material) error {
	return s.edit("Material of", ids, func(c *level.Collider) {
		set(&c.Friction, m.Friction)
		set(&c.Restitution, m.Restitution)
		set(&c.Density, m.Density)
	})
}

func set(to, from *float64) {
	if from != nil {
		*to = *from
	}
}

// SetHidden hides colliders or shows them again. Hidden ones collide with nothing.
func (s *Session) SetHidden(ids []level.ID, hidden bool) error {
	return s.editAny(either(hidden, "Hide", "Show"), ids, func(c *level.Collider) { c.Hidden = hidden })
}

// SetLocked keeps colliders from being changed, or frees them again.
func (s *Session) SetLocked(ids []level.ID, locked bool) error {
	return s.editAny(either(locked, "Lock", "Unlock"), ids, func(c *level.Collider) { c.Locked = locked })
}

func either(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}
