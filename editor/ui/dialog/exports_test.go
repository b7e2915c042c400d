package dialog

import (
	"slices"
	"testing"

	"fillet/export"
	"fillet/importers"
)

// Losses are listed before notes.
func TestLossesComeFirst(t *testing.T) {
	var l lossIssues
	l.Add("a.json", export.Loss{Kind: export.LossArcs, Message: "arcs"})
	l.Add("a.json", export.Loss{Kind: export.LossFilter, Message: "filter"})
	want := []importers.Issue{
		{Severity: importers.Loss, Path: "a.json", Message: "filter"},
		{Severity: importers.Note, Path: "a.json", Message: "arcs"},
	}
	if got := l.All(); !slices.Equal(got, want) {
		t.Errorf("list = %v, want %v", got, want)
	}
}
