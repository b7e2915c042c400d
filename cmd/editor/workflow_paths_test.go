package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/level"
)

const liftsAndRails = `fillet: 2
name: platforms
size: [800, 480]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [800, 40], position: [400, 460]}
      - {id: c2, name: pillar, kind: box, size: [40, 120], position: [560, 380]}
      - id: c3
        name: rail
        kind: chain
        points: [[0, 0], [160, -40], [240, 60]]
        curves: [{edge: 0, arc: 30}, {edge: 1, cubic: [[220, -80], [260, 0]]}]
        position: [60, 160]
  - id: l2
    name: Machines
    color: "#ffb454"
    colliders:
      - {id: c4, name: lift, kind: box, size: [70, 12], position: [416, 400], body: kinematic}
      - id: c5
        name: trolley
        kind: box
        size: [40, 10]
        position: [60, 160]
        body: kinematic
        path: {chain: c3, time: 3, follow: true}
      - id: c6
        name: wheel
        kind: box
        size: [90, 10]
        position: [180, 330]
        body: kinematic
        path: {turn: 90}
`

// A path is drawn for a lift; one of its points is dragged and one is removed, each with undo. Previewing the platforms
// at a time changes nothing.
func TestWindowPaths(t *testing.T) {
	nightly(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "platforms.level.yaml")
	if err := os.WriteFile(path, []byte(liftsAndRails), 0o644); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, path, 1280, 800)
	d.calibrate()
	lift := func(what, points string) {
		t.Helper()
		d.expect(what, func(doc *level.Document) string {
			c := doc.Collider(4)
			if c == nil || c.Path == nil {
				return want("the path", "none", points)
			}
			return want("the path", fmt.Sprint(c.Path.Points), points)
		})
	}
	at := func(x, y float64) { p := d.pixel(v(x, y)); d.click(p.X, p.Y) }
	at(416, 400)
	d.key("a")
	at(416, 240)
	at(512, 176)
	at(656, 304)
	d.key("Return")
	lift("drawn", "[(0, 0) (0, -160) (96, -224) (240, -96)]")
	d.dragLevel(v(512, 176), v(496, 160))
	lift("dragged", "[(0, 0) (0, -160) (80, -240) (240, -96)]")
	d.key("Delete")
	lift("removed", "[(0, 0) (0, -160) (240, -96)]")
	d.key("ctrl+z")
	lift("undone", "[(0, 0) (0, -160) (80, -240) (240, -96)]")
	d.key("shift+t")
	for range 100 {
		d.key("Next")
	}
	d.keep("guide/paths.png", d.shot())
	// The slider is dragged: the trolley is at the rail's far end after three seconds, and at its start at zero
	// seconds.
	trolley := func(x, y float64) bool { return countNear(d.shot(), d.pixel(v(x, y)), 6, frameBlue) > 20 }
	at(300, 20) // moves the focus: nothing is selected
	d.waitFor("the trolley on its way", func() bool { return !trolley(60, 160) })
	d.grab(700, 718, 420, 718)
	d.release()
	d.waitFor("the trolley at its beginning", func() bool { return trolley(60, 160) })
	d.key("Escape")
	d.key("Escape")
	lift("nothing has changed", "[(0, 0) (0, -160) (80, -240) (240, -96)]")
	d.key("ctrl+z")
	d.key("ctrl+z")
	d.expect("all undone", func(doc *level.Document) string {
		return want("paths of the lift", doc.Collider(4).Path == nil, true)
	})
}
