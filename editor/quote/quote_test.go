package quote_test

import (
	"strings"
	"testing"

	"fillet/editor/quote"
)

func TestExcerpt(t *testing.T) {
	hundred := strings.Repeat("ü", 100)
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"floor", "floor"},
		{hundred, hundred},
		{hundred + "x", strings.Repeat("ü", 99) + "…"},
		{strings.Repeat("x", 1<<20), strings.Repeat("x", 99) + "…"},
		{strings.Repeat("\xff", 101), strings.Repeat("\xff", 99) + "…"},
	} {
		if got := quote.Excerpt(tt.text); got != tt.want {
			t.Errorf("Excerpt(%.200q) = %q, want %q", tt.text, got, tt.want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"a wall, “Mauer”", "a wall, “Mauer”"},
		{"a\x1b[31mb\nc\xff\u202e\u0085", `a\x1b[31mb\nc\xff\u202e\u0085`},
		{"\ufffd", "\ufffd"},
		{"'\"", "'\""},
	} {
		if got := quote.Printable(tt.text); got != tt.want {
			t.Errorf("Printable(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 shapes", 1: "1 shape", 2: "2 shapes", 1000: "1000 shapes"} {
		if got := quote.Count(n, "shape"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for noun, want := range map[string]string{"entity": "entities", "key": "keys", "ray": "rays", "loss": "losses"} {
		if got := quote.Count(2, noun); got != "2 "+want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 files are missing.", 1: "1 file is missing.", 2: "2 files are missing."} {
		if got := quote.Plural(n, "1 file is missing.", "%d files are missing."); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}
