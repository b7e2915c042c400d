package main

import (
	"bytes"
	"os"
	"testing"

	"fillet/editor/level"
)

// sunkLevel is a level in which a block, a barrel and a crate have sunk into the ground, another crate overlaps a wall,
// and a bale too tall for its cellar overlaps floor and ceiling.
const sunkLevel = `fillet: 1
name: Sunk
size: [640, 400]
pixels_per_metre: 32
grid: {size: [10, 10]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: ground, kind: polygon, points: [[0, 200], [400, 200], [400, 240], [200, 240], [200, 300], [640, 300], [640, 400], [0, 400]]}
      - {id: c2, name: wall, kind: box, size: [40, 300], position: [600, 150]}
  - id: l2
    name: Props
    colliders:
      - {id: c3, name: block, kind: box, size: [60, 60], position: [60, 190]}
      - {id: c4, name: barrel, kind: circle, radius: 20, position: [160, 190], body: dynamic}
      - {id: c5, name: crate, kind: box, size: [40, 40], position: [240, 200], body: dynamic}
      - {id: c6, name: other crate, kind: box, size: [40, 40], position: [570, 280], body: dynamic}
      - {id: c7, name: bale, kind: box, size: [60, 80], position: [300, 270], body: dynamic}
`

// TestWindowSeparateAll separates a level after a preview with ghosts. Cancelling the preview changes nothing;
// accepting it is one undo step.
func TestWindowSeparateAll(t *testing.T) {
	t.Parallel()
	d := newDeskOf(t, "sunk.level.yaml", sunkLevel, 1280, 800)
	places := func(doc *level.Document) [5]level.Vec {
		var at [5]level.Vec
		for i := range at {
			at[i] = doc.Collider(level.ID(i + 3)).Position
		}
		return at
	}
	d.key("Escape", "1")
	before := places(d.save())
	was, err := os.ReadFile(d.path)
	if err != nil {
		t.Fatal(err)
	}
	d.command("separate all")
	d.keep("guide/separate.png", d.shot())
	d.key("Escape")
	if got := places(d.save()); got != before {
		t.Errorf("after cancelling, the shapes are at %v", got)
	}
	d.command("separate all")
	d.key("Return")
	want := before
	want[0].Y, want[1].Y, want[2].Y, want[3].X = 170, 180, 180, 560
	doc := d.expect("all apart", func(doc *level.Document) string { return wantPlaces(places(doc), want) })
	if c := doc.Collider(1); c.Position != (level.Vec{}) || doc.Collider(2).Position != v(600, 150) {
		t.Error("the ground or the wall has moved")
	}
	for id := level.ID(3); id < 7; id++ {
		for partner, depth := range contactsOf(t, d.path, id) {
			if depth > 1e-6 {
				t.Errorf("%v is %g deep in %s", id, depth, partner)
			}
		}
	}
	if depth := contactsOf(t, d.path, 7)["c1"]; depth < 5 {
		t.Errorf("the bale without room is %g deep", depth)
	}
	d.key("ctrl+z")
	d.expect("undo", func(doc *level.Document) string { return wantPlaces(places(doc), before) })
	if now, err := os.ReadFile(d.path); err != nil || !bytes.Equal(now, was) {
		t.Errorf("after undo the file differs: %v", err)
	}
	d.quit()
}

func wantPlaces(got, wanted [5]level.Vec) string { return want("the shapes' places", got, wanted) }
