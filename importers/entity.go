package importers

import (
	"slices"
	"strings"
	"unicode"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Entity is what a foreign file says of an object that is none of a grid's cells, for [Builder.Entity].
type Entity struct {
	Name   string   // the collider's name
	Kinds  []string // what else rules can call it: its type, its class, its definition's name
	Hints  []string // what the default rule reads as well, and rules do not match: its layer's name and class
	Tags   []string
	Fields level.Properties
	Shape  level.Shape
	At     level.Vec // the shape's frame in the level
	Angle  level.Degrees
	Source level.Source
	// Role is what it is where nothing says otherwise; empty is a trigger.
	Role level.Role
}

// Entity adds an entity's collider to the current layer, as the first entity rule of the options' mapping that matches
// says. Where none does, the default rule decides its role, each of these in turn:
//
//   - a bool field named solid, isSolid, collides, collidable or hasCollision (any case, underscores aside) decides: true
//     is solid, false a trigger;
//   - a tag, or a word of its name, of one of its kinds or of its hints, that is oneway, or the words one and way, makes it one-way, solid
//     from above;
//   - a tag or a word among solidWords makes it solid;
//   - anything else is what the entity says, or a trigger.
//
// The words of a name are what capitals, digits and underscores separate: MovingPlatform has two. The collider is nil
// where a rule says that the entity is not imported.
func (b *Builder) Entity(e Entity) (*level.Collider, error) {
	rule, ok := b.opts.Mapping.FindEntity(e)
	b.found.entity(e, rule)
	if ok && rule.Ignore {
		b.ignored++
		return nil, nil
	}
	s := e.Shape
	if ok && rule.Radius > 0 && (s.HasCorners() || s.Kind == level.Chain) {
		s.Radius = rule.Radius
		if s.HasCorners() {
			if rule.Rounding != 0 {
				s.Rounding = rule.Rounding
			}
			if fit := s.Clamped(); fit.Radius < s.Radius {
				s = fit
				b.Issue(Warning, e.Source.Layer, "%s: the radius %g does not fit; it is %g now", quote.Printable(e.Name), rule.Radius, fit.Radius)
			}
		}
	}
	c, err := b.Add(e.Name, s, e.At, e.Source)
	if err != nil {
		return nil, err
	}
	c.Angle = e.Angle
	c.Tags = slices.Clone(e.Tags)
	if len(e.Fields) > 0 {
		c.Properties = e.Fields
	}
	if c.Role = e.DefaultRole(); c.Role == level.OneWay {
		c.OneWay = level.Up
	}
	if ok {
		rule.dress(c)
	}
	return c, nil
}

// dress gives a collider what the rule says.
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
	c.Categories = slices.Clone(r.Categories)
	c.CollidesWith = slices.Clone(r.CollidesWith)
	for _, t := range r.Tags {
		if !slices.Contains(c.Tags, t) {
			c.Tags = append(c.Tags, t)
		}
	}
}

var (
	solidFields = []string{"solid", "issolid", "collides", "collidable", "hascollision"}
	solidWords  = []string{
		"solid", "wall", "walls", "collider", "colliders", "collision", "collisions", "ground", "platform", "platforms",
		"obstacle", "obstacles", "block", "blocks",
	}
)

// DefaultRole is the entity's role by the default rule; see [Builder.Entity].
func (e Entity) DefaultRole() level.Role {
	for _, want := range solidFields {
		for name, v := range e.Fields {
			if b, ok := v.(bool); ok && strings.ToLower(strings.ReplaceAll(name, "_", "")) == want {
				if b {
					return level.Solid
				}
				return level.Trigger
			}
		}
	}
	solid := false
	for _, name := range slices.Concat([]string{e.Name}, e.Kinds, e.Tags, e.Hints) {
		ws := words(name)
		for i, w := range ws {
			if w == "oneway" || w == "one" && i+1 < len(ws) && ws[i+1] == "way" {
				return level.OneWay
			}
			solid = solid || slices.Contains(solidWords, w)
		}
	}
	if solid {
		return level.Solid
	}
	if e.Role != 0 {
		return e.Role
	}
	return level.Trigger
}

// words splits a name into its words, in lower case: what capitals and all that is no letter separate.
func words(s string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	wasLower := false
	for _, r := range s {
		if !unicode.IsLetter(r) {
			end()
			wasLower = false
			continue
		}
		if unicode.IsUpper(r) && wasLower {
			end()
		}
		word = append(word, r)
		wasLower = unicode.IsLower(r)
	}
	end()
	return out
}
