package dialog

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
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
	f := w.NewFrame(0)
	f.Answer("User guide", w.ShowGuide)
	f.Primary("Close", f.Close)
	reads := kit.Text(fmt.Sprintf("Reads %s, writes %s", quote.Count(len(w.Files.Importers().All()), "foreign format"),
		quote.Count(len(w.Files.Exporters().All()), "collider format")), p.Quiet, kit.SmallText+1)
	f.OpenLasting("About Fillet", fyne.NewSize(480, 240), container.NewBorder(nil, nil,
		kit.Pad(0, 0, 10, 0, container.NewVBox(logo)), nil, container.NewVBox(l, kit.Pad(4, 0, 0, 0, reads))))
}
