package editor

import (
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Bare lists the instances without parts that are selected, besides colliders: those whose prefab is missing, and for which a box with a
// mark stands.
func (s *Selection) Bare() []level.InstanceID {
	if len(s.bare) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.bare), func(id level.InstanceID) bool {
		_, is := s.session.doc.MarkOf(id)
		return !is
	})
}

// HasBare reports whether an instance without parts is selected.
func (s *Selection) HasBare(id level.InstanceID) bool { return slices.Contains(s.Bare(), id) }

// AddBare selects instances without parts as well.
func (s *Selection) AddBare(ids ...level.InstanceID) {
	next := s.Bare()
	for _, id := range ids {
		if _, is := s.session.doc.MarkOf(id); is && !slices.Contains(next, id) {
			next = append(next, id)
		}
	}
	if !slices.Equal(next, s.bare) {
		s.bare, s.tally = next, nil
		s.session.Touch(SelectionChanged)
	}
}

// Tally counts what is selected: an instance is one thing.
func (s *Selection) Tally() level.Tally {
	if s.tally == nil {
		t := s.session.doc.TallyOf(s.ids, s.Bare()...)
		s.tally = &t
	}
	return *s.tally
}

// ToggleBare selects an instance without parts as well, or deselects it.
func (s *Selection) ToggleBare(id level.InstanceID) {
	if !s.HasBare(id) {
		s.AddBare(id)
		return
	}
	s.tally = nil
	s.bare = slices.DeleteFunc(s.Bare(), func(of level.InstanceID) bool { return of == id })
	s.session.Touch(SelectionChanged)
}

// keepBare changes which colliders are selected, and leaves the instances without parts as they are.
func (s *Selection) keepBare(change func()) {
	bare := s.Bare()
	s.session.Batch(func() {
		change()
		s.AddBare(bare...)
	})
}

// Take selects colliders with all that is selected with them, and nothing else: what [Selection.Whole] lists, and of a group also what it
// holds of instances without parts.
func (s *Selection) Take(ids ...level.ID) {
	s.session.Batch(func() {
		s.Set(s.Whole(ids...)...)
		s.AddBare(s.bareWith(ids)...)
	})
}

// TakeToo is Take beside what is selected.
func (s *Selection) TakeToo(ids ...level.ID) {
	s.session.Batch(func() {
		s.Add(s.Whole(ids...)...)
		s.AddBare(s.bareWith(ids)...)
	})
}

// bareWith lists the instances without parts in the groups that stand for colliders.
func (s *Selection) bareWith(ids []level.ID) []level.InstanceID {
	if len(s.session.doc.Bare()) == 0 {
		return nil
	}
	var groups []level.GroupID
	for _, id := range ids {
		if g := s.GroupAt(id); g != 0 && !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return s.session.Instances().bareWithin(groups)
}

// bareWithin lists the instances without parts in groups, at any depth.
func (n Instances) bareWithin(groups []level.GroupID) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if i.GroupOf != 0 && slices.ContainsFunc(groups, func(g level.GroupID) bool { return n.s.doc.IsInGroup(i.GroupOf, g) }) {
			out = append(out, i.ID)
		}
	}
	return out
}

// editableBare lists the instances without parts that can be picked on the canvas, but some.
func (n Instances) editableBare(but []level.InstanceID) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if n.isFree(i) && !slices.Contains(but, i.ID) {
			out = append(out, i.ID)
		}
	}
	return out
}

// MarkAt is the topmost instance without parts whose box a point lies in; 0 where none is, or those there are locked or hidden.
func (n Instances) MarkAt(p level.Vec) level.InstanceID {
	var at level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if m, _ := n.s.doc.MarkOf(i.ID); m.Bounds.Contains(p) && n.isFree(i) {
			at = i.ID
		}
	}
	return at
}

// MarksIn lists the instances without parts whose boxes share a point with a box.
func (n Instances) MarksIn(b collision.AABB) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if m, _ := n.s.doc.MarkOf(i.ID); m.Bounds.Overlaps(b) && n.isFree(i) {
			out = append(out, i.ID)
		}
	}
	return out
}

// isFree reports whether an instance can be picked and changed on the canvas.
func (n Instances) isFree(i *level.Instance) bool {
	return n.s.doc.Editable(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Hidden: i.Hidden, Locked: i.Locked})
}

// free is those instances without parts that are selected and not locked.
func (n Instances) free() []level.InstanceID {
	return slices.DeleteFunc(n.s.selection.Bare(), func(id level.InstanceID) bool {
		i := n.s.doc.Instance(id)
		return n.s.doc.Locked(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Locked: i.Locked})
	})
}

// Free lists the records of those instances without parts that are selected and not locked.
func (n Instances) Free() []*level.Instance {
	var out []*level.Instance
	for _, id := range n.free() {
		out = append(out, n.s.doc.Instance(id))
	}
	return out
}

// Moved is the diff that moves those instances without parts that are selected.
func (n Instances) Moved(by level.Vec) (d level.Diff) {
	for _, i := range n.Free() {
		after := *i
		after.Position = i.Position.Add(by)
		d.Instances = append(d.Instances, level.Changed(i, &after))
	}
	return d
}

// withBare is what a command does to the colliders that are selected, and to the instances without parts: it has nothing to do where
// neither is selected.
func (n Instances) withBare(verb string, bare level.Diff, ids []level.ID, colliders func(id level.ID) (level.Change[level.Collider], bool)) error {
	ids, err := n.s.changeable(ids)
	if err != nil && (len(bare.Instances) == 0 || errors.Is(err, ErrLocked)) {
		return err
	}
	for _, id := range ids {
		if c, ok := colliders(id); ok {
			bare.Colliders = append(bare.Colliders, c)
		}
	}
	return n.s.Do(n.labelOf(verb, ids, n.free()), bare)
}

// labelOf is [Session.Label] of colliders and instances without parts.
func (n Instances) labelOf(verb string, ids []level.ID, bare []level.InstanceID) string {
	switch {
	case len(bare) == 0:
		return n.s.Label(verb, ids)
	case len(ids) == 0:
		return n.label(verb, bare)
	}
	return verb + " " + n.s.doc.TallyOf(ids, bare...).String()
}

// changeable is what of the selection is not locked: colliders, and instances without parts. The error is that of [Session.changeable].
func (n Instances) changeable() ([]level.ID, []level.InstanceID, error) {
	ids, err := n.s.changeable(n.s.selection.IDs())
	bare := n.free()
	switch {
	case len(bare) > 0:
		err = nil
	case len(n.s.selection.Bare()) > 0 && errors.Is(err, ErrNothingSelected):
		err = ErrLocked
	}
	return ids, bare, err
}

// Of is the instance that these are all the parts of, or nil.
func (n Instances) Of(ids []level.ID) *level.Instance {
	if len(ids) == 0 || len(n.s.doc.Instances()) == 0 {
		return nil
	}
	var of *level.Instance
	for _, id := range ids {
		c := n.s.doc.Collider(id)
		if c == nil || c.Part == nil || of != nil && c.Part.Instance != of.ID {
			return nil
		}
		if of == nil {
			if of = n.s.doc.Instance(c.Part.Instance); of == nil || n.s.doc.PartCount(of.ID) != len(ids) {
				return nil
			}
		}
	}
	return of
}

// MoveTo puts an instance into a group or a layer, right below a collider there or above everything.
func (n Instances) MoveTo(to Place, id level.InstanceID) error {
	doc := n.s.doc
	if of := doc.Group(to.Group); of != nil {
		to.Layer = of.Layer
	}
	of := doc.Instance(id)
	if of == nil {
		return fmt.Errorf("there is no instance %v", id)
	}
	if parts := doc.Parts(id); len(parts) > 0 {
		ids := make([]level.ID, len(parts))
		for i, c := range parts {
			ids[i] = c.ID
		}
		return n.s.Groups().Move(to, nil, ids)
	}
	n.s.settle()
	d := moveTo(doc, to, func(u *unit) bool { return u.instance != nil && u.instance.ID == id })
	if of.GroupOf != to.Group {
		changedInstance(&d, of).GroupOf = to.Group
	}
	return n.s.Do(n.label("Move", []level.InstanceID{id}), d)
}
