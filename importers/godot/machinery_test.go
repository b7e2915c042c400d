package godot_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/godot"

	"pgregory.net/rapid"
)

// oddNames holds names with a special meaning in Godot's node paths.
var oddNames = []string{
	"", "a", "a", "a/b", "..", ".", "%a", "a:b", `"a"`, "a@2", "Joints", "Path", "Shape1", "a\nb",
	" a ", `a\b`, "höhle 洞窟 \U0001f600", "a_2", "[node]",
}

// anyMachinery draws a level of bodies, some with several shapes, on paths and joined to each other and to the level.
// Colliders have numbers by which the test finds them again.
func anyMachinery(t *rapid.T) *level.Document {
	settings := level.DefaultSettings()
	coordinate := rapid.Float64Range(-500, 500)
	vec := func(name string) level.Vec {
		return level.Vec{
			X: math.Round(coordinate.Draw(t, name)*1e3) / 1e3,
			Y: math.Round(coordinate.Draw(t, name)*1e3) / 1e3,
		}
	}
	odd := func(name string) string { return rapid.SampledFrom(oddNames).Draw(t, name) }
	diff := level.Diff{
		Layers: []level.Change[level.Layer]{
			level.Added(&level.Layer{ID: 1, Name: odd("layer"), Order: 1}),
			level.Added(&level.Layer{ID: 2, Name: odd("layer"), Order: 2}),
		},
	}
	for i := range 3 {
		diff.Groups = append(diff.Groups, level.Added(&level.Group{
			ID: level.GroupID(i + 1), Name: odd("group"),
			Layer: level.LayerID(i%2 + 1), OneBody: true,
		}))
	}
	n := rapid.IntRange(1, 8).Draw(t, "colliders")
	ids := []level.ID{0}
	for i := range n {
		layer := level.LayerID(rapid.IntRange(1, 2).Draw(t, "in layer"))
		c := level.NewCollider(level.ID(i+1), layer, odd("name"), testkit.DrawShape(t), vec("position"))
		c.Order, c.Angle = float64(i), level.Degrees(rapid.IntRange(-180, 180).Draw(t, "angle"))
		c.Body = rapid.SampledFrom([]level.BodyType{
			level.Static, level.Dynamic, level.Dynamic,
			level.Kinematic,
		}).Draw(t, "body")
		if c.Shape.Kind == level.Point {
			c.Role = level.Trigger
		}
		c.Properties = level.Properties{"n": float64(i)}
		c.Tags = rapid.SampledFrom([][]string{nil, {"x"}, {"x", `y"[`}}).Draw(t, "tags")
		c.Friction, c.Restitution = rapid.SampledFrom([]float64{0.6, 0, 1}).Draw(t, "friction"),
			rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "restitution")
		c.Density = rapid.SampledFrom([]float64{1, 1, 0.25, 7}).Draw(t, "density")
		c.Group = rapid.SampledFrom([]int32{0, math.MinInt32, math.MaxInt32}).Draw(t, "collision group")
		if g := rapid.IntRange(0, 3).Draw(t, "group"); g > 0 && (g-1)%2+1 == int(layer) {
			c.GroupOf = level.GroupID(g)
		}
		if c.Body == level.Kinematic && rapid.Bool().Draw(t, "on a path") {
			c.Path = &level.Path{Time: 2, Wait: 0.5, Loop: rapid.SampledFrom([]level.Loop{
				level.LoopAsDrawn,
				level.LoopAround, level.LoopOnce,
			}).Draw(t, "loop")}
			for range rapid.IntRange(2, 4).Draw(t, "points") {
				c.Path.Points = append(c.Path.Points, vec("point"))
			}
			if n := len(c.Path.Points); c.Path.Loop == level.LoopAround && c.Path.Points[n-1] == c.Path.Points[0] {
				c.Path.Points[n-1].X++ // otherwise it would be left out, because a line already closes the path
			}
			c.Path.Follow = rapid.Bool().Draw(t, "follow")
		}
		ids = append(ids, c.ID)
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "joints") {
		j := level.Joint{
			ID: level.JointID(i + 1), Name: odd("joint"), Kind: level.Hinge, A: rapid.SampledFrom(ids).Draw(t, "a"),
			B:       rapid.SampledFrom(ids).Draw(t, "b"),
			AnchorA: vec("at a"), AnchorB: vec("at b"), Collide: rapid.Bool().Draw(t, "collide"),
		}
		if rapid.Bool().Draw(t, "spring") {
			j.Kind, j.Length, j.Frequency, j.Damping = level.Spring,
				rapid.SampledFrom([]float64{0, 40, 1e7}).Draw(t, "length"),
				rapid.SampledFrom([]float64{0.5, 60}).Draw(t, "frequency"), 0.25
		} else if rapid.Bool().Draw(t, "limited") {
			j.Limited, j.Lower, j.Upper, j.Torque, j.Speed = true, -30, 45, 3, -90
		}
		if j.A != j.B {
			settings.Joints = append(settings.Joints, j)
		}
	}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

// Random bodies, paths and joints with any names come back from a scene unchanged: bodies with several shapes are
// groups that form one body.
func TestMachineryComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyMachinery(t)
		var b bytes.Buffer
		report, err := export.Godot().Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
		if err != nil {
			t.Fatal(err)
		}
		res, err := godot.New().Import(context.Background(), importers.NewSource("m.tscn", b.Bytes(), nil),
			importers.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if len(res.Issues) > 0 {
			t.Fatalf("issues: %v\n%s", res.Issues, b.String())
		}
		found := map[float64]*level.Collider{}
		for c := range res.Document.Colliders() {
			n, _ := c.Properties["n"].(float64)
			found[n] = c
		}
		bodies, were := res.Document.Snapshot().Bodies(), doc.Snapshot().Bodies()
		names := map[string]string{} // of the returned bodies, by their original names
		for c := range doc.Colliders() {
			got := found[c.Properties["n"].(float64)]
			if got == nil {
				t.Fatalf("%v (%q) is gone\n%s", c.ID, c.Name, b.String())
			}
			if off := got.Position.Dist(c.Position); off > 1e-6 ||
				math.Abs(float64((got.Angle-c.Angle).Normalized())) > 1e-6 {
				t.Fatalf("%v is at %v rotated by %v, want %v and %v\n%s", c.ID, got.Position, got.Angle, c.Position,
					c.Angle, b.String())
			}
			if got.Name != c.Name || got.Body != c.Body || got.Role != c.Role ||
				fmt.Sprint(got.Properties, got.Tags) != fmt.Sprint(c.Properties, c.Tags) {
				t.Fatalf("%v is %q, %v, %v, %v, %v, want %q, %v, %v, %v, %v\n%s", c.ID, got.Name, got.Body, got.Role,
					got.Properties, got.Tags, c.Name, c.Body, c.Role, c.Properties, c.Tags, b.String())
			}
			if got.Group != c.Group {
				t.Fatalf("%v has the collision group %d, want %d\n%s", c.ID, got.Group, c.Group, b.String())
			}
			if got.Friction != c.Friction || got.Restitution != c.Restitution ||
				math.Abs(got.Density-c.Density) > 1e-3*c.Density {
				t.Fatalf("%v has the material %v, %v, %v, want %v, %v, %v\n%s", c.ID, got.Friction, got.Restitution,
					got.Density, c.Friction, c.Restitution, c.Density, b.String())
			}
			if !got.Path.Near(c.Path, 1e-6) {
				t.Fatalf("%v has the path %+v, want %+v\n%s", c.ID, got.Path, c.Path, b.String())
			}
			if was := were[c.ID]; was != "" {
				if isAlone(were, was) {
					continue
				}
				if name, ok := names[was]; ok && name != bodies[got.ID] || bodies[got.ID] == "" {
					t.Fatalf("%v belongs to the body %q, others of %s to %q\n%s", c.ID, bodies[got.ID], was, name,
						b.String())
				}
				names[was] = bodies[got.ID]
			} else if bodies[got.ID] != "" {
				t.Fatalf("%v belongs to the body %s\n%s", c.ID, bodies[got.ID], b.String())
			}
		}
		joints := map[level.JointID]level.Joint{}
		for _, j := range res.Document.Settings().Joints {
			joints[j.ID] = j
		}
		for _, j := range doc.Settings().Joints {
			got, ok := joints[j.ID]
			if !ok {
				if !isLeftOut(report, j.Label()) {
					t.Fatalf("%s is missing and not reported: %v\n%s", j.Label(), report.Losses, b.String())
				}
				continue
			}
			wantA, wantB, _ := level.JointEnds(doc, j)
			a, at, ok := level.JointEnds(res.Document, got)
			if !ok || a.Dist(wantA) > 1e-4 || at.Dist(wantB) > 1e-4 {
				t.Fatalf("%s has anchors %v and %v, want %v and %v\n%s", j.Label(), a, at, wantA, wantB, b.String())
			}
			got.A, got.B, got.AnchorA, got.AnchorB = j.A, j.B, j.AnchorA, j.AnchorB
			if got != j {
				t.Fatalf("%+v\nwant %+v\n%s", got, j, b.String())
			}
		}
	})
}

// isAlone reports whether only one collider belongs to a body.
func isAlone(bodies map[level.ID]string, name string) bool {
	n := 0
	for _, of := range bodies {
		if of == name {
			n++
		}
	}
	return n < 2
}

func isLeftOut(r *export.Report, label string) bool {
	for _, l := range r.Losses {
		if strings.Contains(l.Message, "the joint "+label+" is left out") {
			return true
		}
	}
	return false
}

// All joints without ids get one, however many there are.
func TestManyJointsOfAScene(t *testing.T) {
	t.Parallel()
	const n = 60_000
	var b strings.Builder
	b.WriteString("[gd_scene format=3]\n\n[sub_resource type=\"CircleShape2D\" id=\"1\"]\nradius = 4.0\n\n[node " +
		"name=\"Cave\" type=\"Node2D\"]\n")
	for _, name := range []string{"Hook", "Ball"} {
		fmt.Fprintf(&b, "\n[node name=%q type=\"RigidBody2D\" parent=\".\"]\n\n[node name=\"Shape\" "+
			"type=\"CollisionShape2D\" parent=%[1]q]\nshape = SubResource(\"1\")\n", name)
	}
	for i := range n {
		fmt.Fprintf(&b, "\n[node name=\"P%d\" type=\"PinJoint2D\" parent=\".\"]\nnode_a = "+
			"NodePath(\"../Hook\")\nnode_b = NodePath(\"../Ball\")\n", i)
	}
	b.WriteString("\n[node name=\"Far\" type=\"PinJoint2D\" parent=\".\"]\nposition = Vector2(2e7, 0)\nnode_a = " +
		"NodePath(\"../Hook\")\nnode_b = NodePath(\"../Ball\")\n")
	// This would take minutes if the search for each id began at 1.
	res, err := godot.New().Import(context.Background(), importers.NewSource("m.tscn", []byte(b.String()), nil),
		importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	joints := res.Document.Settings().Joints
	if len(joints) != n || joints[0].ID != 1 || joints[n-1].ID != n {
		t.Errorf("%d joints are imported, up to %v", len(joints), joints[len(joints)-1].ID)
	}
	if len(res.Issues) != 1 || !strings.Contains(res.Issues[0].String(),
		"Far: the joint was left out: its anchor is beyond the limit") {
		t.Errorf("issues: %v", res.Issues)
	}
}
