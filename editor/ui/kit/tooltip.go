package kit

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Tooltips shows one tooltip at a time above everything else, shortly after the pointer comes to rest on a control.
type Tooltips struct {
	Layer *fyne.Container // covers the whole window
	stop  func()          // cancels the pending tooltip
	Owner any             // owner of the visible or pending tooltip
}

// tipDelay is how long the pointer rests on a control before its tooltip appears.
const tipDelay = 500 * time.Millisecond

// NewTooltips makes the layer that tooltips are shown on. A wide tooltip does not enlarge the window.
func NewTooltips() *Tooltips { return &Tooltips{Layer: container.New(Free{})} }

// Await shows the owner's tooltip after a delay, unless [Tooltips.Hide] is called first.
func (t *Tooltips) Await(l *Look, owner any, show func()) {
	t.Hide(t.Owner)
	t.Owner = owner
	t.stop = l.Later(tipDelay, func() {
		if t.Owner == owner {
			show()
		}
	})
}

// Hide hides the tooltip if it belongs to the owner.
func (t *Tooltips) Hide(owner any) {
	if t.Owner != owner || owner == nil {
		return
	}
	t.Owner = nil
	if t.stop != nil {
		t.stop()
	}
	if len(t.Layer.Objects) > 0 {
		t.Layer.Objects = nil
		t.Layer.Refresh()
	}
}

// Show shows a tooltip beside an object, with an optional key.
func (t *Tooltips) Show(l *Look, o fyne.CanvasObject, label, key string) {
	win := t.Layer.Size()
	tip := newTip(l, win, label, key)
	size := tip.Size()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	pos := fyne.NewPos(at.X, at.Y+o.Size().Height+4)
	if o.Size().Width < 60 && at.X < 80 { // in the tool palette: show it to the right
		pos = fyne.NewPos(at.X+o.Size().Width+6, at.Y+(o.Size().Height-size.Height)/2)
	}
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.Layer)
	pos = pos.Subtract(origin)
	if pos.Y+size.Height > win.Height {
		pos.Y = at.Y - origin.Y - size.Height - 4
	}
	t.put(tip, pos, win)
}

// ShowBeside shows text to the right of a rectangle, or to its left or below it if there is no room.
func (t *Tooltips) ShowBeside(l *Look, win fyne.Size, at fyne.Position, of fyne.Size, label string) {
	const away = 6
	tip := newTip(l, win, label, "")
	pos := fyne.NewPos(at.X+of.Width+away, at.Y)
	if pos.X+tip.Size().Width > win.Width {
		pos.X = at.X - away - tip.Size().Width
	}
	if pos.X < 0 {
		pos = at.AddXY(away, of.Height+away)
	}
	pos.Y = min(pos.Y, win.Height-tip.Size().Height-away)
	t.put(tip, pos, win)
}

// newTip makes a framed tooltip of wrapped text and an optional key.
func newTip(l *Look, win fyne.Size, label, key string) *fyne.Container {
	p := l.Colors()
	var words []fyne.CanvasObject
	for _, line := range tipLines(label, min(win.Width-40, tipWidth)) {
		words = append(words, Text(line, p.Text, SmallText+1))
	}
	if len(words) > 1 {
		words = []fyne.CanvasObject{container.NewVBox(words...)}
	}
	if key != "" {
		words = append(words, Text(key, p.Quiet, SmallText+1))
	}
	tip := container.NewStack(Framed(l, p.Header, p.Line, FieldRadius).Picture,
		Pad(8, 4, 8, 4, container.New(Row{Gap: 10, Grow: -1}, words...)))
	tip.Resize(tip.MinSize())
	return tip
}

// put shows a tooltip at a position in the layer, shifted so that it is inside the window.
func (t *Tooltips) put(tip *fyne.Container, pos fyne.Position, win fyne.Size) {
	tip.Move(fyne.NewPos(max(min(pos.X, win.Width-tip.Size().Width-4), 4), max(pos.Y, 4)))
	t.Layer.Objects = []fyne.CanvasObject{tip}
	t.Layer.Refresh()
}

const (
	tipWidth    = 420 // maximum width of a line, in window units
	maxTipLines = 8
)

// tipLines wraps text to a width. Overlong text ends with ….
func tipLines(s string, room float32) []string {
	width := func(s string) float32 { return fyne.MeasureText(s, SmallText+1, fyne.TextStyle{}).Width }
	const limit = 2000 // characters, more than fit
	letters := []rune(oneLine(s, limit))
	if width(string(letters)) <= room {
		return []string{string(letters)}
	}
	var lines []string
	for len(letters) > 0 {
		if len(lines) == maxTipLines {
			lines[maxTipLines-1] += "…"
			break
		}
		n, space := 0, 0 // how many letters fit, and the last space among them
		for n < len(letters) && (n == 0 || width(string(letters[:n+1])) <= room) {
			if n++; n < len(letters) && letters[n] == ' ' {
				space = n
			}
		}
		if n < len(letters) && space > 0 {
			n = space
		}
		lines = append(lines, string(letters[:n]))
		letters = []rune(strings.TrimLeft(string(letters[n:]), " "))
	}
	return lines
}
