package ui

import (
	"image"
	"image/draw"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// largeTile is the enlarged view of the current tile: a small level whose colliders are the tile's shapes, edited with
// the usual tools. Edits in the view become undo steps of the tileset editor; presets and undo in the editor update the
// view.
type largeTile struct {
	view    *canvas.View
	tools   *tool.Controller
	session *editor.Session
	model   *tileShapes
	sheet   image.Image
	fail    func(error)

	tile    int
	of      []importers.TileSetShape // the shapes that the level was made from
	ids     map[level.ID]importers.TileSetShape
	syncing bool
}

func newLargeTile(
	l *kit.Look, model *tileShapes, sheet image.Image, spawn func(func()), fail func(error),
) (*largeTile, error) {
	v := &largeTile{model: model, sheet: sheet, fail: fail, tile: -1}
	doc, err := v.document()
	if err != nil {
		return nil, err
	}
	v.session = editor.NewSession(doc)
	v.tools = tool.NewController(v.session)
	v.view = canvas.New(v.session, v.tools, l, spawn, fail)
	v.view.Shows, v.view.Apart = render.Show{}, true // overlaps within one tile do not matter
	v.session.Subscribe(func(c editor.Change) {
		if c.Has(editor.DocumentChanged | editor.HistoryChanged) {
			v.take()
		}
		v.view.Redraw()
	})
	v.show()
	return v, nil
}

// document makes a level of the current tile's shapes.
func (v *largeTile) document() (*level.Document, error) {
	set, id := v.model.set, v.model.current
	s := level.DefaultSettings()
	s.Name, s.Size = "Tile", set.Tile()
	s.Grid.Size, s.Grid.Subdivisions = level.Vec{X: 1, Y: 1}, 1
	for _, shape := range v.model.Shapes(id) {
		for _, name := range slices.Concat(shape.Part.Categories, shape.Part.CollidesWith) {
			if !slices.Contains(s.Categories, name) && len(s.Categories) < level.MaxCategories {
				s.Categories = append(s.Categories, name)
			}
		}
	}
	doc, err := editor.NewLevel(s)
	if err != nil {
		return nil, err
	}
	v.tile, v.of, v.ids = id, v.model.Shapes(id), map[level.ID]importers.TileSetShape{}
	var d level.Diff
	for i, shape := range v.of {
		c := shape.Part
		c.ID, c.Layer, c.Order = level.ID(i+1), doc.Layers()[0].ID, float64(i+1)
		v.ids[c.ID] = shape
		d.Colliders = append(d.Colliders, level.Added(&c))
	}
	return doc, doc.Apply(d)
}

// show updates the level from the tileset editor.
func (v *largeTile) show() {
	id := v.model.current
	isNew := id != v.tile || v.view.Pictures == nil
	list := v.model.Shapes(id)
	if !isNew && len(list) == len(v.of) && (len(list) == 0 || &list[0] == &v.of[0]) || v.syncing {
		return
	}
	v.syncing = true
	defer func() { v.syncing = false }()
	doc, err := v.document()
	if err != nil {
		v.fail(err)
		return
	}
	v.tools.Cancel()
	v.session.Replace(doc)
	if isNew {
		v.view.Pictures, v.view.WantFit = v.picture(), true
	}
	v.view.Redraw()
}

// pixels returns a tile's part of the tileset image.
func (v *largeTile) pixels(id int) *image.NRGBA {
	set := v.model.set
	x, y := set.Corner(id, v.model.columns)
	out := image.NewNRGBA(image.Rect(0, 0, set.Width, set.Height))
	draw.Draw(out, out.Rect, v.sheet, v.sheet.Bounds().Min.Add(image.Pt(x, y)), draw.Src)
	return out
}

func (v *largeTile) picture() *render.Pictures {
	size := v.model.set.Tile()
	return render.NewPictures(&overlay.Pictures{
		Images: []image.Image{v.pixels(v.tile)},
		Sprites: []overlay.Sprite{{
			W: v.model.set.Width, H: v.model.set.Height, U: level.Vec{X: size.X},
			V: level.Vec{Y: size.Y}, Alpha: 1,
		}},
	})
}

// take makes an undo step of a finished edit.
func (v *largeTile) take() {
	if v.syncing || v.session.History().InTransaction() {
		return
	}
	if _, ok := v.session.History().CanUndo(); !ok {
		return
	}
	var list []importers.TileSetShape
	doc := v.session.Document()
	for _, c := range doc.InLayer(doc.Layers()[0].ID) {
		part := *c
		part.ID, part.Layer, part.Order, part.Source, part.Body = 0, 0, 0, nil, level.Static
		was, known := v.ids[c.ID]
		if !known {
			part.Name = "" // drop the name that the tools generated
		}
		if part.Order = was.Part.Order; known && part.Equal(&was.Part) {
			list = append(list, was)
			continue
		}
		list = append(list, v.model.set.Recognized(importers.TileSetShape{Part: withoutOffset(part)}))
	}
	if len(list) == len(v.of) && slices.EqualFunc(list, v.of, importers.TileSetShape.Equal) {
		return
	}
	v.syncing = true
	err := v.model.SetShapes(v.tile, list)
	v.syncing = false
	if err != nil {
		v.fail(err)
		v.of = nil
		v.show()
		return
	}
	v.of = v.model.Shapes(v.tile)
	v.ids = map[level.ID]importers.TileSetShape{}
	for i, c := range doc.InLayer(doc.Layers()[0].ID) {
		v.ids[c.ID] = v.of[i]
	}
}
