package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// tableForTest opens a level of three boxes with the table on all of them.
func tableForTest(t *testing.T) *Window {
	t.Helper()
	w := newWindow(t)
	w.setStart(false)
	for _, name := range []string{"a", "b", "c"} {
		c := level.NewCollider(0, 0, name, level.Shape{Kind: level.Box, Size: level.Vec{X: 20, Y: 20}, Rounding: level.Inset}, level.Vec{})
		if _, err := w.Session.Add(*c); err != nil {
			t.Fatal(err)
		}
	}
	w.Session.Selection().Clear()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF9})
	test.LaidOutObjects(w.Win.Canvas().Content())
	if w.table.Content.Hidden || w.table.Rows() != 3 || w.Win.Canvas().Focused() != w.table.Sheet.Keys() {
		t.Fatalf("the table is hidden: %v, has %d rows", w.table.Content.Hidden, w.table.Rows())
	}
	return w
}

// hands types into whatever has the keys: names in < > are keys.
func (w *Window) hands(text string) {
	for text != "" {
		f := w.Win.Canvas().Focused()
		if name, rest, ok := strings.Cut(text[1:], ">"); text[0] == '<' && ok {
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyName(name)})
			text = rest
			continue
		}
		f.TypedRune([]rune(text)[0])
		text = string([]rune(text)[1:])
	}
}

func (w *Window) cellsForTest() string {
	w.catchUp()
	w.table.Copy(kit.SheetCell{}, kit.SheetCell{Row: 2, Column: 4})
	return strings.ReplaceAll(strings.ReplaceAll(w.App.Clipboard().Content(), "\t", " "), "\n", "; ")
}

// Hands that know spreadsheets type, fill, copy, paste and clear; each is one undo step.
func TestTableByKeyboard(t *testing.T) {
	w := tableForTest(t)
	const before = "a box Layer 1 0 0; b box Layer 1 0 0; c box Layer 1 0 0; "
	if got := w.cellsForTest(); got != before {
		t.Fatalf("the cells are %s", got)
	}
	steps := func() int { return w.Session.History().Done() }
	from := steps()
	w.hands("rock<Return>") // over what is there, and down
	w.hands("<Right><Right><Right>16*3<Tab>7<Return>")
	if got := w.cellsForTest(); got != "rock box Layer 1 0 0; b box Layer 1 48 7; c box Layer 1 0 0; " || steps() != from+3 {
		t.Errorf("after typing the cells are %s, %d steps", got, steps()-from)
	}
	w.hands("<Up><F2>0<Escape>") // dropped
	w.hands("<Up>?<Return>")     // no number
	says := w.status.Notice
	if got := w.cellsForTest(); got != "rock box Layer 1 0 0; b box Layer 1 48 7; c box Layer 1 0 0; " || !strings.Contains(says, "row 1, y") {
		t.Errorf("the cells are %s, and it says %q", got, says)
	}
	sheet := w.Win.Canvas().Focused().(fyne.Shortcutable)
	w.table.Sheet.Select(kit.SheetCell{Row: 1, Column: 3}, kit.SheetCell{Row: 2, Column: 4})
	sheet.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyD, Modifier: fyne.KeyModifierControl})
	if got := w.cellsForTest(); got != "rock box Layer 1 0 0; b box Layer 1 48 7; c box Layer 1 48 7; " || steps() != from+4 {
		t.Errorf("after filling down the cells are %s", got)
	}
	w.App.Clipboard().SetContent("1\t2\r\n3\t=4\r\n")
	w.table.Sheet.Select(kit.SheetCell{Row: 0, Column: 3}, kit.SheetCell{Row: 0, Column: 3})
	sheet.TypedShortcut(&fyne.ShortcutPaste{Clipboard: w.App.Clipboard()})
	says = w.status.Notice
	if got := w.cellsForTest(); !strings.HasPrefix(got, "rock box Layer 1 0 0") || !strings.Contains(says, "row 2, y") {
		t.Errorf("after a paste with a mistake the cells are %s, and it says %q", got, says)
	}
	w.App.Clipboard().SetContent("1\t2\r\n3\t4*2\r\n")
	sheet.TypedShortcut(&fyne.ShortcutPaste{Clipboard: w.App.Clipboard()})
	if got := w.cellsForTest(); got != "rock box Layer 1 1 2; b box Layer 1 3 8; c box Layer 1 48 7; " || steps() != from+5 {
		t.Errorf("after a paste the cells are %s", got)
	}
	w.App.Clipboard().SetContent("1\n2\n3\n4\n")
	sheet.TypedShortcut(&fyne.ShortcutPaste{Clipboard: w.App.Clipboard()})
	if !strings.Contains(w.status.Notice, "4 rows do not fit") {
		t.Errorf("of too many rows it says %q", w.status.Notice)
	}
	w.table.Sheet.Select(kit.SheetCell{Row: 0, Column: 0}, kit.SheetCell{Row: 1, Column: 0})
	w.hands("<Delete>")
	if got := w.cellsForTest(); !strings.HasPrefix(got, " box") {
		t.Errorf("after Delete the cells are %s", got)
	}
	for range steps() - from {
		sheet.TypedShortcut(&fyne.ShortcutUndo{})
	}
	if got := w.cellsForTest(); got != before {
		t.Errorf("after undo the cells are %s", got)
	}
	w.hands("<Escape>")
	if w.Win.Canvas().Focused() != nil {
		t.Error("Escape does not leave the table")
	}
}

// Rows and shapes are selected together; the table sorts, filters and shows the columns that are asked for, in any theme.
func TestTableFollowsTheCanvas(t *testing.T) {
	w := tableForTest(t)
	id := func(row int) level.ID {
		i := 0
		for c := range w.Session.Document().Colliders() {
			if i == row {
				return c.ID
			}
			i++
		}
		return 0
	}
	w.hands("<Down>")
	if ids := w.Session.Selection().IDs(); len(ids) != 1 || ids[0] != id(1) {
		t.Errorf("%v is selected", ids)
	}
	w.Session.Selection().Set(id(2))
	w.catchUp()
	if from, _ := w.table.Sheet.Selected(); from.Row != 2 {
		t.Errorf("row %d is the active one", from.Row)
	}
	w.table.Header(0)
	w.table.Header(0)
	if got := w.cellsForTest(); !strings.HasPrefix(got, "c ") {
		t.Errorf("sorted downward the cells are %s", got)
	}
	w.commands.setTheme(kit.ModeLight)
	if got := w.cellsForTest(); !strings.HasPrefix(got, "c ") || w.table.Content.Hidden {
		t.Errorf("in another theme the cells are %s", got)
	}
	w.table.Header(0)
	for _, c := range w.table.ColumnChoice() {
		if c.Title == "kind" {
			c.Toggle()
		}
	}
	if got := w.cellsForTest(); !strings.HasPrefix(got, "a Layer 1 ") {
		t.Errorf("without a column the cells are %s", got)
	}
	if err := w.Session.DeleteSelection(); err != nil {
		t.Fatal(err)
	}
	w.catchUp()
	if w.table.Rows() != 2 {
		t.Errorf("%d rows are left", w.table.Rows())
	}
	w.commands.undo()
	w.catchUp()
	if w.table.Rows() != 3 {
		t.Errorf("after undo there are %d rows", w.table.Rows())
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF9})
	if !w.table.Content.Hidden || !w.minimap.Visible() {
		t.Error("the key does not close it")
	}
}

// The widths of columns are dragged at the edges of their heads, and kept; a double click fits one.
func TestTableColumnWidths(t *testing.T) {
	w := tableForTest(t)
	body := w.table.Sheet.Keys().(interface {
		desktop.Mouseable
		desktop.Hoverable
		desktop.Cursorable
		fyne.Draggable
		fyne.DoubleTappable
	})
	width := func(title string) float32 {
		for _, c := range w.table.Columns() {
			if c.Title == title {
				return c.Width
			}
		}
		t.Fatalf("there is no column %s", title)
		return 0
	}
	const head, numbers = 12, 52
	edge := numbers + width("name")
	at := func(x float32) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, head)}, Button: desktop.MouseButtonPrimary}
	}
	body.MouseMoved(at(edge - 40))
	plain := body.Cursor()
	body.MouseMoved(at(edge + 2))
	if plain == body.Cursor() || body.Cursor() != desktop.HResizeCursor {
		t.Errorf("the pointer is %v, and %v over the edge of a head", plain, body.Cursor())
	}
	was, kind, sorted := width("name"), width("kind"), w.tableState.SortKey
	body.MouseDown(at(edge + 2))
	body.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(edge+62, head)}})
	body.MouseUp(at(edge + 62))
	body.DragEnd()
	if got := width("name"); got != was+60 || width("kind") != kind || w.tableState.SortKey != sorted {
		t.Errorf("dragged by 60 it is %v wide, was %v; the other %v, was %v", got, was, width("kind"), kind)
	}
	body.MouseDown(at(edge + 60))
	body.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(-900, head)}})
	body.MouseUp(at(0))
	if got := width("name"); got != kit.LeastColumn {
		t.Errorf("dragged far to the left it is %v wide", got)
	}
	w.rebuild() // as the next window has it
	if got := width("name"); got != kit.LeastColumn {
		t.Errorf("made anew it is %v wide", got)
	}
	w.table.Type(kit.SheetCell{}, "a name that is rather long for a column")
	w.table.FitWidth(0)
	if got := width("name"); got < 200 || got > 400 {
		t.Errorf("fitted to its texts it is %v wide", got)
	}
}

// What is one of a few words is chosen from a menu: for all selected cells of its column, in one step.
func TestTableChoices(t *testing.T) {
	w := tableForTest(t)
	if _, err := w.Session.Layers().Add("Upper"); err != nil {
		t.Fatal(err)
	}
	w.catchUp()
	from := w.Session.History().Done()
	w.table.Sheet.Select(kit.SheetCell{Row: 0, Column: 2}, kit.SheetCell{Row: 1, Column: 2})
	w.hands("<F2>")
	if w.commands.menus.Open == nil {
		t.Fatal("no menu of layers opens")
	}
	w.hands("u<Return>")
	if got := w.cellsForTest(); got != "a box Upper 0 0; b box Upper 0 0; c box Layer 1 0 0; " || w.Session.History().Done() != from+1 {
		t.Errorf("after choosing the cells are %s, in %d steps", got, w.Session.History().Done()-from)
	}
	if w.Win.Canvas().Focused() != w.table.Sheet.Keys() {
		t.Error("the keys are not the table's any more")
	}
	w.table.Sheet.Select(kit.SheetCell{Row: 2, Column: 1}, kit.SheetCell{Row: 2, Column: 1})
	w.hands("<Return>p<Return>") // kind: polygon
	if got := w.cellsForTest(); got != "a box Upper 0 0; b box Upper 0 0; c polygon Layer 1 0 0; " {
		t.Errorf("after choosing a kind the cells are %s", got)
	}
	w.App.Clipboard().SetContent("Layer 1\nUpper\nnowhere\n")
	w.table.Paste(kit.SheetCell{Row: 0, Column: 2}, kit.SheetCell{Row: 0, Column: 2})
	says := w.status.Notice
	if got := w.cellsForTest(); !strings.HasPrefix(got, "a box Upper") || !strings.Contains(says, `row 3, layer: there is no layer "nowhere"`) {
		t.Errorf("after a paste with a mistake the cells are %s, and it says %q", got, says)
	}
	w.App.Clipboard().SetContent("polygon\tLayer 1\nbox\tUpper\nbox\tUpper\n")
	w.table.Paste(kit.SheetCell{Row: 0, Column: 1}, kit.SheetCell{Row: 0, Column: 1})
	if got := w.cellsForTest(); got != "a polygon Layer 1 0 0; b box Upper 0 0; c box Upper 0 0; " {
		t.Errorf("after a paste the cells are %s", got)
	}
}
