package dialog

import (
	"slices"
	"testing"

	"fillet/export"
	"fillet/importers"
)

// A loss that affects the game is not a note.
func TestLossIssues(t *testing.T) {
	losses, notes, _ := lossIssues([]export.Result{{
		Job: export.Job{Path: "out/a.json"},
		Report: &export.Report{Losses: []export.Loss{
			{Kind: export.LossArcs, Message: "arcs"}, {Kind: export.LossFilter, Message: "filter"},
		}},
	}})
	want := []importers.Issue{
		{Severity: importers.Loss, Path: "a.json", Message: "filter"},
		{Severity: importers.Note, Path: "a.json", Message: "arcs"},
	}
	if !slices.Equal(losses, want[:1]) || !slices.Equal(notes, want[1:]) {
		t.Errorf("losses %v, notes %v, want %v", losses, notes, want)
	}
}
