package kit

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Visual puts a string into screen order: a number after a right-to-left name appears to the left of the name.
func TestVisual(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"crate 3", "crate 3"},
		{"箱 3", "箱 3"},
		{"תיבה", "תיבה"},
		{"תיבת עץ", "תיבת עץ"},
		{"תיבה 28", "28 תיבה"},
		{"صندوق كبير 3", "3 صندوق كبير"},
		{"base and תיבה 6.", "base and 6 תיבה."},
		{"תיבה 1.5 px", "\u200e1.5 תיבה px"},
		{"תיבה crate", "\u200eתיבה crate"},
		{"תיבה 3 עץ", "עץ\u200e 3 תיבה"},
		{"תיבה\n3", "תיבה\n3"},
		{"תיבה × צוק", "תיבה × צוק"},
	} {
		if got := Visual(test.text); got != test.want {
			t.Errorf("Visual(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// Visual neither loses nor adds characters, except zero-width marks. A string without right-to-left letters stays
// unchanged.
func TestRandomVisual(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := string(rapid.SliceOf(rapid.SampledFrom([]rune("ab 12.,()×אבגصند箱"))).Draw(r, "text"))
		sorted := func(s string) string {
			runes := slices.DeleteFunc([]rune(s), func(r rune) bool { return r == '\u200e' })
			slices.Sort(runes)
			return string(runes)
		}
		if got := Visual(text); sorted(got) != sorted(text) {
			r.Errorf("Visual(%q) = %q", text, got)
		}
	})
}
