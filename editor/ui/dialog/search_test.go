package dialog

import "testing"

func TestMatching(t *testing.T) {
	all := []Entry{
		{Label: "Edit › Undo", Words: "edit › undo"},
		{Label: "boulder", Words: "boulder c12 polygon props"},
		{Label: "Red Boulder", Words: "red boulder"},
	}
	for _, label := range []string{"View › Normals", "Edit › Select all", "Shape › Align", "File › Re-import…"} {
		all = append(all, Entry{Label: label, Words: Searched(label)})
	}
	all = append(all, Entry{Label: "Level › Also", Words: "level › calls also", Off: true})
	for _, test := range []struct {
		query string
		want  []string
	}{
		{"", []string{
			"Edit › Undo", "boulder", "Red Boulder", "View › Normals", "Edit › Select all", "Shape › Align",
			"File › Re-import…", "Level › Also",
		}},
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
