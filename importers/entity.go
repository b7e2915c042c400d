package importers

import (
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Entity is a foreign object other than a grid cell, for [Builder.Entity].
type Entity struct {
	Name   string   // the collider's name
	Kinds  []string // other names that rules match: its type, its class, its definition's name
	Hints  []string // its layer's name and class, which the default role reads but rules do not match
	Tags   []string
	Fields level.Properties
	Tile   level.Properties // fields of the tile whose collision shape it is, which only the default role reads
	Shape  level.Shape
	At     level.Vec // position of the shape's frame in the level
	Angle  level.Degrees
	Source level.Source
	// Role is the role if nothing else decides; empty means a trigger.
	Role level.Role
	// Says is the role that the file states, whatever the entity's name; empty if it states none.
	Says level.Role
	// Given holds what else the file states about the collider: the direction of its solid side in its own frame, its
	// categories and its material. It may be nil.
	Given *level.Collider
	// IsOwn means that Fillet exported the entity, so its tags are the original ones.
	IsOwn bool
}

// Entity adds an entity's collider to the current layer, by the first entity rule of the options' mapping that matches.
// If none does, its role is [Builder.DefaultRole]. The collider is nil if a rule ignores the entity.
func (b *Builder) Entity(e Entity) (*level.Collider, error) {
	rule, ok := b.opts.Mapping.FindEntity(e)
	b.found.entity(e, b.DefaultRole(e), rule, 1)
	if ok && rule.Ignore {
		b.ignored++
		return nil, nil
	}
	s := e.Shape
	if ok && rule.Slope != "" && rule.Slope != NoSlope {
		if s, ok = sloped(s, rule.Slope); !ok {
			b.Issue(Warning, e.Source.Layer, "%s: only boxes can have a slope, and this is a %s",
				quote.Printable(e.Name), s.Kind)
		}
		ok = true
	}
	if ok && rule.Radius > 0 && (s.HasCorners() || s.Kind == level.Chain) {
		s.Radius = rule.Radius
		if s.HasCorners() {
			if rule.Rounding != 0 {
				s.Rounding = rule.Rounding
			}
			if fit := s.Clamped(); fit.Radius < s.Radius {
				s = fit
				b.Issue(Warning, e.Source.Layer, "%s: the radius %g does not fit and became %g",
					quote.Printable(e.Name), rule.Radius, fit.Radius)
			}
		}
	}
	c, err := b.Add(e.Name, s, e.At, e.Source)
	if err != nil {
		return nil, err
	}
	c.Angle = e.Angle
	b.dress(c, e, rule, ok)
	b.seeSpawn(e, c)
	return c, nil
}

// dress applies an entity to a collider, and then the rule for it if ok is true.
func (b *Builder) dress(c *level.Collider, e Entity, rule EntityRule, ok bool) {
	c.Tags = slices.Clone(e.Tags)
	if len(e.Fields) > 0 {
		c.Properties = e.Fields
	}
	says := b.says(e)
	if c.Role = says.role; c.Role == level.OneWay {
		c.OneWay = level.Up
	}
	if says.tag != "" && !slices.Contains(c.Tags, says.tag) {
		c.Tags = append(c.Tags, says.tag)
	}
	if g := e.Given; g != nil {
		if c.Role == level.OneWay {
			c.OneWay = g.OneWay
		}
		c.Categories, c.CollidesWith = slices.Clone(g.Categories), slices.Clone(g.CollidesWith)
		c.Material, c.Friction, c.Restitution, c.Density = g.Material, g.Friction, g.Restitution, g.Density
	}
	if ok {
		rule.dress(c)
	}
}

// dress applies the rule to a collider.
func (r EntityRule) dress(c *level.Collider) {
	if r.Role != 0 {
		c.Role, c.OneWay = r.Role, level.Vec{}
		if c.Role == level.OneWay {
			if c.OneWay = r.OneWay; c.OneWay == (level.Vec{}) {
				c.OneWay = level.Up
			}
		}
	}
	if r.Body != 0 {
		c.Body = r.Body
	}
	if r.Categories != nil {
		c.Categories = slices.Clone(r.Categories)
	}
	if r.CollidesWith != nil {
		c.CollidesWith = slices.Clone(r.CollidesWith)
	}
	for _, t := range r.Tags {
		if !slices.Contains(c.Tags, t) {
			c.Tags = append(c.Tags, t)
		}
	}
}
