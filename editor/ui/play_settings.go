package ui

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// playGroup is a group of numbers, with an optional switch and its labels for off and on.
type playGroup struct {
	title, key string
	words      []string
	about      string
	keys       []string
}

var offOn = []string{"Off", "On"}

// playPages holds the pages of the dialog, each with two columns.
var playPages = []struct {
	title   string
	columns [2][]playGroup
}{
	{"Character", [2][]playGroup{
		{{title: "Character", keys: []string{"mode", "body", "size"}}, {title: "Walking", keys: []string{
			"speed", "acceleration", "air_control", "max_slope", "step_height",
			"density",
		}}},
		{{title: "Jump", keys: []string{"jump_height", "time_to_apex", "coyote_time", "jump_buffer", "max_fall"}}},
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
				about: "Shifts a rising character around a corner that its head grazes",
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
				about: "Swims in triggers tagged water, and floats at the surface with a buoyancy above 1",
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
	*dialog.Frame
	w        *playMode
	draft    level.Playtest
	taken    []string                     // keys that the spawn overrides
	controls map[string]fyne.CanvasObject // by key
	about    *canvas.Text                 // a summary of the numbers
	problem  *canvas.Text
}

var (
	playModes = []level.PlayMode{level.Platformer, level.TopDown}
	playMixes = dynamics.Mixes()
	playForms = []level.PlayForm{level.BoxForm, level.CapsuleForm, level.CircleForm}
)

// barRoom is the width of the scroll bar beside the pages.
const barRoom = 10

// Settings opens the settings of the character. Accepting them makes one undo step.
func (m *playMode) Settings() {
	f := newPlaySettings(m)
	f.LeftButton("Defaults", func() {
		f.draft = level.DefaultPlaytest()
		f.Show()
		f.OnChange()
	})
	f.Cancel("Cancel")
	f.Primary("OK", func() {
		if f.commit() {
			f.Close()
		}
	})
	f.Open("Character and forces", fyne.NewSize(640, 668), f.build())
}

func newPlaySettings(m *playMode) *playSettingsForm {
	doc, p := m.Session.Document(), m.Look.Colors()
	f := &playSettingsForm{
		Frame: m.NewFrame(112), w: m, draft: doc.Settings().Playtest, taken: play.Overrides(doc.Snapshot()),
		controls: map[string]fyne.CanvasObject{}, about: kit.Text("", p.Quiet, kit.TextSize-1),
		problem: kit.Text("", p.Danger, kit.TextSize-1),
	}
	f.Fail = f.fail
	f.OnChange = func() {
		kit.SetText(f.problem, "")
		kit.SetText(f.about, f.summary())
	}
	return f
}

// commit applies the change unless something in it is invalid.
func (f *playSettingsForm) commit() bool {
	f.Commit()
	err := f.draft.Validate()
	if err == nil {
		err = f.w.Session.EditSettings("Character and forces", func(s *level.Settings) { s.Playtest = f.draft })
	}
	if err != nil {
		f.fail(err)
	}
	return err == nil
}

// fail shows an error, using the dialog's label for the setting.
func (f *playSettingsForm) fail(err error) {
	s := err.Error()
	var pe *level.PlayError
	if errors.As(err, &pe) {
		if f, ok := level.PlayField(pe.Key); ok {
			s = f.Title + " " + pe.Err.Error()
		}
	}
	kit.SetText(f.problem, kit.Shorten(s, 90))
}

// build makes the form's controls and arranges them on pages.
func (f *playSettingsForm) build() fyne.CanvasObject {
	l := f.w.Look
	f.controls["mode"] = f.Words([]string{"Platformer", "Top-down"}, kit.Of(playModes, kit.At(&f.draft.Mode)))
	f.controls["body"] = f.Words([]string{"Box", "Capsule", "Circle"}, kit.Of(playForms, kit.At(&f.draft.Form)))
	size, _ := level.PlayField("size")
	width, height := f.Number(size.Unit, kit.At(&f.draft.Size.X)), f.Number(size.Unit, kit.At(&f.draft.Size.Y))
	width.Icon, height.Icon = l.Icons.Prefix("W", l.Colors().Quiet), l.Icons.Prefix("H", l.Colors().Quiet)
	f.controls["size"] = container.New(kit.Equal{Gap: kit.Gap}, width, height)
	for _, n := range f.draft.Numbers() {
		field, _ := level.PlayField(n.Key)
		f.controls[n.Key] = f.Number(field.Unit, kit.Within(n.Min, n.Max, kit.At(n.Value)))
	}
	mixes := kit.Map(playMixes, func(m dynamics.Mix) string { return string(m) })
	f.controls["friction_mix"] = f.Select(mixes, kit.Of(playMixes, kit.At(&f.draft.FrictionMix)))
	f.controls["restitution_mix"] = f.Select(mixes, kit.Of(playMixes, kit.At(&f.draft.RestitutionMix)))

	names := make([]string, len(playPages))
	stack := container.NewStack()
	for i, page := range playPages {
		names[i] = page.title
		columns := container.New(kit.Equal{Gap: 28})
		for _, groups := range page.columns {
			lines := container.New(kit.Lines(0))
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
	f.OnChange()
	return container.NewBorder(choose, container.New(kit.Lines(0), kit.Pad(0, 8, 0, 0, f.about), f.problem), nil, nil,
		kit.Pad(0, 0, -barRoom, 0, pages))
}

// addGroup adds a group's controls under its title and switch.
func (f *playSettingsForm) addGroup(to *fyne.Container, g playGroup) {
	p := f.w.Look.Colors()
	name, ink := f.marked(g.key, g.title, p.Text)
	title := fyne.CanvasObject(kit.NewHelpText(f.w.Look, kit.Bold(name, ink, kit.TextSize), g.about))
	for _, x := range f.draft.Switches() {
		if x.Key == g.key {
			f.controls[g.key] = f.Words(g.words, kit.Of([]bool{false, true}, kit.At(x.On)))
			title = container.New(kit.RowOf(0), title, f.controls[g.key])
		}
	}
	to.Add(kit.Pad(0, 8, 0, 2, title))
	for _, key := range g.keys {
		field, _ := level.PlayField(key)
		label, ink := f.marked(key, field.Title, p.Quiet)
		to.Add(container.New(kit.Labelled{Width: 112}, kit.Text(label, ink, kit.TextSize-1), f.controls[key]))
	}
}

// marked returns a setting's label and its colour, with a mark if the spawn overrides the setting.
func (f *playSettingsForm) marked(key, label string, ink color.Color) (string, color.Color) {
	if slices.Contains(f.taken, key) {
		return label + " *", f.w.Look.Colors().Warn
	}
	return label, ink
}

// summary describes the effect of the numbers, such as the jump height.
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
