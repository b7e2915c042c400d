package collision

import (
	"math/rand/v2"
	"testing"
)

// Removing all bodies of a large world at once, including touching compounds, ends all contacts.
func TestEmptiedWorld(t *testing.T) {
	t.Parallel()
	edges, err := Chain([]Vec{{}, {X: 8}, {X: 16, Y: 2}, {X: 24}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorld()
	const n = 2 * minBulk
	for i := range n {
		w.Put(Key(i+1), Body{Shapes: edges, Transform: NewTransform(Vec{X: 20 * float64(i)}, 0)})
	}
	if got := len(w.Update()); got != n-1 {
		t.Fatalf("%d contacts began, want %d", got, n-1)
	}
	for i := range n {
		w.Remove(Key(i + 1))
	}
	for _, e := range w.Update() {
		if e.Kind != End {
			t.Fatalf("an event of kind %v in an empty world", e.Kind)
		}
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
}

// A piece can be found by its item, whatever happens to bodies that a bulk update placed.
func TestPiecesAfterABulkUpdate(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	body := func() Body {
		b := Body{Transform: NewTransform(Vec{X: 40 * random.Float64(), Y: 40 * random.Float64()}, 0)}
		for range random.IntN(4) {
			b.Shapes = append(b.Shapes, mustNew(t, []Vec{{X: 3 * random.Float64(), Y: 3 * random.Float64()}}, 1))
		}
		return b
	}
	w := NewWorld()
	const n = 2 * minBulk
	for i := range n {
		w.Put(Key(i+1), body())
	}
	w.Update()
	placed := 0
	for i := range w.first {
		if w.first[i].item == int32(i) {
			placed++
		}
	}
	if placed != w.tree.Len() || placed == 0 {
		t.Fatalf("%d of %d pieces are at their items' indices", placed, w.tree.Len())
	}
	for step := range 400 {
		k := Key(random.IntN(n) + 1)
		switch random.IntN(3) {
		case 0:
			w.Remove(k)
		default:
			w.Put(k, body())
		}
		if random.IntN(3) == 0 {
			w.Update()
		}
		if err := w.Validate(); err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
	}
}
