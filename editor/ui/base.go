package ui

import (
	"image"
	"slices"

	"fillet/collision"
	"fillet/editor/render"
)

// basePicture is the part of the canvas that a gesture leaves as it is, kept until something in it changes. A drag of a
// few shapes, or handles and guides that follow the pointer, then cost no more than themselves.
type basePicture struct {
	picture *image.RGBA
	key     baseKey
	items   []render.Item
}

// baseKey is what the base depends on besides its items.
type baseKey struct {
	camera render.Camera
	scale  float64
	theme  render.Theme
	frame  collision.AABB
	grid   render.Grid // zero: none
	region *render.Region
}

func keyOf(s *render.Scene) baseKey {
	k := baseKey{camera: s.Camera, scale: s.Scale, theme: *s.Theme, frame: s.Frame, region: s.Region}
	if s.Grid != nil {
		k.grid = *s.Grid
	}
	return k
}

// draw draws a scene whose moving items stand last.
func (b *basePicture) draw(r *render.Renderer, dst *image.RGBA, scene *render.Scene) {
	still := scene.Items
	for len(still) > 0 && still[len(still)-1].Moving {
		still = still[:len(still)-1]
	}
	key := keyOf(scene)
	if b.picture == nil || b.picture.Rect != dst.Rect {
		b.picture, b.items = image.NewRGBA(dst.Rect), nil
		b.key = baseKey{}
	}
	if key != b.key || !slices.Equal(b.items, still) {
		b.key, b.items = key, append(b.items[:0], still...)
		r.DrawBase(b.picture, scene)
	}
	r.DrawTop(dst, b.picture, scene)
}
