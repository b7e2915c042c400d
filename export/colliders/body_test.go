package colliders_test

import (
	"errors"
	"fmt"
	"testing"

	"fillet/collision"
	"fillet/export/colliders"
)

// A collider that collides with nothing gets a mask with a bit that no category uses. If all 64 bits are categories,
// there is no such mask, and so no body.
func TestBodyThatCollidesWithNothing(t *testing.T) {
	t.Parallel()
	piece := colliders.Piece{Vertices: []colliders.Vec{{}, {X: 9}, {X: 9, Y: 9}}}
	f := &colliders.File{}
	for n := range 65 {
		c := &colliders.Collider{ID: "c1", Category: 1, Pieces: []colliders.Piece{piece}}
		body, ok, err := f.Body(c)
		if ok != (n < 64) || err != nil {
			t.Errorf("with %d categories there is a body: %v, %v", n, ok, err)
		}
		every := collision.Filter{Category: 1<<n - 1, Mask: ^uint64(0)}
		if ok && (body.Filter.Category != 1 || n > 0 && body.Filter.Accepts(every)) {
			t.Errorf("with %d categories its filter is %+v", n, body.Filter)
		}
		if c.Mask = 2; n == 64 {
			if body, ok, err = f.Body(c); !ok || err != nil || body.Filter.Mask != 2 {
				t.Errorf("a collider with a mask has the filter %+v, %v, %v", body.Filter, ok, err)
			}
		}
		f.Categories = append(f.Categories, fmt.Sprint("category ", n))
	}
	if _, ok, err := f.Body(&colliders.Collider{ID: "c2", Mask: 1}); ok || err != nil {
		t.Errorf("a point has a body: %v, %v", ok, err)
	}
}

// When a change takes the last bit for a category, what collides with nothing loses its body, and gets it back when the
// category goes.
func TestChangeOfTheLastCategory(t *testing.T) {
	t.Parallel()
	var names []string
	for n := range 64 {
		names = append(names, fmt.Sprint("category ", n))
	}
	piece := colliders.Piece{Vertices: []colliders.Vec{{}, {X: 9}, {X: 9, Y: 9}}}
	f := &colliders.File{Version: 2, Categories: names[:63], Colliders: []colliders.Collider{
		{ID: "c1", Body: colliders.Static, Category: 1, Pieces: []colliders.Piece{piece}},
		{ID: "c2", Body: colliders.Static, Category: 1, Mask: 1, Pieces: []colliders.Piece{piece}},
	}}
	world, err := f.World()
	if err != nil {
		t.Fatal(err)
	}
	other := *f
	space, err := other.Space()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{64, 63, 64} {
		change := &colliders.Change{Categories: names[:n]}
		if err := errors.Join(f.Apply(change, world), space.Apply(change)); err != nil {
			t.Fatal(err)
		}
		if want := 65 - n; world.Len() != want || space.World().Len() != want {
			t.Errorf("with %d categories there are %d and %d bodies, want %d", n, world.Len(), space.World().Len(), want)
		}
	}
}
