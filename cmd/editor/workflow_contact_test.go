package main

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// messyLevel has ground that is not on the grid, with objects in the air above it.
const messyLevel = `fillet: 1
name: Messy
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: ground, kind: polygon, points: [[0, 363.5], [320, 363.5], [440, 303.5], [640, 303.5], [640, 400], [0, 400]]}
      - {id: c2, name: wall, kind: box, size: [1, 200], position: [250, 263.5]}
  - id: l2
    name: Props
    colliders:
      - {id: c3, name: crate, kind: box, size: [40, 40], position: [120, 200], body: dynamic}
      - {id: c4, name: ball, kind: circle, radius: 20, position: [370, 120], body: dynamic}
      - {id: c5, name: coin, kind: circle, radius: 8, position: [560, 120], role: trigger}
      - {id: c6, name: lid, kind: box, size: [60, 10], position: [130, 60], body: dynamic}
`

// Objects are brought into contact by hand: dragged to contact, dragged against a wall, dropped.
func TestWindowHandling(t *testing.T) {
	nightly(t)
	t.Parallel()
	const crate, ball, coin, lid level.ID = 3, 4, 5, 6
	d := newDeskOf(t, "messy.level.yaml", messyLevel, 1280, 800)
	d.calibrate()
	exactly := func(what string, id level.ID, to level.Vec) func(*level.Document) string {
		return func(doc *level.Document) string {
			if at := doc.Collider(id).Position; !near(at, to, 1e-6) {
				return want(what, at, to)
			}
			return ""
		}
	}
	t.Run("to contact, with the grid along it", func(t *testing.T) {
		c := d.pick(crate)
		d.dragLevel(c.Position, v(143, 341))
		d.expect("the drag", exactly("the crate", crate, v(140, 343.5)))
		d.key("ctrl+z")
	})
	t.Run("to contact on a slope", func(t *testing.T) {
		c := d.pick(ball)
		d.dragLevel(c.Position, v(371, 316))
		doc := d.expect("the drag", func(doc *level.Document) string {
			return want("the ball has moved", doc.Collider(ball).Position != c.Position, true)
		})
		// The line of the slope is x/2 + y = 523.5.
		at := doc.Collider(ball).Position
		if gap := (523.5-at.X/2-at.Y)/math.Hypot(1, 0.5) - 20; math.Abs(gap) > 1e-6 {
			t.Errorf("the ball at %v is %v from the slope", at, gap)
		}
		d.key("ctrl+z")
	})
	t.Run("solid, against a thin wall", func(t *testing.T) {
		c := d.pick(crate)
		a, b := d.pixel(c.Position), d.pixel(v(600, 390))
		d.do("keydown", "x")
		d.grab(a.X, a.Y, b.X, b.Y)
		d.release()
		d.do("keyup", "x")
		d.expect("the solid drag", exactly("the crate", crate, v(229.5, 343.5)))
		d.key("ctrl+z")
	})
	t.Run("dropped, one after the other", func(t *testing.T) {
		d.key("Escape", "Escape", "ctrl+a", "d")
		doc := d.expect("the drop", exactly("the crate", crate, v(120, 343.5)))
		if text := exactly("the lid", lid, v(130, 318.5))(doc) + exactly("the coin", coin, v(560, 295.5))(doc); text !=
			"" {
			t.Error(text)
		}
		for _, id := range []level.ID{crate, ball, lid} {
			for partner, depth := range contactsOf(t, d.path, id) {
				if depth > 1e-6 {
					t.Errorf("%v is %v deep in %s", id, depth, partner)
				}
			}
		}
		d.key("ctrl+z")
		d.expect("undo", exactly("the crate", crate, v(120, 200)))
	})
	t.Run("dropped upward by Ctrl and an arrow", func(t *testing.T) {
		d.pick(crate)
		d.key("ctrl+Up")
		d.expect("the drop", exactly("the crate", crate, v(120, 85)))
		d.key("ctrl+Left")
		d.expect("no drop: nothing is there", exactly("the crate", crate, v(120, 85)))
	})
	d.quit()
}
