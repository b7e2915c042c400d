package ui

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"fillet/assets"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// The start page is shown while no level is open: creating or opening a level hides it, and closing the level shows it
// again.
func TestStartPage(t *testing.T) {
	w := newWindow(t)
	w.ShowStart()
	if !w.start.IsOpen() || w.tabs.content.Visible() || w.Win.Title() != "Fillet" {
		t.Fatalf("after ShowStart: open %v, level visible %v, title %q", w.start.IsOpen(), w.tabs.content.Visible(),
			w.Win.Title())
	}
	for _, key := range []fyne.KeyName{fyne.KeyR, fyne.KeyG, fyne.KeyDelete} {
		w.typedKey(&fyne.KeyEvent{Name: key})
	}
	if w.Tools.Active() != "select" || !w.Canvas.Grid {
		t.Error("a tool's key changes the level behind the start page")
	}
	for _, e := range w.commands.commandEntries() {
		if strings.HasPrefix(e.Label, "Shape") || strings.HasPrefix(e.Label, "Level") || e.Label == "File › Save" {
			t.Errorf("the start page offers %q", e.Label)
		}
	}
	w.docs.NewLevel()
	if w.start.IsOpen() || !w.tabs.content.Visible() {
		t.Fatal("a new level does not hide the start page")
	}
	w.docs.CloseLevel()
	if !w.start.IsOpen() {
		t.Fatal("Close does not return to the start page")
	}
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := os.WriteFile(path, []byte(marshalled(t, w)), 0o600); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	if w.start.IsOpen() {
		t.Fatal("opening a level does not hide the start page")
	}
	w.docs.CloseLevel()
	w.commands.setTheme(kit.ModeLight)
	if !w.start.IsOpen() {
		t.Error("changing the theme closes the start page")
	}
}

// Every sample opens from its card, has notes, and has no problems.
func TestSamplesTeach(t *testing.T) {
	all := dialog.Lessons()
	if len(all) < 4 {
		t.Fatalf("there are %d samples", len(all))
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, l := range all {
		w := newWindow(t)
		w.ShowStart()
		w.docs.OpenSample(l.File)
		if l.Opens != "" {
			pressButton(t, w, "Copy and open")
		}
		if w.IsModal() || w.start.IsOpen() || w.Session.Document().Len() == 0 {
			t.Errorf("%s does not open", l.File)
		}
		if l.Title == "" || l.Summary == "" || len(l.Steps) < 2 {
			t.Errorf("%s has no notes: %+v", l.File, l)
		}
		if isFile := strings.HasSuffix(l.Opens, ".level.yaml"); w.Files.Unsaved() && (l.Opens == "" || isFile) ||
			(w.Files.Path() != "") != isFile {
			t.Errorf("%s, just opened, has unsaved changes or a file", l.File)
		}
		drawForTest(w.Win.Canvas())
		if w.notes.Content.Hidden {
			t.Errorf("%s shows no notes", l.File)
		}
		w.notes.Turn(len(l.Steps) + 5)
		if w.notes.Step != len(l.Steps)-1 {
			t.Errorf("%s: last note = %d", l.File, w.notes.Step)
		}
		w.docs.NewLevel()
		if !w.notes.Content.Hidden {
			t.Errorf("the notes on %s stay when another level is shown", l.File)
		}
	}
}

// A sample that is a folder is copied completely, once, after a question. Its thumbnail shows the level that opens.
func TestSampleFolders(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	w := newWindow(t)
	for _, l := range dialog.Lessons() {
		if l.Opens == "" {
			continue
		}
		dir := filepath.Join(home, "fillet-samples", l.File)
		w.docs.OpenSample(l.File)
		if _, err := os.Stat(dir); err == nil || !w.IsModal() {
			t.Errorf("%s is copied without a question", l.File)
		}
		pressButton(t, w, "Copy and open")
		n := 0
		if err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				n++
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		want := 0
		if err := fs.WalkDir(assets.Samples(), l.File, func(_ string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				want++
			}
			return err
		}); err != nil || n != want {
			t.Errorf("files in %s = %d, want %d (%v)", dir, n, want, err)
		}
		card, err := level.Read(bytes.NewReader(assets.Card(l.File)), l.File)
		if err != nil {
			t.Fatal(err)
		}
		opened, shows := w.Session.Document().Snapshot(), card.Snapshot()
		if card.Len() != w.Session.Document().Len() ||
			render.LevelBounds(opened) != render.LevelBounds(shows) {
			t.Errorf("the thumbnail of %s has %d shapes in %v; the level has %d in %v", l.File, card.Len(),
				render.LevelBounds(shows), w.Session.Document().Len(), render.LevelBounds(opened))
		}
		w.docs.NewLevel()
		w.docs.OpenSample(l.File)
		if w.IsModal() || w.Session.Document().Len() != card.Len() {
			t.Errorf("%s does not open again", l.File)
		}
	}
	if rest, err := filepath.Glob(filepath.Join(home, "fillet-samples", ".*")); err != nil || len(rest) > 0 {
		t.Errorf("the remaining files are %q (%v)", rest, err)
	}
}

func TestRecentFiles(t *testing.T) {
	started := time.Now()
	w := newWindow(t)
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a", "b", "c"} {
		path := filepath.Join(dir, name+".level.yaml")
		if err := os.WriteFile(path, []byte(marshalled(t, w)), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
		w.OpenFile(path)
	}
	w.OpenFile(paths[0])
	recent := dialog.RecentFiles(w.App.Preferences())
	if len(recent) != 3 || recent[0].Path != paths[0] || recent[1].Path != paths[2] || recent[2].Path != paths[1] {
		t.Fatalf("recent files = %v", recent)
	}
	if at := recent[0].Opened; at.Before(started.Truncate(time.Second)) || at.After(time.Now()) {
		t.Errorf("%s was opened at %v, after %v", recent[0].Path, at, started)
	}
	w.ShowStart()
	if n := len(w.start.Recent.Objects); n != 3 {
		t.Errorf("the start page lists %d recent files", n)
	}
	if err := os.Remove(paths[1]); err != nil {
		t.Fatal(err)
	}
	w.start.OpenRecent(paths[1])
	if !w.IsModal() {
		t.Fatal("a missing file opens without a message")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if n := len(dialog.RecentFiles(w.App.Preferences())); n != 2 {
		t.Errorf("the missing file stays in a list of %d", n)
	}
}

// Tab reaches the controls and F6 moves from panel to panel. A key that a control does not use keeps its usual effect.
func TestKeyboardNavigation(t *testing.T) {
	w := newWindow(t)
	c := w.Win.Canvas()
	drawForTest(c)
	press := func(key fyne.KeyName) {
		if f := c.Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: key})
			return
		}
		w.typedKey(&fyne.KeyEvent{Name: key})
	}
	press(fyne.KeyF6)
	if b, ok := c.Focused().(*kit.IconButton); !ok || b.Icon != "select" {
		t.Fatalf("F6 focuses %T", c.Focused())
	}
	c.FocusNext()
	c.FocusNext()
	press(fyne.KeySpace)
	if w.Tools.Active() != "polygon" {
		t.Errorf("the third tool pressed by Space is %s", w.Tools.Active())
	}
	press(fyne.KeyR)
	if w.Tools.Active() != "box" {
		t.Errorf("R on a button activates %s", w.Tools.Active())
	}
	press(fyne.KeyF6)
	if l, ok := c.Focused().(fyne.CanvasObject); !ok || !kit.Holds(w.side.dock.content, l) {
		t.Errorf("F6 from the tools focuses %T, want the outline", c.Focused())
	}
	press(fyne.KeyF6)
	if _, ok := c.Focused().(*kit.Field); !ok {
		t.Errorf("F6 from the outline focuses %T, want the inspector's first field", c.Focused())
	}
	press(fyne.KeyF6)
	if l, ok := c.Focused().(fyne.CanvasObject); !ok || !kit.Holds(w.side.panels[1], l) {
		t.Errorf("F6 from a field focuses %T, want the contacts", c.Focused())
	}
	seen := map[fyne.Focusable]bool{}
	for range 60 {
		c.FocusNext()
		seen[c.Focused()] = true
	}
	if len(seen) < 20 {
		t.Errorf("Tab stops at %d controls", len(seen))
	}
	c.Unfocus()
	press(fyne.KeyF6)
	press(fyne.KeyEscape)
	if c.Focused() != nil {
		t.Error("Escape does not return the focus to the canvas")
	}

	w.ShowStart()
	c.FocusNext()
	press(fyne.KeySpace) // New level
	if w.start.IsOpen() {
		t.Error("Tab and Space on the start page create no new level")
	}
}

// Choosing a role by key rebuilds the inspector, and the focus stays on the row.
func TestFocusStaysInARebuiltInspector(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.Session.Selection().IDs()[0]
	role := func() *kit.Segmented {
		for _, s := range segmentedForTest(w.side.inspector) {
			if s.Words[0] == "solid" {
				return s
			}
		}
		t.Fatal("there is no row for the role")
		return nil
	}
	w.Win.Canvas().Focus(role())
	for _, want := range []level.Role{level.Trigger, level.OneWay, level.Solid} {
		w.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		w.refresh(0xffff)
		if got := w.Session.Document().Collider(id).Role; got != want {
			t.Errorf("role after the right arrow key = %s, want %s", got, want)
		}
		if w.Win.Canvas().Focused() != fyne.Focusable(role()) {
			t.Fatalf("after choosing %s the focus is on %T", want, w.Win.Canvas().Focused())
		}
	}
}

func segmentedForTest(v *panel.Inspector) []*kit.Segmented {
	var out []*kit.Segmented
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if s, ok := o.(*kit.Segmented); ok {
			out = append(out, s)
		}
		for _, c := range kit.ChildrenOf(o) {
			walk(c)
		}
	}
	walk(v.Body)
	return out
}

func TestKeysCanBeSearched(t *testing.T) {
	w := newWindow(t)
	w.commands.showKeys()
	field := w.Win.Canvas().Focused().(interface{ SetText(string) })
	var others []string // other strings in the window
	found := func(query string) (texts []string) {
		field.SetText(query)
		find(w, func(t *canvas.Text) bool {
			if !slices.Contains(others, t.Text) {
				texts = append(texts, t.Text)
			}
			return false
		})
		return texts
	}
	others = found("no such thing")
	all := found("")
	if len(all) < 100 {
		t.Errorf("there are %d strings", len(all))
	}
	for query, want := range map[string]string{
		"undo": "Ctrl+Z", "flip": "H", "next panel": "F6",
		"amber": "Drag the amber handle", "ctrl+s": "Ctrl+S",
	} {
		texts := found(query)
		if !slices.ContainsFunc(texts, func(s string) bool {
			return strings.HasPrefix(s, want)
		}) || len(texts) > len(all)/4 {
			t.Errorf("searching for %q finds the keys %q, want %s", query, texts, want)
		}
	}
	drawForTest(w.Win.Canvas())
}

// Every control that Tab reaches in the window and on the start page has an accessible label.
func TestControlsHaveLabels(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Session.Selection().All()
	w.refresh(editor.Everything)
	w.Session.Selection().Set(1)
	w.refresh(editor.Everything)
	check := func(where string, o fyne.CanvasObject) {
		t.Helper()
		all := panel.Focusables(o)
		if len(all) == 0 {
			t.Errorf("%s: Tab reaches no control", where)
		}
		for _, f := range all {
			switch f := f.(type) {
			case *kit.KeyList: // Fyne's own list, beside a label
			case fyne.Accessible:
				if f.AccessibilityLabel() == "" {
					t.Errorf("%s: a %T has an empty label", where, f)
				}
			default:
				t.Errorf("%s: a %T has no accessible label", where, f)
			}
		}
	}
	check("tools", w.side.left)
	check("inspector", w.side.inspector.Body)
	check("dock", w.side.dock.content)
	check("contacts", w.side.panels[1])
	w.docs.CloseLevel()
	check("start page", w.start.Scroll.Content)
	if label := w.Canvas.AccessibilityLabel(); !strings.Contains(label, " shapes, 0 selected") {
		t.Errorf("canvas's label = %q", label)
	}
}

// A file dropped on the window is opened or imported in its own tab. A file that is open already is shown.
func TestDroppedFile(t *testing.T) {
	w := newWindow(t)
	w.ShowStart()
	samples, err := filepath.Abs(filepath.Join("..", "..", "assets", "samples"))
	if err != nil {
		t.Fatal(err)
	}
	drop := func(name string) {
		w.Drop(fyne.Position{}, []string{filepath.Join(samples, name)})
	}
	drop("rounding.level.yaml")
	if w.start.IsOpen() || w.Files.Name() != "rounding.level.yaml" || w.Files.Unsaved() {
		t.Fatalf("a dropped level: start page %v, %s, unsaved %v", w.start.IsOpen(), w.Files.Name(), w.Files.Unsaved())
	}
	drop("cavern.ldtk")
	if w.Session.Document().Len() < 20 || w.Files.Path() != "" || !w.Files.Unsaved() {
		t.Fatalf("a dropped project: %d colliders, path %q", w.Session.Document().Len(), w.Files.Path())
	}
	drop("rounding.level.yaml")
	if w.IsModal() || w.Files.Name() != "rounding.level.yaml" || len(w.tabs.list) != 2 ||
		!w.tabs.list[1].Files.Unsaved() {
		t.Errorf("dropping an open file shows %s, one of %d tabs", w.Files.Name(), len(w.tabs.list))
	}
	before := w.Session.Document()
	w.Drop(fyne.Position{}, []string{filepath.Join(samples, "..", "..", "docs", "guide", "start.png")})
	if list := w.Session.Pictures().List(); w.IsModal() || w.Session.Document() != before || len(list) != 1 ||
		list[0].Name != "start" {
		t.Errorf("a dropped picture is not added to the level: %+v", list)
	}
	w.Drop(fyne.Position{}, nil)
}

// An empty canvas shows which keys to press until the user starts to draw.
func TestEmptyCanvasHint(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	if w.hint.Hidden {
		t.Error("no hint is shown")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.refresh(editor.OverlayChanged)
	if !w.hint.Hidden {
		t.Error("the hint stays during drawing")
	}
}

// Changing the theme keeps the view, the rulers and the zoom in the status bar.
func TestThemeKeepsTheView(t *testing.T) {
	for _, scale := range []float32{1, 1.5} {
		w := openForTest(t, "cavern")
		w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
		drawForTest(w.Win.Canvas())
		w.Canvas.ZoomTo(2)
		was := w.Canvas.Camera
		w.commands.setTheme(kit.ModeLight)
		if w.status.Zoom.Text != "200 %" {
			t.Errorf("at a scale of %v the status bar's zoom is %q", scale, w.status.Zoom.Text)
		}
		drawForTest(w.Win.Canvas())
		if w.Canvas.Camera != was {
			t.Errorf("the view is %+v, was %+v", w.Canvas.Camera, was)
		}
		if w.rulers.IsBehind() {
			t.Errorf("at a scale of %v the rulers show another part of the level", scale)
		}
	}
}

// The start page shows as many samples side by side as fit, and none extends past its edge.
func TestStartPageFitsTheWindow(t *testing.T) {
	w := newWindow(t)
	w.ShowStart()
	for _, want := range []struct {
		width float32
		cards int
	}{{1440, 3}, {1280, 3}, {1024, 2}, {800, 1}, {390, 1}, {1280, 3}} {
		w.Win.Resize(fyne.NewSize(want.width, 720))
		drawForTest(w.Win.Canvas())
		row := 0
		for _, c := range w.start.Cards.Objects {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
			if c.Position().Y == 0 {
				row++
			}
			if right := at.X + c.Size().Width; right > want.width {
				t.Errorf("in a window %v wide a sample ends at %v", want.width, right)
			}
		}
		if least := w.start.Scroll.Content.MinSize().Width; least > want.width {
			t.Errorf("in a window %v wide the page is %v wide", want.width, least)
		}
		if row != want.cards {
			t.Errorf("in a window %v wide %d samples are side by side, want %d", want.width, row, want.cards)
		}
	}
}
