package collision

import "testing"

// TestEmptiedWorld removes all of a large world at once, whose compounds touched.
func TestEmptiedWorld(t *testing.T) {
	edges, err := Chain([]Vec{{}, {X: 8}, {X: 16, Y: 2}, {X: 24}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorld()
	const n = 2 * bulkLeast
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
