package check_test

import (
	"context"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// Joints with a missing collider, without a moving collider, or within one body are found; other joints are not.
func TestLooseJoints(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: joints
size: [400, 200]
joints:
  - {id: j1, kind: hinge, a: c1, b: c2, at_a: [0, 0], at_b: [0, 0]}
  - {id: j2, name: rope, kind: spring, a: c2, b: c9, length: 10, pulls_only: true}
  - {id: j3, kind: hinge, a: c1, b: c3}
  - {id: j4, kind: spring, b: c2, at_a: [100, 20], length: 40}
  - {id: j5, name: weld, kind: hinge, a: c4, b: c5}
groups:
  - {id: g1, layer: l1, body: true}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, kind: box, size: [32, 16], position: [100, 50]}
      - {id: c2, kind: box, size: [32, 16], position: [100, 90], body: dynamic}
      - {id: c3, kind: box, size: [32, 16], position: [300, 90]}
      - {id: c4, group_of: g1, kind: box, size: [32, 16], position: [200, 150], body: dynamic}
      - {id: c5, group_of: g1, kind: box, size: [32, 16], position: [232, 150], body: dynamic}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	found, err := check.Find(context.Background(), doc.Snapshot(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found.List {
		if f.Rule == check.RuleLooseJoint {
			got = append(got, f.Message)
		}
	}
	want := "the joint j3 does nothing: neither of the joined colliders is a dynamic solid shape\nthe joint rope " +
		"does nothing: there is no collider c9\nthe joint weld does nothing: the joined colliders are parts of one body"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("found\n%s\nwant\n%s", s, want)
	}
}
