package panel

import (
	"time"
	"unicode"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/ui/kit"
)

// typeAhead is the pause after which type-ahead starts a new name.
const typeAhead = time.Second

func (r *OutlineRows) TypedKey(e *fyne.KeyEvent) {
	defer r.v.look.Catch()
	shift, _ := r.v.Modifiers()
	t := r.v.Tree()
	n := t.Len()
	page := max(int(r.scroll.Size().Height/outlineRow)-1, 1)
	var to int
	switch e.Name {
	case fyne.KeyUp:
		to = r.cursor - 1
	case fyne.KeyDown:
		to = r.cursor + 1
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = n - 1
	case fyne.KeyPageUp:
		to = max(r.cursor-page, 0)
	case fyne.KeyPageDown:
		to = min(r.cursor+page, n-1)
	case fyne.KeyLeft, fyne.KeyRight:
		r.foldByKey(e.Name == fyne.KeyRight)
		return
	case fyne.KeyF2:
		if r.cursor < n && r.v.isOneOfSeveral(t.At(r.cursor)) {
			r.v.look.Key(e) // renames the whole selection with numbers
			return
		}
		r.startNaming(r.cursor)
		return
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if e.Name == fyne.KeySpace && r.isTyping() { // part of a name
			return
		}
		r.enter()
		return
	case fyne.KeyEscape:
		if r.cancelDrag() {
			return
		}
		r.v.look.Key(e)
		return
	default:
		if !r.isName(e.Name) {
			r.v.look.Key(e)
		}
		return
	}
	if to >= 0 && to < n {
		r.step(to, shift)
	}
}

func (r *OutlineRows) isTyping() bool { return r.typed != "" && time.Since(r.typedAt) < typeAhead }

// isName reports whether a key is a letter for type-ahead, which [OutlineRows.TypedRune] also receives, rather than a
// shortcut.
func (r *OutlineRows) isName(name fyne.KeyName) bool {
	if !r.types || len(name) != 1 {
		return false
	}
	c := rune(name[0])
	return unicode.IsLetter(c) || unicode.IsDigit(c) && r.isTyping()
}

// step moves the cursor to a row and selects it, or extends the selection to it.
func (r *OutlineRows) step(to int, extend bool) {
	if extend {
		r.extend(to, false)
		r.bring(to)
		return
	}
	r.setCursor(to)
	row := r.v.Tree().At(to)
	if row.Kind != editor.LayerRow && row.Kind != editor.JointsRow {
		r.v.pickRow(row)
	}
	r.bring(to)
	r.lay()
}

// foldByKey unfolds a row or moves to its first child, or folds a row or moves to its parent.
func (r *OutlineRows) foldByKey(open bool) {
	t := r.v.Tree()
	if r.cursor >= t.Len() {
		return
	}
	row := t.At(r.cursor)
	canFold, folded := t.CanFold(row), t.IsFolded(row)
	switch {
	case open && canFold && folded, !open && canFold && !folded:
		r.fold(r.cursor, !open)
	case open && canFold:
		r.step(r.cursor+1, false)
	case !open && t.Parent(r.cursor) >= 0:
		r.setCursor(t.Parent(r.cursor))
		r.bring(r.cursor)
		r.lay()
	}
}

// enter activates a layer, or brings any other object into view on the canvas.
func (r *OutlineRows) enter() {
	t := r.v.Tree()
	if r.cursor >= t.Len() {
		return
	}
	row := t.At(r.cursor)
	if row.Kind == editor.LayerRow {
		r.v.session.SetActiveLayer(row.Layer)
		r.update()
		return
	}
	r.frame(row)
}

// TypedRune implements fyne.Focusable. Typing moves the cursor to the next row whose name starts with the typed
// letters.
func (r *OutlineRows) TypedRune(c rune) {
	defer r.v.look.Catch()
	if !r.types || !unicode.IsPrint(c) {
		return
	}
	isNew := !r.isTyping()
	if isNew {
		r.typed = ""
		if !unicode.IsLetter(c) {
			return
		}
	}
	r.typed += string(c)
	r.typedAt = time.Now()
	t := r.v.Tree()
	from := r.cursor
	if isNew {
		from++ // go on to the next match when typing restarts
	}
	if n := t.Len(); n > 0 {
		if i := t.Begins(from%n, r.typed); i >= 0 {
			r.step(i, false)
		}
	}
}

// Types reports whether a shortcut is handled by the outline: Ctrl+A selects all listed rows.
func (r *OutlineRows) Types(s fyne.Shortcut) bool {
	_, all := s.(*fyne.ShortcutSelectAll)
	return all
}

func (r *OutlineRows) TypedShortcut(s fyne.Shortcut) {
	defer r.v.look.Catch()
	if r.Types(s) {
		r.v.SelectMatches()
		return
	}
	if kit.IsUndo(s) && r.cancelDrag() {
		return
	}
	r.v.look.Shortcut(s)
}
