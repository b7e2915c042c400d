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
	f := newLayerLook(w, id)
	f.Primary("Done", f.Close)
	f.Open(kit.Cut("Appearance of "+kit.Beginning(l.Name), 330), fyne.NewSize(380, 210), f.content)
	stop := w.Session.Subscribe(func(editor.Change) { f.refresh() })
	f.d.SetOnClosed(w.Look.Guard(func() {
		stop()
		f.end()
	}))
}

// layerLook is the form for a layer's colour and opacity. Each colour is one undo step, as is each drag of the slider.
type layerLook struct {
	*Frame
	w        *Parent
	id       level.LayerID
	content  fyne.CanvasObject
	swatches []*kit.IconButton
	slider   *kit.Slider
	gesture  *editor.Gesture // open while the slider is dragged, otherwise nil
}

func newLayerLook(w *Parent, id level.LayerID) *layerLook {
	f := &layerLook{Frame: w.NewFrame(70), w: w, id: id}
	f.Gap = 12
	p := w.Look.Colors()
	row := container.New(kit.Row{Gap: 4, Grow: -1})
	for _, c := range LayerColors() {
		b := kit.NewIconButton(w.Look, "swatch", c.Name, "", func() { w.Fail(w.Session.Layers().SetColor(id, c.Hex)) })
		b.Color = panel.LayerColor(&level.Layer{Color: c.Hex}, p)
		f.swatches = append(f.swatches, b)
		row.Add(b)
	}
	row.Add(kit.NewIconButton(w.Look, "plus", "Custom colour", "", func() {
		f.Close()
		w.PickLayerColor(id)
	}))
	f.slider = kit.NewSlider(w.Look, func(v float64) {
		if f.gesture == nil {
			f.gesture = w.Session.Begin("Change opacity of layer " + w.Session.Document().Layer(id).Name)
		}
		f.set(v)
	}, f.end)
	f.slider.SetName("Opacity")
	percent := f.Number("%", kit.Value[float64]{
		Get: func() float64 { return math.Round(w.Session.Document().Layer(id).Alpha()*1000) / 10 },
		Set: func(v float64) { f.set(v / 100) },
	})
	opacity := container.New(kit.RowOf(0), f.slider, container.New(kit.Exact{W: 70, H: kit.FieldHeight}, percent))
	f.content = container.New(kit.Lines(10), f.Row("Colour", row), f.Row("Opacity", opacity))
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

func (f *layerLook) refresh() {
	l := f.w.Session.Document().Layer(f.id)
	if l == nil {
		return
	}
	for i, c := range LayerColors() {
		f.swatches[i].SetOn(l.Color == c.Hex)
	}
	f.slider.SetValue(l.Alpha(), 1, 0.05)
	f.Show()
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

func (w *Parent) RenameLayer(id level.LayerID) {
	l := w.Session.Document().Layer(id)
	if l == nil {
		return
	}
	w.AskName("Rename layer", l.Name, "Rename", func(name string) error { return w.Session.Layers().Rename(id, name) })
}

func (w *Parent) RenameGroup(id level.GroupID) {
	if g := w.Session.Document().Group(id); g != nil {
		w.AskName("Rename group", g.Name, "Rename", func(name string) error {
			return w.Session.Groups().Rename(id, name)
		})
	}
}
