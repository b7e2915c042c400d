package colliders

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
)

// Space is a space of rigid bodies, made from a file, in which they move as in a playtest of the level. Lengths are in
// pixels and masses in square pixels times density.
type Space struct {
	*dynamics.Space
	File *File
	Time float64 // in seconds; platforms are where their paths are at this time

	owners  map[string]dynamics.Owner // by collider; all colliders of a body share one
	bodies  []int                     // index of each body's first collider
	statics []int                     // index of each static collider
	paths   map[int32]pathAt          // of the bodies on a path
	world   *collision.World          // nil until World is called
}

// pathAt returns the pose on a path after some seconds.
type pathAt func(seconds float64) collision.Transform

// Space returns a space with the file's colliders and joints. It needs a file in pixels, and of version 2, which has
// masses. Later changes of the file go through [Space.Apply].
func (f *File) Space() (*Space, error) {
	switch {
	case f.Version < 2:
		return nil, errors.New("files of version 1 have no masses; export the level again without --version 1")
	case f.Level.Units != Pixels:
		return nil, errors.New("a space needs a file in pixels; export the level again without --units m")
	}
	s := &Space{File: f, owners: map[string]dynamics.Owner{}, paths: map[int32]pathAt{}}
	l := &f.Level
	s.Space = dynamics.NewSpace(dynamics.Settings{
		Gravity: l.Gravity, Damping: l.Damping, SpinDamping: l.SpinDamping,
		RollingResistance: l.RollingResistance, Friction: l.FrictionMix.Of, Restitution: l.RestitutionMix.Of,
		BounceSpeed: dynamics.DefaultBounceSpeed, SleepSpeed: dynamics.DefaultSleepSpeed,
		SleepSpan: dynamics.DefaultSleepSpan,
	})
	s.bodies = []int{-1} // the character
	rigid := map[string][]int{}
	for i := range f.Colliders {
		if c := &f.Colliders[i]; c.isPart() {
			rigid[c.OneBody] = append(rigid[c.OneBody], i)
		}
	}
	for i := range f.Colliders {
		members := []int{i}
		if c := &f.Colliders[i]; c.isPart() {
			if members = rigid[c.OneBody]; members[0] != i {
				continue
			}
		}
		if err := s.add(members); err != nil {
			return nil, err
		}
	}
	for i := range f.Joints {
		s.addJoint(&f.Joints[i])
	}
	s.setPlatforms(0)
	return s, nil
}

// isPart reports whether the collider belongs to a body of several colliders.
func (c *Collider) isPart() bool { return c.OneBody != "" && c.Body == Dynamic && c.Role != Trigger }

// add adds the body of one or more colliders.
func (s *Space) add(members []int) error {
	f := s.File
	first := &f.Colliders[members[0]]
	material := func(c *Collider) dynamics.Material {
		return dynamics.Material{Friction: c.Friction, Restitution: c.Restitution}
	}
	if first.Body == Static {
		solid, ok, err := f.Body(first)
		if err != nil || !ok {
			return err
		}
		i, _ := s.AddStatic(solid, material(first))
		s.owners[first.ID], s.statics = dynamics.StaticOwner(i), append(s.statics, members[0])
		return nil
	}
	d := dynamics.BodyDef{Role: dynamics.Dynamic, Pose: first.Transform(), Material: material(first)}
	var velocity, force Vec
	var spin float64
	owner := dynamics.Owner(len(s.Bodies))
	for _, i := range members {
		c := &f.Colliders[i]
		solid, ok, err := f.body(c, d.Pose)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		s.owners[c.ID] = owner
		d.Shapes = append(d.Shapes, solid.Shapes...)
		d.Trigger, d.OneSided = solid.Trigger, solid.OneSided && len(members) == 1
		d.Filter.Category |= solid.Filter.Category
		d.Filter.Mask |= solid.Filter.Mask
		if d.Filter.Group == 0 {
			d.Filter.Group = solid.Filter.Group
		}
		if len(members) > 1 {
			for range solid.Shapes {
				d.Materials = append(d.Materials, material(c))
			}
		} else if c.OneWay != nil {
			d.OneWay = d.Pose.Q.ApplyInv(*c.OneWay)
		}
		force = force.Add(c.Force)
		if velocity == (Vec{}) && spin == 0 {
			velocity, spin = c.Velocity, c.Spin
		}
	}
	if len(d.Shapes) == 0 {
		return nil
	}
	if first.Body == Kinematic || d.Trigger {
		d.Role = dynamics.Kinematic
	}
	if first.Body == Kinematic && first.Path != nil {
		path, err := first.pathAt()
		if err != nil {
			return fmt.Errorf("collider %s: %w", first.ID, err)
		}
		s.paths[int32(owner)] = path
	}
	metre := f.Level.PixelsPerMetre
	d.Mass = collision.Mass{
		Mass: float64(first.Mass * metre * metre), Inertia: float64(first.Inertia * metre * metre * metre * metre),
	}
	if first.Center != nil {
		d.Mass.Centroid = *first.Center
	}
	b := &s.Bodies[s.AddBody(&d)]
	s.bodies = append(s.bodies, members[0])
	if d.Role == dynamics.Dynamic {
		b.Velocity, b.Spin = velocity, float64(spin*(math.Pi/180))
		b.Pull = force.Mul(float64(metre * metre * metre * b.InvMass))
	}
	return nil
}

// pathAt returns the collider's path: the drawn one, or the keys of a compact file.
func (c *Collider) pathAt() (pathAt, error) {
	if c.Path.hasOnlyKeys() {
		return func(seconds float64) collision.Transform {
			k := c.Pose(seconds)
			return collision.NewTransform(k.Position, float64(k.Angle*(math.Pi/180)))
		}, nil
	}
	path, err := c.Moving()
	if err != nil {
		return nil, err
	}
	return func(seconds float64) collision.Transform { return path.At(seconds).Transform }, nil
}

// addJoint adds a joint. As in a playtest, joints that lack a side or join nothing that can move do nothing.
func (s *Space) addJoint(j *Joint) {
	side := func(id string, at Vec) (dynamics.JointSide, bool) {
		if id == "" {
			return dynamics.JointSide{Owner: dynamics.NoOwner, At: at}, true
		}
		owner, ok := s.owners[id]
		return dynamics.JointSide{Owner: owner, At: at}, ok
	}
	a, okA := side(j.A, j.AnchorA)
	b, okB := side(j.B, j.AnchorB)
	if !okA || !okB {
		return
	}
	const degree = math.Pi / 180
	metre := s.File.Level.PixelsPerMetre
	if s.AddJoint(a, b, j.Collide, &dynamics.JointDef{
		IsHinge: j.Kind == Hinge, Length: j.Length, Frequency: j.Frequency, Damping: j.Damping,
		PullsOnly: j.PullsOnly,
		IsLimited: j.HasLimit, Lower: float64(j.Lower * degree), Upper: float64(j.Upper * degree),
		Speed: float64(j.Speed * degree), Torque: float64(j.Torque * metre * metre * metre * metre),
	}) {
		s.Joints[len(s.Joints)-1].ID = j.ID
	}
}

// setPlatforms puts the bodies on paths where they are at the space's time, with the velocities with which they reach
// their next poses in dt seconds.
func (s *Space) setPlatforms(dt float64) {
	for i := range s.Bodies {
		path := s.paths[int32(i)]
		if path == nil {
			continue
		}
		b, at := &s.Bodies[i], path(s.Time)
		b.Pose, b.Position, b.Rotation = at, at.P, at.Q
		if dt > 0 {
			to := path(s.Time + dt)
			b.Velocity = to.P.Sub(at.P).Mul(1 / dt)
			b.Spin = at.Q.Inv().Mul(to.Q).Angle() / dt
		}
		b.UpdateBox()
	}
}

// Step moves the bodies by dt seconds, at most one, and the platforms along their paths. The playtest steps by
// [dynamics.StepTime].
func (s *Space) Step(dt float64) {
	if !(dt > 0) {
		return
	}
	dt = min(dt, 1)
	s.setPlatforms(dt)
	s.Space.Step(dt)
	s.Time += dt
	s.setPlatforms(0)
}

// Owner returns the body or the static collider of a collider, which it may share with others, and whether it has one.
func (s *Space) Owner(id string) (dynamics.Owner, bool) {
	o, ok := s.owners[id]
	return o, ok
}

// Body returns the body of a collider, or nil if it is static or a point. It is valid until the next change.
func (s *Space) Body(id string) *dynamics.Body {
	if o, ok := s.owners[id]; ok && o.Body() != dynamics.NoBody {
		return &s.Bodies[o.Body()]
	}
	return nil
}

// Joint returns a joint, or nil if it has no effect. Its definition may be changed. It is valid until the next change,
// or until a joint is added or removed.
func (s *Space) Joint(id string) *dynamics.Joint {
	for i := range s.Joints {
		if s.Joints[i].ID == id {
			return &s.Joints[i]
		}
	}
	return nil
}

// Collider returns the first collider of a body, or a static collider; it returns nil for an owner that is none.
func (s *Space) Collider(o dynamics.Owner) *Collider {
	list, i := s.bodies, int(o.Body())
	if o < 0 {
		list, i = s.statics, -1-int(o)
	}
	if i < 0 || i >= len(list) || list[i] < 0 {
		return nil
	}
	return &s.File.Colliders[list[i]]
}

// World returns a world with the bodies and static colliders where they are now, for rays, casts, triggers and the
// [collision.Mover] of a character. s.Collider(dynamics.OwnerOf(key)) is the collider of a key. It is the same world
// until the next change, so calls between steps are cheap.
func (s *Space) World() *collision.World {
	if s.world == nil {
		s.world = collision.NewWorld()
	}
	s.Place(s.world)
	return s.world
}

// Apply applies a change to the file and, unless it is empty, makes the space anew. Bodies and joints that the change
// does not touch stay as the game has left them, but they are awake, may get other indices, and their contacts begin
// again. A joint is touched if it changes or one of its bodies does. Bodies and joints that the game has added are
// gone. If the change does not fit, Apply returns an error and changes nothing.
func (s *Space) Apply(c *Change) error {
	if c.IsEmpty() {
		return nil
	}
	next := *s.File
	if err := next.Apply(c, nil); err != nil {
		return err
	}
	made, err := next.Space()
	if err != nil {
		return err
	}
	made.resume(s, c)
	made.setPlatforms(0)
	made.File = s.File
	*s.File, *s = next, *made
	return nil
}

// resume gives a space the state of the space before a change, except for what the change touches.
func (s *Space) resume(old *Space, c *Change) {
	isTouched := c.touched(old.File, s.File)
	s.Bodies[0] = old.Bodies[0]
	was := make(map[string]dynamics.Owner, len(old.bodies)+len(old.statics)) // by the first collider
	for o := range old.colliding {
		was[old.Collider(o).ID] = o
	}
	for o := range s.colliding {
		first := s.Collider(o)
		if from, ok := was[first.ID]; ok && !isTouched(first) {
			s.resumeOwner(o, old, from)
		}
	}
	s.resumeJoints(old, c, isTouched)
	if s.File.Level.motion() == old.File.Level.motion() {
		s.Settings = old.Settings // the game may have changed some
	}
	s.Time = old.Time
	s.Weight, s.Stirs, s.Flooded = old.Weight, old.Stirs, old.Flooded
	s.GrabPoint, s.GrabTarget = old.GrabPoint, old.GrabTarget
}

// colliding calls yield with the static colliders and the bodies of the file.
func (s *Space) colliding(yield func(dynamics.Owner) bool) {
	for i := -len(s.statics); i < len(s.bodies); i++ {
		if i != 0 && !yield(dynamics.Owner(i)) {
			return
		}
	}
}

// resumeOwner gives a body or a static collider the state that it had in another space.
func (s *Space) resumeOwner(o dynamics.Owner, old *Space, was dynamics.Owner) {
	if o < 0 {
		to, from := &s.Statics[-1-o], &old.Statics[-1-was]
		to.Filter, to.Gone = from.Filter, from.Gone
		return
	}
	b, from := &s.Bodies[o], &old.Bodies[was]
	b.Pose, b.Position, b.Rotation = from.Pose, from.Position, from.Rotation
	b.Velocity, b.Spin = from.Velocity, from.Spin
	b.Filter, b.Trigger, b.Gone, b.Asleep = from.Filter, from.Trigger, from.Gone, from.Gone
	if s.hasMetreOf(old) {
		b.Pull = from.Pull
	}
	if old.Grabbed == int32(was) {
		s.Grabbed = int32(o)
	}
	b.UpdateBox()
}

// hasMetreOf reports whether masses and forces are in the same units as in another space.
func (s *Space) hasMetreOf(old *Space) bool {
	return s.File.Level.PixelsPerMetre == old.File.Level.PixelsPerMetre
}

// resumeJoints gives the joints the state that they had in another space, and removes those that the game has removed.
func (s *Space) resumeJoints(old *Space, c *Change, isTouched func(*Collider) bool) {
	isNew := map[string]bool{}
	for _, j := range slices.Concat(c.Joints.Added, c.Joints.Changed) {
		isNew[j.ID] = true
	}
	for i := range s.File.Joints {
		j := &s.File.Joints[i]
		for _, id := range []string{j.A, j.B} {
			if o, ok := s.owners[id]; ok && isTouched(s.Collider(o)) {
				isNew[j.ID] = true
			}
		}
	}
	was := map[string]*dynamics.Joint{}
	for i := range old.Joints {
		was[old.Joints[i].ID] = &old.Joints[i]
	}
	for i := 0; i < len(s.Joints); i++ {
		j := &s.Joints[i]
		switch from := was[j.ID]; {
		case isNew[j.ID]:
		case from == nil:
			s.RemoveJoint(i)
			i--
		default:
			def := j.JointDef
			if j.Resume(from); !s.hasMetreOf(old) {
				j.JointDef = def
			}
		}
	}
}
