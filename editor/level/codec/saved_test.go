package codec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// What is wrong with a saved selection or a view is an error with its place.
func TestSavedErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"selections:\n  - {name: a, ids: []}\n", "5:5: the saved selection a names no collider"},
		{"selections:\n  - {ids: [c1]}\n", "5:5: a saved selection has no name"},
		{"selections:\n  - {name: a, ids: [c1]}\n  - {name: a, ids: [c2]}\n", `6:5: "a" stands twice`},
		{"selections:\n  - {name: a, ids: [l1]}\n", "5:21: "},
		{"selections:\n  - {name: a, ids: c1}\n", "5:20: "},
		{"selections: 7\n", "4:13: "},
		{"selections:\n  - {name: \"a\\nb\", ids: [c1]}\n", "is not valid text of one line"},
		{"views:\n  - {key: 0, center: [0, 0], zoom: 1}\n", "5:5: 0 is not the number of a view"},
		{"views:\n  - {key: 10, center: [0, 0], zoom: 1}\n", "10 is not the number of a view"},
		{"views:\n  - {key: 3, center: [0, 0], zoom: 0}\n", "view 3: a zoom of 0 is not from"},
		{"views:\n  - {key: 3, center: [0, 1e300], zoom: 1}\n", "view 3: the centre is not a place"},
		{"views:\n  - {key: 3, center: [0, 0], zoom: 1}\n  - {key: 3, center: [1, 0], zoom: 1}\n", `"3" stands twice`},
		{"views:\n  - {key: 3, at: [0, 0]}\n", "at"},
	} {
		text := "fillet: 2\nname: a\nsize: [64, 64]\n" + tt.text + "layers: []\n"
		if _, err := level.Parse([]byte(text), "a"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: the error is %v, want one with %q", tt.text, err, tt.want)
		}
		if _, err := level.Parse([]byte(strings.Replace(text, "fillet: 2", "fillet: 1", 1)), "a"); err == nil {
			t.Errorf("%q: is read as version 1", tt.text)
		}
	}
}

// Entries stand in order, whatever their order in the file.
func TestSavedOrder(t *testing.T) {
	text := "fillet: 2\nname: a\nsize: [64, 64]\nselections:\n  - {name: z, ids: [c3, c1, c3]}\n  - {name: b, ids: [c1]}\nviews:\n  - {key: 7, center: [0, 0], zoom: 1}\n  - {key: 2, name: x, center: [1, 2], zoom: 0.5}\nlayers: []\n"
	doc, err := level.Parse([]byte(text), "a")
	if err != nil {
		t.Fatal(err)
	}
	out, err := level.Marshal(doc)
	want := "selections:\n  - {name: b, ids: [c1]}\n  - {name: z, ids: [c1, c3]}\nviews:\n  - {key: 2, name: x, center: [1, 2], zoom: 0.5}\n  - {key: 7, center: [0, 0], zoom: 1}\n"
	if err != nil || !strings.Contains(string(out), want) {
		t.Errorf("it is saved as\n%s\nwant\n%s", out, want)
	}
	s := doc.Settings()
	if v, ok := s.View(2); !ok || v.Label() != "x" {
		t.Errorf("view 2 is %v", v)
	}
	if _, ok := s.View(3); ok {
		t.Error("there is a view 3")
	}
	if e, ok := s.SavedSelection("z"); !ok || !slices.Equal(e.IDs, []level.ID{1, 3}) {
		t.Errorf("z is %v", e)
	}
}

// A level keeps so many selections and no more.
func TestMostSelections(t *testing.T) {
	s := level.DefaultSettings()
	for i := range level.MaxSelections + 1 {
		s.Selections = append(s.Selections, level.NewSavedSelection(fmt.Sprintf("%06d", i), []level.ID{1}))
	}
	if _, err := level.NewDocument(s); err == nil {
		t.Error("it keeps more")
	}
	s.Selections = s.Selections[1:]
	if _, err := level.NewDocument(s); err != nil {
		t.Error(err)
	}
}
