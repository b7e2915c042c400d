package ui

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// The names of the preferences that the dialog shows.
const (
	prefScale        = "scale"
	prefSnap         = "snap."
	prefGridWidth    = "new.grid.width"
	prefGridHeight   = "new.grid.height"
	prefSubdivisions = "new.grid.subdivisions"
	prefLevelWidth   = "new.width"
	prefLevelHeight  = "new.height"
	prefMetre        = "new.pixels_per_metre"
	prefAside        = "aside.seconds"
	prefOwnDialogs   = "files.own_dialogs"
)

// scaleVariable is where Fyne looks for the size of text and controls. Who sets it outside has decided.
const scaleVariable = "FYNE_SCALE"

// newLevelSettings is what a new level starts with: the program's own defaults, and over them what the user prefers.
func newLevelSettings(p fyne.Preferences) *level.Settings {
	s := level.DefaultSettings()
	for key, x := range map[string]*float64{
		prefGridWidth: &s.Grid.Size.X, prefGridHeight: &s.Grid.Size.Y, prefLevelWidth: &s.Size.X, prefLevelHeight: &s.Size.Y, prefMetre: &s.PixelsPerMetre,
	} {
		if v := p.Float(key); v > 0 && !math.IsInf(v, 0) {
			*x = v
		}
	}
	if n := p.Int(prefSubdivisions); n > 0 {
		s.Grid.Subdivisions = n
	}
	if _, err := level.NewDocument(s); err != nil { // somebody has written into the file of preferences
		return level.DefaultSettings()
	}
	return s
}

// snapSwitch is one of the things that drags snap to.
type snapSwitch struct {
	key, label string
	on         *bool
}

func snapSwitches(s *editor.SnapSettings) []snapSwitch {
	return []snapSwitch{
		{"grid", "Grid", &s.Grid},
		{"vertices", "Vertices", &s.Vertices},
		{"edges", "Edges", &s.Edges},
		{"centres", "Centres", &s.Centres},
		{"guides", "Alignment guides", &s.Guides},
	}
}

// loadSnapping is what drags snapped to when the window was closed last.
func loadSnapping(p fyne.Preferences) editor.SnapSettings {
	s := editor.DefaultSnapSettings()
	for _, t := range snapSwitches(&s) {
		*t.on = p.BoolWithFallback(prefSnap+t.key, *t.on)
	}
	return s
}

// preferences are what the user prefers, and their dialog.
type preferences struct {
	*parent
	scaleFixed bool // the environment says how large text is
	setTheme   func(kit.Mode)
	onInterval func() // unsaved work is to be put aside more or less often
}

// storeSnapping keeps the snapping for the next start.
func (w *preferences) storeSnapping() {
	s := w.session.Snapping()
	for _, t := range snapSwitches(&s) {
		if p := w.app.Preferences(); p.BoolWithFallback(prefSnap+t.key, true) != *t.on {
			p.SetBool(prefSnap+t.key, *t.on)
		}
	}
}

// asideInterval is how often unsaved work is put aside.
func asideInterval(p fyne.Preferences) time.Duration {
	if n := p.Int(prefAside); n > 0 && n <= 30 {
		return time.Duration(n) * time.Second
	}
	return workspace.RecoveryInterval
}

// applyScale makes text and controls as large as the user prefers, unless the environment says otherwise.
func (w *preferences) applyScale() {
	if w.scaleFixed {
		return
	}
	const least, most = 0.25, 8 // beyond them nothing can be read, so nothing mended
	if s := w.app.Preferences().Float(prefScale); s >= least && s <= most {
		if err := os.Setenv(scaleVariable, strconv.FormatFloat(s, 'g', -1, 64)); err != nil {
			w.fail(err)
		}
	}
}

// rescale makes text and controls as large as is now preferred, in a window that stays as large on the screen as it is.
func (w *preferences) rescale() {
	c := w.win.Canvas()
	size, before := c.Size(), c.Scale()
	w.applyScale()
	w.app.Settings().SetTheme(w.look.Theme) // Fyne looks at the scale with every change of the theme
	if ratio := before / c.Scale(); ratio != 1 {
		w.win.Resize(fyne.NewSize(size.Width*ratio, size.Height*ratio))
	}
}

// isOurScale reports whether the scale in the environment is the preferred one, set by another window of this program.
func isOurScale(p fyne.Preferences) bool {
	s := p.Float(prefScale)
	return s > 0 && os.Getenv(scaleVariable) == strconv.FormatFloat(s, 'g', -1, 64)
}

// usesSystemDialogs reports whether file dialogs are the system's own.
func (w *parent) usesSystemDialogs() bool {
	return w.native && !w.app.Preferences().Bool(prefOwnDialogs)
}

// showPreferences opens the preferences. What is changed holds at once.
func (w *preferences) showPreferences() { w.preferencesAt(-1) }

// preferencesAt opens the preferences with the keys at the theme, 0, or the size of text, 1.
func (w *preferences) preferencesAt(control int) {
	p, prefs := w.look.Colors(), w.app.Preferences()
	row := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(kit.Labelled{Width: 150}, kit.Text(label, p.Quiet, kit.TextSize), o)
	}
	heading := func(s string) fyne.CanvasObject { return kit.Pad(0, 10, 0, 2, kit.Bold(s, p.Text, kit.TextSize)) }
	note := func(s string) fyne.CanvasObject { return kit.Pad(150, 0, 0, 2, kit.Text(s, p.Quiet, kit.SmallText)) }
	choose := func(words []string, chosen int, pick func(i int)) *kit.Segmented {
		var s *kit.Segmented
		s = kit.NewSegmented(w.look, words, func(i int) {
			s.Choose(i)
			pick(i)
		})
		s.Choose(chosen)
		return s
	}

	modes := []kit.Mode{kit.ModeSystem, kit.ModeDark, kit.ModeLight}
	themes := choose([]string{"like the system", "dark", "light"}, slices.Index(modes, w.look.Theme.Mode), nil)
	scales := []float64{0.8, 1, 1.25, 1.5, 2}
	at := slices.Index(scales, prefs.FloatWithFallback(prefScale, 1))
	if w.scaleFixed {
		at = -1
	}
	size := choose([]string{"80 %", "100 %", "125 %", "150 %", "200 %"}, at, nil)

	number := func(key string, fallback float64, check func(float64) float64) *kit.NumberField {
		f := kit.NewNumberField(w.look, "", nil, w.fail)
		f.OnChange = func(v float64) {
			v = check(v)
			prefs.SetFloat(key, v)
			f.SetNumber(v, false)
			w.files.SetDefaults(newLevelSettings(prefs))
		}
		f.SetNumber(fallback, false)
		return f
	}
	positive := func(v float64) float64 { return min(max(v, 1), 1e6) }
	now := newLevelSettings(prefs)
	pair := func(a, b *kit.NumberField) fyne.CanvasObject {
		a.Icon, b.Icon = w.look.Icons.Prefix("W", p.Quiet), w.look.Icons.Prefix("H", p.Quiet)
		return container.New(kit.Equal{Gap: kit.Gap}, a, b)
	}
	subdivisions := kit.NewNumberField(w.look, "", nil, w.fail)
	subdivisions.OnChange = func(v float64) {
		n := int(min(max(math.Round(v), 1), 64))
		prefs.SetInt(prefSubdivisions, n)
		subdivisions.SetNumber(float64(n), false)
		w.files.SetDefaults(newLevelSettings(prefs))
	}
	subdivisions.SetNumber(float64(now.Grid.Subdivisions), false)

	snap := w.session.Snapping()
	chips := container.New(&kit.Flow{Gap: 5, Width: 380})
	for _, t := range snapSwitches(&snap) {
		chip := kit.NewTextButton(w.look, t.label, false, nil)
		chip.Small, chip.Lit = true, *t.on
		chip.OnTap = func() {
			*t.on = !*t.on
			chip.Lit = *t.on
			chip.Refresh()
			w.session.SetSnapping(snap)
		}
		chips.Add(chip)
	}

	seconds := []int{5, 15, 30}
	aside := choose([]string{"5 s", "15 s", "30 s"}, slices.Index(seconds, int(asideInterval(prefs).Seconds())), func(i int) {
		prefs.SetInt(prefAside, seconds[i])
		w.onInterval()
	})
	dialogs := choose([]string{"the system's", "Fillet's own"}, kit.BoolInt(!w.usesSystemDialogs()), func(i int) { prefs.SetBool(prefOwnDialogs, i == 1) })

	body := container.NewVBox(
		heading("Looks"), row("Theme", themes), row("Text and controls", size))
	if w.scaleFixed {
		body.Add(note("Set by " + scaleVariable + " in the environment: " + os.Getenv(scaleVariable)))
	}
	for _, o := range []fyne.CanvasObject{
		heading("New levels"),
		row("Size", pair(number(prefLevelWidth, now.Size.X, positive), number(prefLevelHeight, now.Size.Y, positive))),
		row("Grid", pair(number(prefGridWidth, now.Grid.Size.X, positive), number(prefGridHeight, now.Grid.Size.Y, positive))),
		row("Grid subdivisions", subdivisions),
		row("Pixels per metre", number(prefMetre, now.PixelsPerMetre, positive)),
		heading("Drags snap to"), chips,
		heading("Files"), row("Autosave every", aside), row("File dialogs", dialogs),
	} {
		body.Add(o)
	}
	if !w.native {
		body.Add(note("This system has no file dialogs that Fillet can use (zenity is missing)."))
	}
	var d dialog.Dialog
	foot := kit.Pad(0, 10, 14, 0, container.New(kit.RowOf(0), kit.NewSpace(), kit.NewTextButton(w.look, "Close", true, func() { d.Hide() })))
	canvasSize := w.win.Canvas().Size()
	d = w.dialog("Preferences", container.NewBorder(nil, foot, nil, nil, container.NewVScroll(kit.Pad(0, 0, 14, 0, body))),
		fyne.NewSize(min(600, canvasSize.Width-40), min(620, canvasSize.Height-40)))
	again := func(control int, do func()) { // the colours or the size change: the dialog is made anew
		d.Hide()
		do()
		w.preferencesAt(control)
	}
	themes.OnPick = func(i int) { again(0, func() { w.setTheme(modes[i]) }) }
	size.OnPick = func(i int) {
		if w.scaleFixed {
			w.fail(fmt.Errorf("the size is set by %s in the environment", scaleVariable))
			return
		}
		again(1, func() {
			prefs.SetFloat(prefScale, scales[i])
			w.rescale()
		})
	}
	w.openLasting(d, d.Hide)
	if control >= 0 {
		w.win.Canvas().Focus([]fyne.Focusable{themes, size}[control])
	}
}
