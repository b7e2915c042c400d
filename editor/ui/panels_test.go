package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/workspace"
)

// openForTest opens a built-in sample.
func openForTest(t *testing.T, name string) *Window {
	t.Helper()
	w := newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", name+workspace.Extension))
	if w.IsModal() || w.Session.Document().Len() == 0 {
		t.Fatalf("the sample %s does not open", name)
	}
	drawForTest(w.Win.Canvas())
	return w
}

func TestContactsAreSortedAndFiltered(t *testing.T) {
	w := openForTest(t, "cavern")
	c := w.side.contacts
	all := len(c.Pairs)
	if all < 3 {
		t.Fatalf("the sample has %d contacts", all)
	}
	inOrder := func(what string, cmp func(a, b contacts.Pair) int) {
		t.Helper()
		if !slices.IsSortedFunc(c.Pairs, cmp) {
			t.Errorf("sorted by %s the pairs are %v", what, c.Pairs)
		}
	}
	deepest := func(a, b contacts.Pair) int { return int(1e6 * (b.Depth - a.Depth)) }
	names := func(a, b contacts.Pair) int {
		return strings.Compare(strings.ToLower(c.Names(a)), strings.ToLower(c.Names(b)))
	}
	c.Heads[1].Tapped(nil)
	inOrder("depth", deepest)
	c.Heads[1].Tapped(nil)
	inOrder("depth, least first", func(a, b contacts.Pair) int { return deepest(b, a) })
	c.Heads[1].Tapped(nil)
	if c.Order != (panel.ContactOrder{}) {
		t.Errorf("a third click leaves the order %+v", c.Order)
	}
	c.Heads[0].Tapped(nil)
	inOrder("name", names)

	counts := w.Session.Live().Counts()
	c.Filters.OnPick(int(panel.OverlapContacts))
	if len(c.Pairs) != counts.Overlaps {
		t.Errorf("%d overlaps are listed, want %d", len(c.Pairs), counts.Overlaps)
	}
	c.Filters.OnPick(int(panel.SelectedContacts))
	if len(c.Pairs) != 0 || !c.Empty.Visible() {
		t.Errorf("with nothing selected %d pairs are listed", len(c.Pairs))
	}
	c.Filters.OnPick(int(panel.AllContacts))
	if counts.Expected == 0 || !c.ExpectedLine.Visible() || !strings.Contains(c.ExpectedLine.Label.Text, "expected") {
		t.Fatalf("%d pairs are expected, and the panel shows %q", counts.Expected, c.ExpectedLine.Label.Text)
	}
	c.ExpectedLine.Tapped(nil)
	if len(c.Pairs) != all+counts.Expected {
		t.Errorf("with expected pairs, %d are listed, want %d", len(c.Pairs), all+counts.Expected)
	}
	w.commands.setTheme(kit.ModeLight)
	if c = w.side.contacts; len(c.Pairs) != all+counts.Expected || c.Order.Column != panel.PairColumn {
		t.Error("changing the theme resets the contact list")
	}
}

// Enter picks a row like a click.
func TestContactPickedByKey(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Win.Canvas().Focus(w.side.contacts.List)
	w.side.contacts.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	w.side.contacts.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	p := w.side.contacts.Pairs[1]
	if got := w.Session.Selection().IDs(); !slices.Equal(got, []level.ID{p.A, p.B}) {
		t.Errorf("Enter on the second pair selects %v, want %v and %v", got, p.A, p.B)
	}
	w.side.contacts.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeyP})
	if w.Tools.Active() != "polygon" {
		t.Error("P in the list does not activate the polygon tool")
	}
}

// The other panels use the space of hidden ones, which stay hidden in the next window.
func TestHiddenPanelsStayHidden(t *testing.T) {
	w := newWindow(t)
	w.Win.Resize(fyne.NewSize(1440, 900))
	drawForTest(w.Win.Canvas())
	contacts := w.side.panels[1].Size().Height
	w.side.togglePanel(panel.InspectorPanel)
	w.side.togglePanel(panel.ToolsPanel)
	drawForTest(w.Win.Canvas())
	if w.side.panels[0].Visible() || w.side.left.Visible() || !w.side.panels[1].Visible() {
		t.Fatal("the hidden inspector and tools still take up space")
	}
	if now := w.side.panels[1].Size().Height; now <= contacts {
		t.Errorf("without the inspector the contacts are %v high, were %v", now, contacts)
	}
	again := panel.LoadSizes(w.App.Preferences())
	if !again.IsHidden(panel.InspectorPanel) || !again.IsHidden(panel.ToolsPanel) ||
		again.IsHidden(panel.ContactPanel) {
		t.Errorf("the next window hides %v", again.Hidden)
	}
	w.commands.setTheme(kit.ModeLight)
	if w.side.panels[0].Visible() || w.side.left.Visible() {
		t.Error("changing the theme shows hidden panels")
	}
	w.side.togglePanel(panel.ContactPanel)
	if w.side.right.Visible() {
		t.Error("an empty side panel is shown")
	}
	w.side.togglePanel(panel.ContactPanel)
	drawForTest(w.Win.Canvas())
	if !w.side.right.Visible() || w.side.panels[1].Size().Height < 400 {
		t.Errorf("only the contacts: shown %v, %v high", w.side.right.Visible(), w.side.panels[1].Size().Height)
	}
	w.side.dock.toggle()
	w.side.resetPanels()
	if !w.side.left.Visible() || !w.side.panels[0].Visible() || !w.side.dock.isSeen() {
		t.Error("Reset layout leaves panels hidden")
	}
}

// For any height and any hidden panels, the panel heights are never negative and add up.
func TestPanelHeightsAddUp(t *testing.T) {
	for hidden := range 4 {
		for _, height := range []float32{330, 500, 700, 1400} {
			for _, chosen := range []float32{0, 10, 300, 5000} {
				s := &panel.Sizes{Inspector: chosen}
				for i, p := range []panel.Name{panel.InspectorPanel, panel.ContactPanel} {
					s.Hide(p, hidden&(1<<i) != 0)
				}
				a, b := s.Within(height, 450)
				if hidden != 3 && a+b != height || a < 0 || b < 0 {
					t.Errorf("hidden %02b, height %v, chosen %v: %v + %v", hidden, height, chosen, a, b)
				}
			}
		}
	}
}

func TestPreferencesApply(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.prefs.Show()
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.IsModal() {
		t.Fatal("Escape leaves the preferences open")
	}
	p := w.App.Preferences()
	p.SetFloat("new.grid.width", 24)
	p.SetFloat("new.width", -3) // invalid
	p.SetInt("new.grid.subdivisions", 4)
	w.docs.NewLevel()
	if s := w.Session.Document().Settings(); s.Grid.Size.X != 24 || s.Grid.Subdivisions != 4 ||
		s.Size != level.DefaultSettings().Size {
		t.Errorf("a new level has %+v", s)
	}
	snap := w.Session.Snapping()
	snap.Edges = false
	w.Session.SetSnapping(snap)
	w.refresh(editor.SettingsChanged)
	if got := dialog.LoadSnapping(p); got != snap {
		t.Errorf("the next window snaps to %+v, want %+v", got, snap)
	}
}

// The file dialog filters while the user types. Arrow keys move through the list, folders open, and paths are accepted.
// The dialog asks before replacing a file, and Escape in its field closes it.
func TestFileDialogByKeyboard(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "levels", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"a.level.yaml", "b.level.yaml", "notes.txt",
		filepath.Join("levels", "c.level.yaml"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := newWindow(t)
	w.App.Preferences().SetString("folder", dir)
	var chosen string
	key := func(k fyne.KeyName) {
		t.Helper()
		f := w.Win.Canvas().Focused()
		if f == nil {
			w.typedKey(&fyne.KeyEvent{Name: k})
			return
		}
		f.TypedKey(&fyne.KeyEvent{Name: k})
	}
	typed := func(s string) {
		t.Helper()
		w.Win.Canvas().Focused().(*kit.SearchField).SetText(s)
	}
	open := func() {
		chosen = ""
		w.ChooseOpen("Open", []string{workspace.Extension}, func(path string) { chosen = path })
		drawForTest(w.Win.Canvas())
	}
	want := func(what, path string) {
		t.Helper()
		if chosen != path || w.IsModal() {
			t.Errorf("%s: chosen = %q, dialog open = %v, want %q", what, chosen, w.IsModal(), path)
		}
	}

	open()
	typed("b.l")
	key(fyne.KeyReturn)
	want("typing a part of the name", filepath.Join(dir, "b.level.yaml"))

	open()
	key(fyne.KeyDown) // the folder
	key(fyne.KeyReturn)
	key(fyne.KeyDown)
	key(fyne.KeyDown)
	key(fyne.KeyReturn)
	want("arrows into the folder", filepath.Join(dir, "levels", "c.level.yaml"))

	w.App.Preferences().SetString("folder", dir)
	open()
	typed(filepath.Join(dir, "levels"))
	key(fyne.KeyReturn)
	typed("c.level.yaml")
	key(fyne.KeyReturn)
	want("a path", filepath.Join(dir, "levels", "c.level.yaml"))

	open()
	typed(filepath.Join(dir, "missing.level.yaml"))
	key(fyne.KeyReturn)
	if chosen != "" || !w.IsModal() {
		t.Errorf("a missing file is chosen: %q", chosen)
	}
	key(fyne.KeyEscape)
	want("Escape", "")

	save := func() {
		chosen = ""
		w.ChooseSave("Save", filepath.Join(dir, "new.level.yaml"), []string{workspace.Extension}, func(path string) {
			chosen = path
		})
		drawForTest(w.Win.Canvas())
	}
	save()
	key(fyne.KeyReturn)
	want("a new name", filepath.Join(dir, "new.level.yaml"))
	save()
	typed("a.level.yaml")
	key(fyne.KeyReturn)
	if chosen != "" || len(w.Modals) != 2 {
		t.Fatalf("an existing name: chosen is %q, %d dialogs are open", chosen, len(w.Modals))
	}
	key(fyne.KeyReturn)
	if chosen != "" || len(w.Modals) != 1 {
		t.Fatalf("Enter in the question: chosen is %q, %d dialogs are open", chosen, len(w.Modals))
	}
	key(fyne.KeyReturn)
	pressButton(t, w, "Replace")
	want("replacing", filepath.Join(dir, "a.level.yaml"))
	save()
	typed("a") // becomes a.level.yaml
	key(fyne.KeyReturn)
	if chosen != "" || len(w.Modals) != 2 {
		t.Fatalf("a name that exists with the extension: chosen is %q, %d dialogs are open", chosen,
			len(w.Modals))
	}
	pressButton(t, w, "Replace")
	want("replacing by the short name", filepath.Join(dir, "a.level.yaml"))
	save()
	key(fyne.KeyEscape)
	want("Escape in the name", "")
}

// For any chosen sizes, each panel keeps a minimum height, and together they fill the column.
func TestPanelSizesFit(t *testing.T) {
	for _, s := range []panel.Sizes{{}, {Inspector: 5000}, {Inspector: 1}, {Inspector: 300}} {
		for _, height := range []float32{320, 480, 700, 1400} {
			inspector, contacts := s.Within(height, 450)
			if inspector < 50 || contacts < 60 {
				t.Errorf("%+v in %v: %v, %v", s, height, inspector, contacts)
			}
			if sum := inspector + contacts; sum < height-1 || sum > height+1 {
				t.Errorf("%+v in %v: the sum is %v", s, height, sum)
			}
		}
	}
}

// During a drag the contact rows keep their order, with the rows of the dragged shapes first. Afterwards they are
// sorted again.
func TestContactsStayWhileDragging(t *testing.T) {
	w := newWindow(t)
	box := func(name string, x float64) level.ID {
		c := level.NewCollider(0, 0, name, level.Shape{
			Kind: level.Box, Size: level.Vec{X: 40, Y: 40},
			Rounding: level.Inset,
		}, level.Vec{X: x, Y: 100})
		id, err := w.Session.Add(*c)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	box("a", 100)
	box("b", 105)
	box("c", 200)
	moved := box("d", 238)
	w.Session.SetSnapping(editor.SnapSettings{})
	w.Session.Selection().Clear()
	c := w.side.contacts
	c.Refresh()
	names := func() (out []string) {
		for _, p := range c.Pairs {
			out = append(out, c.Names(p))
		}
		return out
	}
	if got := names(); !slices.Equal(got, []string{"a × b", "c × d"}) { // deepest first
		t.Fatalf("at rest the rows are %v", got)
	}
	pointer := func(kind tool.EventKind, x float64) {
		w.Session.Batch(func() {
			w.Tools.Pointer(tool.Event{Kind: kind, Pos: level.Vec{X: x, Y: 100}, Button: tool.Primary})
		})
		c.Refresh()
	}
	pointer(tool.Move, 250)
	pointer(tool.Down, 250)
	for _, x := range []float64{251, 240, 230, 222, 217} { // increasing depth
		pointer(tool.Move, x)
		if got := names(); w.Tools.Moving() != nil && !slices.Equal(got, []string{"c × d", "a × b"}) {
			t.Errorf("dragged to %g: the rows are %v", x, got)
		}
	}
	if at := w.Session.Document().Collider(moved).Position.X; at >= 238 {
		t.Fatalf("the shape was not dragged: it is at %g", at)
	}
	pointer(tool.Up, 217)
	if got := names(); !slices.Equal(got, []string{"a × b", "c × d"}) {
		t.Errorf("rows after the drag = %v", got)
	}
}

// Hovering a contact row highlights the pair on the canvas until the pointer leaves.
func TestPointingAtAContactShowsIt(t *testing.T) {
	w := openForTest(t, "cavern")
	c := w.side.contacts
	row := c.List.CreateItem().(interface {
		fyne.CanvasObject
		desktop.Hoverable
	})
	c.List.UpdateItem(0, row)
	pair := [2]level.ID{c.Pairs[0].A, c.Pairs[0].B}
	row.MouseIn(&desktop.MouseEvent{})
	if w.Canvas.Pointed != pair {
		t.Errorf("pair highlighted under the pointer = %v, want %v", w.Canvas.Pointed, pair)
	}
	full := 0
	for _, k := range w.Canvas.Scene().Contacts {
		if k.Full {
			full++
		}
	}
	if full != 1 {
		t.Errorf("%d contacts are shown in full", full)
	}
	row.MouseOut()
	if w.Canvas.Pointed != [2]level.ID{} {
		t.Errorf("after the pointer has left, %v is highlighted", w.Canvas.Pointed)
	}
}
