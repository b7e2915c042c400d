package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/level/leveltest"
	"fillet/editor/overlay"
	"fillet/editor/playtest"
	"fillet/editor/render"
)

// newTrack is a window on that level.
func newTrack(t *testing.T) (*Window, *clockwork) {
	t.Helper()
	w, k := newPlayWindow(t, "platformer")
	path := filepath.Join(t.TempDir(), "track.level.yaml")
	if err := os.WriteFile(path, []byte(leveltest.Track), 0o600); err != nil {
		t.Fatal(err)
	}
	w.docs.OpenFile(path)
	w.play.Frames = k.frames
	drawForTest(w.Win.Canvas())
	return w, k
}

// toGoal plays to the goal, after some steps without a key.
func (k *clockwork) toGoal(wait int) {
	k.t.Helper()
	p := k.w.play.Run
	k.run(wait)
	p.Hold(fyne.KeyRight)
	for n := 0; n < 600 && !p.Run.Finished(); n++ {
		k.run(1)
	}
	p.Release(fyne.KeyRight)
	if !p.Run.Finished() {
		k.t.Fatal("the goal is not reached")
	}
}

// phantoms are the ghosts in the picture, as the run stands.
func (k *clockwork) phantoms() map[string]level.Vec {
	out := map[string]level.Vec{}
	var scene render.Scene
	k.w.play.Run.Scene(&scene)
	for _, o := range scene.Overlays {
		if s, ok := o.(*overlay.Stage); ok {
			for _, g := range s.Phantoms {
				out[g.Label] = g.At
			}
		}
	}
	return out
}

// TestBestTimeAndGhosts: the first run is the best, a slower one the last; each is shown where it was at the same step, also after
// a step back; they are there again when the level is opened anew, and gone when the goal is out of reach.
func TestBestTimeAndGhosts(t *testing.T) {
	w, k := newTrack(t)
	said := func() string { return w.play.Panel.Sub.Text }
	w.typeForTest(fyne.KeyF5)
	if got := w.play.Panel.BestText(); got != "none yet" {
		t.Errorf("before the first run the best is %q", got)
	}
	k.run(30)
	k.run(30)
	if !strings.HasPrefix(w.play.Panel.Title.Text, "Playtest · 0:0") {
		t.Errorf("the clock over the canvas says %q", w.play.Panel.Title.Text)
	}
	if len(k.phantoms()) != 0 {
		t.Error("there are ghosts before the first run")
	}
	w.typeForTest(fyne.KeyR)
	k.toGoal(20)
	first := w.play.Run.Run.Steps()
	if got := said(); !strings.Contains(got, "The first run that counts") {
		t.Errorf("after the first run the banner says %q", got)
	}
	// What the first run did, step by step, is the ghost of the second.
	var places []level.Vec
	w.typeForTest(fyne.KeyR)
	k.toGoal(55)
	if got, want := w.play.Panel.BestText(), "s (+0.58)"; !strings.HasSuffix(got, want) || w.play.Run.Run.Steps() != first+35 {
		t.Errorf("35 steps later the panel says %q, and no %q", got, want)
	}
	if !strings.Contains(said(), "(+0.58)") {
		t.Errorf("the banner says %q", said())
	}
	w.typeForTest(fyne.KeyR)
	for range 60 {
		places = append(places, k.phantoms()["best"])
		k.run(1)
	}
	if places[0] == places[50] || len(k.phantoms()) != 2 {
		t.Errorf("the ghosts are %v", k.phantoms())
	}
	w.typeForTest(fyne.KeyB)
	if at := k.phantoms()["best"]; at != places[59] || w.play.Run.Run.Steps() != 59 {
		t.Errorf("a step back the ghost is at %v, and was at %v", at, places[59])
	}
	w.typeForTest(fyne.KeyH)
	if len(k.phantoms()) != 0 {
		t.Error("switched off the ghosts are shown")
	}
	w.typeForTest(fyne.KeyH)

	// A faster one, with gravity turned: it does not count. Nor does a replay.
	w.typeForTest(fyne.KeyR, fyne.KeyI)
	k.run(2)
	w.typeForTest(fyne.KeyI)
	k.toGoal(0)
	before := w.play.Panel.BestText()
	if strings.Contains(said(), "est") && !strings.HasPrefix(said(), "R ") {
		t.Errorf("with turned gravity the banner says %q", said())
	}
	w.typeForTest(fyne.KeyL)
	for n := 0; n < 900 && !w.play.Run.Run.Finished(); n++ {
		k.run(1)
	}
	if got := w.play.Panel.BestText(); got != before {
		t.Errorf("after a replay the best is %q, not %q", got, before)
	}
	w.typeForTest(fyne.KeyR)
	k.toGoal(0)
	faster := fmt.Sprintf("A new best, by %.2f s", float64(first-w.play.Run.Run.Steps())/playtest.Rate)
	if got := said(); !strings.Contains(got, faster) || w.play.Run.Run.Steps() >= first {
		t.Errorf("the banner says %q, and not %q", got, faster)
	}
	path := w.Files.Path()
	text, err := os.ReadFile(path)
	if err != nil || string(text) != leveltest.Track {
		t.Error("the file of the level has changed")
	}

	// Opened again, the runs are there: they are played again.
	w.play.Leave()
	w.docs.NewLevel()
	w.docs.OpenFile(path)
	w.play.Frames = k.frames
	drawForTest(w.Win.Canvas())
	w.typeForTest(fyne.KeyF5)
	k.run(10)
	if got := w.play.Panel.BestText(); !strings.Contains(got, " s") || len(k.phantoms()) == 0 {
		t.Errorf("opened again the best is %q, with %d ghosts", got, len(k.phantoms()))
	}
	w.play.Leave()

	// A wall before the goal: they no longer hold.
	wall := level.NewCollider(0, w.Session.ActiveLayer(), "wall", level.Shape{Kind: level.Box, Size: level.Vec{X: 16, Y: 240}, Rounding: level.Inset}, level.Vec{X: 300, Y: 120})
	_, err = w.Session.Add(*wall)
	if err != nil {
		t.Fatal(err)
	}
	w.typeForTest(fyne.KeyF5)
	k.run(10)
	if got := w.play.Panel.BestText(); got != "none in the level as it is" || len(k.phantoms()) != 0 {
		t.Errorf("behind a wall the best is %q, with %d ghosts", got, len(k.phantoms()))
	}
	if !strings.Contains(said(), "no longer reaches the goal") {
		t.Errorf("behind a wall the banner says %q", said())
	}
}
