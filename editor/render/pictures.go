package render

import (
	"cmp"
	"encoding/base64"
	"image"
	"image/draw"
	"image/png"
	"math"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Pictures are parts of images that lie under the items: the tiles and decals of an imported level. They are immutable,
// and may be drawn on several goroutines.
type Pictures struct {
	images  []*image.RGBA
	sprites []overlay.Sprite
}

// NewPictures makes pictures ready to draw. A part that lies outside of its image is left out; nil makes nil.
func NewPictures(of *overlay.Pictures) *Pictures {
	if of == nil {
		return nil
	}
	p := &Pictures{images: make([]*image.RGBA, len(of.Images))}
	for i, m := range of.Images {
		if m == nil {
			continue
		}
		p.images[i] = image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
		draw.Draw(p.images[i], p.images[i].Rect, m, m.Bounds().Min, draw.Src)
	}
	for _, s := range of.Sprites {
		if s.Image >= 0 && s.Image < len(of.Images) && p.images[s.Image] != nil && s.W > 0 && s.H > 0 &&
			image.Rect(s.X, s.Y, s.X+s.W, s.Y+s.H).In(p.images[s.Image].Rect) {
			p.sprites = append(p.sprites, s)
		}
	}
	return p
}

// Len is how many parts are shown.
func (p *Pictures) Len() int { return len(p.sprites) }

// Bounds is the box around them.
func (p *Pictures) Bounds() collision.AABB {
	b := collision.EmptyAABB()
	for i := range p.sprites {
		s := &p.sprites[i]
		for _, v := range [4]Vec{s.At, s.At.Add(s.U), s.At.Add(s.V), s.At.Add(s.U).Add(s.V)} {
			b = b.Union(collision.AABB{Min: v, Max: v})
		}
	}
	return b
}

// shownSprite is one that a picture shows some of, in the picture's pixels.
type shownSprite struct {
	*overlay.Sprite
	at, u, v       Vec
	det            float64
	x0, y0, x1, y1 int // the pixels that it may cover
	alpha          uint32
}

// spriteLayer draws pictures band by band.
type spriteLayer struct {
	pictures *Pictures
	shown    []shownSprite
	width    int
}

// prepare finds what a picture of that size shows.
func (l *spriteLayer) prepare(s *Scene, w, h int) {
	l.pictures, l.shown, l.width = s.Pictures, l.shown[:0], w
	if s.Pictures == nil {
		return
	}
	strength := cmp.Or(s.PictureAlpha, 1)
	for i := range s.Pictures.sprites {
		sp := &s.Pictures.sprites[i]
		n := shownSprite{Sprite: sp, at: s.Camera.ToScreen(sp.At), u: sp.U.Mul(s.Camera.Zoom), v: sp.V.Mul(s.Camera.Zoom)}
		n.det = float64(n.u.X*n.v.Y) - float64(n.u.Y*n.v.X)
		lo := Vec{X: n.at.X + min(n.u.X, 0) + min(n.v.X, 0), Y: n.at.Y + min(n.u.Y, 0) + min(n.v.Y, 0)}
		hi := Vec{X: n.at.X + max(n.u.X, 0) + max(n.v.X, 0), Y: n.at.Y + max(n.u.Y, 0) + max(n.v.Y, 0)}
		if !(hi.X > 0 && hi.Y > 0 && lo.X < float64(w) && lo.Y < float64(h)) || !(math.Abs(n.det) > 1e-9) {
			continue
		}
		// A pixel is covered where its middle is.
		n.x0, n.x1 = firstPixel(lo.X, w), firstPixel(hi.X, w)
		n.y0, n.y1 = firstPixel(lo.Y, h), firstPixel(hi.Y, h)
		n.alpha = uint32(math.Round(float64(min(max(sp.Alpha, 0), 1)) * min(max(strength, 0), 1) * 256))
		if n.x0 < n.x1 && n.y0 < n.y1 && n.alpha > 0 {
			l.shown = append(l.shown, n)
		}
	}
}

// firstPixel is the first pixel whose middle lies at x or behind, within the picture.
func firstPixel(x float64, end int) int {
	return int(math.Ceil(min(max(x, 0), float64(end)) - 0.5))
}

// draw blends the rows top to end. The nearest pixel of an image counts, so that pixel art stays sharp.
func (l *spriteLayer) draw(pix []byte, top, end int) {
	for i := range l.shown {
		s := &l.shown[i]
		y0, y1 := max(s.y0, top), min(s.y1, end)
		if y0 >= y1 {
			continue
		}
		m := l.pictures.images[s.Image]
		// From a pixel to the place in the part, 0 to 1 along either side.
		du, dv := s.v.Y/s.det, -s.u.Y/s.det
		for y := y0; y < y1; y++ {
			x, up := float64(s.x0)+0.5-s.at.X, float64(y)+0.5-s.at.Y
			u, v := (float64(x*s.v.Y)-float64(up*s.v.X))/s.det, (float64(s.u.X*up)-float64(s.u.Y*x))/s.det
			row := pix[4*(l.width*y+s.x0) : 4*(l.width*y+s.x1)]
			for k := 0; k < len(row); k += 4 {
				if u >= 0 && v >= 0 && u < 1 && v < 1 {
					at := m.PixOffset(s.X+min(int(u*float64(s.W)), s.W-1), s.Y+min(int(v*float64(s.H)), s.H-1))
					blendPixel(row[k:k+4:k+4], m.Pix[at:at+4:at+4], s.alpha)
				}
				u, v = u+du, v+dv
			}
		}
	}
}

// blendPixel lays a pixel with its alpha multiplied in over another; alpha is up to 256.
func blendPixel(to, from []byte, alpha uint32) {
	a := uint32(from[3]) * alpha // up to 255 * 256
	if a == 0 {
		return
	}
	rest := 255*256 - a
	for c := range 4 {
		to[c] = byte((uint32(from[c])*alpha*255 + uint32(to[c])*rest + 255*128) / (255 * 256))
	}
}

// svgPictures writes what the camera sees of the pictures as one image.
func (s *svg) svgPictures(scene *Scene, w, h int) {
	if scene.Pictures == nil || w <= 0 || h <= 0 {
		return
	}
	var l spriteLayer
	l.prepare(scene, w, h)
	if len(l.shown) == 0 {
		return
	}
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	l.draw(m.Pix, 0, h)
	s.print(`<image width="`, w, `" height="`, h, `" href="data:image/png;base64,`)
	if s.err == nil {
		encoder := base64.NewEncoder(base64.StdEncoding, s.to)
		if s.err = png.Encode(encoder, m); s.err == nil {
			s.err = encoder.Close()
		}
	}
	s.print(`"/>`, "\n")
}
