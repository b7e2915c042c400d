package ui

import "testing"

func TestMatching(t *testing.T) {
	all := []entry{{label: "Edit › Undo", words: "edit › undo"}, {label: "boulder", words: "boulder c12 polygon props"}, {label: "Red Boulder", words: "red boulder"}}
	for _, label := range []string{"View › Normals", "Edit › Select all", "Shape › Align", "File › Re-import…"} {
		all = append(all, entry{label: label, words: searched(label)})
	}
	all = append(all, entry{label: "Level › Also", words: "level › calls also", off: true})
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
		for _, e := range matching(all, test.query) {
			got = append(got, e.label)
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
