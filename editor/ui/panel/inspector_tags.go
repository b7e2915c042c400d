package panel

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/ui/kit"
)

// maxTags limits the tags shown as chips, and maxOffers the suggestions while typing.
const (
	maxTags   = 24
	maxOffers = 6
)

// chipRow shows words: a chip for each, and a field to add more.
type chipRow struct {
	panel *Inspector
	chips *fyne.Container
	field *kit.Field
	cell  fyne.CanvasObject // the field, wide enough for its hint
}

func newChipRow(v *Inspector, width float32, commit func(string), key func(*fyne.KeyEvent) bool) chipRow {
	lines := v.chipLines()
	lines.Grow = true
	r := chipRow{panel: v, field: kit.NewField(v.Look, commit)}
	r.field.OnKey = key
	r.cell = container.New(kit.Fixed{W: width}, r.field)
	r.chips = container.New(lines, r.cell)
	return r
}

func (r *chipRow) clear() {
	r.field.Shown = ""
	r.field.SetText("")
}

func (r *chipRow) showChips(chips []fyne.CanvasObject) {
	r.chips.Objects = append(chips, r.cell)
	r.panel.Body.Refresh()
}

// tagRow shows the tags of the selection. Its field suggests tags from the level.
type tagRow struct {
	chipRow
	offers *fyne.Container
	offer  []string // suggestions shown
	marked int      // index in offer; -1: none
	shown  []editor.TagUse
}

func (v *Inspector) buildTags() {
	r := &tagRow{offers: container.New(v.chipLines()), marked: -1}
	r.chipRow = newChipRow(v, 76, r.commit, r.key)
	r.field.OnChanged = kit.Guarded(v.Look, r.typed)
	r.field.OnFocus = r.focus
	r.offers.Hide()
	v.row(colliderKey("tags").Title, kit.Pad(0, 4, 0, 4, container.New(kit.Lines(4), r.chips, r.offers)))
	v.updates = append(v.updates, r.show)
}

func (r *tagRow) show() {
	v := r.panel
	uses := editor.TagsOf(v.session.Document(), v.ids())
	if slices.Equal(uses, r.shown) && r.shown != nil {
		return
	}
	r.shown = append([]editor.TagUse{}, uses...)
	var chips []fyne.CanvasObject
	for _, u := range uses[:min(len(uses), maxTags)] {
		chip := kit.NewChip(v.Look, u.Tag, nil, func() { v.fail(v.session.Shapes(v.ids()).SwitchTag(u.Tag, false)) })
		if chip.IsSome = u.Count < len(v.ids()); chip.IsSome {
			chip.OnTap = func() { v.fail(v.session.Shapes(v.ids()).SwitchTag(u.Tag, true)) }
		}
		chips = append(chips, chip)
	}
	hint := "add a tag"
	if n := len(uses) - maxTags; n > 0 {
		hint = fmt.Sprintf("and %d more", n)
	}
	r.field.SetHint(hint)
	r.showChips(chips)
}

func (r *tagRow) commit(text string) {
	if r.isOffered() { // a click on a suggestion took the focus
		return
	}
	r.take(kit.Words(text)...)
}

// take adds tags to the selection as one undo step.
func (r *tagRow) take(tags ...string) {
	v := r.panel
	r.clear()
	r.propose(nil)
	if len(tags) == 1 {
		v.fail(v.session.Shapes(v.ids()).SwitchTag(tags[0], true))
		return
	}
	if len(tags) > 1 {
		g := v.session.Begin("")
		for _, t := range tags {
			v.fail(v.session.Shapes(v.ids()).SwitchTag(t, true))
		}
		g.Commit()
	}
}

// isOffered reports whether the pointer is over a suggestion.
func (r *tagRow) isOffered() bool {
	return slices.ContainsFunc(r.offers.Objects, func(o fyne.CanvasObject) bool {
		return r.offers.Visible() && o.(*kit.TextButton).Over
	})
}

// typed suggests the level's tags that contain the typed text.
func (r *tagRow) typed(text string) {
	if strings.HasSuffix(text, ",") {
		r.take(kit.Words(text)...)
		return
	}
	r.marked = -1
	r.propose(r.fitting(text))
}

// focus suggests tags while the field has the focus.
func (r *tagRow) focus(on bool) {
	switch {
	case on:
		r.propose(r.fitting(r.field.Text))
	case !r.isOffered():
		r.propose(nil)
	}
}

// fitting returns the level's tags that contain a string, prefix matches first, without the tags that the whole
// selection has.
func (r *tagRow) fitting(text string) []string {
	v := r.panel
	text = strings.ToLower(strings.TrimSpace(text))
	var begin, within []string
	has := editor.TagsOf(v.session.Document(), v.ids())
	for _, u := range editor.AllTags(v.session.Document()) {
		if slices.ContainsFunc(has, func(s editor.TagUse) bool { return s.Tag == u.Tag && s.Count == len(v.ids()) }) {
			continue
		}
		switch low := strings.ToLower(u.Tag); {
		case strings.HasPrefix(low, text):
			begin = append(begin, u.Tag)
		case strings.Contains(low, text):
			within = append(within, u.Tag)
		}
	}
	all := append(begin, within...)
	return all[:min(len(all), maxOffers)]
}

// propose shows suggestions, or hides them.
func (r *tagRow) propose(tags []string) {
	if slices.Equal(tags, r.offer) && r.offers.Visible() == (len(tags) > 0) {
		return
	}
	v := r.panel
	r.offer, r.marked, r.offers.Objects = tags, -1, nil
	for _, t := range tags {
		b := v.small(t, func() { r.take(t) })
		b.Pill, b.SkipsTab = true, true
		r.offers.Objects = append(r.offers.Objects, b)
	}
	kit.SetVisible(r.offers, len(tags) > 0)
	v.Body.Refresh()
}

// key handles the keys that are special in this field, and reports whether it used one.
func (r *tagRow) key(e *fyne.KeyEvent) bool {
	switch {
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && r.marked >= 0:
		r.take(r.offer[r.marked])
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && r.field.Text != "":
		r.take(kit.Words(r.field.Text)...) // keeps the focus for the next tag
	case (e.Name == fyne.KeyDown || e.Name == fyne.KeyUp) && len(r.offer) > 0:
		n := len(r.offer) + 1 // one more for no mark
		by := 1
		if e.Name == fyne.KeyUp {
			by = n - 1
		}
		r.mark((r.marked+1+by)%n - 1)
	case e.Name == fyne.KeyBackspace && r.field.Text == "" && len(r.shown) > 0 && len(r.shown) <= maxTags:
		v := r.panel
		v.fail(v.session.Shapes(v.ids()).SwitchTag(r.shown[len(r.shown)-1].Tag, false))
	default:
		return false
	}
	return true
}

func (r *tagRow) mark(i int) {
	r.marked = i
	for k, o := range r.offers.Objects {
		o.(*kit.TextButton).SetLit(k == i)
	}
}
