package tiled

import (
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// restore gives an object that Fillet exported back what its export put into properties: role, body, tags, materials,
// one-way direction. They leave the properties; its id, its categories and what it collides with stay there. What the level
// itself had under names like these has them again.
func restore(c *level.Collider) {
	if _, ok := c.Properties["fillet.id"].(string); !ok {
		return
	}
	take := func(name string) any {
		v := c.Properties[name]
		delete(c.Properties, name)
		return v
	}
	number := func(name string, to *float64) {
		if x, ok := take(name).(float64); ok && x >= 0 && x <= level.MaxCoordinate {
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
			if t != "" && !slices.Contains(c.Tags, t) {
				c.Tags = append(c.Tags, t)
			}
		}
	}
	if group, ok := take("fillet.group").(float64); ok && group == math.Trunc(group) && math.Abs(group) <= math.MaxInt32 {
		c.Group = int32(group)
	}
	if oneSided, ok := take("fillet.one_sided").(bool); ok && c.Shape.Kind == level.Chain {
		c.Shape.OneSided = oneSided
	}
	number("fillet.friction", &c.Friction)
	number("fillet.restitution", &c.Restitution)
	number("fillet.density", &c.Density)
	const own, renamed = "fillet.", "fillet.own." // what the level had itself under a name of that kind, and how it was written
	restored := level.Properties{}
	for name, v := range c.Properties {
		if rest, ok := strings.CutPrefix(name, renamed); ok {
			restored[own+rest] = v
			delete(c.Properties, name)
		}
	}
	maps.Copy(c.Properties, restored)
}
