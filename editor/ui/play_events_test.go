package ui

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/ui/kit"
)

// The event list shows which bodies touched, for how long and how hard.
func TestContactEventsInThePanel(t *testing.T) {
	test.NewTempApp(t)
	v := &playPanel{names: map[level.ID]string{1: "floor", 2: "crate"}}
	r := newLogRow(kit.NewLook(kit.ModeDark))
	for _, c := range []struct {
		e            play.Event
		kind, detail string
	}{
		{play.Event{Kind: play.Begin, Trigger: 1, Other: 2, Impulse: 1234567.4}, "begin", "1.2M · floor · crate"},
		{play.Event{Kind: play.Begin, Trigger: 1, Other: 2, Impulse: 27312}, "begin", "27.3k · floor · crate"},
		{play.Event{Kind: play.Begin, Trigger: 1, Other: 2, Impulse: 999.4}, "begin", "999 · floor · crate"},
		{
			play.Event{Kind: play.End, Trigger: 1, Steps: 30, Impulse: 999.6},
			"end",
			"floor · character after 0.50 s, at most 1.0k",
		},
	} {
		r.show(v, &c.e)
		if got := r.who.Full; r.kind.Text != c.kind || got != c.detail {
			t.Errorf("a row shows %q and %q, want %q and %q", r.kind.Text, got, c.kind, c.detail)
		}
	}
}
