package editor

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"fillet/editor/level"
)

// SetRole sets the role of colliders. A new one-way collider's solid side faces up.
func (s Shapes) SetRole(role level.Role) error {
	return s.s.edit("Change role of", s.ids, func(c *level.Collider) { setRole(c, role) })
}

func setRole(c *level.Collider, role level.Role) {
	if c.Role == role {
		return
	}
	c.Role, c.OneWay = role, level.Vec{}
	if role == level.OneWay {
		c.OneWay = normalizeZeros((-c.Angle).Rotation().Apply(level.Up))
	}
}

// SetOneWay turns the solid side of one-way colliders to a direction in level space. The direction's length must not be
// 0.
func (s Shapes) SetOneWay(direction level.Vec) error {
	if direction == (level.Vec{}) || !direction.IsFinite() {
		return nil
	}
	return s.s.edit("Change solid side of", s.ids, func(c *level.Collider) {
		if c.Role == level.OneWay {
			c.OneWay = normalizeZeros((-c.Angle).Rotation().Apply(direction.Unit()))
		}
	})
}

// normalizeZeros replaces -0 with 0.
func normalizeZeros(v level.Vec) level.Vec { return level.Vec{X: v.X + 0, Y: v.Y + 0} }

// SetBody sets the body type of colliders.
func (s Shapes) SetBody(body level.BodyType) error {
	return s.s.edit("Change body type of", s.ids, func(c *level.Collider) { c.Body = body })
}

// SwitchTag adds a tag to colliders or removes it. Other tags keep their order.
func (s Shapes) SwitchTag(tag string, on bool) error {
	if tag == "" {
		return nil
	}
	return s.s.edit("Change tags of", s.ids, func(c *level.Collider) {
		switch has := slices.Contains(c.Tags, tag); {
		case on && !has:
			c.Tags = append(slices.Clone(c.Tags), tag)
		case !on && has:
			c.Tags = slices.DeleteFunc(slices.Clone(c.Tags), func(t string) bool { return t == tag })
			if len(c.Tags) == 0 {
				c.Tags = nil
			}
		}
	})
}

// SetProperty sets a custom property of colliders to a string, a float64 or a bool. nil removes the property.
func (s Shapes) SetProperty(name string, value any) error {
	return s.s.edit("Change property "+name+" of", s.ids, func(c *level.Collider) {
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

// SetCategories sets the categories of colliders; the level's settings must list them.
func (s Shapes) SetCategories(names []string) error {
	names = slices.Clone(names)
	return s.s.edit("Change categories of", s.ids, func(c *level.Collider) { c.Categories = names })
}

// RenameCategory renames a category of the level and updates the shapes that refer to it, as one step.
func RenameCategory(s *Session, from, to string) error {
	s.settle()
	named := func(list []string) []string {
		list = slices.Clone(list)
		for i := range list {
			if list[i] == from {
				list[i] = to
			}
		}
		return list
	}
	d := level.Diff{Settings: changeOf(s.doc.Settings(), func(to *level.Settings) {
		to.Categories = named(to.Categories)
	})}
	for c := range s.doc.Colliders() {
		if c.Part != nil || !slices.Contains(c.Categories, from) && !slices.Contains(c.CollidesWith, from) {
			continue
		}
		d.Colliders = append(d.Colliders, changeOf(c, func(c *level.Collider) {
			c.Categories, c.CollidesWith = named(c.Categories), named(c.CollidesWith)
		}))
	}
	return s.Do("Rename category", d)
}

// SwitchCategory adds colliders to a category or removes them. Their other categories stay. A collider without
// categories counts as in the first one.
func (s Shapes) SwitchCategory(name string, on bool) error {
	all := s.s.doc.Settings().Categories
	return s.s.edit("Change categories of", s.ids, func(c *level.Collider) {
		names := slices.Clone(c.Categories)
		if len(names) == 0 && len(all) > 0 {
			names = []string{all[0]}
		}
		names = slices.DeleteFunc(names, func(n string) bool { return n == name })
		if on {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return slices.Index(all, a) - slices.Index(all, b) })
		if len(names) == 1 && names[0] == all[0] && len(c.Categories) == 0 {
			names = nil
		}
		c.Categories = names
	})
}

// SetCollidesWith sets the categories that colliders collide with. nil means all; an empty slice means none.
func (s Shapes) SetCollidesWith(names []string) error {
	names = slices.Clone(names)
	return s.s.edit("Change collision mask of", s.ids, func(c *level.Collider) { c.CollidesWith = names })
}

// SetMaterial changes the name of the material of colliders and its values.
func (s Shapes) SetMaterial(f func(c *level.Collider)) error {
	return s.s.edit("Change material of", s.ids, f)
}

// SetMaterialValues changes friction, restitution and density of colliders. A material whose values change becomes
// custom: it loses its name.
func (s Shapes) SetMaterialValues(f func(c *level.Collider)) error {
	return s.SetMaterial(func(c *level.Collider) {
		was := *c
		if f(c); c.Friction != was.Friction || c.Restitution != was.Restitution || c.Density != was.Density {
			c.Material = ""
		}
	})
}

// SetMotion changes the initial velocities and forces of colliders.
func (s Shapes) SetMotion(f func(m *level.Motion)) error {
	return s.s.edit("Change motion of", s.ids, func(c *level.Collider) {
		m := c.Started()
		f(&m)
		c.Start(m)
	})
}

// SetHidden hides or shows colliders. Hidden ones do not collide. If all parts of an instance are included, the
// instance itself is hidden or shown.
func (s Shapes) SetHidden(hidden bool) error {
	return s.setFlag(Either(hidden, "Hide", "Show"), func(i *level.Instance) {
		i.Hidden = hidden
	}, func(c *level.Collider) { c.Hidden = hidden })
}

// SetLocked locks or unlocks colliders. If all parts of an instance are included, the instance itself is locked or
// unlocked.
func (s Shapes) SetLocked(locked bool) error {
	return s.setFlag(Either(locked, "Lock", "Unlock"), func(i *level.Instance) {
		i.Locked = locked
	}, func(c *level.Collider) { c.Locked = locked })
}

// setFlag applies instance to whole instances, and collider to the colliders outside of these.
func (s Shapes) setFlag(verb string, instance func(*level.Instance), collider func(*level.Collider)) error {
	s.s.settle()
	complete := s.s.Instances().coveredBy(s.ids)
	var d level.Diff
	for _, id := range slices.Sorted(maps.Keys(complete)) {
		i := s.s.doc.Instance(id)
		addChange(&d.Instances, i, changeOf(i, instance).After)
	}
	for c := range CollidersOf(s.s.doc, s.ids) {
		if c.Part == nil || !complete[c.Part.Instance] {
			addChange(&d.Colliders, c, changeOf(c, collider).After)
		}
	}
	return s.s.Do(s.s.Label(verb, s.ids), d)
}

// Either returns one of two values.
func Either[T any](b bool, yes, no T) T {
	if b {
		return yes
	}
	return no
}

// TagUse is a tag and the number of colliders that have it.
type TagUse struct {
	Tag   string
	Count int
}

// TagsOf returns the tags of some colliders, in order of first appearance.
func TagsOf(doc *level.Document, ids []level.ID) []TagUse {
	return tagUses(CollidersOf(doc, ids))
}

// AllTags returns the tags of a level, the most used first.
func AllTags(doc *level.Document) []TagUse {
	all := tagUses(doc.Colliders())
	slices.SortFunc(all, func(a, b TagUse) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Tag, b.Tag)) })
	return all
}

func tagUses(of iter.Seq[*level.Collider]) []TagUse {
	at := map[string]int{}
	var all []TagUse
	for c := range of {
		for _, t := range c.Tags {
			i, ok := at[t]
			if !ok {
				i = len(all)
				at[t] = i
				all = append(all, TagUse{Tag: t})
			}
			all[i].Count++
		}
	}
	return all
}

// SetObject turns colliders into a gameplay object, or back into plain shapes. It removes the previous object with its
// fields, then sets the tag and the default values of the fields. If the object does not allow the collider's role, it
// sets the object's first role.
func (s Shapes) SetObject(kind level.ObjectKind) error {
	o := level.ObjectOf(kind)
	return s.s.edit("Change gameplay of", s.ids, func(c *level.Collider) {
		was := objectOf(c)
		if was == kind {
			return
		}
		tags := slices.DeleteFunc(slices.Clone(c.Tags), func(t string) bool { return level.ObjectByTag(t) != nil })
		p := maps.Clone(c.Properties)
		for _, old := range level.Objects() {
			for _, f := range old.Fields {
				delete(p, f.Key)
			}
		}
		role := c.Role
		if was == level.OneWayObject {
			role = level.Solid
		}
		if o != nil {
			if o.Tag != "" {
				tags = append(tags, o.Tag)
			}
			for i := range o.Fields {
				// Games read the values of these fields from the export.
				if f := &o.Fields[i]; f.Type == level.NumberField || f.Type == level.ChoiceField {
					if p == nil {
						p = level.Properties{}
					}
					p[f.Key] = f.Initial()
				}
			}
			if !slices.Contains(o.Roles, role) {
				role = o.Roles[0]
			}
		}
		if len(tags) == 0 {
			tags = nil
		}
		if len(p) == 0 {
			p = nil
		}
		c.Tags, c.Properties = tags, p
		setRole(c, role)
	})
}

// objectOf returns the gameplay object of a collider, from the first tag that names an object, or else from the role.
func objectOf(c *level.Collider) level.ObjectKind {
	for _, t := range c.Tags {
		if o := level.ObjectByTag(t); o != nil {
			return o.Kind
		}
	}
	if c.Role == level.OneWay {
		return level.OneWayObject
	}
	return level.NoObject
}

// Object returns the gameplay object of the colliders.
func (all Common) Object() (k level.ObjectKind, mixed bool) {
	return CommonOf(all, objectOf)
}

// NamesOf returns the names of the level's objects of a kind in drawing order, without duplicates. For NoObject it
// returns the names of the kinematic shapes.
func NamesOf(s *Session, k level.ObjectKind) (names []string) {
	seen := map[string]bool{}
	for c := range s.doc.Colliders() {
		if c.Name != "" && !seen[c.Name] && (k == level.NoObject && c.Body == level.Kinematic ||
			k != level.NoObject && objectOf(c) == k) {
			seen[c.Name] = true
			names = append(names, c.Name)
		}
	}
	return names
}
