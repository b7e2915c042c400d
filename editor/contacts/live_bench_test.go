package contacts

import "testing"

// BenchmarkPile opens a level with 2,000 boxes in one place, so that two million pairs overlap.
func BenchmarkPile(b *testing.B) {
	doc := rowOfBoxes(b, 2000, 0)
	b.ReportAllocs()
	for b.Loop() {
		NewLive(doc)
	}
}
