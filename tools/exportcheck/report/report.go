// Package report defines the JSON output of testdata/checker, which describes how generated Go packages behave in their
// engines.
package report

// Report holds the results for all generated packages.
type Report struct {
	Contacts []Contact // package goground
	Chipmunk Chipmunk  // package cpground
	Resolv   Resolv    // package resolvground
	Joints   []Jointed // package cpjoints

	// Motion holds the centres and angles of package cpmotion's bodies by collider, at the start and after each step.
	Motion map[string][][3]float64

	Falls  []Fall   // package cpstage, then the two stages of package cplevels
	Bodies int      // in the empty level of package cplevels
	Worlds []World  // the two stages of package golevels
	Tagged []Resolv // the two stages of package resolvlevels and its empty level, without pairs
}

// Contact is a contact of two colliders, given by their numbers in drawing order.
type Contact struct {
	A, B    int
	Trigger bool
	Depth   float64
}

// Chipmunk holds the results of the proving ground in Chipmunk.
type Chipmunk struct {
	Shapes   map[string]int // number of shapes of each collider
	Filtered [][2]string    // pairs that filters keep apart
	Touching []Touch        // pairs with contact points, regardless of filters
	Bodies   map[string]Body
}

// Touch is a pair of colliders and the depth of its deepest contact point.
type Touch struct {
	Pair  [2]string
	Depth float64
}

// Body is a body of finite mass.
type Body struct {
	Mass, Moment float64
	Position     [2]float64
}

// Resolv holds the results of a level in resolv.
type Resolv struct {
	Intersecting [][2]string
	Unmarked     []string // colliders without a shape, or with a shape that lacks its role's tag or its data
	Tags         map[string]uint64
}

// Jointed is a collider of the machinery and its final body.
type Jointed struct {
	ID               string
	Of               int  // 1 + index of the collider with which it shares a body, or 0
	Static           bool // whether it is on the level's own body
	Centre, Position [2]float64
	Angle            float64
	BodyPosition     [2]float64
	BodyAngle        float64
}

// Fall holds the final heights of the stage's two boxes, and the highest point of the lower box.
type Fall struct{ Above, Below, Highest float64 }

// World holds counts of a collision world.
type World struct{ Colliders, Contacts int }
