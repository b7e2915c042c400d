package canvas

import (
	"image"
	"slices"

	"fillet/editor/level"
	"fillet/editor/render"
)

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
