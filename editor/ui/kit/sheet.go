package kit

import (
	"image/color"
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// SheetColumn is how a column of a sheet looks.
type SheetColumn struct {
	Title string
	Width float32
	Right bool   // its cells stand at the right
	Sign  string // behind the title, such as an arrow where the sheet is sorted by it
}

// SheetCell is a place in a sheet.
type SheetCell struct{ Row, Column int }

// SheetSource is what a sheet shows, and who does what is asked for in it. Rows and columns count from 0.
type SheetSource interface {
	Rows() int
	Columns() []SheetColumn
	Text(SheetCell) string
	IsMarked(row int) bool       // it stands out
	IsQuiet(SheetCell) bool      // it cannot be changed
	Picked(from, to SheetCell)   // these cells are selected, corner to corner
	Type(SheetCell, string)      // was typed into a cell
	Copy(from, to SheetCell)     // all four get the selected cells
	Paste(from, to SheetCell)    // from is the upper left one
	Clear(from, to SheetCell)    //
	FillDown(from, to SheetCell) // all have what the uppermost row has
	Header(column int)           // the head of a column was clicked
	Widen(column int, width float32)
	FitWidth(column int)             // the edge of a column's head was clicked twice
	HasChoices(SheetCell) bool       // a cell is one of a few words
	Choose(SheetCell, fyne.Position) // shows them, below a place of the window
	Undo(redo bool)                  // the last step, or does it again
	Menu(from, to SheetCell, at fyne.Position)
}

// Sizes of a sheet.
const (
	sheetRow    = 24
	sheetHead   = 26
	sheetNumber = 52 // width of the rows' numbers
	sheetPad    = 7  // beside a cell's text
	sheetArrow  = 14 // what says that a cell is one of a few words
	sheetEdge   = 5  // how near the edge of a head can be taken

	// LeastColumn and MostColumn are how wide a column can be.
	LeastColumn = 34
	MostColumn  = 600
)

// SheetTextWidth is how wide a column has to be for a text.
func SheetTextWidth(s string) float32 {
	return fyne.MeasureText(s, SmallText+2, fyne.TextStyle{}).Width + 2*sheetPad + 2
}

// Sheet is a table of texts for hands that know spreadsheets: arrows and Shift with them, Tab and Enter, typing over a cell, F2 to change
// it, Ctrl+C, V and D, Delete. It makes what is in sight only, so very many rows are no burden.
type Sheet struct {
	widget.BaseWidget
	look   *Look
	source SheetSource
	scroll *container.Scroll
	body   *sheetBody
}

// NewSheet makes a sheet of a source.
func NewSheet(l *Look, source SheetSource) *Sheet {
	s := &Sheet{look: l, source: source}
	s.body = newSheetBody(l, source)
	s.scroll = container.NewScroll(s.body)
	s.scroll.OnScrolled = Guarded(l, func(fyne.Position) { s.body.place() })
	s.body.scroll = s.scroll
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *Sheet) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.scroll) }

// MinSize implements fyne.Widget.
func (s *Sheet) MinSize() fyne.Size { return fyne.NewSize(200, sheetHead+2*sheetRow) }

// Resize implements fyne.Widget.
func (s *Sheet) Resize(size fyne.Size) {
	s.BaseWidget.Resize(size)
	s.body.place()
}

// Update shows the source as it is now.
func (s *Sheet) Update() {
	s.body.clamp()
	if size := s.body.MinSize(); size != s.body.sized {
		s.body.sized = size
		s.scroll.Refresh()
	}
	s.body.place()
}

// Select selects cells without telling the source, and brings the first one into sight.
func (s *Sheet) Select(from, to SheetCell) {
	s.body.anchor, s.body.active = to, from
	s.body.clamp()
	s.body.reveal()
	s.body.place()
}

// Selected is the selected cells, the upper left and the lower right one.
func (s *Sheet) Selected() (from, to SheetCell) { return s.body.selected() }

// Focus gives the sheet the keys.
func (s *Sheet) Focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.body); c != nil {
		c.Focus(s.body)
	}
}

// Keys is what has the keys while they are the sheet's.
func (s *Sheet) Keys() fyne.Focusable { return s.body }

// sheetBody is all cells, of which those in sight are there.
type sheetBody struct {
	widget.BaseWidget
	look           *Look
	source         SheetSource
	scroll         *container.Scroll
	sized          fyne.Size
	active, anchor SheetCell // where the keys are, and the opposite corner of what is selected
	focused        bool
	isDragged      bool
	widened        int     // the column whose width is dragged; -1 is none
	grabbed        float32 // where its right edge was taken, from that edge
	onEdge         bool    // the pointer is over one that can be dragged

	rows    []*sheetRowParts
	heads   []*canvas.Text
	lines   []*canvas.Rectangle // between columns
	ground  *canvas.Rectangle   // of the heads
	corner  *canvas.Rectangle   // of the rows' numbers
	picked  *canvas.Rectangle
	frame   *canvas.Rectangle
	arrow   *fyne.Container // in the active cell, where it is one of a few words
	input   *sheetInput     // over the active cell while somebody types; hidden otherwise
	objects []fyne.CanvasObject
}

type sheetRowParts struct {
	plate  *canvas.Rectangle
	number *canvas.Text
	cells  []sheetCellParts
}

type sheetCellParts struct {
	text  *canvas.Text
	whole string // before it was cut
	width float32
}

// show shows a text in the k-th cell. What is as it was is not drawn again: a drag on the canvas changes few cells.
func (r *sheetRowParts) show(k int, whole string, c SheetColumn, ink color.Color) {
	cell := &r.cells[k]
	align := fyne.TextAlignLeading
	if c.Right {
		align = fyne.TextAlignTrailing
	}
	if cell.whole == whole && cell.width == c.Width && cell.text.Color == ink && cell.text.Alignment == align {
		return
	}
	if cell.whole != whole || cell.width != c.Width {
		cell.whole, cell.width = whole, c.Width
		cell.text.Text = Visual(CutTo(whole, c.Width-2*sheetPad, func(s string) float32 { return fyne.MeasureText(s, SmallText+2, fyne.TextStyle{}).Width }))
	}
	cell.text.Color, cell.text.Alignment = ink, align
	cell.text.Refresh()
}

// refill gives a rectangle a colour, if it has another one.
func refill(r *canvas.Rectangle, fill color.Color) {
	if r.FillColor != fill {
		r.FillColor = fill
		r.Refresh()
	}
}

func newSheetBody(l *Look, source SheetSource) *sheetBody {
	b := &sheetBody{look: l, source: source, widened: -1}
	b.arrow = container.NewStack(l.Icons.Image("chevron", l.Colors().Quiet))
	b.ground, b.corner, b.picked, b.frame = Filled(NoColor), Filled(NoColor), Filled(NoColor), Filled(NoColor)
	b.input = newSheetInput(l, b)
	b.input.Hide()
	b.ExtendBaseWidget(b)
	return b
}

// MinSize implements fyne.Widget: it is that of all cells.
func (b *sheetBody) MinSize() fyne.Size {
	w := float32(sheetNumber)
	for _, c := range b.source.Columns() {
		w += c.Width
	}
	return fyne.NewSize(w, sheetHead+float32(b.source.Rows())*sheetRow)
}

// CreateRenderer implements fyne.Widget.
func (b *sheetBody) CreateRenderer() fyne.WidgetRenderer {
	b.place()
	return &sheetRenderer{b}
}

type sheetRenderer struct{ b *sheetBody }

func (r *sheetRenderer) Layout(fyne.Size)             { r.b.place() }
func (r *sheetRenderer) MinSize() fyne.Size           { return r.b.MinSize() }
func (r *sheetRenderer) Refresh()                     { r.b.place() }
func (r *sheetRenderer) Destroy()                     {}
func (r *sheetRenderer) Objects() []fyne.CanvasObject { return r.b.objects }

// inSight is the first row in sight, and how many there are.
func (b *sheetBody) inSight() (first, n int) {
	first = max(int(b.scroll.Offset.Y/sheetRow), 0)
	n = int(math.Ceil(float64((b.scroll.Size().Height-sheetHead)/sheetRow))) + 1
	return first, max(min(n, b.source.Rows()-first), 0)
}

// place puts what is in sight where it belongs.
func (b *sheetBody) place() {
	if b.scroll == nil || b.scroll.Size().IsZero() {
		return
	}
	p, columns := b.look.Colors(), b.source.Columns()
	first, n := b.inSight()
	b.grow(n, len(columns))
	left, top := b.scroll.Offset.X, b.scroll.Offset.Y
	width := max(b.MinSize().Width, b.scroll.Size().Width)
	for i, r := range b.rows {
		row := first + i
		y := sheetHead + float32(row)*sheetRow
		fill := NoColor
		if b.source.IsMarked(row) {
			fill = p.Chosen
		}
		Put(r.plate, 0, y, width, sheetRow)
		refill(r.plate, fill)
		SetInk(r.number, strconv.Itoa(row+1), p.Quiet)
		Put(r.number, left, y, sheetNumber-sheetPad, sheetRow)
		x := float32(sheetNumber)
		for k, c := range columns {
			cell := SheetCell{row, k}
			ink := p.Text
			if b.source.IsQuiet(cell) {
				ink = p.Quiet
			}
			r.show(k, b.source.Text(cell), c, ink)
			Put(r.cells[k].text, x+sheetPad, y, c.Width-2*sheetPad, sheetRow)
			x += c.Width
		}
	}
	b.placeHeads(columns, left, top, width)
	b.placePicked(columns, p)
}

func (b *sheetBody) placeHeads(columns []SheetColumn, left, top, width float32) {
	p := b.look.Colors()
	refill(b.ground, p.Header)
	refill(b.corner, p.Header)
	Put(b.ground, 0, top, width, sheetHead)
	Put(b.corner, left, top, sheetNumber, b.scroll.Size().Height)
	x := float32(sheetNumber)
	for k, c := range columns {
		title := c.Title
		if c.Sign != "" {
			title += " " + c.Sign
		}
		h := b.heads[k]
		h.Alignment = fyne.TextAlignLeading
		if c.Right {
			h.Alignment = fyne.TextAlignTrailing
		}
		SetInk(h, CutTo(title, c.Width-2*sheetPad, func(s string) float32 { return fyne.MeasureText(s, SmallText+1, fyne.TextStyle{}).Width }), p.Quiet)
		Put(h, x+sheetPad, top, c.Width-2*sheetPad, sheetHead)
		h.Hidden = x+sheetPad < left+sheetNumber-1
		refill(b.lines[k], p.Line)
		Put(b.lines[k], x, top, 1, b.scroll.Size().Height)
		b.lines[k].Hidden = x < left+sheetNumber-1
		x += c.Width
	}
}

// placePicked shows what is selected.
func (b *sheetBody) placePicked(columns []SheetColumn, p *Colors) {
	from, to := b.selected()
	b.arrow.Hidden = true
	b.picked.Hidden, b.frame.Hidden = b.source.Rows() == 0 || len(columns) == 0, b.source.Rows() == 0 || len(columns) == 0
	if b.picked.Hidden {
		return
	}
	at := b.cellAt(from, columns)
	end := b.cellAt(to, columns)
	tint := p.Accent
	tint.A = 46
	b.picked.FillColor = color.Color(tint)
	if from == to {
		b.picked.FillColor = NoColor
	}
	Put(b.picked, at.X, at.Y, end.X-at.X+columns[to.Column].Width, end.Y-at.Y+sheetRow)
	b.picked.Refresh()
	own := b.cellAt(b.active, columns)
	b.frame.FillColor, b.frame.StrokeColor, b.frame.StrokeWidth = NoColor, p.Quiet, 1
	if b.focused || b.input.Visible() {
		b.frame.StrokeColor, b.frame.StrokeWidth = p.Accent, 2
	}
	Put(b.frame, own.X, own.Y, columns[b.active.Column].Width, sheetRow)
	b.frame.Refresh()
	width := columns[b.active.Column].Width
	b.arrow.Hidden = b.input.Visible() || !b.source.HasChoices(b.active)
	Put(b.arrow, own.X+width-sheetArrow-2, own.Y+(sheetRow-sheetArrow)/2, sheetArrow, sheetArrow)
	if b.input.Visible() {
		Put(b.input, own.X, own.Y, max(columns[b.active.Column].Width, 90), sheetRow)
	}
}

// cellAt is a cell's upper left corner.
func (b *sheetBody) cellAt(c SheetCell, columns []SheetColumn) fyne.Position {
	x := float32(sheetNumber)
	for _, col := range columns[:min(c.Column, len(columns))] {
		x += col.Width
	}
	return fyne.NewPos(x, sheetHead+float32(c.Row)*sheetRow)
}

// grow makes as many parts as there are rows in sight and columns.
func (b *sheetBody) grow(rows, columns int) {
	if len(b.rows) == rows && len(b.heads) == columns && b.objects != nil {
		return
	}
	for len(b.rows) < rows {
		r := &sheetRowParts{plate: Filled(NoColor), number: Text("", color.Transparent, SmallText)}
		r.number.Alignment = fyne.TextAlignTrailing
		b.rows = append(b.rows, r)
	}
	b.rows = b.rows[:rows]
	for _, r := range b.rows {
		for len(r.cells) < columns {
			r.cells = append(r.cells, sheetCellParts{text: Text("", color.Transparent, SmallText+2)})
		}
		r.cells = r.cells[:columns]
	}
	for len(b.heads) < columns {
		b.heads = append(b.heads, Text("", color.Transparent, SmallText+1))
		b.lines = append(b.lines, Filled(NoColor))
	}
	b.heads, b.lines = b.heads[:columns], b.lines[:columns]
	b.objects = b.objects[:0:0]
	for _, r := range b.rows {
		b.objects = append(b.objects, r.plate)
	}
	b.objects = append(b.objects, b.picked)
	for _, r := range b.rows {
		for _, c := range r.cells {
			b.objects = append(b.objects, c.text)
		}
	}
	for _, l := range b.lines {
		b.objects = append(b.objects, l)
	}
	b.objects = append(b.objects, b.arrow, b.frame, b.input, b.corner)
	for _, r := range b.rows {
		b.objects = append(b.objects, r.number)
	}
	b.objects = append(b.objects, b.ground)
	for _, h := range b.heads {
		b.objects = append(b.objects, h)
	}
	canvas.Refresh(b)
}

// selected is the corners of what is selected.
func (b *sheetBody) selected() (from, to SheetCell) {
	a, z := b.active, b.anchor
	return SheetCell{min(a.Row, z.Row), min(a.Column, z.Column)}, SheetCell{max(a.Row, z.Row), max(a.Column, z.Column)}
}

// clamp keeps what is selected within the sheet.
func (b *sheetBody) clamp() {
	rows, columns := b.source.Rows(), len(b.source.Columns())
	for _, c := range [2]*SheetCell{&b.active, &b.anchor} {
		c.Row, c.Column = max(min(c.Row, rows-1), 0), max(min(c.Column, columns-1), 0)
	}
}

// reveal scrolls until the active cell is in sight.
func (b *sheetBody) reveal() {
	columns := b.source.Columns()
	if len(columns) == 0 {
		return
	}
	at, size, o := b.cellAt(b.active, columns), b.scroll.Size(), b.scroll.Offset
	w := columns[b.active.Column].Width
	o.Y = min(max(o.Y, at.Y+sheetRow-size.Height), at.Y-sheetHead)
	o.X = min(max(o.X, at.X+w-size.Width), at.X-sheetNumber)
	o.X, o.Y = max(o.X, 0), max(o.Y, 0)
	if o != b.scroll.Offset {
		b.scroll.ScrollToOffset(o)
	}
}

// go goes to a cell; with extend it selects up to there.
func (b *sheetBody) goTo(c SheetCell, extend bool) {
	b.active = c
	if !extend {
		b.anchor = c
	}
	b.clamp()
	b.reveal()
	b.place()
	b.source.Picked(b.selected())
}

// step goes on by rows and columns.
func (b *sheetBody) step(rows, columns int, extend bool) {
	b.goTo(SheetCell{b.active.Row + rows, b.active.Column + columns}, extend)
}

// next goes on by columns, at a row's end to the next one or the one before.
func (b *sheetBody) next(by int) {
	n := len(b.source.Columns())
	c := SheetCell{b.active.Row, b.active.Column + by}
	switch {
	case c.Column >= n && c.Row < b.source.Rows()-1:
		c = SheetCell{c.Row + 1, 0}
	case c.Column < 0 && c.Row > 0:
		c = SheetCell{c.Row - 1, n - 1}
	}
	b.goTo(c, false)
}

// edgeAt is the column whose right edge is near a place of the heads, or -1.
func (b *sheetBody) edgeAt(p fyne.Position) int {
	if p.Y-b.scroll.Offset.Y >= sheetHead || p.X-b.scroll.Offset.X < sheetNumber {
		return -1
	}
	x, near := float32(sheetNumber), -1
	for k, col := range b.source.Columns() {
		if x += col.Width; p.X >= x-sheetEdge && p.X <= x+sheetEdge {
			near = k
		}
	}
	return near
}

// under is the cell at a place; -1 stands for the heads, and for the rows' numbers.
func (b *sheetBody) under(p fyne.Position) SheetCell {
	c := SheetCell{int((p.Y - sheetHead) / sheetRow), -1}
	if p.Y-b.scroll.Offset.Y < sheetHead {
		c.Row = -1
	}
	if p.X-b.scroll.Offset.X < sheetNumber {
		return c
	}
	x := float32(sheetNumber)
	columns := b.source.Columns()
	for k, col := range columns {
		if x += col.Width; p.X < x {
			c.Column = k
			return c
		}
	}
	c.Column = len(columns) - 1
	return c
}
