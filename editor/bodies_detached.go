package editor

import (
	"strings"

	"fillet/editor/level"
)

// bodyGroups are groups for the bodies of several shapes that instances were, whose parts become colliders by themselves.
type bodyGroups struct {
	s      *Session
	bodyOf func(*level.Collider) string
	made   []level.Change[level.Group]
	of     map[string]level.GroupID
}

func (n Instances) newBodyGroups() *bodyGroups {
	return &bodyGroups{s: n.s, bodyOf: level.BodyNames(n.s.doc.Groups(), n.s.doc.Instances()), of: map[string]level.GroupID{}}
}

// take puts what is made of a part into the group of its body, where the instance or the prefab says which.
func (b *bodyGroups) take(i *level.Instance, part, own *level.Collider) {
	name := b.bodyOf(part)
	if first, _, _ := strings.Cut(name, "/"); first != i.ID.String() {
		return
	}
	id := b.of[name]
	if id == 0 {
		id = b.s.doc.NewGroupID()
		b.of[name] = id
		b.made = append(b.made, level.Added(&level.Group{ID: id, Name: i.Label(), Layer: own.Layer, Parent: own.GroupOf, OneBody: true}))
	}
	own.GroupOf = id
}
