package export

import (
	"context"
	"errors"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// Vec is a point or a direction in the plane.
type Vec = collision.Vec

// newFile returns the collider file of a level: every collider of every layer in drawing order. Hidden colliders are
// included, because hiding only concerns the editor.
func newFile(ctx context.Context, snap level.Snapshot) (*colliders.File, error) {
	f := newHead(snap)
	f.Colliders = make([]colliders.Collider, 0, snap.Len())
	err := eachCollider(ctx, snap, func(c *colliders.Collider, _ level.ColliderSnapshot) error {
		f.Colliders = append(f.Colliders, *c)
		return nil
	})
	f.Joints = newJoints(snap, nil)
	return f, err
}

// newHead returns the file of a level without colliders.
func newHead(snap level.Snapshot) *colliders.File {
	s, p := snap.Settings, &snap.Settings.Playtest
	l := colliders.Level{
		Name: s.Name, Size: s.Size, PixelsPerMetre: s.PixelsPerMetre, Y: colliders.Down, Origin: s.Origin,
		Properties: s.LevelProperties(), Gravity: Vec{Y: gravityOf(p)},
		RollingResistance: p.RollingResistance, FrictionMix: p.FrictionMix, RestitutionMix: p.RestitutionMix,
	}
	l.Damping, l.SpinDamping = p.BodyDamping()
	return &colliders.File{Version: colliders.Version, Level: l, Categories: s.Categories}
}

// eachCollider calls f for each collider in drawing order, until f returns an error or the context ends.
func eachCollider(
	ctx context.Context, snap level.Snapshot, f func(*colliders.Collider, level.ColliderSnapshot) error,
) error {
	chains, bodies := chainsOf(snap), snap.Bodies()
	i := 0
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if i%stride == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			i++
			out := newCollider(snap.Settings, l.Layer, c)
			out.Path, out.OneBody = newPath(c.Collider, chains[c.FollowedChain()]), bodies[c.ID]
			if err := f(&out, c); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func newCollider(s *level.Settings, l *level.Layer, c level.ColliderSnapshot) colliders.Collider {
	filter := c.Filter(s)
	out := colliders.Collider{
		ID: c.IDText(), Name: c.Name, Layer: l.Name, Role: colliders.Role(c.Role.String()),
		Body:     colliders.BodyType(c.Body.String()),
		Category: filter.Category, Mask: filter.Mask, Group: filter.Group, Tags: c.Tags, Properties: c.Properties,
		Friction: c.Friction, Restitution: c.Restitution, Density: c.Density,
		Position: c.Position, Angle: float64(c.Angle), Source: (*colliders.Source)(c.Source), Shape: newShape(c.Shape),
	}
	if c.Part != nil {
		out.Instance, out.Prefab = c.Part.Instance.String(), c.Part.Prefab
	}
	if c.Motion != nil && c.Body == level.Dynamic {
		out.Velocity, out.Spin, out.Force = c.Motion.Velocity, float64(c.Motion.Spin), c.Motion.Force
	}
	at := c.Transform()
	if c.Role == level.OneWay {
		d := at.Q.Apply(c.OneWay)
		out.OneWay = &d
	}
	bake(&out, c.Baked, at)
	return out
}

// bake fills in the pieces, bounds, area and centroid, in level space.
func bake(c *colliders.Collider, b *level.Baked, at collision.Transform) {
	if len(b.Pieces) == 0 {
		c.Bounds = collision.AABB{Min: at.P, Max: at.P}
		c.Centroid = at.P
		return
	}
	c.Pieces = make([]colliders.Piece, len(b.Pieces))
	c.Bounds = collision.EmptyAABB()
	for i, p := range b.Pieces {
		vertices := p.Vertices()
		for j, v := range vertices {
			vertices[j] = at.Apply(v)
		}
		c.Pieces[i] = merged(colliders.Piece{Vertices: vertices, Radius: p.Radius()})
		box := collision.BoundsOf(vertices).Grow(p.Radius())
		c.Bounds = c.Bounds.Union(box)
	}
	m := b.Mass()
	c.Area = m.Area
	c.Centroid = at.Apply(m.Centroid)
}

// merged returns a piece whose two vertices become one if they are too close, as far from the origin after rounding.
func merged(p colliders.Piece) colliders.Piece {
	if len(p.Vertices) == 2 {
		if _, err := p.Shape(); err != nil {
			p.Vertices = p.Vertices[:1]
		}
	}
	return p
}

// newShape converts a level's shape to its exported form.
func newShape(s level.Shape) colliders.Shape {
	d := s.Details()
	out := colliders.Shape{
		Kind: colliders.Kind(s.Kind.String()), Rounding: colliders.Rounding(s.Rounding.String()),
		Points: s.Points, Holes: s.Holes, Size: s.Size, Closed: s.Closed, OneSided: s.OneSided, Radius: s.Radius,
		Radii: d.Radii, Chamfers: d.Chamfers,
	}
	for _, c := range d.Curves {
		out.Curves = append(out.Curves, colliders.Curve(c))
	}
	return out
}

// shapeOf converts an exported shape to a level's shape. It is the inverse of newShape.
func shapeOf(s *colliders.Shape) (level.Shape, error) {
	out := level.Shape{
		Points: s.Points, Holes: s.Holes, Size: s.Size, Closed: s.Closed, OneSided: s.OneSided, Radius: s.Radius,
	}
	err := errors.Join(out.Kind.UnmarshalText([]byte(s.Kind)), out.Rounding.UnmarshalText([]byte(s.Rounding)))
	d := level.Detail{Radii: s.Radii, Chamfers: s.Chamfers}
	for _, c := range s.Curves {
		d.Curves = append(d.Curves, level.Curve(c))
	}
	return out.WithDetail(d), err
}

// isDetailed reports whether a shape has radii, chamfers or curves for single corners and edges.
func isDetailed(s *colliders.Shape) bool {
	return s.Radii != nil || s.Chamfers != nil || s.Curves != nil
}

// hasCorners reports whether a radius rounds the corners of a shape.
func hasCorners(s *colliders.Shape) bool {
	return s.Kind == colliders.Polygon || s.Kind == colliders.Box
}

// newJoints returns the joints of a level whose colliders exist, with their anchors in level space. A nil former
// completes none of them.
func newJoints(snap level.Snapshot, form *former) (out []colliders.Joint) {
	joints := snap.Joints()
	if len(joints) == 0 {
		return nil
	}
	ends := endsOf(snap, joints)
	for i := range joints {
		a, okA := ends[joints[i].A]
		b, okB := ends[joints[i].B]
		if !okA || !okB {
			continue
		}
		j := newJoint(&joints[i], a, b)
		if form != nil {
			form.joint(&j, form.frameAt(a), form.frameAt(b))
		}
		out = append(out, j)
	}
	return out
}

// endsOf returns the colliders that joints are attached to. The level itself has the id 0 and no record.
func endsOf(snap level.Snapshot, joints []level.Joint) map[level.ID]level.ColliderSnapshot {
	isEnd := make(map[level.ID]bool, 2*len(joints))
	for i := range joints {
		isEnd[joints[i].A], isEnd[joints[i].B] = true, true
	}
	out := make(map[level.ID]level.ColliderSnapshot, len(isEnd))
	out[0] = level.ColliderSnapshot{}
	for c := range snap.Colliders() {
		if isEnd[c.ID] {
			out[c.ID] = c
		}
	}
	return out
}

// newJoint returns a joint between two colliders. A collider without a record is the level.
func newJoint(j *level.Joint, a, b level.ColliderSnapshot) colliders.Joint {
	side := func(c level.ColliderSnapshot, at Vec) (string, Vec) {
		if c.Collider == nil {
			return "", at
		}
		return c.IDText(), c.Transform().Apply(at)
	}
	out := colliders.Joint{
		ID: j.IDText(), Name: j.Name, Kind: colliders.JointKind(j.Kind.String()), Collide: j.Collide,
		HasLimit: j.Limited, Lower: float64(j.Lower), Upper: float64(j.Upper), Speed: float64(j.Speed),
		Torque: j.Torque, Length: j.Length, Frequency: j.Frequency, Damping: j.Damping, PullsOnly: j.PullsOnly,
	}
	out.A, out.AnchorA = side(a, j.AnchorA)
	out.B, out.AnchorB = side(b, j.AnchorB)
	return out
}
