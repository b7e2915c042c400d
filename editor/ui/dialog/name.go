package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/ui/kit"
)

// AskName asks for a name. If take returns an error, the dialog stays open and shows it.
func (w *Parent) AskName(title, name, button string, take func(string) error) {
	var d dialog.Dialog
	field := kit.NewSearchField(w.Look, func(int) {}, func() { d.Hide() })
	shown := name
	if len(shown) > kit.MostTyped { // too long for the toolkit to edit: offer an empty field
		shown, field.PlaceHolder = "", kit.Cut(kit.Beginning(name), 280)
	}
	field.SetText(shown)
	why := kit.NewQuietLine(theme.SizeNameCaptionText)
	done := func() {
		if field.Text == shown && name != "" {
			d.Hide()
			return
		}
		if err := take(field.Text); err != nil {
			why.Say(kit.Sentence(err.Error()), theme.ColorNameError)
			return
		}
		d.Hide()
	}
	field.OnSubmitted = kit.Guarded(w.Look, func(string) { done() })
	foot := kit.Pad(0, 8, 0, 0, container.New(kit.RowOf(0), kit.NewSpace(),
		kit.NewTextButton(w.Look, "Cancel", false, func() { d.Hide() }), kit.NewTextButton(w.Look, button, true, done)))
	d = w.Dialog(title, container.NewBorder(nil, foot, nil, nil, container.New(kit.Lines(0), field, why)),
		fyne.NewSize(380, 160))
	w.Open(d, done)
	w.Win.Canvas().Focus(field)
	field.TypedShortcut(&fyne.ShortcutSelectAll{})
}
