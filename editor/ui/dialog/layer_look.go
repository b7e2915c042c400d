package dialog

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

type NamedColor struct {
	Name string
	Hex  string // empty for the theme's
}

// LayerColors returns the colours to choose from for a layer; the theme's is last.
func LayerColors() []NamedColor {
	names := []string{"Blue", "Violet", "Slate", "Green", "Yellow", "Teal", "Pink"}
	var out []NamedColor
	for i, hex := range editor.LayerColors() {
		out = append(out, NamedColor{names[i%len(names)], hex})
	}
	return append(out, NamedColor{"Theme default", ""})
}

// ShowLayerLook opens a dialog for a layer's colour and opacity, with a live preview on the canvas.
func (w *Parent) ShowLayerLook(id level.LayerID) {
	l := w.Session.Document().Layer(id)
	if l == nil {
		return
	}
	f := w.NewFrame(70)
	f.Gap = 12
	p := w.Look.Colors()
	colors := container.New(kit.Row{Gap: 4, Grow: -1})
	var swatches []*kit.IconButton
	for _, c := range LayerColors() {
		b := kit.NewIconButton(w.Look, "swatch", c.Name, "", func() { w.Fail(w.Session.Layers().SetColor(id, c.Hex)) })
		b.Color = panel.LayerColor(&level.Layer{Color: c.Hex}, p)
		swatches = append(swatches, b)
		colors.Add(b)
	}
	colors.Add(kit.NewIconButton(w.Look, "plus", "Custom colour", "", func() {
		f.Close()
		w.PickLayerColor(id)
	}))
	set := func(opacity float64) { // rounded and clamped to what layers allow
		const steps = 100
		w.Fail(w.Session.Layers().SetOpacity(id, math.Round(min(max(opacity, level.MinOpacity), 1)*steps)/steps))
	}
	var drag *editor.Gesture // open while the slider is dragged, which is one undo step
	end := func() {
		drag.Commit()
		drag = nil
	}
	slider := kit.NewSlider(w.Look, func(v float64) {
		if drag == nil {
			drag = w.Session.Begin("Change opacity of layer " + w.Session.Document().Layer(id).Name)
		}
		set(v)
	}, end)
	slider.SetName("Opacity")
	percent := f.Number("%", kit.Value[float64]{
		Get: func() float64 { return math.Round(w.Session.Document().Layer(id).Alpha()*1000) / 10 },
		Set: func(v float64) { set(v / 100) },
	})
	refresh := func() {
		l := w.Session.Document().Layer(id)
		if l == nil {
			return
		}
		for i, c := range LayerColors() {
			swatches[i].SetOn(l.Color == c.Hex)
		}
		slider.SetValue(l.Alpha(), 1, 0.05)
		f.Show()
	}
	refresh()
	f.Primary("Done", f.Close)
	f.Open(kit.Cut("Appearance of "+kit.Beginning(l.Name), 330), fyne.NewSize(380, 210),
		container.New(kit.Lines(10), f.Row("Colour", colors), f.Row("Opacity", container.New(kit.RowOf(0), slider,
			container.New(kit.Exact{W: 70, H: kit.FieldHeight}, percent)))))
	stop := w.Session.Subscribe(func(editor.Change) { refresh() })
	f.d.SetOnClosed(w.Look.Guard(func() {
		stop()
		end()
	}))
}

func (w *Parent) PickLayerColor(id level.LayerID) {
	l := w.Session.Document().Layer(id)
	if l == nil {
		return
	}
	d := dialog.NewColorPicker(kit.Cut("Colour of "+kit.Beginning(l.Name), 360), "", func(c color.Color) {
		w.Fail(w.Session.Layers().SetColor(id, (&kit.Colors{}).HexOf(color.NRGBAModel.Convert(c).(color.NRGBA))))
	}, w.Win)
	d.Advanced = true
	d.SetColor(panel.LayerColor(l, w.Look.Colors()))
	w.Open(d, nil)
}
