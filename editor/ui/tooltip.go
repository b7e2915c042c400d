package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// tooltips shows one small text at a time above everything else, a moment after the pointer came to rest on a control.
type tooltips struct {
	layer *fyne.Container // without a layout; lies over the whole window
	stop  func()          // of the tip that is awaited
	owner any             // whose tip is shown or awaited
}

const tipDelay = 500 * time.Millisecond

func newTooltips() *tooltips { return &tooltips{layer: container.NewWithoutLayout()} }

// await shows the text and key beside the object after a moment, unless hide comes first.
func (t *tooltips) await(l *look, o fyne.CanvasObject, text, key string) {
	t.hide(t.owner)
	t.owner = o
	t.stop = l.later(tipDelay, func() {
		if t.owner == o {
			t.show(l, o, text, key)
		}
	})
}

// hide takes the owner's tip away, and nobody else's.
func (t *tooltips) hide(owner any) {
	if t.owner != owner || owner == nil {
		return
	}
	t.owner = nil
	if t.stop != nil {
		t.stop()
	}
	if len(t.layer.Objects) > 0 {
		t.layer.Objects = nil
		t.layer.Refresh()
	}
}

func (t *tooltips) show(l *look, o fyne.CanvasObject, label, key string) {
	p := l.p()
	body := framed(l, p.header, p.line, fieldRadius).picture
	words := []fyne.CanvasObject{text(label, p.text, smallText+1)}
	if key != "" {
		words = append(words, text(key, p.quiet, smallText+1))
	}
	tip := container.NewStack(body, pad(8, 4, 8, 4, container.New(row{gap: 10, grow: -1}, words...)))
	size := tip.MinSize()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	pos := fyne.NewPos(at.X, at.Y+o.Size().Height+4)
	if o.Size().Width < 60 && at.X < 80 { // the tool palette: beside it
		pos = fyne.NewPos(at.X+o.Size().Width+6, at.Y+(o.Size().Height-size.Height)/2)
	}
	win := t.layer.Size()
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.layer)
	pos = pos.Subtract(origin)
	pos.X = max(min(pos.X, win.Width-size.Width-4), 4)
	if pos.Y+size.Height > win.Height {
		pos.Y = at.Y - origin.Y - size.Height - 4
	}
	tip.Resize(size)
	tip.Move(pos)
	t.layer.Objects = []fyne.CanvasObject{tip}
	t.layer.Refresh()
}
