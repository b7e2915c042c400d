package contacts

import "testing"

// BenchmarkPile opens a level with 2,000 boxes in one place: two million overlapping pairs.
func BenchmarkPile(b *testing.B) {
	doc := rowOfBoxes(b, 2000, 0)
	b.ReportAllocs()
	for b.Loop() {
		NewLive(doc)
	}
}
