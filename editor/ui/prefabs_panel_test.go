package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/tool"
	"fillet/editor/ui/panel"
)

// prefabWindow opens a level of a project with prefabs, and shows the prefab panel.
func prefabWindow(t *testing.T) (*Window, *panel.Prefabs, string) {
	t.Helper()
	w := newWindow(t)
	dir := projectFiles(t)
	crate, err := os.ReadFile(filepath.Join(dir, "prefabs", "crate.level.yaml"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "prefabs", "barrel.level.yaml"),
			[]byte(strings.ReplaceAll(string(crate), "id: c1", "id: c9")), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	w.side.dock.show(panel.PrefabPanel)
	return w, w.side.prefabs, dir
}

// listedPrefabs returns the listed names and instance counts.
func listedPrefabs(v *panel.Prefabs) string {
	var out []string
	for _, e := range v.Rows {
		text := e.Stem()
		if n := v.Counts[e.Path]; n > 0 {
			text += fmt.Sprintf(" %d", n)
		}
		out = append(out, text)
	}
	return strings.Join(out, "|")
}

func (w *Window) prefabForTest(t *testing.T, stem string) project.Entry {
	t.Helper()
	for _, e := range w.tabs.prefabs.State.Entries {
		if e.Stem() == stem {
			return e
		}
	}
	t.Fatalf("%s is not listed: %s", stem, listedPrefabs(w.side.prefabs))
	return project.Entry{}
}

// The panel lists the project's prefabs with their instance counts, selects all instances of one, and replaces them.
func TestPrefabPanel(t *testing.T) {
	w, v, _ := prefabWindow(t)
	if got := listedPrefabs(v); got != "barrel|crate" {
		t.Fatalf("list = %s", got)
	}
	crate, barrel := w.prefabForTest(t, "crate"), w.prefabForTest(t, "barrel")
	for x := range 3 {
		if _, err := w.Session.Instances().Place("../prefabs/crate.level.yaml", level.Vec{X: float64(40 * x)}); err !=
			nil {
			t.Fatal(err)
		}
	}
	if v.Changed(); listedPrefabs(v) != "barrel|crate 3" {
		t.Errorf("with three instances the list is %s", listedPrefabs(v))
	}
	w.Session.Selection().Clear()
	v.SelectAll(crate)
	if n := len(w.Session.Instances().Selected()); n != 3 {
		t.Errorf("%d instances are selected", n)
	}
	v.Replace(barrel)
	if v.Changed(); listedPrefabs(v) != "barrel 3|crate" || len(w.Session.Instances().Selected()) != 3 {
		t.Errorf("after replacing, the list is %s", listedPrefabs(v))
	}
	v.Field.SetText("crat")
	if got := listedPrefabs(v); got != "crate" {
		t.Errorf("filtered, the list is %s", got)
	}
	v.Field.SetText("")
	v.Stamp(crate)
	if w.Tools.Active() != tool.Stamp || w.Tools.InHand() != "../prefabs/crate.level.yaml" {
		t.Errorf("%s is active, placing %s", w.Tools.Active(), w.Tools.InHand())
	}
	if s := w.Tools.Strip(); s == nil || len(s.Choices) == 0 || len(s.Choices[0].Words) != 2 {
		t.Errorf("strip = %+v", s)
	}
	w.OpenFile(levelFiles(t, 1)[0])
	if got := listedPrefabs(w.side.prefabs); strings.Contains(got, "crate") {
		t.Errorf("for a level outside any project the list is %s", got)
	}
}

// For a level outside any project, the panel lists the level files in its folder and the prefabs that it uses.
func TestPrefabsOutsideProject(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	text := "fillet: 2\nname: x\nsize: [64, 64]\ngrid: {size: [16, 16]}\ncategories: []\n"
	for name, more := range map[string]string{
		"a.level.yaml": "instances:\n  - {id: i1, prefab: deep/er/pit.level.yaml, layer: l1, position: " +
			"[0, 0]}\nlayers: [{id: l1, name: x, colliders: []}]\n",
		"beside.level.yaml":        "layers: []\n",
		"prefabs/crate.level.yaml": "layers: []\n",
		"deep/er/pit.level.yaml":   "layers: []\n",
		"deep/other.level.yaml":    "layers: []\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+more), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w.OpenFile(filepath.Join(dir, "a.level.yaml"))
	w.side.dock.show(panel.PrefabPanel)
	if got := listedPrefabs(w.side.prefabs); got != "beside|crate|pit 1" {
		t.Errorf("list = %s", got)
	}
}

// Opening a level reads no file beside it. Once the panel is visible, its rows read theirs, unless it is large.
func TestHiddenPrefabsAreNotRead(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	text := "fillet: 2\nname: x\nsize: [64, 64]\nlayers: []\n"
	large := "large.level.yaml"
	for _, name := range []string{"a.level.yaml", "beside.level.yaml", large} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(dir, large), panel.MaxGlimpseBytes+1); err != nil {
		t.Fatal(err)
	}
	var reads []string
	glimpses := w.tabs.prefabs.State.Glimpses
	read := glimpses.Read
	glimpses.Read = func(path string) ([]byte, os.FileInfo, error) {
		reads = append(reads, filepath.Base(path))
		return read(path)
	}
	w.OpenFile(filepath.Join(dir, "a.level.yaml"))
	if got := listedPrefabs(w.side.prefabs); got != "beside|large" || len(reads) > 0 {
		t.Errorf("the hidden panel lists %s and has read %q", got, reads)
	}
	w.side.dock.show(panel.PrefabPanel)
	if !slices.Equal(reads, []string{"beside.level.yaml"}) {
		t.Errorf("the visible panel has read %q", reads)
	}
	w.side.dock.show(panel.OutlinePanel)
	w.side.dock.show(panel.PrefabPanel)
	if len(reads) != 1 {
		t.Errorf("shown again, the panel has read %q", reads)
	}
}

// A prefab dragged from the list is placed where it is dropped. Outside the canvas or after Escape nothing is placed.
func TestPrefabDraggedFromTheList(t *testing.T) {
	w, v, _ := prefabWindow(t)
	crate := w.prefabForTest(t, "crate")
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.Canvas)
	count := func() int { return len(w.Session.Document().Instances()) }
	v.Drag(crate, fyne.NewPos(at.X-50, at.Y+100))
	if count() != 0 {
		t.Error("outside the canvas there is an instance")
	}
	v.Drag(crate, at.AddXY(200, 200))
	v.Drag(crate, at.AddXY(220, 220))
	if count() != 1 || !w.Tools.Busy() {
		t.Error("over the canvas there is no instance")
	}
	v.Drag(crate, fyne.NewPos(at.X-50, at.Y+100))
	if count() != 0 {
		t.Error("dragged back, the instance stays")
	}
	v.Drag(crate, at.AddXY(240, 220))
	v.DragEnd()
	if count() != 1 || w.Tools.Busy() || w.Session.Selection().Len() != 1 {
		t.Errorf("after the drop there are %d instances", count())
	}
	v.Drag(crate, at.AddXY(300, 220))
	w.Tools.Key("Escape", tool.Mods{})
	v.Drag(crate, at.AddXY(310, 220))
	v.DragEnd()
	if count() != 1 || w.Tools.Busy() {
		t.Errorf("after Escape there are %d instances", count())
	}
}

// Making a prefab from the selection writes a file in the project's folder, with nested prefab paths relative to that
// file. Undo keeps the file.
func TestMakePrefab(t *testing.T) {
	w, v, dir := prefabWindow(t)
	if _, err := w.Session.Instances().Place("../prefabs/crate.level.yaml", level.Vec{X: 40}); err != nil {
		t.Fatal(err)
	}
	w.Session.Selection().All()
	before := w.Session.Document().Len()
	w.tabs.prefabs.Make()
	d := w.Win.Canvas().Overlays().Top()
	if d == nil {
		t.Fatal("no dialog is open")
	}
	name := w.Win.Canvas().Focused()
	for range 20 {
		name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	}
	test.Type(name, "crate")
	name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Win.Canvas().Overlays().Top() == nil || len(w.Session.Document().Instances()) != 1 {
		t.Fatal("the name of an existing file is accepted")
	}
	test.Type(name, "s")
	name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := listedPrefabs(v); got != "barrel|crate|crates 1" {
		t.Fatalf("list = %s", got)
	}
	data, err := os.ReadFile(filepath.Join(dir, "prefabs", "crates.level.yaml"))
	if err != nil || !strings.Contains(string(data), "prefab: crate.level.yaml") {
		t.Errorf("%v, the file is\n%s", err, data)
	}
	i := w.Session.Document().Instances()
	if len(i) != 1 || i[0].Prefab != "../prefabs/crates.level.yaml" || w.Session.Document().Len() != before {
		t.Errorf("the instance is %+v, with %d shapes", i[0], w.Session.Document().Len())
	}
	w.Session.Undo()
	if n := w.Session.Document().Len(); n != before || w.Session.Document().Instances()[0].Prefab !=
		"../prefabs/crate.level.yaml" {
		t.Errorf("after undo there are %d shapes", n)
	}
	if _, err := os.Stat(filepath.Join(dir, "prefabs", "crates.level.yaml")); err != nil {
		t.Error(err)
	}
}

// The inspector of a fully selected instance shows the instance. If it has no parts, the inspector says why.
func TestInspectorOfAnInstance(t *testing.T) {
	w, _, dir := prefabWindow(t)
	id, err := w.Session.Instances().Place("../prefabs/crate.level.yaml", level.Vec{X: 40, Y: 8})
	if err != nil {
		t.Fatal(err)
	}
	w.side.inspector.Refresh()
	labels := func() string {
		var out []string
		for _, o := range w.side.inspector.Body.Objects {
			out = append(out, panel.RowLabel(o))
		}
		return strings.Join(out, "|")
	}
	if got := labels(); w.side.inspector.Title.Full != "crate" ||
		!strings.HasPrefix(got, "Name|Prefab|Position|Angle|Mirror|") {
		t.Errorf("the inspector of %s shows %s", w.side.inspector.Title.Full, got)
	}
	name, x := panel.Focusables(w.side.inspector.Body.Objects[0])[0].(fyne.Focusable),
		panel.Focusables(w.side.inspector.Body.Objects[2])[0].(fyne.Focusable)
	for field, text := range map[fyne.Focusable]string{name: "first", x: "16*5"} {
		field.FocusGained()
		field.(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
		test.Type(field, text)
		field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	if i := w.Session.Document().Instance(id); i.Name != "first" || i.Position != (level.Vec{X: 80, Y: 8}) ||
		len(i.Changes) != 0 {
		t.Errorf("instance = %+v", i)
	}
	w.Session.Selection().EnterInstance(id)
	w.side.inspector.Refresh()
	if got := labels(); !strings.Contains(got, "Size") {
		t.Errorf("for a part it shows %s", got)
	}
	w.Session.Selection().Clear()

	if err := os.Remove(filepath.Join(dir, "prefabs", "crate.level.yaml")); err != nil {
		t.Fatal(err)
	}
	w.Files.LookingAtPrefabs()()()
	w.Session.Instances().Select(id)
	w.side.inspector.Refresh()
	if got := labels(); w.side.inspector.Title.Full != "first" ||
		!strings.HasPrefix(got, "Name|Prefab|Position|Angle|Mirror|") {
		t.Errorf("without its prefab the inspector of %s shows %s", w.side.inspector.Title.Full, got)
	}
	w.commands.menus.Perform(w.commands.menus.Command("Delete"))
	if w.Session.Document().Instance(id) != nil {
		t.Error("Delete does not remove the instance")
	}
}
