package panel

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"math"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/importers"
)

// maxTilesetBytes limits the size of a tileset picture that the list reads.
const maxTilesetBytes = 64 << 20

// tilesetGlimpse returns the glimpse of a tile shape file: its picture, tile size, and number of tiles with shapes. A
// picture that is missing or outside the project is omitted. The sum covers everything that the glimpse depends on.
func tilesetGlimpse(data []byte, file string, zoom float64) (g *Glimpse, sum [sha256.Size]byte) {
	h := sha256.New()
	_, _ = h.Write(data) // hashes never fail
	set, _, err := importers.ParseTiles(data, file)
	if err != nil {
		_, _ = fmt.Fprintf(h, "%q %q", file, err.Error()) // likewise
		return &Glimpse{Err: err}, [sha256.Size]byte(h.Sum(nil))
	}
	g = &Glimpse{Size: level.Vec{X: float64(set.Width), Y: float64(set.Height)}}
	for _, shapes := range set.Shapes {
		if len(shapes) > 0 {
			g.Shapes++
		}
	}
	picture := pictureBytes(file, set.Image)
	_, _ = h.Write(picture) // likewise
	if m, err := importers.DecodePicture(bytes.NewReader(picture)); err == nil {
		g.Picture = beginningOf(m, max(set.Width, set.Height), zoom)
	}
	return g, [sha256.Size]byte(h.Sum(nil))
}

// pictureBytes returns the picture that a tileset file refers to, or nil if it cannot be read.
func pictureBytes(file, name string) []byte {
	if name == "" {
		return nil
	}
	root, err := disk.FindRoot(file)
	if err != nil {
		return nil
	}
	rel, err := root.Named(filepath.Join(filepath.Dir(file), filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	data, err := root.ReadFile(rel, maxTilesetBytes)
	if err != nil {
		return nil
	}
	return data
}

// beginningOf draws a picture scaled to a row's thumbnail: all of it, or the upper left part of a long strip whose
// tiles would be too small. It shows at least four tiles.
func beginningOf(m image.Image, tile int, zoom float64) image.Image {
	b := m.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	least := float64(4 * tile)
	fromW := min(w, max(h*glimpseWidth/glimpseHeight, least))
	fromH := min(h, max(w*glimpseHeight/glimpseWidth, least))
	scale := min(glimpseWidth*zoom/fromW, glimpseHeight*zoom/fromH)
	out := image.NewRGBA(image.Rect(0, 0, max(int(math.Round(fromW*scale)), 1), max(int(math.Round(fromH*scale)), 1)))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, m.At(b.Min.X+min(int((float64(x)+0.5)/scale), b.Dx()-1),
				b.Min.Y+min(int((float64(y)+0.5)/scale), b.Dy()-1)))
		}
	}
	return out
}
