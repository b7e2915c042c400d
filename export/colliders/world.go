package colliders

import (
	"fmt"
	"math"

	"fillet/collision"
)

// World makes a collision world of the file's colliders. The key of each is its index in Colliders plus 1: see [File.At].
// Points, which collide with nothing, are not in it. Contacts are known after the first Update.
//
// The error names a collider with a piece that is no valid shape; a file from [Load] has none.
func (f *File) World() (*collision.World, error) {
	w := collision.NewWorld()
	for i := range f.Colliders {
		body, ok, err := f.Body(&f.Colliders[i])
		if err != nil {
			return nil, err
		}
		if ok {
			w.Put(collision.Key(i+1), body)
		}
	}
	return w, nil
}

// At returns the collider of a key in the file's World, or nil.
func (f *File) At(k collision.Key) *Collider {
	if k < 1 || k > collision.Key(len(f.Colliders)) {
		return nil
	}
	return &f.Colliders[k-1]
}

// Find returns the collider of an id, or nil.
func (f *File) Find(id string) *Collider {
	for i := range f.Colliders {
		if f.Colliders[i].ID == id {
			return &f.Colliders[i]
		}
	}
	return nil
}

// Body makes a collider's body for a collision world. A static one has its shapes in level space and the identity as its
// transform. A dynamic or kinematic one has them in its own frame, with the collider's place as its transform, so that a
// game can move it. It reports false for a point.
func (f *File) Body(c *Collider) (collision.Body, bool, error) {
	if len(c.Pieces) == 0 {
		return collision.Body{}, false, nil
	}
	filter := collision.Filter{Category: c.Category, Mask: c.Mask, Group: c.Group}
	if c.Mask == 0 { // 0 would mean everything to a world: use a bit that no category has
		if len(f.Categories) == maxCategories {
			return collision.Body{}, false, nil
		}
		filter.Mask = 1 << (maxCategories - 1)
	}
	body := collision.Body{
		Shapes:    make([]collision.Shape, len(c.Pieces)),
		Transform: collision.Identity(),
		Filter:    filter,
		Static:    c.Body == Static,
		Trigger:   c.Role == Trigger,
		OneSided:  c.Shape.OneSided,
	}
	if !body.Static {
		body.Transform = c.Transform()
	}
	for i, p := range c.Pieces {
		if !body.Static {
			vertices := make([]Vec, len(p.Vertices))
			for j, v := range p.Vertices {
				vertices[j] = body.Transform.ApplyInv(v)
			}
			p.Vertices = vertices
		}
		s, err := p.Shape()
		if err != nil {
			return collision.Body{}, false, fmt.Errorf("collider %s, piece %d: %w", c.ID, i, err)
		}
		body.Shapes[i] = s
	}
	if c.OneWay != nil {
		body.OneWay = *c.OneWay
	}
	return body, true, nil
}

// Transform places the collider's own frame in level space.
func (c *Collider) Transform() collision.Transform {
	if c.Angle == 0 {
		return collision.Transform{P: c.Position, Q: collision.Rot{C: 1}}
	}
	return collision.NewTransform(c.Position, float64(c.Angle*(math.Pi/180)))
}
