package main

import (
	"fmt"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), analyzer, "a")
}

// Phrases are found in a page where a line break divides them, but not in its code.
func TestFindBannedInPages(t *testing.T) {
	page := "Shapes that stand\nfor walls.\n```\nis what\n```\nNo more than two, and no more.\n"
	var got []string
	for _, f := range findBanned(withoutCode(page)) {
		got = append(got, fmt.Sprint(f.at, " ", f.text))
	}
	if want := "[67 no more. 12 stand for]"; fmt.Sprint(got) != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

// Only the comments of other files, and the description above a patch, are checked.
func TestProseOf(t *testing.T) {
	for file, want := range map[string]string{
		"a.js": "\n\nis what", "a.sh": "\nis\nwhat", "a.patch": "x = 1 // no\n# is\nis what", "Makefile": "\nis\nwhat",
	} {
		text := "x = 1 // no\n# is\nis what\n--- a\n+++ is what"
		switch file {
		case "a.js":
			text = "var is = what\n\nx() // is what"
		case "a.sh", "Makefile":
			text = "echo is what\n# is\n  # what"
		}
		if got := proseOf(file, text); got != want {
			t.Errorf("proseOf(%s) = %q, want %q", file, got, want)
		}
	}
}
