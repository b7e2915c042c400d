package exportcheck

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// unityLevel holds what the loader for Unity builds, in Unity's units, with points in the world.
type unityLevel struct {
	Bodies map[string]struct {
		Type                                        string
		At, Center, Velocity, Moved, Force          point
		Angle, Mass, Inertia, Spin, Damping, Turned float64
		SpinDamping                                 float64
	}
	Joints map[string]struct {
		Type, On, To               string
		Anchor, Other              point
		Auto, Collide, Rope        bool
		Limits, Motor              *point
		Length, Frequency, Damping float64
	}
	Shapes  []unityShape
	Losses  []string
	Objects int
	Gravity point
	Ignored int
}

type unityShape struct {
	Of, Type, Mix                     string
	Trigger                           bool
	Friction, Bounciness, Radius, Arc float64
	Layer, Include, Exclude           int
	Points                            [][]point
	Ghosts                            []point
	Up                                *point
}

// inUnity compiles the loader for Unity.
func inUnity(t *testing.T) func(args ...string) []unityLevel {
	t.Helper()
	run := mono(t, "unity", loaders+"/unity/*.cs", loaders+"/unity/Editor/*.cs", pageCode(t, "unity.md", "csharp"))
	return func(args ...string) (out []unityLevel) {
		t.Helper()
		for _, line := range run(args...) {
			if problem := monoError(t, line); problem != "" {
				t.Fatalf("%v: %s", args, problem)
			}
			out = append(out, monoLine[unityLevel](t, line))
		}
		return out
	}
}

// layersOf returns the layers that a Unity project needs for a file.
func layersOf(file *colliders.File) string {
	var layers []string
	for i := range file.Colliders {
		var names []string
		for bit, name := range file.Categories {
			if file.Colliders[i].Category>>bit&1 != 0 {
				names = append(names, name)
			}
		}
		layers = append(layers, strings.Join(names, "+"))
	}
	slices.Sort(layers)
	return strings.Join(slices.Compact(layers), ",")
}

// layered returns a level with every role, a body of several colliders, a line, and joints to a trigger.
func layered(t *testing.T) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(`fillet: 2
name: layered
size: [2000, 1000]
categories: [default, player, ghost]
playtest: {gravity: 500, damping: 0.25, spin_damping: 0.5, friction_mix: minimum, restitution_mix: average}
joints:
  - {id: j1, name: held, kind: hinge, a: c4, b: c5, at_a: [0, 0], at_b: [0, 0], limits: [-30, 20], speed: 90, torque: 3}
  - {id: j2, name: idle, kind: hinge, a: c1, b: c2, at_a: [0, 0], at_b: [0, 0]}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: floor, kind: box, size: [200, 20], position: [100, 200], friction: 0.3, restitution: 0.5}
      - {id: c2, name: ledge, kind: box, size: [100, 10], position: [300, 200], angle: 30, role: one-way, one_way: [0.6, -0.8]}
      - {id: c3, name: rail, kind: capsule, points: [[-30, 0], [30, 0]], radius: 5, position: [300, 300], role: one-way}
      - {id: c4, name: zone, kind: box, size: [50, 50], position: [400, 200], role: trigger, tags: [goal, far]}
      - {id: c5, name: crate, kind: box, size: [20, 20], position: [400, 200], body: dynamic, categories: [player], collides_with: [default]}
      - {id: c6, name: loop, kind: chain, closed: true, points: [[0, 0], [100, 0], [100, 100], [0, 100]], position: [600, 200]}
      - {id: c7, name: edge, kind: chain, points: [[0, 0], [100, 0], [150, 50]], one_sided: true, position: [800, 200]}
      - {id: c8, name: tube, kind: chain, radius: 4, points: [[0, 0], [100, 0], [150, 50]], position: [800, 400], angle: 15}
      - {id: c9, name: spawn, kind: point, position: [50, 50], tags: [far]}
      - {id: c10, name: ring, kind: polygon, points: [[0, 0], [90, 0], [90, 90], [0, 90]], holes: [[[30, 30], [30, 60], [60, 60], [60, 30]]], position: [1000, 200]}
      - {id: c11, name: lift, kind: box, size: [40, 10], position: [1200, 300], body: kinematic, path: {points: [[1200, 300], [1200, 100], [1400, 100]], speed: 80, wait: 0.5}}
      - {id: c12, name: fan, kind: box, size: [80, 10], position: [1500, 300], angle: 20, body: kinematic, path: {turn: 45}}
      - {id: c13, name: wire, kind: chain, points: [[0, 0], [60, 0]], position: [1600, 200]}
`), "layered")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// unityDocs returns the levels that are compared in Unity.
func unityDocs(t *testing.T) map[string]*level.Document {
	t.Helper()
	motion, _ := motionLevel(t)
	docs := map[string]*level.Document{
		"ground": ground(t), "machinery": machinery(t), "motion": motion, "layered": layered(t),
	}
	faults, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "faults", "level", "*.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"platformer", "machines"} {
		faults = append(faults, filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
	}
	for _, path := range faults {
		doc, err := level.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		docs[filepath.Base(path)] = doc
	}
	return docs
}

// The loader for Unity builds each level as it is in the file, whatever the file's form.
func TestUnity(t *testing.T) {
	run := inUnity(t)
	shapes := map[string]int{}
	for name, doc := range unityDocs(t) {
		path := monoFile(t, doc, export.Form{})
		file, err := colliders.LoadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"layers", layersOf(file)}
		for _, form := range monoForms {
			args = append(args, "load", monoFile(t, doc, form), "dump", "step", "150", "dump", "destroy", "dump")
		}
		for i, form := range run(args...) {
			switch i % 3 {
			case 0:
				sameInUnity(t, name, file, &form, monoForms[i/3].Polygons == 0)
				for _, s := range form.Shapes {
					shapes[s.Type]++
				}
			case 1:
				movedInUnity(t, name, file, &form, 150./60)
			default:
				if form.Objects != 0 {
					t.Errorf("%s: %d objects are left", name, form.Objects)
				}
			}
		}
	}
	for _, kind := range []string{"PolygonCollider2D", "CircleCollider2D", "CapsuleCollider2D", "EdgeCollider2D"} {
		if shapes[kind] == 0 {
			t.Errorf("no %s was compared", kind)
		}
	}
	t.Logf("compared %v", shapes)
}

// membersOf returns the colliders of the body of a collider.
func membersOf(file *colliders.File, c *colliders.Collider) (members []*colliders.Collider) {
	if c.OneBody == "" {
		return []*colliders.Collider{c}
	}
	for i := range file.Colliders {
		if file.Colliders[i].OneBody == c.OneBody {
			members = append(members, &file.Colliders[i])
		}
	}
	return members
}

// sameInUnity compares what the loader builds with a file in pixels with y down.
func sameInUnity(t *testing.T, name string, file *colliders.File, got *unityLevel, hasOutlines bool) {
	t.Helper()
	byCollider := map[string][]unityShape{}
	for _, s := range got.Shapes {
		byCollider[s.Of] = append(byCollider[s.Of], s)
	}
	if want := yUp(file, file.Level.Gravity); !isPoint(got.Gravity, want) {
		t.Errorf("%s: the gravity is %v, want %v", name, got.Gravity, want)
	}
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b, ok := got.Bodies[c.ID]
		if ok != (len(c.Pieces) > 0) {
			t.Errorf("%s: %s has a body: %v", name, c.ID, ok)
			continue
		}
		if !ok {
			continue
		}
		members := membersOf(file, c)
		first := members[0]
		at, degrees := first.Position, first.Angle
		if p, err := first.Moving(); err == nil && p != nil {
			start := p.At(0)
			at, degrees = start.P, start.Q.Angle()*180/math.Pi
		}
		kind := string(c.Body)
		if c.Role == colliders.Trigger && c.Body == colliders.Dynamic {
			kind = "kinematic"
		}
		if !strings.EqualFold(b.Type, kind) || !isPoint(b.At, yUp(file, at)) ||
			math.Abs(math.Remainder(b.Angle+degrees, 360)) > 0.02 {
			t.Errorf("%s: %s is %s at %v, %v degrees; want %s at %v, %v", name, c.ID, b.Type, b.At, b.Angle, kind,
				yUp(file, at), -degrees)
		}
		if !isFloat(b.Damping, file.Level.Damping) || !isFloat(b.SpinDamping, file.Level.SpinDamping) {
			t.Errorf("%s: %s is damped by %v and %v", name, c.ID, b.Damping, b.SpinDamping)
		}
		if first.Mass > 0 {
			arm := first.Center.Len() / file.Level.PixelsPerMetre
			inertia := first.Inertia + first.Mass*arm*arm // about the body's origin
			if !isFloat(b.Mass/first.Mass, 1) || !isFloat(b.Inertia/inertia, 1) ||
				!isPoint(b.Center, yUp(file, *first.Center)) {
				t.Errorf("%s: %s has the mass %v, %v, %v, want %v, %v, %v", name, c.ID, b.Mass, b.Inertia, b.Center,
					first.Mass, inertia, yUp(file, *first.Center))
			}
		}
		for _, m := range members {
			if m.Velocity != (level.Vec{}) && (!isPoint(b.Velocity, yUp(file, m.Velocity)) || !isFloat(b.Spin, -m.Spin)) {
				t.Errorf("%s: %s moves at %v, %v", name, c.ID, b.Velocity, b.Spin)
			}
		}
		sameShapes(t, name, file, c, byCollider[c.ID], hasOutlines)
		for _, s := range byCollider[c.ID] {
			mix := map[dynamics.Mix]string{
				"geometric": "Mean", "minimum": "Minimum", "maximum": "Maximum", "average": "Average",
				"product": "Multiply",
			}
			if want := mix[file.Level.FrictionMix] + " " + mix[file.Level.RestitutionMix]; s.Mix != want ||
				!isFloat(s.Friction, c.Friction) || !isFloat(s.Bounciness, c.Restitution) {
				t.Errorf("%s: %s has the material %v, %v, %s, want %s", name, c.ID, s.Friction, s.Bounciness, s.Mix, want)
			}
			if s.Trigger != (c.Role == colliders.Trigger) {
				t.Errorf("%s: %s is a trigger: %v", name, c.ID, s.Trigger)
			}
			if c.OneWay == nil != (s.Up == nil) {
				t.Errorf("%s: %s has an effector: %v", name, c.ID, s.Up)
			} else if s.Up != nil && (!isPoint(*s.Up, point{c.OneWay.X, -c.OneWay.Y}) || s.Arc != 120) {
				t.Errorf("%s: %s is solid on the side %v, %v degrees, want %v", name, c.ID, *s.Up, s.Arc, *c.OneWay)
			}
			filtersInUnity(t, name, file, c, s, byCollider)
		}
	}
	jointsInUnity(t, name, file, got)
}

// sameShapes compares the shapes of a collider in Unity with its pieces or its outline.
func sameShapes(
	t *testing.T, name string, file *colliders.File, c *colliders.Collider, got []unityShape, hasOutlines bool,
) {
	t.Helper()
	first := membersOf(file, c)[0].Transform()
	isLine := c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0
	isSimple := !slices.ContainsFunc(c.Pieces, func(p colliders.Piece) bool {
		return len(p.Vertices) > 2 || len(p.Vertices) == 2 && p.Radius > 0 && c.OneWay != nil
	})
	if moving, err := c.Moving(); err == nil && moving != nil {
		return // its start may be elsewhere on its path; movedInUnity compares it
	}
	switch {
	case isLine:
		want := []point{yUp(file, c.Pieces[0].Vertices[0])}
		for _, p := range c.Pieces {
			want = append(want, yUp(file, p.Vertices[1]))
		}
		if len(got) != 1 || got[0].Type != "EdgeCollider2D" || !slices.EqualFunc(got[0].Points[0], want, isPoint) {
			t.Errorf("%s: %s is %+v, want the line %v", name, c.ID, got, want)
		} else if n := len(want); c.Shape.Closed && !slices.EqualFunc(got[0].Ghosts, []point{want[n-2], want[1]}, isPoint) {
			t.Errorf("%s: %s has the ghost vertices %v", name, c.ID, got[0].Ghosts)
		}
	case isSimple:
		if len(got) != len(c.Pieces) {
			t.Errorf("%s: %s has %d shapes, want %d", name, c.ID, len(got), len(c.Pieces))
			return
		}
		for k, p := range c.Pieces {
			// Capsules are below the other shapes.
			same := slices.ContainsFunc(got, func(s unityShape) bool {
				want := []point{yUp(file, p.Vertices[0])}
				if len(p.Vertices) == 2 {
					want = append(want, yUp(file, p.Vertices[1]))
				}
				return len(s.Points[0]) == len(want) && arePoints(s.Points[0], want) &&
					isFloat(s.Radius, p.Radius/file.Level.PixelsPerMetre)
			})
			if !same {
				t.Errorf("%s: piece %d of %s, %v, is not in %+v", name, k, c.ID, p, got)
			}
		}
	default:
		var loops [][]point
		for _, s := range got {
			loops = append(loops, s.Points...)
		}
		if c.Shape.Kind != colliders.Chain && len(got) != 1 || len(loops) != len(c.Outline) {
			t.Errorf("%s: %s has %d shapes of %d loops, want %d", name, c.ID, len(got), len(loops), len(c.Outline))
			return
		}
		for k, loop := range c.Outline {
			var want []point
			for _, v := range slices.Backward(loop) {
				want = append(want, yUp(file, first.Apply(v)))
			}
			if hasOutlines && !arePoints(loops[k], want) {
				t.Errorf("%s: outline %d of %s is %v, want %v", name, k, c.ID, loops[k], want)
			}
			if a, b := areaOf(loops[k]), areaOf(want); math.Abs(a-b) > 2e-3*math.Abs(b) || k == 0 && a <= 0 {
				t.Errorf("%s: outline %d of %s has the area %v, want %v", name, k, c.ID, a, b)
			}
		}
	}
}

// filtersInUnity compares which colliders a shape meets, by Unity's rule for shapes with the same priority.
func filtersInUnity(
	t *testing.T, name string, file *colliders.File, c *colliders.Collider, s unityShape, others map[string][]unityShape,
) {
	t.Helper()
	for i := range file.Colliders {
		d := &file.Colliders[i]
		for _, o := range others[d.ID] {
			bit, back := 1<<o.Layer, 1<<s.Layer
			got := s.Include&bit != 0 && o.Include&back != 0
			if got != (c.Mask&d.Category != 0 && d.Mask&c.Category != 0) || s.Include&s.Exclude != 0 {
				t.Errorf("%s: %s and %s meet: %v", name, c.ID, d.ID, got)
			}
			break
		}
	}
}

// jointsInUnity compares joints.
func jointsInUnity(t *testing.T, name string, file *colliders.File, got *unityLevel) {
	t.Helper()
	for _, j := range file.Joints {
		g, ok := got.Joints[j.ID]
		isLost := slices.ContainsFunc(got.Losses, func(l string) bool { return strings.HasPrefix(l, j.ID+" ") })
		if !ok {
			if !isLost {
				t.Errorf("%s: the joint %s is neither built nor lost", name, j.ID)
			}
			continue
		}
		side := func(id string) string {
			if c := file.Find(id); c != nil && c.Role != colliders.Trigger && len(c.Pieces) > 0 {
				return membersOf(file, c)[0].ID
			}
			return ""
		}
		a, b, atA, atB, sign := side(j.A), side(j.B), yUp(file, *j.LocalA), yUp(file, *j.LocalB), -1.0
		if a == "" {
			atA = yUp(file, j.AnchorA)
			a, b, atA, atB, sign = b, a, atB, atA, 1
		} else if b == "" {
			atB = yUp(file, j.AnchorB)
		}
		if g.On != a || g.To != b || !isPoint(g.Anchor, atA) || !isPoint(g.Other, atB) || g.Auto || g.Collide != j.Collide {
			t.Errorf("%s: the joint %s is %+v, want it on %s at %v and on %q at %v", name, j.ID, g, a, atA, b, atB)
		}
		kind := "SpringJoint2D"
		switch {
		case j.Kind == colliders.Hinge:
			kind = "HingeJoint2D"
			low, high := j.Lower*sign, j.Upper*sign
			if limits := (point{min(low, high), max(low, high)}); j.HasLimit != (g.Limits != nil) ||
				j.HasLimit && !isPoint(*g.Limits, limits) {
				t.Errorf("%s: the hinge %s has the limits %v, want %v", name, j.ID, g.Limits, limits)
			}
			if motor := (point{j.Speed * sign, j.Torque}); (j.Torque > 0) != (g.Motor != nil) ||
				j.Torque > 0 && !isPoint(*g.Motor, motor) {
				t.Errorf("%s: the hinge %s has the motor %v, want %v", name, j.ID, g.Motor, motor)
			}
		case j.Frequency == 0 || j.PullsOnly:
			kind = "DistanceJoint2D"
			if g.Rope != j.PullsOnly {
				t.Errorf("%s: the joint %s is a rope: %v", name, j.ID, g.Rope)
			}
		case !isFloat(g.Frequency, j.Frequency) || !isFloat(g.Damping, j.Damping):
			t.Errorf("%s: the spring %s is %+v", name, j.ID, g)
		}
		if g.Type != kind || kind != "HingeJoint2D" && !isFloat(g.Length, j.Length/file.Level.PixelsPerMetre) {
			t.Errorf("%s: the joint %s is a %s of the length %v, want %s", name, j.ID, g.Type, g.Length, kind)
		}
	}
}

// movedInUnity compares where kinematic bodies are sent after some seconds, and the forces on dynamic ones.
func movedInUnity(t *testing.T, name string, file *colliders.File, got *unityLevel, seconds float64) {
	t.Helper()
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b := got.Bodies[c.ID]
		if c.Force != (level.Vec{}) && !isPoint(b.Force, point{c.Force.X, -c.Force.Y}) {
			t.Errorf("%s: %s is pushed by %v, want %v", name, c.ID, b.Force, c.Force)
		}
		path, err := c.Moving()
		if err != nil || path == nil {
			continue
		}
		want := path.At(seconds)
		off := math.Hypot(b.Moved[0]-yUp(file, want.P)[0], b.Moved[1]-yUp(file, want.P)[1])
		turn := math.Remainder(b.Turned+want.Q.Angle()*180/math.Pi, 360)
		if off*file.Level.PixelsPerMetre > 0.1 || math.Abs(turn) > 0.2 {
			t.Errorf("%s: %s is sent to %v, %v degrees, want %v", name, c.ID, b.Moved, b.Turned, yUp(file, want.P))
		}
	}
}

// The importer makes a prefab that plays like a loaded level, and reports what it cannot import.
func TestUnityImporter(t *testing.T) {
	run := mono(t, "unity", loaders+"/unity/*.cs", loaders+"/unity/Editor/*.cs")
	doc := machinery(t)
	path := monoFile(t, doc, export.Form{})
	file, err := colliders.LoadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := monoWrite(t, "broken.colliders.json", "{}")
	lines := run("import", path, "dump", "instance", "dump", "step", "1", "dump", "clear", "import", broken, "dump")
	type report struct{ Errors, Warnings, Assets []string }
	got := monoLine[report](t, lines[0])
	if len(got.Errors) > 0 || len(got.Assets) != 2 || got.Assets[0] != "level.colliders.json" {
		t.Errorf("the import reports %+v", got)
	}
	if len(got.Warnings) != 1 || got.Warnings[0] != "j8 (bungee): the rope does not stretch" {
		t.Errorf("the import warns of %q", got.Warnings)
	}
	if saved := monoLine[unityLevel](t, lines[1]); saved.Gravity != (point{0, -9.81}) {
		t.Errorf("the import changes the gravity to %v", saved.Gravity)
	}
	started := monoLine[unityLevel](t, lines[2])
	sameInUnity(t, "instance", file, &started, true)
	moved := monoLine[unityLevel](t, lines[3])
	movedInUnity(t, "instance", file, &moved, 1./60)
	if got := monoLine[report](t, lines[4]); len(got.Errors) != 1 || len(got.Assets) > 0 {
		t.Errorf("the import of a broken file reports %+v", got)
	}
	if got := monoLine[unityLevel](t, lines[5]); got.Objects != 0 {
		t.Errorf("%d objects of a broken file are left", got.Objects)
	}
}

// Files that the loader cannot take give an error and create nothing.
func TestUnityRefuses(t *testing.T) {
	run := mono(t, "unity", loaders+"/unity/*.cs", loaders+"/unity/Editor/*.cs")
	broken := monoBroken(t)
	missing, err := os.ReadFile(monoFile(t, layered(t), export.Form{}))
	if err != nil {
		t.Fatal(err)
	}
	broken["c5 (crate): the project has no layer for its categories. Add these under Project Settings > Tags and "+
		"Layers: player"] = string(missing)
	for want, text := range broken {
		lines := run("load", monoWrite(t, "level.colliders.json", text), "dump")
		if got := monoError(t, lines[0]); !strings.Contains(got, want) {
			t.Errorf("the error is %q, want %q", got, want)
		}
		if got := monoLine[unityLevel](t, lines[1]); got.Objects != 0 {
			t.Errorf("%q: %d objects are left", want, got.Objects)
		}
	}
}

// A change that puts colliders into other categories changes which layers all colliders meet.
func TestUnityAppliesCategories(t *testing.T) {
	run := inUnity(t)
	path := monoFile(t, layered(t), export.Form{})
	file, err := colliders.LoadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	crate := strings.Replace(recordOf(string(text), "c5"), `"category": 2`, `"category": 6`, 1)
	change := monoWrite(t, "change.json", `{"changed": [`+crate+`]}`)
	got := run("layers", "player,player+ghost", "load", path, "apply", change, "dump")
	file.Find("c5").Category = 6
	for _, j := range file.Joints {
		delete(got[0].Joints, j.ID)
	}
	file.Joints = nil
	sameInUnity(t, "categories", file, &got[0], true)
}

// recordOf returns the record of a collider as it stands in a file.
func recordOf(text, id string) string {
	_, rest, _ := strings.Cut(text, "    {\n      \"id\": \""+id+"\"")
	body, _, _ := strings.Cut(rest, "\n    }")
	return "{\"id\": \"" + id + "\"" + body + "}"
}

// A change of the running editor replaces the bodies that it touches, with their joints, and nothing else.
func TestUnityApply(t *testing.T) {
	run := inUnity(t)
	path := monoFile(t, machinery(t), export.Form{})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	post := strings.Replace(recordOf(string(text), "c6"), `"position": [680, 100]`, `"position": [640, 100]`, 1)
	change := fmt.Sprintf(`{"level": {"name": "machinery", "pixels_per_metre": 32, "y": "down", "gravity": [0, 640]},
		"changed": [%s], "added": [%s], "removed": ["c9"], "joints": {"removed": ["j1"]}}`, post,
		strings.Replace(recordOf(string(text), "c4"), `"id": "c4"`, `"id": "c40"`, 1))
	bad := `{"changed": [{"id": "c1", "position": 3}]}`
	got := run("load", path, "step", "1", "dump", "apply", monoWrite(t, "change.json", change), "dump")
	before, after := got[0], got[1]
	if b := after.Bodies["c6"]; !isPoint(b.At, point{20, -3.125}) {
		t.Errorf("the changed post is at %v", b.At)
	}
	if b := after.Bodies["c11"]; b.Force != before.Bodies["c11"].Force || b.Force == (point{}) {
		t.Errorf("the balloon was made anew")
	}
	if len(after.Bodies) != len(before.Bodies) {
		t.Errorf("%d bodies became %d; one was added and one removed", len(before.Bodies), len(after.Bodies))
	}
	for id, want := range map[string]bool{"j1": false, "j2": true, "j6": true, "j8": false} {
		if _, ok := after.Joints[id]; ok != want {
			t.Errorf("the joint %s is there: %v", id, ok)
		}
	}
	if after.Gravity != (point{0, -20}) || after.Objects != before.Objects {
		t.Errorf("the gravity is %v, and %d objects became %d", after.Gravity, before.Objects, after.Objects)
	}
	lines := mono(t, "unity", loaders+"/unity/*.cs", loaders+"/unity/Editor/*.cs")("load", path, "apply",
		monoWrite(t, "bad.json", bad), "dump", "find", "bob", "find", "nobody", "tagged", "none")
	if problem := monoError(t, lines[0]); !strings.Contains(problem, "c1: category needs a number") {
		t.Errorf("the error is %q", problem)
	}
	if got := monoLine[unityLevel](t, lines[1]); len(got.Bodies) != len(before.Bodies) {
		t.Errorf("a bad change leaves %d bodies", len(got.Bodies))
	}
	if got := string(lines[2]) + string(lines[3]) + string(lines[4]); got !=
		"{\"find\":\"c5\"}\n{\"find\":null}\n{\"tagged\":[]}\n" {
		t.Errorf("found %s", got)
	}
}
