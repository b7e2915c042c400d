package ui

import (
	"image"

	"fillet/collision"
	"fillet/editor/render"
)

// basePicture is the part of the canvas that a gesture leaves as it is, kept until something in it changes. A drag of a
// few shapes, or handles and guides that follow the pointer, then cost no more than themselves.
type basePicture struct {
	picture *image.RGBA
	key     baseKey
}

// baseKey is what the base depends on.
type baseKey struct {
	version uint64 // of the stage
	camera  render.Camera
	scale   float64
	theme   render.Theme
	frame   collision.AABB
	grid    render.Grid // zero: none
	region  *render.Region

	pictures *render.Pictures
	strength float64 // of the pictures
}

func keyOf(s *render.Scene, version uint64) baseKey {
	k := baseKey{version: version, camera: s.Camera, scale: s.Scale, theme: *s.Theme, frame: s.Frame, region: s.Region, pictures: s.Pictures, strength: s.PictureAlpha}
	if s.Grid != nil {
		k.grid = *s.Grid
	}
	return k
}

// draw draws a scene whose still items are those of a version of the stage.
func (b *basePicture) draw(r *render.Renderer, dst *image.RGBA, scene *render.Scene, version uint64) {
	key := keyOf(scene, version)
	if b.picture == nil || b.picture.Rect != dst.Rect {
		b.picture, b.key = image.NewRGBA(dst.Rect), baseKey{}
	}
	if key != b.key {
		b.key = key
		r.DrawBase(b.picture, scene)
	}
	r.DrawTop(dst, b.picture, scene)
}
