package editor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// open returns a session on a level with two layers, "Back" and "Front". The colliders are on "Front".
func open(t testing.TB, colliders ...*level.Collider) *editor.Session {
	t.Helper()
	settings := level.DefaultSettings()
	settings.Categories = []string{"terrain", "player", "ghost"}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{
		level.Added(&level.Layer{ID: 1, Name: "Back", Order: 1}),
		level.Added(&level.Layer{ID: 2, Name: "Front", Order: 2}),
	}}
	for i, c := range colliders {
		c.ID, c.Order = level.ID(i+1), float64(i+1)
		if c.Layer == 0 {
			c.Layer = 2
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return editor.NewSession(doc)
}

func box(name string, x, y, w, h float64) *level.Collider {
	s := level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}
	return level.NewCollider(0, 0, name, s, level.Vec{X: x, Y: y})
}

func circle(name string, x, y, r float64) *level.Collider {
	return level.NewCollider(0, 0, name, level.Shape{Kind: level.Circle, Radius: r}, level.Vec{X: x, Y: y})
}

func polygon(name string, x, y float64, points ...float64) *level.Collider {
	s := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	for i := 0; i < len(points); i += 2 {
		s.Points = append(s.Points, level.Vec{X: points[i], Y: points[i+1]})
	}
	return level.NewCollider(0, 0, name, s, level.Vec{X: x, Y: y})
}

func with(c *level.Collider, f func(*level.Collider)) *level.Collider {
	f(c)
	return c
}

func textOf(t testing.TB, s *editor.Session) string {
	t.Helper()
	b, err := level.Marshal(s.Document())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func check(t testing.TB, s *editor.Session) {
	t.Helper()
	if err := s.Document().Validate(); err != nil {
		t.Fatal(err)
	}
	if err := s.Live().Validate(); err != nil {
		t.Fatal(err)
	}
}

// brief returns every collider in drawing order as text.
func brief(s *editor.Session) string {
	var out []string
	for c := range s.Document().Colliders() {
		line := fmt.Sprintf("%s %.5g,%.5g", c.Name, c.Position.X+0, c.Position.Y+0)
		if c.Angle != 0 {
			line += fmt.Sprintf(" @%.5g", float64(c.Angle))
		}
		if c.Shape.Size != (level.Vec{}) {
			line += fmt.Sprintf(" %gx%g", c.Shape.Size.X, c.Shape.Size.Y)
		}
		if c.Shape.Radius != 0 {
			line += fmt.Sprintf(" r%.5g", c.Shape.Radius)
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// An action notifies its subscribers once.
func TestSubscribe(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 10, 10), box("b", 50, 0, 10, 10), box("c", 100, 0, 10, 10))
	var heard []editor.Change
	cancel := s.Subscribe(func(c editor.Change) { heard = append(heard, c) })
	expect := func(what string, want ...editor.Change) {
		t.Helper()
		if !slices.Equal(heard, want) {
			t.Errorf("%s notified of %b, want %b", what, heard, want)
		}
		heard = nil
	}
	s.Selection().Set(1, 2)
	expect("selecting", editor.SelectionChanged)
	s.Selection().Set(1, 2)
	expect("selecting the same")
	must(t, s.Nudge(1, 0))
	expect("a move apart from all", editor.DocumentChanged|editor.HistoryChanged)
	must(t, s.Shapes([]level.ID{1, 2}).SetX(100))
	expect("a move into others", editor.DocumentChanged|editor.HistoryChanged|editor.ContactsChanged)
	must(t, s.DeleteSelection())
	expect("deleting", editor.DocumentChanged|editor.HistoryChanged|editor.ContactsChanged|editor.SelectionChanged)
	s.Undo()
	expect("undoing that", editor.DocumentChanged|editor.HistoryChanged|editor.ContactsChanged|editor.SelectionChanged)
	s.SetSnapping(editor.SnapSettings{})
	expect("snapping", editor.SettingsChanged)
	s.SetActiveLayer(1)
	expect("the active layer", editor.SettingsChanged)
	s.Batch(func() {
		must(t, s.Shapes([]level.ID{3}).SetY(500))
		must(t, s.Shapes([]level.ID{3}).SetY(600))
		s.Selection().Clear()
	})
	expect("a batch", editor.DocumentChanged|editor.HistoryChanged|editor.ContactsChanged|editor.SelectionChanged)
	s.Replace(open(t).Document())
	expect("another document", editor.Everything)
	cancel()
	s.SetSnapping(editor.DefaultSnapSettings())
	expect("after cancelling")
}

// After Replace, the session follows only the new document.
func TestReplace(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 10, 10), box("b", 5, 0, 10, 10))
	s.Selection().Set(1)
	must(t, s.Nudge(1, 1))
	old, selection := s.Document(), s.Selection()
	next := open(t, circle("c", 0, 0, 5)).Document()
	s.Replace(next)
	if s.Document() != next || s.Selection().Len() != 0 || len(s.Live().Contacts()) != 0 {
		t.Error("contents of the old document remain")
	}
	if _, ok := s.Undo(); ok {
		t.Error("the old document's history is still there")
	}
	if selection.All(); s.Selection().Len() != 1 {
		t.Error("an old pointer to the selection does not follow the new document")
	}
	heard := false
	s.Subscribe(func(editor.Change) { heard = true })
	if err := old.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(old.Collider(1))}}); err !=
		nil {
		t.Fatal(err)
	}
	if heard {
		t.Error("the session still follows the old document")
	}
}

// A gesture joins commands into one step, as a slider does.
func TestGesture(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 40, 20))
	before := textOf(t, s)
	ids := []level.ID{1}
	g := s.Begin("Corner radius")
	for r := range 30 {
		if err := s.Shapes(ids).SetRadius(float64(r)); err != nil {
			t.Fatal(err)
		}
	}
	g.Commit()
	if r := s.Document().Collider(1).Shape.Radius; r != 10 {
		t.Errorf("the radius is %g, want 10, the largest that fits", r)
	}
	if label, ok := s.Undo(); label != "Corner radius" || !ok {
		t.Errorf("undid %q", label)
	}
	if got := textOf(t, s); got != before {
		t.Errorf("undo left\n%s", got)
	}

	g = s.Begin("Corner radius")
	_ = s.Shapes(ids).SetRadius(5)
	g.Rollback()
	if _, ok := s.History().CanUndo(); ok || textOf(t, s) != before {
		t.Error("a rollback does not restore the level")
	}

	s.Begin("Corner radius")
	_ = s.Shapes(ids).SetRadius(5)
	if label, ok := s.Undo(); label != "Corner radius" || !ok || s.History().InTransaction() || textOf(t, s) != before {
		t.Errorf("undo in the middle of a gesture undid %q", label)
	}
	if g.Open() || g.Apply(level.Diff{}) == nil {
		t.Error("a gesture that has ended applies a diff")
	}
}

// Changing the selection after undo keeps the steps for redo.
func TestSelectionKeepsRedo(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 10, 10), box("b", 50, 0, 10, 10))
	s.Selection().Set(1)
	must(t, s.DeleteSelection())
	if s.Selection().Len() != 0 {
		t.Error("a deleted collider is selected")
	}
	s.Undo()
	if !slices.Equal(s.Selection().IDs(), []level.ID{1}) {
		t.Errorf("%v are selected, want the restored colliders", s.Selection().IDs())
	}
	s.Selection().Set(2)
	if label, ok := s.Redo(); !ok || label != "Delete a" {
		t.Errorf("redid %q", label)
	}
	if !slices.Equal(s.Selection().IDs(), []level.ID{2}) {
		t.Errorf("selected = %v", s.Selection().IDs())
	}
	s.Selection().Add(99, 2)
	s.Selection().Toggle(2)
	if s.Selection().Len() != 0 || s.Selection().Has(2) || s.Selection().Has(99) {
		t.Errorf("selected = %v", s.Selection().IDs())
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
