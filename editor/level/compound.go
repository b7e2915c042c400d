package level

import "slices"

// A group, or an instance of a prefab, can be one rigid body: its dynamic solid colliders move as one. Static,
// kinematic and one-way colliders, triggers and points in it stay on their own. If bodies are nested, the outermost
// group counts.

// bodyNames finds the body of several shapes that contains a collider.
type bodyNames struct {
	groups    map[GroupID]*Group // nil if no group is a body
	instances map[InstanceID]bool
}

// outermost returns the outermost group that is a body, starting from the given group, or 0.
func (n *bodyNames) outermost(of GroupID) (found GroupID) {
	for depth := 0; of != 0 && depth <= MaxGroupDepth; depth++ {
		g := n.groups[of]
		if g == nil {
			return found
		}
		if g.OneBody {
			found = of
		}
		of = g.Parent
	}
	return found
}

// of returns the name of the body that contains a collider: a group (g3), an instance (i2) or a body inside a prefab
// (i2/g3). It is "" if the collider is a body on its own.
func (n *bodyNames) of(c *Collider) string {
	if c.Body != Dynamic || c.Role != Solid || c.Shape.Kind == Point {
		return ""
	}
	if n.groups != nil {
		if g := n.outermost(c.GroupOf); g != 0 {
			return g.String()
		}
	}
	switch {
	case c.Part == nil:
		return ""
	case n.instances[c.Part.Instance]:
		return c.Part.Instance.String()
	case c.Part.Body != "":
		return c.Part.Instance.String() + "/" + c.Part.Body
	}
	return ""
}

// namesOf returns nil if no group is a body and there are no instances.
func namesOf(groups []*Group, instances []*Instance) *bodyNames {
	n := &bodyNames{}
	if slices.ContainsFunc(groups, func(g *Group) bool { return g.OneBody }) {
		n.groups = make(map[GroupID]*Group, len(groups))
		for _, g := range groups {
			n.groups[g.ID] = g
		}
	}
	for _, i := range instances {
		if i.OneBody {
			if n.instances == nil {
				n.instances = map[InstanceID]bool{}
			}
			n.instances[i.ID] = true
		}
	}
	if n.groups == nil && len(instances) == 0 {
		return nil
	}
	return n
}

// Bodies maps each collider that is part of a body of several shapes to the body's name: g3 for a group, i2 for an
// instance, i2/g3 for a body inside a prefab. It is nil if there are none.
func (s Snapshot) Bodies() map[ID]string {
	names := namesOf(s.Groups, s.Instances)
	if names == nil {
		return nil
	}
	var out map[ID]string
	for _, l := range s.Layers {
		for _, c := range l.Colliders {
			if name := names.of(c.Collider); name != "" {
				if out == nil {
					out = map[ID]string{}
				}
				out[c.ID] = name
			}
		}
	}
	return out
}

// BodyNames returns a function that names the body of a collider, as [Snapshot.Bodies] does, in a level with these
// groups and instances. The function is nil if there can be no such bodies.
func BodyNames(groups []*Group, instances []*Instance) func(*Collider) string {
	if names := namesOf(groups, instances); names != nil {
		return names.of
	}
	return nil
}

// IgnoredIndex returns the index of the level's ignored entries, extended by its bodies and joints.
func (s Snapshot) IgnoredIndex() *IgnoredIndex {
	return s.Settings.IgnoredIndex().With(s.Bodies(), s.Joints())
}

// With returns the index extended by joints and by the names of the colliders' bodies.
func (x *IgnoredIndex) With(bodies map[ID]string, joints []Joint) *IgnoredIndex {
	if len(bodies)+len(joints) == 0 {
		return x
	}
	out := IgnoredIndex{bodies: bodies}
	if x != nil {
		out.entries, out.of = x.entries, x.of
	}
	for i := range joints {
		j := &joints[i]
		if j.A == 0 || j.B == 0 || j.Collide {
			continue
		}
		if out.parted == nil {
			out.parted, out.first = map[[2]ID]bool{}, map[string]ID{}
		}
		for _, id := range [2]ID{j.A, j.B} {
			if name := bodies[id]; name != "" && out.first[name] == 0 {
				out.first[name] = id
			}
		}
		a, b := out.bodyOf(j.A), out.bodyOf(j.B)
		out.parted[[2]ID{min(a, b), max(a, b)}] = true
	}
	return &out
}

// bodyOf returns one collider that identifies the body of a collider.
func (x *IgnoredIndex) bodyOf(id ID) ID {
	if name := x.bodies[id]; name != "" && x.first[name] != 0 {
		return x.first[name]
	}
	return id
}

// NeverCollide reports whether two colliders never collide: they are parts of one body, or a joint turns it off.
func (x *IgnoredIndex) NeverCollide(a, b ID) bool {
	if x == nil {
		return false
	}
	if name := x.bodies[a]; name != "" && name == x.bodies[b] {
		return true
	}
	if len(x.parted) == 0 {
		return false
	}
	a, b = x.bodyOf(a), x.bodyOf(b)
	return x.parted[[2]ID{min(a, b), max(a, b)}]
}

// AppendParts appends the colliders that are parts of bodies, or joined, in no particular order.
func (x *IgnoredIndex) AppendParts(to []ID) []ID {
	if x != nil {
		for id := range x.bodies {
			to = append(to, id)
		}
		for pair := range x.parted {
			to = append(to, pair[0], pair[1])
		}
	}
	return to
}
