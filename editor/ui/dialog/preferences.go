package dialog

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

// Keys of the preferences in the dialog.
const (
	prefScale        = "scale"
	prefSnap         = "snap."
	prefGridWidth    = "new.grid.width"
	prefGridHeight   = "new.grid.height"
	prefSubdivisions = "new.grid.subdivisions"
	prefLevelWidth   = "new.width"
	prefLevelHeight  = "new.height"
	prefMetre        = "new.pixels_per_metre"
	prefAutosave     = "aside.seconds"
	prefOwnDialogs   = "files.own_dialogs"
	prefRestore      = "levels.restore"
	prefLevels       = "levels.open"
	prefLevel        = "levels.shown"
)

// PrefWheelPans is the preference that makes the wheel pan instead of zoom.
const PrefWheelPans = "wheel.pans"

// PrefJumps is the preference that disables the zoom animation.
const PrefJumps = "zoom.jumps"

// ScaleVariable is the environment variable with Fyne's scale for text and controls. A value set outside the program
// takes precedence.
const ScaleVariable = "FYNE_SCALE"

// NewLevelSettings returns the settings of a new level: the program's defaults, overridden by the user's preferences.
func NewLevelSettings(p fyne.Preferences) *level.Settings {
	s := level.DefaultSettings()
	for key, x := range map[string]*float64{
		prefGridWidth: &s.Grid.Size.X, prefGridHeight: &s.Grid.Size.Y, prefLevelWidth: &s.Size.X,
		prefLevelHeight: &s.Size.Y, prefMetre: &s.PixelsPerMetre,
	} {
		if v := p.Float(key); v > 0 && !math.IsInf(v, 0) {
			*x = v
		}
	}
	if n := p.Int(prefSubdivisions); n > 0 {
		s.Grid.Subdivisions = n
	}
	if _, err := level.NewDocument(s); err != nil { // the preferences file was edited by hand
		return level.DefaultSettings()
	}
	return s
}

// SnapSwitch is one kind of snap target with its switch.
type SnapSwitch struct {
	key, Label string
	On         *bool
}

// SnapSwitches returns the kinds of snap targets with the settings that enable them.
func SnapSwitches(s *editor.SnapSettings) []SnapSwitch {
	return []SnapSwitch{
		{"grid", "Grid", &s.Grid},
		{"vertices", "Vertices", &s.Vertices},
		{"edges", "Edges", &s.Edges},
		{"centres", "Centres", &s.Centres},
		{"guides", "Alignment guides", &s.Guides},
		{"contact", "Contact", &s.Contact},
	}
}

// LoadSnapping returns the snap settings that were active when the window was last closed.
func LoadSnapping(p fyne.Preferences) editor.SnapSettings {
	s := editor.DefaultSnapSettings()
	for _, t := range SnapSwitches(&s) {
		*t.On = p.BoolWithFallback(prefSnap+t.key, *t.On)
	}
	return s
}

// Preferences applies the user's preferences and shows their dialog.
type Preferences struct {
	*Front
	ScaleFixed bool // the environment sets the scale
	SetTheme   func(kit.Mode)
	ChangeKeys func() // opens the list of commands and their keys
	OnInterval func() // called when the autosave interval changes
}

// StoreSnapping stores the snap settings for the next start.
func (w *Preferences) StoreSnapping() {
	s := w.Session.Snapping()
	for _, t := range SnapSwitches(&s) {
		if p := w.App.Preferences(); p.BoolWithFallback(prefSnap+t.key, true) != *t.On {
			p.SetBool(prefSnap+t.key, *t.On)
		}
	}
}

// autosaveInterval returns the preferred autosave interval.
func autosaveInterval(p fyne.Preferences) time.Duration {
	if n := p.Int(prefAutosave); n > 0 && n <= 30 {
		return time.Duration(n) * time.Second
	}
	return workspace.RecoveryInterval
}

// ApplyScale applies the preferred scale of text and controls, unless the environment sets one.
func (w *Preferences) ApplyScale() {
	if w.ScaleFixed {
		return
	}
	const least, most = 0.25, 8 // outside these the dialog is unusable, so the user could not fix it
	if s := w.App.Preferences().Float(prefScale); s >= least && s <= most {
		w.Fail(os.Setenv(ScaleVariable, strconv.FormatFloat(s, 'g', -1, 64)))
	}
}

// rescale applies a changed scale and keeps the window's size on screen.
func (w *Preferences) rescale() {
	c := w.Win.Canvas()
	size, before := c.Size(), c.Scale()
	w.ApplyScale()
	w.App.Settings().SetTheme(w.Look.Theme) // Fyne reads the scale only when the theme changes
	if ratio := before / c.Scale(); ratio != 1 {
		w.Win.Resize(fyne.NewSize(size.Width*ratio, size.Height*ratio))
	}
}

// IsOurScale reports whether the scale in the environment is the preferred one, set by another window of this program.
func IsOurScale(p fyne.Preferences) bool {
	s := p.Float(prefScale)
	return s > 0 && os.Getenv(ScaleVariable) == strconv.FormatFloat(s, 'g', -1, 64)
}

// usesSystemDialogs reports whether to use the system's file dialogs.
func (w *Parent) usesSystemDialogs() bool {
	return w.Native && !w.App.Preferences().Bool(prefOwnDialogs)
}

// Show opens the preferences. Changes apply at once.
func (w *Preferences) Show() { w.preferencesAt(-1) }

// preferencesAt opens the preferences with the focus on the theme, 0, or the scale, 1.
func (w *Preferences) preferencesAt(control int) {
	p, prefs := w.Look.Colors(), w.App.Preferences()
	row := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return container.New(kit.Labelled{Width: 150}, kit.Text(label, p.Quiet, kit.TextSize), o)
	}
	heading := func(s string) fyne.CanvasObject { return kit.Pad(0, 10, 0, 2, kit.Bold(s, p.Text, kit.TextSize)) }
	note := func(s string) fyne.CanvasObject { return kit.Pad(150, 0, 0, 2, kit.Text(s, p.Quiet, kit.SmallText)) }
	choose := func(words []string, chosen int, pick func(i int)) *kit.Segmented {
		var s *kit.Segmented
		s = kit.NewSegmented(w.Look, words, func(i int) {
			s.Choose(i)
			pick(i)
		})
		s.Choose(chosen)
		return s
	}

	modes := []kit.Mode{kit.ModeSystem, kit.ModeDark, kit.ModeLight}
	themes := choose([]string{"system", "dark", "light"}, slices.Index(modes, w.Look.Theme.Mode), nil)
	scales := []float64{0.8, 1, 1.25, 1.5, 2}
	at := slices.Index(scales, prefs.FloatWithFallback(prefScale, 1))
	if w.ScaleFixed {
		at = -1
	}
	size := choose([]string{"80 %", "100 %", "125 %", "150 %", "200 %"}, at, nil)

	number := func(now float64, store func(float64) (stored float64)) *kit.NumberField {
		f := kit.NewNumberField(w.Look, "", nil, w.Fail)
		f.OnChange = func(v float64) { f.SetNumber(store(v), false) }
		f.SetNumber(now, false)
		return f
	}
	length := func(key string, now float64) *kit.NumberField {
		return number(now, func(v float64) float64 {
			v = min(max(v, 1), 1e6)
			prefs.SetFloat(key, v)
			return v
		})
	}
	now := NewLevelSettings(prefs)
	pair := func(a, b *kit.NumberField) fyne.CanvasObject {
		a.Icon, b.Icon = w.Look.Icons.Prefix("W", p.Quiet), w.Look.Icons.Prefix("H", p.Quiet)
		return container.New(kit.Equal{Gap: kit.Gap}, a, b)
	}
	subdivisions := number(float64(now.Grid.Subdivisions), func(v float64) float64 {
		v = min(max(math.Round(v), 1), 64)
		prefs.SetInt(prefSubdivisions, int(v))
		return v
	})

	snap := w.Session.Snapping()
	chips := container.New(&kit.Flow{Gap: 5, Width: 380})
	for _, t := range SnapSwitches(&snap) {
		chip := kit.NewTextButton(w.Look, t.Label, false, nil)
		chip.Small, chip.Lit = true, *t.On
		chip.OnTap = func() {
			*t.On = !*t.On
			chip.Lit = *t.On
			chip.Refresh()
			w.Session.SetSnapping(snap)
		}
		chips.Add(chip)
	}

	seconds := []int{5, 15, 30}
	autosave := choose([]string{"5 s", "15 s", "30 s"}, slices.Index(seconds, int(autosaveInterval(prefs).Seconds())),
		func(i int) {
			prefs.SetInt(prefAutosave, seconds[i])
			w.OnInterval()
		})
	dialogs := choose([]string{"system", "Fillet"}, kit.BoolInt(!w.usesSystemDialogs()), func(i int) {
		prefs.SetBool(prefOwnDialogs, i == 1)
	})

	wheel := choose([]string{"zooms", "pans"}, kit.BoolInt(prefs.Bool(PrefWheelPans)), func(i int) {
		prefs.SetBool(PrefWheelPans, i == 1)
		w.Canvas.WheelPans = i == 1
	})
	zoom := choose([]string{"animated", "instant"}, kit.BoolInt(prefs.Bool(PrefJumps)), func(i int) {
		prefs.SetBool(PrefJumps, i == 1)
		w.Canvas.Glides = i == 0
	})
	start := choose([]string{"reopen last levels", "show start page"}, kit.BoolInt(!restores(prefs)), func(i int) {
		prefs.SetBool(prefRestore, i == 0)
	})

	var d dialog.Dialog
	body := container.NewVBox(
		heading("Appearance"), row("Theme", themes), row("Text and controls", size))
	if w.ScaleFixed {
		body.Add(note("Set by " + ScaleVariable + " in the environment: " + os.Getenv(ScaleVariable)))
	}
	for _, o := range []fyne.CanvasObject{
		heading("New levels"),
		row("Size", pair(length(prefLevelWidth, now.Size.X), length(prefLevelHeight, now.Size.Y))),
		row("Grid", pair(length(prefGridWidth, now.Grid.Size.X), length(prefGridHeight, now.Grid.Size.Y))),
		row("Grid subdivisions", subdivisions),
		row("Pixels per metre", length(prefMetre, now.PixelsPerMetre)),
		heading("Drags snap to"), chips,
		heading("Mouse and keys"), row("Wheel", wheel),
		note("Ctrl+wheel zooms, Shift+wheel pans sideways. Two fingers on a touchpad pan."),
		row("Zooming", zoom), row("Keys", container.New(kit.Row{Gap: kit.Gap, Grow: -1},
			kit.NewTextButton(w.Look, "Change shortcuts…", false, func() {
				d.Hide()
				w.ChangeKeys()
			}))),
		heading("Files"), row("On start", start), row("Autosave every", autosave), row("File dialogs", dialogs),
	} {
		body.Add(o)
	}
	if !w.Native {
		body.Add(note("No system file dialogs available (zenity is not installed)."))
	}
	foot := kit.Pad(0, 10, 14, 0, container.New(kit.RowOf(0), kit.NewSpace(),
		kit.NewTextButton(w.Look, "Close", true, func() {
			d.Hide()
		})))
	canvasSize := w.Win.Canvas().Size()
	d = w.Dialog("Preferences", container.NewBorder(nil, foot, nil, nil,
		container.NewVScroll(kit.Pad(0, 0, 14, 0, body))),
		fyne.NewSize(min(600, canvasSize.Width-40), min(620, canvasSize.Height-40)))
	again := func(control int, do func()) { // rebuild the dialog for the new colours or scale
		d.Hide()
		do()
		w.preferencesAt(control)
	}
	themes.OnPick = func(i int) { again(0, func() { w.SetTheme(modes[i]) }) }
	size.OnPick = func(i int) {
		if w.ScaleFixed {
			w.Fail(fmt.Errorf("the size is set by %s in the environment", ScaleVariable))
			return
		}
		again(1, func() {
			prefs.SetFloat(prefScale, scales[i])
			w.rescale()
		})
	}
	w.openLasting(d, d.Hide)
	if control >= 0 {
		w.Win.Canvas().Focus([]fyne.Focusable{themes, size}[control])
	}
}
