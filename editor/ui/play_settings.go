package ui

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
	"fillet/editor/play"
	"fillet/editor/ui/kit"
)

// playLabels holds the labels and units of the playtest's numbers, by key.
var playLabels = map[string]struct{ label, unit string }{
	"speed": {"Speed", " px/s"}, "acceleration": {"Acceleration", " px/s²"}, "air_control": {"In the air", " px/s²"},
	"max_slope": {"Steepest slope", "°"}, "step_height": {"Highest step", " px"}, "density": {"Density", ""},
	"jump_height": {"Height", " px"}, "time_to_apex": {"Time to apex", " s"}, "coyote_time": {"Coyote time", " s"},
	"jump_buffer": {"Jump buffer", " s"}, "max_fall": {"Fastest fall", " px/s"},
	"thrust": {"Thrust", " px/s²"}, "burst": {"Burst", " px/s"}, "fuel": {"Burns for", " s"},
	"refill":   {"Refills in", " s"},
	"max_rise": {"Fastest rise", " px/s"}, "gravity": {"Strength", " px/s²"},
	"jump_cut": {"Speed kept", ""}, "corner_reach": {"Distance", " px"}, "air_jumps": {"Count", ""},
	"air_jump_height": {"Height", " px"},
	"wall_slide":      {"Fastest slide", " px/s"}, "wall_jump_height": {"Height", " px"},
	"wall_jump_speed": {"Push-off speed", " px/s"},
	"crouch_height":   {"Height", " px"}, "crouch_speed": {"Speed", " px/s"}, "climb_speed": {"Speed", " px/s"},
	"rolling_resistance": {"Rolling resistance", ""}, "damping": {"Linear", " /s"}, "spin_damping": {"Angular", " /s"},
	"ground_damping": {"Top-down", " /s"},
	"max_spin":       {"Fastest spin", " rad/s"}, "bounce_speed": {"Bounce above", " px/s"},
	"sleep_speed": {"Slower than", " px/s"}, "sleep_time": {"For", " s"},
	"friction_mix": {"Friction", ""}, "restitution_mix": {"Restitution", ""},
	"swim_speed": {"Speed", " px/s"}, "buoyancy": {"Buoyancy", ""}, "water_drag": {"Drag", " /s"},
}

// playGroup is a group of numbers, with an optional switch and its labels for off and on.
type playGroup struct {
	title, key string
	words      []string
	about      string
	keys       []string
}

var offOn = []string{"Off", "On"}

// playPages holds the pages of the dialog, each with two columns. The character's mode and body come first.
var playPages = []struct {
	title   string
	columns [2][]playGroup
}{
	{"Character", [2][]playGroup{
		{{title: "Walking", keys: []string{
			"speed", "acceleration", "air_control", "max_slope", "step_height",
			"density",
		}}},
		{
			{title: "Jump", keys: []string{"jump_height", "time_to_apex", "coyote_time", "jump_buffer", "max_fall"}},
		},
	}},
	{"Abilities", [2][]playGroup{
		{
			{
				title: "Short jumps", key: "variable_jump", words: offOn,
				about: "Releasing the key ends a jump early: fraction of its speed kept, 0 to 1",
				keys:  []string{"jump_cut"},
			},
			{
				title: "Slip past corners", key: "corner_correction", words: offOn,
				about: "A head that only grazes a corner on the way up is moved past it",
				keys:  []string{"corner_reach"},
			},
			{
				title: "Jumps in the air", key: "double_jump", words: offOn, about: "Number of jumps before landing",
				keys: []string{"air_jumps", "air_jump_height"},
			},
			{
				title: "Walls", key: "wall_jump", words: offOn,
				about: "Slides down walls that it presses against, and jumps off them",
				keys:  []string{"wall_slide", "wall_jump_height", "wall_jump_speed"},
			},
			{
				title: "Crouch", key: "crouch", words: offOn,
				about: "Down makes the character lower and slower. It stays low where there is no room to stand",
				keys:  []string{"crouch_height", "crouch_speed"},
			},
		},
		{
			{
				title: "Ladders", key: "climb", words: offOn, about: "Climbs triggers tagged ladder with Up and Down",
				keys: []string{"climb_speed"},
			},
			{
				title: "Water", key: "swim", words: offOn,
				about: "Swims in triggers tagged water. A buoyancy above 1 floats at the surface",
				keys:  []string{"swim_speed", "buoyancy", "water_drag"},
			},
			{
				title: "Jetpack", key: "jetpack", words: offOn, about: "Holding the jump key in the air burns fuel",
				keys: []string{"thrust", "burst", "fuel", "refill", "max_rise"},
			},
		},
	}},
	{"Bodies", [2][]playGroup{
		{
			{
				title: "Gravity", key: "reversed", words: []string{"Down", "Up"},
				about: "Initial direction and strength, for bodies and for a character that cannot jump",
				keys:  []string{"gravity"},
			},
			{
				title: "Contact", about: "How the values of two surfaces combine, and the minimum speed to bounce",
				keys: []string{"friction_mix", "restitution_mix", "bounce_speed", "rolling_resistance"},
			},
		},
		{
			{title: "Damping", about: "Initial fraction of speed lost per second. In top-down levels it stops " +
				"sliding bodies", keys: []string{"damping", "spin_damping", "ground_damping", "max_spin"}},
			{
				title: "Sleep", about: "Bodies this slow for this long, and not accelerating, fall asleep",
				keys: []string{"sleep_speed", "sleep_time"},
			},
		},
	}},
}

// playSettingsForm is the dialog for a playtest's character and forces.
type playSettingsForm struct {
	w       *playMode
	draft   level.Playtest
	taken   []string // keys that the spawn overrides
	fields  map[string]*kit.NumberField
	size    [2]*kit.NumberField
	mode    *kit.Segmented
	body    *kit.Segmented
	turned  map[string]*kit.Segmented // the switches
	mixes   [2]*kit.SelectBox         // for friction and restitution
	about   *canvas.Text              // a summary of the numbers
	problem *canvas.Text
}

var (
	playModes = []level.PlayMode{level.Platformer, level.TopDown}
	playMixes = []level.PlayMix{
		level.GeometricMix, level.AverageMix, level.MinimumMix, level.MaximumMix,
		level.ProductMix,
	}
	playForms = []level.PlayForm{level.BoxForm, level.CapsuleForm, level.CircleForm}
)

// barRoom is the width of the scroll bar beside the pages.
const barRoom = 10

// Settings opens the settings of the character. Accepting them makes one undo step.
func (m *playMode) Settings() {
	doc := m.Session.Document()
	f := &playSettingsForm{
		w: m, draft: doc.Settings().Playtest, taken: play.Overrides(doc.Snapshot()),
		fields: map[string]*kit.NumberField{}, turned: map[string]*kit.Segmented{},
	}
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
	d = m.Dialog("Character and forces", container.NewBorder(nil, kit.Pad(0, 10, 0, 0, foot), nil, nil, f.build()),
		fyne.NewSize(640, 668))
	m.Open(d, accept)
}

// commit applies the change unless something in it is invalid.
func (f *playSettingsForm) commit() bool {
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
	if err := f.w.Session.EditSettings("Character and forces", func(s *level.Settings) {
		s.Playtest = f.draft
	}); err != nil {
		f.fail(err)
		return false
	}
	return true
}

// fail shows an error, using the dialog's label for the setting.
func (f *playSettingsForm) fail(err error) {
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
func (f *playSettingsForm) build() fyne.CanvasObject {
	l := f.w.Look
	p := l.Colors()
	f.about, f.problem = kit.Text("", p.Quiet, kit.TextSize-1), kit.Text("", p.Danger, kit.TextSize-1)
	f.mode = kit.NewSegmented(l, []string{"Platformer", "Top-down"}, func(i int) {
		f.draft.Mode = playModes[i]
		f.refresh()
	})
	f.body = kit.NewSegmented(l, []string{"Box", "Capsule", "Circle"}, func(i int) {
		f.draft.Form = playForms[i]
		f.refresh()
	})
	for i, letter := range []string{"W", "H"} {
		n := kit.NewNumberField(l, " px", func(v float64) {
			side := [2]*float64{&f.draft.Size.X, &f.draft.Size.Y}[i]
			*side = v
			f.refresh()
		}, f.fail)
		n.Icon = l.Icons.Prefix(letter, p.Quiet)
		f.size[i] = n
	}
	who := []fyne.CanvasObject{
		f.title("Character"), f.line("mode", "View", f.mode), f.line("body", "Body", f.body),
		f.line("size", "Size", container.New(kit.Equal{Gap: kit.Gap}, f.size[0], f.size[1])),
	}
	names := make([]string, len(playPages))
	stack := container.NewStack()
	for i, page := range playPages {
		names[i] = page.title
		columns := container.New(kit.Equal{Gap: 28})
		for k, groups := range page.columns {
			lines := container.New(kit.Lines(0))
			if i == 0 && k == 0 {
				lines.Objects = who
			}
			for _, g := range groups {
				f.addGroup(lines, g)
			}
			columns.Add(lines)
		}
		columns.Hidden = i > 0
		stack.Add(columns)
	}
	pages := container.NewVScroll(kit.Pad(0, 0, barRoom, 0, stack)) // the longest page does not fit a low window
	var choose *kit.Segmented
	choose = kit.NewSegmented(l, names, func(page int) {
		choose.Choose(page)
		for i, o := range stack.Objects {
			kit.SetVisible(o, i == page)
		}
		pages.Refresh()
		pages.ScrollToTop()
	})
	choose.Choose(0)
	f.refresh()
	return container.NewBorder(choose, container.New(kit.Lines(0), kit.Pad(0, 8, 0, 0, f.about), f.problem), nil, nil,
		kit.Pad(0, 0, -barRoom, 0, pages))
}

// addGroup adds a group's numbers under its title and switch.
func (f *playSettingsForm) addGroup(to *fyne.Container, g playGroup) {
	l := f.w.Look
	if g.key == "" {
		to.Add(kit.Pad(0, 8, 0, 2, kit.NewHelpText(l, kit.Bold(g.title, l.Colors().Text, kit.TextSize), g.about)))
	} else {
		turn := kit.NewSegmented(l, g.words, func(i int) { f.turn(g.key, i == 1) })
		f.turned[g.key] = turn
		name, ink := g.title, l.Colors().Text
		if slices.Contains(f.taken, g.key) {
			name, ink = name+" *", l.Colors().Warn
		}
		title := kit.NewHelpText(l, kit.Bold(name, ink, kit.TextSize), g.about)
		to.Add(kit.Pad(0, 8, 0, 2, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, title, turn)))
	}
	for _, key := range g.keys {
		switch key {
		case "friction_mix":
			to.Add(f.mix(key, 0, &f.draft.FrictionMix))
		case "restitution_mix":
			to.Add(f.mix(key, 1, &f.draft.RestitutionMix))
		default:
			to.Add(f.number(key))
		}
	}
}

// mix returns the row that chooses how two surfaces' values are combined.
func (f *playSettingsForm) mix(key string, i int, of *level.PlayMix) fyne.CanvasObject {
	words := make([]string, len(playMixes))
	for k, m := range playMixes {
		words[k] = string(m)
	}
	f.mixes[i] = kit.NewSelectBox(f.w.Look, words, func(word string) { *of = level.PlayMix(word); f.refresh() })
	return f.line(key, playLabels[key].label, f.mixes[i])
}

// title returns a heading.
func (f *playSettingsForm) title(text string) fyne.CanvasObject {
	return kit.Pad(0, 8, 0, 2, kit.Bold(text, f.w.Look.Colors().Text, kit.TextSize))
}

// turn sets a switch.
func (f *playSettingsForm) turn(key string, on bool) {
	for _, x := range f.draft.Switches() {
		if x.Key == key {
			*x.On = on
		}
	}
	f.refresh()
}

// line returns the row of a setting, marked if the spawn overrides it.
func (f *playSettingsForm) line(key, label string, o fyne.CanvasObject) fyne.CanvasObject {
	ink := f.w.Look.Colors().Quiet
	if slices.Contains(f.taken, key) {
		label, ink = label+" *", f.w.Look.Colors().Warn
	}
	return container.New(kit.Labelled{Width: 112}, kit.Text(label, ink, kit.TextSize-1), o)
}

func (f *playSettingsForm) number(key string) fyne.CanvasObject {
	l := playLabels[key]
	n := kit.NewNumberField(f.w.Look, l.unit, func(v float64) { f.set(key, v) }, f.fail)
	f.fields[key] = n
	return f.line(key, l.label, n)
}

// set sets a number, clamped to its range.
func (f *playSettingsForm) set(key string, v float64) {
	for _, n := range f.draft.Numbers() {
		if n.Key == key {
			*n.Value = min(max(v, n.Least), n.Most)
		}
	}
	f.refresh()
}

// refresh shows the draft.
func (f *playSettingsForm) refresh() {
	for _, n := range f.draft.Numbers() {
		if field := f.fields[n.Key]; field != nil {
			field.SetNumber(*n.Value, false)
		}
	}
	f.size[0].SetNumber(f.draft.Size.X, false)
	f.size[1].SetNumber(f.draft.Size.Y, false)
	for i, m := range [2]level.PlayMix{f.draft.FrictionMix, f.draft.RestitutionMix} {
		if box := f.mixes[i]; box.Selected != string(m) {
			box.Selected = string(m)
			box.Refresh()
		}
	}
	f.mode.Choose(slices.Index(playModes, f.draft.Mode))
	f.body.Choose(slices.Index(playForms, f.draft.Form))
	for _, x := range f.draft.Switches() {
		if turn := f.turned[x.Key]; turn != nil {
			turn.Choose(kit.BoolInt(*x.On))
		}
	}
	kit.SetText(f.problem, "")
	kit.SetText(f.about, f.summary())
}

// summary describes what the numbers lead to.
func (f *playSettingsForm) summary() string {
	s := ""
	if d := &f.draft; d.Mode == level.Platformer && d.JumpHeight > 0 {
		g := 2 * d.JumpHeight / (d.TimeToApex * d.TimeToApex)
		fall := d.TimeToApex
		if d.MaxFall > 0 && g*fall > d.MaxFall { // the rest of the fall is at top speed
			quick := d.MaxFall / g
			fall = quick + (d.JumpHeight-g*quick*quick/2)/d.MaxFall
		}
		air := d.TimeToApex + fall
		s = fmt.Sprintf("A jump is %s px high and %s px far at full speed; it takes %.2f s.",
			kit.FormatNumber(d.JumpHeight), kit.FormatNumber(math.Round(d.Speed*air)), air)
	}
	if len(f.taken) > 0 {
		if s != "" {
			s += "  "
		}
		s += "* Overridden by the level's spawn."
	}
	return s
}
