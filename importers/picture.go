package importers

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// Picture is a part of an image that a foreign editor shows under or over its level: a tile, a decal, a background.
type Picture struct {
	Image      int // index in Result.Images, or Plain
	X, Y, W, H int // the part of the image, in its pixels
	// At is the position of the part's top left corner in the level. U is the vector from there along the top edge, V
	// along the left edge. They are not perpendicular in a skewed picture, and in a mirrored picture they have the
	// opposite orientation.
	At, U, V level.Vec
	Alpha    float32 // 0 to 1
	// Color multiplies the image's colours and alpha, unless it is the zero value. For a plain area, it is the colour.
	Color color.NRGBA
	Wraps bool // the part may exceed the image, which then repeats in all directions
}

// Plain is the Image of a picture that is an area of one colour.
const Plain = -1

// Image is an image file from which pictures are cut.
type Image struct {
	Name          string // as the foreign file names it
	Data          []byte // as in its file: PNG, JPEG, GIF, BMP or WebP
	Width, Height int
	Clear         color.NRGBA // opaque pixels of this colour become transparent; the zero value means none
}

// Limits on pictures.
const (
	MaxPictures    = 1 << 20 // of one import
	MaxImagePixels = 1 << 26 // of one image
)

// Pixels returns a length of a foreign file in whole pixels, rounded toward 0. It clamps lengths that no image can
// have to [MaxImagePixels] and returns 0 for NaN, so the result is the same on every processor.
func Pixels(x float64) int {
	if math.IsNaN(x) {
		return 0
	}
	return int(min(max(x, -MaxImagePixels), MaxImagePixels))
}

// Decode decodes the image's pixels.
func (m *Image) Decode() (image.Image, error) {
	f, ok := imageCodec(m.Data)
	if !ok {
		return nil, errImageFormat
	}
	pixels, err := f.decode(bytes.NewReader(m.Data))
	if err != nil || m.Clear == (color.NRGBA{}) {
		return pixels, err
	}
	out := image.NewNRGBA(image.Rectangle{Max: pixels.Bounds().Size()})
	draw.Draw(out, out.Rect, pixels, pixels.Bounds().Min, draw.Src)
	for i := 0; i < len(out.Pix); i += 4 {
		if p := out.Pix[i : i+4 : i+4]; (color.NRGBA{R: p[0], G: p[1], B: p[2], A: p[3]}) == m.Clear {
			clear(p)
		}
	}
	return out, nil
}

var errImageFormat = errors.New("it is not a PNG, JPEG, GIF, BMP or WebP image")

// imageCodecs lists the formats of images. Unlike in [DecodePicture], the beginning of a signature is enough, so that a
// damaged file gets the errors of its format.
var imageCodecs = []codec{
	{"\x89PNG", png.DecodeConfig, png.Decode},
	{"\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
	{"GIF8", gif.DecodeConfig, decodeGIF},
	{"BM", bmp.DecodeConfig, bmp.Decode},
	{"RIFF????WEBP?", webp.DecodeConfig, webp.Decode},
}

func imageCodec(data []byte) (codec, bool) {
	i := slices.IndexFunc(imageCodecs, func(c codec) bool { return matches(data, c.magic) })
	if i < 0 {
		return codec{}, false
	}
	return imageCodecs[i], true
}

// decodeGIF returns the first frame of a GIF. If the frame is smaller than the image, it is drawn into an image of the
// full size.
func decodeGIF(r io.Reader) (image.Image, error) {
	var head bytes.Buffer
	c, err := gif.DecodeConfig(io.TeeReader(r, &head))
	if err != nil {
		return nil, err
	}
	frame, err := gif.Decode(io.MultiReader(&head, r))
	bounds := image.Rect(0, 0, c.Width, c.Height)
	if err != nil || frame.Bounds() == bounds {
		return frame, err
	}
	out := image.NewNRGBA(bounds)
	draw.Draw(out, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
	return out, nil
}

// pictures collects the pictures of a Builder.
type pictures struct {
	list   []Picture
	images []Image
	known  map[string]int // by path in the root, or another key: the image's index, or -1 if it cannot be shown
	beyond int            // number of pictures over the limit
}

// WantsPictures reports whether the import collects pictures. Otherwise, a format need not read their files.
func (b *Builder) WantsPictures() bool { return b.opts.Pictures }

// Image returns the index of an image file that another file names; dir is the folder of that other file, relative to
// the source's. If the image cannot be read, ok is false and the failure is reported once.
func (b *Builder) Image(dir, name, place string) (index int, ok bool) {
	return b.ImageWithout(color.NRGBA{}, dir, name, place)
}

// ImageWithout works like [Builder.Image], but makes opaque pixels of one colour transparent, unless the colour is the
// zero value.
func (b *Builder) ImageWithout(without color.NRGBA, dir, name, place string) (index int, ok bool) {
	file, err := b.src.Resolve(dir, name)
	key := file
	if err != nil {
		key = "? " + path.Join(dir, name)
	}
	if without != (color.NRGBA{}) {
		key = fmt.Sprintf("%v %s", without, key)
	}
	return b.image(Image{Name: name, Clear: without}, key, place, func() ([]byte, error) {
		if err != nil {
			return nil, err
		}
		return b.src.ReadInRoot(file)
	})
}

// ImageData adds an image that is embedded in a file, under a unique name. It reads the size from the data.
func (b *Builder) ImageData(m Image, place string) (index int, ok bool) {
	return b.image(m, "= "+m.Name, place, func() ([]byte, error) { return m.Data, nil })
}

func (b *Builder) image(m Image, key, place string, read func() ([]byte, error)) (int, bool) {
	if i, ok := b.pics.known[key]; ok {
		return i, i >= 0
	}
	if b.pics.known == nil {
		b.pics.known = map[string]int{}
	}
	var err error
	if m.Data, err = read(); err == nil {
		err = m.measure()
	}
	if err != nil {
		b.pics.known[key] = -1
		// An issue would shorten a string.
		why := errors.New(strings.TrimPrefix(err.Error(), fmt.Sprintf("%q: ", quote.Excerpt(m.Name))))
		b.Issue(Warning, place, "the picture %q is not shown: %v", quote.Excerpt(m.Name), why)
		return 0, false
	}
	b.pics.known[key] = len(b.pics.images)
	b.pics.images = append(b.pics.images, m)
	return len(b.pics.images) - 1, true
}

func (m *Image) measure() error {
	f, ok := imageCodec(m.Data)
	if !ok {
		return errImageFormat
	}
	c, err := f.config(bytes.NewReader(m.Data))
	if err != nil {
		return err
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > MaxImagePixels/c.Height {
		return fmt.Errorf("%d by %d pixels exceed the limit of %d", c.Width, c.Height, MaxImagePixels)
	}
	m.Width, m.Height = c.Width, c.Height
	return nil
}

// ImageSizeOf returns the width and height of encoded image data, in pixels.
func ImageSizeOf(data []byte) (w, h int, err error) {
	m := Image{Data: data}
	err = m.measure()
	return m.Width, m.Height, err
}

// ImageSize returns the width and height of an image, in pixels.
func (b *Builder) ImageSize(index int) (w, h int) {
	return b.pics.images[index].Width, b.pics.images[index].Height
}

// Picture adds a part of an image, the whole image if W or H is 0, or an area of one colour. It skips a part outside
// the image or beyond the limits of a level.
func (b *Builder) Picture(p Picture) {
	if len(b.pics.list) >= MaxPictures {
		b.pics.beyond++
		return
	}
	isShown := p.Alpha > 0
	if p.Image == Plain {
		p.X, p.Y, p.W, p.H, p.Wraps = 0, 0, 1, 1, false
		isShown = isShown && p.Color.A > 0
	} else {
		m := &b.pics.images[p.Image]
		if p.W == 0 || p.H == 0 {
			p.X, p.Y, p.W, p.H = 0, 0, m.Width, m.Height
		}
		isShown = isShown && p.W > 0 && p.H > 0 && (p.Wraps || p.X >= 0 && p.Y >= 0 && p.X <= m.Width-p.W &&
			p.Y <= m.Height-p.H)
	}
	for _, x := range [...]float64{p.At.X, p.At.Y, p.U.X, p.U.Y, p.V.X, p.V.Y} {
		isShown = isShown && math.Abs(x) <= level.MaxCoordinate
	}
	if isShown {
		b.pics.list = append(b.pics.list, p)
	}
}

// Backdrop fills a level with a colour. It skips a fully transparent colour.
func (b *Builder) Backdrop(c color.NRGBA, l LevelInfo) {
	if b.WantsPictures() && c.A > 0 && l.Width > 0 && l.Height > 0 {
		b.Picture(Picture{
			Image: Plain, Color: c, Alpha: 1, At: l.Corner(), U: level.Vec{X: l.Width}, V: level.Vec{Y: l.Height},
		})
	}
}

// Cover adds a whole image with its corner at a position, one image pixel per pixel of the level. Along the chosen
// axes, the image repeats throughout the level.
func (b *Builder) Cover(p Picture, at level.Vec, alongX, alongY bool, l LevelInfo) {
	corner, size := l.Corner(), l.Size()
	w, h := b.ImageSize(p.Image)
	p.X, p.Y, p.W, p.H, p.Wraps = 0, 0, w, h, true
	if alongX {
		x := math.Ceil(at.X - corner.X - 0.5)
		p.X, p.W, at.X = -Pixels(math.Mod(x, float64(w))), Pixels(math.Ceil(size.X)), at.X-x
	}
	if alongY {
		y := math.Ceil(at.Y - corner.Y - 0.5)
		p.Y, p.H, at.Y = -Pixels(math.Mod(y, float64(h))), Pixels(math.Ceil(size.Y)), at.Y-y
	}
	p.Place(at, float64(p.W), float64(p.H), 0)
	b.Picture(p)
}

// ColorOf parses a colour such as #RRGGBB or #AARRGGBB; ok is false for anything else.
func ColorOf(s string) (c color.NRGBA, ok bool) {
	digits := strings.TrimPrefix(s, "#")
	v, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err != nil || len(digits) != 6 && len(digits) != 8:
		return c, false
	case len(digits) == 6:
		v |= 0xff << 24
	}
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: uint8(v >> 24)}, true
}

// Place fits the picture into a box of the level, flipped like a tile in its cell.
func (p *Picture) Place(corner level.Vec, w, h float64, f Flip) {
	at := func(u, v float64) level.Vec {
		if f&FlipDiagonal != 0 {
			u, v = v, u
		}
		if f&FlipX != 0 {
			u = 1 - u
		}
		if f&FlipY != 0 {
			v = 1 - v
		}
		return corner.Add(level.Vec{X: float64(u * w), Y: float64(v * h)})
	}
	p.At = at(0, 0)
	p.U, p.V = at(1, 0).Sub(p.At), at(0, 1).Sub(p.At)
}

// PlaceWithin places the picture with its corner at a position, one picture pixel per pixel of the level and mirrored
// like a tile, and clips it to a box. ok is false if nothing is left.
func (p *Picture) PlaceWithin(corner level.Vec, f Flip, from, to level.Vec) (ok bool) {
	// cut returns the range of pixels inside the box along an axis.
	cut := func(at float64, n int, from, to float64) (int, int) {
		return Pixels(min(max(math.Ceil(from-at), 0), float64(n))), Pixels(max(min(math.Floor(to-at), float64(n)), 0))
	}
	x0, x1 := cut(corner.X, p.W, from.X, to.X)
	y0, y1 := cut(corner.Y, p.H, from.Y, to.Y)
	if x0 >= x1 || y0 >= y1 {
		return false
	}
	left, top := x0, y0 // in the image
	if f&FlipX != 0 {
		left = p.W - x1
	}
	if f&FlipY != 0 {
		top = p.H - y1
	}
	p.X, p.Y, p.W, p.H = p.X+left, p.Y+top, x1-x0, y1-y0
	p.Place(corner.Add(level.Vec{X: float64(x0), Y: float64(y0)}), float64(p.W), float64(p.H), f)
	return true
}
