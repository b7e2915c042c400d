package canvas

import (
	"image"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/render"
)

// basePicture caches the part of the canvas that a gesture does not change, so that dragging a few shapes, or moving
// handles and guides, costs little.
type basePicture struct {
	picture *image.RGBA
	key     baseKey
	slid    slide

	renderer *render.Renderer // draws parts of the picture
	part     *image.RGBA      // the last part, reused as a buffer
}

// baseKey holds everything that the base depends on.
type baseKey struct {
	version uint64 // of the stage
	camera  render.Camera
	scale   float64
	theme   render.Theme
	frame   collision.AABB
	grid    render.Grid // zero without a grid
	region  *render.Region
	show    [2]bool // contact points and normals

	letters  uint64 // version of the fallback glyphs
	pictures *render.Pictures
	own      *render.Pictures
	strength float64 // opacity of the pictures
}

func keyOf(s *render.Scene, version uint64) baseKey {
	k := baseKey{
		version: version, camera: s.Camera, scale: s.Scale, theme: *s.Theme, frame: s.Frame, region: s.Region,
		show: [2]bool{s.Show.ContactPoints, s.Show.Normals}, pictures: s.Pictures, own: s.Own, strength: s.PictureAlpha,
	}
	if s.Grid != nil {
		k.grid = *s.Grid
	}
	return k
}

// draw draws a scene. Its still items come from the stage, or from a playtest if s is nil.
func (b *basePicture) draw(r *render.Renderer, dst *image.RGBA, scene *render.Scene, s *stage) {
	key := keyOf(scene, ofARun)
	if s != nil {
		key.version = s.version
	}
	key.letters = r.GlyphsVersion()
	if b.picture == nil || b.picture.Rect != dst.Rect {
		b.picture, b.key = image.NewRGBA(dst.Rect), baseKey{}
	}
	if key != b.key {
		if !b.patch(r, scene, s, key) && !b.slide(r, scene, s, key) {
			r.DrawBase(b.picture, scene)
			b.slid.from, b.slid.by = scene.Camera, image.Point{}
		}
		b.key = key
	}
	top := *scene
	if s != nil {
		s.changes = touched{since: s.version, boxes: s.changes.boxes[:0]}
		top.Items = s.above(scene)
	}
	r.DrawTop(dst, b.picture, &top)
}

// patch redraws only the changed parts, if the view is the same and the parts are known. Changing one of ten thousand
// visible shapes then costs next to nothing.
func (b *basePicture) patch(r *render.Renderer, scene *render.Scene, s *stage, key baseKey) bool {
	if s == nil {
		return false
	}
	since := b.key.version
	if key.version = since; key != b.key {
		return false
	}
	areas, known := s.areas(since, scene.Camera, scene.Scale)
	if !known {
		return false
	}
	for _, a := range areas {
		b.redraw(r, scene, s, a)
	}
	return true
}

func (b *basePicture) redraw(r *render.Renderer, scene *render.Scene, s *stage, area image.Rectangle) {
	if b.renderer == nil {
		b.renderer, b.part = render.NewRenderer(), &image.RGBA{}
		b.renderer.LikeGlyphs(r)
	}
	part := *scene
	c := &part.Camera // sees the area
	c.Center.X += (float64(area.Min.X) + float64(area.Dx()-c.Width)/2) / c.Zoom
	c.Center.Y += (float64(area.Min.Y) + float64(area.Dy()-c.Height)/2) / c.Zoom
	c.Width, c.Height = area.Dx(), area.Dy()
	part.Items = s.seen(part.Camera, part.Scale)
	width := 4 * area.Dx()
	*b.part = image.RGBA{
		Pix: slices.Grow(b.part.Pix[:0], width*area.Dy())[:width*area.Dy()], Stride: width,
		Rect: image.Rectangle{Max: area.Size()},
	}
	b.renderer.DrawBase(b.part, &part)
	for y := range area.Dy() {
		copy(b.picture.Pix[b.picture.PixOffset(area.Min.X, area.Min.Y+y):], b.part.Pix[y*width:][:width])
	}
}

// slide holds the distance by which a base picture has been shifted since it was fully drawn.
type slide struct {
	from render.Camera // the camera of the full drawing
	by   image.Point
}

// slide moves the content of the picture if the camera has moved by whole pixels only, and draws the exposed edges.
// Panning over a hundred thousand shapes then costs little more than panning over a few.
func (b *basePicture) slide(r *render.Renderer, scene *render.Scene, s *stage, key baseKey) bool {
	now, was := key.camera, b.key
	if was.camera.Center = now.Center; s == nil || was != key {
		return false
	}
	const exact = 1.0 / 64 // of a pixel, which is invisible
	gone := b.slid.from.Center.Sub(now.Center).Mul(now.Zoom)
	by := image.Pt(int(math.Round(gone.X)), int(math.Round(gone.Y)))
	if !(math.Abs(gone.X-float64(by.X)) <= exact && math.Abs(gone.Y-float64(by.Y)) <= exact) {
		return false
	}
	step, size := by.Sub(b.slid.by), b.picture.Rect.Size()
	if 2*abs(step.X) > size.X || 2*abs(step.Y) > size.Y {
		return false
	}
	b.slid.by = by
	move(b.picture, step)
	rows, columns := b.picture.Rect, b.picture.Rect // the exposed edges
	if rows.Max.Y = step.Y; step.Y < 0 {
		rows.Min.Y, rows.Max.Y = size.Y+step.Y, size.Y
	}
	if columns.Max.X = step.X; step.X < 0 {
		columns.Min.X, columns.Max.X = size.X+step.X, size.X
	}
	for _, part := range [...]image.Rectangle{rows, columns} {
		if !part.Empty() {
			b.redraw(r, scene, s, part)
		}
	}
	return true
}

// move moves the content of a picture. The exposed edges keep their old content.
func move(m *image.RGBA, by image.Point) {
	size := m.Rect.Size()
	width := 4 * (size.X - abs(by.X))
	from, to := 4*max(-by.X, 0), 4*max(by.X, 0)
	row := func(y int) { copy(m.Pix[(y+by.Y)*m.Stride+to:][:width], m.Pix[y*m.Stride+from:][:width]) }
	if by.Y > 0 { // bottom rows first, before they are overwritten
		for y := size.Y - by.Y - 1; y >= 0; y-- {
			row(y)
		}
		return
	}
	for y := -by.Y; y < size.Y; y++ {
		row(y)
	}
}
