package tiled

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// restore applies the properties that Fillet exported with an object: role, body, tags, materials, one-way direction,
// and the categories if the map lists them. It removes these properties, except for the id and for the categories of
// maps from earlier releases. Properties that the export renamed because they had such names get their names back.
func restore(c *level.Collider, categories []string) {
	if _, ok := c.Properties["fillet.id"].(string); !ok {
		return
	}
	take := func(name string) any {
		v := c.Properties[name]
		delete(c.Properties, name)
		return v
	}
	number := func(name string, least float64, to *float64) {
		if x, ok := take(name).(float64); ok && x >= least && x <= level.MaxCoordinate {
			*to = x
		}
	}
	x, hasX := take("fillet.one_way_x").(float64)
	y, hasY := take("fillet.one_way_y").(float64)
	var role level.Role
	switch word, _ := take("fillet.role").(string); {
	case role.UnmarshalText([]byte(word)) != nil:
	case role == level.Solid, role == level.Trigger:
		c.Role, c.OneWay = role, level.Vec{}
	case role == level.OneWay:
		c.Role, c.OneWay = level.OneWay, level.Up
		if d := (level.Vec{X: x, Y: y}); hasX && hasY && math.Abs(d.Len()-1) < 1e-6 {
			c.OneWay = collision.NewRot(c.Angle.Radians()).ApplyInv(d).Unit()
		}
	}
	var body level.BodyType
	if word, _ := take("fillet.body").(string); body.UnmarshalText([]byte(word)) == nil && body != 0 {
		c.Body = body
	}
	if tags, ok := take("fillet.tags").(string); ok {
		c.Tags = nil
		for t := range strings.SplitSeq(tags, ",") {
			if t != "" {
				c.Tags = importers.AppendNew(c.Tags, t)
			}
		}
	}
	if group, ok := take("fillet.group").(float64); ok && group == float64(int32(group)) {
		c.Group = int32(group)
	}
	if oneSided, ok := take("fillet.one_sided").(bool); ok && c.Shape.Kind == level.Chain {
		c.Shape.OneSided = oneSided
	}
	if len(categories) > 0 {
		if in, ok := take("fillet.categories").(string); ok {
			if c.Categories = known(in, categories); len(c.Categories) == 1 && c.Categories[0] == categories[0] {
				c.Categories = nil
			}
		}
		if with, ok := take("fillet.collides_with").(string); ok {
			c.CollidesWith = known(with, categories)
		}
	}
	number("fillet.friction", 0, &c.Friction)
	number("fillet.restitution", 0, &c.Restitution)
	number("fillet.density", 0, &c.Density)
	m := c.Started()
	number("fillet.velocity_x", -level.MaxCoordinate, &m.Velocity.X)
	number("fillet.velocity_y", -level.MaxCoordinate, &m.Velocity.Y)
	number("fillet.spin", -level.MaxCoordinate, (*float64)(&m.Spin))
	number("fillet.force_x", -level.MaxCoordinate, &m.Force.X)
	number("fillet.force_y", -level.MaxCoordinate, &m.Force.Y)
	c.Start(m)
	const own, renamed = "fillet.", "fillet.own." // own properties are exported as renamed
	restored := level.Properties{}
	for name, v := range c.Properties {
		if rest, ok := strings.CutPrefix(name, renamed); ok {
			restored[own+rest] = v
			delete(c.Properties, name)
		}
	}
	maps.Copy(c.Properties, restored)
}

// known returns the names of a comma-separated list that among contains.
func known(list string, among []string) []string {
	out := []string{}
	for name := range strings.SplitSeq(list, ",") {
		if slices.Contains(among, name) {
			out = importers.AppendNew(out, name)
		}
	}
	return out
}

// settings applies the categories and the scale of exported maps to a level's settings.
func (w *world) settings(s level.Settings) level.Settings {
	var own []string
	for _, m := range w.maps {
		own = importers.AppendNew(own, m.ownCategories()...)
		if x, err := strconv.ParseFloat(m.says("fillet.pixels_per_metre"), 64); err == nil &&
			m.says("fillet.name") != "" && x > 0 && x <= level.MaxCoordinate {
			s.PixelsPerMetre = x
		}
	}
	if len(own) > 0 {
		s.Categories = own[:min(len(own), level.MaxCategories)]
	}
	return s
}

// ownCategories returns the categories that Fillet exported with the map, or none if they are invalid.
func (m *mapRecord) ownCategories() []string {
	if m.categories == nil {
		m.categories = []string{}
		for name := range strings.SplitSeq(m.says("fillet.categories"), ",") {
			if name != "" && !slices.Contains(m.categories, name) && len(m.categories) < level.MaxCategories {
				m.categories = append(m.categories, name)
			}
		}
		if (&level.Settings{Categories: m.categories}).CheckCategories() != nil {
			m.categories = []string{}
		}
	}
	return m.categories
}

func (m *mapRecord) says(property string) string {
	if list := m.node.child("properties"); list != nil {
		for _, p := range list.children {
			if p.name == "property" && p.attr("name") == property {
				return strings.ToValidUTF8(p.attr("value"), "\ufffd")
			}
		}
	}
	return ""
}
