package dialog

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// focusDelay is the maximum time until a click has moved the focus away from a field.
const focusDelay = 120 * time.Millisecond

// Ignore asks for an optional reason and adds findings to the level's ignored ones, as one undo step.
func (w *Parent) Ignore(entries ...level.Ignored) {
	if len(entries) == 0 {
		return
	}
	f := w.NewFrame(0)
	f.Gap = 12
	typed := ""
	reason := f.Text("Reason (optional)", kit.At(&typed))
	p := w.Look.Colors()
	what := kit.Text(kit.Cut(w.ignoredNames(entries), 400), p.Text, kit.TextSize)
	note := kit.Text("Stored in the level; not reported in the window or by fillet check.", p.Quiet, kit.SmallText+1)
	f.Cancel("Cancel")
	f.Primary("Ignore", func() {
		f.Close()
		for i := range entries {
			entries[i].Reason = typed
		}
		w.Fail(w.Session.Ignored().Add(entries...))
	})
	f.Head = container.New(kit.Lines(2), what, note, kit.VerticalGap(6))
	f.Open("Ignore "+quote.Count(len(entries), "finding"), fyne.NewSize(460, 190), reason)
	w.Win.Canvas().Focus(reason)
	w.Look.Later(focusDelay, func() { // the end of the click on the menu entry takes the focus away
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
