package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// The canvas's colour of dynamic bodies, and the log's colour of triggers.
var (
	bodyBlue      = [3]int{46, 60, 70}
	triggerViolet = [3]int{0x9d, 0x7c, 0xdf}
)

// hung is a level with a beam, three bodies below it that joints will hold, and a stone without a joint.
const hung = `fillet: 2
name: Hung
size: [640, 400]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: beam, kind: box, size: [512, 32], position: [320, 48]}
      - {id: c2, name: floor, kind: box, size: [640, 32], position: [320, 368]}
      - {id: c3, name: spawn, kind: point, position: [32, 330], tags: [spawn]}
  - id: l2
    name: Props
    colliders:
      - {id: c4, name: crate, kind: box, size: [32, 32], position: [160, 144], body: dynamic}
      - {id: c5, name: ball, kind: circle, radius: 16, position: [320, 144], body: dynamic}
      - {id: c6, name: lamp, kind: box, size: [32, 64], position: [448, 160], body: dynamic}
      - {id: c7, name: stone, kind: box, size: [32, 32], position: [592, 100], body: dynamic}
`

// jointWords describes a level's joints, sorted: kind, ends and length.
func jointWords(doc *level.Document) string {
	var out []string
	for _, j := range doc.Settings().Joints {
		word := j.Kind.String()
		if j.PullsOnly {
			word = "rope"
		}
		out = append(out, fmt.Sprintf("%s %d %v %d %v %.6g", word, j.A, j.AnchorA, j.B, j.AnchorB, j.Length))
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// A hinge, a spring and a rope are drawn, one of them is undone and redone, an anchor is dragged, and several joints
// are picked and removed. In a playtest, bodies on joints stay and others fall.
func TestWindowJoints(t *testing.T) {
	t.Parallel()
	d := newDeskOf(t, "hung.level.yaml", hung, 1440, 900)
	d.calibrate()
	joints := func(what string, list ...string) {
		t.Helper()
		slices.Sort(list)
		d.expect(what, func(doc *level.Document) string {
			return want("the joints", jointWords(doc), strings.Join(list, "; "))
		})
	}
	const (
		hinge  = "hinge 1 (-160, 0) 4 (0, -96) 0"
		spring = "spring 1 (0, 16) 5 (0, 0) 80"
		rope   = "rope 1 (128, 16) 6 (0, -32) 64"
	)
	d.key("z")
	d.dragLevel(v(160, 48), v(160, 144))
	joints("a hinge", hinge)
	d.key("2")
	d.dragLevel(v(320, 64), v(320, 144))
	d.key("3")
	d.dragLevel(v(448, 64), v(448, 128))
	joints("all three", hinge, spring, rope)
	d.key("ctrl+z")
	joints("undone", hinge, spring)
	d.key("ctrl+shift+z")
	joints("redone", hinge, spring, rope)

	// In the playtest, some places are filled by a body and others are empty.
	filled := func(x, y float64) bool { return countNear(d.shot(), d.pixel(v(x, y)), 6, bodyBlue) > 100 }
	d.key("Escape", "Escape", "v")
	plays := func(what string, hangs ...bool) {
		t.Helper()
		d.key("F5")
		d.waitFor("the stone on the floor", func() bool { return filled(592, 336) && !filled(592, 100) })
		d.waitFor(what, func() bool {
			return filled(160, 144) == hangs[0] && filled(320, 152) == hangs[1] && filled(448, 176) == hangs[2]
		})
		d.key("Escape")
		d.waitFor("the stone back in its place", func() bool { return filled(592, 100) && !filled(592, 336) })
	}
	plays("all that hangs in its place", true, true, true)

	// One joint is picked on the canvas, its anchor is dragged, and the joint is removed.
	at := func(x, y float64) { p := d.pixel(v(x, y)); d.click(p.X, p.Y) }
	at(448, 96)
	d.dragLevel(v(448, 64), v(416, 64))
	joints("an anchor dragged", hinge, spring, "rope 1 (96, 16) 6 (0, -32) 71.5542")
	d.key("ctrl+z")
	d.key("Delete")
	joints("the rope removed", hinge, spring)
	d.key("Escape")
	plays("the lamp fallen", true, true, false)
	d.key("ctrl+z")
	joints("and back", hinge, spring, rope)
	d.quit()
}

// switches is a level with a switch that starts a lift, and a plate that reports a crate that falls on it.
const switches = `fillet: 2
name: Switches
size: [640, 360]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 32], position: [320, 344]}
      - {id: c2, name: spawn, kind: point, position: [64, 310], tags: [spawn]}
      - {id: c3, name: post, kind: box, size: [16, 64], position: [232, 296]}
      - {id: c4, name: button, kind: box, size: [48, 96], position: [200, 280], role: trigger, tags: [switch], properties: {drives: lift, drive_mode: start}}
  - id: l2
    name: Machines
    colliders:
      - {id: c5, name: lift, kind: box, size: [64, 16], position: [528, 280], body: kinematic, path: {points: [[0, 0], [0, -160]], speed: 160, loop: once}}
      - {id: c6, name: plate, kind: box, size: [96, 16], position: [352, 320], tags: [events]}
      - {id: c7, name: crate, kind: box, size: [32, 32], position: [352, 140], body: dynamic}
`

// The log shows the impulse of a crate that falls on a plate. A lift waits for a switch to start it, then goes to its
// end.
func TestWindowSwitches(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "switches.level.yaml", switches, 1440, 900)
	d.calibrate()
	d.moveTo(1300, 700)
	around := func(x, y float64) func() bool {
		return func() bool { return countNear(d.shot(), d.pixel(v(x, y)), 5, bodyBlue) > 60 }
	}
	below, above := around(528, 280), around(528, 120)
	d.key("F5")
	row := func(i int) level.Vec { return v(1234, 488+28*float64(i)) } // the row of an event
	d.waitFor("the crate in the log", func() bool { return countNear(d.shot(), row(0), 12, warnAmber) > 8 })
	if !below() || above() || countNear(d.shot(), row(1), 12, triggerViolet) > 0 {
		t.Error("the lift moves before its switch is on")
	}
	d.do("keydown", "Right")
	d.waitFor("the character in the log", func() bool { return countNear(d.shot(), row(1), 12, triggerViolet) > 8 })
	d.waitFor("the lift at its end", func() bool { return above() && !below() })
	d.do("keyup", "Right")
	d.key("Escape")
	d.waitFor("the lift back in its place", func() bool { return below() && !above() })
	d.save()
	d.fileSays(d.path, "drive_mode: start", true)
	d.quit()
}
