package dialog

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// focusDelay is the time after a click within which the click may still take the focus from a field.
const focusDelay = 120 * time.Millisecond

// Ignore asks for an optional reason and adds findings to the level's ignored ones, as one undo step.
func (w *Parent) Ignore(entries ...level.Ignored) {
	if len(entries) == 0 {
		return
	}
	var d dialog.Dialog
	reason := kit.NewSearchField(w.Look, func(int) {}, func() { d.Hide() })
	reason.SetPlaceHolder("Reason (optional)")
	done := func() {
		d.Hide()
		for i := range entries {
			entries[i].Reason = reason.Text
		}
		w.Fail(w.Session.Ignored().Add(entries...))
	}
	reason.OnSubmitted = kit.Guarded(w.Look, func(string) { done() })
	p := w.Look.Colors()
	what := kit.Text(kit.Cut(w.ignoredNames(entries), 400), p.Text, kit.TextSize)
	note := kit.Text("Stored in the level; not reported in the window or by fillet check.", p.Quiet, kit.SmallText+1)
	foot := kit.Pad(0, 12, 0, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, kit.NewSpace(),
		kit.NewTextButton(w.Look, "Cancel", false, func() {
			d.Hide()
		}), kit.NewTextButton(w.Look, "Ignore", true, done)))
	d = w.Dialog("Ignore "+quote.Count(len(entries), "finding"),
		container.NewBorder(container.New(kit.Lines(2), what, note, kit.VerticalGap(6)), foot, nil, nil, reason),
		fyne.NewSize(460, 190))
	w.Open(d, done)
	w.Win.Canvas().Focus(reason)
	w.Look.Later(focusDelay, func() { // when the click on the menu entry ends, it takes the focus away
		if w.IsModal() && w.Win.Canvas().Focused() == nil {
			w.Win.Canvas().Focus(reason)
		}
	})
}

// ignoredNames names the rule and colliders of the first finding, and counts the other findings.
func (w *Parent) ignoredNames(entries []level.Ignored) string {
	doc := w.Session.Document()
	var names []string
	for _, id := range entries[0].IDs {
		if c := doc.Collider(id); c != nil && len(names) < 2 {
			names = append(names, doc.Title(c))
		}
	}
	text := strings.ReplaceAll(entries[0].Rule, "-", " ") + ": " + strings.Join(names, " × ")
	if more := len(entries[0].IDs) - len(names); more > 0 && len(names) > 0 {
		text += " and " + quote.Count(more, "other")
	}
	if more := len(entries) - 1; more > 0 {
		text += "; and " + quote.Count(more, "more finding")
	}
	return kit.Sentence(text)
}
