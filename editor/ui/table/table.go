// Package table is the colliders of a level, or of a selection, as a table that can be typed into.
package table

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/bulk"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// State is what somebody has chosen to see of a level as a table. It outlives the panel, which a change of theme makes anew.
type State struct {
	IsOpen  bool
	OfLevel bool       // its rows are all shapes, and not those that were selected
	Shapes  []level.ID // that were selected
	Query   string
	SortKey string // of a column; empty: as the shapes are drawn
	Down    bool   // the other way round
}

// Host is what the table asks of the window.
type Host struct {
	Fail      func(error)
	Tell      func(format string, args ...any)
	Clipboard fyne.Clipboard
	Prefs     fyne.Preferences
	OnClose   func()
	OnUndo    func(redo bool)
	OnColumns func(at fyne.Position) // opens the menu of columns
	OnMenu    func(at fyne.Position) // opens the menu of what is selected
	// OnChoice opens a menu of words, of which one may be the present one, and calls pick with the one that is chosen.
	OnChoice func(at fyne.Position, words []string, now string, pick func(string))
}

// Table shows shapes as rows and their fields as columns, over the lower part of the canvas. What is selected in it is selected on the
// canvas, and the other way round.
type Table struct {
	Content *fyne.Container // hidden until Show
	Sheet   *kit.Sheet
	State   *State
	look    *kit.Look
	session *editor.Session
	host    Host

	all     []bulk.Column // that there are
	columns []bulk.Column // that are shown
	widths  []kit.SheetColumn
	rows    []level.ID
	at      map[level.ID]int // the row of each shape
	count   int              // of the level's shapes, when the rows were found
	own     bool             // the selection is changed by the table
	title   *canvas.Text
	scope   *kit.Segmented
	query   *kit.SearchField
}

// New makes the table, closed.
func New(l *kit.Look, s *editor.Session, state *State, host Host) *Table {
	t := &Table{State: state, look: l, session: s, host: host}
	p := l.Colors()
	t.title = kit.Text("", p.Quiet, kit.SmallText+1)
	t.scope = kit.NewSegmented(l, []string{"selection", "level"}, func(i int) { t.setScope(i == 1) })
	t.scope.SetName("Rows of the table")
	t.query = kit.NewSearchField(l, func(int) {}, func() { t.Sheet.Focus() })
	t.query.PlaceHolder = "Filter"
	t.query.SetText(state.Query)
	t.query.OnChanged = kit.Guarded(l, func(q string) {
		state.Query = q
		t.find()
	})
	t.query.OnSubmitted = kit.Guarded(l, func(string) { t.Sheet.Focus() })
	t.Sheet = kit.NewSheet(l, t)
	var choose *kit.TextButton
	choose = kit.NewTextButton(l, "Columns", false, func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(choose)
		host.OnColumns(at.AddXY(0, choose.Size().Height))
	})
	choose.Small = true
	shut := kit.NewIconButton(l, "close", "Close the table", "F9", host.OnClose)
	shut.Side = 24
	head := container.New(kit.Row{Gap: kit.Gap, Grow: 1}, kit.Bold("Table", p.Text, kit.TextSize), kit.Pad(2, 0, 0, 0, t.title),
		container.New(kit.Exact{W: 130, H: kit.FieldHeight}, t.scope), container.New(kit.Exact{W: 130, H: kit.FieldHeight}, t.query), choose, shut)
	plate := kit.Framed(l, p.Panel, p.Line, 7).Picture
	t.Content = container.New(tablePlace{}, kit.NewShield(container.NewStack(plate,
		container.NewBorder(kit.Pad(kit.Edge, 4, 6, 4, head), nil, nil, nil, kit.Pad(1, 0, 1, 6, t.Sheet)))))
	t.Content.Hide()
	if state.IsOpen {
		t.Show(true)
	}
	return t
}

// Show opens the table on what is selected, or on the level where nothing is, or closes it.
func (t *Table) Show(on bool) {
	if t.State.IsOpen != on {
		t.State.IsOpen = on
		t.State.Shapes = slices.Clone(t.session.Selection().IDs())
		t.State.OfLevel = len(t.State.Shapes) == 0
	}
	t.Content.Hidden = !on
	if on {
		t.find()
	}
	t.Content.Refresh()
}

func (t *Table) setScope(ofLevel bool) {
	t.State.OfLevel = ofLevel
	t.State.Shapes = slices.Clone(t.session.Selection().IDs())
	t.find()
}

// find finds the rows and the columns.
func (t *Table) find() {
	doc, s := t.session.Document(), t.State
	ids := s.Shapes
	if s.OfLevel {
		ids = make([]level.ID, 0, doc.Len())
		for c := range doc.Colliders() {
			ids = append(ids, c.ID)
		}
	} else if s.SortKey == "" {
		ids = t.asDrawn(ids)
	}
	t.scope.Choose(map[bool]int{false: 0, true: 1}[s.OfLevel])
	t.count = doc.Len()
	t.all = bulk.Columns(doc, ids)
	t.showColumns()
	all := len(ids)
	ids = bulk.Filtered(doc, ids, t.columns, s.Query)
	if i := slices.IndexFunc(t.all, func(c bulk.Column) bool { return c.Key == s.SortKey }); i >= 0 {
		ids = bulk.Sorted(doc, ids, t.all[i], s.Down)
	}
	t.rows = ids
	t.at = make(map[level.ID]int, len(ids))
	for i, id := range ids {
		t.at[id] = i
	}
	title := kit.Count(len(ids), "shape")
	if len(ids) != all {
		title = fmt.Sprintf("%d of %s", len(ids), kit.Count(all, "shape"))
	}
	kit.SetText(t.title, title)
	t.Sheet.Update()
}

// asDrawn is shapes in drawing order.
func (t *Table) asDrawn(ids []level.ID) []level.ID {
	wanted := make(map[level.ID]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	out := make([]level.ID, 0, len(ids))
	for c := range t.session.Document().Colliders() {
		if wanted[c.ID] {
			out = append(out, c.ID)
		}
	}
	return out
}

// prefColumns is the preference of the columns that are not shown, with commas between them.
const prefColumns = "table.hidden"

const hiddenAtFirst = "categories,collides_with,restitution,density,hidden,id"

func (t *Table) hidden() []string {
	return strings.Split(t.host.Prefs.StringWithFallback(prefColumns, hiddenAtFirst), ",")
}

// prefWidths is the preference of the widths that somebody has given columns: their keys with = and units, and commas between them.
const prefWidths = "table.widths"

// ownWidths are the widths that somebody has given columns, by key.
func (t *Table) ownWidths() map[string]float32 {
	out := map[string]float32{}
	for _, pair := range strings.Split(t.host.Prefs.String(prefWidths), ",") {
		i := strings.LastIndexByte(pair, '=')
		if i < 0 {
			continue
		}
		if w, err := strconv.ParseFloat(pair[i+1:], 32); err == nil && w >= kit.LeastColumn && w <= kit.MostColumn {
			out[pair[:i]] = float32(w)
		}
	}
	return out
}

// Widen implements kit.SheetSource.
func (t *Table) Widen(column int, width float32) {
	key := t.columns[column].Key
	if strings.ContainsAny(key, ",=") || t.widths[column].Width == width {
		return
	}
	widths := t.ownWidths()
	widths[key] = float32(math.Round(float64(width)))
	pairs := make([]string, 0, len(widths))
	for _, k := range slices.Sorted(maps.Keys(widths)) {
		pairs = append(pairs, k+"="+strconv.FormatFloat(float64(widths[k]), 'f', -1, 32))
	}
	t.host.Prefs.SetString(prefWidths, strings.Join(pairs, ","))
	t.showColumns()
	t.Sheet.Update()
}

// FitWidth implements kit.SheetSource: a column becomes as wide as its longest text, of so many rows as a look at them takes no time.
func (t *Table) FitWidth(column int) {
	const most = 2000
	longest := t.widths[column].Title + "  ▲"
	for row := range min(len(t.rows), most) {
		if s := t.Text(kit.SheetCell{Row: row, Column: column}); len(s) > len(longest) {
			longest = s
		}
	}
	t.Widen(column, min(max(kit.SheetTextWidth(kit.AtMost(longest, 200)), kit.LeastColumn), kit.MostColumn))
}

// HasChoices implements kit.SheetSource.
func (t *Table) HasChoices(at kit.SheetCell) bool { return len(t.choices(at)) > 0 }

func (t *Table) choices(at kit.SheetCell) []string {
	if at.Row >= len(t.rows) || at.Column >= len(t.columns) {
		return nil
	}
	c, doc := t.session.Document().Collider(t.rows[at.Row]), t.session.Document()
	if c == nil || doc.Locked(c) && t.columns[at.Column].Key != "locked" {
		return nil
	}
	return t.columns[at.Column].Choices(doc, c)
}

// Choose implements kit.SheetSource. Where cells of that column alone are selected, all of them get what is chosen.
func (t *Table) Choose(cell kit.SheetCell, at fyne.Position) {
	now := t.Text(cell)
	t.host.OnChoice(at, t.choices(cell), now, func(word string) {
		from, to := t.Sheet.Selected()
		if from.Column != cell.Column || to.Column != cell.Column || cell.Row < from.Row || cell.Row > to.Row {
			from, to = cell, cell
		}
		t.fill("Choose", from, to, func(int, int) string { return word })
		t.Sheet.Focus()
	})
}

// showColumns takes those columns that are shown.
func (t *Table) showColumns() {
	hidden, own := t.hidden(), t.ownWidths()
	t.columns, t.widths = nil, nil
	for _, c := range t.all {
		if slices.Contains(hidden, c.Key) {
			continue
		}
		w := kit.SheetColumn{Title: c.Title, Width: 84, Right: c.Numeric}
		switch c.Key {
		case "name", "tags", "categories", "collides_with":
			w.Width = 150
		case "layer":
			w.Width = 110
		}
		if given, ok := own[c.Key]; ok {
			w.Width = given
		}
		if c.Key == t.State.SortKey {
			w.Sign = map[bool]string{false: "▲", true: "▼"}[t.State.Down]
		}
		t.columns, t.widths = append(t.columns, c), append(t.widths, w)
	}
}

// Column is a column that the table can show.
type Column struct {
	Title   string
	IsShown bool
	Toggle  func()
}

// ColumnChoice lists the columns that the table can show.
func (t *Table) ColumnChoice() []Column {
	var out []Column
	for _, c := range t.all {
		hidden := t.hidden()
		isShown := !slices.Contains(hidden, c.Key)
		out = append(out, Column{c.Title, isShown, func() {
			if isShown {
				hidden = append(hidden, c.Key)
			} else {
				hidden = slices.DeleteFunc(hidden, func(k string) bool { return k == c.Key })
			}
			t.host.Prefs.SetString(prefColumns, strings.Join(slices.DeleteFunc(hidden, func(k string) bool { return k == "" }), ","))
			if hidden := len(hidden); hidden == 0 {
				t.host.Prefs.SetString(prefColumns, "-")
			}
			t.find()
		}})
	}
	return out
}

// Refresh shows what has changed.
func (t *Table) Refresh(c editor.Change) {
	if t.Content.Hidden || !c.Has(editor.DocumentChanged|editor.SelectionChanged|editor.SettingsChanged) {
		return
	}
	doc, selection := t.session.Document(), t.session.Selection()
	if c.Has(editor.DocumentChanged) && (doc.Len() != t.count || len(t.rows) > 0 && doc.Collider(t.rows[0]) == nil) {
		t.find()
	}
	if c.Has(editor.SelectionChanged) && !t.own {
		t.follow(selection.IDs())
	}
	t.Sheet.Update()
}

// follow shows what was selected on the canvas.
func (t *Table) follow(ids []level.ID) {
	rows := make([]int, 0, len(ids))
	for _, id := range ids {
		if i, ok := t.at[id]; ok {
			rows = append(rows, i)
		}
	}
	if len(rows) < len(ids) && !t.State.OfLevel {
		t.State.Shapes = slices.Clone(ids)
		t.find()
		rows = rows[:0]
		for i := range t.rows {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.Sort(rows)
	_, was := t.Sheet.Selected()
	from, to := kit.SheetCell{Row: rows[0], Column: min(was.Column, len(t.columns)-1)}, kit.SheetCell{Row: rows[0], Column: min(was.Column, len(t.columns)-1)}
	t.Sheet.Select(from, to)
}

// tablePlace puts the table over the lower part of the canvas.
type tablePlace struct{}

func (tablePlace) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (tablePlace) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const margin, least, part = 8, 190, 0.42
	h := min(max(size.Height*part, least), size.Height-2*margin)
	kit.Put(o[0], margin, size.Height-h-margin, size.Width-2*margin, h)
}

// Covers is how much of the canvas's lower edge the table covers.
func (t *Table) Covers() float32 {
	if t.Content.Hidden || len(t.Content.Objects) == 0 {
		return 0
	}
	return t.Content.Objects[0].Size().Height
}

// Rows implements kit.SheetSource.
func (t *Table) Rows() int { return len(t.rows) }

// Columns implements kit.SheetSource.
func (t *Table) Columns() []kit.SheetColumn { return t.widths }

// Text implements kit.SheetSource.
func (t *Table) Text(at kit.SheetCell) string {
	if at.Row >= len(t.rows) || at.Column >= len(t.columns) {
		return ""
	}
	c := t.session.Document().Collider(t.rows[at.Row])
	if c == nil {
		return ""
	}
	return t.columns[at.Column].Text(t.session.Document(), c)
}

// IsMarked implements kit.SheetSource.
func (t *Table) IsMarked(row int) bool {
	return row < len(t.rows) && t.session.Selection().Has(t.rows[row])
}

// IsQuiet implements kit.SheetSource.
func (t *Table) IsQuiet(at kit.SheetCell) bool {
	if at.Column >= len(t.columns) || at.Row >= len(t.rows) {
		return false
	}
	c := t.session.Document().Collider(t.rows[at.Row])
	if key := t.columns[at.Column].Key; c != nil && (key == "kind" || key == "layer") && len(t.columns[at.Column].Choices(t.session.Document(), c)) < 2 {
		return true
	}
	return t.columns[at.Column].ReadOnly || c != nil && t.session.Document().Locked(c)
}

// Picked implements kit.SheetSource: the shapes of the rows are selected on the canvas.
func (t *Table) Picked(from, to kit.SheetCell) {
	if len(t.rows) == 0 {
		return
	}
	t.own = true
	t.session.Selection().Set(t.rows[from.Row : to.Row+1]...)
	t.look.Post(func() { t.own = false })
	t.Sheet.Update()
}

// do makes one step of edits of cells, all of them or none.
func (t *Table) do(label string, edits []bulk.Edit) {
	table := bulk.Table{Doc: t.session.Document(), Calculate: kit.Calculate}
	d, err := table.Plan(t.rows, edits)
	if err == nil {
		err = table.Blame(t.rows, t.session.Do(label, d))
	}
	t.host.Fail(err)
	t.Sheet.Update()
}

func (t *Table) label(verb string, edits []bulk.Edit) string {
	if len(edits) == 1 {
		c := t.session.Document().Collider(t.rows[edits[0].Row])
		if c != nil {
			return verb + " " + edits[0].Column.Title + " of " + c.Label()
		}
	}
	return fmt.Sprintf("%s %s", verb, kit.Count(len(edits), "cell"))
}

// Type implements kit.SheetSource.
func (t *Table) Type(at kit.SheetCell, text string) {
	edits := []bulk.Edit{{Row: at.Row, Column: t.columns[at.Column], Text: text}}
	t.do(t.label("Edit", edits), edits)
}

// Clear implements kit.SheetSource.
func (t *Table) Clear(from, to kit.SheetCell) {
	t.fill("Clear", from, to, func(int, int) string { return "" })
}

// FillDown implements kit.SheetSource.
func (t *Table) FillDown(from, to kit.SheetCell) {
	if from.Row == to.Row {
		t.host.Fail(fmt.Errorf("filling down takes more rows than one: the uppermost has what the others get"))
		return
	}
	top := from.Row
	t.fill("Fill down", kit.SheetCell{Row: from.Row + 1, Column: from.Column}, to, func(_, column int) string { return t.Text(kit.SheetCell{Row: top, Column: column}) })
}

// fill gives cells texts.
func (t *Table) fill(verb string, from, to kit.SheetCell, text func(row, column int) string) {
	var edits []bulk.Edit
	for r := from.Row; r <= min(to.Row, len(t.rows)-1); r++ {
		for c := from.Column; c <= min(to.Column, len(t.columns)-1); c++ {
			edits = append(edits, bulk.Edit{Row: r, Column: t.columns[c], Text: text(r, c)})
		}
	}
	t.do(t.label(verb, edits), edits)
}

// Copy implements kit.SheetSource.
func (t *Table) Copy(from, to kit.SheetCell) {
	var cells [][]string
	for r := from.Row; r <= min(to.Row, len(t.rows)-1); r++ {
		var row []string
		for c := from.Column; c <= min(to.Column, len(t.columns)-1); c++ {
			row = append(row, t.Text(kit.SheetCell{Row: r, Column: c}))
		}
		cells = append(cells, row)
	}
	if len(cells) == 0 {
		return
	}
	text := bulk.FormatCells(cells)
	if len(cells) == 1 && len(cells[0]) == 1 {
		text = strings.TrimSuffix(text, "\n") // into a field, too
	}
	t.host.Clipboard.SetContent(text)
	t.host.Tell("%s copied", kit.Count(len(cells)*len(cells[0]), "cell"))
}

// Paste implements kit.SheetSource. One cell fills all that is selected; more go where the upper left one is.
func (t *Table) Paste(from, to kit.SheetCell) {
	cells, err := bulk.ParseCells(t.host.Clipboard.Content())
	if err != nil {
		t.host.Fail(err)
		return
	}
	if len(cells) == 1 && len(cells[0]) == 1 {
		t.fill("Paste", from, to, func(int, int) string { return cells[0][0] })
		return
	}
	var edits []bulk.Edit
	for i, row := range cells {
		for k, text := range row {
			r, c := from.Row+i, from.Column+k
			switch {
			case r >= len(t.rows):
				t.host.Fail(fmt.Errorf("%d rows do not fit: %d are left from row %d on", len(cells), len(t.rows)-from.Row, from.Row+1))
				return
			case c >= len(t.columns):
				t.host.Fail(fmt.Errorf("row %d has %d cells: %d columns are left from %s on", i+1, len(row), len(t.columns)-from.Column, t.columns[from.Column].Title))
				return
			}
			edits = append(edits, bulk.Edit{Row: r, Column: t.columns[c], Text: text})
		}
	}
	t.do(t.label("Paste", edits), edits)
	t.Sheet.Select(from, kit.SheetCell{Row: from.Row + len(cells) - 1, Column: from.Column + len(cells[0]) - 1})
	t.Picked(t.Sheet.Selected())
}

// Header implements kit.SheetSource: a click sorts by a column, another one the other way, and the third as shapes are drawn.
func (t *Table) Header(column int) {
	key, s := t.columns[column].Key, t.State
	switch {
	case s.SortKey != key:
		s.SortKey, s.Down = key, false
	case !s.Down:
		s.Down = true
	default:
		s.SortKey, s.Down = "", false
	}
	t.find()
}

// Undo implements kit.SheetSource.
func (t *Table) Undo(redo bool) { t.host.OnUndo(redo) }

// Menu implements kit.SheetSource.
func (t *Table) Menu(_, _ kit.SheetCell, at fyne.Position) { t.host.OnMenu(at) }
