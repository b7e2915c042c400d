package ui

import (
	"testing"

	"fillet/editor/ui/dialog"
)

func TestMatching(t *testing.T) {
	all := []dialog.Entry{{Label: "Edit › Undo", Words: "edit › undo"}, {Label: "boulder", Words: "boulder c12 polygon props"}, {Label: "Red Boulder", Words: "red boulder"}}
	for _, label := range []string{"View › Normals", "Edit › Select all", "Shape › Align", "File › Re-import…"} {
		all = append(all, dialog.Entry{Label: label, Words: dialog.Searched(label)})
	}
	all = append(all, dialog.Entry{Label: "Level › Also", Words: "level › calls also", Off: true})
	for _, test := range []struct {
		query string
		want  []string
	}{
		{"", []string{"Edit › Undo", "boulder", "Red Boulder", "View › Normals", "Edit › Select all", "Shape › Align", "File › Re-import…", "Level › Also"}},
		{"reimp", []string{"File › Re-import…"}},
		{"re-Import", []string{"File › Re-import…"}},
		{"boul", []string{"boulder", "Red Boulder"}},
		{"BOULDER red", []string{"Red Boulder"}},
		{"c12", []string{"boulder"}},
		{"al", []string{"Shape › Align", "Edit › Select all", "View › Normals", "Level › Also"}},
		{"nothing", nil},
	} {
		var got []string
		for _, e := range dialog.Matching(all, test.query) {
			got = append(got, e.Label)
		}
		if len(got) != len(test.want) {
			t.Errorf("%q finds %v, want %v", test.query, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%q finds %v, want %v", test.query, got, test.want)
			}
		}
	}
}
