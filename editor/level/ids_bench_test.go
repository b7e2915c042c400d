package level

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkIDs reads, looks up and lists 100,000 colliders with counted ids and with random ids.
func BenchmarkIDs(b *testing.B) {
	const n = 100_000
	random := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []string{"counted", "random"} {
		text := []byte("fillet: 1\nname: ids\nsize: [1000, 1000]\nlayers:\n  - id: l1\n    name: things\n    " +
			"colliders:\n")
		for i := range n {
			id := ID(i + 1)
			if kind == "random" {
				id = HashedID(random.Uint64())
			}
			text = fmt.Appendf(text, "      - id: %v\n        name: circle\n        kind: circle\n        radius: "+
				"5\n        position: [%d, %d]\n", id, i%300*12, i/300*12)
		}
		doc, err := Parse(text, kind)
		if err != nil {
			b.Fatal(err)
		}
		var ids []ID
		for c := range doc.Colliders() {
			ids = append(ids, c.ID)
		}
		b.Run("parse/"+kind, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(text, kind); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("snapshot/"+kind, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				doc.Snapshot()
			}
		})
		b.Run("lookup/"+kind, func(b *testing.B) {
			for b.Loop() {
				for _, id := range ids {
					if doc.Collider(id) == nil {
						b.Fatal(id)
					}
				}
			}
		})
		b.Run("marshal/"+kind, func(b *testing.B) {
			for b.Loop() {
				if _, err := Marshal(doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
