package main

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// emptyGround is a level with a floor and free space above it.
const emptyGround = `fillet: 1
name: Shapes
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 40], position: [320, 380]}
`

// Each form of the shape tool is drawn with the mouse, selected by its key, by the tool's own key and by the palette. A
// click repeats the size of the last one.
func TestWindowShapes(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "shapes.level.yaml", emptyGround, 1440, 900)
	d.calibrate()
	// drawn expects the name, kind, size and vertex count of the newest shape. A negative count is a minimum, for drawn
	// outlines.
	drawn := func(name string, kind level.Kind, size level.Vec, vertices int) {
		t.Helper()
		d.expect(name, func(doc *level.Document) string {
			c := d.newest(doc)
			if got := level.DrawnBounds(c).Size(); got.Dist(size) > 0.5 {
				return want(name+": the size", got, size)
			}
			if n := len(c.Shape.Points); c.Shape.Kind != kind || c.Name != name ||
				n != vertices && (vertices >= 0 || n < -vertices) {
				return want(name, c.Name, name) + want(" vertices", n, vertices)
			}
			return ""
		})
	}
	d.key("o")
	d.dragLevel(v(40, 40), v(140, 90))
	drawn("ellipse 1", level.Polygon, v(100, 50), -4)
	d.key("u")
	d.dragLevel(v(220, 70), v(260, 70))
	drawn("polygon 1", level.Polygon, v(80, 40*math.Sqrt(3)), 6)
	d.key("u")
	d.dragLevel(v(300, 360), v(360, 330))
	drawn("ramp 1", level.Polygon, v(60, 30), 3)
	at := d.pixel(v(400, 200))
	d.click(at.X, at.Y)
	drawn("ramp 2", level.Polygon, v(60, 30), 3)
	d.command("More shapes Stairs")
	d.dragLevel(v(40, 360), v(100, 300))
	drawn("stairs 1", level.Polygon, v(60, 60), 14)
	d.key("u")
	from, to := d.pixel(v(560, 360)), d.pixel(v(620, 300))
	d.grab(from.X, from.Y, to.X, to.Y)
	d.keep("guide/shapes.png", d.shot())
	d.release()
	drawn("quarter pipe 1", level.Polygon, v(60, 60), -3)
	d.key("l")
	at = d.pixel(v(150, 200))
	d.press(at.X, at.Y)
	for i := 1; i <= 24; i++ {
		p := d.pixel(v(150+5*float64(i), 200+15*math.Sin(float64(i)/4)))
		d.moveTo(p.X, p.Y)
	}
	d.release()
	d.expect("freehand", func(doc *level.Document) string {
		c := d.newest(doc)
		if n := len(c.Shape.Points); c.Shape.Kind != level.Chain || n < 2 || n > 8 || !c.Shape.IsDetailed() {
			return want("the vertices of a "+c.Shape.Kind.String(), n, 3)
		}
		return ""
	})
	d.key("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
	d.expect("all undone", func(doc *level.Document) string { return want("shapes", doc.Len(), 1) })
}
