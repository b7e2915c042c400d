package main

import (
	"testing"

	"fillet/editor/level"
)

// course is a level with a gap too low to stand in, followed by a ladder up a cliff with the goal.
const course = `fillet: 1
name: Course
size: [480, 240]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [480, 32], position: [240, 224]}
      - {id: c2, name: low roof, kind: box, size: [32, 120], position: [160, 132]}
      - {id: c3, name: ladder, kind: box, size: [16, 128], position: [312, 144], role: trigger, tags: [ladder]}
      - {id: c4, name: cliff, kind: box, size: [140, 128], position: [390, 144]}
      - {id: c5, name: goal, kind: box, size: [32, 40], position: [420, 60], role: trigger, tags: [goal]}
      - {id: c6, name: spawn, kind: point, position: [64, 190], tags: [spawn]}
`

// Crouching is turned on in the character dialog. Then letter keys alone make the character crawl through a gap, climb
// a ladder and walk to the goal.
func TestWindowAbilities(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "course.level.yaml", course, 1440, 900)
	d.calibrate()
	d.command("Character and forces")
	d.click(720, 188) // the page of abilities
	d.click(681, 581) // turns crouching on
	d.click(992, 728) // OK
	d.save()
	d.fileSays(d.path, "crouch: true", true)

	d.key("F5")
	at := func(x, y float64) func() bool {
		return func() bool { return countNear(d.shot(), d.pixel(level.Vec{X: x, Y: y}), 4, characterBlue) > 30 }
	}
	d.waitFor("the character at the spawn", at(64, 196))
	d.do("keydown", "d")
	d.waitFor("the character before the gap", at(137, 196))
	d.do("keydown", "s")
	d.waitFor("the character at the cliff", at(312, 203))
	d.do("keyup", "s", "keyup", "d", "keydown", "w")
	d.waitFor("the character at the ladder's upper end", at(312, 68))
	d.do("keydown", "d") // still climbing: the picture does not show the last pixels below the cliff's edge
	d.waitFor("the goal", func() bool { return countNear(d.shot(), level.Vec{X: 718, Y: 78}, 160, goalGreen) > 200 })
	d.do("keyup", "w", "keyup", "d")
	d.quit()
}
