package project

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// PrefabPiece is a part of an instance as drawn: a collider, its pieces and the transform of its frame in the level.
// The collider's position is relative to the prefab.
type PrefabPiece struct {
	Collider *level.Collider
	Baked    *level.Baked
	At       collision.Transform
}

// InstancesOf returns a test for instances of a document that use a file, directly or nested.
func InstancesOf(doc *level.Document, file string) func(*level.Instance) bool {
	e, ok := doc.Prefabs().(*expander)
	if !ok {
		return func(*level.Instance) bool { return false }
	}
	rel := e.library.pathOf(file)
	return func(i *level.Instance) bool {
		of := e.names[i.Prefab]
		if of == "" || of == rel {
			return of != ""
		}
		f := e.library.files[of]
		if f == nil {
			return false
		}
		for _, need := range f.needs {
			if need == rel {
				return true
			}
		}
		return false
	}
}

// PrefabPieces appends to list the current look of an instance's prefab, regardless of the parts it was expanded to, if
// it may be visible within a box. Only parts that the instance overrides are built anew.
func PrefabPieces(doc *level.Document, of *level.Instance, in collision.AABB, list []PrefabPiece) []PrefabPiece {
	e, ok := doc.Prefabs().(*expander)
	if !ok {
		return list
	}
	p, err := e.find(of.Prefab)
	if err != nil {
		return list
	}
	at := InstanceTransform(of, p.origin)
	box := p.box(of.Flip)
	if len(of.Changes) == 0 && !placedBox(box, at).Overlaps(in) {
		return list
	}
	for k := range p.parts {
		part := &p.parts[k]
		shape := part.at(p.origin, of.Flip)
		if len(of.Changes) > 0 {
			if own := changesOf(of, part.path); len(own) > 0 {
				var gone bool
				if shape, _, gone = changedPart(part, own, doc.Settings(), p.origin, of.Flip); gone {
					continue
				}
			}
		}
		if !shape.Hidden {
			list = append(list, PrefabPiece{shape.Collider, shape.Baked, at.Mul(shape.Transform())})
		}
	}
	return list
}

// InstanceTransform returns the transform from a prefab, mirrored at its origin if the instance is, to the level.
func InstanceTransform(of *level.Instance, origin level.Vec) collision.Transform {
	q := of.Angle.Rotation()
	return collision.Transform{P: of.Position.Sub(q.Apply(origin)), Q: q}
}

// box returns the bounds of all parts in the prefab's frame, mirrored or not.
func (p *prefab) box(flip bool) collision.AABB {
	k := 0
	if flip {
		k = 1
	}
	if !p.hasBox[k] {
		p.hasBox[k], p.boxes[k] = true, collision.EmptyAABB()
		for i := range p.parts {
			if s := p.parts[i].at(p.origin, flip); s.Baked != nil {
				p.boxes[k] = p.boxes[k].Union(placedBox(s.Baked.Bounds, s.Transform()))
			}
		}
	}
	return p.boxes[k]
}

// placedBox returns a box around a box that was moved and turned.
func placedBox(b collision.AABB, at collision.Transform) collision.AABB {
	if b.IsEmpty() {
		return b
	}
	half, middle := b.Size().Mul(0.5), at.Apply(b.Center())
	c, s := math.Abs(at.Q.C), math.Abs(at.Q.S)
	reach := level.Vec{X: float64(c*half.X) + float64(s*half.Y), Y: float64(s*half.X) + float64(c*half.Y)}
	return collision.AABB{Min: middle.Sub(reach), Max: middle.Add(reach)}
}
