package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// A long remark is read whole, with its place below it.
func TestRemarksAreWhole(t *testing.T) {
	w := newWindow(t)
	w.Win.Canvas().Capture()
	issue := importers.Issue{Severity: importers.Loss, Path: "levels[0].layerInstances[3]", Message: strings.Repeat("the picture is not shown ", 8)}
	w.IssueDialog("Import", "About", []importers.Issue{issue, {Message: "short"}})
	w.Win.Canvas().Capture()
	r := dialog.NewIssueRow(w.Look)
	const width = 500
	height := r.Display(&issue, width)
	r.Resize(fyne.NewSize(width, height))
	if low := r.Below.Position().Y; r.Below.Hidden || low < r.Text.Position().Y+2*kit.RowHeight-kit.LabelRoom {
		t.Errorf("the place is hidden: %v, at %v below a remark of several lines", r.Below.Hidden, low)
	}
	if end := r.Below.Position().Y + r.Below.Size().Height; end > height {
		t.Errorf("the row ends at %v, its text at %v", height, end)
	}
	if got := dialog.IssueText([]importers.Issue{issue, {Message: "short"}}); strings.Count(got, "\n") != 2 || !strings.HasPrefix(got, issue.Path+": ") {
		t.Errorf("copied is %q", got)
	}
}

// A text that has no room is cut while nobody types in the field, and whole while somebody does.
func TestFieldCutsItsText(t *testing.T) {
	w := newWindow(t)
	w.Win.Canvas().Capture()
	const long = "A name that is far too long for the inspector's narrow field"
	var named []string
	f := kit.NewField(w.Look, func(s string) { named = append(named, s) })
	f.Resize(fyne.NewSize(120, kit.FieldHeight))
	f.Display(long)
	if !strings.HasSuffix(f.Text, "…") || f.IsDirty() || kit.TextWidth(f.Text) > 120 {
		t.Errorf("shown is %q, dirty: %v", f.Text, f.IsDirty())
	}
	f.FocusGained()
	if f.Text != long {
		t.Errorf("to be typed in is %q", f.Text)
	}
	f.FocusLost()
	if len(named) != 0 || !strings.HasSuffix(f.Text, "…") {
		t.Errorf("left as it was it says %q, committed %q", f.Text, named)
	}
	f.FocusGained()
	f.SetText("short")
	f.FocusLost()
	if len(named) != 1 || named[0] != "short" || f.Text != "short" {
		t.Errorf("committed is %q, shown %q", named, f.Text)
	}
	f.Display(long)
	f.Resize(fyne.NewSize(900, kit.FieldHeight))
	if f.Text != long {
		t.Errorf("in a wide field it says %q", f.Text)
	}
}
