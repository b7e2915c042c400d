package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/ldtk"
	"fillet/importers/svg"
	"fillet/importers/tiled"
)

// newWindow returns a window without a display.
func newWindow(t *testing.T) *Window {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	app := test.NewTempApp(t)
	w, err := New(app, importers.NewRegistry(ldtk.New(), tiled.New(), svg.New()), export.NewRegistry(export.YAML()), "")
	if err != nil {
		t.Fatal(err)
	}
	w.Native = false
	w.inStep()
	w.Win.Resize(fyne.NewSize(1280, 720))
	w.Win.Show()
	t.Cleanup(func() { close(w.Closed) })
	return w
}

// drawForTest draws the canvas, the minimap and the editor's other rasters at their sizes in the window. It works like
// a capture without the toolkit's widgets, which are slow to paint.
func drawForTest(c fyne.Canvas) {
	var draw func(objects ...fyne.CanvasObject)
	draw = func(objects ...fyne.CanvasObject) {
		for _, o := range objects {
			if !o.Visible() {
				continue
			}
			switch o := o.(type) {
			case *canvas.Raster:
				if s := o.Size(); !s.IsZero() {
					o.Generator(c.PixelCoordinateForPosition(fyne.NewPos(s.Width, s.Height)))
				}
			case *fyne.Container:
				draw(o.Objects...)
			case fyne.Widget:
				draw(test.WidgetRenderer(o).Objects()...)
			}
		}
	}
	draw(c.Content())
	draw(c.Overlays().List()...)
}

// inStep keeps all work on the test's goroutine and drops timers. The test driver has no window thread to post to, and
// its text measuring is not safe for concurrent use.
func (w *Window) inStep() {
	w.shell.StopWatch()
	w.Spawn = func(work func()) { work() }
	w.side.problems.Spawn, w.Canvas.Fits.Spawn = w.Spawn, w.Spawn
	w.Look.Later = func(time.Duration, func()) func() { return func() {} }
	w.play.Frames = func(func(time.Time)) func() { return func() {} }
	w.play.Now = func() time.Time { return time.Time{} } // steps take no time
}

// dragForTest presses the button at the first position of the canvas, moves it along the others and releases it.
func (w *Window) dragForTest(positions ...fyne.Position) {
	event := func(p fyne.Position) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
	}
	w.Canvas.MouseDown(event(positions[0]))
	for _, p := range positions {
		w.Canvas.MouseMoved(event(p))
	}
	w.Canvas.MouseUp(event(positions[len(positions)-1]))
}

func TestDrawnBoxIsInspectedUndoneAndRedone(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas()) // the first picture sets the camera
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(260, 240), fyne.NewPos(360, 300))
	doc := w.Session.Document()
	if doc.Len() != 1 {
		t.Fatalf("a drag with the box tool made %d colliders", doc.Len())
	}
	if w.side.inspector.Title.Full != "box 1" {
		t.Errorf("inspector's title = %q", w.side.inspector.Title.Full)
	}
	if ok, why := w.commands.menus.Command("Undo").Enabled(); !ok || !strings.Contains(w.commands.menus.Command("Undo").Name(), "box 1") {
		t.Errorf("the menu's undo is %q, disabled: %q", w.commands.menus.Command("Undo").Name(), why)
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

// A file that cannot be read leaves the open document unchanged, and an error is shown.
func TestBrokenFileKeepsDocument(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyC})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(240, 240))
	before, err := level.Marshal(w.Session.Document())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string]string{
		"a.level.yaml": "fillet: 1\ncolour: red\n", "b.ldtk": `{"__header__": {"app": "LDtk"}, "levels": [`,
		"c.level.yaml": "", "d.bin": "\x00\x01\x02",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		w.OpenFile(path)
		dialogs := w.Win.Canvas().Overlays()
		if dialogs.Top() == nil {
			t.Errorf("%s: there is no error", name)
		}
		for top := dialogs.Top(); top != nil; top = dialogs.Top() {
			dialogs.Remove(top)
		}
		if after, err := level.Marshal(w.Session.Document()); err != nil || string(after) != string(before) {
			t.Fatalf("after %s the document is\n%s", name, after)
		}
	}
	if !w.Files.Unsaved() || w.Files.Path() != "" {
		t.Error("the unsaved work counts as saved")
	}
}

func TestInspectorEvaluatesSums(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.Session.Selection().IDs()[0]
	x := firstNumberForTest(w.side.inspector, "X")
	if x == nil {
		t.Fatal("there is no field for x")
	}
	x.SetText("16*3")
	x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := editor.TopLeft(w.Session.Document().Collider(id)).X; got != 48 {
		t.Errorf("after typing 16*3 x is %v", got)
	}
	x.SetText("nonsense")
	x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := editor.TopLeft(w.Session.Document().Collider(id)).X; got != 48 {
		t.Errorf("after typing nonsense x is %v", got)
	}
	if x.Text != "48" {
		t.Errorf("after typing nonsense the field shows %q", x.Text)
	}
	x.SetText("99")
	x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := editor.TopLeft(w.Session.Document().Collider(id)).X; got != 48 || x.Text != "48" {
		t.Errorf("after Escape x is %v and the field shows %q", got, x.Text)
	}
}

// firstNumberForTest returns the number field with the letter before it.
func firstNumberForTest(v *panel.Inspector, letter string) *kit.NumberField {
	want := v.Look.Icons.Prefix(letter, v.Look.Colors().Quiet)
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
	walk(v.Body)
	return found
}

func TestThemesAndPanelsBuild(t *testing.T) {
	w := newWindow(t)
	for _, m := range []kit.Mode{kit.ModeLight, kit.ModeDark, kit.ModeSystem} {
		w.commands.setTheme(m)
		w.Win.Canvas().Capture()
	}
	w.commands.commandPalette()
	w.commands.showKeys()
	w.ShowAbout()
	w.Win.Canvas().Capture()
	if n := len(w.commands.commandEntries()); n < 40 {
		t.Errorf("the palette finds %d commands", n)
	}
}

// With a dialog open, no key or menu item affects the level, and Escape closes the dialog.
func TestDialogsCaptureKeys(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	menuItem := func(label string) func() {
		for _, e := range w.commands.commandEntries() {
			if strings.HasSuffix(e.Label, label) {
				return e.Do
			}
		}
		t.Fatalf("there is no menu item %q", label)
		return nil
	}
	selectAll, newLevel := menuItem("Select all"), menuItem("New")
	for name, open := range map[string]func(){
		"keys": w.commands.showKeys, "about": w.ShowAbout,
		"palette": w.commands.commandPalette, "export": w.exports.OpenForm, "open": func() {
			w.ChooseOpen("Open", nil, func(string) {})
		}, "save": func() { w.ChooseSave("Save", "a.level.yaml", nil, func(string) {}) },
	} {
		open()
		if !w.IsModal() {
			t.Fatalf("%s: no dialog is open", name)
		}
		selectAll()
		newLevel()
		for _, key := range []fyne.KeyName{fyne.KeyDelete, fyne.KeyC, fyne.KeyLeft, fyne.KeyG} {
			w.typedKey(&fyne.KeyEvent{Name: key})
		}
		if n := len(w.Modals); n != 1 {
			t.Errorf("%s: %d dialogs are open", name, n)
		}
		if w.Session.Document().Len() != 1 || w.Tools.Active() != "box" || !w.Canvas.Grid {
			t.Errorf("%s: a key affected the level behind the dialog", name)
		}
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if w.IsModal() || len(w.Modals) != 0 {
			t.Fatalf("%s: Escape leaves the dialog open", name)
		}
	}
}

// After a number is entered, undo applies to the level even while the next field has the focus. During typing, undo
// applies to the typed text.
func TestUndoInAField(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.Session.Selection().IDs()[0]
	was := editor.TopLeft(w.Session.Document().Collider(id))
	x, y := firstNumberForTest(w.side.inspector, "X"), firstNumberForTest(w.side.inspector, "Y")
	w.Win.Canvas().Focus(x)
	x.SetText("5")
	w.Win.Canvas().Focus(y) // as Tab does
	if got := editor.TopLeft(w.Session.Document().Collider(id)).X; got != 5 {
		t.Fatalf("after leaving the field with Tab, x = %v", got)
	}
	w.commands.menus.Perform(w.commands.menus.Command("Undo"))
	if got := editor.TopLeft(w.Session.Document().Collider(id)); got != was {
		t.Errorf("box after undo from the next field at %v, want %v", got, was)
	}
	w.Win.Canvas().Focus(y)
	y.SetText("77")
	w.commands.menus.Perform(w.commands.menus.Command("Undo"))
	if got := w.Session.Document().Len(); got != 1 {
		t.Error("undo during typing changed the level")
	}
}
