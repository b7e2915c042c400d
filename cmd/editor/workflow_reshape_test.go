package main

import (
	"testing"

	"fillet/editor/level"
)

// shapesToReshape has two boxes that overlap, a third one over the first, and two chains end to end.
const shapesToReshape = `fillet: 1
name: Outlines
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [400, 60], position: [300, 330]}
      - {id: c2, name: wall, kind: box, size: [60, 120], position: [130, 300]}
      - {id: c3, name: pit, kind: box, size: [80, 60], position: [400, 310]}
      - {id: c4, name: left, kind: chain, points: [[100, 100], [180, 80]]}
      - {id: c5, name: right, kind: chain, points: [[320, 100], [200, 80]]}
`

// Outlines are united, subtracted, cut by the knife, joined, grown by a number and converted, and everything is undone.
func TestWindowReshape(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "outlines.level.yaml", shapesToReshape, 1280, 800)
	d.calibrate()
	count := func(what string, n int) func(*level.Document) string {
		return func(doc *level.Document) string { return want(what+": shapes", doc.Len(), n) }
	}
	click := func(p level.Vec) {
		at := d.pixel(p)
		d.click(at.X, at.Y)
	}
	d.pick(1)
	d.do("keydown", "shift")
	click(v(130, 260))
	d.do("keyup", "shift")
	d.key("ctrl+alt+u")
	d.expect("unite", func(doc *level.Document) string {
		floor := doc.Collider(1)
		return want("the vertices of "+floor.Name, len(floor.Shape.Points), 6)
	})
	d.pick(3)
	d.key("ctrl+alt+d")
	d.expect("cut out", func(doc *level.Document) string {
		if doc.Collider(3) != nil {
			return "the pit is still there"
		}
		return want("the vertices", len(doc.Collider(1).Shape.Points), 10)
	})
	d.key("Escape")
	d.key("b")
	d.dragLevel(v(300, 250), v(300, 390))
	d.expect("the knife", count("the knife", 4))
	d.key("v")
	d.key("Escape")
	click(v(140, 90))
	d.do("keydown", "shift")
	click(v(260, 90))
	d.do("keyup", "shift")
	d.key("ctrl+j")
	d.expect("join", func(doc *level.Document) string {
		chain := doc.Collider(4)
		if chain == nil || doc.Collider(5) != nil {
			return "the chains are not one"
		}
		return want("the points of the chain", len(chain.Shape.Points), 4)
	})
	d.key("ctrl+alt+c")
	d.key("Return")
	d.expect("the stroke", func(doc *level.Document) string {
		return want("the chain's kind", doc.Collider(4).Shape.Kind, level.Polygon)
	})
	d.key("ctrl+a", "ctrl+alt+o")
	d.keep("guide/grow.png", d.shot())
	d.key("Return")
	d.expect("grown", func(doc *level.Document) string {
		b := level.DrawnBounds(doc.Collider(4))
		if w := b.Size().X; w < 235 || w > 250 {
			return want("the width", w, 244.0)
		}
		return ""
	})
	for range 6 {
		d.key("ctrl+z")
	}
	d.expect("undo", func(doc *level.Document) string {
		if c := doc.Collider(1); c.Shape.Kind != level.Box {
			return "the floor is a " + c.Shape.Kind.String()
		}
		return count("all undone", 5)(doc)
	})
}
