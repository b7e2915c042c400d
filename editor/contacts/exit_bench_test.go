package contacts_test

import (
	"testing"

	"fillet/editor/contacts"
)

// BenchmarkExit works out the ways out of all that overlaps in a level of 500 shapes.
func BenchmarkExit(b *testing.B) {
	doc := busy(b, 500, 200, 1)
	live := contacts.NewLive(doc)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n = 0
		fresh := contacts.NewLive(doc)
		for c := range doc.Colliders() {
			if _, ok := fresh.Exit(c.ID); ok {
				n++
			}
		}
	}
	b.ReportMetric(float64(n), "exits")
	_ = live
}
