package dialog

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// NamedColor is a colour to choose for a layer.
type NamedColor struct {
	Name string
	Hex  string // empty for the theme's
}

// LayerColors returns the colours to choose for a layer, the theme's last.
func LayerColors() []NamedColor {
	names := []string{"Blue", "Violet", "Slate", "Green", "Yellow", "Teal", "Pink"}
	var out []NamedColor
	for i, hex := range editor.LayerColors() {
		out = append(out, NamedColor{names[i%len(names)], hex})
	}
	return append(out, NamedColor{"Theme default", ""})
}

// ShowLayerLook edits a layer's colour and opacity with live effect on the canvas.
func (w *Parent) ShowLayerLook(id level.LayerID) {
	l := w.Session.Document().Layer(id)
	if l == nil {
		return
	}
	var d dialog.Dialog
	f := newLayerLook(w, id, func() {
		d.Hide()
		w.PickLayerColor(id)
	})
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.RowOf(0), kit.NewSpace(),
		kit.NewTextButton(w.Look, "Done", true, func() {
			d.Hide()
		})))
	d = w.Dialog(kit.Cut("Appearance of "+kit.Beginning(l.Name), 330),
		container.NewBorder(nil, foot, nil, nil, f.content), fyne.NewSize(380, 210))
	stop := w.Session.Subscribe(func(editor.Change) { f.refresh() })
	d.SetOnClosed(w.Look.Guard(func() {
		stop()
		f.end()
	}))
	w.Open(d, d.Hide)
}

// layerLook is the form for a layer's colour and opacity. Each colour is one undo step, as is each drag of the slider.
type layerLook struct {
	w        *Parent
	id       level.LayerID
	content  fyne.CanvasObject
	swatches []*kit.IconButton
	slider   *kit.Slider
	percent  *kit.NumberField
	gesture  *editor.Gesture // open while the slider is dragged, otherwise nil
}

func newLayerLook(w *Parent, id level.LayerID, other func()) *layerLook {
	f := &layerLook{w: w, id: id}
	p := w.Look.Colors()
	row := container.New(kit.Row{Gap: 4, Grow: -1})
	for _, c := range LayerColors() {
		b := kit.NewIconButton(w.Look, "swatch", c.Name, "", func() { w.Fail(w.Session.Layers().SetColor(id, c.Hex)) })
		b.Color = panel.LayerColor(&level.Layer{Color: c.Hex}, p)
		f.swatches = append(f.swatches, b)
		row.Add(b)
	}
	row.Add(kit.NewIconButton(w.Look, "plus", "Custom colour", "", other))
	f.slider = kit.NewSlider(w.Look, func(v float64) {
		if f.gesture == nil {
			f.gesture = w.Session.Begin("Change opacity of layer " + w.Session.Document().Layer(id).Name)
		}
		f.set(v)
	}, f.end)
	f.slider.SetName("Opacity")
	f.percent = kit.NewNumberField(w.Look, "%", func(v float64) { f.set(v / 100) }, w.Fail)
	opacity := container.New(kit.RowOf(0), f.slider, container.New(kit.Exact{W: 70, H: kit.FieldHeight}, f.percent))
	label := func(s string, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(kit.Labelled{Width: 70}, kit.Text(s, p.Quiet, kit.TextSize), o)
	}
	f.content = container.New(kit.Lines(10), label("Colour", row), label("Opacity", opacity))
	f.refresh()
	return f
}

// set sets the opacity, rounded and clamped to what layers allow.
func (f *layerLook) set(v float64) {
	const steps = 100
	f.w.Fail(f.w.Session.Layers().SetOpacity(f.id, math.Round(min(max(v, level.MinOpacity), 1)*steps)/steps))
}

func (f *layerLook) end() {
	f.gesture.Commit()
	f.gesture = nil
}

// refresh shows the layer's current values.
func (f *layerLook) refresh() {
	l := f.w.Session.Document().Layer(f.id)
	if l == nil {
		return
	}
	for i, c := range LayerColors() {
		f.swatches[i].SetOn(l.Color == c.Hex)
	}
	f.slider.SetValue(l.Alpha(), 1, 0.05)
	f.percent.SetNumber(math.Round(l.Alpha()*1000)/10, false)
}
