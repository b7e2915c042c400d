package canvas

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// Picture is a widget that shows a scene in a dialog, drawn like the canvas.
type Picture struct {
	widget.BaseWidget
	scene    func(w, h int, scale float64) *render.Scene // returns the scene for an image size and scale, or nil
	least    fyne.Size
	raster   *canvas.Raster
	renderer *render.Renderer
	image    *image.RGBA
}

// NewPicture makes a picture that shares another renderer's fallback glyphs.
func NewPicture(
	l *kit.Look, letters *render.Renderer, least fyne.Size, scene func(w, h int, scale float64) *render.Scene,
) *Picture {
	p := &Picture{scene: scene, least: least, renderer: render.NewRenderer()}
	p.renderer.LikeGlyphs(letters)
	p.raster = l.Raster(p.draw)
	p.ExtendBaseWidget(p)
	return p
}

func (p *Picture) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.raster) }
func (p *Picture) MinSize() fyne.Size                  { return p.least }

// Redraw requests a new picture.
func (p *Picture) Redraw() { p.raster.Refresh() }

func (p *Picture) draw(w, h int) image.Image {
	scale := 1.0
	if width := p.Size().Width; width > 0 {
		scale = float64(w) / float64(width)
	}
	p.image = Sized(p.image, w, h)
	if s := p.scene(w, h, scale); s != nil {
		p.renderer.Draw(p.image, s)
	}
	return p.image
}
