package godot

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// bounds returns the box around all colliders in whole pixels; has is false if there are none.
func (im *sceneImport) bounds() (box collision.AABB, has bool) {
	box = collision.EmptyAABB()
	for _, l := range im.layers {
		for i := range l.items {
			it := &l.items[i]
			at := importers.MoveBy(it.At).After(importers.Turn(it.Angle))
			if it.Shape.OneSided && len(it.Shape.Points) == 2 && it.Shape.Points[0].Dist(it.Shape.Points[1]) >=
				2*boundary {
				p := at.Apply(it.Shape.Points[0].Lerp(it.Shape.Points[1], 0.5)) // an infinite line
				box, has = box.Union(collision.AABB{Min: p, Max: p}), true
				continue
			}
			points := it.Shape.Points
			if it.Shape.Kind == level.Box {
				points = it.Shape.Corners()
			}
			radius := it.Shape.Radius
			if len(points) == 0 {
				points = []level.Vec{{}}
			}
			for _, p := range points {
				p = at.Apply(p)
				box = box.Union(collision.AABB{Min: p, Max: p}.Grow(radius))
			}
			has = true
		}
		if l.tiles != nil {
			box, has = box.Union(l.tiles.bounds()), true
		}
	}
	in := func(x float64) float64 { return min(max(x, -level.MaxCoordinate), level.MaxCoordinate) }
	box.Min = level.Vec{X: in(math.Floor(box.Min.X)), Y: in(math.Floor(box.Min.Y))}
	box.Max = level.Vec{X: in(math.Ceil(box.Max.X)), Y: in(math.Ceil(box.Max.Y))}
	return box, has
}

// bounds returns the box around the cells of a layer.
func (l *tileLayer) bounds() collision.AABB {
	own := collision.EmptyAABB()
	for _, c := range l.cells {
		at := l.set.center(int(c.x), int(c.y))
		own = own.Union(collision.AABB{Min: at, Max: at})
	}
	half := l.set.size.Mul(0.5)
	own = collision.AABB{Min: own.Min.Sub(half), Max: own.Max.Add(half)}
	box := collision.EmptyAABB()
	for _, p := range []level.Vec{own.Min, own.Max, {X: own.Min.X, Y: own.Max.Y}, {X: own.Max.X, Y: own.Min.Y}} {
		p = l.to.Apply(p)
		box = box.Union(collision.AABB{Min: p, Max: p})
	}
	return box
}
