package importers_test

import (
	"slices"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// Layers with the same name get numbers, even if the file has a name with such a number.
func TestLayersOfOneName(t *testing.T) {
	t.Parallel()
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 8, Y: 8}, Rounding: level.Inset}
	res := build(t, importers.Options{}, func(b *importers.Builder) {
		for i, name := range []string{"a", "a (2)", "a", "a", "b", "a (2)"} {
			if err := b.Layer(name, "", level.LayerPlace{Layer: name}); err != nil {
				t.Fatal(err)
			}
			_, err := b.Entity(importers.Entity{
				Name: "wall", Shape: box, At: level.Vec{X: float64(20 * i)}, Source: level.Source{Layer: name},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	var names []string
	for _, l := range res.Document.Settings().Imports[0].Places[0].Layers {
		names = append(names, l.Layer)
	}
	if want := []string{"a", "a (2)", "a (3)", "a (4)", "b", "a (2) (2)"}; !slices.Equal(names, want) {
		t.Errorf("layers = %q, want %q", names, want)
	}
}
