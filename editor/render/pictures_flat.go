package render

import (
	"image"
	"math"

	"fillet/collision"
)

// Flat is the pictures as one image, clear where there are none: what lies in a box of the level, at so many pixels to a
// level pixel. The nearest pixel of an image counts, as on the canvas.
func (p *Pictures) Flat(box collision.AABB, zoom float64) *image.RGBA {
	w, h := int(math.Ceil((box.Max.X-box.Min.X)*zoom)), int(math.Ceil((box.Max.Y-box.Min.Y)*zoom))
	out := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0)))
	toPicture := func(v Vec) Vec { return v.Sub(box.Min).Mul(zoom) }
	for i := range p.sprites {
		s := &p.sprites[i]
		at, u, v := toPicture(s.At), s.U.Mul(zoom), s.V.Mul(zoom)
		det := u.Cross(v)
		if !(math.Abs(det) > 1e-9) {
			continue
		}
		lo := Vec{X: at.X + min(u.X, 0) + min(v.X, 0), Y: at.Y + min(u.Y, 0) + min(v.Y, 0)}
		hi := Vec{X: at.X + max(u.X, 0) + max(v.X, 0), Y: at.Y + max(u.Y, 0) + max(v.Y, 0)}
		m, alpha := p.images[s.Image], float64(min(max(s.Alpha, 0), 1))
		for y := firstPixel(lo.Y, h); y < firstPixel(hi.Y, h); y++ {
			for x := firstPixel(lo.X, w); x < firstPixel(hi.X, w); x++ {
				d := Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}.Sub(at)
				sx, sy := int(math.Floor(d.Cross(v)/det*float64(s.W))), int(math.Floor(u.Cross(d)/det*float64(s.H)))
				if sx < 0 || sy < 0 || sx >= s.W || sy >= s.H {
					continue
				}
				over(out.Pix[out.PixOffset(x, y):], m.Pix[m.PixOffset(s.X+sx, s.Y+sy):], alpha)
			}
		}
	}
	return out
}

// over lays one pixel over another; both have their colours multiplied by their alpha.
func over(dst, src []byte, alpha float64) {
	keep := 1 - float64(float64(src[3])/255*alpha)
	for k := range 4 {
		dst[k] = uint8(min(math.Round(float64(float64(src[k])*alpha)+float64(float64(dst[k])*keep)), 255))
	}
}
