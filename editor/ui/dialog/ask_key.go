package dialog

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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

func (k *keyCatcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(k.shown.Picture, container.NewCenter(k.text)))
}

func (k *keyCatcher) MinSize() fyne.Size { return fyne.NewSize(240, 56) }
func (k *keyCatcher) FocusGained()       {}
func (k *keyCatcher) FocusLost()         {}

// TypedRune implements fyne.Focusable. Characters also arrive as keys.
func (k *keyCatcher) TypedRune(rune) {}

func (k *keyCatcher) TypedKey(e *fyne.KeyEvent) {
	defer k.look.Catch()
	k.typed(e)
}

func (k *keyCatcher) TypedShortcut(s fyne.Shortcut) {
	defer k.look.Catch()
	k.combo(s)
}

// AskKey asks for a key. It shows each pressed key with a message about it; Enter assigns the last one.
func (w *Parent) AskKey(q KeyQuestion) {
	p := w.Look.Colors()
	f := w.NewFrame(0)
	f.Gap = 0
	key := ""
	shown := kit.Bold("Press the new key", p.Text, kit.TextSize+2)
	says := kit.NewQuietProse("Current: "+cmp.Or(q.Now, "none"), theme.SizeNameCaptionText)
	f.Cancel("Cancel")
	f.Answer("No key", func() { q.Set("") })
	if q.Now != q.Usual {
		f.Answer("Default: "+cmp.Or(q.Usual, "none"), func() { q.Set(q.Usual) })
	}
	take := f.Primary("Assign  Enter", func() {
		f.Close()
		q.Set(key)
	})
	take.IsOff = true
	show := func(label string) {
		key = label
		word, ok := q.Check(label)
		kit.SetText(shown, label)
		ink := theme.ColorNamePlaceHolder
		if !ok {
			ink = theme.ColorNameError
		}
		says.Say(word, ink)
		take.SetOff(!ok)
	}
	catcher := &keyCatcher{
		look: w.Look, shown: kit.Framed(w.Look, p.Field, p.Accent, kit.FieldRadius), text: shown,
		typed: func(e *fyne.KeyEvent) {
			switch e.Name {
			case fyne.KeyEscape:
				f.Close()
			case fyne.KeyReturn, fyne.KeyEnter:
				f.Accept()
			case "": // unknown key
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
	f.OpenLasting(q.Title, fyne.NewSize(520, 210), container.New(kit.Lines(6), catcher, says))
	w.Win.Canvas().Focus(catcher)
}
