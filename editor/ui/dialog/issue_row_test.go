package dialog

import (
	"strings"
	"testing"

	"fillet/editor/ui/kit"
	"fillet/importers"

	"fyne.io/fyne/v2"
)

// A long message is shown in full, with its location below it.
func TestIssuesAreShownInFull(t *testing.T) {
	w := newWindowForTest(t)
	w.Win.Canvas().Capture()
	issue := importers.Issue{
		Severity: importers.Loss, Path: "levels[0].layerInstances[3]",
		Message: strings.Repeat("the picture is not shown ", 8),
	}
	w.issueDialog("Import", "About", []importers.Issue{issue, {Message: "short"}})
	w.Win.Canvas().Capture()
	r := newIssueRow(w.Look)
	const width = 500
	height := r.showIssue(&issue, width)
	r.Resize(fyne.NewSize(width, height))
	if low := r.Below.Position().Y; r.Below.Hidden || low < r.Text.Position().Y+2*kit.RowHeight-kit.LabelRoom {
		t.Errorf("the location is hidden: %v, at %v below a message of several lines", r.Below.Hidden, low)
	}
	if end := r.Below.Position().Y + r.Below.Size().Height; end > height {
		t.Errorf("the row ends at %v, its text at %v", height, end)
	}
	if got := issueText([]importers.Issue{issue, {Message: "short"}}); strings.Count(got, "\n") != 2 ||
		!strings.HasPrefix(got, issue.Path+": ") {
		t.Errorf("copied text = %q", got)
	}
}
