package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/ui/kit"
)

// AskName asks for a name. If take returns an error, the dialog stays open and shows it.
func (w *Parent) AskName(title, name, button string, take func(string) error) {
	f := w.NewFrame(0)
	f.Gap = 8
	shown, hint := name, ""
	if len(shown) > kit.MaxTyped { // too long for the toolkit to edit: offer an empty field
		shown, hint = "", kit.Cut(kit.Beginning(name), 280)
	}
	typed := shown
	field := f.Text(hint, kit.At(&typed))
	f.Cancel("Cancel")
	f.Submit(button, func() error {
		if typed == shown && name != "" {
			return nil
		}
		return take(typed)
	})
	f.Open(title, fyne.NewSize(380, 160), container.New(kit.Lines(0), field, f.Problem))
	f.Type(field)
}
