package dynamics

import (
	"reflect"

	"fillet/collision"
)

// Vec is a point or a vector in the plane.
type Vec = collision.Vec

// Space moves bodies by the laws of mechanics. It knows nothing about levels and gameplay.
type Space struct {
	Settings
	State
	Statics     []Static
	Ground      []Fixture // the solid static pieces
	fixed       Body      // represents static colliders and sleeping bodies in the solver
	GroundIndex collision.Tree
	indexed     int     // number of pieces in GroundIndex
	dt, substep float64 // lengths of a step and a substep, in seconds

	GrabTarget Vec  // where the grabbed point is pulled to
	Flooded    bool // there is water in which bodies can float

	before       []Contact
	sortedBefore []int32
	candidate    Contact
	platforms    []Contact // contacts with platforms, sorted by rider
	order, apart []int32   // contacts to solve, and contacts that do not meet in this step
	deep         []depthOf
	island       []int32
	calm         []int
	loads        []load     // by the body that represents an island
	energies     []energies // by the body that represents an island
	held         []bool     // whether an island is supported, by the body that represents it

	found    []int32
	hiders   []Target
	surfaces metSurfaces
}

// State holds everything that a step changes in a space, except which static colliders are gone.
type State struct {
	Bodies    []Body // index 0 is the character
	Joints    []Joint
	Contacts  []Contact // contacts of the last step
	Sorted    []int32   // indices of Contacts, by the bodies and pieces
	Sweep     []int32   // indices of Bodies, nearly sorted by their left sides
	unmet     []link    // sorted pairs that joints prevent from colliding
	connected int       // number of joints that are connected; -1 if a joint was removed
	Steps     int       // number of steps so far

	Weight    Vec   // acceleration with which the character presses on the body below it
	Stirs     bool  // the character keeps awake the bodies that it touches
	Grabbed   int32 // index of the held body, or 0
	GrabPoint Vec   // grabbed point, relative to the body's centre, in its frame
	GrabForce Vec   // the pulling force
}

// Snapshot is a copy of a space's [State]. A space with a restored Snapshot continues exactly like the space that was
// saved, bit for bit.
//
// A reused Snapshot allocates nothing once its lists are long enough.
type Snapshot struct{ state State }

// Save copies the state of a space after its last step, replacing the previous contents.
func (s *Snapshot) Save(r *Space) { s.state.assign(&r.State) }

// Restore puts a space with the same bodies back into the saved state, with the joints that it had then. The settings
// stay as they are.
func (s *Snapshot) Restore(r *Space) {
	if r.indexed != len(r.Ground) {
		r.IndexGround() // the saved space had these colliders, so they wake nothing
	}
	r.assign(&s.state)
}

// assign copies a state, and reuses the capacity of the lists.
func (s *State) assign(from *State) {
	was := *s
	*s = *from
	s.Bodies = append(was.Bodies[:0], from.Bodies...)
	s.Joints = append(was.Joints[:0], from.Joints...)
	s.Contacts = append(was.Contacts[:0], from.Contacts...)
	s.Sorted = append(was.Sorted[:0], from.Sorted...)
	s.Sweep = append(was.Sweep[:0], from.Sweep...)
	s.unmet = append(was.unmet[:0], from.unmet...)
}

// Len returns the number of saved bodies.
func (s *Snapshot) Len() int { return len(s.state.Bodies) }

// Steps returns the number of steps at the time of saving.
func (s *Snapshot) Steps() int { return s.state.Steps }

// Bytes returns the memory of the lists, with spare set including their spare capacity.
func (s *Snapshot) Bytes(spare bool) int {
	t := &s.state
	return room(t.Bodies, spare) + room(t.Joints, spare) + room(t.Contacts, spare) + room(t.Sorted, spare) +
		room(t.Sweep, spare) + room(t.unmet, spare)
}

func room[T any](list []T, spare bool) int {
	n := len(list)
	if spare {
		n = cap(list)
	}
	return n * int(reflect.TypeFor[T]().Size())
}

// Settings holds the parameters that are the same for all bodies.
type Settings struct {
	Gravity              Vec // acceleration, in pixels per second squared
	Damping, SpinDamping float64
	BounceSpeed          float64 // speed of approach above which contacts bounce, in pixels per second
	RollingResistance    float64 // resistance to rolling, as a fraction of the radius
	MaxSpin              float64 // radians per second; 0 means no limit but the solver's
	GrabStrength         float64 // strength of the pointer: it can lift 60 times the weight at this gravity
	SleepSpeed           float64 // speed below which a body is at rest, in pixels per second
	SleepSpan            int     // steps over which SleepSpeed is measured
	Friction             func(a, b float64) float64
	Restitution          func(a, b float64) float64
}

// Defaults of a playtest.
const (
	DefaultBounceSpeed = 36.0
	DefaultSleepSpeed  = 1.0
	DefaultSleepSpan   = 12
)

// RestDistance returns the distance that any point of a resting body may move in a span.
func (r *Space) RestDistance() float64 {
	return float64(r.SleepSpeed * r.dt * float64(r.SleepSpan))
}

// AddStatic adds a static collider, and returns its number and its pieces. The pieces of a trigger touch nothing.
func (r *Space) AddStatic(solid collision.Body, m Material) (i int32, pieces []Fixture) {
	s := Static{Pose: solid.Transform, Filter: solid.Filter, OneWay: solid.OneWay.Unit(), material: m, solid: solid}
	i = int32(len(r.Statics))
	r.Statics = append(r.Statics, s)
	for k, p := range solid.Shapes {
		f := Fixture{Shape: p, Owner: i, Facing: s.OneWay}
		if solid.OneSided && s.OneWay == (Vec{}) {
			f.Facing = s.Pose.Q.Apply(FacingOf(&solid.Shapes[k]))
		}
		pieces = append(pieces, f)
	}
	if solid.Trigger {
		return i, pieces
	}
	for k, ends := range connect(solid.Shapes, int32(len(r.Ground))) {
		pieces[k].ends = ends
	}
	r.Ground = append(r.Ground, pieces...)
	return i, pieces
}

// IndexGround prepares the search for static pieces. Call it once all static colliders are added.
func (r *Space) IndexGround() { r.GroundIndex, r.indexed = IndexOf(r.Statics, r.Ground), len(r.Ground) }

// IndexOf returns a tree of the bounds of pieces of static colliders.
func IndexOf(statics []Static, list []Fixture) (t collision.Tree) {
	boxes := make([]collision.AABB, len(list))
	for i, f := range list {
		boxes[i] = f.Shape.Bounds(statics[f.Owner].Pose)
	}
	t.Build(boxes)
	return t
}

// Start prepares a space for the first step of its bodies.
func (r *Space) Start() {
	r.Sweep, r.connected = r.Sweep[:0], 0
	r.Joints, r.unmet = r.Joints[:0], r.unmet[:0]
	r.grow()
	r.fixed = Body{Role: Kinematic, Rotation: collision.Rot{C: 1}, dq: collision.Rot{C: 1}}
	r.Contacts, r.before, r.Sorted, r.sortedBefore = r.Contacts[:0], r.before[:0], r.Sorted[:0], r.sortedBefore[:0]
	r.Steps, r.Grabbed, r.GrabForce = 0, 0, Vec{}
	r.setStep(StepTime)
	for i := range r.Statics {
		r.Statics[i].Gone = false
	}
}

// StepTime is the length of a step of the playtest, in seconds.
const StepTime = 1.0 / 60

func (r *Space) setStep(dt float64) { r.dt, r.substep = dt, float64(dt/Substeps) }

// Tolerances. Lengths are in pixels.
const (
	// Slop is how deep a resting body may sink in, so that resting contacts persist and keep their impulses. A
	// twentieth of a pixel is invisible. After a step, no body is deeper than twice Slop in a static collider unless it
	// is wedged, and the character overlaps nothing.
	Slop = 0.05

	// reach is the distance within which slow contacts are gathered. It covers how far a body is turned or pushed
	// within a step.
	reach = 1.0

	// bodySkin is how much bodies, which rest as deep as Slop, are shrunk for casts.
	bodySkin = 4 * Slop

	// roundingSlop bounds the rounding error of a distance.
	roundingSlop = 1e-7

	// probeHeight is the distance from the surface at which the seam test probes.
	probeHeight = 0.05

	// probeSlop is how much nearer another collider must be there to hide the surface. It allows for rounding. A corner
	// that is hidden by less tilts a contact by only 0.0002.
	probeSlop = 1e-9
)
