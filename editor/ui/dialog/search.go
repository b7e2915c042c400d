package dialog

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// Entry is a search result: a menu entry or a collider.
type Entry struct {
	Label, Detail string
	Words         string // the searchable text, in lower case
	Off           bool   // disabled
	Do            func()
	ID            level.ID // the collider's, or 0
}

// Searched normalizes a string for searching: lower case without hyphens, so that "reimport" finds "Re-import".
func Searched(text string) string { return strings.ReplaceAll(strings.ToLower(text), "-", "") }

// matching returns the entries that contain every word of the query. Entries whose own label, without its menu, begins
// with the first word come first, then entries in which any word begins with it. Disabled entries come last.
func matching(all []Entry, query string) []Entry {
	words := strings.Fields(Searched(query))
	out := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return !kit.HoldsAll(e.Words, words) })
	if len(words) > 0 {
		slices.SortStableFunc(out, func(a, b Entry) int { return a.rank(words[0]) - b.rank(words[0]) })
	}
	return out
}

// rank returns the sort key of an entry that contains a word; lower comes first.
func (e *Entry) rank(word string) int {
	own := e.Words
	if at := strings.LastIndex(own, "› "); at >= 0 {
		own = own[at+len("› "):]
	}
	const nameBegins, wordBegins, holds, off = 0, 1, 2, 3
	rank := holds
	switch {
	case strings.HasPrefix(own, word):
		rank = nameBegins
	case strings.Contains(" "+e.Words, " "+word):
		rank = wordBegins
	}
	if e.Off {
		rank += off
	}
	return rank
}

// Search opens a list that is filtered as the user types. Enter runs the marked entry.
func (w *Parent) Search(title, hint string, all []Entry) {
	words := func(query string) (string, func(*Entry) bool, error) { return query, nil, nil }
	w.SearchAll(title, hint, all, words, "", nil)
}

// SearchAll works like [Parent.Search] with a button that applies do to everything found. Ctrl+Enter does the same. The
// button's label is the verb and the count. split separates a query into the words to search for and an additional
// condition, or nil. If split returns an error, nothing is found.
func (w *Parent) SearchAll(
	title, hint string, all []Entry, split func(query string) (words string, keep func(*Entry) bool, err error),
	verb string, do func(found []Entry),
) {
	found := all
	marked := 0
	var d dialog.Dialog
	var list *kit.PlainList
	run := func(i int) {
		if i < len(found) && !found[i].Off {
			d.Hide()
			w.Look.Focus()
			found[i].Do()
		}
	}
	list = kit.NewList(w.Look, func() int { return len(found) }, func() *searchRow { return newSearchRow(w.Look) },
		func(r *searchRow, i int) { r.show(found[i], i == marked, func() { run(i) }) })
	list.HideSeparators = true
	none := kit.Text("Nothing found", w.Look.Colors().Quiet, kit.TextSize)
	none.Hide()
	query := kit.NewSearchField(w.Look, func(step int) {
		if len(found) > 0 {
			marked = (marked + step + len(found)) % len(found)
			list.ScrollTo(marked)
			list.Refresh()
		}
	}, func() { d.Hide(); w.Look.Focus() })
	query.PlaceHolder = hint
	var every *kit.TextButton
	var foot fyne.CanvasObject
	if do != nil {
		takeAll := func() {
			if len(found) > 0 {
				d.Hide()
				w.Look.Focus()
				do(found)
			}
		}
		every = kit.NewTextButton(w.Look, "", false, takeAll)
		query.OnAll = takeAll
		foot = kit.Pad(0, 8, 0, 0, container.New(kit.RowOf(0), kit.NewSpace(), every))
	}
	count := func() {
		if every != nil {
			every.Label = fmt.Sprintf("%s %d   Ctrl+Enter", verb, len(found))
			every.Refresh()
		}
	}
	count()
	query.OnChanged = kit.Guarded(w.Look, func(s string) {
		words, keep, err := split(s)
		found, marked, none.Text = nil, 0, "Nothing found"
		if err != nil {
			none.Text = kit.Cut(kit.Sentence(err.Error()), searchWidth-40)
		} else if found = matching(all, words); keep != nil {
			found = slices.DeleteFunc(found, func(e Entry) bool { return !keep(&e) })
		}
		none.Hidden = len(found) > 0
		none.Refresh()
		list.ScrollToTop()
		list.Refresh()
		count()
	})
	query.OnSubmitted = kit.Guarded(w.Look, func(string) { run(marked) })
	d = w.Dialog(title, container.NewBorder(query, foot, nil, nil, container.NewStack(list, container.NewCenter(none))),
		fyne.NewSize(searchWidth, 420))
	w.Open(d, func() { run(marked) })
	w.Win.Canvas().Focus(query)
}

type searchRow struct {
	kit.Tile
	colors *kit.Colors
	label  *kit.CutText
	detail *canvas.Text
}

func newSearchRow(l *kit.Look) *searchRow {
	p := l.Colors()
	r := &searchRow{colors: p, label: kit.NewCutText(p.Text), detail: kit.Text("", p.Quiet, kit.TextSize-1)}
	line := kit.Pad(8-kit.FieldInset, 0, 12, 0, container.New(kit.RowOf(0), r.label, r.detail))
	r.Init(r, l, kit.FieldRadius, fyne.NewSize(100, kit.RowHeight-4), line, nil)
	return r
}

const searchWidth = 620 // of the dialog

const searchDetail = 300 // width of the text on the right

func (r *searchRow) show(e Entry, marked bool, onTap func()) {
	r.OnTap = onTap
	r.label.Set(e.Label)
	r.detail.Text = kit.Visual(kit.CutSized(kit.Beginning(e.Detail), searchDetail, kit.TextSize-1, fyne.TextStyle{}))
	r.Plate.Fill(r.colors.Row(marked, false))
	r.label.Shown.Color = r.colors.Text
	if e.Off {
		if r.label.Shown.Color = r.colors.Disabled; marked {
			r.label.Shown.Color = r.colors.Quiet // the disabled colour is hard to read on a marked row
		}
	}
	r.Refresh()
}

func (r *searchRow) Cursor() desktop.Cursor { return desktop.PointerCursor }
