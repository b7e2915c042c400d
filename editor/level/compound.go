package level

// A group, or an instance of a prefab, can be one rigid body: the dynamic solid colliders in it move as one thing. What is static,
// kinematic, one-way, a trigger or a point in it stays what it is by itself. Of groups that are bodies one in the other it is the
// outermost.

// canBeWelded reports whether a collider can be a part of a body of several.
func canBeWelded(c *Collider) bool {
	return c.Body == Dynamic && c.Role == Solid && c.Shape.Kind != Point
}

// bodyNames finds of which body of several a collider is a part.
type bodyNames struct {
	groups    map[GroupID]*Group // nil where no group is a body
	instances map[InstanceID]bool
}

// outermost is the outermost group that is a body, of those that a collider or an instance is in; 0 for none.
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

// of is the name of the body that a collider is a part of: of a group (g3), of an instance (i2), or of one of those in a prefab (i2/g3);
// "" where it is a body by itself.
func (n *bodyNames) of(c *Collider) string {
	if !canBeWelded(c) {
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

// namesOf is nil where neither a group nor an instance is a body, and no prefab says so either.
func namesOf(groups []*Group, instances []*Instance) *bodyNames {
	n := &bodyNames{}
	for _, g := range groups {
		if g.OneBody {
			n.groups = make(map[GroupID]*Group, len(groups))
			for _, g := range groups {
				n.groups[g.ID] = g
			}
			break
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

// Bodies names the body of each collider that is a part of one of several shapes: that of a group as g3, of an instance as i2, and of
// one of those in a prefab as i2/g3. It is nil where there is none.
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

// BodyNames gives the body that a collider is a part of, as [Snapshot.Bodies], in a level of those groups and instances; nil where none can
// be.
func BodyNames(groups []*Group, instances []*Instance) func(*Collider) string {
	if names := namesOf(groups, instances); names != nil {
		return names.of
	}
	return nil
}

// IgnoredIndex is that of the level's entries, which knows as well what is one body, and what is joined.
func (s Snapshot) IgnoredIndex() *IgnoredIndex {
	return s.Settings.IgnoredIndex().With(s.Bodies(), s.Joints())
}

// With is the index for a level in which those colliders are parts of the bodies of these names, and joints join them.
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

// bodyOf stands for the body that a collider is a part of, or is.
func (x *IgnoredIndex) bodyOf(id ID) ID {
	if name := x.bodies[id]; name != "" && x.first[name] != 0 {
		return x.first[name]
	}
	return id
}

// NeverCollide reports whether two colliders never do: they are parts of one body, or joined by a joint that says so.
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

// AppendParts appends the colliders that are parts of bodies, or joined, in no order.
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
