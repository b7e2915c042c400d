package dialog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"maps"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/workspace"
	"fillet/importers"
)

// OwnPictures loads the images of the level's own pictures, reloads them when they change on disk, and adds new ones.
type OwnPictures struct {
	*Parent
	images  map[string]image.Image // by file; replaced, never modified: goroutines read it
	list    []level.Picture        // the pictures whose images were last requested
	path    string                 // the level's path at that time
	allowed map[string]bool        // files chosen or dropped in this session
	round   int                    // counts requests, so that late results are dropped
}

// NewOwnPictures returns the commands for a level's own pictures.
func NewOwnPictures(p *Parent) *OwnPictures {
	v := &OwnPictures{Parent: p, images: map[string]image.Image{}, allowed: map[string]bool{}}
	p.Tools.Pictures().Use(p.Canvas.ImageSize, v.act)
	return v
}

func IsPicture(path string) bool {
	return slices.Contains(importers.PictureExtensions(), strings.ToLower(filepath.Ext(path)))
}

func (v *OwnPictures) mayRead(file string) bool {
	return v.allowed[file] || workspace.MayShow(v.Files.Path(), file)
}

// refresh reports whether the level's pictures use different files from before. If so, it loads the missing images.
func (v *OwnPictures) refresh() bool {
	list := v.Session.Document().Settings().Pictures
	if v.path == v.Files.Path() &&
		slices.EqualFunc(list, v.list, func(x, y level.Picture) bool { return x.File == y.File }) {
		return false
	}
	v.list, v.path = list, v.Files.Path()
	v.read()
	return true
}

// files returns the files of the pictures that may be read.
func (v *OwnPictures) files() map[string][]string {
	out := map[string][]string{}
	for _, p := range v.list {
		if v.mayRead(p.File) {
			out[p.File] = []string{filepath.FromSlash(p.File)}
		}
	}
	return out
}

// read loads missing images off the UI thread.
func (v *OwnPictures) read() {
	v.round++
	round, list, have := v.round, v.list, v.images
	if len(list) == 0 {
		v.images = map[string]image.Image{}
		v.show()
		return
	}
	may := map[string]bool{}
	for _, p := range list {
		may[p.File] = v.mayRead(p.File)
	}
	v.Spawn(func() {
		images, issues, err := workspace.ReadImages(context.Background(), list, have, func(file string) bool {
			return may[file]
		})
		v.Look.Post(func() {
			if round != v.round || err != nil {
				return // superseded by a later request
			}
			v.images = images
			v.show()
			if len(issues) > 0 {
				v.Tell("%s", issues[0].Message)
			}
		})
	})
}

func (v *OwnPictures) show() {
	v.Canvas.SetImages(v.images)
	v.Tools.Pictures().Changed()
	v.Canvas.Redraw()
	v.Session.Touch(editor.OverlayChanged)
}

// changed reloads an image that another program has written.
func (v *OwnPictures) changed(file string) {
	if _, ok := v.images[file]; !ok && !slices.ContainsFunc(v.list, func(p level.Picture) bool {
		return p.File == file
	}) {
		return
	}
	v.images = maps.Clone(v.images)
	delete(v.images, file)
	v.read()
}

// act performs a request from the tool's strip.
func (v *OwnPictures) act(do tool.PictureRequest, chosen string) {
	switch do {
	case tool.AddPicture:
		v.Choose()
	case tool.TracePicture:
		v.Trace(chosen)
	case tool.LocatePicture:
		v.find(chosen)
	}
}

// Choose asks for a picture and adds it at the centre of the view.
func (v *OwnPictures) Choose() {
	v.ChooseOpen("Add a picture", importers.PictureExtensions(), func(path string) {
		v.Add([]string{path}, v.Canvas.Camera.Center)
	})
}

// Add adds pictures to the level: the first centred at a point, and each of the others shifted by another grid cell.
func (v *OwnPictures) Add(paths []string, at level.Vec) {
	v.working("Opening "+filepath.Base(paths[0]), func(ctx context.Context) (func(), error) {
		images := map[string]image.Image{}
		files := make([]string, len(paths))
		for i, path := range paths {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			m, err := importers.ReadPicture(path)
			if err != nil {
				return nil, err
			}
			files[i] = absoluteFile(path)
			images[files[i]] = m
		}
		return func() { v.added(files, images, at) }, nil
	}, "This picture cannot be added")
}

// absolute returns the absolute path of a file, if the system can tell it.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// absoluteFile returns a file's absolute path with slashes, as sessions store it.
func absoluteFile(path string) string { return filepath.ToSlash(absolute(path)) }

// relative returns a file's path with slashes, relative to a folder if possible.
func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

func (v *OwnPictures) added(files []string, images map[string]image.Image, at level.Vec) {
	have := maps.Clone(v.images) // a goroutine may be reading the old map
	for file, m := range images {
		have[file], v.allowed[file] = m, true
	}
	v.images = have
	v.Canvas.SetImages(v.images)
	at = level.Vec{X: math.Round(at.X), Y: math.Round(at.Y)}
	step := v.Session.Document().Settings().Grid.Size
	var name string
	for i, file := range files {
		size := images[file].Bounds().Size()
		var err error
		name, err = v.Session.Pictures().Add(file, level.Vec{X: float64(size.X), Y: float64(size.Y)},
			at.Add(step.Mul(float64(i))))
		if err != nil {
			v.FailDialog("This picture cannot be added", err)
			return
		}
	}
	v.Tools.Pictures().Choose(name)
	v.Tell("Added %s under the shapes", filepath.Base(files[len(files)-1]))
}

func (v *OwnPictures) find(name string) {
	v.ChooseOpen("Locate "+name, importers.PictureExtensions(), func(path string) {
		file := absoluteFile(path)
		v.allowed[file] = true
		v.Fail(v.Session.Pictures().Edit("Locate", name, func(p *level.Picture) { p.File = file }))
	})
}

// Trace opens the dialog that traces a picture in place, so that outlines match it even if it is rotated or tiled.
func (v *OwnPictures) Trace(name string) {
	p, ok := v.Session.Document().Settings().Picture(name)
	m := v.images[p.File]
	if !ok || m == nil {
		return
	}
	p.Hidden, p.Opacity = false, 1
	if p.Angle == 0 && !p.Flip && !p.Tiles() { // trace the image's own pixels
		box := collision.AABB{Min: p.Position.Sub(p.Size.Mul(0.5)), Max: p.Position.Add(p.Size.Mul(0.5))}
		v.TraceDialog(p.Name, m, &box)
		return
	}
	shown := render.NewOwnImages(map[string]image.Image{p.File: m}).Show([]level.Picture{p})
	v.traceInPlace(p.Name, shown, "make it smaller, or trace it before rotating or tiling it")
}

// PastedPictures returns the picture files that a string names: one path or file URL per line, as file managers copy
// them. It returns none for any other text.
func PastedPictures(text string) []string {
	const limit = 64 << 10
	if len(text) > limit {
		return nil
	}
	var out []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if u, err := url.Parse(line); err == nil && u.Scheme == "file" {
			line = filepath.FromSlash(u.Path)
		}
		if !filepath.IsAbs(line) || !IsPicture(line) {
			return nil
		}
		out = append(out, line)
	}
	return out
}

// Paste adds the clipboard's picture at a point, after asking for a file to save it to, because levels refer to
// pictures by file.
func (v *OwnPictures) Paste(at level.Vec) {
	v.working("Reading the clipboard", func(context.Context) (func(), error) {
		data, err := v.Images.ReadPNG()
		if err == nil && data == nil {
			err = errors.New("it holds neither shapes nor a picture")
		}
		if err == nil {
			_, err = importers.DecodePicture(bytes.NewReader(data))
		}
		return func() {
			v.ChooseSave("Save the picture as", v.unusedFile(), []string{".png"}, func(path string) {
				if err := disk.WriteFile(path, data); err != nil {
					v.FailDialog("This picture cannot be saved", err)
					return
				}
				v.Add([]string{path}, at)
			})
		}, err
	}, "The clipboard cannot be pasted")
}

// unusedFile returns an unused picture file name next to the level.
func (v *OwnPictures) unusedFile() string {
	dir := v.Folder()
	if path := v.Files.Path(); path != "" {
		dir = filepath.Dir(path)
	}
	for n := 1; ; n++ {
		path := filepath.Join(dir, fmt.Sprintf("picture %d.png", n))
		if _, err := os.Lstat(path); err != nil {
			return path
		}
	}
}

// ImageClipboard reads and writes pictures on the system's clipboard. It is safe for concurrent use.
type ImageClipboard interface {
	// ReadPNG returns the picture on the clipboard, or nil if there is none.
	ReadPNG() ([]byte, error)
	WritePNG(data []byte) error
}

// portrait returns the canvas's display settings for drawing off the UI thread.
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
		return func() { w.Tell("Saved %s", filepath.Base(path)) }, err
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
		return func() { w.Tell("Copied a picture of %s, %d × %d pixels", what, cam.Width, cam.Height) }, err
	}, "The picture cannot be copied")
}
