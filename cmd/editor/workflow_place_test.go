package main

import (
	"testing"

	"fillet/editor/level"
)

const threeCrates = `fillet: 1
name: Places
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: a, kind: box, size: [20, 20], position: [110, 110]}
      - {id: c2, name: b, kind: box, size: [40, 20], position: [220, 160]}
      - {id: c3, name: c, kind: box, size: [20, 20], position: [400, 240]}
`

// Objects are aligned, spaced and swapped. Each is moved by a typed number, and all are moved by a pivot. The frame is
// dragged and the level scaled, and everything is undone.
func TestWindowPlace(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "places.level.yaml", threeCrates, 1280, 800)
	d.calibrate()
	// at expects the crates at the given places.
	at := func(what string, places ...level.Vec) {
		t.Helper()
		d.expect(what, func(doc *level.Document) string {
			for i, p := range places {
				if c := doc.Collider(level.ID(i + 1)); c.Position.Dist(p) > 1e-6 {
					return want(what+": the crate "+c.Name, c.Position, p)
				}
			}
			return ""
		})
	}
	start := []level.Vec{v(110, 110), v(220, 160), v(400, 240)}
	d.key("ctrl+a", "ctrl+shift+Left")
	at("left edges", v(110, 110), v(120, 160), v(110, 240))
	d.key("ctrl+z")
	d.command("to level frame")
	d.key("ctrl+shift+Down")
	at("on the frame's floor", v(110, 390), v(220, 390), v(400, 390))
	d.key("ctrl+z")
	d.command("to selection")
	d.command("horizontally distribute")
	at("equal gaps", v(110, 110), v(255, 160), v(400, 240))
	d.key("ctrl+z", "ctrl+alt+j", "Return") // as large as their average, of 30 and 60
	at("gaps top to bottom", v(110, 110), v(220, 175), v(400, 240))
	d.key("ctrl+z")
	at("as it was", start...)

	d.key("ctrl+a")
	d.tab(2)
	d.typeText("+16")
	d.key("Return")
	at("each 16 lower", v(110, 126), v(220, 176), v(400, 256))
	d.tab(7)
	d.key("space", "Escape") // the centre of all
	d.tab(1)
	d.typeText("320")
	d.key("Return")
	at("the middle at 320", v(175, 126), v(285, 176), v(465, 256))
	d.tab(5)
	d.typeText("180")
	d.key("Return")
	at("turned about the middle", v(465, 256), v(355, 206), v(175, 126))
	d.key("ctrl+z", "ctrl+z", "ctrl+z")
	at("as it was", start...)

	d.key("Escape", "ctrl+alt+f")
	d.keep("guide/frame.png", d.shot())
	d.calibrate() // the view is zoomed out now
	d.key("ctrl+alt+f")
	from, to := d.pixel(v(640, 400)), d.pixel(v(500, 303))
	d.grab(from.X, from.Y, to.X, to.Y)
	d.release()
	d.expect("a smaller frame", func(doc *level.Document) string {
		return want("the frame", doc.Settings().Size, v(500, 300))
	})
	d.key("Escape", "ctrl+alt+z", "Return")
	d.expect("twice as large", func(doc *level.Document) string {
		if size := doc.Settings().Size; size != v(1000, 600) {
			return want("the frame", size, v(1000, 600))
		}
		return want("a crate's size", doc.Collider(2).Shape.Size, v(80, 40))
	})
	d.key("ctrl+z", "ctrl+z")
	d.command("flip level horizontally")
	at("mirrored", v(530, 110), v(420, 160), v(240, 240))
	d.key("ctrl+z")
	at("as it was", start...)
	d.key("ctrl+a", "ctrl+c", "Escape")
	p := d.pixel(v(110, 300))
	d.moveTo(p.X, p.Y)
	d.key("ctrl+alt+v", "Return")
	d.expect("pasted three times", func(doc *level.Document) string { return want("crates", doc.Len(), 12) })
}
