package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// The native formats store joints with anchors in level space and give them back. Godot, R.U.B.E. and Chipmunk also
// have joints; the other formats report them as lost.
func TestJoints(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: joints
joints:
  - {id: j1, name: "door: 1", kind: hinge, a: c1, b: c2, at_a: [0, 8], at_b: [4, -32], collide: true, limits: [-30, 45.5], speed: -90, torque: 2.5}
  - {id: j2, kind: spring, b: c2, at_a: [10, 10], at_b: [0, 0], length: 40, frequency: 2, damping: 0.1, pulls_only: true}
  - {id: j3, kind: spring, a: c9, b: c2, length: 40}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: head, kind: box, size: [32, 16], position: [100, 50], angle: 90, body: dynamic}
      - {id: c2, name: shaft, kind: box, size: [8, 64], position: [100, 90], body: dynamic}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []export.Exporter{export.JSON(), export.YAML()} {
		var b bytes.Buffer
		r, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
		// The only loss is the joint to a missing collider.
		if err != nil || r.Count(export.SeverityLoss) > 0 || len(r.Losses) != 1 ||
			r.Losses[0].Kind != export.LossLoose {
			t.Fatal(err, r.Losses)
		}
		f, err := colliders.Load(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%v:\n%s", err, b.String())
		}
		want := []colliders.Joint{
			{
				ID: "j1", Name: "door: 1", Kind: colliders.Hinge, A: "c1", B: "c2", AnchorA: export.Vec{X: 92, Y: 50},
				AnchorB: export.Vec{X: 104, Y: 58}, Collide: true, HasLimit: true, Lower: -30, Upper: 45.5, Speed: -90,
				Torque: 2.5, LocalA: &export.Vec{X: 0, Y: 8}, LocalB: &export.Vec{X: 4, Y: -32},
			},
			{
				ID: "j2", Kind: colliders.Spring, B: "c2", AnchorA: export.Vec{X: 10, Y: 10},
				AnchorB: export.Vec{X: 100, Y: 90}, Length: 40, Frequency: 2, Damping: 0.1, PullsOnly: true,
				LocalA: &export.Vec{X: 10, Y: 10}, LocalB: &export.Vec{},
			},
		}
		if !reflect.DeepEqual(f.Joints, want) {
			t.Errorf("%s: joints\n%+v\nwant\n%+v", e.Name(), f.Joints, want)
		}
		back, err := export.Document(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := back.Settings().Joints, doc.Settings().Joints; len(got) != 2 || got[0] != want[0] ||
			got[1] != want[1] {
			t.Errorf("%s: read back\n%+v\nwant\n%+v", e.Name(), got, want)
		}
	}
	var b bytes.Buffer
	r, err := export.Godot().Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
	// The losses are the rope, the hinge's soft limits and the distance between its anchors, and the motor's torque.
	if err != nil || r.Count(export.SeverityLoss) != 4 {
		t.Errorf("Godot: %v, losses %v", err, r.Losses)
	}
	b.Reset()
	if r, err = export.Rube().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil ||
		r.Count(export.SeverityLoss) != 1 || r.Losses[1].Kind != export.LossJoints {
		t.Errorf("R.U.B.E.: %v, losses %v", err, r.Losses) // the rope stretches
	}
	type xy struct{ X, Y float64 }
	var scene struct {
		Body  []struct{ Name string }
		Joint []struct {
			Type, Name                                                              string
			BodyA, BodyB                                                            int
			AnchorA, AnchorB                                                        xy
			CollideConnected, EnableLimit, EnableMotor                              bool
			RefAngle, LowerLimit, UpperLimit, MotorSpeed, MaxMotorTorque, MaxLength float64
		}
	}
	if err := json.Unmarshal(b.Bytes(), &scene); err != nil || len(scene.Joint) != 2 || len(scene.Body) != 3 ||
		scene.Body[2].Name != "level" {
		t.Fatalf("R.U.B.E.: %v:\n%s", err, b.String())
	}
	const degree = math.Pi / 180
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if j := scene.Joint[0]; j.Type != "revolute" || j.Name != "door: 1" || j.BodyA != 0 || j.BodyB != 1 ||
		!j.CollideConnected || !j.EnableLimit || !j.EnableMotor ||
		j.AnchorA != (xy{0, -0.25}) || j.AnchorB != (xy{0.125, 1}) || !near(j.RefAngle, 90*degree) ||
		!near(j.LowerLimit, -45.5*degree) || !near(j.UpperLimit, 30*degree) || !near(j.MotorSpeed, 90*degree) ||
		j.MaxMotorTorque != 2.5 {
		t.Errorf("R.U.B.E. has the hinge %+v", j)
	}
	if j := scene.Joint[1]; j.Type != "rope" || j.BodyA != 2 || j.BodyB != 1 ||
		j.AnchorA != (xy{10. / 32, -10. / 32}) || j.AnchorB != (xy{}) || j.MaxLength != 40./32 {
		t.Errorf("R.U.B.E. has the rope %+v", j)
	}
	b.Reset()
	if r, err = export.CP().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil ||
		r.Count(export.SeverityLoss) > 0 {
		t.Errorf("Chipmunk: %v, losses %v", err, r.Losses)
	}
	for _, want := range []string{
		`{ID: "j1", Name: "door: 1", Kind: "hinge", A: 1, B: 2, At: [2][2]float64{{0, 8}, {4, -32}}, Collide: true, HasLimits: true, Lower: -2.0943951023931953, `,
		`{ID: "j2", Name: "", Kind: "rope", B: 2, At: [2][2]float64{{10, 10}, {0, 0}}, Length: 40, Stiffness: `,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("Chipmunk has no %s", want)
		}
	}
	b.Reset()
	r, err = export.Matter().Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
	if err != nil || len(r.Losses) == 0 || r.Losses[0].Kind != export.LossJoints {
		t.Errorf("Matter: %v, losses %v", err, r.Losses)
	}
}
