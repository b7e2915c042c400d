package colliders

import (
	"fmt"
	"math"
	"slices"

	"fillet/collision"
)

// World returns a collision world with the file's colliders. A collider's key is its index in Colliders plus 1, and
// stays the same after changes; see [File.At] and [File.Apply]. Points are left out, because they collide with nothing.
// Contacts are available after the first Update.
//
// It returns an error if a piece is not a valid shape, which never happens for a file from [Load].
func (f *File) World() (*collision.World, error) {
	w := collision.NewWorld()
	for i := range f.Colliders {
		body, ok, err := f.Body(&f.Colliders[i])
		if err != nil {
			return nil, err
		}
		if ok {
			w.Put(f.keyAt(i), body)
		}
	}
	return w, nil
}

// At returns the collider with the given key in the file's World, or nil.
func (f *File) At(k collision.Key) *Collider {
	i := int(k) - 1
	if f.keys != nil {
		i, _ = slices.BinarySearch(f.keys, k)
	}
	if i < 0 || i >= len(f.Colliders) || f.keyAt(i) != k {
		return nil
	}
	return &f.Colliders[i]
}

// Find returns the collider with the given id, or nil.
func (f *File) Find(id string) *Collider {
	for i := range f.Colliders {
		if f.Colliders[i].ID == id {
			return &f.Colliders[i]
		}
	}
	return nil
}

// Body returns a collider's body for a collision world. A static body has its shapes in level space and the identity as
// its transform. Other bodies have their shapes in the collider's own frame and that frame as their transform, so that
// a game can move them. It returns false for a point.
func (f *File) Body(c *Collider) (collision.Body, bool, error) {
	if c.Body == Static {
		return f.body(c, collision.Identity())
	}
	return f.body(c, c.Transform())
}

// noCategory is the mask of a collider that collides with nothing: a bit that no category has unless there are as many
// categories as bits.
const noCategory = 1 << (maxCategories - 1)

// hasBody reports whether a collider has a body: a point has none, and neither has what collides with nothing if no bit
// is left to say so.
func (f *File) hasBody(c *Collider) bool {
	return len(c.Pieces) > 0 && (c.Mask != 0 || len(f.Categories) < maxCategories)
}

// body returns a collider's body with its shapes in a frame.
func (f *File) body(c *Collider, frame collision.Transform) (collision.Body, bool, error) {
	if !f.hasBody(c) {
		return collision.Body{}, false, nil
	}
	filter := collision.Filter{Category: c.Category, Mask: c.Mask, Group: c.Group}
	if c.Mask == 0 { // which would mean everything
		filter.Mask = noCategory
	}
	body := collision.Body{
		Shapes:    make([]collision.Shape, len(c.Pieces)),
		Transform: frame,
		Filter:    filter,
		Static:    c.Body == Static,
		Trigger:   c.Role == Trigger,
		OneSided:  c.Shape.OneSided,
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

// Transform returns the transform from the collider's own frame to level space.
func (c *Collider) Transform() collision.Transform {
	if c.Angle == 0 {
		return collision.Transform{P: c.Position, Q: collision.Rot{C: 1}}
	}
	return collision.NewTransform(c.Position, float64(c.Angle*(math.Pi/180)))
}
