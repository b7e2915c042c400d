package level

import (
	"cmp"
	"slices"
)

// NewJointID returns an id that no joint of the document has and that is not in given, and adds it to given.
func NewJointID(d *Document, given map[JointID]bool) JointID {
	for {
		id := JointID(d.ids(JointLetter))
		if given[id] || slices.ContainsFunc(d.Settings().Joints, func(j Joint) bool { return j.ID == id }) {
			continue
		}
		if given != nil {
			given[id] = true
		}
		return id
	}
}

// withoutJoints removes the joints of colliders that a diff removes.
func withoutJoints(d *Document, diff Diff) Diff {
	settings := cmp.Or(diff.Settings.After, d.Settings())
	if len(settings.Joints) == 0 || len(diff.Colliders)+len(diff.Instances) == 0 {
		return diff
	}
	gone := map[ID]bool{}
	for _, c := range diff.Colliders {
		if c.After == nil && c.Before != nil {
			gone[c.Before.ID] = true
		}
	}
	for _, i := range diff.Instances {
		if i.After == nil && i.Before != nil {
			for _, c := range d.Parts(i.Before.ID) {
				gone[c.ID] = true
			}
		}
	}
	if len(gone) == 0 {
		return diff
	}
	after := *settings
	after.Joints = slices.DeleteFunc(slices.Clone(settings.Joints), func(j Joint) bool {
		return gone[j.A] || gone[j.B]
	})
	if len(after.Joints) < len(settings.Joints) {
		diff.Settings = Changed(d.Settings(), &after)
	}
	return diff
}

// JointEnds returns the two ends of a joint in level space, or false if one of its colliders is missing.
func JointEnds(d *Document, j Joint) (a, b Vec, ok bool) {
	at := func(id ID, anchor Vec) (Vec, bool) {
		if id == 0 {
			return anchor, true
		}
		c := d.Collider(id)
		if c == nil {
			return Vec{}, false
		}
		return c.Transform().Apply(anchor), true
	}
	a, okA := at(j.A, j.AnchorA)
	b, okB := at(j.B, j.AnchorB)
	return a, b, okA && okB
}

// Carried describes how a collider changes, so that its joints can follow. Moving or turning a collider needs no
// Carried, because anchors are in its frame.
type Carried struct {
	From, To *Collider
	Point    func(Vec) Vec // from the frame of From to the frame of To
	Mirrored bool          // turning directions are reversed
	Scaled   bool          // lengths scale too
}

// CarriedJoints returns the joints with their anchors kept in place on colliders that were replaced by others. The
// document must already contain the result, because parts of instances may have other frames there. It returns false if
// no joint is attached to any of them.
func CarriedJoints(d *Document, joints []Joint, made map[ID]Carried) ([]Joint, bool) {
	var out []Joint
	for i := range joints {
		j := joints[i]
		a, carriedA := made[j.A]
		b, carriedB := made[j.B]
		if !carriedA && !carriedB {
			continue
		}
		if out == nil {
			out = slices.Clone(joints)
		}
		fromA, toA := a.carry(d, j.A, j.PartA, &j.AnchorA)
		fromB, toB := b.carry(d, j.B, j.PartB, &j.AnchorB)
		carriedA, carriedB = carriedA || j.A == 0, carriedB || j.B == 0
		if carriedA && carriedB && (a.Mirrored || b.Mirrored) {
			j.Lower, j.Upper, j.Speed = 0-j.Upper, 0-j.Lower, 0-j.Speed
		}
		if was := fromA.Dist(fromB); carriedA && carriedB && (a.Scaled || b.Scaled) && was > 1e-9 {
			j.Length = float64(j.Length * (toA.Dist(toB) / was))
		}
		out[i] = j
	}
	return out, out != nil
}

// carry moves an anchor along with its collider, and returns its old and new position in level space.
func (c Carried) carry(d *Document, id ID, part string, anchor *Vec) (from, to Vec) {
	switch {
	case id == 0:
		return *anchor, *anchor
	case c.To == nil: // the collider does not change
		if of := d.Collider(id); of != nil {
			from = of.Transform().Apply(*anchor)
		}
		return from, from
	}
	from = c.From.Transform().Apply(*anchor)
	*anchor = c.Point(*anchor)
	to = c.To.Transform().Apply(*anchor)
	if of := d.Collider(id); part != "" && of != nil && (of.Position != c.To.Position || of.Angle != c.To.Angle) {
		*anchor = of.Transform().ApplyInv(to)
	}
	return from, to
}

// PlacedJoints returns the joints that instances get from their prefabs, in drawing order.
func PlacedJoints(d *Document) (out []Joint) {
	for _, i := range d.Instances() {
		out = append(out, InstanceJoints(d, i.ID)...)
	}
	return out
}

// InstanceJoints returns the joints that one instance gets from its prefab.
func InstanceJoints(d *Document, id InstanceID) []Joint {
	if d.expander == nil || !d.expander.HasJoints() || d.PartCount(id) == 0 {
		return nil
	}
	return d.expander.Joints(d.Instance(id), d.Collider)
}

// SortJoints sorts joints into the order of the level file.
func SortJoints(list []Joint) {
	slices.SortFunc(list, jointEntries.compare)
}
