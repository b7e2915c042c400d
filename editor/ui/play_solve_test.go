package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/play"
)

// Play › Solve level plays the solution up to the goal and leaves the level unchanged.
func TestSolveInTheWindow(t *testing.T) {
	w, k := newPlayWindow(t, "jetpack")
	before := marshalled(t, w)
	w.doForTest(t, "Play › Solve level")
	if w.play.Run == nil || w.play.Run.Tape == nil {
		t.Fatal("no playtest runs")
	}
	for n := 0; n < 40 && !w.play.Run.Run.Finished(); n++ {
		k.run(30)
	}
	if !w.play.Run.Run.Finished() {
		t.Errorf("the solution does not reach the goal: the character is at %v", w.play.Run.Run.Character().Position)
	}
	w.play.Leave()
	if got := marshalled(t, w); got != before {
		t.Error("the level has changed")
	}
}

// For a walled-in goal, the dialog shows the proof, and no playtest starts.
func TestSealedGoalInTheWindow(t *testing.T) {
	w, _ := newPlayWindow(t, "jetpack")
	doc := w.Session.Document()
	var goal *level.Collider
	for c := range doc.Colliders() {
		if len(c.Tags) > 0 && c.Tags[0] == play.GoalTag {
			goal = c
		}
	}
	p := goal.Position
	vault := level.NewCollider(0, goal.Layer, "vault", level.Shape{
		Kind: level.Chain, Closed: true,
		Points: []level.Vec{{X: -40, Y: -40}, {X: 40, Y: -40}, {X: 40, Y: 40}, {X: -40, Y: 40}},
	}, p)
	if _, err := w.Session.Add(*vault); err != nil {
		t.Fatal(err)
	}
	w.doForTest(t, "Play › Solve level")
	text := ""
	for _, o := range test.LaidOutObjects(w.Win.Canvas().Overlays().Top()) {
		if l, ok := o.(*widget.Label); ok {
			text += l.Text + "\n"
		}
	}
	if w.play.Run != nil || !strings.Contains(text, "closed, even for flight") || !strings.Contains(text, "vault") {
		t.Errorf("a playtest runs: %v, the dialog shows %q", w.play.Run != nil, text)
	}
}

// Play › Mark unreachable areas marks the inside of a vault, unless the vault has a door. The same command removes the
// marks.
func TestUnreachableAreasAreMarked(t *testing.T) {
	w, _ := newPlayWindow(t, "jetpack")
	closed := func() (n int) {
		drawForTest(w.Win.Canvas())
		if r := w.Canvas.Scene().Region; r != nil {
			n = len(r.Closed)
		}
		return n
	}
	if closed() != 0 {
		t.Error("areas are marked before the command")
	}
	w.doForTest(t, "Play › Mark unreachable areas")
	before := closed() // boxes around the maze
	size := w.Session.Document().Settings().Size
	vault := level.NewCollider(0, w.Session.ActiveLayer(), "vault",
		level.Shape{Kind: level.Chain, Closed: true, Points: []level.Vec{
			{X: -40, Y: -40},
			{X: 40, Y: -40},
			{X: 40, Y: 40},
			{X: -40, Y: 40},
		}}, level.Vec{X: size.X / 2, Y: size.Y / 4})
	id, err := w.Session.Add(*vault)
	if err != nil {
		t.Fatal(err)
	}
	if n := closed(); n <= before {
		t.Errorf("with a vault %d boxes are marked, without it %d", n, before)
	}
	if err := w.Session.Shapes([]level.ID{id}).SwitchTag("door", true); err != nil {
		t.Fatal(err)
	}
	if n := closed(); n != before {
		t.Errorf("with an open vault %d boxes are marked, without it %d", n, before)
	}
	w.doForTest(t, "Play › Mark unreachable areas")
	if closed() != 0 {
		t.Error("the areas are still marked")
	}
}
