package project

import (
	"slices"

	"fillet/editor/level"
)

// joint is a joint of a prefab with the paths of the parts it joins; "" is the prefab's level.
type joint struct {
	path string
	level.Joint
	a, b string
}

// jointsOf returns the joints of a prefab's document, including nested ones, whose ends exist.
func jointsOf(doc *level.Document, byPath map[string]int) (out []joint) {
	for _, j := range slices.Concat(doc.Settings().Joints, level.PlacedJoints(doc)) {
		of := joint{path: j.IDText(), Joint: j}
		side := func(id level.ID) (string, bool) {
			if id == 0 {
				return "", true
			}
			c := doc.Collider(id)
			if c == nil {
				return "", false
			}
			_, ok := byPath[c.IDText()]
			return c.IDText(), ok
		}
		var okA, okB bool
		of.a, okA = side(j.A)
		of.b, okB = side(j.B)
		if okA && okB {
			out = append(out, of)
		}
	}
	return out
}

// HasJoints implements [level.Expander].
func (e *expander) HasJoints() bool { return e.jointed }

// Joints implements [level.Expander]. Anchors are in the frames of the parts; an instance either mirrors them left to
// right or leaves them as they are.
func (e *expander) Joints(of *level.Instance, part func(level.ID) *level.Collider) []level.Joint {
	p := e.made[of.ID]
	if p == nil || len(p.joints) == 0 {
		return nil
	}
	gone := map[string]bool{}
	for _, c := range of.Changes {
		if c.Key == level.RemovedKey {
			gone[c.Part] = true
		}
	}
	out := make([]level.Joint, 0, len(p.joints))
	for i := range p.joints {
		from := &p.joints[i]
		if gone[from.a] || gone[from.b] {
			continue
		}
		j := from.Placed(of.ID, from.path)
		ka, kb := level.Vec{X: 1, Y: 1}, level.Vec{X: 1, Y: 1}
		if len(of.Changes) > 0 {
			ka, kb = p.grown(of, from.a, part), p.grown(of, from.b, part)
			if from.a == "" {
				ka = kb
			} else if from.b == "" {
				kb = ka
			}
			if ka.X == ka.Y && ka.Dist(kb) < 1e-9 {
				j.Length = float64(j.Length * ka.X)
			}
		}
		j.A, j.PartA, j.AnchorA = p.side(of, from.a, j.AnchorA, ka)
		j.B, j.PartB, j.AnchorB = p.side(of, from.b, j.AnchorB, kb)
		if of.Flip {
			j.Lower, j.Upper, j.Speed = 0-j.Upper, 0-j.Lower, 0-j.Speed
		}
		out = append(out, j)
	}
	return out
}

// side returns one end of a joint in an instance.
func (p *prefab) side(of *level.Instance, path string, anchor, k level.Vec) (level.ID, string, level.Vec) {
	scaled := func(v level.Vec) level.Vec { return level.Vec{X: float64(v.X * k.X), Y: float64(v.Y * k.Y)} }
	if path == "" {
		at := scaled(anchor.Sub(p.origin))
		if of.Flip {
			at = level.MirroredPoint(at, true)
		}
		return 0, "", of.Position.Add(of.Angle.Rotation().Apply(at))
	}
	if anchor = scaled(anchor); of.Flip {
		anchor = level.MirroredPoint(anchor, true)
	}
	part := level.Part{Instance: of.ID, Path: path}
	return level.PartID(of.ID, path), part.String(), anchor
}

// grown returns the scale of a part in an instance relative to the prefab, along the axes of its own frame.
func (p *prefab) grown(of *level.Instance, path string, part func(level.ID) *level.Collider) level.Vec {
	k := level.Vec{X: 1, Y: 1}
	i, ok := p.byPath[path]
	now := part(level.PartID(of.ID, path))
	if !ok || now == nil || !slices.ContainsFunc(of.Changes, func(c level.PartChange) bool {
		return c.Part == path && level.IsShapeKey(c.Key)
	}) {
		return k
	}
	was, is := level.LocalBounds(p.parts[i].collider.Shape).Size(), level.LocalBounds(now.Shape).Size()
	const least, near = 1e-9, 1e-6 // values from a file are rounded
	if was.X > least {
		k.X = is.X / was.X
	}
	if was.Y > least {
		k.Y = is.Y / was.Y
	}
	if k.X-k.Y < near && k.Y-k.X < near {
		k.Y = k.X
	}
	return k
}
