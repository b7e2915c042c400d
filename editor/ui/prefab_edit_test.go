package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// depthsForTest copies the sample project and opens a level with three crates.
func depthsForTest(t *testing.T) (w *Window, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../assets/samples/depths")); err != nil {
		t.Fatal(err)
	}
	w = newWindow(t)
	w.OpenFile(filepath.Join(dir, "levels/entrance.level.yaml"))
	drawForTest(w.Win.Canvas())
	if w.Files.Name() != "entrance.level.yaml" || len(w.Session.Document().Instances()) < 3 {
		t.Fatalf("%s is shown", w.Files.Name())
	}
	return w, dir
}

// pixelOf returns the canvas position of a point of the document.
func (w *Window) pixelOf(v level.Vec) render.Vec { return w.Canvas.Camera.ToScreen(v) }

// positionOf returns the window position of a point of the document.
func (w *Window) positionOf(v level.Vec) fyne.Position {
	p := w.pixelOf(v)
	return fyne.NewPos(float32(p.X/w.Canvas.Scale), float32(p.Y/w.Canvas.Scale))
}

func key(w *Window, name fyne.KeyName) { w.typedKey(&fyne.KeyEvent{Name: name}) }

func crateIn(w *tab, of level.InstanceID) *level.Collider {
	return w.Session.Document().Collider(level.PartID(of, "c1"))
}

// A prefab that was edited in a level is open without a tab. It can still be deleted, after a question about unsaved
// changes.
func TestEditedPrefabIsDeleted(t *testing.T) {
	w, dir := depthsForTest(t)
	crate := filepath.Join(dir, "prefabs", "crate.level.yaml")
	p := w.tabs.projects
	p.Trash = os.Remove
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	w.Session.Selection().All()
	if err := w.Session.Nudge(4, 0); err != nil {
		t.Fatal(err)
	}
	w.tabs.endPlace()
	p.Delete(w.entryForTest(t, "prefabs/crate.level.yaml"))
	press(t, w, "Cancel")
	if _, err := os.Stat(crate); err != nil || len(w.tabs.untabbed) != 1 {
		t.Fatalf("after Cancel: %v, %d open without a tab", err, len(w.tabs.untabbed))
	}
	p.Delete(w.entryForTest(t, "prefabs/crate.level.yaml"))
	press(t, w, "Don't save")
	press(t, w, "Move to the trash") // the entrance and other levels use it
	if _, err := os.Stat(crate); err == nil || len(w.tabs.untabbed) != 0 || w.Files.Name() != "entrance.level.yaml" {
		t.Errorf("the prefab still exists; %d open without a tab, %s is shown", len(w.tabs.untabbed), w.Files.Name())
	}
}

func TestPrefabIsEditedInPlace(t *testing.T) {
	w, dir := depthsForTest(t)
	outer := w.tab
	w.OpenFile(filepath.Join(dir, "levels/tower.level.yaml"))
	tower := w.tab
	w.tabs.show(outer)
	drawForTest(w.Win.Canvas())
	before, at := crateIn(outer, 2).Position, w.pixelOf(crateIn(outer, 1).Position)
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	if w.within == nil || w.tabs.inBar() != outer || len(w.tabs.list) != 2 || w.Files.Name() != "crate.level.yaml" ||
		w.place.Content.Hidden {
		t.Fatalf("%s is shown, in place %v, %d tabs", w.Files.Name(), w.within != nil, len(w.tabs.list))
	}
	drawForTest(w.Win.Canvas())
	c := w.Session.Document().Collider(1)
	if now := w.pixelOf(c.Position); now.Dist(at) > 1e-6 {
		t.Errorf("the crate is at %v on the canvas, in the level it was at %v", now, at)
	}
	if got := w.Win.Title(); !strings.Contains(got, "crate.level.yaml in entrance.level.yaml") {
		t.Errorf("title = %q", got)
	}
	from := w.positionOf(c.Position)
	w.dragForTest(from, from.AddXY(3, 3), from.AddXY(40, -30))
	moved := w.Session.Document().Collider(1).Position.Sub(c.Position)
	if moved == (level.Vec{}) || crateIn(outer, 2).Position.Sub(before).Dist(moved) > 1e-9 {
		t.Errorf("the crate has moved by %v, and another one by %v", moved, crateIn(outer, 2).Position.Sub(before))
	}
	if err := tower.Session.Document().Validate(); err != nil {
		t.Error(err)
	}
	if outer.Files.Unsaved() || !w.Files.Unsaved() {
		t.Error("the change is in the level, not in the prefab")
	}
	w.commands.undo()
	if crateIn(outer, 2).Position != before || w.Files.Unsaved() {
		t.Error("undo in the prefab does not restore the instance")
	}
	w.commands.redo()
	key(w, fyne.KeyEscape) // clears the selection
	key(w, fyne.KeyEscape)
	if w.tab != outer || w.within != nil || len(w.tabs.untabbed) != 1 {
		t.Fatalf("after Escape %s is shown", w.Files.Name())
	}
	drawForTest(w.Win.Canvas())
	if got := w.Session.Instances().Selected(); len(got) != 1 || got[0] != 1 {
		t.Errorf("selected: %v", got)
	}
	w.commands.undo()
	if crateIn(outer, 2).Position == before {
		t.Error("undo in the level reverts an edit to the prefab")
	}

	// Saving the level does not save the prefab. Closing asks about the prefab although it has no tab.
	crate := filepath.Join(dir, "prefabs/crate.level.yaml")
	was, _ := os.ReadFile(crate)
	if err := w.Session.Instances().Rename(2, "two"); err != nil {
		t.Fatal(err)
	}
	message := ""
	w.shell.Say = func(text string, _ bool) { message = text }
	w.file.Save(nil)
	if now, _ := os.ReadFile(crate); string(now) != string(was) {
		t.Error("saving the level has saved the prefab")
	}
	if !strings.Contains(message, "Saved entrance.level.yaml. Unsaved: crate.level.yaml") {
		t.Errorf("message = %q", message)
	}
	if err := w.Session.Instances().Rename(2, "deux"); err != nil {
		t.Fatal(err)
	}
	closed := false
	w.docs.AskToSaveAll(func() { closed = true })
	if !w.IsModal() || closed {
		t.Fatal("closing does not ask")
	}
	press(t, w, "Save all")
	if now, _ := os.ReadFile(crate); !closed || string(now) == string(was) || w.tabs.untabbed[0].Files.Unsaved() {
		t.Errorf("saved %v, the prefab's file is unchanged: %v", closed, string(now) == string(was))
	}
}

// Closing a level asks about the unsaved prefabs that only this level uses, and closes them.
func TestClosingALevelAsksAboutItsPrefabs(t *testing.T) {
	w, dir := depthsForTest(t)
	outer := w.tab
	w.OpenFile(filepath.Join(dir, "levels/tower.level.yaml"))
	w.tabs.show(outer)
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	widen(t, w)
	key(w, fyne.KeyF4) // does nothing without a selection
	w.tabs.endPlace()
	if w.tab != outer || len(w.tabs.list) != 2 {
		t.Fatal("closing the edited prefab does not return to the level")
	}
	prefab := w.tabs.untabbed[0]
	if n := len(w.tabs.levels.Users(prefab.OpenLevel)); n != 2 {
		t.Fatalf("%d levels use the prefab, want 2", n)
	}
	w.docs.Close(w.file)
	if w.IsModal() || prefab.Gone || len(w.tabs.list) != 1 {
		t.Fatal("the prefab is asked about or closed although the other level uses it")
	}
	w.docs.Close(w.file)
	press(t, w, "Don't save")
	if len(w.tabs.untabbed) != 0 || len(w.tabs.list) != 1 || !prefab.Gone || len(w.tabs.levels.All()) != 1 {
		t.Error("the prefab is still open")
	}
}

func widen(t *testing.T, w *Window) {
	t.Helper()
	c := w.Session.Document().Collider(1)
	after := *c
	after.Shape.Size.X += 8
	if err := w.Session.Do("Widen", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c,
		&after)}}); err != nil {
		t.Fatal(err)
	}
}

// A prefab has one document, whether it is edited in a level, shown in its own tab, or opened by its file.
func TestPrefabHasOneDocument(t *testing.T) {
	w, dir := depthsForTest(t)
	outer := w.tab
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	inner := w.tab
	widen(t, w)
	w.OpenFile(filepath.Join(dir, "prefabs/crate.level.yaml"))
	if w.tab != inner || w.within != nil || len(w.tabs.list) != 2 || len(w.tabs.untabbed) != 0 ||
		w.Canvas.Around() != nil {
		t.Fatalf("%s is shown, in place: %v, %d tabs", w.Files.Name(), w.within != nil, len(w.tabs.list))
	}
	w.tabs.show(outer)
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	if w.tab != inner || w.within == nil || w.tabs.inBar() != outer {
		t.Fatal("a prefab that has a tab is not edited in place")
	}
	w.tabs.show(inner)
	if w.tab != inner || w.within != nil || w.Canvas.Around() != nil {
		t.Fatal("the prefab's tab does not show the prefab on its own")
	}
	w.docs.Close(w.file)
	press(t, w, "Don't save")
	if w.tab != outer || crateIn(outer, 2).Shape.Size.X != 32 {
		t.Errorf("closed without saving, the crate is %v wide", crateIn(outer, 2).Shape.Size.X)
	}
	w.Session.Instances().Select(1)
	w.commands.menus.Perform(w.commands.menus.Command("Instance › Edit in tab"))
	if w.Files.Name() != "crate.level.yaml" || w.within != nil || len(w.tabs.list) != 2 {
		t.Errorf("%s is shown, in place %v", w.Files.Name(), w.within != nil)
	}
}

// A prefab without changes is closed when in-place editing ends.
func TestUnchangedPrefabIsClosed(t *testing.T) {
	w, _ := depthsForTest(t)
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	key(w, fyne.KeyEscape)
	if w.within != nil || len(w.tabs.untabbed) != 0 || len(w.tabs.levels.All()) != 1 {
		t.Errorf("%d levels are open", len(w.tabs.levels.All()))
	}
}

func TestPushFromTheMenu(t *testing.T) {
	w, _ := depthsForTest(t)
	outer := w.tab
	part := crateIn(outer, 1)
	after := *part
	after.Tags, after.Shape.Radius = []string{"heavy"}, 5
	if err := w.Session.Do("Edit", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(part,
		&after)}}); err != nil {
		t.Fatal(err)
	}
	w.Session.Selection().Set(part.ID)
	item := w.commands.prefabItems()[2]
	w.commands.menus.Perform(item)
	if w.tab != outer || len(w.tabs.untabbed) != 1 {
		t.Fatal("the prefab is not open")
	}
	prefab := w.tabs.untabbed[0]
	if got := prefab.Session.Document().Collider(1); got.Shape.Radius != 5 || !prefab.Files.Unsaved() {
		t.Errorf("prefab's radius = %v", got.Shape.Radius)
	}
	if len(w.Session.Document().Instance(1).Changes) != 0 || crateIn(outer, 2).Shape.Radius != 5 ||
		crateIn(outer, 1).Tags[0] != "heavy" {
		t.Error("the instances do not match their prefab")
	}
	w.commands.undo()
	if len(w.Session.Document().Instance(1).Changes) != 2 || crateIn(outer, 2).Shape.Radius != 5 {
		t.Error("undo in the level does not restore only the instance's overrides")
	}
	prefab.Session.Undo()
	if crateIn(outer, 2).Shape.Radius == 5 || crateIn(outer, 1).Shape.Radius != 5 {
		t.Error("undo in the prefab does not restore the other instances")
	}
	if ok, why := item.Enabled(); !ok {
		t.Errorf("it cannot be pushed again: %s", why)
	}
}

func TestPrefabThatCannotBeOpened(t *testing.T) {
	w, dir := depthsForTest(t)
	if err := os.Remove(filepath.Join(dir, "prefabs/crate.level.yaml")); err != nil {
		t.Fatal(err)
	}
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	if w.within != nil || len(w.tabs.untabbed) != 0 || !w.IsModal() {
		t.Errorf("in place %v, %d without a tab, a dialog %v", w.within != nil, len(w.tabs.untabbed), w.IsModal())
	}
}

// The inspector lists an instance's overrides, each with buttons that push or revert it.
func TestInspectorListsChangesOfAnInstance(t *testing.T) {
	w, _ := depthsForTest(t)
	outer := w.tab
	part := crateIn(outer, 1)
	after := *part
	after.Tags, after.Shape.Radius = []string{"heavy"}, 5
	if err := w.Session.Do("Edit", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(part,
		&after)}}); err != nil {
		t.Fatal(err)
	}
	w.Session.Instances().Select(1)
	w.side.inspector.Refresh()
	buttons := func(label string) (out []*kit.TextButton) {
		eachObject(w.side.inspector.Body, func(o fyne.CanvasObject) {
			if b, ok := o.(*kit.TextButton); ok && b.Label == label {
				out = append(out, b)
			}
		})
		return out
	}
	if n, m := len(buttons("Push")), len(buttons("Reset")); n != 2 || m != 2 {
		t.Fatalf("%d overrides can be pushed and %d reverted, want 2", n, m)
	}
	buttons("Push")[0].Tapped(nil) // pushes the radius
	w.side.inspector.Refresh()
	if got := crateIn(outer, 2); got.Shape.Radius != 5 || len(w.Session.Document().Instance(1).Changes) != 1 ||
		len(buttons("Push")) != 1 {
		t.Errorf("pushed, the radius of another crate is %v, and the instance has %v", got.Shape.Radius,
			w.Session.Document().Instance(1).Changes)
	}
	buttons("Reset")[0].Tapped(nil)
	w.side.inspector.Refresh()
	if len(w.Session.Document().Instance(1).Changes) != 0 || len(buttons("Push")) != 0 || len(buttons("Edit")) != 1 {
		t.Errorf("after reverting, the instance has %v", w.Session.Document().Instance(1).Changes)
	}
	buttons("Edit")[0].Tapped(nil)
	if w.within == nil {
		t.Error("Edit does not edit the prefab in place")
	}
}

// Reloading a level keeps the view, and a prefab edited in place keeps its position on the screen.
func TestReloadKeepsTheView(t *testing.T) {
	w, dir := depthsForTest(t)
	check := func(what string) {
		t.Helper()
		drawForTest(w.Win.Canvas())
		before := w.Canvas.Camera
		w.file.Load(w.Files.Path())
		drawForTest(w.Win.Canvas())
		if now := w.Canvas.Camera; now != before {
			t.Errorf("%s: the camera is %+v, before %+v", what, now, before)
		}
	}
	w.Canvas.ZoomTo(3)
	check("a level")
	w.Session.Instances().Select(1)
	key(w, fyne.KeyF4)
	if w.within == nil {
		t.Fatal("no prefab is edited in place")
	}
	check("a prefab in place")
	w.OpenFile(filepath.Join(dir, "levels", "tower.level.yaml"))
	if drawForTest(w.Win.Canvas()); w.Canvas.Camera.Zoom == 3 {
		t.Error("a different level is not framed")
	}
}
