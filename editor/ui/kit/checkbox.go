package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// CheckBox is the toolkit's check box, which passes on the keys that it does not use.
type CheckBox struct {
	widget.Check
	look *Look
}

// NewCheckBox makes a check box. onChange receives each new value.
func NewCheckBox(l *Look, label string, onChange func(on bool)) *CheckBox {
	c := &CheckBox{look: l}
	c.Text, c.OnChanged = label, Guarded(l, onChange)
	c.ExtendBaseWidget(c)
	return c
}

func (c *CheckBox) TypedKey(e *fyne.KeyEvent) {
	defer c.look.Catch()
	if e.Name != fyne.KeySpace { // toggles as a typed rune
		c.look.Key(e)
	}
}

// PlainList is a list in a dialog, without rows to mark by key. It passes on the keys that do not scroll it.
type PlainList struct {
	widget.List
	look *Look
}

func (p *PlainList) TypedKey(e *fyne.KeyEvent) {
	defer p.look.Catch()
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeySpace:
		p.List.TypedKey(e)
	default:
		p.look.Key(e)
	}
}
