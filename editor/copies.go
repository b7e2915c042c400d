package editor

import (
	"cmp"
	"slices"
	"strings"

	"fillet/editor/level"
)

// joints returns copies of a level's joints whose two sides were copied. Anchors on the level keep their position
// relative to the copied shape. If place is not nil, it sets a copy's anchors on the level and on reshaped colliders.
func (to copies) joints(
	from, in *level.Document, d *level.Diff, place func(of level.Joint, own *level.Joint),
) []level.Joint {
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
	for _, of := range from.Settings().Joints {
		own := of
		if !to.joins(&own) {
			continue
		}
		switch {
		case place != nil:
			place(of, &own)
		case of.A == 0:
			own.AnchorA = own.AnchorA.Add(moved(of.B))
		case of.B == 0:
			own.AnchorB = own.AnchorB.Add(moved(of.A))
		}
		own.ID = level.NewJointID(in, given)
		out = append(out, own)
	}
	return out
}

// joins moves a joint to the copies of its two sides. It returns false if a side was not copied.
func (to copies) joins(j *level.Joint) bool {
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
	return side(&j.A, &j.PartA) && side(&j.B, &j.PartB)
}

// withJoints merges two lists of joints, sorted by id.
func withJoints(list, more []level.Joint) []level.Joint {
	out := slices.Concat(list, more)
	slices.SortFunc(out, func(a, b level.Joint) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// detachJoints turns the prefab joints of detached instances into joints of the level.
func (to copies) detachJoints(doc *level.Document, d *level.Diff) {
	var own []level.Joint
	given := map[level.JointID]bool{}
	detached := map[string]bool{}
	for _, i := range d.Instances {
		if i.After == nil {
			detached[i.Before.ID.String()] = true
		}
	}
	for _, j := range level.PlacedJoints(doc) {
		if instance, _, _ := strings.Cut(j.Of, "/"); !detached[instance] {
			continue
		}
		if !to.joins(&j) {
			continue
		}
		j.ID, j.Of = level.NewJointID(doc, given), ""
		own = append(own, j)
	}
	if len(own) > 0 {
		changeSettings(doc, d, func(s *level.Settings) { s.Joints = withJoints(s.Joints, own) })
	}
}

// jointsWithin returns the joints between colliders, and between the colliders and the level, for a prefab with its
// origin at a point. It leaves out the joints of a part without the rest of its instance, because the part gets a new
// id in the prefab.
func (n Instances) jointsWithin(ids []level.ID, at level.Vec) (out []level.Joint) {
	complete := n.coveredBy(ids)
	comes := func(id level.ID) bool {
		c := n.s.doc.Collider(id)
		return id == 0 || c != nil && slices.Contains(ids, id) && (c.Part == nil || complete[c.Part.Instance])
	}
	for _, j := range n.s.doc.Settings().Joints {
		if !comes(j.A) || !comes(j.B) {
			continue
		}
		if j.A == 0 {
			j.AnchorA = j.AnchorA.Sub(at)
		}
		if j.B == 0 {
			j.AnchorB = j.AnchorB.Sub(at)
		}
		out = append(out, j)
	}
	return out
}

// follow makes copied colliders follow the copies of their chains. If a chain was not copied, the copy of a part keeps
// its path as points; if alone is set, every copy does.
func (to copies) follow(doc *level.Document, d *level.Diff, alone bool) {
	var of map[level.ID]level.ID
	for i := range d.Colliders {
		c := d.Colliders[i].After
		if d.Colliders[i].Before != nil || c == nil || c.Path == nil || c.Path.Chain == 0 {
			continue
		}
		if of == nil {
			of = make(map[level.ID]level.ID, len(to.colliders))
			for from, id := range to.colliders {
				of[id] = from
			}
		}
		from := doc.Collider(of[c.ID])
		if from == nil {
			continue
		}
		after := *c
		chain := from.FollowedChain()
		if id, ok := to.colliders[chain]; ok {
			path := *c.Path
			path.Chain = id
			after.Path = &path
		} else if line := doc.Collider(chain); from.Part != nil || alone && line != nil {
			after.Path = from.WithPoints(line)
		}
		d.Colliders[i].After = &after
	}
}

// doCarrying works like [Session.Do] for a diff that reshapes colliders, and carries along the anchors of their joints.
func (s *Session) doCarrying(label string, d level.Diff, made map[level.ID]level.Carried) error {
	s.settle()
	held, parts := false, false
	joints := s.doc.Settings().Joints
	for _, j := range joints {
		_, a := made[j.A]
		_, b := made[j.B]
		held = held || a || b
		parts = parts || a && j.PartA != "" || b && j.PartB != ""
	}
	if !held || d.IsEmpty() {
		return s.Do(label, d)
	}
	if !parts {
		withCarried(s, &d, joints, made)
		return s.Do(label, d)
	}
	// The positions of parts depend on their instances, so the anchors must be set after the diff.
	var err error
	s.Batch(func() {
		g, own := s.gesture, !s.gesture.Open()
		if own {
			g = s.Begin(label)
		}
		if err = s.Do(label, d); err == nil {
			err = ApplyCarried(g, joints, made)
		}
		if own {
			err = g.finish(err)
		}
	})
	return err
}

// ApplyCarried carries along the anchors of the joints of reshaped colliders, within a gesture. joints holds the joints
// from before the gesture.
func ApplyCarried(g *Gesture, joints []level.Joint, made map[level.ID]level.Carried) error {
	var d level.Diff
	withCarried(g.session, &d, joints, made)
	if d.IsEmpty() {
		return nil
	}
	return g.Apply(d)
}

func withCarried(s *Session, d *level.Diff, joints []level.Joint, made map[level.ID]level.Carried) {
	if carried, ok := level.CarriedJoints(s.doc, joints, made); ok {
		changeSettings(s.doc, d, func(to *level.Settings) { to.Joints = carried })
	}
}
