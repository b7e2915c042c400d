package collision

import (
	"testing"
)

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

// TestPanicReachesTheCaller panics on a worker.
func TestPanicReachesTheCaller(t *testing.T) {
	ended := make([]bool, 4)
	defer func() {
		if r := recover(); r != "broken" {
			t.Errorf("recovered %v", r)
		}
		for i, ok := range ended {
			if ok != (i != 2) {
				t.Errorf("part %d ended: %v", i, ok)
			}
		}
	}()
	var c crew
	c.run(4, 4, 1, func(_, from, _ int) {
		if from == 2 {
			panic("broken")
		}
		ended[from] = true
	})
	t.Error("it went on")
}

// TestCurve goes along the whole curve, each place a neighbour of the last one.
func TestCurve(t *testing.T) {
	for _, n := range []int{1000, 10000} {
		c := newCurve(AABB{Min: Vec{}, Max: Vec{X: 1, Y: 1}}, n, newTurns())
		side := 1 << c.bits
		at := make([][2]int, side*side)
		met := make([]bool, side*side)
		for y := range side {
			for x := range side {
				place := c.at(Vec{X: (float64(x) + 0.5) / float64(side-1), Y: (float64(y) + 0.5) / float64(side-1)})
				if met[place] {
					t.Fatalf("place %d twice", place)
				}
				met[place], at[place] = true, [2]int{x, y}
			}
		}
		for i := 1; i < len(at); i++ {
			dx, dy := at[i][0]-at[i-1][0], at[i][1]-at[i-1][1]
			if dx*dx+dy*dy != 1 {
				t.Fatalf("%d x %d: from %v to %v", side, side, at[i-1], at[i])
			}
		}
	}
}
