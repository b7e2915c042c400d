package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// History is a list of the undo and redo steps, oldest first, over the upper right of the canvas. The current step is
// marked, and undone steps are dimmed. Clicking a step undoes or redoes up to it.
type History struct {
	Content *fyne.Container // hidden until Show
	List    *kit.KeyList
	look    *kit.Look
	session *editor.Session
	isSaved func(revision uint64) bool
	count   *canvas.Text
	done    int // number of steps done, as shown
	rows    int // number of rows, as shown
}

// NewHistory returns the hidden list. isSaved reports whether the file holds a revision, jump undoes or redoes until n
// steps are done, and the close button calls onClose.
func NewHistory(
	l *kit.Look, s *editor.Session, isSaved func(revision uint64) bool, jump func(n int), onClose func(),
) *History {
	h := &History{look: l, session: s, isSaved: isSaved, done: -1}
	p := l.Colors()
	h.List = kit.NewKeyList(l, func() int { return s.History().Len() + 1 },
		func() *historyRow { return newHistoryRow(h) }, (*historyRow).show, jump)
	h.count = kit.Text("", p.Quiet, kit.SmallText+1)
	shut := kit.NewIconButton(l, "close", "Close history", "Ctrl+Shift+H", onClose)
	shut.Side, shut.InRow = 24, true
	head := container.New(kit.Row{Gap: 4, Grow: 1}, kit.Bold("History", p.Text, kit.TextSize), kit.NewSpace(), h.count,
		shut)
	plate := kit.Framed(l, p.Panel, p.Line, 7).Picture
	h.Content = container.New(kit.Arranged{Place: h.place}, kit.NewShield(container.NewStack(plate,
		container.NewBorder(kit.Pad(kit.Edge, 4, 6, 4, head), nil, nil, nil, kit.Pad(1, 0, 1, 6, h.List)))))
	h.Content.Hide()
	return h
}

// Show shows the list scrolled to the current step, or hides it.
func (h *History) Show(on bool) {
	h.Content.Hidden = !on
	h.done = -1
	h.Refresh()
	h.Content.Refresh()
}

func (h *History) Refresh() {
	if h.Content.Hidden {
		return
	}
	now := h.session.History()
	kit.SetText(h.count, quote.Count(now.Len(), "step"))
	h.List.Update()
	if rows := now.Len() + 1; rows != h.rows {
		h.rows = rows
		h.Content.Refresh() // the height follows the number of rows
	}
	if h.done != now.Done() {
		h.done = now.Done()
		h.List.Highlight(h.done) // also scrolls to it
	}
}

// place puts the card at the upper right, as tall as its rows if the canvas has room.
func (h *History) place(o []fyne.CanvasObject, size fyne.Size) {
	const margin, wide, least, largest, head, minimap = 12, 280, 6, 420, 46, 112
	w := min(wide, size.Width-2*margin)
	rows := float32(max(h.rows, least)) * (kit.RowHeight - 4 + h.look.Theme.Size(theme.SizeNamePadding))
	kit.Put(o[0], size.Width-w-margin, margin, w, min(head+rows, largest, max(size.Height-2*margin-minimap, 120)))
}

// historyRow is one step, or the state before the first one.
type historyRow struct {
	kit.ListRow
	panel *History
	label *kit.CutText
	saved *canvas.Text
	i     int // number of steps done after a click
}

func newHistoryRow(h *History) *historyRow {
	p := h.look.Colors()
	r := &historyRow{panel: h, label: kit.NewCutText(p.Text), saved: kit.Text("saved", p.Quiet, kit.SmallText+1), i: -1}
	line := container.New(kit.RowOf(0), container.New(kit.Exact{W: 40, H: 24}, r.label), r.saved)
	r.InitRow(r, h.List, kit.RowHeight-4, kit.Pad(kit.Edge, 0, kit.Edge, 0, line), r.update, r.label.Tip)
	return r
}

func (r *historyRow) show(i int) {
	now := r.panel.session.History()
	r.i = i
	label := "Level as opened"
	switch {
	case i > 0:
		label = now.Label(i - 1)
	case !now.IsWhole():
		label = "Earlier steps discarded"
	}
	r.label.Set(label)
	kit.SetVisible(r.saved, r.panel.isSaved(now.RevisionAfter(i)))
	r.update()
}

func (r *historyRow) update() {
	p := r.panel.look.Colors()
	done := r.panel.session.History().Done()
	r.Plate.Fill(p.Row(r.i == done, r.Over))
	ink := p.Text
	if r.i > done {
		ink = p.Disabled
	}
	r.label.SetInk(ink)
}
