package kit

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Tooltips shows one small text at a time above everything else, a moment after the pointer came to rest on a control.
type Tooltips struct {
	Layer *fyne.Container // lies over the whole window
	stop  func()          // of the tip that is awaited
	Owner any             // whose tip is shown or awaited
}

// tipDelay is how long the pointer rests on a control before its tooltip appears.
const tipDelay = 500 * time.Millisecond

// NewTooltips makes the layer that tooltips are shown on.
func NewTooltips() *Tooltips { return &Tooltips{Layer: container.New(afloat{})} }

// afloat leaves objects where they are. They ask for no room: the window would grow with a tip that is wider, and stay so.
type afloat struct{}

func (afloat) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }
func (afloat) Layout([]fyne.CanvasObject, fyne.Size) {}

// Await shows the owner's tip after a moment, unless [Tooltips.Hide] comes first.
func (t *Tooltips) Await(l *Look, owner any, show func()) {
	t.Hide(t.Owner)
	t.Owner = owner
	t.stop = l.Later(tipDelay, func() {
		if t.Owner == owner {
			show()
		}
	})
}

// Hide takes the owner's tip away, and nobody else's.
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

// Show shows a tooltip beside an object, with the key of its shortcut, which may be empty.
func (t *Tooltips) Show(l *Look, o fyne.CanvasObject, label, key string) {
	win := t.Layer.Size()
	tip := newTip(l, win, label, key)
	size := tip.Size()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	pos := fyne.NewPos(at.X, at.Y+o.Size().Height+4)
	if o.Size().Width < 60 && at.X < 80 { // the tool palette: beside it
		pos = fyne.NewPos(at.X+o.Size().Width+6, at.Y+(o.Size().Height-size.Height)/2)
	}
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(t.Layer)
	pos = pos.Subtract(origin)
	if pos.Y+size.Height > win.Height {
		pos.Y = at.Y - origin.Y - size.Height - 4
	}
	t.put(tip, pos, win)
}

// ShowBeside shows a text at the right of a place, at its left where there is no room, else below it.
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

// newTip is a text and a key in a frame.
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
	tip := container.NewStack(Framed(l, p.Header, p.Line, FieldRadius).Picture, Pad(8, 4, 8, 4, container.New(Row{Gap: 10, Grow: -1}, words...)))
	tip.Resize(tip.MinSize())
	return tip
}

// put shows a tip at a place of the layer, moved to where it lies within the window.
func (t *Tooltips) put(tip *fyne.Container, pos fyne.Position, win fyne.Size) {
	tip.Move(fyne.NewPos(max(min(pos.X, win.Width-tip.Size().Width-4), 4), max(pos.Y, 4)))
	t.Layer.Objects = []fyne.CanvasObject{tip}
	t.Layer.Refresh()
}

const (
	tipWidth = 420 // of a tip's lines, at most
	tipMost  = 8   // lines
)

// tipLines is a text in lines that have room, broken between words where that can be; … is for what has none.
func tipLines(s string, room float32) []string {
	width := func(s string) float32 { return fyne.MeasureText(s, SmallText+1, fyne.TextStyle{}).Width }
	const most = 2000 // letters, more than there is room for
	letters := []rune(oneLine(s, most))
	if width(string(letters)) <= room {
		return []string{string(letters)}
	}
	var lines []string
	for len(letters) > 0 {
		if len(lines) == tipMost {
			lines[tipMost-1] += "…"
			break
		}
		n, space := 0, 0 // how many letters have room, and where they can be parted
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
