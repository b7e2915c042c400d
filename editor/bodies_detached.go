package editor

import (
	"strings"

	"fillet/editor/level"
)

// bodyGroups creates groups for the multi-shape bodies of detached instances, whose parts become separate colliders.
type bodyGroups struct {
	s      *Session
	bodyOf func(*level.Collider) string
	made   []level.Change[level.Group]
	of     map[string]level.GroupID
}

func (n Instances) newBodyGroups() *bodyGroups {
	return &bodyGroups{
		s: n.s, bodyOf: level.BodyNames(n.s.doc.Groups(), n.s.doc.Instances()),
		of: map[string]level.GroupID{},
	}
}

// take adds the collider made from a part to the group of its body, if the instance or the prefab defines one.
func (b *bodyGroups) take(i *level.Instance, part, own *level.Collider) {
	name := b.bodyOf(part)
	if first, _, _ := strings.Cut(name, "/"); first != i.ID.String() {
		return
	}
	id := b.of[name]
	if id == 0 {
		id = b.s.doc.NewGroupID()
		b.of[name] = id
		b.made = append(b.made, level.Added(&level.Group{
			ID: id, Name: i.Label(), Layer: own.Layer, Parent: own.GroupOf,
			OneBody: true,
		}))
	}
	own.GroupOf = id
}
