package dialog

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

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

// PrefSwapKeys is the preference that swaps Alt and Ctrl during drags, for window managers that use Alt for themselves.
const PrefSwapKeys = "drag.swap_alt_ctrl"

// prefSwapOffered says that [Preferences.OfferSwap] has asked.
const prefSwapOffered = "drag.swap_offered"

// ScaleVariable is the environment variable with Fyne's scale for text and controls. A value set outside the program
// takes precedence.
const ScaleVariable = "FYNE_SCALE"

// NewLevelSettings returns the settings of a new level: the program's defaults, overridden by the user's preferences.
func NewLevelSettings(p fyne.Preferences) *level.Settings {
	s := level.DefaultSettings()
	for key, x := range newLevelNumbers(s) {
		if v := p.Float(key); v > 0 && !math.IsInf(v, 0) {
			*x = v
		}
	}
	if n := p.Int(prefSubdivisions); n > 0 {
		s.Grid.Subdivisions = n
	}
	if _, err := level.NewDocument(s); err != nil { // invalid: the preferences file was edited by hand
		return level.DefaultSettings()
	}
	return s
}

// newLevelNumbers returns the numbers of a new level that the user can set, by preference.
func newLevelNumbers(s *level.Settings) map[string]*float64 {
	return map[string]*float64{
		prefGridWidth: &s.Grid.Size.X, prefGridHeight: &s.Grid.Size.Y, prefLevelWidth: &s.Size.X,
		prefLevelHeight: &s.Size.Y, prefMetre: &s.PixelsPerMetre,
	}
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
	const least, largest = 0.25, 8 // beyond these the dialog is unusable, so the user could not undo the change
	if s := w.App.Preferences().Float(prefScale); s >= least && s <= largest {
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

func (w *Parent) usesSystemDialogs() bool {
	return w.Native && !w.App.Preferences().Bool(prefOwnDialogs)
}

// Show opens the preferences. Changes apply at once.
func (w *Preferences) Show() { w.preferencesAt(-1) }

// swapKeys makes Ctrl do in drags what Alt does, and the reverse.
func (w *Preferences) swapKeys(swap bool) {
	w.App.Preferences().SetBool(PrefSwapKeys, swap)
	w.Tools.SwapAltAndCtrl = swap
}

// OfferSwap asks once whether Ctrl should do what Alt does, since the window manager seems to use Alt+drag.
func (w *Preferences) OfferSwap() {
	prefs := w.App.Preferences()
	if prefs.Bool(prefSwapOffered) || prefs.Bool(PrefSwapKeys) || w.IsModal() {
		return
	}
	prefs.SetBool(prefSwapOffered, true)
	w.Ask("Copy with Ctrl+drag?", "Alt+drag copies shapes, but your window manager seems to use it to move windows. "+
		"Ctrl can copy instead, and Alt suspend snapping. Edit › Preferences changes this at any time.",
		Choice{Label: "Use Ctrl", Do: func() { w.swapKeys(true) }})
}

// preferencesAt opens the preferences with the focus on the theme for 0, on the scale for 1.
func (w *Preferences) preferencesAt(control int) {
	p, prefs := w.Look.Colors(), w.App.Preferences()
	f := w.NewFrame(150)
	heading := func(s string) fyne.CanvasObject { return kit.Pad(0, 10, 0, 2, kit.Bold(s, p.Text, kit.TextSize)) }
	note := func(s string) fyne.CanvasObject { return kit.Pad(150, 0, 0, 2, kit.Text(s, p.Quiet, kit.SmallText)) }
	again := func(control int, do func()) { // rebuild the dialog for the new colours or scale
		f.Close()
		do()
		w.preferencesAt(control)
	}
	themes := f.Words([]string{"system", "dark", "light"}, kit.Of([]kit.Mode{
		kit.ModeSystem, kit.ModeDark, kit.ModeLight,
	}, kit.Value[kit.Mode]{
		Get: func() kit.Mode { return w.Look.Theme.Mode },
		Set: func(m kit.Mode) { again(0, func() { w.SetTheme(m) }) },
	}))
	size := f.Words([]string{"80 %", "100 %", "125 %", "150 %", "200 %"}, kit.Of([]float64{0.8, 1, 1.25, 1.5, 2},
		kit.Value[float64]{
			Get: func() float64 {
				if w.ScaleFixed {
					return 0
				}
				return prefs.FloatWithFallback(prefScale, 1)
			},
			Set: func(scale float64) {
				if w.ScaleFixed {
					w.Fail(fmt.Errorf("the size is set by %s in the environment", ScaleVariable))
					return
				}
				again(1, func() {
					prefs.SetFloat(prefScale, scale)
					w.rescale()
				})
			},
		}))
	// either makes a choice between false and true.
	either := func(off, on string, get func() bool, set func(on bool)) fyne.CanvasObject {
		return f.Words([]string{off, on}, kit.Of([]bool{false, true}, kit.Value[bool]{Get: get, Set: set}))
	}
	number := func(key string) *kit.NumberField {
		return f.Number("", kit.Within(1, 1e6, kit.Value[float64]{
			Get: func() float64 { return *newLevelNumbers(NewLevelSettings(prefs))[key] },
			Set: func(x float64) { prefs.SetFloat(key, x) },
		}))
	}
	pair := func(width, height string) fyne.CanvasObject {
		a, b := number(width), number(height)
		a.Icon, b.Icon = w.Look.Icons.Prefix("W", p.Quiet), w.Look.Icons.Prefix("H", p.Quiet)
		return container.New(kit.Equal{Gap: kit.Gap}, a, b)
	}
	subdivisions := f.Number("", kit.Within(1, 64, kit.Value[float64]{
		Get: func() float64 { return float64(NewLevelSettings(prefs).Grid.Subdivisions) },
		Set: func(x float64) { prefs.SetInt(prefSubdivisions, int(math.Round(x))) },
	}))

	snap := w.Session.Snapping()
	chips := container.New(&kit.Flow{Gap: 5, Width: 380})
	for _, t := range SnapSwitches(&snap) {
		chip := kit.NewTextButton(w.Look, t.Label, false, nil)
		chip.Small, chip.Lit = true, *t.On
		chip.OnTap = func() {
			*t.On = !*t.On
			chip.SetLit(*t.On)
			w.Session.SetSnapping(snap)
		}
		chips.Add(chip)
	}

	body := container.NewVBox(heading("Appearance"), f.Row("Theme", themes), f.Row("Text and controls", size))
	if w.ScaleFixed {
		body.Add(note("Set by " + ScaleVariable + " in the environment: " + os.Getenv(ScaleVariable)))
	}
	for _, o := range []fyne.CanvasObject{
		heading("New levels"),
		f.Row("Size", pair(prefLevelWidth, prefLevelHeight)), f.Row("Grid", pair(prefGridWidth, prefGridHeight)),
		f.Row("Grid subdivisions", subdivisions), f.Row("Pixels per metre", number(prefMetre)),
		heading("Drags snap to"), chips,
		heading("Mouse and keys"),
		f.Row("Wheel", either("zooms", "pans", func() bool { return prefs.Bool(PrefWheelPans) }, func(pans bool) {
			prefs.SetBool(PrefWheelPans, pans)
			w.Canvas.WheelPans = pans
		})),
		f.Row("Copy by dragging", either("Alt+drag", "Ctrl+drag", func() bool { return prefs.Bool(PrefSwapKeys) },
			w.swapKeys)),
		note("Ctrl+wheel zooms, Shift+wheel pans sideways. Two fingers on a touchpad pan."),
		f.Row("Zooming", either("animated", "instant", func() bool { return prefs.Bool(PrefJumps) }, func(jumps bool) {
			prefs.SetBool(PrefJumps, jumps)
			w.Canvas.Glides = !jumps
		})),
		f.Row("Keys", container.New(kit.RowOf(-1), kit.NewTextButton(w.Look, "Change shortcuts…", false, func() {
			f.Close()
			w.ChangeKeys()
		}))),
		heading("Files"),
		f.Row("On start", either("reopen last levels", "show start page", func() bool { return !restores(prefs) },
			func(page bool) { prefs.SetBool(prefRestore, !page) })),
		f.Row("Autosave every", f.Words([]string{"5 s", "15 s", "30 s"}, kit.Of([]int{5, 15, 30}, kit.Value[int]{
			Get: func() int { return int(autosaveInterval(prefs).Seconds()) },
			Set: func(seconds int) {
				prefs.SetInt(prefAutosave, seconds)
				w.OnInterval()
			},
		}))),
		f.Row("File dialogs", either("system", "Fillet", func() bool { return !w.usesSystemDialogs() },
			func(own bool) { prefs.SetBool(prefOwnDialogs, own) })),
	} {
		body.Add(o)
	}
	if !w.Native {
		body.Add(note("No system file dialogs available (zenity is not installed)."))
	}
	f.Primary("Close", f.Close)
	f.buttons[0] = kit.Pad(0, 0, 14, 0, f.buttons[0])
	room := w.Win.Canvas().Size()
	f.OpenLasting("Preferences", fyne.NewSize(min(600, room.Width-40), min(620, room.Height-40)),
		container.NewVScroll(kit.Pad(0, 0, 14, 0, body)))
	if control >= 0 {
		w.Win.Canvas().Focus([]fyne.Focusable{themes, size}[control])
	}
}
