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
