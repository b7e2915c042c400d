package ui

import (
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
)

// What the form changes is one step that can be undone; what is not valid is told, and changes nothing.
func TestFormIsOneStep(t *testing.T) {
	m := modeForTest(t)
	s, doc := m.Session, m.Session.Document()
	before := doc.Settings().Playtest
	f := &playSettingsForm{
		w: m, draft: before, fields: map[string]*kit.NumberField{},
		turned: map[string]*kit.Segmented{},
	}
	f.build()
	enter := func(n *kit.NumberField, s string) {
		n.SetText(s)
		n.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	enter(f.fields["jump_height"], "30*3")
	enter(f.fields["max_slope"], "120") // cut to the range
	enter(f.size[0], "10")
	f.turned["jetpack"].OnPick(1)
	f.turned["swim"].OnPick(0)
	f.body.OnPick(0)
	if !strings.Contains(f.about.Text, "90 px high") {
		t.Errorf("the dialog says %q", f.about.Text)
	}
	if !f.commit() {
		t.Fatalf("not taken: %s", f.problem.Text)
	}
	want := before
	want.JumpHeight, want.MaxSlope, want.Size.X, want.Jetpack, want.Swim, want.Form = 90, 89, 10, true, false,
		level.BoxForm
	if got := doc.Settings().Playtest; got != want {
		t.Errorf("the settings are\n%+v, want\n%+v", got, want)
	}
	if s.Undo(); doc.Settings().Playtest != before {
		t.Error("one undo does not bring the settings back")
	}
	enter(f.size[0], "-3")
	if f.commit() || f.problem.Text == "" {
		t.Error("a negative size was taken")
	}
}
