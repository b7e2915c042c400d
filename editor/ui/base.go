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
	slid    slide
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

// draw draws a scene whose still items are those of a stage as it stands, or of a playtest where s is nil.
func (b *basePicture) draw(r *render.Renderer, dst *image.RGBA, scene *render.Scene, s *stage) {
	key := keyOf(scene, ofARun)
	if s != nil {
		key.version = s.version
	}
	if b.picture == nil || b.picture.Rect != dst.Rect {
		b.picture, b.key = image.NewRGBA(dst.Rect), baseKey{}
	}
	if key != b.key {
		if !b.mend(r, scene, s, key) && !b.slide(scene, s, key) {
			r.DrawBase(b.picture, scene)
			b.slid.from, b.slid.by = scene.Camera, image.Point{}
		}
		b.key = key
	}
	if s != nil {
		s.settle()
	}
	r.DrawTop(dst, b.picture, scene)
}

// mend draws only those rows anew in which something has changed, where the view has not and it is known which they are. A
// step of one shape among ten thousand in view then costs a tenth of a whole picture.
func (b *basePicture) mend(r *render.Renderer, scene *render.Scene, s *stage, key baseKey) bool {
	if s == nil {
		return false
	}
	since := b.key.version
	if key.version = since; key != b.key {
		return false
	}
	rows, known := s.rows(since, scene.Camera, scene.Scale)
	if !known {
		return false
	}
	part := *scene
	for _, span := range rows {
		part.Items = s.across(span, scene.Camera, scene.Scale)
		r.DrawBaseRows(b.picture, &part, span[0], span[1])
	}
	return true
}
