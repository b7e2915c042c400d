package ui

import (
	"image/color"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
)

// layersPanel lists the layers, the one drawn last on top. A click makes a layer the one that new shapes go to.
type layersPanel struct {
	content fyne.CanvasObject
	look    *look
	session *editor.Session
	layers  []*level.Layer
	list    *keyList
	rename  func(level.LayerID)
	menu    func(level.LayerID, fyne.Position)
	fail    func(error)
}

func newLayersPanel(l *look, s *editor.Session, addLayer func(), rename func(level.LayerID), menu func(level.LayerID, fyne.Position), fail func(error)) *layersPanel {
	v := &layersPanel{look: l, session: s, rename: rename, menu: menu, fail: fail}
	p := l.p()
	v.list = newKeyList(l, func() int { return len(v.layers) }, func() fyne.CanvasObject { return newLayerRow(v) }, func(i int, o fyne.CanvasObject) {
		if i < len(v.layers) {
			o.(*layerRow).show(v.layers[i])
		}
	}, func(i int) { v.session.SetActiveLayer(v.layers[i].ID) })
	add := newIconButton(l, "plus", "Add a layer", "", addLayer)
	add.size = 22
	v.content = container.NewBorder(header(l, bold("Layers", p.text, textSize), text("", p.quiet, smallText), add), nil, nil, nil, v.list)
	v.refresh()
	return v
}

func (v *layersPanel) refresh() {
	layers := v.session.Document().Layers()
	v.layers = v.layers[:0]
	for i := len(layers) - 1; i >= 0; i-- {
		v.layers = append(v.layers, layers[i])
	}
	v.list.Refresh()
}

// layerRow is one layer in the list.
type layerRow struct {
	widget.BaseWidget
	panel   *layersPanel
	layer   *level.Layer
	plate   *canvas.Rectangle
	dot     *canvas.Circle
	name    *widget.Label
	count   *canvas.Text
	eye     *iconButton
	lock    *iconButton
	hovered bool
	tapped  time.Time
}

func newLayerRow(v *layersPanel) *layerRow {
	p := v.look.p()
	r := &layerRow{panel: v, plate: filled(noColor), dot: canvas.NewCircle(p.quiet), name: widget.NewLabel(""), count: text("", p.quiet, smallText+1)}
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.count.Alignment = fyne.TextAlignTrailing
	r.eye = newIconButton(v.look, "eye", "Show or hide", "", func() { r.do(v.session.SetLayerHidden(r.layer.ID, !r.layer.Hidden)) })
	r.lock = newIconButton(v.look, "unlock", "Lock or unlock", "", func() { r.do(v.session.SetLayerLocked(r.layer.ID, !r.layer.Locked)) })
	r.eye.size, r.lock.size = 24, 24
	r.eye.inRow, r.lock.inRow = true, true
	r.ExtendBaseWidget(r)
	return r
}

func (r *layerRow) do(err error) {
	if err != nil {
		r.panel.fail(err)
	}
}

func (r *layerRow) CreateRenderer() fyne.WidgetRenderer {
	line := container.New(row{gap: 4, grow: 1}, container.New(exact{10, 10}, r.dot), container.New(exact{40, 26}, r.name),
		r.count, r.eye, r.lock)
	return widget.NewSimpleRenderer(container.NewStack(r.plate, pad(edge, 0, edge-4, 0, line)))
}

func (r *layerRow) MinSize() fyne.Size { return fyne.NewSize(120, rowHeight-1) }

func (r *layerRow) show(l *level.Layer) {
	r.layer = l
	p := r.panel.look.p()
	r.dot.FillColor = layerColor(l, p)
	r.dot.Refresh()
	r.name.SetText(l.Name)
	r.count.Text = strconv.Itoa(len(r.panel.session.Document().InLayer(l.ID)))
	r.count.Refresh()
	r.eye.color, r.lock.color = p.quiet, p.quiet
	if l.Locked {
		r.lock.color = p.warn
	}
	r.eye.icon, r.lock.icon = "eye", "unlock"
	if l.Hidden {
		r.eye.icon = "eye-off"
	}
	if l.Locked {
		r.lock.icon = "lock"
	}
	r.eye.Refresh()
	r.lock.Refresh()
	r.update()
}

func (r *layerRow) update() {
	p := r.panel.look.p()
	r.plate.FillColor = noColor
	switch {
	case r.layer != nil && r.panel.session.ActiveLayer() == r.layer.ID:
		r.plate.FillColor = p.chosen
	case r.hovered:
		r.plate.FillColor = p.hover
	}
	r.plate.Refresh()
}

// layerColor is the colour of a layer's dot.
func layerColor(l *level.Layer, p *palette) color.NRGBA {
	v, err := strconv.ParseUint(trimHash(l.Color), 16, 32)
	if err != nil || l.Color == "" {
		return p.quiet
	}
	return hex(uint32(v))
}

func trimHash(s string) string {
	if len(s) > 0 && s[0] == '#' {
		return s[1:]
	}
	return s
}

// Tapped makes the layer the active one; a second tap soon after renames it.
func (r *layerRow) Tapped(*fyne.PointEvent) {
	r.panel.look.focus()
	now := time.Now()
	again := now.Sub(r.tapped) < doubleClick && r.panel.session.ActiveLayer() == r.layer.ID
	r.tapped = now
	if again {
		r.panel.rename(r.layer.ID)
		return
	}
	r.panel.session.SetActiveLayer(r.layer.ID)
}

// TappedSecondary opens the layer's menu.
func (r *layerRow) TappedSecondary(e *fyne.PointEvent) {
	r.panel.session.SetActiveLayer(r.layer.ID)
	r.panel.menu(r.layer.ID, e.AbsolutePosition)
}

func (r *layerRow) MouseIn(*desktop.MouseEvent)    { r.hovered = true; r.update() }
func (r *layerRow) MouseMoved(*desktop.MouseEvent) {}
func (r *layerRow) MouseOut()                      { r.hovered = false; r.update() }
