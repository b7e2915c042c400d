package main

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// shapesToBend has a square polygon, a box and a chain.
const shapesToBend = `fillet: 1
name: Curves
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: rock, kind: polygon, points: [[-80, -50], [80, -50], [80, 50], [-80, 50]], position: [160, 120]}
      - {id: c2, name: crate, kind: box, size: [120, 100], position: [400, 120]}
      - {id: c3, name: wire, kind: chain, points: [[60, 300], [160, 240], [260, 300]]}
`

// Corners get separate radii by handle, key and strip. Edges become arcs and curves by keys, handles and a drag with
// Alt. The pen draws a curve, and an edge is split where it is bent. All of it is in the saved file and can be undone.
func TestWindowCurves(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "curves.level.yaml", shapesToBend, 1280, 800)
	d.calibrate()
	click := func(p level.Vec) {
		at := d.pixel(p)
		d.click(at.X, at.Y)
	}
	shape := func(doc *level.Document, id level.ID) level.Shape { return doc.Collider(id).Shape }
	d.pick(1)
	d.key("n")
	click(v(80, 70))
	d.key("q") // rounds
	d.expect("a round corner", func(doc *level.Document) string {
		return want("the radius", shape(doc, 1).CornerRadius(0), 8.0)
	})
	d.key("q")
	d.expect("a chamfer", func(doc *level.Document) string {
		return want("the chamfer", shape(doc, 1).Chamfer(0), 8.0)
	})
	click(v(160, 70)) // the upper edge
	d.key("a")
	d.expect("an arc", func(doc *level.Document) string {
		c, _ := shape(doc, 1).Curve(0)
		return want("the arc's height", c.Arc, 40.0)
	})
	d.dragLevel(v(160, 30), v(160, 50))
	d.expect("a lower arc", func(doc *level.Document) string {
		c, _ := shape(doc, 1).Curve(0)
		if math.Abs(c.Arc-20) > 1 {
			return want("the arc's height", c.Arc, 20.0)
		}
		return ""
	})
	click(v(240, 120)) // the right edge
	d.key("a", "a")
	d.expect("a curve", func(doc *level.Document) string {
		c, bent := shape(doc, 1).Curve(1)
		return want("an arc", c.IsArc(), false) + want("bent", bent, true)
	})
	d.keep("guide/curves.png", d.shot())
	d.key("Escape", "Escape")
	d.pick(2)
	d.key("n")
	d.do("keydown", "alt")
	d.dragLevel(v(400, 70), v(400, 40))
	d.do("keyup", "alt")
	d.expect("a box that is bent", func(doc *level.Document) string {
		c, bent := shape(doc, 2).Curve(0)
		if math.Abs(c.Arc-30) > 1 {
			return want("the arc's height", c.Arc, 30.0)
		}
		return want("bent", bent, true) + want("the kind", shape(doc, 2).Kind, level.Polygon)
	})
	at := d.pixel(v(430, 48)) // somewhere on the arc
	d.doubleClick(at.X, at.Y)
	d.expect("the arc is split", func(doc *level.Document) string {
		s := shape(doc, 2)
		return want("vertices", len(s.Points), 5) + want("curves", len(s.Details().Curves), 2)
	})
	d.key("Escape", "Escape", "e")
	click(v(360, 300))
	d.dragLevel(v(440, 260), v(480, 260))
	click(v(520, 300))
	d.key("Return")
	d.expect("the pen", func(doc *level.Document) string {
		s := d.newest(doc).Shape
		return want("points", len(s.Points), 3) + want("curves", len(s.Details().Curves), 2)
	})
	for range 9 {
		d.key("ctrl+z")
	}
	d.expect("all undone", func(doc *level.Document) string {
		for c := range doc.Colliders() {
			if c.Shape.IsDetailed() {
				return c.Name + " has details"
			}
		}
		return want("the crate's kind", shape(doc, 2).Kind, level.Box) + want("shapes", doc.Len(), 3)
	})
}
