package collision

import (
	"math/rand/v2"
	"testing"
)

// PendingPairs returns exactly the pairs that an Update finds for few bodies, and an estimate near them for many.
func TestPendingPairs(t *testing.T) {
	t.Parallel()
	box, err := Box(5, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	body := func(x, y float64) Body {
		return Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{X: x, Y: y}, 0)}
	}
	const limit = 1 << 40
	w := NewWorld()
	if pieces, pairs := w.PendingPairs(limit); pieces != 0 || pairs != 0 {
		t.Errorf("an empty world has %d pieces and %d pairs pending", pieces, pairs)
	}
	const n = 300
	for i := range n {
		w.Put(Key(i+1), body(0, 0))
	}
	if pieces, pairs := w.PendingPairs(limit); pieces != n || pairs != n*(n-1)/2 {
		t.Errorf("%d boxes in one place: %d pieces, %d pairs; want %d", n, pieces, pairs, n*(n-1)/2)
	}
	if _, pairs := w.PendingPairs(100); pairs < 100 || pairs > 100+n {
		t.Errorf("limit 100: counted %d pairs", pairs)
	}
	if got := len(w.Update()); got != n*(n-1)/2 {
		t.Errorf("the update meets %d", got)
	}
	if _, pairs := w.PendingPairs(limit); pairs != 0 {
		t.Errorf("%d pairs are pending after the update", pairs)
	}
	w.Move(1, NewTransform(Vec{X: 1, Y: 0}, 0))
	if pieces, pairs := w.PendingPairs(limit); pieces != 1 || pairs != n-1 {
		t.Errorf("one body moved: %d pieces, %d pairs; want %d", pieces, pairs, n-1)
	}
	w.Move(1, NewTransform(Vec{X: 1000, Y: 0}, 0))
	if _, pairs := w.PendingPairs(limit); pairs != 0 {
		t.Errorf("one body moved away: %d pairs", pairs)
	}

	w = NewWorld()
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 20000 {
		w.Put(Key(i+1), body(random.Float64()*2000, random.Float64()*2000))
	}
	_, pairs := w.PendingPairs(limit)
	if got := len(w.Update()); float64(pairs) < 0.8*float64(got) || float64(pairs) > 1.25*float64(got) {
		t.Errorf("%d pending pairs, but %d events", pairs, got)
	}
}

// PendingPairs examines only a sample of a body with thousands of pieces.
func TestPendingPairsOfManyPieces(t *testing.T) {
	t.Parallel()
	const n = 3000
	random := rand.New(rand.NewPCG(1, 2))
	w := NewWorld()
	var boxes [2][]AABB
	for i := range boxes {
		var b Body
		b.Transform = Identity()
		for range n {
			c, err := Circle(Vec{X: 500 * random.Float64(), Y: 500 * random.Float64()}, 5)
			if err != nil {
				t.Fatal(err)
			}
			b.Shapes = append(b.Shapes, c)
			boxes[i] = append(boxes[i], c.Bounds(b.Transform))
		}
		w.Put(Key(i+1), b)
	}
	near := 0
	for _, a := range boxes[0] {
		for _, b := range boxes[1] {
			if a.Overlaps(b) {
				near++
			}
		}
	}
	pieces, pairs := w.PendingPairs(1 << 40)
	if pieces != 2*n || float64(pairs) < 0.8*float64(near) || float64(pairs) > 1.25*float64(near) {
		t.Errorf("%d pieces and %d pairs are pending; %d pieces have %d", pieces, pairs, 2*n, near)
	}
}

// A body has no pairs while it is alone, however its pieces overlap. As soon as another body comes near one of its
// pieces, its own pairs count until the Update has found where they meet.
func TestPendingPairsOfOneBody(t *testing.T) {
	t.Parallel()
	const n = 3000
	random := rand.New(rand.NewPCG(1, 2))
	points := make([]Vec, n+1)
	for i := range points {
		points[i] = Vec{X: 500 * random.Float64(), Y: 500 * random.Float64()}
	}
	// Two of the 3,000 edges are away from the others.
	copy(points[n/2:], []Vec{{X: 250, Y: 250}, {X: 900, Y: 900}, {X: 250, Y: 260}})
	edges, err := Chain(points, 0)
	if err != nil {
		t.Fatal(err)
	}
	ball, err := Circle(Vec{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, alone := range map[string][]Transform{
		"no other":                   nil,
		"another beside":             {NewTransform(Vec{X: -10, Y: 250}, 0)},
		"another within its bounds":  {NewTransform(Vec{X: 850, Y: 100}, 0)},
		"thousands, all of them far": nil,
	} {
		w := NewWorld()
		w.Put(1, Body{Shapes: edges, Transform: Identity()})
		for i, at := range alone {
			w.Put(Key(i+2), Body{Shapes: []Shape{ball}, Transform: at})
		}
		if name == "thousands, all of them far" {
			for i := range 3000 {
				w.Put(Key(i+2), Body{Shapes: []Shape{ball}, Transform: NewTransform(Vec{X: -10, Y: float64(10 * i)},
					0)})
			}
		}
		if _, pairs := w.PendingPairs(1 << 40); pairs != 0 {
			t.Errorf("%s: %d pairs are pending", name, pairs)
		}
		if got := len(w.Update()); got != 0 {
			t.Errorf("%s: the update meets %d", name, got)
		}
		near := Body{Shapes: []Shape{ball}, Transform: NewTransform(Vec{X: 900, Y: 900}, 0)}
		w.Put(9999, near)
		if _, pairs := w.PendingPairs(1 << 40); pairs < n*n/512 || pairs > n*n/32 {
			t.Errorf("%s, then a body near it: %d pairs are pending for %d overlapping edges", name, pairs, n)
		}
		w.Move(1, NewTransform(Vec{X: 0, Y: 0.01}, 0))
		if _, pairs := w.PendingPairs(1 << 40); pairs < n*n/512 || pairs > n*n/32 {
			t.Errorf("%s, then both changed: %d pairs are pending for %d overlapping edges", name, pairs, n)
		}
		if got := len(w.Update()); got != 1 {
			t.Errorf("%s: the update meets %d", name, got)
		}
		w.Move(1, NewTransform(Vec{X: 0, Y: 0.02}, 0))
		if _, pairs := w.PendingPairs(1 << 40); pairs > 100 {
			t.Errorf("%s, moved once more: %d pairs are pending", name, pairs)
		}
	}
}

// The number of a body's own pieces that an Update visits does not grow with their square, alone or with other bodies,
// one by one or in bulk.
func TestOwnPiecesAreSkippedTogether(t *testing.T) {
	t.Parallel()
	const n = 20_000
	random := rand.New(rand.NewPCG(1, 2))
	points := make([]Vec, n+1)
	for i := range points {
		points[i] = Vec{X: 500 * random.Float64(), Y: 500 * random.Float64()}
	}
	edges, err := Chain(points, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorld()
	w.Put(1, Body{Shapes: edges, Transform: Identity()})
	w.sync()
	seen := 0
	k := &worker{}
	for own := range edges {
		k.items = w.tree.appendOthers(k.items[:0], w.bodies[0].pieces[own].box, 0)
		seen += len(k.items)
	}
	if seen > n {
		t.Errorf("%d pieces visit %d pieces of their own body", n, seen)
	}
	if root := w.tree.rootPart(); !w.tree.hasOneOwner(&root) {
		t.Error("hasOneOwner is false for a tree of one body")
	}
}
