package ui

import (
	"image"
	"image/color"
	"image/png"
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
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/ldtk"
)

// newParent returns a window that contains only a canvas, over which the dialog opens.
func newParent(t *testing.T) *dialog.Parent {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	app := test.NewTempApp(t)
	levels := workspace.NewOpenLevels(importers.NewRegistry(ldtk.New()), export.NewRegistry(export.YAML()), "")
	l, err := levels.New(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	w := dialog.NewParent(dialog.NewShell(app), l)
	app.Settings().SetTheme(w.Look.Theme)
	w.Native = false
	w.Spawn = func(work func()) { work() }
	w.Look.Later = func(_ time.Duration, do func()) func() { do(); return func() {} }
	w.Look.Focus = w.Win.Canvas().Unfocus
	w.Win.SetContent(container.NewStack(w.Canvas, w.CardLayer()))
	w.Win.Resize(fyne.NewSize(1280, 800))
	w.Win.Show()
	w.Win.Canvas().Capture()
	t.Cleanup(func() { close(w.Closed) })
	return w
}

// writePicture writes an image of 4 by 2 tiles of 16 pixels. The second tile contains a hill; the others are full.
func writePicture(t *testing.T, path string) {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 64, 32))
	for y := range 32 {
		for x := range 64 {
			if x/16 != 1 || y/16 != 0 || y >= 8 {
				m.SetNRGBA(x, y, color.NRGBA{R: 90, G: 120, B: 60, A: 255})
			}
		}
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := png.Encode(f, m); err != nil {
		t.Fatal(err)
	}
}

func opened(t *testing.T, w *dialog.Parent, path string, saved func()) *tileEditor {
	t.Helper()
	writePicture(t, strings.TrimSuffix(path, tileExtension)+".png")
	set, err := importers.OpenTiles(path)
	if err != nil {
		set = importers.NewTileSet(filepath.Base(strings.TrimSuffix(path, tileExtension))+".png", 16, 16)
	}
	f, err := os.Open(strings.TrimSuffix(path, tileExtension) + ".png")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	v, err := showTileEditor(w, path, set, m, saved)
	if err != nil {
		t.Fatal(err)
	}
	w.Win.Canvas().Capture() // sets the views' cameras
	return v
}

func presetsOf(v *tileEditor, id int) string {
	var out []string
	for _, s := range v.Model.Shapes(id) {
		if s.Preset != "" {
			out = append(out, s.Preset)
		} else {
			out = append(out, s.Part.Shape.Kind.String())
		}
	}
	return strings.Join(out, " ")
}

// Keys apply presets, mirror, move the choice, undo and save. The file contains what the window shows.
func TestTilesetKeys(t *testing.T) {
	w := newParent(t)
	path := filepath.Join(t.TempDir(), "terräin.tiles.yaml")
	saves := 0
	v := opened(t, w, path, func() { saves++ })
	press := func(keys ...fyne.KeyName) {
		for _, k := range keys {
			w.ModalKey(k)
		}
	}
	press(fyne.Key1, fyne.KeyRight, fyne.KeyQ, fyne.KeyRight, fyne.KeyQ, fyne.KeyH, fyne.KeyRight, fyne.Key0)
	if a, b, c, d := presetsOf(v, 0), presetsOf(v, 1), presetsOf(v, 2), presetsOf(v, 3); a != "full" ||
		b != "slope-45-right" || c != "slope-45-left" || d != "platform" {
		t.Errorf("the tiles have %q, %q, %q, %q", a, b, c, d)
	}
	w.ModalShortcut(&fyne.ShortcutCopy{})
	press(fyne.KeyDown)
	w.ModalShortcut(&fyne.ShortcutPaste{})
	if presetsOf(v, 7) != "platform" {
		t.Errorf("pasted shapes are %q", presetsOf(v, 7))
	}
	press(fyne.KeyDelete)
	w.ModalShortcut(&fyne.ShortcutUndo{})
	w.ModalShortcut(&fyne.ShortcutUndo{})
	w.ModalShortcut(&fyne.ShortcutRedo{})
	if presetsOf(v, 7) != "platform" || w.Session.Document().Len() != 0 {
		t.Errorf("after undo and redo the shapes are %q", presetsOf(v, 7))
	}
	w.ModalShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyS, Modifier: fyne.KeyModifierShortcutDefault})
	got, err := importers.OpenTiles(path)
	if err != nil || !got.Equal(v.Model.set) || got.Image != "terräin.png" || v.Model.Unsaved() {
		t.Errorf("the file contains %+v, %v", got, err)
	}
	press(fyne.KeyEscape)
	if w.IsModal() || saves != 1 {
		t.Errorf("the dialog is open: %v; the level was notified of %d saves", w.IsModal(), saves)
	}
}

// In a low window, the column of presets and values scrolls and ends above the buttons.
func TestColumnFitsALowWindow(t *testing.T) {
	w := newParent(t)
	w.Win.Resize(fyne.NewSize(960, 600))
	v := opened(t, w, filepath.Join(t.TempDir(), "a.tiles.yaml"), nil)
	w.Win.Canvas().Capture()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	if end := at(v.save).Y + v.save.Size().Height; end > 600 {
		t.Errorf("Save ends at %v", end)
	}
	scrolls := false
	for _, o := range test.LaidOutObjects(w.Win.Canvas().Overlays().Top()) {
		s, ok := o.(*container.Scroll)
		if !ok || s.Direction != container.ScrollVerticalOnly || s.Content.MinSize().Height < 400 {
			continue
		}
		scrolls = true
		if end := at(s).Y + s.Size().Height; end > at(v.save).Y {
			t.Errorf("the column ends at %v, below the buttons at %v", end, at(v.save).Y)
		}
	}
	if !scrolls {
		t.Error("the column does not scroll")
	}
}

// Drawing in the large view makes an undo step of the tileset.
func TestDrawingATile(t *testing.T) {
	w := newParent(t)
	v := opened(t, w, filepath.Join(t.TempDir(), "a.tiles.yaml"), nil)
	at := func(x, y float64) fyne.Position {
		p := v.large.view.Camera.ToScreen(level.Vec{X: x, Y: y})
		return fyne.NewPos(float32(p.X/v.large.view.Scale), float32(p.Y/v.large.view.Scale))
	}
	click := func(x, y float64) {
		p := at(x, y)
		e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
		e.Position = p
		v.large.view.MouseMoved(e)
		v.large.view.MouseDown(e)
		v.large.view.MouseUp(e)
	}
	w.ModalKey(fyne.KeyP)
	if v.large.tools.Active() != tool.Polygon {
		t.Fatalf("tool = %s", v.large.tools.Active())
	}
	for _, p := range [][2]float64{{0, 16}, {4, 9}, {11, 6}, {16, 6.2}, {16, 16}} {
		click(p[0], p[1])
	}
	w.ModalKey(fyne.KeyReturn)
	if presetsOf(v, 0) != "polygon" {
		t.Fatalf("drawn shapes = %q", presetsOf(v, 0))
	}
	part := v.Model.Shapes(0)[0].Part
	if part.Position != (level.Vec{}) || len(part.Shape.Points) != 5 || part.Name != "" {
		t.Errorf("drawn shape = %+v", part)
	}
	for _, p := range part.Shape.Points {
		if p.X != float64(int(p.X)) || p.Y != float64(int(p.Y)) {
			t.Errorf("the point %v is not on a pixel", p)
		}
	}
	w.ModalKey(fyne.KeyEscape) // back to the select tool
	w.ModalKey(fyne.KeyEscape) // clears the selection
	w.ModalShortcut(&fyne.ShortcutUndo{})
	if presetsOf(v, 0) != "" || v.large.session.Document().Len() != 0 {
		t.Errorf("after undo it has %q, and the view %d shapes", presetsOf(v, 0), v.large.session.Document().Len())
	}
	w.ModalShortcut(&fyne.ShortcutRedo{})
	if presetsOf(v, 0) != "polygon" || v.large.session.Document().Len() != 1 {
		t.Errorf("after redo it has %q", presetsOf(v, 0))
	}
}

// Clicks, Ctrl, Shift and drags choose tiles. Properties apply to all chosen tiles, and tracing follows the pixels.
func TestManyTilesInTheWindow(t *testing.T) {
	w := newParent(t)
	v := opened(t, w, filepath.Join(t.TempDir(), "a.tiles.yaml"), nil)
	down := func(id int, mods fyne.KeyModifier) {
		p := v.sheet.Camera.ToScreen(v.sheet.box(id).Center())
		e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: mods}
		e.Position = fyne.NewPos(float32(p.X/v.sheet.Scale), float32(p.Y/v.sheet.Scale))
		v.sheet.MouseDown(e)
		v.sheet.MouseUp(e)
	}
	down(1, 0)
	down(6, fyne.KeyModifierShift)
	if got := v.Model.Chosen(); len(got) != 4 || got[0] != 1 || got[3] != 6 {
		t.Fatalf("%v are chosen", got)
	}
	down(2, fyne.KeyModifierShortcutDefault)
	v.trace()
	if presetsOf(v, 1) != "half-bottom" || presetsOf(v, 5) != "full" || presetsOf(v, 2) != "" {
		t.Errorf("the traced shapes are %q, %q and %q", presetsOf(v, 1), presetsOf(v, 5), presetsOf(v, 2))
	}
	v.role.OnPick(2)
	v.side.OnPick(1)
	v.tags.OnCommit("wood, soft , wood")
	for _, id := range []int{1, 5, 6} {
		p := v.Model.Shapes(id)[0].Part
		if p.Role != level.OneWay || p.OneWay.Y != 1 || strings.Join(p.Tags, " ") != "wood soft" {
			t.Errorf("tile %d is %+v", id, p)
		}
	}
	w.ModalKey(fyne.KeyEscape)
	if len(w.Modals) != 2 { // the question
		t.Errorf("%d dialogs are open, want the question whether to save", len(w.Modals))
	}
	closed := false
	if !w.LeaveModal(func() { closed = true }) || closed || len(w.Modals) != 2 {
		t.Errorf("closing the window: closed %v with %d dialogs", closed, len(w.Modals))
	}
	w.ModalKey(fyne.KeyEscape) // cancel
	w.LeaveModal(func() { closed = true })
	w.ModalKey(fyne.KeyReturn) // save
	if _, err := importers.OpenTiles(v.path); err != nil || !closed || w.IsModal() {
		t.Errorf("after saving: closed %v, %v", closed, err)
	}
	if w.LeaveModal(func() {}) {
		t.Errorf("there are still unsaved changes")
	}
}

// A file that cannot be written is reported, and the shapes stay unsaved.
func TestSavingFails(t *testing.T) {
	w := newParent(t)
	v := opened(t, w, filepath.Join(t.TempDir(), "a.tiles.yaml"), nil)
	w.ModalKey(fyne.Key1)
	v.path = filepath.Join(t.TempDir(), "none", "a.tiles.yaml")
	v.Save(nil)
	if !v.Model.Unsaved() || len(w.Modals) != 2 {
		t.Errorf("unsaved %v, %d dialogs", v.Model.Unsaved(), len(w.Modals))
	}
}

// The dialog previews the open level with the unsaved shapes.
func TestTilesPreviewLevel(t *testing.T) {
	w := newParent(t)
	dir := t.TempDir()
	project := filepath.Join(dir, "w.ldtk")
	if err := os.WriteFile(project,
		[]byte(`{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":16,
		"defs":{"layers":[],"entities":[],"tilesets":[{"uid":5,"identifier":"Terrain","relPath":"set.png","tileGridSize":16,"__cWid":4,"__cHei":2}]},
		"levels":[{"identifier":"A","iid":"A","worldX":0,"worldY":0,"pxWid":64,"pxHei":16,"layerInstances":[
		{"__identifier":"Ground","__gridSize":16,"__cWid":4,"__cHei":1,"__tilesetDefUid":5,"__tilesetRelPath":"set.png","gridTiles":[{"px":[0,0],"t":0,"f":0},{"px":[32,0],"t":0,"f":0},{"px":[48,0],"t":1,"f":0}]}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	writePicture(t, filepath.Join(dir, "set.png"))
	r, foreign, err := w.Files.Read(t.Context(), project, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Files.Opened(project, r, foreign)
	v := opened(t, w, filepath.Join(dir, "set.tiles.yaml"), nil)
	count := func() (n int) {
		for _, d := range v.preview.docs {
			n += d.Len()
		}
		return n
	}
	if count() != 0 {
		t.Errorf("without shapes the level has %d colliders", count())
	}
	w.ModalKey(fyne.Key1)
	if count() != 2 {
		t.Errorf("colliders with tile 0 full = %d, want 2", count())
	}
	if got, want := v.preview.status.Text, "In the level: 2 shapes"; got != want {
		t.Errorf("below the picture is %q, want %q", got, want)
	}
	w.ModalKey(fyne.KeyRight)
	w.ModalKey(fyne.Key1)
	if count() != 2 { // the tiles touch
		t.Errorf("colliders with both full = %d, want 2", count())
	}
	if _, err := os.Stat(filepath.Join(dir, "set.tiles.yaml")); err == nil {
		t.Errorf("the file was written")
	}
}
