package editor

import (
	"maps"
	"slices"

	"fillet/editor/level"
)

// SetThing turns colliders into a gameplay object, or into none. It sets the tag, the default values of the fields, and
// the object's first role if it does not work with the collider's. It removes the previous object with its fields.
func (s Shapes) SetThing(kind level.ObjectKind) error {
	o := level.ObjectOf(kind)
	return s.s.edit("Change gameplay of", s.ids, func(c *level.Collider) {
		was := thingOf(c)
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
				// Games read these values from the export.
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

// thingOf returns the gameplay object of a collider: by its first tag that names one, or else by its role.
func thingOf(c *level.Collider) level.ObjectKind {
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

// Thing returns the gameplay object of the colliders.
func (all Common) Thing() (k level.ObjectKind, mixed bool) { return commonOf(all.s, all.ids, thingOf) }

// ThingNumber returns a number field of their gameplay object.
func (all Common) ThingNumber(k level.ObjectKind, key string) (x float64, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) float64 {
		return level.PropertyNumber(k, key, c.Properties)
	})
}

// ThingSwitch returns a boolean field of their gameplay object.
func (all Common) ThingSwitch(key string) (on, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) bool { return level.PropertyIsSet(key, c.Properties) })
}

// ThingWord returns a choice field of their gameplay object.
func (all Common) ThingWord(k level.ObjectKind, key string) (word string, mixed bool) {
	return commonOf(all.s, all.ids, func(c *level.Collider) string { return level.PropertyWord(k, key, c.Properties) })
}

// NamesOf returns the names of the level's objects of a kind, or of its kinematic shapes for NoObject, in drawing
// order, each once.
func NamesOf(s *Session, k level.ObjectKind) (names []string) {
	seen := map[string]bool{}
	for c := range s.doc.Colliders() {
		if c.Name != "" && !seen[c.Name] && (k == level.NoObject && c.Body == level.Kinematic ||
			k != level.NoObject && thingOf(c) == k) {
			seen[c.Name] = true
			names = append(names, c.Name)
		}
	}
	return names
}
