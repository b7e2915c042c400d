package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/playtest"
)

// TestSolveInTheWindow: Play › Find a way to the goal plays what it finds, up to the goal, and changes nothing.
func TestSolveInTheWindow(t *testing.T) {
	w, k := newPlayWindow(t, "jetpack")
	before := marshalled(t, w)
	w.doForTest(t, "Play › Find a way to the goal")
	if w.play.Run == nil || w.play.Run.Tape == nil {
		t.Fatal("nothing is played")
	}
	for n := 0; n < 40 && !w.play.Run.Run.Finished(); n++ {
		k.run(30)
	}
	if !w.play.Run.Run.Finished() {
		t.Errorf("what is played does not reach the goal: it is at %v", w.play.Run.Run.Character().Position)
	}
	w.play.Leave()
	if got := marshalled(t, w); got != before {
		t.Error("the level has changed")
	}
}

// TestSealedGoalInTheWindow: a goal that is shut in gives its proof, and nothing is played.
func TestSealedGoalInTheWindow(t *testing.T) {
	w, _ := newPlayWindow(t, "jetpack")
	doc := w.Session.Document()
	var goal *level.Collider
	for c := range doc.Colliders() {
		if len(c.Tags) > 0 && c.Tags[0] == playtest.GoalTag {
			goal = c
		}
	}
	p := goal.Position
	vault := level.NewCollider(0, goal.Layer, "vault", level.Shape{Kind: level.Chain, Closed: true, Points: []level.Vec{{X: -40, Y: -40}, {X: 40, Y: -40}, {X: 40, Y: 40}, {X: -40, Y: 40}}}, p)
	if _, err := w.Session.Add(*vault); err != nil {
		t.Fatal(err)
	}
	w.doForTest(t, "Play › Find a way to the goal")
	said := ""
	for _, o := range test.LaidOutObjects(w.Win.Canvas().Overlays().Top()) {
		if l, ok := o.(*widget.Label); ok {
			said += l.Text + "\n"
		}
	}
	if w.play.Run != nil || !strings.Contains(said, "closed, even for flight") || !strings.Contains(said, "vault") {
		t.Errorf("a playtest runs: %v, the dialog says %q", w.play.Run != nil, said)
	}
}
