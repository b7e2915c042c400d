package play

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor/level"
	"fillet/editor/playtest"
	"fillet/editor/ui/kit"
)

// playLabels is how people call the numbers of a playtest, by their keys.
var playLabels = map[string]struct{ label, unit string }{
	"speed": {"Speed", " px/s"}, "acceleration": {"Acceleration", " px/s²"}, "air_control": {"In the air", " px/s²"},
	"max_slope": {"Steepest slope", "°"}, "step_height": {"Highest step", " px"}, "density": {"Density", ""},
	"jump_height": {"Height", " px"}, "time_to_apex": {"Time to the top", " s"}, "coyote_time": {"Coyote time", " s"},
	"jump_buffer": {"Jump buffer", " s"}, "max_fall": {"Fastest fall", " px/s"},
	"thrust": {"Thrust", " px/s²"}, "burst": {"Burst", " px/s"}, "fuel": {"Burns for", " s"}, "refill": {"Refills in", " s"},
	"max_rise": {"Fastest rise", " px/s"}, "gravity": {"Strength", " px/s²"},
}

// playGroups is the order in which the dialog shows them, in two columns.
var playGroups = [2][]struct {
	title string
	keys  []string
}{
	{{"Walking", []string{"speed", "acceleration", "air_control", "max_slope", "step_height", "density"}}},
	{{"Jump", []string{"jump_height", "time_to_apex", "coyote_time", "jump_buffer", "max_fall"}}, {"Jetpack", []string{"thrust", "burst", "fuel", "refill", "max_rise"}}},
}

// form is the dialog for the character and the forces of a level's playtest.
type form struct {
	w       *Mode
	draft   level.Playtest
	taken   []string // keys that the spawn sets for itself
	fields  map[string]*kit.NumberField
	size    [2]*kit.NumberField
	mode    *kit.Segmented
	body    *kit.Segmented
	jetpack *kit.Segmented
	falls   *kit.Segmented
	about   *canvas.Text // what the numbers come to
	problem *canvas.Text
}

var (
	playModes = []level.PlayMode{level.Platformer, level.TopDown}
	playForms = []level.PlayForm{level.BoxForm, level.CapsuleForm, level.CircleForm}
)

// Settings asks for the character's settings. What is changed is one step that can be undone.
func (m *Mode) Settings() {
	doc := m.Session.Document()
	f := &form{w: m, draft: doc.Settings().Playtest, taken: playtest.Overrides(doc.Snapshot()), fields: map[string]*kit.NumberField{}}
	var d dialog.Dialog
	accept := func() {
		if f.commit() {
			d.Hide()
		}
	}
	defaults := kit.NewTextButton(m.Look, "Defaults", false, func() {
		f.draft = level.DefaultPlaytest()
		f.refresh()
	})
	foot := container.New(kit.Row{Gap: kit.Gap, Grow: 1}, defaults, kit.NewSpace(),
		kit.NewTextButton(m.Look, "Cancel", false, func() { d.Hide() }), kit.NewTextButton(m.Look, "OK", true, accept))
	d = m.Dialog("Character and forces", container.NewBorder(nil, kit.Pad(0, 10, 0, 0, foot), nil, nil, f.build()), fyne.NewSize(640, 590))
	m.Open(d, accept)
}

// commit makes the change, unless something in it is not valid.
func (f *form) commit() bool {
	for _, n := range f.fields {
		n.Commit()
	}
	for _, n := range f.size {
		n.Commit()
	}
	if err := f.draft.Validate(); err != nil {
		f.fail(err)
		return false
	}
	if err := f.w.Session.EditSettings("Edit the character", func(s *level.Settings) { s.Playtest = f.draft }); err != nil {
		f.fail(err)
		return false
	}
	return true
}

// fail says what is wrong, by the name that the dialog has for it.
func (f *form) fail(err error) {
	s := err.Error()
	var pe *level.PlayError
	if errors.As(err, &pe) {
		if l, ok := playLabels[pe.Key]; ok {
			s = l.label + " " + pe.Err.Error()
		}
	}
	kit.SetText(f.problem, kit.Shorten(s, 90))
}

// build makes the form's fields.
func (f *form) build() fyne.CanvasObject {
	l := f.w.Look
	p := l.Colors()
	f.about, f.problem = kit.Text("", p.Quiet, kit.TextSize-1), kit.Text("", p.Danger, kit.TextSize-1)
	f.mode = kit.NewSegmented(l, []string{"Platformer", "Top-down"}, func(i int) { f.draft.Mode = playModes[i]; f.refresh() })
	f.body = kit.NewSegmented(l, []string{"Box", "Capsule", "Circle"}, func(i int) { f.draft.Form = playForms[i]; f.refresh() })
	f.jetpack = kit.NewSegmented(l, []string{"Off", "On"}, func(i int) { f.draft.Jetpack = i == 1; f.refresh() })
	f.falls = kit.NewSegmented(l, []string{"Down", "Up"}, func(i int) { f.draft.Reversed = i == 1; f.refresh() })
	for i, letter := range []string{"W", "H"} {
		n := kit.NewNumberField(l, " px", func(v float64) {
			side := [2]*float64{&f.draft.Size.X, &f.draft.Size.Y}[i]
			*side = v
			f.refresh()
		}, f.fail)
		n.Icon = l.Icons.Prefix(letter, p.Quiet)
		f.size[i] = n
	}
	left := container.New(kit.Lines(0),
		f.group("Character"), f.line("mode", "Seen", f.mode), f.line("body", "Body", f.body),
		f.line("size", "Size", container.New(kit.Equal{Gap: kit.Gap}, f.size[0], f.size[1])))
	f.addNumbers(left, 0)
	left.Add(f.group("Gravity"))
	left.Add(f.number("gravity"))
	left.Add(f.line("reversed", "Pulls", f.falls))
	right := container.New(kit.Lines(0))
	f.addNumbers(right, 1)
	f.refresh()
	return container.NewBorder(nil, container.New(kit.Lines(0), kit.Pad(0, 8, 0, 0, f.about), f.problem), nil, nil, container.New(kit.Equal{Gap: 28}, left, right))
}

func (f *form) addNumbers(to *fyne.Container, column int) {
	for _, g := range playGroups[column] {
		to.Add(f.group(g.title))
		if g.title == "Jetpack" {
			to.Add(f.line("jetpack", "Jetpack", f.jetpack))
		}
		for _, key := range g.keys {
			to.Add(f.number(key))
		}
	}
}

// group is the title of some lines.
func (f *form) group(title string) fyne.CanvasObject {
	return kit.Pad(0, 8, 0, 2, kit.Bold(title, f.w.Look.Colors().Text, kit.TextSize))
}

// line is one setting. One that the spawn sets for itself says so.
func (f *form) line(key, label string, o fyne.CanvasObject) fyne.CanvasObject {
	ink := f.w.Look.Colors().Quiet
	if slices.Contains(f.taken, key) {
		label, ink = label+" *", f.w.Look.Colors().Warn
	}
	return container.New(kit.Labelled{Width: 112}, kit.Text(label, ink, kit.TextSize-1), o)
}

func (f *form) number(key string) fyne.CanvasObject {
	l := playLabels[key]
	n := kit.NewNumberField(f.w.Look, l.unit, func(v float64) { f.set(key, v) }, f.fail)
	f.fields[key] = n
	return f.line(key, l.label, n)
}

// set takes a number, cut to its range.
func (f *form) set(key string, v float64) {
	for _, n := range f.draft.Numbers() {
		if n.Key == key {
			*n.Value = min(max(v, n.Least), n.Most)
		}
	}
	f.refresh()
}

// refresh shows the draft.
func (f *form) refresh() {
	for _, n := range f.draft.Numbers() {
		if field := f.fields[n.Key]; field != nil {
			field.SetNumber(*n.Value, false)
		}
	}
	f.size[0].SetNumber(f.draft.Size.X, false)
	f.size[1].SetNumber(f.draft.Size.Y, false)
	f.mode.Choose(slices.Index(playModes, f.draft.Mode))
	f.body.Choose(slices.Index(playForms, f.draft.Form))
	f.jetpack.Choose(kit.BoolInt(f.draft.Jetpack))
	f.falls.Choose(kit.BoolInt(f.draft.Reversed))
	kit.SetText(f.problem, "")
	kit.SetText(f.about, f.summary())
}

// summary says in words what the numbers lead to.
func (f *form) summary() string {
	s := ""
	if d := &f.draft; d.Mode == level.Platformer && d.JumpHeight > 0 {
		g := 2 * d.JumpHeight / (d.TimeToApex * d.TimeToApex)
		fall := d.TimeToApex
		if d.MaxFall > 0 && g*fall > d.MaxFall { // it falls no faster than that for the rest
			quick := d.MaxFall / g
			fall = quick + (d.JumpHeight-g*quick*quick/2)/d.MaxFall
		}
		air := d.TimeToApex + fall
		s = fmt.Sprintf("A jump is %s px high and %s px far at full speed; it takes %.2f s.", kit.FormatNumber(d.JumpHeight), kit.FormatNumber(math.Round(d.Speed*air)), air)
	}
	if len(f.taken) > 0 {
		if s != "" {
			s += "  "
		}
		s += "* The level's spawn sets this for itself."
	}
	return s
}
