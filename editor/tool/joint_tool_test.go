package tool_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
)

// withBodies returns a rig with a static beam, a dynamic crate and a dynamic wheel that is drawn over the crate.
func withBodies(t testing.TB) *rig {
	t.Helper()
	crate, wheel := box("crate", 200, 100, 40, 20), level.NewCollider(0, 0, "wheel",
		level.Shape{Kind: level.Circle, Radius: 8}, level.Vec{X: 200, Y: 110})
	crate.Body, wheel.Body = level.Dynamic, level.Dynamic
	r := newRig(t, box("beam", 0, 0, 40, 8), crate, wheel)
	r.s.SetSnapping(editor.SnapSettings{Vertices: true, Centres: true})
	r.run("tool joint")
	return r
}

// joined describes the level's joints: the shapes that each joins, and its anchors.
func joined(r *rig) string {
	var out []string
	for _, j := range r.s.Document().Settings().Joints {
		a, b, _ := level.JointEnds(r.s.Document(), j)
		text := fmt.Sprintf("%s %d-%d %v %v", j.Name, j.A, j.B, a, b)
		if j.Kind == level.Spring {
			text += fmt.Sprintf(" %.0f", j.Length)
		}
		if r.s.Selection().HasJoint(j.ID) {
			text += "*"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func TestJointTool(t *testing.T) {
	t.Parallel()
	const spring = "spring 1 1-2 (0, 0) (200, 100) 224*"
	const two = "key 2; drag 1,1 199,99; key 3; drag 480,0 199,99; tool select; click 400,300"
	const unpicked = "; tool select; click 400,300"
	for _, tt := range []struct{ name, script, want string }{
		{"a spring from the middle to the middle", "key 2; drag 1,1 199,99", spring},
		{"to a corner", "key 2; drag 1,1 181,91", "spring 1 1-2 (0, 0) (180, 90) 201*"},
		{"a rope from the level", "key 3; drag 300,0 199,99", "rope 1 0-2 (300, 0) (200, 100) 141*"},
		{"a hinge at the start of the drag", "key 1; drag 1,1 199,99", "hinge 1 1-2 (0, 0) (0, 0)*"},
		{"a click hinges the shapes there", "click 199,111", "hinge 1 2-3 (200, 110) (200, 110)*"},
		{"a click hinges a shape and the level", "click 181,91", "hinge 1 0-2 (180, 90) (180, 90)*"},
		{"a click makes no spring", "key 2; click 199,99", ""},
		{"no shape at either end", "key 2; drag 300,0 400,0", ""},
		{"a static shape and the level", "key 2; drag 1,1 300,0", ""},
		{"a shape and itself", "key 2; drag 199,97 181,91", ""},
		{"Escape cancels the joint", "key 2; down 1,1; move 199,99; key Escape; up 199,99", ""},
		{"in one step", "key 2; drag 1,1 199,99; undo", ""},
		{
			"an anchor dragged with the tool", "key 2; drag 1,1 199,99; drag 200,100 181,91",
			"spring 1 1-2 (0, 0) (180, 90) 201*",
		},
		{"anchor drag cancelled", "key 2; drag 1,1 199,99; down 200,100; move 181,91; key Escape; up 181,91", spring},
		{"an anchor drag is one step", "key 2; drag 1,1 199,99; drag 200,100 181,91; undo", spring},
		{"picked by its line", "key 2; drag 1,1 199,99" + unpicked + "; click 100,50", spring},
		{"picked by its anchor", "key 2; drag 1,1 199,99" + unpicked + "; click 200,100", spring},
		{
			"not picked beside it", "key 2; drag 1,1 199,99" + unpicked + "; click 100,70",
			strings.TrimSuffix(spring, "*"),
		},
		{"Escape deselects", "key 2; drag 1,1 199,99; tool select; key Escape", strings.TrimSuffix(spring, "*")},
		{"Delete removes it", "key 2; drag 1,1 199,99; tool select; key Delete", ""},
		{"undo restores the joint", "key 2; drag 1,1 199,99; tool select; key Delete; undo", spring},
		{
			"an anchor dragged while selecting", "key 2; drag 1,1 199,99; tool select; drag 0,0 -20,-4",
			"spring 1 1-2 (-20, -4) (200, 100) 243*",
		},
		{
			"both anchors of a hinge move together", "click 199,111; tool select; drag 200,110 180,90",
			"hinge 1 2-3 (180, 90) (180, 90)*",
		},
		{
			"Shift adds a joint", two + "; click 100,50; click 340,50 shift",
			"rope 1 0-2 (480, 0) (200, 100) 297*, spring 1 1-2 (0, 0) (200, 100) 224*",
		},
		{
			"Shift removes a joint", two + "; click 100,50; click 340,50 shift; click 340,50 shift",
			"rope 1 0-2 (480, 0) (200, 100) 297, spring 1 1-2 (0, 0) (200, 100) 224*",
		},
		{
			"a box that touches no shape", two + "; drag 60,60 400,50",
			"rope 1 0-2 (480, 0) (200, 100) 297*, spring 1 1-2 (0, 0) (200, 100) 224*",
		},
		{
			"a box that touches shapes too", two + "; drag -60,-60 400,150",
			"rope 1 0-2 (480, 0) (200, 100) 297, spring 1 1-2 (0, 0) (200, 100) 224",
		},
		{
			"a box adds with Shift", two + "; click 100,50; drag 330,20 400,60 shift",
			"rope 1 0-2 (480, 0) (200, 100) 297*, spring 1 1-2 (0, 0) (200, 100) 224*",
		},
		{
			"Escape cancels the box", two + "; click 100,50; down 330,20; move 400,60; key Escape; up 400,60",
			"rope 1 0-2 (480, 0) (200, 100) 297, spring 1 1-2 (0, 0) (200, 100) 224*",
		},
		{"both deleted", two + "; drag 60,60 400,50; key Delete", ""},
		{
			"in one step", two + "; drag 60,60 400,50; key Delete; undo",
			"rope 1 0-2 (480, 0) (200, 100) 297*, spring 1 1-2 (0, 0) (200, 100) 224*",
		},
		{
			"a drag of the body below an anchor", "key 2; drag 1,1 199,99" + unpicked + "; drag 200,97 200,197",
			"spring 1 1-2 (0, 0) (200, 200) 224",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := withBodies(t)
			r.run(tt.script)
			if got := joined(r); got != tt.want {
				t.Errorf("got  %s\nwant %s\n%s", got, tt.want, r.c.Problem())
			}
		})
	}
}

// A click on a joint that comes from a prefab selects the instance, and a drag moves the instance.
func TestJointOfAnInstance(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	swing := "fillet: 2\njoints:\n  - {id: j1, kind: spring, b: c1, at_a: [0, -80], at_b: [0, 0], length: 80}\n" +
		"layers:\n  - id: l1\n    name: x\n    colliders:\n      - {id: c1, kind: box, size: [20, 10], position: [0, " +
		"0], body: dynamic}\n"
	text := "fillet: 2\ninstances:\n  - {id: i1, prefab: swing.level.yaml, layer: l1, position: [100, " +
		"200]}\nlayers:\n  - {id: l1, name: x, colliders: []}\n"
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o644), os.WriteFile(filepath.Join(dir, "swing.level.yaml"),
		[]byte(swing), 0o644)); err != nil {
		t.Fatal(err)
	}
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(doc, path, "")
	r := rigOf(t, doc)
	if got := len(level.InstanceJoints(doc, 1)); got != 1 {
		t.Fatalf("the instance has %d joints", got)
	}
	r.run("tool select; click 100,150")
	if got := r.s.Selection().Tally(); got != (level.Tally{Instances: 1}) {
		t.Errorf("a click on its spring selects %v", got)
	}
	if got := r.s.Joints().Placed(r.s.Selection().IDs()); len(got) != 1 {
		t.Errorf("with the instance selected, %d joints are shown", len(got))
	}
	r.run("click 300,300; drag 100,150 120,160")
	if got := placedNow(doc); got != "swing 120,210" {
		t.Errorf("dragged by its spring, instance = %q", got)
	}
}
