package render

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Pictures holds parts of images that are drawn below the items: the tiles, decals and backgrounds of an imported
// level. It is immutable and safe for concurrent drawing.
type Pictures struct {
	images  []*image.RGBA
	sprites []overlay.Sprite
	runs    []collision.AABB // the bounds of each consecutive runLength sprites
}

// runLength is the number of sprites that are culled together. Tiles come in rows.
const runLength = 64

// Images holds images whose parts pictures show. It is immutable.
type Images struct{ list []*image.RGBA }

// NewImages prepares images for drawing. A nil image is one that cannot be shown.
func NewImages(of []image.Image) *Images {
	out := &Images{list: make([]*image.RGBA, len(of))}
	for i, m := range of {
		if m == nil {
			continue
		}
		out.list[i] = image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
		draw.Draw(out.list[i], out.list[i].Rect, m, m.Bounds().Min, draw.Src)
	}
	return out
}

// NewPictures prepares pictures for drawing. Sprites outside their image are dropped. It returns nil for nil.
func NewPictures(of *overlay.Pictures) *Pictures {
	if of == nil {
		return nil
	}
	return NewImages(of.Images).Show(of.Sprites)
}

// Show returns pictures that show parts of the images and share their pixels. Sprites outside their image are dropped.
func (m *Images) Show(sprites []overlay.Sprite) *Pictures {
	p := &Pictures{images: slices.Clip(m.list)}
	white := -1
	for _, s := range sprites {
		if s.Image == overlay.Plain { // one white pixel, in the sprite's colour
			if white < 0 {
				white = len(p.images)
				p.images = append(p.images, &image.RGBA{
					Pix: []byte{255, 255, 255, 255}, Stride: 4, Rect: image.Rect(0, 0, 1, 1),
				})
			}
			s.Image, s.X, s.Y, s.W, s.H, s.Wraps = white, 0, 0, 1, 1, false
			if s.Color.A == 0 {
				continue
			}
		}
		if s.Image >= 0 && s.Image < len(p.images) && p.images[s.Image] != nil && s.W > 0 && s.H > 0 &&
			isIn(&s, p.images[s.Image].Rect) {
			p.sprites = append(p.sprites, s)
		}
	}
	for from := 0; from < len(p.sprites); from += runLength {
		p.runs = append(p.runs, boundsOf(p.run(from/runLength)))
	}
	return p
}

// run returns the sprites of a run.
func (p *Pictures) run(i int) []overlay.Sprite {
	return p.sprites[i*runLength : min((i+1)*runLength, len(p.sprites))]
}

// isIn reports whether a sprite is within its image.
func isIn(s *overlay.Sprite, m image.Rectangle) bool {
	if s.Wraps {
		return !m.Empty()
	}
	return image.Rect(s.X, s.Y, s.X+s.W, s.Y+s.H).In(m)
}

// OwnImages holds the images of a level's own pictures, by file. It is immutable.
type OwnImages struct {
	images *Images
	index  map[string]int
}

// NewOwnImages prepares images for drawing. None of them is nil.
func NewOwnImages(of map[string]image.Image) *OwnImages {
	o := &OwnImages{index: make(map[string]int, len(of))}
	var list []image.Image
	for file, m := range of {
		o.index[file] = len(list)
		list = append(list, m)
	}
	o.images = NewImages(list)
	return o
}

func (o *OwnImages) find(file string) (index int, size image.Point, ok bool) {
	if index, ok = o.index[file]; ok {
		size = o.images.list[index].Rect.Size()
	}
	return index, size, ok
}

// Size returns the size of a file's image in pixels. ok is false if there is no image.
func (o *OwnImages) Size(file string) (size image.Point, ok bool) {
	_, size, ok = o.find(file)
	return size, ok
}

// Show returns the level's own pictures that have images.
func (o *OwnImages) Show(list []level.Picture) *Pictures {
	return o.images.Show(overlay.Placed(list, o.find))
}

// Len returns the number of sprites.
func (p *Pictures) Len() int { return len(p.sprites) }

// Bounds returns the bounds of all sprites.
func (p *Pictures) Bounds() collision.AABB {
	b := collision.EmptyAABB()
	for _, r := range p.runs {
		b = b.Union(r)
	}
	return b
}

func boundsOf(sprites []overlay.Sprite) collision.AABB {
	b := collision.EmptyAABB()
	for i := range sprites {
		s := &sprites[i]
		corners := [4]Vec{s.At, s.At.Add(s.U), s.At.Add(s.V), s.At.Add(s.U).Add(s.V)}
		b = b.Union(collision.BoundsOf(corners[:]))
	}
	return b
}

// shownSprite is a sprite that is at least partly in view, in picture pixels.
type shownSprite struct {
	*overlay.Sprite
	at, u, v       Vec
	det            float64
	x0, y0, x1, y1 int // the pixels that it may cover
	alpha          uint32
	tint           [4]uint32 // factors of its colours, in units of 1/255
	isTinted       bool
}

// spriteLayer draws pictures band by band. Sprites are composited at full opacity; the result is blended
// with the layer's opacity.
type spriteLayer struct {
	pictures *Pictures
	shown    []shownSprite
	width    int
	opacity  uint32 // up to 256
}

// spriteBuffers holds the reusable buffers for drawing a band.
type spriteBuffers struct {
	under   []byte
	columns []int32 // see [spriteLayer.drawAligned]
}

// prepare finds the visible sprites for a picture of the given size. alpha is the layer's opacity; 0 counts as 1.
func (l *spriteLayer) prepare(pictures *Pictures, alpha float64, camera Camera, w, h int) {
	l.pictures, l.shown, l.width = pictures, l.shown[:0], w
	if pictures == nil {
		return
	}
	l.opacity = uint32(math.Round(min(max(cmp.Or(alpha, 1), 0), 1) * 256))
	if l.opacity == 0 {
		return
	}
	for i, box := range pictures.runs {
		lo, hi := camera.ToScreen(box.Min), camera.ToScreen(box.Max)
		if hi.X < -1 || hi.Y < -1 || lo.X > float64(w)+1 || lo.Y > float64(h)+1 { // boxes with NaNs count as visible
			continue
		}
		l.prepareRun(camera, pictures.run(i), w, h)
	}
}

// prepareRun finds the visible sprites of a run.
func (l *spriteLayer) prepareRun(camera Camera, sprites []overlay.Sprite, w, h int) {
	for i := range sprites {
		sp := &sprites[i]
		n := shownSprite{Sprite: sp, at: camera.ToScreen(sp.At), u: sp.U.Mul(camera.Zoom), v: sp.V.Mul(camera.Zoom)}
		lo := Vec{X: n.at.X + min(n.u.X, 0) + min(n.v.X, 0), Y: n.at.Y + min(n.u.Y, 0) + min(n.v.Y, 0)}
		hi := Vec{X: n.at.X + max(n.u.X, 0) + max(n.v.X, 0), Y: n.at.Y + max(n.u.Y, 0) + max(n.v.Y, 0)}
		if !(hi.X > 0 && hi.Y > 0 && lo.X < float64(w) && lo.Y < float64(h)) {
			continue
		}
		if n.det = float64(n.u.X*n.v.Y) - float64(n.u.Y*n.v.X); !(math.Abs(n.det) > 1e-9) {
			continue
		}
		// A pixel is covered if its centre is.
		n.x0, n.x1 = firstPixel(lo.X, w), firstPixel(hi.X, w)
		n.y0, n.y1 = firstPixel(lo.Y, h), firstPixel(hi.Y, h)
		n.alpha = uint32(math.Round(float64(min(max(sp.Alpha, 0), 1)) * 256))
		if c := sp.Color; c != (color.NRGBA{}) && c != (color.NRGBA{R: 255, G: 255, B: 255, A: 255}) {
			n.isTinted = true
			n.tint = [4]uint32{
				div255(uint32(c.R) * uint32(c.A)), div255(uint32(c.G) * uint32(c.A)),
				div255(uint32(c.B) * uint32(c.A)), uint32(c.A),
			}
		}
		if n.x0 < n.x1 && n.y0 < n.y1 && n.alpha > 0 {
			l.shown = append(l.shown, n)
		}
	}
}

// onEdge is the maximum distance at which a pixel's centre counts as on an edge, in pixels of the picture and of the
// image. Coordinates computed from another view, as after a pan by whole pixels, then fall on the same side.
const onEdge = 1.0 / (1 << 20)

// firstPixel returns the first pixel of the picture whose centre is at x or beyond.
func firstPixel(x float64, end int) int {
	return int(math.Ceil(min(max(x, 0), float64(end)) - 0.5 - onEdge))
}

// draw blends the rows from top to end.
func (l *spriteLayer) draw(pix []byte, top, end int, buffers *spriteBuffers) {
	area := image.Rectangle{}
	for i := range l.shown {
		s := &l.shown[i]
		area = area.Union(image.Rect(s.x0, max(s.y0, top), s.x1, min(s.y1, end)).Intersect(image.Rect(0, top, l.width,
			end)))
	}
	if area.Empty() {
		return
	}
	row, wide := func(y int) []byte { return pix[4*(l.width*y+area.Min.X) : 4*(l.width*y+area.Max.X)] }, 4*area.Dx()
	if l.opacity < 256 {
		buffers.under = slices.Grow(buffers.under[:0], wide*area.Dy())[:wide*area.Dy()]
		for y := area.Min.Y; y < area.Max.Y; y++ {
			copy(buffers.under[wide*(y-area.Min.Y):], row(y))
		}
	}
	for i := range l.shown {
		s := &l.shown[i]
		y0, y1 := max(s.y0, top), min(s.y1, end)
		switch m := l.pictures.images[s.Image]; {
		case y0 >= y1:
		case s.u.Y == 0 && s.v.X == 0 || s.u.X == 0 && s.v.Y == 0:
			l.drawAligned(pix, s, m, y0, y1, buffers)
		default:
			l.drawRotated(pix, s, m, y0, y1)
		}
	}
	if l.opacity < 256 {
		for y := area.Min.Y; y < area.Max.Y; y++ {
			mixRows(row(y), buffers.under[wide*(y-area.Min.Y):], l.opacity)
		}
	}
}

// mixRows blends a row over the previous one, with an opacity in units of 1/256.
func mixRows(row, under []byte, opacity uint32) {
	const even = 0x00ff00ff00ff00ff
	s, rest := uint64(opacity), uint64(256-opacity)
	const half = 0x0080008000800080
	k := 0
	for ; k+8 <= len(row); k += 8 {
		a, b := binary.LittleEndian.Uint64(row[k:]), binary.LittleEndian.Uint64(under[k:])
		low := ((a&even)*s + (b&even)*rest + half) >> 8 & even
		high := ((a>>8&even)*s + (b>>8&even)*rest + half) &^ even
		binary.LittleEndian.PutUint64(row[k:], low|high)
	}
	for ; k < len(row); k++ {
		row[k] = byte((uint32(row[k])*opacity + uint32(under[k])*(256-opacity) + 128) >> 8)
	}
}

// texel returns the image pixel at a fraction of a sprite's side, which starts at first and is n pixels long. The image
// is imageSize pixels long.
func (s *shownSprite) texel(share float64, first, n, imageSize int) int {
	at := first + min(max(int(math.Floor(float64(share*float64(n))+onEdge)), 0), n-1)
	if s.Wraps {
		at = wrap(at, imageSize)
	}
	return at
}

// drawAligned blends the rows y0 to y1 of a sprite with axis-aligned sides, whose image column and row depend only on
// the picture's column and row. It takes the nearest pixel of the image, so that pixel art stays sharp.
func (l *spriteLayer) drawAligned(pix []byte, s *shownSprite, m *image.RGBA, y0, y1 int, buffers *spriteBuffers) {
	across := s.u.Y == 0 // a row of the picture shows a row of the image
	buffers.columns = slices.Grow(buffers.columns[:0], s.x1-s.x0)[:s.x1-s.x0]
	for i := range buffers.columns {
		x := float64(s.x0+i) + 0.5 - s.at.X
		if across {
			buffers.columns[i] = int32(4 * s.texel(x/s.u.X, s.X, s.W, m.Rect.Dx()))
		} else {
			buffers.columns[i] = int32(m.Stride * s.texel(x/s.v.X, s.Y, s.H, m.Rect.Dy()))
		}
	}
	for y := y0; y < y1; y++ {
		from, up := 0, float64(y)+0.5-s.at.Y
		if across {
			from = m.Stride * s.texel(up/s.v.Y, s.Y, s.H, m.Rect.Dy())
		} else {
			from = 4 * s.texel(up/s.u.Y, s.X, s.W, m.Rect.Dx())
		}
		row := pix[4*(l.width*y+s.x0) : 4*(l.width*y+s.x1)]
		for i, column := range buffers.columns {
			s.blend(row[4*i:4*i+4:4*i+4], m.Pix[from+int(column):][:4:4])
		}
	}
}

// drawRotated blends the rows y0 to y1 of a sprite at any angle.
func (l *spriteLayer) drawRotated(pix []byte, s *shownSprite, m *image.RGBA, y0, y1 int) {
	w, h := float64(s.W), float64(s.H)
	for y := y0; y < y1; y++ {
		up := float64(y) + 0.5 - s.at.Y
		row := pix[4*(l.width*y+s.x0) : 4*(l.width*y+s.x1)]
		for k := 0; k < len(row); k += 4 {
			x := float64(s.x0+k/4) + 0.5 - s.at.X
			u, v := (float64(x*s.v.Y)-float64(up*s.v.X))/s.det, (float64(s.u.X*up)-float64(s.u.Y*x))/s.det
			if fu, fv := float64(u*w)+onEdge, float64(v*h)+onEdge; fu >= 0 && fv >= 0 && fu < w && fv < h {
				at := m.PixOffset(s.texel(u, s.X, s.W, m.Rect.Dx()), s.texel(v, s.Y, s.H, m.Rect.Dy()))
				s.blend(row[k:k+4:k+4], m.Pix[at:at+4:at+4])
			}
		}
	}
}

// blend blends an image pixel with premultiplied alpha over a picture pixel.
func (s *shownSprite) blend(to, from []byte) {
	if s.isTinted {
		tinted := [4]byte{
			byte(div255(uint32(from[0]) * s.tint[0])), byte(div255(uint32(from[1]) * s.tint[1])),
			byte(div255(uint32(from[2]) * s.tint[2])), byte(div255(uint32(from[3]) * s.tint[3])),
		}
		from = tinted[:]
	}
	a := uint32(from[3]) * s.alpha // up to 255 * 256
	switch a {
	case 0:
		return
	case 255 * 256:
		copy(to, from)
		return
	}
	rest := 255*256 - a
	for c := range 4 {
		to[c] = byte((uint32(from[c])*s.alpha*255 + uint32(to[c])*rest + 255*128) / (255 * 256))
	}
}

// div255 returns a product of two bytes divided by 255, rounded.
func div255(x uint32) uint32 { return (x + 128 + (x+128)>>8) >> 8 }

// Flat returns the pictures within a box of the level as one image with zoom pixels per level pixel. Places without
// pictures are transparent. Like the canvas, it takes the nearest pixel of an image.
func (p *Pictures) Flat(box collision.AABB, zoom float64) *image.RGBA {
	w, h := max(int(math.Ceil((box.Max.X-box.Min.X)*zoom)), 0), max(int(math.Ceil((box.Max.Y-box.Min.Y)*zoom)), 0)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	center := box.Min.Add(Vec{X: float64(w), Y: float64(h)}.Mul(0.5 / zoom))
	var l spriteLayer
	l.prepare(p, 1, Camera{Center: center, Zoom: zoom, Width: w, Height: h}, w, h)
	l.draw(out.Pix, 0, h, &spriteBuffers{})
	return out
}

// svgPictures writes the visible part of pictures as one image.
func (s *svg) svgPictures(pictures *Pictures, alpha float64, camera Camera, w, h int) {
	if pictures == nil || w <= 0 || h <= 0 {
		return
	}
	var l spriteLayer
	l.prepare(pictures, alpha, camera, w, h)
	if len(l.shown) == 0 {
		return
	}
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	layer := color.NRGBA{A: uint8(l.opacity * 255 / 256)}
	l.opacity = 256
	l.draw(m.Pix, 0, h, &spriteBuffers{})
	s.print(`<image width="`, w, `" height="`, h, `"`, opacity("opacity", layer),
		` href="data:image/png;base64,`)
	if s.err == nil {
		encoder := base64.NewEncoder(base64.StdEncoding, s.to)
		if s.err = png.Encode(encoder, m); s.err == nil {
			s.err = encoder.Close()
		}
	}
	s.print(`"/>`, "\n")
}
