package dialog

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// Frame is a dialog with a form and a row of buttons below its content. Enter presses the primary button.
type Frame struct {
	*kit.Form
	Accept  func()            // what Enter does; nil: nothing
	Head    fyne.CanvasObject // above the content; nil: nothing
	Fill    fyne.CanvasObject // takes the remaining width of the row of buttons
	Gap     float32           // above the buttons
	Problem *kit.QuietProse   // shows why the form was not accepted
	w       *Parent
	d       dialog.Dialog
	left    []fyne.CanvasObject
	cancel  []fyne.CanvasObject // at most one; always before the other buttons
	buttons []fyne.CanvasObject
}

// NewFrame returns a dialog without content, whose form has labels of the given width.
func (w *Parent) NewFrame(label float32) *Frame {
	f := &Frame{
		Form: kit.NewForm(w.Look, label, w.Fail), w: w, Gap: 10, Fill: kit.NewSpace(),
		Problem: kit.NewQuietLine(),
	}
	f.Escape, f.Enter = f.Close, func() {
		if f.Accept != nil {
			f.Accept()
		}
	}
	return f
}

func (f *Frame) Close() { f.d.Hide() }

func (f *Frame) Left(objects ...fyne.CanvasObject) { f.left = append(f.left, objects...) }

// LeftButton adds a button to the left of the others.
func (f *Frame) LeftButton(label string, do func()) {
	f.Left(kit.NewTextButton(f.w.Look, label, false, do))
}

func (f *Frame) Button(label string, do func()) {
	f.buttons = append(f.buttons, kit.NewTextButton(f.w.Look, label, false, do))
}

// Answer adds a button that closes the dialog first.
func (f *Frame) Answer(label string, do func()) {
	f.Button(label, func() {
		f.Close()
		do()
	})
}

// Cancel adds a button that only closes the dialog.
func (f *Frame) Cancel(label string) {
	f.cancel = []fyne.CanvasObject{kit.NewTextButton(f.w.Look, label, false, f.Close)}
}

// PrimaryCancel works like Cancel and makes the button the primary one, for questions about losing something.
func (f *Frame) PrimaryCancel(label string) {
	f.cancel = []fyne.CanvasObject{f.primary(label, f.Close)}
}

// Primary adds the primary button, which Enter presses too.
func (f *Frame) Primary(label string, do func()) *kit.TextButton {
	b := f.primary(label, do)
	f.buttons = append(f.buttons, b)
	return b
}

func (f *Frame) primary(label string, do func()) *kit.TextButton {
	b := kit.NewTextButton(f.w.Look, label, true, do)
	f.Accept = func() {
		if !b.IsOff {
			b.OnTap()
		}
	}
	return b
}

// Submit adds a primary button that closes the dialog, or shows the error if do returns one.
func (f *Frame) Submit(label string, do func() error) {
	f.Primary(label, func() {
		if err := do(); err != nil {
			f.showError(err)
			return
		}
		f.Close()
	})
}

// showError shows why the form was not accepted.
func (f *Frame) showError(err error) { f.Problem.Say(kit.Sentence(err.Error()), theme.ColorNameError) }

// Open shows the dialog, which closes when its level is replaced; see [Parent.Open].
func (f *Frame) Open(title string, size fyne.Size, content fyne.CanvasObject) {
	f.build(title, size, content)
	f.w.Open(f.d, f.Accept)
}

// OpenLasting shows the dialog, which belongs to no level; see [Parent.openLasting].
func (f *Frame) OpenLasting(title string, size fyne.Size, content fyne.CanvasObject) {
	f.build(title, size, content)
	f.w.openLasting(f.d, f.Accept)
}

func (f *Frame) build(title string, size fyne.Size, content fyne.CanvasObject) {
	row := slices.Concat(f.left, []fyne.CanvasObject{f.Fill}, f.cancel, f.buttons)
	foot := kit.Pad(0, f.Gap, 0, 0, container.New(kit.RowOf(len(f.left)), row...))
	f.d = f.w.Dialog(title, container.NewBorder(f.Head, foot, nil, nil, content), size)
}

// Type focuses a text field and selects its contents, so that typing replaces it.
func (f *Frame) Type(text *kit.SearchField) {
	f.w.Win.Canvas().Focus(text)
	text.TypedShortcut(&fyne.ShortcutSelectAll{})
}

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

// focusDelay is the maximum time until a click has moved the focus away from a field.
const focusDelay = 120 * time.Millisecond

// Ignore asks for an optional reason and adds findings to the level's ignored ones, as one undo step.
func (w *Parent) Ignore(entries ...level.Ignored) {
	if len(entries) == 0 {
		return
	}
	f := w.NewFrame(0)
	f.Gap = 12
	typed := ""
	reason := f.Text("Reason (optional)", kit.At(&typed))
	p := w.Look.Colors()
	what := kit.Text(kit.Cut(w.ignoredNames(entries), 400), p.Text, kit.TextSize)
	note := kit.Text("Stored in the level; not reported in the window or by fillet check.", p.Quiet, kit.SmallText+1)
	f.Cancel("Cancel")
	f.Primary("Ignore", func() {
		f.Close()
		for i := range entries {
			entries[i].Reason = typed
		}
		w.Fail(w.Session.Ignored().Add(entries...))
	})
	f.Head = container.New(kit.Lines(2), what, note, kit.VerticalGap(6))
	f.Open("Ignore "+quote.Count(len(entries), "finding"), fyne.NewSize(460, 190), reason)
	w.Win.Canvas().Focus(reason)
	w.Look.Later(focusDelay, func() { // the end of the click on the menu entry takes the focus away
		if w.IsModal() && w.Win.Canvas().Focused() == nil {
			w.Win.Canvas().Focus(reason)
		}
	})
}

// ignoredNames names the rule and colliders of the first finding, and counts the other findings.
func (w *Parent) ignoredNames(entries []level.Ignored) string {
	doc := w.Session.Document()
	var names []string
	for _, id := range entries[0].IDs {
		if c := doc.Collider(id); c != nil && len(names) < 2 {
			names = append(names, doc.Title(c))
		}
	}
	text := strings.ReplaceAll(entries[0].Rule, "-", " ") + ": " + strings.Join(names, " × ")
	if more := len(entries[0].IDs) - len(names); more > 0 && len(names) > 0 {
		text += " and " + quote.Count(more, "other")
	}
	if more := len(entries) - 1; more > 0 {
		text += "; and " + quote.Count(more, "more finding")
	}
	return kit.Sentence(text)
}
