package main

import (
	"testing"

	"fillet/editor/level"
)

const oneCrate = `fillet: 1
name: Copies
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: crate, kind: box, size: [20, 20], position: [110, 110]}
`

// Copies are dragged with Alt, repeated by Ctrl+D, arrayed in a line and a circle, and pasted twice. Everything is
// undone.
func TestWindowRepeat(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "copies.level.yaml", oneCrate, 1280, 800)
	d.calibrate()
	// at expects n crates, the last of them at the given place.
	at := func(what string, n int, p level.Vec) {
		t.Helper()
		d.expect(what, func(doc *level.Document) string {
			if doc.Len() != n {
				return want(what+": crates", doc.Len(), n)
			}
			if c := d.newest(doc); c.Position.Dist(p) > 0.5 {
				return want(what+": the last one's place", c.Position, p)
			}
			return ""
		})
	}
	d.pick(1)
	d.do("keydown", "alt")
	from, to := d.pixel(v(110, 110)), d.pixel(v(150, 110))
	d.grab(from.X, from.Y, to.X, to.Y)
	d.release()
	d.do("keyup", "alt")
	at("a copy by Alt", 2, v(150, 110))
	d.key("ctrl+d", "ctrl+d")
	at("again", 4, v(230, 110))
	d.key("ctrl+shift+d")
	d.key("Return")
	at("a line", 7, v(290, 110))
	for range 4 {
		d.key("ctrl+z")
	}
	at("undone", 1, v(110, 110))
	d.pick(1)
	d.key("ctrl+alt+e")
	d.key("Return")
	d.expect("a circle", func(doc *level.Document) string {
		if doc.Len() != 8 {
			return want("crates", doc.Len(), 8)
		}
		turned := 0
		for c := range doc.Colliders() {
			if c.Angle != 0 {
				turned++
			}
		}
		return want("turned crates", turned, 7)
	})
	d.key("ctrl+z")
	d.pick(1)
	d.key("ctrl+c", "ctrl+v", "ctrl+v")
	d.expect("pasted twice", func(doc *level.Document) string {
		places := map[level.Vec]bool{}
		for c := range doc.Colliders() {
			places[c.Position] = true
		}
		return want("places", len(places), 3)
	})
}
