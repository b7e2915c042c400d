package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/ldtk"
	"fillet/importers/tiled"
)

// newWindow is a window without a display.
func newWindow(t *testing.T) *Window {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	app := test.NewTempApp(t)
	w, err := New(app, importers.NewRegistry(ldtk.New(), tiled.New()), export.NewRegistry(export.YAML()), "")
	if err != nil {
		t.Fatal(err)
	}
	w.native = false
	w.inStep()
	w.win.Resize(fyne.NewSize(1280, 720))
	w.win.Show()
	t.Cleanup(func() { close(w.closed) })
	return w
}

// inStep keeps all work on the test's own thread: its driver has none that others could come back to, and what it measures
// texts with takes one at a time. Nothing happens later.
func (w *Window) inStep() {
	w.rescue.stopWatch()
	if w.memory.stop != nil {
		w.memory.stop() // it was put off as the window was made
	}
	w.spawn = func(work func()) { work() }
	w.side.problems.spawn, w.canvas.Fits.Spawn = w.spawn, w.spawn
	w.look.Later = func(time.Duration, func()) func() { return func() {} }
	w.play.frames = func(func(time.Time)) func() { return func() {} }
}

// press, move and release the button at positions of the canvas.
func (w *Window) dragForTest(positions ...fyne.Position) {
	event := func(p fyne.Position) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
	}
	w.canvas.MouseDown(event(positions[0]))
	for _, p := range positions {
		w.canvas.MouseMoved(event(p))
	}
	w.canvas.MouseUp(event(positions[len(positions)-1]))
}

func TestDrawnBoxIsInspectedUndoneAndRedone(t *testing.T) {
	w := newWindow(t)
	w.win.Canvas().Capture() // the first picture sets the camera
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(260, 240), fyne.NewPos(360, 300))
	doc := w.session.Document()
	if doc.Len() != 1 {
		t.Fatalf("a drag with the box tool made %d colliders", doc.Len())
	}
	if w.side.inspector.title.Full != "box 1" {
		t.Errorf("the inspector's title is %q", w.side.inspector.title.Full)
	}
	if ok, why := w.commands.shared.undo.enabled(); !ok || !strings.Contains(w.commands.shared.undo.name(), "box 1") {
		t.Errorf("the menu's undo is %q, disabled: %q", w.commands.shared.undo.name(), why)
	}
	w.commands.undo()
	if doc.Len() != 0 {
		t.Error("undo left the box")
	}
	w.commands.redo()
	if doc.Len() != 1 {
		t.Error("redo did not bring it back")
	}
}

// A file that cannot be read leaves the open document as it was, and says so.
func TestBrokenFileLeavesTheDocument(t *testing.T) {
	w := newWindow(t)
	w.win.Canvas().Capture()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyC})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(240, 240))
	before, err := level.Marshal(w.session.Document())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string]string{
		"a.level.yaml": "fillet: 1\ncolour: red\n", "b.ldtk": `{"__header__": {"app": "LDtk"}, "levels": [`, "c.level.yaml": "", "d.bin": "\x00\x01\x02",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		w.OpenFile(path)
		dialogs := w.win.Canvas().Overlays()
		if dialogs.Top() == nil {
			t.Errorf("%s: there is no error", name)
		}
		for top := dialogs.Top(); top != nil; top = dialogs.Top() {
			dialogs.Remove(top)
		}
		if after, err := level.Marshal(w.session.Document()); err != nil || string(after) != string(before) {
			t.Fatalf("after %s the document is\n%s", name, after)
		}
	}
	if !w.files.Unsaved() || w.files.Path() != "" {
		t.Error("the unsaved work counts as saved")
	}
}

func TestInspectorSetsSums(t *testing.T) {
	w := newWindow(t)
	w.win.Canvas().Capture()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.session.Selection().IDs()[0]
	x := w.side.inspector.firstNumberForTest("X")
	if x == nil {
		t.Fatal("there is no field for x")
	}
	x.SetText("16*3")
	x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := w.session.Document().Collider(id).Position.X; got != 48 {
		t.Errorf("after typing 16*3 x is %v", got)
	}
	x.SetText("nonsense")
	x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := w.session.Document().Collider(id).Position.X; got != 48 {
		t.Errorf("after typing nonsense x is %v", got)
	}
	if x.Text != "48" {
		t.Errorf("after typing nonsense the field shows %q", x.Text)
	}
	x.SetText("99")
	x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := w.session.Document().Collider(id).Position.X; got != 48 || x.Text != "48" {
		t.Errorf("after Escape x is %v and the field shows %q", got, x.Text)
	}
}

// firstNumberForTest is the number field with that letter before it.
func (v *inspector) firstNumberForTest(letter string) *kit.NumberField {
	want := v.look.Icons.Prefix(letter, v.look.Colors().Quiet)
	var found *kit.NumberField
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		case *container.ThemeOverride:
			walk(o.Content)
		case *kit.NumberField:
			if found == nil && o.Icon == want {
				found = o
			}
		}
	}
	walk(v.body)
	return found
}

func TestThemesAndPanelsBuild(t *testing.T) {
	w := newWindow(t)
	for _, m := range []kit.Mode{kit.ModeLight, kit.ModeDark, kit.ModeSystem} {
		w.commands.setTheme(m)
		w.win.Canvas().Capture()
	}
	w.commands.commandPalette()
	w.commands.showKeys()
	w.showAbout()
	w.win.Canvas().Capture()
	if n := len(w.commands.commandEntries()); n < 40 {
		t.Errorf("the palette finds %d commands", n)
	}
}

// Behind a dialog no key and no menu item reaches the level, and Escape closes the dialog.
func TestDialogsKeepKeysToThemselves(t *testing.T) {
	w := newWindow(t)
	w.win.Canvas().Capture()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	menuItem := func(label string) func() {
		for _, e := range w.commands.commandEntries() {
			if strings.HasSuffix(e.label, label) {
				return e.do
			}
		}
		t.Fatalf("there is no menu item %q", label)
		return nil
	}
	selectAll, newLevel := menuItem("Select all"), menuItem("New")
	for name, open := range map[string]func(){"keys": w.commands.showKeys, "about": w.showAbout, "palette": w.commands.commandPalette, "export": w.exports.exportDialog, "open": func() {
		w.chooseOpen("Open", nil, func(string) {})
	}, "save": func() { w.chooseSave("Save", "a.level.yaml", nil, func(string) {}) }} {
		open()
		if !w.isModal() {
			t.Fatalf("%s: no dialog is open", name)
		}
		selectAll()
		newLevel()
		for _, key := range []fyne.KeyName{fyne.KeyDelete, fyne.KeyC, fyne.KeyLeft, fyne.KeyG} {
			w.typedKey(&fyne.KeyEvent{Name: key})
		}
		if n := len(w.modals); n != 1 {
			t.Errorf("%s: %d dialogs are open", name, n)
		}
		if w.session.Document().Len() != 1 || w.tools.Active() != "box" || !w.canvas.Grid {
			t.Errorf("%s: a key went through the dialog", name)
		}
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if w.isModal() || len(w.modals) != 0 {
			t.Fatalf("%s: Escape leaves the dialog open", name)
		}
	}
}

// After a number was entered, undo means the level even while the next field has the focus; while somebody types, it
// means what is typed.
func TestUndoInAField(t *testing.T) {
	w := newWindow(t)
	w.win.Canvas().Capture()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.session.Selection().IDs()[0]
	was := w.session.Document().Collider(id).Position
	x, y := w.side.inspector.firstNumberForTest("X"), w.side.inspector.firstNumberForTest("Y")
	w.win.Canvas().Focus(x)
	x.SetText("5")
	w.win.Canvas().Focus(y) // as Tab does
	if got := w.session.Document().Collider(id).Position.X; got != 5 {
		t.Fatalf("leaving the field with Tab gives x = %v", got)
	}
	w.commands.menus.perform(w.commands.shared.undo)
	if got := w.session.Document().Collider(id).Position; got != was {
		t.Errorf("undo from the next field leaves the box at %v, want %v", got, was)
	}
	w.win.Canvas().Focus(y)
	y.SetText("77")
	w.commands.menus.perform(w.commands.shared.undo)
	if got := w.session.Document().Len(); got != 1 {
		t.Error("undo in the middle of typing undid the level")
	}
}
