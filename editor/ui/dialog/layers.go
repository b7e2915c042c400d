package dialog

import (
	"image/color"

	"fyne.io/fyne/v2/dialog"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// PickLayerColor asks for a custom colour for a layer.
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

// RenameLayer asks for a layer's new name.
func (w *Parent) RenameLayer(id level.LayerID) {
	l := w.Session.Document().Layer(id)
	if l == nil {
		return
	}
	w.AskName("Rename layer", l.Name, "Rename", func(name string) error { return w.Session.Layers().Rename(id, name) })
}

// RenameGroup asks for a group's new name.
func (w *Parent) RenameGroup(id level.GroupID) {
	if g := w.Session.Document().Group(id); g != nil {
		w.AskName("Rename group", g.Name, "Rename", func(name string) error {
			return w.Session.Groups().Rename(id, name)
		})
	}
}
