package ui

import (
	"fmt"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// colorItem returns the submenu for a layer's colour.
func (w *commands) colorItem(id level.LayerID) *kit.Command {
	var items []*kit.Command
	for _, c := range dialog.LayerColors() {
		swatch := panel.LayerColor(&level.Layer{Color: c.Hex}, w.Look.Colors())
		i := kit.Item(c.Name, func() { w.Fail(w.Session.Layers().SetColor(id, c.Hex)) }).Checked(func() bool {
			l := w.Session.Document().Layer(id)
			return l != nil && l.Color == c.Hex
		})
		i.Icon = w.Look.Icons.Resource("swatch", swatch)
		items = append(items, i)
	}
	return kit.Submenu("Colour", kit.MenuItems(append(items, kit.MenuSeparator(), kit.Item("Other…", func() {
		w.PickLayerColor(id)
	}))...))
}

// opacityItem returns the submenu for a layer's opacity.
func (w *commands) opacityItem(id level.LayerID) *kit.Command {
	var items []*kit.Command
	for _, percent := range []float64{100, 75, 50, 25, 10} {
		items = append(items, kit.Item(fmt.Sprintf("%g %%", percent), func() {
			w.Fail(w.Session.Layers().SetOpacity(id, percent/100))
		}).Checked(func() bool {
			l := w.Session.Document().Layer(id)
			return l != nil && l.Alpha() == percent/100
		}))
	}
	return kit.Submenu("Opacity", kit.MenuItems(append(items, kit.MenuSeparator(),
		kit.Item("Other…", func() { w.ShowLayerLook(id) }))...))
}
