package level

import (
	"slices"

	"fillet/editor/level/record"
)

// NewJointID is an id for a new joint, which none of the document has.
func NewJointID(d *Document, given map[JointID]bool) JointID {
	for {
		id := JointID(d.ids(record.JointLetter))
		if given[id] || slices.ContainsFunc(d.Settings().Joints, func(j Joint) bool { return j.ID == id }) {
			continue
		}
		if given != nil {
			given[id] = true
		}
		return id
	}
}

// withoutJoints has the joints go with the colliders that a diff removes.
func withoutJoints(d *Document, diff Diff) Diff {
	settings := d.Settings()
	if diff.Settings.After != nil {
		settings = diff.Settings.After
	}
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
	if len(gone) == 0 || !slices.ContainsFunc(settings.Joints, func(j Joint) bool { return gone[j.A] || gone[j.B] }) {
		return diff
	}
	after := *settings
	after.Joints = slices.DeleteFunc(slices.Clone(settings.Joints), func(j Joint) bool { return gone[j.A] || gone[j.B] })
	diff.Settings = Changed(d.Settings(), &after)
	return diff
}

// JointEnds are where a joint holds the two, in level space; false where one of them is not in the level.
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

// ParseJointID reads the id of a joint as a file has it.
func ParseJointID(s string) (JointID, error) { return record.ParseJointID(s) }
