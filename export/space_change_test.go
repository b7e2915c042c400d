package export_test

import (
	"math"
	"reflect"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// parts returns the colliders of each body by the body's name, as package colliders forms bodies, and the names by id.
func parts(f *colliders.File) (parts map[string][]colliders.Collider, names map[string]string) {
	parts, names = map[string][]colliders.Collider{}, map[string]string{}
	for _, c := range f.Colliders {
		name := "collider " + c.ID
		if c.OneBody != "" && c.Body == colliders.Dynamic && c.Role != colliders.Trigger {
			name = "body " + c.OneBody
		}
		parts[name], names[c.ID] = append(parts[name], c), name
	}
	return parts, names
}

// state holds the values that a game can change in a body or a static collider.
type state struct {
	pose      collision.Transform
	velocity  collision.Vec
	spin      float64
	pull      collision.Vec
	filter    collision.Filter
	isTrigger bool
	isGone    bool
}

func stateOf(s *colliders.Space, o dynamics.Owner) state {
	if i := o.Body(); i != dynamics.NoBody {
		b := &s.Bodies[i]
		pull := b.Pull
		if !pull.IsFinite() { // with very many pixels per metre; a step clears it
			pull = collision.Vec{}
		}
		return state{b.Pose, b.Velocity, b.Spin, pull, b.Filter, b.Trigger, b.Gone}
	}
	b := &s.Statics[-1-o]
	return state{filter: b.Filter, isGone: b.Gone}
}

// fixed holds the values of a body that a game does not change.
type fixed struct {
	role      dynamics.Role
	oneWay    collision.Vec
	oneSided  bool
	shapes    []collision.Shape
	materials *[]dynamics.Material
	center    collision.Vec
	masses    [3]float64
}

func fixedOf(b *dynamics.Body) fixed {
	return fixed{
		b.Role, b.OneWay, b.OneSided, b.Shapes, b.Materials, b.Center, [3]float64{b.Mass, b.InvMass, b.InvInertia},
	}
}

// owners returns the owner of each collider that has one.
func owners(s *colliders.Space) map[string]dynamics.Owner {
	out := map[string]dynamics.Owner{}
	for _, c := range s.File.Colliders {
		if o, ok := s.Owner(c.ID); ok {
			out[c.ID] = o
		}
	}
	return out
}

// actInGame changes a space as a game may.
func actInGame(t *rapid.T, s *colliders.Space) {
	for range rapid.IntRange(0, 3).Draw(t, "steps") {
		s.Step(dynamics.StepTime)
	}
	for _, c := range s.File.Colliders {
		o, ok := s.Owner(c.ID)
		if !ok || rapid.IntRange(0, 3).Draw(t, "acts on "+c.ID) > 0 {
			continue
		}
		if b := s.Body(c.ID); b != nil {
			b.Velocity, b.Spin = collision.Vec{X: 1}, 2
			if b.Role == dynamics.Kinematic && c.Path == nil {
				b.Position.X++
				b.Pose.P.X++
			}
			b.Filter.Group = 7
		}
		s.SetGone(o, rapid.Bool().Draw(t, "gone"))
	}
	for i := len(s.Joints) - 1; i >= 0; i-- {
		switch rapid.IntRange(0, 5).Draw(t, "acts on a joint") {
		case 0:
			s.RemoveJoint(i)
		case 1:
			s.Joints[i].Length = 77
		}
	}
}

// After any changes, what they touch is as in a new space of the file, and all else is as the game has left it.
func TestSpaceAfterChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := formed(t, anyMachinery(t), export.Options{}), formed(t, anyMachinery(t), export.Options{})
		first := *a
		s, err := first.Space()
		if err != nil {
			t.Skip("it has no space") // a number is too large
		}
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			actInGame(t, s)
			old := *s.File
			joints := jointsOf(s)
			before := map[string]state{}
			for id, o := range owners(s) {
				before[id] = stateOf(s, o)
			}
			next := mixedFile(t, a, b)
			change := colliders.Diff(s.File, next)
			fresh, err := next.Space()
			if applied := s.Apply(change); (err == nil) != (applied == nil) {
				t.Fatalf("Space returns %v, Apply %v", err, applied)
			}
			if err != nil {
				sameRecords(t, s.File, &old)
				continue
			}
			sameRecords(t, s.File, next)
			sameSpace(t, s, fresh, &old, before)
			sameJoints(t, s, fresh, &old, joints)
		}
		s.Step(dynamics.StepTime)
		for i := range s.Bodies {
			if b := &s.Bodies[i]; !b.Pose.IsValid() {
				t.Fatalf("body %d is at %v", i, b.Pose)
			}
		}
	})
}

func sameSpace(t *rapid.T, s, fresh *colliders.Space, old *colliders.File, before map[string]state) {
	oldParts, _ := parts(old)
	newParts, names := parts(s.File)
	want, got := owners(fresh), owners(s)
	if len(got) != len(want) || len(s.Bodies) != len(fresh.Bodies) || len(s.Statics) != len(fresh.Statics) ||
		!sameSettings(s, fresh) {
		t.Fatalf("the space has %v, want %v", got, want)
	}
	for id, o := range want {
		at := got[id]
		if c, wanted := s.Collider(at), fresh.Collider(o); c == nil || c.ID != wanted.ID {
			t.Fatalf("the first collider of the body of %s is %+v, want %s", id, c, wanted.ID)
		}
		b, wanted := s.Body(id), fresh.Body(id)
		if (b == nil) != (wanted == nil) {
			t.Fatalf("%s has the body %v, want %v", id, b, wanted)
		}
		first := newParts[names[id]][0]
		path, err := first.Moving()
		isOnPath := err == nil && path != nil && b != nil && first.Body == colliders.Kinematic
		isTouched := !reflect.DeepEqual(oldParts[names[id]], newParts[names[id]])
		now, must := stateOf(s, at), stateOf(fresh, o)
		if !isTouched {
			must = before[id]
			if s.File.Level.PixelsPerMetre != old.Level.PixelsPerMetre {
				must.pull = stateOf(fresh, o).pull
			}
		}
		if isOnPath {
			must.pose = path.At(s.Time).Transform
		}
		if now != must {
			t.Fatalf("%s (touched: %v) is\n%+v, want\n%+v", id, isTouched, now, must)
		}
		if b != nil && !reflect.DeepEqual(fixedOf(b), fixedOf(wanted)) {
			t.Fatalf("%s is\n%+v, want\n%+v", id, fixedOf(b), fixedOf(wanted))
		}
	}
}

func jointsOf(s *colliders.Space) map[string]dynamics.JointDef {
	out := map[string]dynamics.JointDef{}
	for _, j := range s.Joints {
		out[j.ID] = j.JointDef
	}
	return out
}

// sameJoints fails unless the joints that changes touch are as in a fresh space, and the others as before.
func sameJoints(t *rapid.T, s, fresh *colliders.Space, old *colliders.File, before map[string]dynamics.JointDef) {
	oldParts, _ := parts(old)
	newParts, names := parts(s.File)
	isTouched := func(id string) bool { return !reflect.DeepEqual(oldParts[names[id]], newParts[names[id]]) }
	_, was := records(old)
	_, is := records(s.File)
	want := map[string]dynamics.JointDef{}
	for id, def := range jointsOf(fresh) {
		j := is[id]
		kept, had := before[id]
		switch {
		case isTouched(j.A) || isTouched(j.B) || !reflect.DeepEqual(was[id], j) ||
			had && old.Level.PixelsPerMetre != s.File.Level.PixelsPerMetre:
			want[id] = def
		case had:
			want[id] = kept
		}
	}
	if got := jointsOf(s); !reflect.DeepEqual(got, want) {
		t.Fatalf("the joints are\n%+v, want\n%+v", got, want)
	}
	for id := range want {
		if j := s.Joint(id); j == nil || j.ID != id {
			t.Fatalf("joint %s is %+v", id, j)
		}
	}
}

func sameSettings(s, fresh *colliders.Space) bool {
	return s.Gravity == fresh.Gravity && s.Damping == fresh.Damping && s.SpinDamping == fresh.SpinDamping &&
		s.RollingResistance == fresh.RollingResistance && s.Friction(0.3, 0.5) == fresh.Friction(0.3, 0.5)
}

// A hinge that has turned by nearly its limit of a whole turn stays there when something else changes.
func TestChangeKeepsTurnsOfHinges(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: hinge
playtest: {gravity: 0}
joints:
  - {id: j1, name: pin, kind: hinge, b: c1, at_a: [100, 100], at_b: [0, 0], speed: 360, torque: 100}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: arm, kind: box, size: [40, 8], position: [100, 100], body: dynamic}
      - {id: c2, name: wall, kind: box, size: [10, 10], position: [200, 100]}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	f := formed(t, doc, export.Options{})
	f.Joints[0].HasLimit, f.Joints[0].Lower, f.Joints[0].Upper = true, 0, 350
	s := spaceOf(t, f)
	for range 90 {
		s.Step(dynamics.StepTime)
	}
	before := s.Body("c1").Pose.Q.Angle()
	s.Joint("j1").Speed = 0
	gone := colliders.Records[colliders.Collider]{Removed: []string{"c2"}}
	if err := s.Apply(&colliders.Change{Records: gone}); err != nil {
		t.Fatal(err)
	}
	for range 90 {
		s.Step(dynamics.StepTime)
	}
	if after := s.Body("c1").Pose.Q.Angle(); math.Abs(after-before) > 0.01 || math.Abs(before+math.Pi/18) > 0.05 {
		t.Errorf("it was at %g and is at %g", before, after)
	}
}
