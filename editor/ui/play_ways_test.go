package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/ui/kit"
)

// clickLevel clicks a position in the level.
func (w *Window) clickLevel(p level.Vec) {
	at := w.Canvas.Camera.ToScreen(p).Mul(1 / w.Canvas.Scale)
	e := &desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(float32(at.X), float32(at.Y))},
		Button:     desktop.MouseButtonPrimary,
	}
	w.Canvas.MouseMoved(e)
	w.Canvas.MouseDown(e)
	w.Canvas.MouseUp(e)
}

// drawn counts the bright lines and arrows over the level.
func (w *Window) drawn() (n int) {
	drawForTest(w.Win.Canvas())
	for _, o := range w.Canvas.Scene().Overlays {
		if l, ok := o.(overlay.Line); ok && !l.Faint {
			n++
		}
	}
	return n
}

// Play › Show reachable ground shows the ways and their number. A click on ground highlights its ways; Next way picks
// one of them, and Enter or a click plays it. Escape returns to the ways, and pressed again hides them. The level does
// not change.
func TestWaysInTheWindow(t *testing.T) {
	w, k := newPlayWindow(t, "platformer")
	w.play.Ways.Steps = 200_000
	before, none := marshalled(t, w), w.drawn()
	w.doForTest(t, "Play › Show reachable ground")
	all := w.drawn()
	_, _, _, lines := stripParts(w)
	if !w.play.Ways.IsOn() || all < none+4 || len(lines) != 2 || !strings.Contains(lines[0], "stretches of ground") ||
		!strings.Contains(lines[1], "not shown") {
		t.Fatalf("%d lines are drawn, the strip shows %q", all-none, lines)
	}
	if legend := w.toolStrip().Legend; len(legend) != 4 || legend[3].Text != "One way" {
		t.Errorf("the strip has the legend %+v", legend)
	}
	w.clickLevel(level.Vec{X: 290, Y: 342}) // the meadow
	_, _, _, lines = stripParts(w)
	if !strings.HasPrefix(lines[1], "meadow: ") || w.drawn() >= all || w.Session.Selection().Len() != 0 {
		t.Errorf("with ground picked %d of %d lines are bright, the strip shows %q", w.drawn(), all, lines)
	}
	buttons, _, _, _ := stripParts(w)
	if !button(buttons, "Play").IsOff {
		t.Error("ground can be played")
	}
	button(buttons, "Next way").Tapped(nil)
	buttons, _, _, lines = stripParts(w)
	if !strings.HasPrefix(lines[1], "From meadow to ") || button(buttons, "Play").IsOff {
		t.Fatalf("with a way picked the strip shows %q", lines)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.play.Run == nil || w.play.Run.Tape == nil {
		t.Fatal("Enter does not play the way")
	}
	for n := 0; n < 100 && w.play.Run.Tape != nil; n++ {
		k.run(30)
	}
	if c := w.play.Run.Run.Character(); w.play.Run.Tape != nil || !c.Grounded {
		t.Errorf("the played way does not end on ground, but at %v", c.Position)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.play.IsOn() || !w.play.Ways.IsOn() {
		t.Fatal("Escape does not return to the ways")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.play.Ways.IsOn() || w.drawn() != none || marshalled(t, w) != before {
		t.Error("Escape does not hide the ways, or the level has changed")
	}
}

// After a change to the level the ways are dimmed and cannot be clicked until the next survey ends.
func TestWaysFollowTheLevel(t *testing.T) {
	w, _ := newPlayWindow(t, "platformer")
	w.play.Ways.Steps = 20_000
	var later []func()
	w.Look.Later = func(_ time.Duration, f func()) func() {
		later = append(later, f)
		return func() {}
	}
	w.doForTest(t, "Play › Show reachable ground")
	bright := w.drawn()
	crate := slices.Collect(w.Session.Document().Colliders())[0]
	if err := w.Session.Rename([]level.ID{crate.ID}, "changed"); err != nil {
		t.Fatal(err)
	}
	_, _, _, lines := stripParts(w)
	if !strings.Contains(lines[1], "has changed") || w.drawn() >= bright {
		t.Errorf("after a change %d of %d lines are bright, the strip shows %q", w.drawn(), bright, lines)
	}
	for _, f := range later {
		f()
	}
	if _, _, _, lines = stripParts(w); strings.Contains(lines[1], "has changed") || w.drawn() < bright {
		t.Errorf("later %d of %d lines are bright, the strip shows %q", w.drawn(), bright, lines)
	}
	w.doForTest(t, "Play › Show reachable ground")
	if w.play.Ways.IsOn() || w.Canvas.Over != nil {
		t.Error("the same command does not hide the ways")
	}
	w.docs.OpenSample("rounding.level.yaml") // without a spawn
	w.doForTest(t, "Play › Show reachable ground")
	if w.play.Ways.IsOn() {
		t.Error("ways are shown in a level without a spawn")
	}
}

// button returns the button whose label begins with the given text.
func button(all map[string]*kit.TextButton, label string) *kit.TextButton {
	for name, b := range all {
		if strings.HasPrefix(name, label) {
			return b
		}
	}
	return nil
}
