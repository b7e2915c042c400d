package ui

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// tileSheet shows a tileset image with its tiles' shapes. A click chooses a tile, Ctrl+click adds one, Shift+click or a
// drag chooses a rectangle. The middle button pans.
type tileSheet struct {
	canvas.Zoomed
	look     *kit.Look
	model    *tileShapes
	drawings map[int]tileDrawing // by tile
	panning  bool
	pressed  bool
	last     fyne.Position
}

// tileDrawing holds the shapes of a tile, ready to be drawn.
type tileDrawing struct {
	of    []importers.TileSetShape
	items []overlay.Outline // relative to the tile's corner
}

func newTileSheet(l *kit.Look, model *tileShapes, m image.Image) *tileSheet {
	v := &tileSheet{look: l, model: model, drawings: map[int]tileDrawing{}}
	v.Init(v, l, m, false, v.overlays)
	return v
}

func (v *tileSheet) MinSize() fyne.Size { return fyne.NewSize(200, 160) }

func (v *tileSheet) box(id int) collision.AABB {
	set := v.model.set
	x, y := set.Corner(id, v.model.columns)
	at := level.Vec{X: float64(x), Y: float64(y)}
	return collision.AABB{Min: at, Max: at.Add(set.Tile())}
}

// overlays returns the overlays of the image: a frame for each tile, the shapes, and the chosen tiles.
func (v *tileSheet) overlays() []overlay.Item {
	var out, marks []overlay.Item
	seen := v.Camera.Visible()
	const fine = 6 // units: smaller tiles have no frames
	framed := float64(v.model.set.Width)*v.Camera.Zoom >= fine*v.Scale
	for _, id := range v.within(seen) {
		box := v.box(id)
		if framed {
			out = append(out, overlay.Box{Bounds: box, Ink: overlay.Muted, Width: 0.5})
		}
		for _, o := range v.drawing(id) {
			o.At.P = o.At.P.Add(box.Min)
			out = append(out, o)
		}
		if _, ok := v.model.set.Shapes[id]; ok && len(v.model.Shapes(id)) == 0 { // recorded as having no shapes
			out = append(out, overlay.Line{Points: []level.Vec{box.Min, box.Max}, Ink: overlay.Muted, Width: 1})
		}
		switch {
		case id == v.model.current:
			marks = append(marks, overlay.Box{Bounds: box, Ink: overlay.Shadow, Width: 4},
				overlay.Box{Bounds: box, Ink: overlay.Bright, Width: 2})
		case v.model.IsChosen(id):
			marks = append(marks, overlay.Box{Bounds: box, Ink: overlay.Shadow, Width: 3.5},
				overlay.Box{Bounds: box, Ink: overlay.Accent, Width: 2, Fill: true})
		}
	}
	return append(out, marks...)
}

// within lists the tiles in a part of the image.
func (v *tileSheet) within(seen collision.AABB) []int {
	set, columns := v.model.set, v.model.columns
	stepX, stepY := float64(set.Width+set.Spacing), float64(set.Height+set.Spacing)
	from := func(at, step float64) int { return max(int(math.Floor((at-float64(set.Margin))/step)), 0) }
	x0, x1 := from(seen.Min.X, stepX), min(from(seen.Max.X, stepX), columns-1)
	var out []int
	for y := from(seen.Min.Y, stepY); y <= from(seen.Max.Y, stepY); y++ {
		for x := x0; x <= x1; x++ {
			if id := y*columns + x; id < v.model.count {
				out = append(out, id)
			}
		}
	}
	return out
}

// drawing returns the outlines of a tile, relative to its corner.
func (v *tileSheet) drawing(id int) []overlay.Outline {
	list := v.model.Shapes(id)
	d, ok := v.drawings[id]
	if ok && len(d.of) == len(list) && (len(list) == 0 || &d.of[0] == &list[0]) {
		return d.items
	}
	d = tileDrawing{of: list}
	for i := range list {
		part := &list[i].Part
		if baked, err := part.Shape.Bake(); err == nil {
			d.items = append(d.items, overlay.Outline{
				Boundary: baked.Boundary(), At: part.Transform(),
				Ink: inkOf(part.Role), Width: 1.5, Fill: true,
			})
		}
	}
	v.drawings[id] = d
	return d.items
}

func inkOf(r level.Role) overlay.Ink {
	switch r {
	case level.Trigger:
		return overlay.Trigger
	case level.OneWay:
		return overlay.OneWay
	}
	return overlay.Accent
}

// tileAt returns the tile at a position of the widget, or false outside all tiles. A position in the spacing between
// tiles belongs to the preceding tile.
func (v *tileSheet) tileAt(p fyne.Position) (id int, ok bool) {
	at := v.Camera.ToLevel(render.Vec{X: float64(p.X) * v.Scale, Y: float64(p.Y) * v.Scale})
	for _, id := range v.within(collision.AABB{Min: at, Max: at}) {
		if v.box(id).Grow(float64(v.model.set.Spacing)).Contains(at) {
			return id, true
		}
	}
	return 0, false
}

func (v *tileSheet) MouseDown(e *desktop.MouseEvent) {
	defer v.look.Catch()
	v.look.Focus()
	v.last = e.Position
	if e.Button == desktop.MouseButtonTertiary {
		v.panning = true
		return
	}
	id, ok := v.tileAt(e.Position)
	if e.Button != desktop.MouseButtonPrimary || !ok {
		return
	}
	switch {
	case e.Modifier&fyne.KeyModifierShift != 0:
		v.model.Extend(id)
	case e.Modifier&fyne.KeyModifierShortcutDefault != 0:
		v.model.Toggle(id)
		return
	default:
		v.model.Choose(id)
	}
	v.pressed = true
}

func (v *tileSheet) MouseUp(*desktop.MouseEvent) {
	defer v.look.Catch()
	v.panning, v.pressed = false, false
}

func (v *tileSheet) Dragged(e *fyne.DragEvent) {
	defer v.look.Catch()
	if v.panning {
		by := e.Position.Subtract(v.last)
		v.last = e.Position
		v.Pan(by.X, by.Y)
		return
	}
	if id, ok := v.tileAt(e.Position); ok && v.pressed && id != v.model.current {
		v.model.Extend(id)
	}
}

func (v *tileSheet) MouseIn(*desktop.MouseEvent) { defer v.look.Catch() }

func (v *tileSheet) MouseMoved(e *desktop.MouseEvent) {
	defer v.look.Catch()
	if v.panning {
		v.Dragged(&fyne.DragEvent{PointEvent: e.PointEvent})
	}
}

func (v *tileSheet) MouseOut() { defer v.look.Catch() }

// DragEnd implements fyne.Draggable. It may be called without a MouseUp.
func (v *tileSheet) DragEnd() {
	defer v.look.Catch()
	v.panning, v.pressed = false, false
}

func (v *tileSheet) AccessibilityLabel() string {
	return "Tileset of " + quote.Count(v.model.count, "tile") + ", " + quote.Count(len(v.model.Chosen()), "of them") +
		" chosen"
}

func (v *tileSheet) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
