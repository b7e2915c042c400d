package svg

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// isOwn reports whether an element is a collider that Fillet exported.
func isOwn(n *importers.XMLNode) bool {
	return n.Has("data-kind") && n.Has("data-body") && n.Has("data-category")
}

// categories adds the categories that Fillet exported to a list. If the drawing has the full list of its level, that
// list replaces the given one.
func (im *drawing) categories(list []string) []string {
	out := slices.Clone(list)
	for _, n := range im.root.Children {
		all := listed(n.Attr("data-categories"))
		if n.Name == "metadata" && len(all) > 0 && len(all) <= level.MaxCategories {
			out = importers.AppendNew(nil, all...)
		}
	}
	for _, l := range im.layers {
		for _, it := range l.items {
			if it.own == nil {
				continue
			}
			for _, attr := range []string{"data-categories", "data-collides-with"} {
				for _, name := range listed(it.own.Attr(attr)) {
					if len(out) < level.MaxCategories {
						out = importers.AppendNew(out, name)
					}
				}
			}
		}
	}
	return out
}

// listed parses a JSON list of strings, or returns nil.
func listed(text string) []string {
	var out []string
	if json.Unmarshal([]byte(text), &out) != nil {
		return nil
	}
	return out
}

func (im *drawing) restoreLevel(s *level.Settings) {
	for _, n := range im.root.Children {
		if n.Name != "metadata" || !n.Has("data-pixels-per-metre") {
			continue
		}
		if n.Has("data-level") {
			s.Name = n.Attr("data-level")
		}
		in := scanner{text: n.Attr("data-pixels-per-metre")}
		if x, ok := in.number(); ok && in.atEnd() && x > 0 && x <= level.MaxCoordinate {
			s.PixelsPerMetre = x
		}
	}
}

// restore applies the attributes that Fillet's export wrote to a collider.
func restore(c *level.Collider, n *importers.XMLNode) {
	c.Role, c.OneWay = level.Solid, level.Vec{}
	for _, class := range classesOf(n) {
		var role level.Role
		if role.UnmarshalText([]byte(class)) == nil && role != 0 {
			c.Role = role
		}
	}
	if c.Role == level.OneWay {
		c.OneWay = level.Up
		s := scanner{text: n.Attr("data-one-way")}
		if d := (level.Vec{}); s.numbers(&d.X, &d.Y) && math.Abs(d.Len()-1) < 1e-6 {
			c.OneWay = collision.NewRot(c.Angle.Radians()).ApplyInv(d).Unit()
		}
	}
	var body level.BodyType
	if body.UnmarshalText([]byte(n.Attr("data-body"))) == nil && body != 0 {
		c.Body = body
	}
	if group, err := strconv.ParseInt(n.Attr("data-group"), 10, 32); err == nil {
		c.Group = int32(group)
	}
	c.Tags = nil // drop tags derived from the name
	tags := listed(n.Attr("data-tags"))
	if tags == nil {
		tags = strings.Split(n.Attr("data-tags"), ",")
	}
	for _, tag := range tags {
		if tag != "" {
			c.Tags = importers.AppendNew(c.Tags, tag)
		}
	}
	number := func(name string, to *float64) {
		s := scanner{text: n.Attr(name)}
		if x, ok := s.number(); ok && s.atEnd() && x >= 0 && x <= level.MaxCoordinate {
			*to = x
		}
	}
	number("data-friction", &c.Friction)
	number("data-restitution", &c.Restitution)
	number("data-density", &c.Density)
	restoreMotion(n, c)
	if text := n.Attr("data-properties"); text != "" {
		fields := map[string]any{}
		if json.Unmarshal([]byte(text), &fields) == nil {
			for name, v := range fields {
				switch v.(type) {
				case string, float64, bool:
					if c.Properties == nil {
						c.Properties = level.Properties{}
					}
					c.Properties[name] = v
				}
			}
		}
	}
	c.Categories = listed(n.Attr("data-categories"))
	if text := n.Attr("data-collides-with"); text != "" {
		if c.CollidesWith = listed(text); c.CollidesWith == nil && text == "[]" {
			c.CollidesWith = []string{}
		}
	}
}

// outset converts a polygon or box that was exported with its outset radius back to its unrounded size.
func outset(p placed) placed {
	s := p.shape
	if s.Kind != level.Polygon && s.Kind != level.Box || s.Radius == 0 {
		return p
	}
	if s.Kind == level.Box {
		s.Size = level.Vec{X: s.Size.X - float64(2*s.Radius), Y: s.Size.Y - float64(2*s.Radius)}
	} else {
		s.Points, s.Holes = shrunk(s.Points, s.Radius), slices.Clone(s.Holes)
		for i, h := range s.Holes {
			s.Holes[i] = shrunk(h, s.Radius)
		}
	}
	s.Rounding = level.Outset
	if _, err := s.Bake(); err != nil {
		return p
	}
	p.shape = s
	return p
}

// shrunk moves the edges of a loop to the left (with y up), so that outlines shrink and holes grow.
func shrunk(points []level.Vec, by float64) []level.Vec {
	out := make([]level.Vec, len(points))
	n := len(points)
	for i, p := range points {
		a, b := p.Sub(points[(i+n-1)%n]).Unit(), points[(i+1)%n].Sub(p).Unit()
		na, nb := level.Vec{X: -a.Y, Y: a.X}, level.Vec{X: -b.Y, Y: b.X}
		out[i] = p.Add(na.Add(nb).Mul(by / (1 + na.Dot(nb))))
	}
	return out
}

// restoreMotion restores the initial motion that Fillet's export wrote.
func restoreMotion(n *importers.XMLNode, c *level.Collider) {
	numbers := func(name string, to ...*float64) {
		s := scanner{text: n.Attr(name)}
		for _, p := range to {
			x := 0.0
			if !s.numbers(&x) || !importers.InReach(x) {
				return
			}
			*p = x
		}
	}
	m := c.Started()
	numbers("data-velocity", &m.Velocity.X, &m.Velocity.Y)
	numbers("data-spin", (*float64)(&m.Spin))
	numbers("data-force", &m.Force.X, &m.Force.Y)
	c.Start(m)
}
