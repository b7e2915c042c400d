package panel

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// Layers lists the layers, the one drawn last on top. A click makes a layer the one that new shapes go to.
type Layers struct {
	Content fyne.CanvasObject
	Head    *Head
	look    *kit.Look
	session *editor.Session
	Layers  []*level.Layer
	shown   layersShown
	List    *kit.KeyList
	rename  func(level.LayerID)
	menu    func(level.LayerID, fyne.Position)
	fail    func(error)
	mark    *fynecanvas.Rectangle // where a dragged layer would go
	board   *fyne.Container       // the list with the mark over it
}

// NewLayers makes the panel of layers, the topmost first. menu opens a layer's menu at a place of the window; fail tells of an
// error, where it is one.
func NewLayers(l *kit.Look, s *editor.Session, addLayer func(), rename func(level.LayerID), menu func(level.LayerID, fyne.Position), fail func(error)) *Layers {
	v := &Layers{look: l, session: s, rename: rename, menu: menu, fail: fail}
	p := l.Colors()
	v.List = kit.NewKeyList(l, func() int { return len(v.Layers) }, func() fyne.CanvasObject { return NewLayerRow(v) }, func(i int, o fyne.CanvasObject) {
		if i < len(v.Layers) {
			o.(*LayerRow).Display(v.Layers[i])
		}
	}, func(i int) { v.session.SetActiveLayer(v.Layers[i].ID) })
	v.mark = kit.Filled(p.Accent)
	v.mark.Hide()
	v.board = container.NewStack(v.List, container.NewWithoutLayout(v.mark))
	add := kit.NewIconButton(l, "plus", "Add a layer", "", addLayer)
	add.Side = 22
	v.Head = newPanelHead(l, LayerPanel, kit.Text("", p.Quiet, kit.SmallText), nil, add)
	v.Content = container.NewBorder(v.Head.content, nil, nil, nil, v.board)
	v.Refresh()
	return v
}

// layersShown holds what the list shows.
type layersShown struct {
	layers  []*level.Layer
	members []int
	active  level.LayerID
}

func (s layersShown) equal(o layersShown) bool {
	return slices.Equal(s.layers, o.layers) && slices.Equal(s.members, o.members) && s.active == o.active
}

// Refresh shows the layers as they are now.
func (v *Layers) Refresh() {
	layers := v.session.Document().Layers()
	v.Layers = v.Layers[:0]
	shown := layersShown{active: v.session.ActiveLayer()}
	for i := len(layers) - 1; i >= 0; i-- {
		v.Layers = append(v.Layers, layers[i])
		shown.members = append(shown.members, len(v.session.Document().InLayer(layers[i].ID)))
	}
	if shown.layers = slices.Clone(layers); !shown.equal(v.shown) {
		v.shown = shown
		v.List.Update()
	}
}

// LayerRow is one layer in the list.
type LayerRow struct {
	kit.Tile
	kit.Hover
	panel   *Layers
	layer   *level.Layer
	dot     *fynecanvas.Circle
	name    *kit.CutText
	count   *fynecanvas.Text
	eye     *kit.IconButton
	lock    *kit.IconButton
	tapped  time.Time
	dragged float32 // how far, downward
	moving  bool
	members int // as shown
}

// NewLayerRow makes an empty row of the panel; see [LayerRow.Display].
func NewLayerRow(v *Layers) *LayerRow {
	p := v.look.Colors()
	r := &LayerRow{panel: v, dot: fynecanvas.NewCircle(p.Quiet), name: kit.NewCutText(p.Text), count: kit.Text("", p.Quiet, kit.SmallText+1)}
	r.count.Alignment = fyne.TextAlignTrailing
	r.eye = kit.NewIconButton(v.look, "eye", "Show or hide", "", func() { v.fail(v.session.Layers().SetHidden(r.layer.ID, !r.layer.Hidden)) })
	r.lock = kit.NewIconButton(v.look, "unlock", "Lock or unlock", "", func() { v.fail(v.session.Layers().SetLocked(r.layer.ID, !r.layer.Locked)) })
	r.eye.Side, r.lock.Side = 24, 24
	r.eye.InRow, r.lock.InRow = true, true
	line := container.New(kit.Row{Gap: 4, Grow: 1}, container.New(kit.Exact{W: 10, H: 10}, r.dot), container.New(kit.Exact{W: 40, H: 26}, r.name),
		r.count, r.eye, r.lock)
	r.Hover = kit.NewHover(v.look, r, r.update, r.name.Tip)
	r.Init(r, v.look, 0, fyne.NewSize(120, kit.RowHeight-1), kit.Pad(kit.Edge, 0, kit.Edge-4, 0, line), r.tap)
	return r
}

// Display shows a layer in the row.
func (r *LayerRow) Display(l *level.Layer) {
	members := len(r.panel.session.Document().InLayer(l.ID))
	if r.layer == l && r.members == members {
		r.update()
		return
	}
	r.layer, r.members = l, members
	p := r.panel.look.Colors()
	r.dot.FillColor = LayerColor(l, p)
	r.dot.Refresh()
	r.name.Set(l.Name)
	r.count.Text = strconv.Itoa(members)
	r.count.Refresh()
	r.eye.Icon, r.eye.Color = "eye", p.Quiet
	if l.Hidden {
		r.eye.Icon = "eye-off"
	}
	r.lock.Icon, r.lock.Color = "unlock", p.Quiet
	if l.Locked {
		r.lock.Icon, r.lock.Color = "lock", p.Warn
	}
	r.eye.Refresh()
	r.lock.Refresh()
	r.update()
}

func (r *LayerRow) update() {
	active := r.layer != nil && r.panel.session.ActiveLayer() == r.layer.ID
	r.Plate.Fill(r.panel.look.Colors().Row(active, r.Over))
}

// LayerColor is the colour of a layer's dot.
func LayerColor(l *level.Layer, p *kit.Colors) color.NRGBA {
	if c := render.LayerTint(l); c.A != 0 {
		return c
	}
	return p.Quiet
}

// tap makes the layer the active one; a second tap soon after renames it.
func (r *LayerRow) tap() {
	r.panel.look.Focus()
	now := time.Now()
	again := now.Sub(r.tapped) < canvas.DoubleClick && r.panel.session.ActiveLayer() == r.layer.ID
	r.tapped = now
	if again {
		r.panel.rename(r.layer.ID)
		return
	}
	r.panel.session.SetActiveLayer(r.layer.ID)
}

// RowPitch is from the top of one row of the list to the next one's.
func (v *Layers) RowPitch() float32 {
	return kit.RowHeight - 1 + v.look.Theme.Size(theme.SizeNamePadding)
}

// target is the row that a layer dragged by so much would go to.
func (v *Layers) target(id level.LayerID, dragged float32) (from, to int) {
	from = slices.IndexFunc(v.Layers, func(l *level.Layer) bool { return l.ID == id })
	to = from + int(math.Round(float64(dragged/v.RowPitch())))
	return from, min(max(to, 0), len(v.Layers)-1)
}

// Dragged implements fyne.Draggable: a layer goes up or down in the drawing order.
func (r *LayerRow) Dragged(e *fyne.DragEvent) {
	defer r.panel.look.Catch()
	r.moving = true
	r.dragged += e.Dragged.DY
	v := r.panel
	from, to := v.target(r.layer.ID, r.dragged)
	v.mark.Hidden = from == to
	y := float32(to)*v.RowPitch() - v.List.GetScrollOffset()
	if to > from {
		y += v.RowPitch()
	}
	const thick = 3
	v.mark.Resize(fyne.NewSize(v.board.Size().Width, thick))
	v.mark.Move(fyne.NewPos(0, min(max(y-thick, 0), v.board.Size().Height-thick)))
	v.mark.Refresh()
}

// DragEnd implements fyne.Draggable.
func (r *LayerRow) DragEnd() {
	defer r.panel.look.Catch()
	if !r.moving {
		return
	}
	v := r.panel
	from, to := v.target(r.layer.ID, r.dragged)
	r.dragged, r.moving, v.mark.Hidden = 0, false, true
	v.mark.Refresh()
	if from != to {
		v.fail(v.session.Layers().Place(r.layer.ID, len(v.Layers)-1-to)) // the list has the layer drawn last on top
	}
}

// TappedSecondary opens the layer's menu.
func (r *LayerRow) TappedSecondary(e *fyne.PointEvent) {
	defer r.panel.look.Catch()
	r.panel.session.SetActiveLayer(r.layer.ID)
	r.panel.menu(r.layer.ID, e.AbsolutePosition)
}
