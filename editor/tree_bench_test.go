package editor_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// many is the number of rows in the benchmarks, in ten layers.
const many = 100_000

func manyColliders(b *testing.B) *level.Document {
	sizes := make([]int, 10)
	for i := range sizes {
		sizes[i] = many / len(sizes)
	}
	return levelOf(b, sizes...)
}

// BenchmarkTreeOpen lists a level of 100,000 colliders with unfolded layers and reads a screenful of rows in the
// middle.
func BenchmarkTreeOpen(b *testing.B) {
	doc := manyColliders(b)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
		tree.FoldAll(false)
		for i := range 40 {
			tree.Label(tree.At(many/2 + i))
		}
		tree.Close()
	}
}

// BenchmarkTreeFilter filters 100,000 colliders, which happens on every typed letter.
func BenchmarkTreeFilter(b *testing.B) {
	for _, text := range []string{"9", "box 99", "kind:box -role:trigger 7", "none of them"} {
		b.Run(text, func(b *testing.B) {
			tree := editor.NewLevelTree(manyColliders(b), editor.FilterFacts{}, nil)
			b.ResetTimer()
			for range b.N {
				if err := tree.SetFilter(text); err != nil {
					b.Fatal(err)
				}
				tree.Len()
			}
		})
	}
}

// BenchmarkTreeMoved moves one of 100,000 colliders on the canvas, with and without a filter; its row stays in place.
func BenchmarkTreeMoved(b *testing.B) {
	for _, text := range []string{"", "9"} {
		b.Run("filter "+text, func(b *testing.B) {
			doc := manyColliders(b)
			tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
			if err := tree.SetFilter(text); err != nil {
				b.Fatal(err)
			}
			tree.Len()
			b.ResetTimer()
			for i := range b.N {
				c := doc.Collider(many / 2)
				out := *c
				out.Position.X = float64(i)
				if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c,
					&out)}}); err != nil {
					b.Fatal(err)
				}
				tree.Len()
			}
		})
	}
}

// BenchmarkTreeFind finds the rows of colliders among 100,000.
func BenchmarkTreeFind(b *testing.B) {
	tree := editor.NewLevelTree(manyColliders(b), editor.FilterFacts{}, nil)
	tree.FoldAll(false)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if tree.Find(level.ID(i%many+1)) < 0 {
			b.Fatal("the collider has no row")
		}
	}
}

// BenchmarkTreeDrop finds the drop target of 1,000 rows among 100,000.
func BenchmarkTreeDrop(b *testing.B) {
	doc := manyColliders(b)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	tree.FoldAll(false)
	var ids []level.ID
	for i := range 1000 {
		ids = append(ids, level.ID(50*i+1))
	}
	lifted := tree.Lift(ids, tree.At(1))
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if _, err := lifted.Over(float64(i*7919%many) + 0.7); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTreeMove moves 1,000 rows and undoes the move.
func BenchmarkTreeMove(b *testing.B) {
	s := editor.NewSession(manyColliders(b))
	var ids []level.ID
	for i := range 1000 {
		ids = append(ids, level.ID(9*i+2))
	}
	b.ResetTimer()
	for range b.N {
		if err := s.Groups().Move(editor.Place{Layer: 5, Under: many / 2}, nil, ids); err != nil {
			b.Fatal(err)
		}
		s.Undo()
	}
}
