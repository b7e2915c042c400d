package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// tilesInLevel previews the unsaved tile shapes in the open level by re-importing its source files off the UI
// thread after each change.
type tilesInLevel struct {
	content fyne.CanvasObject
	w       *dialog.Parent
	path    string
	model   *tileShapes
	imports []*level.Import
	picture *canvas.Picture
	status  *fynecanvas.Text
	docs    []*level.Document
	round   int
	cancel  context.CancelFunc
}

func newTilesInLevel(w *dialog.Parent, path string, model *tileShapes) *tilesInLevel {
	v := &tilesInLevel{w: w, path: path, model: model, cancel: func() {}}
	v.imports = w.Session.Document().Settings().Imports
	v.status = kit.Text("", w.Look.Colors().Quiet, kit.SmallText+1)
	v.picture = canvas.NewPicture(w.Look, w.Canvas.Renderer, fyne.NewSize(200, 90), v.scene)
	v.content = container.NewBorder(v.status, nil, nil, nil, kit.Pad(0, 4, 0, 0, v.picture))
	if len(v.imports) == 0 {
		v.status.Text = "The open level was not imported with a tileset"
		v.picture.Hide()
	}
	return v
}

// follow re-imports shortly after the last change.
func (v *tilesInLevel) follow() {
	if len(v.imports) == 0 {
		return
	}
	v.round++
	round := v.round
	const pause = 150 * time.Millisecond
	v.w.Look.Later(pause, func() {
		if round == v.round {
			v.begin()
		}
	})
}

func (v *tilesInLevel) begin() {
	v.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	round, data := v.round, v.model.set.Append(nil)
	v.w.Spawn(func() {
		defer cancel()
		var docs []*level.Document
		var failed error
		for _, m := range v.imports {
			opts, err := importers.OptionsOf(m)
			if err == nil {
				var r *importers.Result
				file := filepath.FromSlash(m.File)
				if r, _, err = v.w.Files.ImportersFor(file).With(v.path, data).Load(ctx, file, opts); err == nil {
					docs = append(docs, r.Document)
				}
			}
			if err != nil {
				failed = err
			}
		}
		v.w.Look.Post(func() {
			if round != v.round || ctx.Err() != nil && failed != nil {
				return
			}
			v.show(docs, failed)
		})
	})
}

func (v *tilesInLevel) show(docs []*level.Document, err error) {
	v.docs = docs
	n := 0
	for _, d := range docs {
		n += d.Len()
	}
	text := fmt.Sprintf("In the level: %s", quote.Count(n, "shape"))
	if err != nil {
		text = "The level's files cannot be read: " + err.Error()
	}
	kit.SetText(v.status, kit.Shorten(text, 44))
	v.picture.Redraw()
	v.w.Win.Canvas().Refresh(v.picture)
}

// scene returns a scene of the level with the current tile shapes.
func (v *tilesInLevel) scene(w, h int, scale float64) *render.Scene {
	theme := canvas.Theme(v.w.Look)
	s := &render.Scene{Camera: render.Camera{Zoom: 1, Width: w, Height: h}, Scale: scale, Theme: theme}
	for _, d := range v.docs {
		snap := d.Snapshot()
		if box := render.LevelBounds(snap); !box.IsEmpty() {
			s = render.LevelScene(snap, s.Camera.Framing(box, 6*scale), theme)
			s.Scale = scale
			s.Pictures, s.PictureAlpha = v.w.Canvas.Pictures, 0.6
			break
		}
	}
	return s
}

func (v *tilesInLevel) close() {
	v.round++
	v.cancel()
}

// tileSources lists the possible tilesets among the files that a level's imports have read: tile shapes files, and
// images without one.
func tileSources(list []*level.Import, pictures []string) []string {
	var out []string
	has := map[string]bool{}
	each := func(do func(path string)) {
		for _, m := range list {
			for _, name := range m.Reads {
				do(filepath.Join(filepath.Dir(filepath.FromSlash(m.File)), filepath.FromSlash(name)))
			}
		}
	}
	each(func(path string) {
		if isTileFile(path) && !slices.Contains(out, path) {
			out = append(out, path)
			has[strings.TrimSuffix(path, tileExtension)] = true
		}
	})
	each(func(path string) {
		ext := filepath.Ext(path)
		if slices.Contains(pictures, strings.ToLower(ext)) && !has[strings.TrimSuffix(path, ext)] &&
			!slices.Contains(out, path) {
			out = append(out, path)
		}
	})
	return out
}
