package editor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Joints changes the document's joints. Each of its commands is one undo step.
type Joints struct{ s *Session }

// Joints returns the commands for the document's joints.
func (s *Session) Joints() Joints { return Joints{s} }

// Reasons why the selection cannot be joined.
var (
	ErrJoin       = errors.New("select one or two shapes to join")
	ErrNotDynamic = errors.New("a joint needs solid shapes, at least one of them dynamic")
)

// Default values of new joints.
const (
	SpringFrequency = 2.0 // Hz
	SpringDamping   = 0.1
	hangUnits       = 2 // distance between a hanging shape and its anchor above, in grid cells
)

// Joining returns the reason why the selection cannot be joined, or nil.
func (j Joints) Joining() error {
	ids := j.s.Selection().IDs()
	if len(ids) < 1 || len(ids) > 2 {
		return ErrJoin
	}
	dynamic := false
	for _, id := range ids {
		c := j.s.Document().Collider(id)
		if c == nil || c.Role == level.Trigger || c.Shape.Kind == level.Point {
			return ErrNotDynamic
		}
		dynamic = dynamic || c.Body == level.Dynamic
	}
	if !dynamic {
		return ErrNotDynamic
	}
	return nil
}

// Join joins the two selected shapes to each other, or a single selected shape to the level. Two shapes get a hinge
// where they are closest, or a spring or rope between their centres of mass whose length is the current distance. A
// single shape hinges about its centre of mass, or hangs from a point above it.
func (j Joints) Join(kind level.JointKind, rope bool) error {
	j.s.settle()
	if err := j.Joining(); err != nil {
		return err
	}
	ids := j.s.Selection().IDs()
	of := level.Joint{Kind: kind, PullsOnly: rope}
	middle := func(id level.ID) level.Vec {
		c := j.s.Document().Collider(id)
		return c.Transform().Apply(j.s.Document().Baked(id).Mass().Centroid)
	}
	b := ids[len(ids)-1]
	from, to := middle(ids[0]), middle(b)
	switch {
	case len(ids) == 1 && kind == level.Spring:
		from = level.Vec{X: to.X, Y: level.DrawnBounds(j.s.Document().Collider(b)).Min.Y -
			float64(hangUnits*j.s.Document().Settings().Grid.Size.Y)}
	case len(ids) == 2 && kind == level.Hinge:
		from = j.between(ids[0], b)
		to = from
	}
	first := level.ID(0)
	if len(ids) == 2 {
		first = ids[0]
	}
	of.A, of.PartA, of.AnchorA = j.Side(first, from)
	of.B, of.PartB, of.AnchorB = j.Side(b, to)
	if kind == level.Spring {
		of.Length = from.Dist(to)
		if !rope {
			of.Frequency, of.Damping = SpringFrequency, SpringDamping
		}
	}
	_, err := j.Add(of)
	return err
}

// Side returns the values of one side of a joint, on a collider or on the level itself, with its anchor at a point of
// the level.
func (j Joints) Side(id level.ID, at level.Vec) (on level.ID, part string, anchor level.Vec) {
	c := j.s.Document().Collider(id)
	if c == nil {
		return 0, "", normalizeZeros(at)
	}
	if c.Part != nil {
		part = c.Part.String()
	}
	return id, part, normalizeZeros(c.Transform().ApplyInv(at))
}

// Add adds a joint, names it and returns its id.
func (j Joints) Add(of level.Joint) (level.JointID, error) {
	of.ID, of.Name = level.NewJointID(j.s.Document(), nil), j.freeName(of)
	return of.ID, j.put("Join with "+of.Name, of)
}

// freeName returns an unused name made from the joint's kind.
func (j Joints) freeName(of level.Joint) string {
	word := of.Kind.String()
	if of.PullsOnly {
		word = "rope"
	}
	return firstFree(word, 1, func(name string) bool {
		return slices.ContainsFunc(j.s.Document().Settings().Joints, func(o level.Joint) bool { return o.Name == name })
	})
}

// between returns the midpoint of the closest points of two shapes, or of their contact.
func (j Joints) between(a, b level.ID) level.Vec {
	ca, cb := j.s.Document().Collider(a), j.s.Document().Collider(b)
	least, found := 0.0, false
	var at level.Vec
	for _, pa := range j.s.Document().Baked(a).Pieces {
		for _, pb := range j.s.Document().Baked(b).Pieces {
			m, hit := collision.Collide(pa, ca.Transform(), pb, cb.Transform(), level.MaxCoordinate)
			if !hit || found && -m.Depth() >= least {
				continue
			}
			least, found = -m.Depth(), true
			if at = m.Points[0].Point; m.Count == 2 {
				at = at.Lerp(m.Points[1].Point, 0.5)
			}
		}
	}
	return at
}

// put adds a joint, or replaces the one with its id.
func (j Joints) put(label string, of level.Joint) error {
	return j.s.EditSettings(label, func(s *level.Settings) {
		list := slices.DeleteFunc(slices.Clone(s.Joints), func(o level.Joint) bool { return o.ID == of.ID })
		i, _ := slices.BinarySearchFunc(list, of.ID, func(o level.Joint, id level.JointID) int {
			return cmp.Compare(o.ID, id)
		})
		s.Joints = slices.Insert(list, i, of)
	})
}

// Set replaces a joint with a changed copy.
func (j Joints) Set(of level.Joint) error { return j.put("Change "+of.Label(), of) }

// Change changes several joints as one step.
func (j Joints) Change(ids []level.JointID, change func(*level.Joint)) error {
	label := fmt.Sprintf("Change %d joints", len(ids))
	if len(ids) == 1 {
		if of := JointOf(j.s.doc, ids[0]); of != nil {
			label = "Change " + of.Label()
		}
	}
	return j.s.EditSettings(label, func(s *level.Settings) {
		s.Joints = slices.Clone(s.Joints)
		for i := range s.Joints {
			if slices.Contains(ids, s.Joints[i].ID) {
				change(&s.Joints[i])
			}
		}
	})
}

// JointOf returns a level's joint with an id, or nil.
func JointOf(doc *level.Document, id level.JointID) *level.Joint {
	list := doc.Settings().Joints
	if i := slices.IndexFunc(list, func(j level.Joint) bool { return j.ID == id }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Remove removes joints.
func (j Joints) Remove(ids ...level.JointID) error {
	return j.remove("Unjoin", func(o level.Joint) bool { return slices.Contains(ids, o.ID) })
}

func (j Joints) remove(label string, gone func(level.Joint) bool) error {
	return j.s.EditSettings(label, func(s *level.Settings) {
		s.Joints = slices.DeleteFunc(slices.Clone(s.Joints), gone)
	})
}

// Placed returns the prefab joints of instances that hold any of the colliders.
func (j Joints) Placed(ids []level.ID) (out []level.Joint) {
	doc, seen := j.s.Document(), map[level.InstanceID]bool{}
	for _, id := range ids {
		c := doc.Collider(id)
		if c == nil || c.Part == nil || seen[c.Part.Instance] {
			continue
		}
		seen[c.Part.Instance] = true
		for _, of := range level.InstanceJoints(doc, c.Part.Instance) {
			if slices.Contains(ids, of.A) || slices.Contains(ids, of.B) {
				out = append(out, of)
			}
		}
	}
	return out
}

// Of returns the level's joints that hold any of the colliders.
func (j Joints) Of(ids []level.ID) (out []level.Joint) {
	for _, of := range j.s.Document().Settings().Joints {
		if of.A != 0 && slices.Contains(ids, of.A) || of.B != 0 && slices.Contains(ids, of.B) {
			out = append(out, of)
		}
	}
	return out
}

// Unjoin removes the selected joints, or else the joints of the selected shapes. If several selected shapes are joined
// to each other, it removes only the joints between them.
func (j Joints) Unjoin() error {
	j.s.settle()
	if len(j.s.Selection().Joints()) > 0 {
		return j.s.DeleteSelection()
	}
	ids := j.s.Selection().IDs()
	all := j.Of(ids)
	var within []level.Joint
	for _, of := range all {
		if (of.A == 0 || slices.Contains(ids, of.A)) && (of.B == 0 || slices.Contains(ids, of.B)) {
			within = append(within, of)
		}
	}
	if len(ids) > 1 && len(within) > 0 {
		all = within
	}
	if len(all) == 0 {
		return errors.New("the selection has no joints")
	}
	return j.remove("Unjoin", func(o level.Joint) bool { return slices.Contains(all, o) })
}

// Joints returns the selected joints, in the level's order. Joints and colliders are never selected together.
func (s *Selection) Joints() (out []level.Joint) {
	if len(s.joints) == 0 {
		return nil
	}
	for _, j := range s.session.doc.Settings().Joints {
		if s.HasJoint(j.ID) {
			out = append(out, j)
		}
	}
	return out
}

// JointIDs returns the ids of the selected joints.
func (s *Selection) JointIDs() (ids []level.JointID) {
	for _, j := range s.Joints() {
		ids = append(ids, j.ID)
	}
	return ids
}

// HasJoint reports whether a joint is selected.
func (s *Selection) HasJoint(id level.JointID) bool {
	_, found := slices.BinarySearch(s.joints, id)
	return found
}

// Joint returns the single selected joint, or false if there is not exactly one.
func (s *Selection) Joint() (level.Joint, bool) {
	if list := s.Joints(); len(list) == 1 {
		return list[0], true
	}
	return level.Joint{}, false
}

// SetJoints selects these joints and nothing else.
func (s *Selection) SetJoints(ids ...level.JointID) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	switch ids = slices.Compact(ids); {
	case len(ids) == 0:
		s.Set()
		return
	case slices.Equal(s.joints, ids):
		return
	}
	s.session.Batch(func() {
		s.Set()
		s.joints = ids
		s.session.Touch(SelectionChanged)
	})
}

// ToggleJoints toggles the selection of joints and deselects all colliders.
func (s *Selection) ToggleJoints(ids ...level.JointID) {
	s.SetJoints(Toggled(s.JointIDs(), ids)...)
}
