package dialog

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
)

// ImageClipboard reads and writes pictures on the system's clipboard. It is safe for concurrent use.
type ImageClipboard interface {
	// ReadPNG returns the picture on the clipboard, or nil if there is none.
	ReadPNG() ([]byte, error)
	WritePNG(data []byte) error
}

// portrait returns the canvas's display settings for drawing off the window's thread.
func (w *Parent) portrait() render.Portrait {
	c := w.Canvas
	p := render.Portrait{Theme: canvas.Theme(w.Look), Contacts: c.Shows.ContactPoints, Bare: !c.Grid}
	if !c.Bare {
		p.Pictures, p.Own = c.Pictures, c.OwnPictures()
	}
	return p
}

// SavePicture asks for a file, and saves a picture of the view or of the whole level.
func (w *Parent) SavePicture(ofLevel bool) {
	title, name := "Save a picture of the view", strings.TrimSuffix(w.Files.Name(), filepath.Ext(w.Files.Name()))
	if ofLevel {
		title = "Save a picture of the level"
	}
	w.ChooseSave(title, name+".png", []string{".png", ".svg"}, func(path string) { w.writePicture(path, ofLevel) })
}

func (w *Parent) writePicture(path string, ofLevel bool) {
	p, snap, cam, scale := w.portrait(), w.Session.Document().Snapshot(), w.Canvas.Camera, w.Canvas.Scale
	w.working("Drawing "+filepath.Base(path), func(context.Context) (func(), error) {
		if ofLevel {
			var err error
			if cam, err = render.CameraFor(render.LevelBounds(snap), 0); err != nil {
				return nil, err
			}
			scale = 1
		}
		data, err := encoded(p, snap, cam, scale, strings.EqualFold(filepath.Ext(path), ".svg"))
		if err == nil {
			err = disk.WriteFile(path, data)
		}
		if err != nil {
			return nil, err
		}
		return func() { w.Tell("Saved %s", filepath.Base(path)) }, nil
	}, "The picture cannot be saved")
}

// encoded returns a picture of a level as PNG or SVG. It is safe for concurrent use.
func encoded(p render.Portrait, snap level.Snapshot, cam render.Camera, scale float64, svg bool) ([]byte, error) {
	scene, err := p.Scene(snap, cam)
	if err != nil {
		return nil, err
	}
	scene.Scale = scale
	var b bytes.Buffer
	err = scene.Encode(&b, svg)
	return b.Bytes(), err
}

// copyMargin is the margin around a selection copied as a picture, in level pixels.
const copyMargin = 8

// CopyPicture copies a picture of the selection, or else of the view, to the clipboard.
func (w *Parent) CopyPicture() {
	p, snap, cam, scale := w.portrait(), w.Session.Document().Snapshot(), w.Canvas.Camera, w.Canvas.Scale
	what := "the view"
	if box, ok := w.Session.Selection().Bounds(); ok {
		what = "the selection"
		margin := collision.Vec{X: copyMargin, Y: copyMargin}
		box = collision.AABB{Min: box.Min.Sub(margin), Max: box.Max.Add(margin)}
		if near, err := render.CameraFor(box, 0); err == nil {
			cam, scale = near, 1
		}
	}
	w.working("Drawing a picture", func(context.Context) (func(), error) {
		data, err := encoded(p, snap, cam, scale, false)
		if err == nil {
			err = w.Images.WritePNG(data)
		}
		if err != nil {
			return nil, err
		}
		return func() { w.Tell("Copied a picture of %s, %d × %d pixels", what, cam.Width, cam.Height) }, nil
	}, "The picture cannot be copied")
}
