package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// KeyList is a list with keyboard control: up and down mark a row, Space and Enter act like a click on it, and other
// keys are passed on.
type KeyList struct {
	widget.List
	look    *Look
	onEnter func(i int)
	OnMenu  func(i int, at fyne.Position) // opens an entry's menu at a window position; may be nil
	marked  int
	rows    map[fyne.CanvasObject]int // index of the entry that each row shows or has shown
	listed  int                       // number of entries at the last layout
}

// NewKeyList makes a list for pointer and keyboard. create makes an empty row, update fills a row with the entry at an
// index, and onEnter receives the row on which Enter or Space was pressed.
func NewKeyList[R fyne.CanvasObject](
	l *Look, length func() int, create func() R, update func(row R, i int), onEnter func(int),
) *KeyList {
	k := &KeyList{look: l, onEnter: onEnter, rows: map[fyne.CanvasObject]int{}}
	k.Length, k.CreateItem, k.HideSeparators = length, func() fyne.CanvasObject { return create() }, true
	k.UpdateItem = Guarded2(l, func(i int, row fyne.CanvasObject) {
		k.rows[row] = i
		if i < length() { // otherwise the list has become shorter
			update(row.(R), i)
		}
	})
	k.OnHighlighted = Guarded(l, func(i int) { k.marked = i })
	k.ExtendBaseWidget(k)
	return k
}

// ListRow is a row of a [KeyList]. A click on it marks and enters its entry, and a right click opens the entry's menu.
// The embedding widget calls [ListRow.InitRow].
type ListRow struct {
	Tile
	Hover
	list *KeyList
}

// InitRow initializes the row of the widget self. redraw and tip are as in [NewHover].
func (r *ListRow) InitRow(
	self fyne.Widget, k *KeyList, height float32, content fyne.CanvasObject, redraw func(),
	tip func() (text, key string),
) {
	r.list, r.Hover = k, NewHover(k.look, self, redraw, tip)
	r.Init(self, k.look, 0, fyne.NewSize(120, height), content, func() {
		k.look.Tips.Hide(self)
		k.Take(self)
		if i, ok := k.rows[self]; ok && i < k.Length() {
			k.onEnter(i)
		}
	})
}

// TappedSecondary opens the menu of the row's entry.
func (r *ListRow) TappedSecondary(e *fyne.PointEvent) {
	defer r.list.look.Catch()
	r.list.look.Tips.Hide(r.self)
	if i, ok := r.list.rows[r.self]; ok && i < r.list.Length() && r.list.OnMenu != nil {
		r.list.OnMenu(i, e.AbsolutePosition)
	}
}

// Refresh rebuilds the layout and updates every row.
func (k *KeyList) Refresh() {
	clear(k.rows)
	k.listed = k.Length()
	k.List.Refresh()
}

// Update shows the current entries. If their number is unchanged, it updates the existing rows without a new layout.
func (k *KeyList) Update() {
	if k.Length() != k.listed {
		k.Refresh()
		return
	}
	for row, i := range k.rows {
		k.UpdateItem(i, row)
	}
}

// Take focuses the list and marks the entry of a clicked row, so that the arrow keys continue from there.
func (k *KeyList) Take(row fyne.CanvasObject) {
	if i, ok := k.rows[row]; ok {
		k.marked = i
		k.Highlight(i)
	}
	FocusIn(k, k)
}

// OpenMenu opens the menu of the marked entry, and reports whether there is one.
func (k *KeyList) OpenMenu() bool {
	if k.OnMenu == nil || k.marked >= k.Length() {
		return false
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(k)
	for row, i := range k.rows {
		if i == k.marked && row.Visible() {
			at = fyne.CurrentApp().Driver().AbsolutePositionForObject(row).AddXY(0, row.Size().Height)
		}
	}
	k.OnMenu(k.marked, at)
	return true
}

// Disabled implements fyne.Disableable. Tab skips an empty list.
func (k *KeyList) Disabled() bool { return k.Length() == 0 }

func (k *KeyList) Enable()  {}
func (k *KeyList) Disable() {}

func (k *KeyList) TypedKey(e *fyne.KeyEvent) {
	defer k.look.Catch()
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		if k.marked >= k.Length() {
			k.Highlight(max(k.Length()-1, 0))
		}
		k.List.TypedKey(e)
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		if k.marked < k.Length() {
			k.onEnter(k.marked)
		}
	default:
		k.look.Key(e)
	}
}
