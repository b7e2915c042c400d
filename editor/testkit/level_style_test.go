package testkit_test

import (
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
)

// Every style represents the same level.
func TestStylesAreEquivalent(t *testing.T) {
	largest := 400
	if testing.Short() {
		largest = 40
	}
	for _, kind := range testkit.CostlyLevels() {
		if kind.Refused {
			continue
		}
		text := kind.Text(min(kind.Count, largest))
		want := marshalled(t, text)
		for _, style := range testkit.LevelStyles() {
			styled := style.Text(text)
			if style.Refused {
				if _, err := level.Parse(styled, "x"); err == nil {
					t.Errorf("%s %s is accepted", kind.Name, style.Name)
				}
				continue
			}
			if got := marshalled(t, styled); got != want {
				t.Errorf("%s %s is a different level:\n%.1000s", kind.Name, style.Name, styled)
			}
		}
	}
}

func marshalled(t *testing.T, text []byte) string {
	doc, err := level.Parse(text, "x")
	if err != nil {
		t.Fatalf("%v:\n%.1000s", err, text)
	}
	out, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
