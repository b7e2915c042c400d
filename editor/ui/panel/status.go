package panel

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// Status is the status bar: pointer position, hint and counts.
type Status struct {
	Content                            fyne.CanvasObject
	look                               *kit.Look
	session                            *editor.Session
	At, Zoom                           *canvas.Text
	Snap                               *statusLink // opens the snap settings
	Bar                                *fyne.Container
	room                               float32         // width at the last layout
	hint                               *kit.QuietProse // the part that fits
	hintText                           string          // the full hint
	hintInk                            fyne.ThemeColorName
	keys                               []tool.HeldKey // shown after the hint
	Problem                            bool           // the hint is an error
	Overlaps, Touching, Triggers, rest *statusLink
	Notice                             string // replaces the hint until NoticeEnd
	NoticeInk                          fyne.ThemeColorName
	NoticeEnd                          time.Time
	// the history's revision at the time of the notice; a later step makes the notice obsolete
	NoticeOf uint64
	Saved    string
	Frame    time.Duration // time to draw the last frame
	Timing   string        // text of the timings
	Timed    time.Time     // when Timing was updated
}

// NewStatus returns the status bar. toSnap opens the snap settings above a position, and toContacts shows the contacts
// panel with a filter.
func NewStatus(l *kit.Look, s *editor.Session, toSnap func(fyne.Position), toContacts func(ContactFilter)) *Status {
	b := &Status{look: l, session: s}
	p := l.Colors()
	quiet := func() *canvas.Text { return kit.Text("", p.Quiet, kit.SmallText+1) }
	b.At, b.Zoom = quiet(), quiet()
	b.Snap = newStatusLink(l, "", p.Quiet, "Snap settings", func(at fyne.Position) { toSnap(at) })
	b.rest = newStatusLink(l, "", p.Quiet, "", nil)
	b.hint = kit.NewQuietLine()
	show := func(f ContactFilter) func(fyne.Position) { return func(fyne.Position) { toContacts(f) } }
	b.Overlaps = newStatusLink(l, "overlap", p.Danger, "List overlaps", show(OverlapContacts))
	b.Touching = newStatusLink(l, "touching", p.Warn, "List all contacts", show(AllContacts))
	b.Triggers = newStatusLink(l, "in-trigger", p.Trigger, "List trigger contacts", show(triggerContacts))
	small := kit.Arranged{Least: fyne.NewSize(200, statusHeight), Place: b.place} // the window can be narrow
	b.Bar = container.New(small, b.At, b.Zoom, b.Snap, b.hint, b.Overlaps, b.Touching, b.Triggers, b.rest)
	b.Content = container.NewStack(kit.Ground(b.look, p.Header), kit.Pad(kit.Edge, 0, kit.Edge, 0, b.Bar))
	return b
}

// Tell shows a notice instead of the hint for a few seconds.
func (b *Status) Tell(s string, bad bool) {
	b.Notice, b.NoticeInk, b.NoticeOf = s, theme.ColorNameForeground, b.session.History().Revision()
	if bad {
		b.NoticeInk = theme.ColorNameError
	}
	const seconds = 6
	b.NoticeEnd = time.Now().Add(seconds * time.Second)
	b.look.Later(seconds*time.Second+50*time.Millisecond, func() { b.showHint("") })
	b.showHint("")
}

// ShowCursor shows the pointer's position in the level, in pixels.
func (b *Status) ShowCursor(p level.Vec) { kit.SetText(b.At, fmt.Sprintf("x %.1f  y %.1f", p.X, p.Y)) }

// ShowZoom shows the zoom; 1 is 100 %.
func (b *Status) ShowZoom(zoom float64) {
	const few = 0.095
	if zoom < few {
		kit.SetText(b.Zoom, fmt.Sprintf("%.1f %%", zoom*100))
		return
	}
	kit.SetText(b.Zoom, fmt.Sprintf("%.0f %%", zoom*100))
}

// showHint shows a hint, unless a notice is shown.
func (b *Status) showHint(hint string) {
	ink := theme.ColorNamePlaceHolder
	if b.Problem {
		ink = theme.ColorNameError
	}
	if time.Now().Before(b.NoticeEnd) {
		hint, ink = b.Notice, b.NoticeInk
	}
	b.hintText, b.hintInk = hint, ink
	b.fitHint()
}

// fitHint shows as many complete parts of the hint, and then as many of the keys, as fit.
func (b *Status) fitHint() {
	text := b.hintText
	room := b.hint.Size().Width - 2*kit.FieldInset
	width := func(text string) float32 {
		return fyne.MeasureText(text, theme.Size(theme.SizeNameCaptionText), fyne.TextStyle{}).Width
	}
	for room > 0 && width(text) > room {
		end := strings.LastIndex(text, "; ")
		if end < 0 {
			break
		}
		text = text[:end]
	}
	var words []kit.Word
	room -= width(text)
	for _, k := range b.keys {
		word := kit.Word{Text: "    " + k.Name + ": " + k.Effect, Ink: theme.ColorNamePlaceHolder}
		if k.Held {
			word.Ink = theme.ColorNamePrimary
		}
		if room -= width(word.Text); room < 0 {
			break
		}
		words = append(words, word)
	}
	b.hint.Say(text, b.hintInk)
	b.hint.Add(words)
}

// Refresh shows the level's counts, the active tool's hint and the keys that change the drag in progress.
func (b *Status) Refresh(hint string, keys ...tool.HeldKey) {
	b.keys = keys
	if b.session.History().Revision() != b.NoticeOf {
		b.NoticeEnd = time.Time{}
	}
	b.showCounts()
	b.showHint(hint)
}

// showCounts shows the counts, with words if there is space.
func (b *Status) showCounts() {
	n, room := b.session.Live().Counts(), b.room
	words := func(n int, s string) string {
		if room < roomForWords {
			return strconv.Itoa(n)
		}
		return s
	}
	overlaps, p := words(n.Overlaps, quote.Count(n.Overlaps, "overlap")), b.look.Colors()
	paused := b.session.Live().TooManyPairs() > 0
	if paused {
		overlaps = "many: contacts paused"
	}
	inkOf := func(n int, ink color.NRGBA) color.NRGBA {
		if n == 0 {
			return p.Quiet
		}
		return ink
	}
	b.Overlaps.paint(inkOf(n.Overlaps-n.Harmless+kit.BoolInt(paused), p.Danger))
	b.Touching.paint(inkOf(n.Touching, p.Warn))
	b.Triggers.paint(inkOf(n.Triggers, p.Trigger))
	changed := b.Overlaps.set(overlaps)
	changed = b.Touching.set(words(n.Touching, fmt.Sprintf("%d touching", n.Touching))) || changed
	changed = b.Triggers.set(words(n.Triggers, quote.Count(n.Triggers, "trigger contact"))) || changed
	changed = b.Snap.set(b.snapText(room)) || changed
	if b.rest.set(b.restText(room)) || changed {
		b.place(b.Bar.Objects, b.Bar.Size()) // each has refreshed its own text
	}
}

// restText returns the number of colliders, the timings, and when the level was saved.
func (b *Status) restText(room float32) string {
	if room < roomForSaved {
		return ""
	}
	var parts []string
	if room >= roomForCounts {
		parts = append(parts, b.session.Document().Tally().String())
		if k := b.session.Selection().Tally().Len(); k > 0 {
			parts[0] += fmt.Sprintf(", %d selected", k)
		}
	}
	timings := b.timings()
	if room >= roomForTimings {
		parts = append(parts, timings)
	}
	if b.Saved != "" {
		parts = append(parts, b.Saved)
	}
	b.rest.tip = timings
	return strings.Join(parts, " · ")
}

// timings returns the durations of the last update and frame. The text changes at most twice a second, because each
// change repaints the window, which would double the measured work.
func (b *Status) timings() string {
	const every = 500 * time.Millisecond
	if now := time.Now(); now.Sub(b.Timed) >= every {
		b.Timed = now
		b.Timing = fmt.Sprintf("collision %s · frame %.0f ms", kit.Milliseconds(b.session.Live().LastUpdate()),
			float64(b.Frame.Microseconds())/1e3)
	}
	return b.Timing
}

func (b *Status) snapText(room float32) string {
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
	if s.Contact {
		on = append(on, "contact")
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

// Widths in units from which the status bar shows each part. The hint always has priority.
const (
	roomForTimings = 1600
	roomForSnap    = 1420
	roomForCounts  = 1320
	roomForSaved   = 1040
	roomForWords   = 860
	statusGap      = 18
	statusHeight   = 26
)

// place arranges position, zoom, snapping, hint, overlaps, touching, triggers and the rest from left to right. Parts
// after the hint are right-aligned.
func (b *Status) place(o []fyne.CanvasObject, size fyne.Size) {
	if b.room != size.Width {
		b.room = size.Width
		b.showCounts()
	}
	middle := func(x fyne.CanvasObject, left, width float32) {
		h := x.MinSize().Height
		kit.Put(x, left, (size.Height-h)/2, width, h)
	}
	const place, zoom, hint = 130, 48, 3
	middle(o[0], 0, place)
	middle(o[1], place+statusGap, zoom)
	left, right := float32(place+zoom+2*statusGap), size.Width
	w := o[2].MinSize().Width
	middle(o[2], left, w)
	left += w + statusGap - 2*linkRoom
	for i := len(o) - 1; i > hint; i-- {
		w := o[i].MinSize().Width
		if w == 0 {
			middle(o[i], right, 0)
			continue
		}
		right -= w
		middle(o[i], right, w)
		right -= statusGap - 2*linkRoom
	}
	kit.Put(o[hint], left, 0, right-left, size.Height)
	b.fitHint()
}

// statusLink shows text in the status bar, optionally with an icon and a click action.
type statusLink struct {
	kit.PressTile
	tip   string
	onTap func(at fyne.Position) // nil: not clickable
	sign  string                 // name of the icon, or empty
	icon  *canvas.Image
	Label *canvas.Text
}

// linkRoom is the padding on both sides of the text.
const linkRoom = 5

func newStatusLink(l *kit.Look, sign string, ink color.NRGBA, tip string, onTap func(fyne.Position)) *statusLink {
	k := &statusLink{tip: tip, onTap: onTap, sign: sign, Label: kit.Text("", ink, kit.SmallText+1)}
	line := container.New(kit.Row{Gap: linkRoom, Grow: -1}, k.Label)
	if sign != "" {
		k.icon = l.Icons.Image(sign, ink)
		k.icon.SetMinSize(fyne.NewSize(12, 12))
		line.Objects = []fyne.CanvasObject{k.icon, k.Label}
	}
	tap := func() {
		if k.onTap != nil {
			l.Tips.Hide(k)
			l.Focus()
			k.onTap(fyne.CurrentApp().Driver().AbsolutePositionForObject(k))
		}
	}
	k.InitPress(k, l, 3, fyne.Size{}, container.New(kit.Fixed{H: 20}, kit.Pad(linkRoom, 0, linkRoom, 0, line)), tap,
		k.update, func() string { return k.Label.Text }, func() (string, string) { return k.tip, "" })
	k.Skipped = func() bool { return k.onTap == nil }
	k.update()
	return k
}

// paint colours the text and the icon.
func (k *statusLink) paint(ink color.NRGBA) {
	kit.SetInk(k.Label, k.Label.Text, ink)
	if k.icon != nil {
		k.Keys.Icons.Show(k.icon, k.sign, ink)
	}
}

// set shows text, and reports whether its length changed.
func (k *statusLink) set(s string) bool {
	if k.Label.Text == s {
		return false
	}
	wider := len(k.Label.Text) != len(s)
	k.Label.Text = s
	k.Label.Refresh()
	return wider
}

func (k *statusLink) MinSize() fyne.Size {
	if k.Label.Text == "" {
		return fyne.NewSize(0, 20)
	}
	return k.Tile.MinSize()
}

func (k *statusLink) update() { k.Lit(k.Plate, k.Over && k.onTap != nil) }

func (k *statusLink) Cursor() desktop.Cursor {
	if k.onTap == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}
