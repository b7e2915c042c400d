package canvas

import (
	"image"
	"slices"

	"fillet/editor/level"
	"fillet/editor/render"
)

// ownPictures are the level's own pictures where its settings place them.
type ownPictures struct {
	images *render.OwnImages
	list   []level.Picture // that drawn is of
	drawn  *render.Pictures
}

// SetImages gives the canvas the images of the level's own pictures, by file.
func (c *View) SetImages(of map[string]image.Image) {
	c.own = ownPictures{images: render.NewOwnImages(of)}
}

// ImageSize is how many pixels the image of a file has; false where it is not shown.
func (c *View) ImageSize(file string) (level.Vec, bool) {
	if c.own.images == nil {
		return level.Vec{}, false
	}
	size, ok := c.own.images.Size(file)
	return level.Vec{X: float64(size.X), Y: float64(size.Y)}, ok
}

// OwnPictures are the level's own pictures as they stand; nil: none can be shown.
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
