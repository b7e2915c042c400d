package dialog

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// ShowAbout shows the program's name, purpose and number of formats.
func (w *Parent) ShowAbout() {
	p := w.Look.Colors()
	logo := canvas.NewImageFromResource(w.Win.Icon())
	logo.FillMode = canvas.ImageFillContain
	logo.SetMinSize(fyne.NewSize(48, 48))
	l := widget.NewLabel("Fillet draws, rounds and checks the collision shapes of 2D levels.\n\nEvery collider is a " +
		"union of convex polygons, each grown by a circle, so one algorithm finds every contact.")
	l.Wrapping = fyne.TextWrapWord
	var d dialog.Dialog
	foot := kit.Pad(0, 10, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(),
		kit.NewTextButton(w.Look, "User guide", false, func() {
			d.Hide()
			w.ShowGuide()
		}),
		kit.NewTextButton(w.Look, "Close", true, func() { d.Hide() })))
	reads := kit.Text(fmt.Sprintf("Reads %s, writes %s", quote.Count(len(w.Files.Importers().All()), "foreign format"),
		quote.Count(len(w.Files.Exporters().All()), "collider format")), p.Quiet, kit.SmallText+1)
	d = w.Dialog("About Fillet", container.NewBorder(nil, foot, kit.Pad(0, 0, 10, 0, container.NewVBox(logo)), nil,
		container.NewVBox(l, kit.Pad(4, 0, 0, 0, reads))), fyne.NewSize(480, 240))
	w.openLasting(d, d.Hide)
}
