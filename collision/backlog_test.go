package collision

import (
	"math/rand/v2"
	"testing"
)

// The backlog of few bodies is the very number of pairs that an Update meets, and of many it is near it.
func TestBacklog(t *testing.T) {
	box, err := Box(5, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	body := func(x, y float64) Body { return Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{x, y}, 0)} }
	const most = 1 << 40
	w := NewWorld()
	if pieces, pairs := w.Backlog(most); pieces != 0 || pairs != 0 {
		t.Errorf("an empty world has a backlog of %d pieces, %d pairs", pieces, pairs)
	}
	const n = 300
	for i := range n {
		w.Put(Key(i+1), body(0, 0))
	}
	if pieces, pairs := w.Backlog(most); pieces != n || pairs != n*(n-1)/2 {
		t.Errorf("%d boxes in one place: %d pieces, %d pairs; want %d", n, pieces, pairs, n*(n-1)/2)
	}
	if _, pairs := w.Backlog(100); pairs < 100 || pairs > 100+n {
		t.Errorf("asked for 100 pairs at most it counts %d", pairs)
	}
	if got := len(w.Update()); got != n*(n-1)/2 {
		t.Errorf("the update meets %d", got)
	}
	if _, pairs := w.Backlog(most); pairs != 0 {
		t.Errorf("after the update %d pairs are left", pairs)
	}
	w.Move(1, NewTransform(Vec{1, 0}, 0))
	if pieces, pairs := w.Backlog(most); pieces != 1 || pairs != n-1 {
		t.Errorf("one moved: %d pieces, %d pairs; want %d", pieces, pairs, n-1)
	}
	w.Move(1, NewTransform(Vec{1000, 0}, 0))
	if _, pairs := w.Backlog(most); pairs != 0 {
		t.Errorf("one moved away: %d pairs", pairs)
	}

	w = NewWorld()
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 20000 {
		w.Put(Key(i+1), body(random.Float64()*2000, random.Float64()*2000))
	}
	_, pairs := w.Backlog(most)
	if got := len(w.Update()); float64(pairs) < 0.8*float64(got) || float64(pairs) > 1.25*float64(got) {
		t.Errorf("a backlog of %d pairs is %d events", pairs, got)
	}
}

// Of bodies of very many pieces some are looked at, and stand for the others.
func TestBacklogOfManyPieces(t *testing.T) {
	const n = 3000
	random := rand.New(rand.NewPCG(1, 2))
	w := NewWorld()
	var boxes [2][]AABB
	for i := range boxes {
		var b Body
		b.Transform = Identity()
		for range n {
			c, err := Circle(Vec{500 * random.Float64(), 500 * random.Float64()}, 5)
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
	pieces, pairs := w.Backlog(1 << 40)
	if pieces != 2*n || float64(pairs) < 0.8*float64(near) || float64(pairs) > 1.25*float64(near) {
		t.Errorf("a backlog of %d pieces and %d pairs; %d pieces have %d", pieces, pairs, 2*n, near)
	}
}

// A chain that crosses itself everywhere touches nothing, but every edge meets all others.
func TestBacklogOfOneBody(t *testing.T) {
	const n = 3000
	random := rand.New(rand.NewPCG(1, 2))
	points := make([]Vec, n+1)
	for i := range points {
		points[i] = Vec{500 * random.Float64(), 500 * random.Float64()}
	}
	edges, err := Chain(points, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorld()
	w.Put(1, Body{Shapes: edges, Transform: Identity()})
	if _, pairs := w.Backlog(1 << 40); pairs < n*n/256 || pairs > n*n/16 {
		t.Errorf("a backlog of %d pairs for %d edges all over each other", pairs, n)
	}
	straight := make([]Vec, n+1)
	for i := range straight {
		straight[i] = Vec{float64(10 * i), 0}
	}
	if edges, err = Chain(straight, 0); err != nil {
		t.Fatal(err)
	}
	w.Put(1, Body{Shapes: edges, Transform: Identity()})
	if _, pairs := w.Backlog(1 << 40); pairs > n/8 {
		t.Errorf("a backlog of %d pairs for %d edges in a row", pairs, n)
	}
}
