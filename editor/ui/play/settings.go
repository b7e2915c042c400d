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

// Form is the dialog for the character and the forces of a level's playtest.
type Form struct {
	W       *Mode
	Draft   level.Playtest
	taken   []string // keys that the spawn sets for itself
	Fields  map[string]*kit.NumberField
	Size    [2]*kit.NumberField
	mode    *kit.Segmented
	Form    *kit.Segmented
	Jetpack *kit.Segmented
	falls   *kit.Segmented
	About   *canvas.Text // what the numbers come to
	Problem *canvas.Text
}

var (
	playModes = []level.PlayMode{level.Platformer, level.TopDown}
	playForms = []level.PlayForm{level.BoxForm, level.CapsuleForm, level.CircleForm}
)

// Settings asks for the character's settings. What is changed is one step that can be undone.
func (m *Mode) Settings() {
	doc := m.Session.Document()
	f := &Form{W: m, Draft: doc.Settings().Playtest, taken: playtest.Overrides(doc.Snapshot()), Fields: map[string]*kit.NumberField{}}
	var d dialog.Dialog
	accept := func() {
		if f.Commit() {
			d.Hide()
		}
	}
	defaults := kit.NewTextButton(m.Look, "Defaults", false, func() {
		f.Draft = level.DefaultPlaytest()
		f.refresh()
	})
	foot := container.New(kit.Row{Gap: kit.Gap, Grow: 1}, defaults, kit.NewSpace(),
		kit.NewTextButton(m.Look, "Cancel", false, func() { d.Hide() }), kit.NewTextButton(m.Look, "OK", true, accept))
	d = m.Dialog("Character and forces", container.NewBorder(nil, kit.Pad(0, 10, 0, 0, foot), nil, nil, f.Build()), fyne.NewSize(640, 590))
	m.Open(d, accept)
}

// Commit makes the change, unless something in it is not valid.
func (f *Form) Commit() bool {
	for _, n := range f.Fields {
		n.Commit()
	}
	for _, n := range f.Size {
		n.Commit()
	}
	if err := f.Draft.Validate(); err != nil {
		f.fail(err)
		return false
	}
	if err := f.W.Session.EditSettings("Edit the character", func(s *level.Settings) { s.Playtest = f.Draft }); err != nil {
		f.fail(err)
		return false
	}
	return true
}

// fail says what is wrong, by the name that the dialog has for it.
func (f *Form) fail(err error) {
	s := err.Error()
	var pe *level.PlayError
	if errors.As(err, &pe) {
		if l, ok := playLabels[pe.Key]; ok {
			s = l.label + " " + pe.Err.Error()
		}
	}
	kit.SetText(f.Problem, kit.Shorten(s, 90))
}

// Build makes the form's fields.
func (f *Form) Build() fyne.CanvasObject {
	l := f.W.Look
	p := l.Colors()
	f.About, f.Problem = kit.Text("", p.Quiet, kit.TextSize-1), kit.Text("", p.Danger, kit.TextSize-1)
	f.mode = kit.NewSegmented(l, []string{"Platformer", "Top-down"}, func(i int) { f.Draft.Mode = playModes[i]; f.refresh() })
	f.Form = kit.NewSegmented(l, []string{"Box", "Capsule", "Circle"}, func(i int) { f.Draft.Form = playForms[i]; f.refresh() })
	f.Jetpack = kit.NewSegmented(l, []string{"Off", "On"}, func(i int) { f.Draft.Jetpack = i == 1; f.refresh() })
	f.falls = kit.NewSegmented(l, []string{"Down", "Up"}, func(i int) { f.Draft.Reversed = i == 1; f.refresh() })
	for i, letter := range []string{"W", "H"} {
		n := kit.NewNumberField(l, " px", func(v float64) {
			side := [2]*float64{&f.Draft.Size.X, &f.Draft.Size.Y}[i]
			*side = v
			f.refresh()
		}, f.fail)
		n.Icon = l.Icons.Prefix(letter, p.Quiet)
		f.Size[i] = n
	}
	left := container.New(kit.Lines(0),
		f.group("Character"), f.line("mode", "Seen", f.mode), f.line("body", "Body", f.Form),
		f.line("size", "Size", container.New(kit.Equal{Gap: kit.Gap}, f.Size[0], f.Size[1])))
	f.addNumbers(left, 0)
	left.Add(f.group("Gravity"))
	left.Add(f.number("gravity"))
	left.Add(f.line("reversed", "Pulls", f.falls))
	right := container.New(kit.Lines(0))
	f.addNumbers(right, 1)
	f.refresh()
	return container.NewBorder(nil, container.New(kit.Lines(0), kit.Pad(0, 8, 0, 0, f.About), f.Problem), nil, nil, container.New(kit.Equal{Gap: 28}, left, right))
}

func (f *Form) addNumbers(to *fyne.Container, column int) {
	for _, g := range playGroups[column] {
		to.Add(f.group(g.title))
		if g.title == "Jetpack" {
			to.Add(f.line("jetpack", "Jetpack", f.Jetpack))
		}
		for _, key := range g.keys {
			to.Add(f.number(key))
		}
	}
}

// group is the title of some lines.
func (f *Form) group(title string) fyne.CanvasObject {
	return kit.Pad(0, 8, 0, 2, kit.Bold(title, f.W.Look.Colors().Text, kit.TextSize))
}

// line is one setting. One that the spawn sets for itself says so.
func (f *Form) line(key, label string, o fyne.CanvasObject) fyne.CanvasObject {
	ink := f.W.Look.Colors().Quiet
	if slices.Contains(f.taken, key) {
		label, ink = label+" *", f.W.Look.Colors().Warn
	}
	return container.New(kit.Labelled{Width: 112}, kit.Text(label, ink, kit.TextSize-1), o)
}

func (f *Form) number(key string) fyne.CanvasObject {
	l := playLabels[key]
	n := kit.NewNumberField(f.W.Look, l.unit, func(v float64) { f.set(key, v) }, f.fail)
	f.Fields[key] = n
	return f.line(key, l.label, n)
}

// set takes a number, cut to its range.
func (f *Form) set(key string, v float64) {
	for _, n := range f.Draft.Numbers() {
		if n.Key == key {
			*n.Value = min(max(v, n.Least), n.Most)
		}
	}
	f.refresh()
}

// refresh shows the draft.
func (f *Form) refresh() {
	for _, n := range f.Draft.Numbers() {
		if field := f.Fields[n.Key]; field != nil {
			field.SetNumber(*n.Value, false)
		}
	}
	f.Size[0].SetNumber(f.Draft.Size.X, false)
	f.Size[1].SetNumber(f.Draft.Size.Y, false)
	f.mode.Choose(slices.Index(playModes, f.Draft.Mode))
	f.Form.Choose(slices.Index(playForms, f.Draft.Form))
	f.Jetpack.Choose(kit.BoolInt(f.Draft.Jetpack))
	f.falls.Choose(kit.BoolInt(f.Draft.Reversed))
	kit.SetText(f.Problem, "")
	kit.SetText(f.About, f.summary())
}

// summary says in words what the numbers lead to.
func (f *Form) summary() string {
	s := ""
	if d := &f.Draft; d.Mode == level.Platformer && d.JumpHeight > 0 {
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
