package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
)

// KeyQuestion describes a dialog that asks for a command's shortcut.
type KeyQuestion struct {
	Title, Now, Usual string
	Label             func(fyne.Shortcut) string // formats a shortcut
	// returns a message about a key, and whether it can be assigned
	Check func(key string) (says string, isOK bool)
	Set   func(key string) // assigns a key; empty for none
}

// keyCatcher receives the keyboard input while the dialog asks for a key.
type keyCatcher struct {
	widget.BaseWidget
	look  *kit.Look
	shown *kit.Plate
	text  fyne.CanvasObject
	typed func(e *fyne.KeyEvent)
	combo func(s fyne.Shortcut)
}

// CreateRenderer implements fyne.Widget.
func (k *keyCatcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(k.shown.Picture, container.NewCenter(k.text)))
}

// MinSize implements fyne.Widget.
func (k *keyCatcher) MinSize() fyne.Size { return fyne.NewSize(240, 56) }

// FocusGained implements fyne.Focusable.
func (k *keyCatcher) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (k *keyCatcher) FocusLost() {}

// TypedRune implements fyne.Focusable. Characters also arrive as keys.
func (k *keyCatcher) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (k *keyCatcher) TypedKey(e *fyne.KeyEvent) {
	defer k.look.Catch()
	k.typed(e)
}

// TypedShortcut implements fyne.Shortcutable.
func (k *keyCatcher) TypedShortcut(s fyne.Shortcut) {
	defer k.look.Catch()
	k.combo(s)
}

// AskKey asks for a key. It shows each key pressed with a message about it; Enter assigns the last one.
func (w *Parent) AskKey(q KeyQuestion) {
	p := w.Look.Colors()
	var d dialog.Dialog
	key, ok := "", false
	shown := kit.Bold("Press the new key", p.Text, kit.TextSize+2)
	now := q.Now
	if now == "" {
		now = "none"
	}
	says := kit.NewQuietProse("Current: "+now, theme.SizeNameCaptionText)
	take := kit.NewTextButton(w.Look, "Assign  Enter", true, func() {})
	done := func(with string) {
		d.Hide()
		q.Set(with)
	}
	take.OnTap = func() {
		if ok {
			done(key)
		}
	}
	take.IsOff = true
	show := func(label string) {
		var word string
		key = label
		word, ok = q.Check(label)
		kit.SetText(shown, label)
		ink := theme.ColorNamePlaceHolder
		if !ok {
			ink = theme.ColorNameError
		}
		says.Say(word, ink)
		take.IsOff = !ok
		take.Refresh()
	}
	catcher := &keyCatcher{
		look: w.Look, shown: kit.Framed(w.Look, p.Field, p.Accent, kit.FieldRadius), text: shown,
		typed: func(e *fyne.KeyEvent) {
			switch e.Name {
			case fyne.KeyEscape:
				d.Hide()
			case fyne.KeyReturn, fyne.KeyEnter:
				take.OnTap()
			case "": // not a key of this keyboard
			default:
				label := string(e.Name)
				if w.Canvas.Modifiers().Shift {
					label = "Shift+" + label
				}
				show(label)
			}
		}, combo: func(s fyne.Shortcut) {
			if label := q.Label(s); label != "" {
				show(label)
			}
		},
	}
	catcher.ExtendBaseWidget(catcher)
	buttons := []fyne.CanvasObject{kit.NewTextButton(w.Look, "Cancel", false, func() {
		d.Hide()
	}), kit.NewTextButton(w.Look, "No key", false, func() { done("") })}
	if q.Now != q.Usual {
		usual := q.Usual
		if usual == "" {
			usual = "none"
		}
		buttons = append(buttons, kit.NewTextButton(w.Look, "Default: "+usual, false, func() { done(q.Usual) }))
	}
	buttons = append(buttons, take)
	d = w.Dialog(q.Title, container.NewBorder(nil, container.New(kit.RowOf(0),
		append([]fyne.CanvasObject{kit.NewSpace()}, buttons...)...), nil, nil,
		container.New(kit.Lines(6), catcher, says)), fyne.NewSize(520, 210))
	w.openLasting(d, take.OnTap)
	w.Win.Canvas().Focus(catcher)
}
