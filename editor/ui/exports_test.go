package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/export/colliders"
	"fillet/importers"
)

// newExportWindow returns a window with every export format, on a level with its own file.
func newExportWindow(t *testing.T, text string) (w *Window, path string) {
	t.Helper()
	w = newWindow(t)
	w.Files = workspace.NewFiles(w.Session, importers.NewRegistry(),
		export.NewRegistry(export.YAML(), export.JSON(), export.Matter()))
	path = filepath.Join(t.TempDir(), "cave.level.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	drawForTest(w.Win.Canvas())
	return w, path
}

const cave = `fillet: 1
name: Cave
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, kind: box, size: [32, 16], radius: 4, position: [16, 24]}
`

// find returns the first object of a type in the topmost dialog that satisfies the predicate.
func find[T fyne.CanvasObject](w *Window, match func(T) bool) (found T, ok bool) {
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if t, isT := o.(T); isT && !ok && match(t) {
			found, ok = t, true
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		case *container.ThemeOverride:
			walk(o.Content)
		case *widget.PopUp:
			walk(o.Content)
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(o).Objects() {
				walk(c)
			}
		}
	}
	if top := w.Win.Canvas().Overlays().Top(); top != nil {
		walk(top)
	}
	return found, ok
}

func pressButton(t *testing.T, w *Window, label string) {
	t.Helper()
	b, ok := find(w, func(b *kit.TextButton) bool { return b.Label == label })
	if !ok {
		var all []string
		find(w, func(b *kit.TextButton) bool { all = append(all, b.Label); return false })
		t.Fatalf("there is no button %q among %q", label, all)
	}
	b.Tapped(&fyne.PointEvent{})
}

func setCheck(t *testing.T, w *Window, label string) {
	t.Helper()
	c, ok := find(w, func(c *kit.CheckBox) bool { return c.Text == label })
	if !ok {
		t.Fatalf("there is no check box %q", label)
	}
	c.SetChecked(!c.Checked)
}

func TestExportTargetsStayWithTheLevel(t *testing.T) {
	w, path := newExportWindow(t, cave)
	w.exports.Again()
	pressButton(t, w, "Add target")
	setCheck(t, w, "On every save")
	pressButton(t, w, "Export 2 files")
	dir := filepath.Dir(path)
	for _, name := range []string{"cave.colliders.yaml", "cave.colliders.json"} {
		if _, err := colliders.LoadFile(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	want := []level.ExportPreset{
		{Name: "yaml", Format: "yaml", File: "{level}.colliders.yaml"},
		{Name: "json", Format: "json", File: "{level}.colliders.json", OnSave: true},
	}
	if got := w.Session.Document().Settings().Exports; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Fatalf("exports in the level = %+v, want %+v", got, want)
	}

	// Export again opens no dialog.
	removeFiles(t, dir, "cave.colliders.yaml", "cave.colliders.json")
	w.exports.Again()
	if w.IsModal() {
		t.Error("exporting again opens a dialog")
	}
	wantFiles(t, dir, "cave.colliders.json", "cave.colliders.yaml", "cave.level.yaml")

	// Saving runs the presets that are set to export on save, without asking the user who set them.
	removeFiles(t, dir, "cave.colliders.yaml", "cave.colliders.json")
	w.file.Save(nil)
	if w.IsModal() {
		t.Error("saving asks whether to export")
	}
	wantFiles(t, dir, "cave.colliders.json", "cave.level.yaml")
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data),
		`- {name: json, format: json, file: "{level}.colliders.json", on_save: true}`) {
		t.Errorf("the saved level is\n%s(%v)", data, err)
	}

	// The export setup is one undo step.
	w.commands.undo()
	if got := w.Session.Document().Settings().Exports; len(got) != 0 {
		t.Errorf("exports after undo = %+v", got)
	}
}

func TestExportOnceKeepsLevel(t *testing.T) {
	w, path := newExportWindow(t, cave)
	w.exports.Again()
	pressButton(t, w, "Export")
	wantFiles(t, filepath.Dir(path), "cave.colliders.yaml", "cave.level.yaml")
	if len(w.Session.Document().Settings().Exports) > 0 || w.Files.Unsaved() {
		t.Error("the level has changed")
	}
	// Another level starts without presets: it must not overwrite this level's export.
	hall := filepath.Join(filepath.Dir(path), "hall.level.yaml")
	if err := os.WriteFile(hall, []byte(cave), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(hall)
	w.exports.Again()
	if !w.IsModal() {
		t.Error("another level is exported without a question")
	}
}

// A level from elsewhere writes no files without permission.
func TestForeignPresetsAskBeforeSaving(t *testing.T) {
	w, path := newExportWindow(t, strings.Replace(cave, "layers:",
		"exports:\n  - {name: game, format: json, file: \"out/{level}.json\", on_save: true}\nlayers:", 1))
	dir := filepath.Dir(path)
	w.file.Save(nil)
	if !w.IsModal() {
		t.Fatal("saving does not ask")
	}
	wantFiles(t, dir, "cave.level.yaml")
	pressButton(t, w, "Don't export")
	wantFiles(t, dir, "cave.level.yaml")
	w.file.Save(nil)
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // the default key is Cancel
	if w.IsModal() {
		t.Fatal("Enter leaves the question open")
	}
	wantFiles(t, dir, "cave.level.yaml")
	w.file.Save(nil)
	pressButton(t, w, "Export 1 file")
	wantFiles(t, dir, "cave.level.yaml", "out")
	removeFiles(t, filepath.Join(dir, "out"), "cave.json")
	w.file.Save(nil)
	if w.IsModal() {
		t.Error("saving asks again")
	}
	wantFiles(t, filepath.Join(dir, "out"), "cave.json")
}

// The dialog shows the problems of a target and, after the export, what the format cannot represent.
func TestExportProblemsAndLosses(t *testing.T) {
	w, path := newExportWindow(t, cave)
	w.exports.OpenForm()
	file, ok := find(w, func(f *kit.SearchField) bool { return f.Text == "{level}.colliders.yaml" })
	if !ok {
		t.Fatal("there is no field for the file")
	}
	start, _ := find(w, func(b *kit.TextButton) bool { return b.Label == "Export" })
	for _, bad := range []string{"", "{level}.level.yaml", ".git/hooks/pre-commit", "../.bashrc", "a\u202eb"} {
		file.SetText(bad)
		if !start.IsOff {
			t.Errorf("the file name %q is accepted", bad)
		}
	}
	file.SetText("{level}.colliders.yaml")
	format, _ := find(w, func(s *kit.SelectBox) bool { return len(s.Options) == 4 })
	format.SetSelectedIndex(2)
	if file.Text != "{level}.matter.json" {
		t.Errorf("with a different format the file is %q", file.Text)
	}
	pressButton(t, w, "Export")
	wantFiles(t, filepath.Dir(path), "cave.level.yaml", "cave.matter.json")
	if !w.IsModal() {
		t.Error("the losses are not shown")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.exports.Again()
	if w.IsModal() {
		t.Error("the same losses are shown again")
	}
}

// Notes, such as arcs approximated within the tolerance, do not affect a game. They are listed below the losses.
func TestExportNotesAreSeparate(t *testing.T) {
	w, _ := newExportWindow(t, cave)
	results := func(losses ...export.Loss) []export.Result {
		return []export.Result{{Job: export.Job{Path: "out/cave.matter.json"}, Report: &export.Report{Losses: losses}}}
	}
	arcs := export.Loss{Kind: export.LossArcs, Colliders: []level.ID{1, 2}, Message: "round corners become vertices"}
	side := export.Loss{
		Kind: export.LossOneWay, Collider: 3, Colliders: []level.ID{3},
		Message: "it is solid from all sides",
	}
	shown := func() string {
		var all []string
		find(w, func(l *widget.Label) bool { all = append(all, l.Text); return false })
		return strings.Join(all, "\n")
	}
	w.exports.TellExported(results(arcs, side))
	got := shown()
	if !strings.Contains(got, "1 loss may change how the game plays. The list also has 1 note without effect on "+
		"the game.") {
		t.Errorf("the dialog shows:\n%s", got)
	}
	if loss, note := strings.Index(got, "It is solid"), strings.Index(got, "Round corners"); loss >= 0 && note >= 0 &&
		note < loss {
		t.Errorf("the note is above the loss:\n%s", got)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	w.exports.TellExported(results(arcs))
	if got := shown(); !strings.Contains(got, "but the game plays the same") || strings.Contains(got, "may change") {
		t.Errorf("with only notes the dialog shows:\n%s", got)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	arcs.Colliders = append(arcs.Colliders, 4)
	if w.exports.TellExported(results(arcs)); w.IsModal() {
		t.Error("a note is shown again when it affects one more collider")
	}
	side.Colliders, side.Collider = append(side.Colliders, 5), 0
	if w.exports.TellExported(results(arcs, side, side)); !w.IsModal() ||
		!strings.Contains(shown(), "2 losses may change") {
		t.Errorf("a loss that affects one more collider is not shown:\n%s", shown())
	}
}

func removeFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, n := range names {
		if err := os.Remove(filepath.Join(dir, n)); err != nil {
			t.Fatal(err)
		}
	}
}

func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("files in the folder = %v, want %v", got, want)
	}
}
