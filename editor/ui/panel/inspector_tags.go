package panel

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// maxTags limits the tags shown as chips, and maxOffers the suggestions while typing.
const (
	maxTags   = 24
	maxOffers = 6
)

// tagRow shows the tags of the selection: a chip for each, and a field to add more, with suggestions from the level.
type tagRow struct {
	panel  *Inspector
	chips  *fyne.Container
	field  *kit.Field
	offers *fyne.Container
	offer  []string // suggestions shown
	marked int      // index in offer; -1: none
	shown  []editor.TagUse
}

func (v *Inspector) buildTags() {
	r := &tagRow{panel: v, marked: -1, shown: nil}
	r.field = kit.NewField(v.Look, r.commit)
	r.field.SetHint("add a tag")
	r.field.OnChanged = kit.Guarded(v.Look, r.typed)
	r.field.OnKey = r.key
	r.field.OnFocus = r.focus
	lines := v.chipLines()
	lines.Grow = true
	r.chips, r.offers = container.New(lines, r.cell()), container.New(v.chipLines())
	r.offers.Hide()
	v.row(colliderKey("tags").Title, kit.Pad(0, 4, 0, 4, container.New(kit.Lines(4), r.chips, r.offers)))
	v.updates = append(v.updates, r.show)
}

// cell returns the field, wide enough for its hint.
func (r *tagRow) cell() fyne.CanvasObject { return container.New(kit.Fixed{W: 76}, r.field) }

func (r *tagRow) show() {
	v := r.panel
	uses := editor.TagsOf(v.session.Document(), v.ids())
	if slices.Equal(uses, r.shown) && r.shown != nil {
		return
	}
	r.shown = append([]editor.TagUse{}, uses...)
	r.chips.Objects = nil
	for _, u := range uses[:min(len(uses), maxTags)] {
		chip := kit.NewChip(v.Look, u.Tag, nil, func() { v.fail(v.session.Shapes(v.ids()).SwitchTag(u.Tag, false)) })
		if chip.IsSome = u.Count < len(v.ids()); chip.IsSome {
			chip.OnTap = func() { v.fail(v.session.Shapes(v.ids()).SwitchTag(u.Tag, true)) }
		}
		r.chips.Add(chip)
	}
	r.chips.Objects = append(r.chips.Objects, r.cell())
	hint := "add a tag"
	if n := len(uses) - maxTags; n > 0 {
		hint = "and " + quote.Count(n, "more")
		hint = strings.TrimSuffix(hint, "s")
	}
	r.field.SetHint(hint)
	v.Body.Refresh()
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
	r.field.Shown = ""
	r.field.SetText("")
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

// mark marks the suggestion that Enter takes.
func (r *tagRow) mark(i int) {
	r.marked = i
	for k, o := range r.offers.Objects {
		o.(*kit.TextButton).SetLit(k == i)
	}
}
