package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/canvas"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/panel"
)

// costly writes a level with n objects of a kind and returns its path.
func costly(t *testing.T, name string, n int) string {
	t.Helper()
	for _, kind := range testkit.CostlyLevels() {
		if kind.Name == name {
			path := filepath.Join(t.TempDir(), "costly.level.yaml")
			if err := os.WriteFile(path, kind.Text(n), 0o644); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	t.Fatalf("there is no kind %q", name)
	return ""
}

// The inspector lists only some of 50,000 properties, says how many are hidden, and finds any of them by name.
func TestInspectorListsSomeOfManyProperties(t *testing.T) {
	const n = 50_000
	w := newWindow(t)
	w.OpenFile(costly(t, "properties of one collider", n))
	v := w.side.inspector
	v.Open["Properties"] = true
	w.Session.Selection().Set(1)
	v.Refresh()
	rows := func() (names []string, more string) {
		for _, o := range v.Body.Objects {
			if label := panel.RowLabel(o); strings.HasPrefix(label, "property") {
				names = append(names, label)
			}
			if text, ok := o.(*canvas.Text); ok && strings.HasPrefix(text.Text, "and ") {
				more = text.Text
			}
		}
		return names, more
	}
	if names, more := rows(); len(names) != panel.MaxProperties || more != "and 49936 more" {
		t.Errorf("%d properties are listed, and %q", len(names), more)
	}
	v.WantedProperty = "property49999"
	v.Refresh()
	if names, more := rows(); len(names) != 1 || names[0] != "property49999" || more != "" {
		t.Errorf("searching for one lists %d, %v, and %q", len(names), names[:min(len(names), 3)], more)
	}
	v.WantedProperty = "no such"
	v.Refresh()
	if names, _ := rows(); len(names) != 0 {
		t.Errorf("searching for an unknown one lists %v", names)
	}
}

// Properties of imported levels are listed when nothing is selected, up to a limit.
func TestInspectorListsPropertiesOfImportedLevels(t *testing.T) {
	w := newWindow(t)
	v := w.side.inspector
	list := level.Properties{}
	for i := range 100 {
		list[fmt.Sprintf("key%03d", i)] = fmt.Sprint("value ", i)
	}
	v.Open["Properties of imported levels"] = true
	rows := func() (names []string, more string) {
		v.Refresh()
		for _, o := range v.Body.Objects {
			if label := panel.RowLabel(o); strings.HasPrefix(label, "Cave.") {
				names = append(names, label)
			}
			if text, ok := o.(*canvas.Text); ok && strings.HasPrefix(text.Text, "and ") {
				more = text.Text
			}
		}
		return names, more
	}
	if names, _ := rows(); len(names) > 0 {
		t.Errorf("a level that was not imported has %v", names)
	}
	err := w.Session.EditSettings("import", func(s *level.Settings) {
		s.Imports = []*level.Import{{File: "w.ldtk", Places: []level.Place{{Level: "Cave", Properties: list}}}}
	})
	if err != nil {
		t.Fatal(err)
	}
	if names, more := rows(); len(names) != panel.MaxProperties || names[0] != "Cave.key000" || more != "and 36 more" {
		t.Errorf("%d are listed, %v, and %q", len(names), names[:min(len(names), 3)], more)
	}
}

// The boundary of an outline with 5,000 vertices is computed when the file is read, not when the first frame is drawn.
func TestReadLevelComputesBoundaries(t *testing.T) {
	w := newWindow(t)
	r, _, err := dialog.ReadLevel(context.Background(), w.Files, costly(t, "vertices of a rounded star", 5000))
	if err != nil {
		t.Fatal(err)
	}
	baked := r.Document.Baked(level.ID(1))
	contours := 0
	if made := testkit.AllocatedBytes(func() { contours = len(baked.Boundary()) }); made > 100_000 || contours == 0 {
		t.Errorf("querying the boundary of %d contours allocates %d bytes", contours, made)
	}
	fresh, err := r.Document.Collider(1).Shape.Bake()
	if err != nil {
		t.Fatal(err)
	}
	if len(fresh.Boundary()) != len(baked.Boundary()) {
		t.Error("the boundary differs")
	}
}

// The largest corner radius of outlines with 200 vertices is computed once, off the UI thread.
func TestLargestRadiusOfManyVertices(t *testing.T) {
	w := newWindow(t)
	w.OpenFile(costly(t, "overlapping stars of 200 vertices", 20))
	var jobs []func()
	w.Spawn = func(work func()) { jobs = append(jobs, work) }
	s := w.Session
	var ids []level.ID
	for c := range s.Document().Colliders() {
		ids = append(ids, c.ID)
	}
	s.Selection().Set(ids...)
	w.side.inspector.Refresh()
	w.side.inspector.Refresh()
	if len(jobs) != 1 {
		t.Fatalf("%d background jobs were started", len(jobs))
	}
	for _, id := range ids {
		if s.Document().Baked(id).KnowsMaxRadius(&s.Document().Collider(id).Shape) {
			t.Fatalf("the largest radius of %v blocked the window", id)
		}
	}
	jobs[0]()
	if got, want := w.side.inspector.MaxRadius(), s.Common(ids).MaxRadius(); got != want || !(got > 0) ||
		w.side.inspector.Measuring {
		t.Errorf("largest radius = %v, want %v", got, want)
	}
	if len(jobs) != 1 {
		t.Error("the largest radius is recomputed")
	}
}
