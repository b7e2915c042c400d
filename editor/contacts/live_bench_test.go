package contacts

import (
	"testing"

	"fillet/editor/level"
)

// BenchmarkPile opens a level of 2,000 boxes in one place, so that two million pairs overlap.
func BenchmarkPile(b *testing.B) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		b.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "boxes"})}}
	for i := range 2000 {
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{Kind: level.Box, Size: level.Vec{X: 16, Y: 16}, Rounding: level.Inset}, level.Vec{})
		c.Order = float64(i)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		NewLive(doc)
	}
}
