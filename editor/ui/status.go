package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// statusBar is the line at the bottom: where the pointer is, what a click would do, how things stand.
type statusBar struct {
	content                            fyne.CanvasObject
	look                               *kit.Look
	session                            *editor.Session
	at, zoom                           *canvas.Text
	snap                               *statusLink // opens what drags snap to
	bar                                *fyne.Container
	line                               *statusLayout
	hint                               *kit.QuietProse // cut to the room it has
	problem                            bool            // the hint says what is wrong
	overlaps, touching, triggers, rest *statusLink
	notice                             string // instead of the hint, until noticeEnd
	noticeInk                          fyne.ThemeColorName
	noticeEnd                          time.Time
	saved                              string
	frame                              time.Duration // what the last picture took
	timing                             string        // as shown
	timed                              time.Time     // when that was
}

// newStatusBar makes the line. toSnap opens the choice of what drags snap to above a place, toContacts shows the contacts that
// a filter lets through.
func newStatusBar(l *kit.Look, s *editor.Session, toSnap func(fyne.Position), toContacts func(contactFilter)) *statusBar {
	b := &statusBar{look: l, session: s}
	p := l.Colors()
	quiet := func() *canvas.Text { return kit.Text("", p.Quiet, kit.SmallText+1) }
	b.at, b.zoom = quiet(), quiet()
	b.snap = newStatusLink(l, "", p.Quiet, "What drags snap to", func(at fyne.Position) { toSnap(at) })
	b.rest = newStatusLink(l, "", p.Quiet, "", nil)
	b.hint = kit.NewQuietLine(theme.SizeNameCaptionText)
	show := func(f contactFilter) func(fyne.Position) { return func(fyne.Position) { toContacts(f) } }
	b.overlaps = newStatusLink(l, "overlap", p.Danger, "List the overlaps", show(overlapContacts))
	b.touching = newStatusLink(l, "touching", p.Warn, "List all contacts", show(allContacts))
	b.triggers = newStatusLink(l, "in-trigger", p.Trigger, "List what is in triggers", show(triggerContacts))
	b.line = &statusLayout{bar: b}
	b.bar = container.New(b.line, b.at, b.zoom, b.snap, b.hint, b.overlaps, b.touching, b.triggers, b.rest)
	b.content = container.NewStack(kit.Ground(b.look, p.Header), kit.Pad(kit.Edge, 0, kit.Edge, 0, b.bar))
	return b
}

// tell shows a notice for some seconds in the place of the hint.
func (b *statusBar) tell(s string, bad bool) {
	b.notice, b.noticeInk = s, theme.ColorNameForeground
	if bad {
		b.noticeInk = theme.ColorNameError
	}
	const seconds = 6
	b.noticeEnd = time.Now().Add(seconds * time.Second)
	b.look.Later(seconds*time.Second+50*time.Millisecond, func() { b.showHint("") })
	b.showHint("")
}

func (b *statusBar) showCursor(p level.Vec) {
	kit.SetText(b.at, fmt.Sprintf("x %.1f  y %.1f", p.X, p.Y))
}

func (b *statusBar) showZoom(zoom float64) {
	const few = 0.095
	if zoom < few {
		kit.SetText(b.zoom, fmt.Sprintf("%.1f %%", zoom*100))
		return
	}
	kit.SetText(b.zoom, fmt.Sprintf("%.0f %%", zoom*100))
}

// showHint shows what a click would do, unless a notice is up.
func (b *statusBar) showHint(hint string) {
	ink := theme.ColorNamePlaceHolder
	if b.problem {
		ink = theme.ColorNameError
	}
	if time.Now().Before(b.noticeEnd) {
		hint, ink = b.notice, b.noticeInk
	}
	b.hint.Say(hint, ink)
}

func (b *statusBar) refresh(hint string) {
	b.showCounts()
	b.showHint(hint)
}

// showCounts shows how things stand, in as many words as there is room for.
func (b *statusBar) showCounts() {
	n, room := b.session.Live().Counts(), b.line.room
	words := func(n int, s string) string {
		if room < roomForWords {
			return strconv.Itoa(n)
		}
		return s
	}
	overlaps := words(n.Overlaps, kit.Count(n.Overlaps, "overlap"))
	if b.session.Live().TooManyPairs() > 0 {
		overlaps = "many: contacts paused"
	}
	changed := b.overlaps.set(overlaps)
	changed = b.touching.set(words(n.Touching, fmt.Sprintf("%d touching", n.Touching))) || changed
	changed = b.triggers.set(words(n.Triggers, kit.Count(n.Triggers, "trigger"))) || changed
	changed = b.snap.set(b.snapText(room)) || changed
	if b.rest.set(b.restText(room)) || changed {
		b.line.Layout(b.bar.Objects, b.bar.Size()) // each has shown its own text
	}
}

// restText is the number of colliders, how long the last update and picture took, and when the level was saved.
func (b *statusBar) restText(room float32) string {
	if room < roomForColliders {
		return ""
	}
	parts := []string{kit.Count(b.session.Document().Len(), "collider")}
	if k := b.session.Selection().Len(); k > 0 {
		parts[0] = fmt.Sprintf("%d of %s", k, parts[0])
	}
	timings := b.timings()
	if room >= roomForTimings {
		parts = append(parts, timings)
	}
	if b.saved != "" {
		parts = append(parts, b.saved)
	}
	b.rest.tip = timings
	return strings.Join(parts, " · ")
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

func (b *statusBar) snapText(room float32) string {
	s, grid := b.session.Snapping(), b.session.Document().Settings().Grid
	var on []string
	if s.Grid {
		on = append(on, "grid "+kit.FormatNumber(grid.Size.X))
	}
	if s.Vertices {
		on = append(on, "vertices")
	}
	if s.Edges {
		on = append(on, "edges")
	}
	if s.Centres && len(on) == 0 {
		on = append(on, "centres")
	}
	if s.Guides && len(on) == 0 {
		on = append(on, "guides")
	}
	if len(on) == 0 {
		return "snap: off"
	}
	if room < roomForSnap {
		return "snap"
	}
	return "snap: " + strings.Join(on, ", ")
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Nanoseconds())/1e6)
}
