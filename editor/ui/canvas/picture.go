package canvas

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
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

var darkTheme, lightTheme = render.Dark(), render.Light()

// Theme returns the current colours for drawing levels. They must not be modified.
func Theme(l *kit.Look) *render.Theme {
	if l.Theme.IsDark() {
		return darkTheme
	}
	return lightTheme
}

// ownPictures holds the level's own pictures, placed according to its settings.
type ownPictures struct {
	images *render.OwnImages
	list   []level.Picture // the list that drawn was made from
	drawn  *render.Pictures
}

// SetImages sets the images of the level's own pictures, by file.
func (c *View) SetImages(of map[string]image.Image) {
	c.own = ownPictures{images: render.NewOwnImages(of)}
}

// ImageSize returns the pixel size of a file's image, or false if it is not shown.
func (c *View) ImageSize(file string) (level.Vec, bool) {
	if c.own.images == nil {
		return level.Vec{}, false
	}
	size, ok := c.own.images.Size(file)
	return level.Vec{X: float64(size.X), Y: float64(size.Y)}, ok
}

// OwnPictures returns the level's own pictures as currently placed, or nil if there are none to show.
func (c *View) OwnPictures() *render.Pictures {
	o, list := &c.own, c.Session.Document().Settings().Pictures
	if len(list) == 0 || o.images == nil {
		return nil
	}
	if o.drawn == nil || !slices.Equal(list, o.list) {
		o.list, o.drawn = list, o.images.Show(list)
	}
	return o.drawn
}
