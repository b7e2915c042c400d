package editor

import (
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Bare returns the selected instances without parts, such as those whose prefab is missing. A marked box represents
// each.
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

// AddBare adds instances without parts to the selection.
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

// Tally counts the selection; an instance counts as one.
func (s *Selection) Tally() level.Tally {
	if s.tally == nil {
		t := s.session.doc.TallyOf(s.ids, s.Bare()...)
		s.tally = &t
	}
	return *s.tally
}

// ToggleBare adds an instance without parts to the selection or removes it.
func (s *Selection) ToggleBare(id level.InstanceID) {
	if !s.HasBare(id) {
		s.AddBare(id)
		return
	}
	s.tally = nil
	s.bare = slices.DeleteFunc(s.Bare(), func(of level.InstanceID) bool { return of == id })
	s.session.Touch(SelectionChanged)
}

// keepBare changes the selected colliders and keeps the selected instances without parts.
func (s *Selection) keepBare(change func()) {
	bare := s.Bare()
	s.session.Batch(func() {
		change()
		s.AddBare(bare...)
	})
}

// Take selects exactly the colliders and everything that is selected with them: the result of [Selection.Whole] and the
// instances without parts in their groups.
func (s *Selection) Take(ids ...level.ID) {
	s.session.Batch(func() {
		s.Set(s.Whole(ids...)...)
		s.AddBare(s.bareWith(ids)...)
	})
}

// TakeToo adds to the selection like Take.
func (s *Selection) TakeToo(ids ...level.ID) {
	s.session.Batch(func() {
		s.Add(s.Whole(ids...)...)
		s.AddBare(s.bareWith(ids)...)
	})
}

// bareWith returns the instances without parts in the groups that are selected for the colliders.
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

// bareWithin returns the instances without parts in groups, at any depth.
func (n Instances) bareWithin(groups []level.GroupID) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if i.GroupOf != 0 && slices.ContainsFunc(groups, func(g level.GroupID) bool {
			return n.s.doc.IsInGroup(i.GroupOf, g)
		}) {
			out = append(out, i.ID)
		}
	}
	return out
}

// editableBare returns the instances without parts that can be picked on the canvas, except those in but.
func (n Instances) editableBare(but []level.InstanceID) []level.InstanceID {
	var out []level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if n.isFree(i) && !slices.Contains(but, i.ID) {
			out = append(out, i.ID)
		}
	}
	return out
}

// MarkAt returns the topmost pickable instance without parts whose box contains a point, or 0.
func (n Instances) MarkAt(p level.Vec) level.InstanceID {
	var at level.InstanceID
	for _, i := range n.s.doc.Bare() {
		if m, _ := n.s.doc.MarkOf(i.ID); m.Bounds.Contains(p) && n.isFree(i) {
			at = i.ID
		}
	}
	return at
}

// MarksIn returns the pickable instances without parts whose boxes overlap a box.
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

// free returns the selected, unlocked instances without parts.
func (n Instances) free() []level.InstanceID {
	return slices.DeleteFunc(n.s.selection.Bare(), func(id level.InstanceID) bool {
		i := n.s.doc.Instance(id)
		return n.s.doc.Locked(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Locked: i.Locked})
	})
}

// Free returns the records of the selected, unlocked instances without parts.
func (n Instances) Free() []*level.Instance {
	var out []*level.Instance
	for _, id := range n.free() {
		out = append(out, n.s.doc.Instance(id))
	}
	return out
}

// Moved returns the diff that moves the selected, unlocked instances without parts.
func (n Instances) Moved(by level.Vec) (d level.Diff) {
	for _, i := range n.Free() {
		after := *i
		after.Position = i.Position.Add(by)
		d.Instances = append(d.Instances, level.Changed(i, &after))
	}
	return d
}

// withBare applies a command to the selected colliders and instances without parts. It fails if there are none.
func (n Instances) withBare(
	verb string, bare level.Diff, ids []level.ID, colliders func(id level.ID) (level.Change[level.Collider], bool),
) error {
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

// labelOf returns the label of a step like [Session.Label], counting instances without parts.
func (n Instances) labelOf(verb string, ids []level.ID, bare []level.InstanceID) string {
	switch {
	case len(bare) == 0:
		return n.s.Label(verb, ids)
	case len(ids) == 0:
		return n.label(verb, bare)
	}
	return verb + " " + n.s.doc.TallyOf(ids, bare...).String()
}

// changeable returns the unlocked colliders and instances without parts in the selection. If there are
// none, it fails like [Session.changeable].
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

// Of returns the instance that consists of exactly these parts, or nil.
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

// MoveTo moves an instance to a group or a layer, directly below a collider or to the top.
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
