package ui

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
)

// statusBar is the line at the bottom: where the pointer is, what a click would do, how things stand.
type statusBar struct {
	content                            fyne.CanvasObject
	look                               *look
	session                            *editor.Session
	at, zoom, snap                     *canvas.Text
	hint                               *widget.Label // cut to the room it has
	problem                            bool          // the hint says what is wrong
	overlaps, touching, triggers, rest *canvas.Text
	signs                              [3]*canvas.Image
	notice                             string // instead of the hint, until noticeEnd
	noticeInk                          widget.Importance
	noticeEnd                          time.Time
	saved                              string
	frame                              time.Duration // what the last picture took
	timing                             string        // as shown
	timed                              time.Time     // when that was
}

func newStatusBar(l *look, s *editor.Session) *statusBar {
	b := &statusBar{look: l, session: s}
	p := l.p()
	quiet := func() *canvas.Text { return text("", p.quiet, smallText+1) }
	b.at, b.zoom, b.snap, b.rest = quiet(), quiet(), quiet(), quiet()
	b.hint = widget.NewLabel("")
	b.hint.Truncation = fyne.TextTruncateEllipsis
	b.hint.SizeName = theme.SizeNameCaptionText
	b.overlaps, b.touching, b.triggers = text("", p.danger, smallText+1), text("", p.warn, smallText+1), text("", p.trigger, smallText+1)
	for i, name := range []string{"overlap", "touching", "in-trigger"} {
		b.signs[i] = l.icons.image(name, []color.NRGBA{p.danger, p.warn, p.trigger}[i])
		b.signs[i].SetMinSize(fyne.NewSize(12, 12))
	}
	cell := func(w float32, o fyne.CanvasObject) fyne.CanvasObject { return container.New(fixed{w, 0}, o) }
	pair := func(i int, t *canvas.Text) fyne.CanvasObject {
		return container.New(row{gap: 5, grow: -1}, b.signs[i], t)
	}
	line := container.New(row{gap: 18, grow: 3}, cell(130, b.at), cell(48, b.zoom), b.snap, container.New(exact{20, 24}, container.NewThemeOverride(b.hint, quietTheme{l.theme})),
		pair(0, b.overlaps), pair(1, b.touching), pair(2, b.triggers), b.rest)
	b.content = container.NewStack(filled(p.header), pad(edge, 0, edge, 0, line))
	return b
}

// tell shows a notice for some seconds in the place of the hint.
func (b *statusBar) tell(s string, bad bool) {
	b.notice, b.noticeInk = s, widget.MediumImportance
	if bad {
		b.noticeInk = widget.DangerImportance
	}
	const seconds = 6
	b.noticeEnd = time.Now().Add(seconds * time.Second)
	b.look.later(seconds*time.Second+50*time.Millisecond, func() { b.showHint("") })
	b.showHint("")
}

func (b *statusBar) showCursor(p level.Vec) { setText(b.at, fmt.Sprintf("x %.1f  y %.1f", p.X, p.Y)) }

func (b *statusBar) showZoom(zoom float64) {
	const few = 0.095
	if zoom < few {
		setText(b.zoom, fmt.Sprintf("%.1f %%", zoom*100))
		return
	}
	setText(b.zoom, fmt.Sprintf("%.0f %%", zoom*100))
}

// showHint shows what a click would do, unless a notice is up.
func (b *statusBar) showHint(hint string) {
	ink := widget.LowImportance
	if b.problem {
		ink = widget.DangerImportance
	}
	if time.Now().Before(b.noticeEnd) {
		hint, ink = b.notice, b.noticeInk
	}
	if b.hint.Text != hint || b.hint.Importance != ink {
		b.hint.Importance = ink
		b.hint.SetText(hint)
	}
}

func (b *statusBar) refresh(hint string) {
	n := b.session.Live().Counts()
	setText(b.overlaps, count(n.Overlaps, "overlap"))
	setText(b.touching, fmt.Sprintf("%d touching", n.Touching))
	setText(b.triggers, count(n.Triggers, "trigger"))
	setText(b.snap, b.snapText())
	parts := []string{}
	if k := b.session.Selection().Len(); k > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s", k, count(b.session.Document().Len(), "collider")))
	} else {
		parts = append(parts, count(b.session.Document().Len(), "collider"))
	}
	const roomy = 1150
	if w := b.content.Size().Width; w > 0 && w < roomy { // the counts and the hint come first
		setText(b.snap, "")
		setText(b.rest, parts[0])
		b.showHint(hint)
		return
	}
	parts = append(parts, b.timings())
	if b.saved != "" {
		parts = append(parts, b.saved)
	}
	setText(b.rest, strings.Join(parts, " · "))
	b.showHint(hint)
}

// timings is how long the last update and picture took. It changes twice a second at most: a text that changes repaints the
// window, which would double the work that it tells of.
func (b *statusBar) timings() string {
	const every = 500 * time.Millisecond
	if now := time.Now(); now.Sub(b.timed) >= every {
		b.timed = now
		b.timing = fmt.Sprintf("collision %s · frame %.0f ms", milliseconds(b.session.Live().LastUpdate()), float64(b.frame.Microseconds())/1e3)
	}
	return b.timing
}

func (b *statusBar) snapText() string {
	s, grid := b.session.Snapping(), b.session.Document().Settings().Grid
	var on []string
	if s.Grid {
		on = append(on, "grid "+formatNumber(grid.Size.X))
	}
	if s.Vertices {
		on = append(on, "vertices")
	}
	if s.Edges {
		on = append(on, "edges")
	}
	if len(on) == 0 {
		return "snap: off"
	}
	return "snap: " + strings.Join(on, ", ")
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Nanoseconds())/1e6)
}

// setText changes a text only where it differs: every refresh repaints the window.
func setText(t *canvas.Text, s string) {
	if t.Text != s {
		t.Text = s
		t.Refresh()
	}
}
