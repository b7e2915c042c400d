package editor

import (
	"cmp"
	"slices"

	"fillet/editor/level"
)

// joints are those of the copies: of joints whose two sides have been copied. What was joined with the level is so where the copy is.
func (to copies) joints(from, in *level.Document, d *level.Diff, list []level.Joint) []level.Joint {
	var out []level.Joint
	given := map[level.JointID]bool{}
	var places map[level.ID]level.Vec
	moved := func(id level.ID) level.Vec {
		if places == nil {
			places = map[level.ID]level.Vec{}
			for _, c := range d.Colliders {
				if c.Before == nil {
					places[c.After.ID] = c.After.Position
				}
			}
		}
		c := from.Collider(id)
		if at, ok := places[to.colliders[id]]; ok && c != nil {
			return at.Sub(c.Position)
		}
		return level.Vec{}
	}
	for _, of := range list {
		own := of
		side := func(id *level.ID, part *string) bool {
			switch copied, ok := to.colliders[*id]; {
			case *id == 0:
				return true
			case ok:
				*id, *part = copied, ""
				return true
			}
			instance, path, err := level.ParsePart(*part)
			if err != nil || to.instances[instance] == 0 {
				return false
			}
			p := level.Part{Instance: to.instances[instance], Path: path}
			*id, *part = level.PartID(p.Instance, path), p.String()
			return true
		}
		if !side(&own.A, &own.PartA) || !side(&own.B, &own.PartB) {
			continue
		}
		if of.A == 0 {
			own.AnchorA = own.AnchorA.Add(moved(of.B))
		}
		if of.B == 0 {
			own.AnchorB = own.AnchorB.Add(moved(of.A))
		}
		own.ID = level.NewJointID(in, given)
		out = append(out, own)
	}
	return out
}

// withJoints are joints with more of them, in order.
func withJoints(list, more []level.Joint) []level.Joint {
	out := slices.Concat(list, more)
	slices.SortFunc(out, func(a, b level.Joint) int { return cmp.Compare(a.ID, b.ID) })
	return out
}
