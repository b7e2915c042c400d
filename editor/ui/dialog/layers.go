package dialog

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// PickLayerColor asks for any colour.
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
	w.rename("Rename the layer", l.Name, func(name string) error { return w.Session.Layers().Rename(id, name) })
}

// RenameGroup asks for a group's new name.
func (w *Parent) RenameGroup(id level.GroupID) {
	if g := w.Session.Document().Group(id); g != nil {
		w.rename("Rename the group", g.Name, func(name string) error { return w.Session.Groups().Rename(id, name) })
	}
}

// rename asks for another name of something.
func (w *Parent) rename(title, now string, to func(name string) error) {
	var d dialog.Dialog
	name := kit.NewSearchField(w.Look, func(int) {}, func() { d.Hide() })
	shown := now
	if len(shown) > kit.MostTyped { // more than the toolkit can show while somebody types: another one can be typed
		shown, name.PlaceHolder = "", kit.Cut(kit.Beginning(now), 280)
	}
	name.SetText(shown)
	done := func() {
		d.Hide()
		if name.Text != shown {
			w.Fail(to(name.Text))
		}
	}
	name.OnSubmitted = kit.Guarded(w.Look, func(string) { done() })
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(),
		kit.NewTextButton(w.Look, "Cancel", false, func() { d.Hide() }), kit.NewTextButton(w.Look, "Rename", true, done)))
	d = w.Dialog(title, container.NewBorder(nil, foot, nil, nil, name), fyne.NewSize(360, 140))
	w.Open(d, done)
	w.Win.Canvas().Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}
