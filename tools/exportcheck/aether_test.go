package exportcheck

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// aetherLevel holds what the loader for Aether builds, in metres, with points in the world.
type aetherLevel struct {
	Bodies map[string]struct {
		Type                                             string
		At, Center, Velocity, Force                      point
		Angle, Mass, Inertia, Spin, Damping, SpinDamping float64
	}
	Joints map[string]struct {
		Type, On, To               string
		Anchor, Other              point
		Collide                    bool
		Limits, Motor              *point
		Length, Frequency, Damping float64
	}
	Shapes  []aetherShape
	Losses  []string
	Gravity point
	Objects int
	Listens bool
}

type aetherShape struct {
	Of, Type                      string
	Points                        []point
	Radius, Friction, Restitution float64
	Loop, Trigger                 bool
	Category, Mask                uint64
	Group                         int32
}

// inAether compiles the loader for Aether.
func inAether(t *testing.T) func(args ...string) []aetherLevel {
	t.Helper()
	run := mono(t, "aether", loaders+"/aether/*.cs", pageCode(t, "monogame.md", "csharp"))
	return func(args ...string) (out []aetherLevel) {
		t.Helper()
		for _, line := range run(args...) {
			if problem := monoError(t, line); problem != "" {
				t.Fatalf("%v: %s", args, problem)
			}
			out = append(out, monoLine[aetherLevel](t, line))
		}
		return out
	}
}

// The loader for Aether builds each level as it is in the file, whatever the file's form, with y down or up.
func TestAether(t *testing.T) {
	run := inAether(t)
	shapes := map[string]int{}
	for name, doc := range unityDocs(t) {
		file, err := colliders.LoadFile(monoFile(t, doc, export.Form{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, up := range []bool{false, true} {
			var args []string
			sign := 1.0
			if up {
				args, sign = append(args, "up"), -1
			}
			for _, form := range monoForms {
				args = append(args, "load", monoFile(t, doc, form), "dump", "step", "150", "dump", "destroy", "dump")
			}
			for i, form := range run(args...) {
				switch i % 3 {
				case 0:
					sameInAether(t, name, file, &form, sign, monoForms[i/3])
					for _, s := range form.Shapes {
						shapes[s.Type]++
					}
				case 1:
					movedInAether(t, name, file, &form, sign, 150./60)
				default:
					if form.Objects != 0 || len(form.Bodies)+len(form.Joints) > 0 || form.Listens {
						t.Errorf("%s: %d objects are left", name, form.Objects)
					}
				}
			}
		}
	}
	for _, kind := range []string{"PolygonShape", "CircleShape", "ChainShape", "EdgeShape"} {
		if shapes[kind] == 0 {
			t.Errorf("no %s was compared", kind)
		}
	}
	t.Logf("compared %v", shapes)
}

// sameInAether compares what the loader builds with a file in pixels with y down. The sign is -1 for y up.
func sameInAether(
	t *testing.T, name string, file *colliders.File, got *aetherLevel, sign float64, form export.Form,
) {
	t.Helper()
	metre := file.Level.PixelsPerMetre
	at := func(v collision.Vec) point { return point{v.X / metre, sign * v.Y / metre} }
	angle := func(degrees float64) float64 { return sign * degrees * math.Pi / 180 }
	byCollider := map[string][]aetherShape{}
	for _, s := range got.Shapes {
		byCollider[s.Of] = append(byCollider[s.Of], s)
	}
	if !isPoint(got.Gravity, at(file.Level.Gravity)) {
		t.Errorf("%s: the gravity is %v", name, got.Gravity)
	}
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b, ok := got.Bodies[c.ID]
		if ok != (len(c.Pieces) > 0) {
			t.Errorf("%s: %s has a body: %v", name, c.ID, ok)
		}
		path, err := c.Moving()
		if !ok || err != nil {
			continue
		}
		members := membersOf(file, c)
		first := members[0]
		kind := string(c.Body)
		if c.Role == colliders.Trigger && c.Body == colliders.Dynamic {
			kind = "kinematic"
		}
		if !strings.EqualFold(b.Type, kind) || path == nil && (!isPoint(b.At, at(first.Position)) ||
			!isFloat(b.Angle, angle(first.Angle))) {
			t.Errorf("%s: %s is %s at %v, %v", name, c.ID, b.Type, b.At, b.Angle)
		}
		if !isFloat(b.Damping, file.Level.Damping) || !isFloat(b.SpinDamping, file.Level.SpinDamping) {
			t.Errorf("%s: %s is damped by %v and %v", name, c.ID, b.Damping, b.SpinDamping)
		}
		if first.Mass > 0 {
			arm := first.Center.Len() / metre
			if !isFloat(b.Mass/first.Mass, 1) || !isPoint(b.Center, at(*first.Center)) ||
				!isFloat(b.Inertia/(first.Inertia+first.Mass*arm*arm), 1) {
				t.Errorf("%s: %s has the mass %v, %v, %v", name, c.ID, b.Mass, b.Inertia, b.Center)
			}
		}
		for _, m := range members {
			if m.Velocity != (level.Vec{}) && (!isPoint(b.Velocity, at(m.Velocity)) || !isFloat(b.Spin, angle(m.Spin))) {
				t.Errorf("%s: %s moves at %v, %v", name, c.ID, b.Velocity, b.Spin)
			}
		}
		area := 0.0
		for _, s := range byCollider[c.ID] {
			if s.Type == "PolygonShape" {
				part := areaOf(s.Points)
				if part <= 0 {
					t.Errorf("%s: %s has a polygon that turns the wrong way", name, c.ID)
				}
				area += part
			} else if s.Type == "CircleShape" && len(c.Pieces) == 1 {
				area += math.Pi * s.Radius * s.Radius
			}
			if s.Trigger != (c.Role == colliders.Trigger) || !isFloat(s.Friction, c.Friction) ||
				!isFloat(s.Restitution, c.Restitution) {
				t.Errorf("%s: %s is %+v", name, c.ID, s)
			}
			if len(members) == 1 && (s.Category != c.Category || s.Mask != c.Mask&math.MaxUint32 || s.Group != c.Group) {
				t.Errorf("%s: %s has the filter %v, %v, %v", name, c.ID, s.Category, s.Mask, s.Group)
			}
		}
		isLine := c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0
		isSimple := len(c.Pieces) == 1 && len(c.Pieces[0].Vertices) < 3
		if form.KeepRadius || isSimple || isLine || path != nil {
			linesInAether(t, name, c, byCollider[c.ID], at)
			continue
		}
		want := 0.0
		for _, p := range c.Polygons {
			var points []point
			for _, v := range p {
				points = append(points, point{v.X / metre, v.Y / metre})
			}
			want += areaOf(points)
		}
		if c.Shape.Kind != colliders.Chain && math.Abs(area-want) > 2e-3*want {
			t.Errorf("%s: %s has the area %v, want %v", name, c.ID, area, want)
		}
	}
	jointsInAether(t, name, file, got, sign)
}

// linesInAether compares circles, capsules and lines with their pieces.
func linesInAether(
	t *testing.T, name string, c *colliders.Collider, got []aetherShape, at func(collision.Vec) point,
) {
	t.Helper()
	if path, err := c.Moving(); err != nil || path != nil {
		return
	}
	for _, p := range c.Pieces {
		for _, v := range p.Vertices {
			if len(p.Vertices) > 2 {
				continue
			}
			found := false
			for _, s := range got {
				for _, q := range s.Points {
					found = found || isPoint(q, at(v)) && (p.Radius == 0 || s.Type == "CircleShape")
				}
			}
			if !found {
				t.Errorf("%s: %s has no vertex at %v in %+v", name, c.ID, at(v), got)
			}
		}
	}
	if c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0 &&
		(len(got) != 1 || got[0].Loop != c.Shape.Closed || len(got[0].Points) != len(c.Pieces)+1) {
		t.Errorf("%s: the line %s is %+v", name, c.ID, got)
	}
}

func jointsInAether(t *testing.T, name string, file *colliders.File, got *aetherLevel, sign float64) {
	t.Helper()
	metre := file.Level.PixelsPerMetre
	at := func(v collision.Vec) point { return point{v.X / metre, sign * v.Y / metre} }
	for _, j := range file.Joints {
		g, ok := got.Joints[j.ID]
		if !ok {
			if !strings.Contains(strings.Join(got.Losses, "\n"), j.ID+" ") {
				t.Errorf("%s: the joint %s is neither built nor lost", name, j.ID)
			}
			continue
		}
		side := func(id string, anchor, local collision.Vec) (string, point) {
			if c := file.Find(id); c != nil && c.Role != colliders.Trigger && len(c.Pieces) > 0 {
				return membersOf(file, c)[0].ID, at(local)
			}
			return "", at(anchor)
		}
		a, atA := side(j.A, j.AnchorA, *j.LocalA)
		b, atB := side(j.B, j.AnchorB, *j.LocalB)
		if g.On != a || g.To != b || !isPoint(g.Anchor, atA) || !isPoint(g.Other, atB) || g.Collide != j.Collide {
			t.Errorf("%s: the joint %s is %+v", name, j.ID, g)
		}
		radians := sign * math.Pi / 180
		low, high := j.Lower*radians, j.Upper*radians
		isHinge := j.Kind == colliders.Hinge
		switch {
		case isHinge && (j.HasLimit != (g.Limits != nil) ||
			j.HasLimit && !isPoint(*g.Limits, point{min(low, high), max(low, high)})),
			isHinge && ((j.Torque > 0) != (g.Motor != nil) ||
				j.Torque > 0 && !isPoint(*g.Motor, point{j.Speed * radians, j.Torque})),
			!isHinge && !isFloat(g.Length, j.Length/metre),
			isHinge != (g.Type == "RevoluteJoint"), j.PullsOnly != (g.Type == "RopeJoint"),
			g.Type == "DistanceJoint" && (!isFloat(g.Frequency, j.Frequency) || !isFloat(g.Damping, j.Damping)):
			t.Errorf("%s: the joint %s is %+v, want %+v", name, j.ID, g, j)
		}
	}
}

// movedInAether compares where kinematic bodies are after some seconds, and the forces on dynamic ones.
func movedInAether(
	t *testing.T, name string, file *colliders.File, got *aetherLevel, sign, seconds float64,
) {
	t.Helper()
	metre := file.Level.PixelsPerMetre
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b := got.Bodies[c.ID]
		if c.Force != (level.Vec{}) && !isPoint(b.Force, point{c.Force.X, sign * c.Force.Y}) {
			t.Errorf("%s: %s is pushed by %v, want %v", name, c.ID, b.Force, c.Force)
		}
		path, err := c.Moving()
		if err != nil || path == nil {
			continue
		}
		want := path.At(seconds)
		off := math.Hypot(b.At[0]*metre-want.P.X, sign*b.At[1]*metre-want.P.Y)
		if turn := math.Remainder(sign*b.Angle-want.Q.Angle(), 2*math.Pi); off > 0.1 || math.Abs(turn) > 0.004 {
			t.Errorf("%s: %s is at %v, %v, off by %v px", name, c.ID, b.At, b.Angle, off)
		}
	}
}

// Contacts have the level's mixes. One-way colliders and one-sided lines stop what comes from their solid side, and let
// pass what does not until it has left them.
func TestAetherContacts(t *testing.T) {
	run := mono(t, "aether", loaders+"/aether/*.cs")
	type contact struct {
		Enabled               bool
		Friction, Restitution float64
	}
	for _, up := range []bool{false, true} {
		args, sign := []string{"load", monoFile(t, layered(t), export.Form{})}, 1
		if up {
			args, sign = append([]string{"up"}, args...), -1
		}
		touch := func(id string, nx, ny, vx, vy float64, before, now int) {
			args = append(args, "contact", id, "c5", fmt.Sprint(nx), fmt.Sprint(float64(sign)*ny), fmt.Sprint(vx),
				fmt.Sprint(float64(sign)*vy), fmt.Sprint(before), fmt.Sprint(now))
		}
		touch("c1", 0, -1, 0, 5, 0, 2)      // a floor
		touch("c3", 0, -1, 0, 5, 0, 2)      // onto a rail that faces up
		touch("c3", 0, -1, 0, -5, 2, 2)     // stays solid while it jumps off
		touch("c3", 0, -1, 0, -5, 2, 0)     // has left
		touch("c3", 0, 1, 0, -5, 0, 2)      // comes from below
		touch("c3", 0, -1, 0, 0, 2, 2)      // stops inside
		touch("c3", 0, -1, 0, 5, 2, 2)      // falls back
		touch("c3", 0, 1, 0, 5, 2, 0)       // has left
		touch("c3", 0, -1, 0, 5, 0, 1)      // lands
		touch("c2", 0.6, -0.8, -3, 4, 0, 1) // onto a turned ledge
		touch("c2", 0.6, -0.8, -3, 4, 1, 0) // has left
		touch("c2", -0.6, 0.8, 3, -4, 0, 1) // from behind
		touch("c7", 0, -1, 0, 5, 0, 1)      // onto a line that goes right: its left is up
		touch("c7", 0, -1, 0, 5, 1, 0)      // has left
		touch("c7", 0, 1, 0, -5, 0, 1)      // from below
		want := []bool{true, true, true, true, false, false, false, true, true, true, true, false, true, true, false}
		for i, line := range run(args...) {
			got := monoLine[contact](t, line)
			if got.Enabled != want[i] {
				t.Errorf("y up %v: contact %d stops the body: %v", up, i, got.Enabled)
			}
			if i == 0 && (!isFloat(got.Friction, 0.3) || !isFloat(got.Restitution, 0.25)) {
				t.Errorf("the floor's contact has %v, %v, want the minimum and the average", got.Friction, got.Restitution)
			}
		}
	}
}

// Files that the loader cannot take give an error and create nothing, and a change replaces only what it touches.
func TestAetherRefusesAndApplies(t *testing.T) {
	run := mono(t, "aether", loaders+"/aether/*.cs")
	broken := monoBroken(t)
	text, err := os.ReadFile(monoFile(t, machinery(t), export.Form{}))
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	broken["c1 (bar): Aether has 32 categories"] = strings.Replace(good, `"category": 1,`, `"category": 4294967296,`, 1)
	wide, err := os.ReadFile(monoFile(t, ground(t), export.Form{Polygons: 20}))
	if err != nil {
		t.Fatal(err)
	}
	broken["a polygon has too many vertices for Aether. Export with --polygons 8"] = string(wide)
	for want, text := range broken {
		lines := run("load", monoWrite(t, "level.colliders.json", text), "dump")
		if got := monoError(t, lines[0]); !strings.Contains(got, want) {
			t.Errorf("the error is %q, want %q", got, want)
		}
		if got := monoLine[aetherLevel](t, lines[1]); got.Objects != 0 || got.Listens {
			t.Errorf("%q: %d objects are left", want, got.Objects)
		}
	}
	change := monoWrite(t, "change.json", `{"removed": ["c9", "c4"], "joints": {"removed": ["j1"]}}`)
	got := inAether(t)("load", monoWrite(t, "level.colliders.json", good), "step", "1", "dump", "apply", change, "dump")
	before, after := got[0], got[1]
	if len(before.Bodies)-len(after.Bodies) != 2 || len(before.Joints)-len(after.Joints) != 3 {
		t.Errorf("%d bodies and %d joints became %d and %d", len(before.Bodies), len(before.Joints), len(after.Bodies),
			len(after.Joints))
	}
	if b := after.Bodies["c11"]; b.Force == (point{}) {
		t.Errorf("the balloon was made anew")
	}
	lines := run("load", monoWrite(t, "level.colliders.json", good), "find", "bob", "tagged", "none")
	if got := string(lines[0]) + string(lines[1]); got != "{\"find\":\"c5\"}\n{\"tagged\":[]}\n" {
		t.Errorf("found %s", got)
	}
}
