package quote_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/quote"
)

func TestNatural(t *testing.T) {
	want := []string{
		"", "2", "10", "Tile", "Tile 1", "Tile 2", "Tile 2 b", "Tile 010", "Tile 10a", "crate",
		"crate9.yaml", "crate10.yaml",
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, quote.Natural)
	if !slices.Equal(got, want) {
		t.Errorf("sorted: %q, want %q", got, want)
	}
}

// Natural is an ordering: any three strings compare consistently.
func TestNaturalIsAnOrder(t *testing.T) {
	text := rapid.StringMatching(`[ab1239 ]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := text.Draw(t, "a"), text.Draw(t, "b"), text.Draw(t, "c")
		ab, bc, ac := quote.Natural(a, b), quote.Natural(b, c), quote.Natural(a, c)
		if quote.Natural(b, a) != -ab || (ab == 0) != (a == b) {
			t.Fatalf("Natural(%q, %q) is %d", a, b, ab)
		}
		if ab == bc && cmp.Compare(ac, 0) != ab {
			t.Fatalf("%q, %q, %q compare as %d, %d and %d", a, b, c, ab, bc, ac)
		}
	})
}
