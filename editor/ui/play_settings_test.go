package ui

import (
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
)

// Accepting the form makes one undo step. Invalid values are reported and change nothing.
func TestPlaySettingsForm(t *testing.T) {
	m := modeForTest(t)
	s, doc := m.Session, m.Session.Document()
	before := doc.Settings().Playtest
	f := newPlaySettings(m)
	f.build()
	enter := func(o fyne.CanvasObject, s string) {
		n := o.(*kit.NumberField)
		n.SetText(s)
		n.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	pick := func(key string, i int) { f.controls[key].(*kit.Segmented).OnPick(i) }
	width := f.controls["size"].(*fyne.Container).Objects[0]
	enter(f.controls["jump_height"], "30*3")
	enter(f.controls["max_slope"], "120") // clamped to the range
	enter(width, "10")
	pick("jetpack", 1)
	pick("swim", 0)
	pick("body", 0)
	if !strings.Contains(f.about.Text, "90 px high") {
		t.Errorf("summary = %q", f.about.Text)
	}
	if !f.commit() {
		t.Fatalf("the form is rejected: %s", f.problem.Text)
	}
	want := before
	want.JumpHeight, want.MaxSlope, want.Size.X, want.Jetpack, want.Swim, want.Form = 90, 89, 10, true, false,
		level.BoxForm
	if got := doc.Settings().Playtest; got != want {
		t.Errorf("the settings are\n%+v, want\n%+v", got, want)
	}
	if s.Undo(); doc.Settings().Playtest != before {
		t.Error("one undo does not restore the settings")
	}
	enter(width, "-3")
	if f.commit() || f.problem.Text == "" {
		t.Error("a negative size was accepted")
	}
}
