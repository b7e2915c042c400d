package svg

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"path"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// picture holds an image element during the import.
type picture struct {
	node          *importers.XMLNode
	matrix        importers.Affine
	width, height float64 // 0 means the image's own size
	alpha         float64
}

func (im *drawing) picture(n *importers.XMLNode, s scope) {
	if s.look.isInvisible {
		return
	}
	matrix, size := s.matrix.After(importers.MoveBy(im.vec(n, "x", "y", s))), im.vec(n, "width", "height", s)
	im.pictures = append(im.pictures, picture{n, matrix, size.X, size.Y, s.alpha})
}

// show adds the pictures to the level if they were requested.
func (im *drawing) show(b *importers.Builder) {
	if !b.WantsPictures() {
		if len(im.pictures) > 0 {
			b.Issue(importers.Note, place(im.pictures[0].node), "%s", images.text(len(im.pictures)))
		}
		return
	}
	for i, p := range im.pictures {
		index, ok := im.image(b, p.node, i)
		if !ok {
			continue
		}
		w, h := b.ImageSize(index)
		out := importers.Picture{Image: index, W: w, H: h, Alpha: float32(p.alpha)}
		own := viewBox{0, 0, float64(w), float64(h)}
		size := viewport{p.width, p.height}
		if size.width == 0 {
			size.width = own.width
			if size.height > 0 {
				size.width = own.width * size.height / own.height
			}
		}
		if size.height == 0 {
			size.height = own.height * size.width / own.width
		}
		how := p.node.Attr("preserveAspectRatio")
		if strings.HasSuffix(strings.TrimSpace(how), "slice") { // cropped to the viewport
			m := own.fit(size, how)
			left, top := importers.Pixels(max(-m.At.X/m.X.X, 0)), importers.Pixels(max(-m.At.Y/m.Y.Y, 0))
			out.X, out.Y = left, top
			out.W = min(importers.Pixels(size.width/m.X.X), w-left)
			out.H = min(importers.Pixels(size.height/m.Y.Y), h-top)
			own, how = viewBox{0, 0, float64(out.W), float64(out.H)}, "none"
		}
		if own.width <= 0 || own.height <= 0 {
			continue
		}
		m := p.matrix.After(own.fit(size, how))
		out.At, out.U, out.V = m.Apply(level.Vec{}), m.Linear(level.Vec{X: own.width}),
			m.Linear(level.Vec{Y: own.height})
		b.Picture(out)
	}
}

// image loads the file or the data that an element refers to.
func (im *drawing) image(b *importers.Builder, n *importers.XMLNode, i int) (index int, ok bool) {
	href := strings.TrimSpace(hrefOf(n))
	data, isData := strings.CutPrefix(href, "data:")
	if !isData {
		name := href
		if plain, err := url.PathUnescape(href); err == nil {
			name = plain
		}
		return b.Image(".", path.Clean(name), place(n))
	}
	head, body, _ := strings.Cut(data, ",")
	var pixels []byte
	if strings.HasSuffix(head, ";base64") {
		body = strings.TrimRight(strings.Join(strings.Fields(body), ""), "=")
		pixels, _ = base64.RawStdEncoding.DecodeString(body) // invalid data fails later, when it is read as an image
	}
	return b.ImageData(importers.Image{Name: fmt.Sprintf("image %d", i+1), Data: pixels}, place(n))
}
