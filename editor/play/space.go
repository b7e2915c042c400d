package play

import "fillet/collision"

// space moves bodies by the laws of mechanics. It knows nothing about levels and gameplay.
type space struct {
	laws
	statics     []static
	ground      []fixture // the solid static pieces
	bodies      []body    // index 0 is the character
	fixed       body      // represents everything static in the solver
	groundIndex collision.Tree
	joints      []joint
	unmet       []link // sorted pairs that joints prevent from colliding
	steps       int

	weight  Vec   // acceleration with which the character presses on the body below it
	stirs   bool  // the character keeps awake the bodies that it touches
	grabbed int32 // index of the held body, or 0
	grabAt  Vec   // grabbed point, relative to the body's centre, in its frame
	grabTo  Vec   // where the point is pulled to
	pulling Vec   // the pulling force
	flooded bool  // there is water in which bodies can float

	contacts, before     []contact
	candidate            contact
	sorted, sortedBefore []int32
	order, apart         []int32 // contacts to solve, and contacts that do not meet in this step
	deep                 []depthOf
	sweep                []int32
	island               []int32
	calm                 []int
	loads                []load     // by the body that represents an island
	energies             []energies // by the body that represents an island
	held                 []bool     // whether an island is supported, by the body that represents it

	found    []int32
	hiders   []target
	surfaces metSurfaces
}

// laws holds the parameters that are the same for all bodies.
type laws struct {
	gravity              Vec // acceleration, in pixels per second squared
	damping, spinDamping float64
	bounceSpeed          float64 // speed of approach above which contacts bounce, in pixels per second
	rolling              float64 // resistance to rolling, as a fraction of the radius
	maxSpin              float64 // radians per second; 0 means no limit but the solver's
	strength             float64 // strength of the pointer: it can lift 60 times the weight at this gravity
	sleepSpeed           float64 // speed below which a body is at rest, in pixels per second
	sleepSpan            int     // steps over which sleepSpeed is measured
	friction             func(a, b float64) float64
	restitution          func(a, b float64) float64
}

// stillWay returns the distance that any point of a resting body may move in a span.
func (l *laws) stillWay() float64 { return float64(l.sleepSpeed * stepTime * float64(l.sleepSpan)) }

// addStatic adds a static collider, and returns its number and its pieces. The pieces of a trigger touch nothing.
func (r *space) addStatic(solid collision.Body, m material) (i int32, pieces []fixture) {
	s := static{xf: solid.Transform, filter: solid.Filter, oneWay: solid.OneWay.Unit(), material: m}
	i = int32(len(r.statics))
	r.statics = append(r.statics, s)
	for k, p := range solid.Shapes {
		f := fixture{shape: p, owner: i, facing: s.oneWay}
		if solid.OneSided && s.oneWay == (Vec{}) {
			f.facing = s.xf.Q.Apply(facingOf(&solid.Shapes[k]))
		}
		pieces = append(pieces, f)
	}
	if solid.Trigger {
		return i, pieces
	}
	for k, ends := range connect(solid.Shapes, int32(len(r.ground))) {
		pieces[k].ends = ends
	}
	r.ground = append(r.ground, pieces...)
	return i, pieces
}

// indexGround prepares the search for static pieces. It is called when all static colliders were added.
func (r *space) indexGround() { r.groundIndex = r.indexOf(r.ground) }

// indexOf returns a tree of the bounds of static pieces.
func (s *space) indexOf(list []fixture) (t collision.Tree) {
	boxes := make([]collision.AABB, len(list))
	for i, f := range list {
		boxes[i] = f.shape.Bounds(s.statics[f.owner].xf)
	}
	t.Build(boxes)
	return t
}

// restart prepares a space for the first step of its bodies.
func (r *space) restart() {
	n := len(r.bodies)
	r.island, r.calm, r.held = make([]int32, n), make([]int, n), make([]bool, n)
	r.energies, r.loads = make([]energies, n), make([]load, n)
	r.sweep = r.sweep[:0]
	for i := range r.bodies {
		r.bodies[i].updateBox()
		r.sweep = append(r.sweep, int32(i))
	}
	r.fixed = body{role: kinematic, q: collision.Rot{C: 1}, dq: collision.Rot{C: 1}}
	r.contacts, r.before, r.sorted, r.sortedBefore = r.contacts[:0], r.before[:0], r.sorted[:0], r.sortedBefore[:0]
	r.joints, r.unmet = r.joints[:0], r.unmet[:0]
	r.steps, r.grabbed, r.pulling = 0, 0, Vec{}
	for i := range r.statics {
		r.statics[i].gone = false
	}
}

// stepTime is the length of a step in seconds.
const stepTime = 1.0 / Rate

// Rate is the number of steps per second.
const Rate = 60

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
