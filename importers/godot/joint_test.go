package godot_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/godot"
)

const joined = `fillet: 2
name: joints
joints:
  - {id: j1, name: "door: 1", kind: hinge, a: c1, b: c2, at_a: [0, 8], at_b: [-8, -32], limits: [-30, 45.5], speed: -90, torque: 2.5}
  - {id: j2, kind: spring, b: c2, at_a: [10, 10], at_b: [0, 0], length: 40, frequency: 2, damping: 0.1, collide: true}
  - {id: j3, name: rope, kind: spring, b: c2, at_a: [10, 10], at_b: [0, 0], length: 40, pulls_only: true}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: head, kind: box, size: [32, 16], position: [100, 50], angle: 90, body: dynamic}
      - {id: c2, name: shaft, kind: box, size: [8, 64], position: [100, 82], body: dynamic}
`

// The joints of an exported scene come back unchanged: hinges from pins, springs from damped springs. Joints without a
// Godot node are reported.
func TestJointsComeBack(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(joined), "test")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	r, err := export.Godot().Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
	if err != nil {
		t.Fatal(err)
	}
	if r.Count(export.SeverityLoss) != 3 || !strings.Contains(fmt.Sprint(r.Losses), "rope") {
		t.Errorf("losses: %v", r.Losses)
	}
	for _, want := range []string{
		"type=\"PinJoint2D\" parent=\"Joints\"]\nposition = Vector2(92, 50)\nnode_a = " +
			"NodePath(\"../../ground/head\")\nnode_b = NodePath(\"../../ground/shaft\")\n" +
			"angular_limit_enabled = true\nangular_limit_lower = -0.523598",
		"motor_enabled = true\nmotor_target_velocity = -1.570796",
		"type=\"DampedSpringJoint2D\" parent=\"Joints\"]\nposition = Vector2(10, 10)\nrotation = ",
		"disable_collision = false\nlength = 115.256",
		"rest_length = 40\nstiffness = ",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the scene lacks %q:\n%s", want, b.String())
		}
	}
	res, err := godot.New().Import(context.Background(), importers.NewSource("m.tscn", b.Bytes(), nil),
		importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Issues) > 0 {
		t.Errorf("issues: %v", res.Issues)
	}
	got, want := res.Document.Settings().Joints, doc.Settings().Joints[:2]
	if len(got) != 2 {
		t.Fatalf("%d joints come back", len(got))
	}
	for i, j := range got {
		a, b, ok := level.JointEnds(res.Document, j)
		wantA, wantB, _ := level.JointEnds(doc, want[i])
		if !ok || a.Dist(wantA) > 1e-4 || b.Dist(wantB) > 1e-4 {
			t.Errorf("%s has anchors %v and %v, want %v and %v", j.Label(), a, b, wantA, wantB)
		}
		j.A, j.B, j.AnchorA, j.AnchorB = want[i].A, want[i].B, want[i].AnchorA, want[i].AnchorB
		if j != want[i] {
			t.Errorf("%+v\nwant %+v", j, want[i])
		}
	}
}

// A scene made in Godot gives a spring's stiffness in kg/s²; its frequency follows from the masses.
func TestJointsOfAScene(t *testing.T) {
	t.Parallel()
	const bodies = `[gd_scene format=3]

[sub_resource type="CircleShape2D" id="1"]
radius = 4.0

[node name="Cave" type="Node2D"]

[node name="Hook" type="StaticBody2D" parent="."]

[node name="Shape" type="CollisionShape2D" parent="Hook"]
shape = SubResource("1")

[node name="Ball" type="RigidBody2D" parent="."]
position = Vector2(0, 60)
mass = 4.0

[node name="Shape" type="CollisionShape2D" parent="Ball"]
shape = SubResource("1")

[node name="Empty" type="StaticBody2D" parent="."]
`
	for _, tt := range []struct {
		name, scene string
		want        level.Joint
		issue       string
	}{
		{
			"a spring", "[node name=\"S\" type=\"DampedSpringJoint2D\" parent=\".\"]\nnode_a = " +
				"NodePath(\"../Hook\")\nnode_b = NodePath(\"../Ball\")\nlength = 60.0\nrest_length = 50.0\nstiffness " +
				"= 100.0\ndamping = 2.0\n",
			level.Joint{
				Name: "S", Kind: level.Spring, Length: 50, Frequency: math.Round(5/(2*math.Pi)*1e6) / 1e6,
				Damping: 0.4, // Godot damps eight times a step
			},
			"",
		},
		{
			"limits that are none", "[node name=\"P\" type=\"PinJoint2D\" parent=\".\"]\nposition = Vector2(0, " +
				"0)\nnode_a = NodePath(\"../Hook\")\nnode_b = NodePath(\"../Ball\")\nangular_limit_enabled = " +
				"true\nangular_limit_lower = 0.5\nangular_limit_upper = -4.0\n",
			level.Joint{Name: "P", Kind: level.Hinge, Limited: true},
			"its limits of 28.64789 and -229.183118 degrees became 0 and 0",
		},
		{
			"a stiff spring", "[node name=\"S\" type=\"DampedSpringJoint2D\" parent=\".\"]\nnode_a = " +
				"NodePath(\"../Hook\")\nnode_b = NodePath(\"../Ball\")\nlength = 60.0\nrest_length = 50.0\nstiffness " +
				"= 1e7\ndamping = 0.0\n",
			level.Joint{Name: "S", Kind: level.Spring, Length: 50, Frequency: 60},
			"its frequency of 251.6 hertz was reduced to the limit of 60",
		},
		{
			"a pin with limits", "[node name=\"P\" type=\"PinJoint2D\" parent=\"Hook\"]\nnode_a = " +
				"NodePath(\"..\")\nnode_b = NodePath(\"../../Ball\")\nangular_limit_enabled = " +
				"true\nangular_limit_lower = -1.5707963\nangular_limit_upper = 0.5\ndisable_collision = false\n",
			level.Joint{
				Name: "P", Kind: level.Hinge, Limited: true, Lower: -89.999998, Upper: 28.647890,
				Collide: true,
			},
			"",
		},
		{"a body that is not there", "[node name=\"P\" type=\"PinJoint2D\" parent=\".\"]\nnode_a = " +
			"NodePath(\"../Nobody\")\nnode_b = NodePath(\"../Ball\")\n", level.Joint{}, "it does not name two bodies"},
		{"a body without a shape", "[node name=\"P\" type=\"PinJoint2D\" parent=\".\"]\nnode_a = " +
			"NodePath(\"../Empty\")\nnode_b = NodePath(\"../Ball\")\n", level.Joint{}, "the body Empty has no shape"},
		{"a groove", "[node name=\"P\" type=\"GrooveJoint2D\" parent=\".\"]\n", level.Joint{}, "has no counterpart"},
	} {
		res, err := godot.New().Import(context.Background(), importers.NewSource("m.tscn", []byte(bodies+"\n"+tt.scene),
			nil), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		issues := ""
		for _, i := range res.Issues {
			issues += i.String() + "\n"
		}
		joints := res.Document.Settings().Joints
		if !strings.Contains(issues, tt.issue) || tt.issue == "" && issues != "" {
			t.Errorf("%s: issues %s, want %s", tt.name, issues, tt.issue)
		}
		if tt.want == (level.Joint{}) {
			if len(joints) != 0 {
				t.Errorf("%s: %d joints, %s", tt.name, len(joints), issues)
			}
			continue
		}
		if len(joints) != 1 {
			t.Errorf("%s: %d joints, %s", tt.name, len(joints), issues)
			continue
		}
		j := joints[0]
		if a, b, ok := level.JointEnds(res.Document, j); !ok || a != (level.Vec{}) || tt.want.Kind == level.Spring &&
			b != (level.Vec{Y: 60}) {
			t.Errorf("%s: the anchors are %v and %v", tt.name, a, b)
		}
		j.ID, j.A, j.B, j.AnchorA, j.AnchorB = 0, 0, 0, level.Vec{}, level.Vec{}
		if j != tt.want {
			t.Errorf("%s: %+v\nwant %+v", tt.name, j, tt.want)
		}
	}
}

// The paths of kinematic colliders come back, including paths along points; an invalid path is left out.
func TestPathsComeBack(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: paths
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: rail, kind: chain, points: [[0, 0], [100, 0]], position: [50, 50]}
      - {id: c2, name: trolley, kind: box, size: [30, 8], position: [50, 50], body: kinematic, path: {chain: c1, speed: 60, loop: back-and-forth, stops: points, follow: true}}
      - {id: c3, name: lift, kind: box, size: [40, 8], position: [200, 250], angle: 7, body: kinematic, path: {points: [[0, 0], [0, -150], [80, -150.5]], time: 4, ease: smooth, loop: loop, phase: 0.25, wait: 0.5}}
      - {id: c4, name: wheel, kind: box, size: [60, 6], position: [320, 100], body: kinematic, path: {turn: -45}}
      - {id: c5, name: gate, kind: box, size: [6, 60], position: [360, 250], body: kinematic, path: {points: [[0, 0], [0, -60]], loop: once}}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := export.Godot().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	issues := ""
	read := func(scene string) map[string]*level.Path {
		res, err := godot.New().Import(context.Background(), importers.NewSource("m.tscn", []byte(scene), nil),
			importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		issues = fmt.Sprint(res.Issues)
		out := map[string]*level.Path{}
		for c := range res.Document.Colliders() {
			out[c.Name] = c.Path
		}
		return out
	}
	got := read(b.String())
	for c := range doc.Colliders() {
		want := c.Path
		if c.Name == "trolley" { // the collider whose path follows the chain
			free := *want
			free.Chain, free.Points, free.Loop = 0, []level.Vec{{}, {X: 100}}, level.LoopAsDrawn
			want = &free
		}
		if !got[c.Name].Equal(want) {
			t.Errorf("%s has the path %+v, want %+v", c.Name, got[c.Name], want)
		}
	}
	for from, to := range map[string]string{
		`"ease": "smooth"`: `"ease": "wild"`, `"time": 4`: `"time": -4`,
		`"phase": 0.25`: `"phase": 7.0`, `PackedVector2Array(0, 0, 0, -150,`: `PackedVector2Array(0, 0, -150,`,
	} {
		broken := strings.Replace(b.String(), from, to, 1)
		if broken == b.String() {
			t.Fatalf("there is no %s in\n%s", from, b.String())
		}
		if p := read(broken)["lift"]; p != nil || !strings.Contains(issues, "lift: its path is invalid") {
			t.Errorf("%s gives the path %+v, issues %s", to, p, issues)
		}
	}
}
