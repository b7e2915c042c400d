package exportcheck

import (
	"fmt"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/export"
)

// machinery returns a level with joints of every kind, between rotated bodies and to the level, a moving body of
// several colliders, and a balloon that a force lifts. Nothing touches, so only joints and forces determine the motion.
func machinery(t testing.TB) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(`fillet: 2
name: machinery
size: [4000, 1000]
playtest: {gravity: 320}
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
joints:
  - {id: j1, name: pendulum, kind: hinge, b: c1, at_a: [100, 100], at_b: [-40, 0]}
  - {id: j2, name: knee, kind: hinge, a: c1, b: c2, at_a: [40, 0], at_b: [0, -30]}
  - {id: j3, name: spring, kind: spring, b: c3, at_a: [300, 100], at_b: [0, 0], length: 40, frequency: 2, damping: 0.1}
  - {id: j4, name: rope, kind: spring, b: c4, at_a: [400, 100], at_b: [0, 0], length: 80, pulls_only: true}
  - {id: j5, name: rod, kind: spring, b: c5, at_a: [500, 100], at_b: [0, 0], length: 100}
  - {id: j6, name: motor, kind: hinge, a: c6, b: c7, at_a: [0, 0], at_b: [0, 0], speed: 180, torque: 40}
  - {id: j7, name: stops, kind: hinge, b: c8, at_a: [760, 100], at_b: [-20, 0], limits: [-30, 20]}
  - {id: j8, name: bungee, kind: spring, b: c9, at_a: [900, 100], at_b: [0, 0], length: 60, frequency: 1, pulls_only: true}
  - {id: j9, name: tow, kind: spring, a: c10, b: c12, at_a: [10, 0], at_b: [-20, 0], length: 90, frequency: 1.5, damping: 0.3}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: bar, kind: box, size: [80, 8], position: [140, 100], body: dynamic}
      - {id: c2, name: shin, kind: box, size: [8, 60], position: [180, 130], angle: 0, body: dynamic, density: 2}
      - {id: c3, name: weight, kind: box, size: [20, 20], position: [300, 150], angle: 30, body: dynamic}
      - {id: c4, name: ball, kind: circle, radius: 10, position: [430, 100], body: dynamic}
      - {id: c5, name: bob, kind: circle, radius: 10, position: [600, 100], body: dynamic}
      - {id: c6, name: post, kind: box, size: [10, 10], position: [680, 100]}
      - {id: c7, name: wheel, kind: polygon, points: [[-20, -20], [20, -20], [20, 20], [-20, 20]], position: [680, 100], angle: 15, body: dynamic}
      - {id: c8, name: flap, kind: box, size: [40, 6], position: [780, 100], body: dynamic}
      - {id: c9, name: jumper, kind: box, size: [12, 12], position: [900, 110], body: dynamic}
      - {id: c10, name: cart, kind: box, size: [30, 20], position: [1000, 100], angle: 20, body: dynamic, velocity: [60, -200], spin: 40}
      - {id: c11, name: balloon, kind: circle, radius: 12, position: [1300, 300], body: dynamic, force: [0, -6]}
      - {id: c12, name: trailer, kind: box, size: [40, 12], position: [1110, 110], body: dynamic}
      - {id: c13, group_of: g1, name: head, kind: box, size: [32, 16], position: [1500, 100], angle: 90, body: dynamic, density: 2}
      - {id: c14, group_of: g1, name: shaft, kind: box, size: [8, 64], position: [1500, 140], body: dynamic, velocity: [150, -250], spin: 90}
`), "machinery")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// seconds is the time that the machinery runs.
const seconds = 1.5

// played returns the final transforms of the machinery's colliders in the playtest.
func played(t *testing.T, doc *level.Document) map[string]collision.Transform {
	t.Helper()
	settings, _, err := play.SettingsOf(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	run := play.NewRun(doc.Snapshot(), settings, level.Vec{X: 3900, Y: 100})
	for range int(seconds * play.Rate) {
		run.Step(play.Input{})
	}
	out := map[string]collision.Transform{}
	for _, b := range run.Bodies() {
		out[b.ID.String()] = b.Transform
	}
	return out
}

// holdMotion compares positions and angles in an engine with the playtest. Bodies on springs get a larger tolerance:
// our solver damps springs slightly, and engines differ in whether a spring's stiffness adapts to the effective mass as
// a body turns.
func holdMotion(t *testing.T, engine string, got, want map[string]collision.Transform) {
	t.Helper()
	worst := 0.0
	for id, w := range want {
		g, ok := got[id]
		if !ok {
			t.Errorf("%s is not in %s", id, engine)
			continue
		}
		off := g.P.Dist(w.P)
		turn := math.Abs(w.Q.Inv().Mul(g.Q).Angle())
		worst = max(worst, off)
		room, sway := 1.0, 0.01
		if id == "c3" || id == "c9" || id == "c10" || id == "c12" {
			room, sway = 3, 0.15
		}
		if off > room || turn > sway {
			t.Errorf("%s is at %v, %.3f, in %s after %v s: off by %.2f px and %.3f", id, g.P, g.Q.Angle(), engine,
				seconds, off, turn)
		}
	}
	t.Logf("%d bodies are off by at most %.2f px in %s after %v s", len(want), worst, engine, seconds)
}

// The machinery moves in Chipmunk, with small steps, as in the playtest.
func TestChipmunkJoints(t *testing.T) {
	doc := machinery(t)
	all := engines(t).Joints
	got := map[string]collision.Transform{}
	for _, c := range all {
		if c.Static {
			continue
		}
		first := c
		if c.Of > 0 {
			first = all[c.Of-1]
		}
		q := collision.NewRot(c.BodyAngle)
		centre := collision.Vec{X: first.Centre[0], Y: first.Centre[1]}
		frame := collision.Transform{
			P: collision.Vec{X: c.BodyPosition[0], Y: c.BodyPosition[1]}.Sub(q.Apply(centre)),
			Q: q,
		}
		if c.Of > 0 { // position of the shaft in the head's frame
			head, shaft := frameOf(first.Position, first.Angle), frameOf(c.Position, c.Angle)
			frame = frame.Mul(head.Inv().Mul(shaft))
		}
		got[c.ID] = frame
	}
	holdMotion(t, "Chipmunk", got, played(t, doc))
}

func frameOf(position [2]float64, angle float64) collision.Transform {
	return collision.NewTransform(collision.Vec{X: position[0], Y: position[1]}, angle)
}

// The machinery moves in Box2D as in the playtest.
func TestPlanckJoints(t *testing.T) {
	doc := machinery(t)
	var got planckMotion
	node(t, "planck", "planck_motion.cjs", exported(t, export.Rube(), doc, "machinery"), &got, fmt.Sprint(seconds), "3840")
	all := map[string]collision.Transform{}
	for id, b := range got.Ends {
		all[id] = frameOf([2]float64{b.X * 32, -b.Y * 32}, -b.Angle)
	}
	want := played(t, doc)
	delete(want, "c9")  // its rope stretches, unlike Box2D's
	delete(want, "c11") // R.U.B.E. has no constant force
	shaft := want["c14"]
	delete(want, "c14") // it belongs to the head's body
	holdMotion(t, "Box2D", all, want)
	if head := want["c13"]; math.Abs(shaft.P.Dist(head.P)-40) > 1e-6 {
		t.Errorf("the hammer came apart: %v and %v", head, shaft)
	}
}
