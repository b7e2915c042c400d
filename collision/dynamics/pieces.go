package dynamics

import (
	"math"

	"fillet/collision"
)

// PieceOf returns a target's shape and pose.
func (r *Space) PieceOf(t Target) (*collision.Shape, *collision.Transform) {
	if t.Body == NoBody {
		f := &r.Ground[t.Piece]
		return &f.Shape, &r.Statics[f.Owner].Pose
	}
	b := &r.Bodies[t.Body]
	return &b.Shapes[t.Piece], &b.Pose
}

// OneWayOf returns the direction in which a target is solid, or zero if it is solid from all sides.
func (r *Space) OneWayOf(t Target) Vec {
	if t.Body == NoBody {
		return r.Ground[t.Piece].Facing
	}
	switch b := &r.Bodies[t.Body]; {
	case b.OneWay != (Vec{}):
		return b.Direction()
	case b.OneSided:
		return b.Pose.Q.Apply(FacingOf(&b.Shapes[t.Piece]))
	}
	return Vec{}
}

// IsPlatform reports whether a target belongs to a one-way collider, through which the character can drop.
func (r *Space) IsPlatform(t Target) bool {
	if t.Body == NoBody {
		return r.Statics[r.Ground[t.Piece].Owner].OneWay != (Vec{})
	}
	return r.Bodies[t.Body].OneWay != (Vec{})
}

// VelocityOf returns a target's velocity at a point.
func (r *Space) VelocityOf(t Target, p Vec) Vec {
	if t.Body == NoBody {
		return Vec{}
	}
	return r.Bodies[t.Body].VelocityAt(p)
}

// turnOf returns the distance that the rotation of a target's body can add within the step, in pixels.
func (r *Space) turnOf(t Target) float64 {
	if t.Body == NoBody {
		return 0
	}
	return r.Bodies[t.Body].turn
}

// Owner identifies a body, by its index in Space.Bodies, or a static collider: see [StaticOwner].
type Owner int32

// NoOwner is the owner of everything that is fixed and no collider.
const NoOwner Owner = math.MinInt32

// StaticOwner returns the owner for an index in Space.Statics.
func StaticOwner(i int32) Owner { return Owner(-1 - i) }

// Body returns the index of a body, or NoBody.
func (o Owner) Body() int32 { return max(int32(o), NoBody) }

func (r *Space) ownerOf(t Target) Owner {
	if t.Body == NoBody {
		return StaticOwner(r.Ground[t.Piece].Owner)
	}
	return Owner(t.Body)
}

// isOwnerGone reports whether a body or a static collider is gone.
func (r *Space) isOwnerGone(o Owner) bool {
	switch {
	case o == NoOwner:
		return false
	case o < 0:
		return r.Statics[-1-o].Gone
	}
	return r.Bodies[o].Gone
}

// SetOwnerGone removes a body or a static collider from the space, or puts it back. It wakes nothing: see
// [Space.SetGone].
func (r *Space) SetOwnerGone(o Owner, gone bool) {
	switch {
	case o == NoOwner:
	case o < 0:
		r.Statics[-1-o].Gone = gone
	default:
		r.Bodies[o].Gone = gone
	}
}

// IsGone reports whether a target is gone.
func (r *Space) IsGone(t Target) bool { return r.isOwnerGone(r.ownerOf(t)) }

// WakeAround wakes the bodies that touch an owner or are joined to it. It is called when the owner disappears or
// returns.
func (r *Space) WakeAround(o Owner) {
	if o == NoOwner {
		return
	}
	wake := func(i int32) {
		if r.IsMovable(i) {
			r.Bodies[i].Rouse()
		}
	}
	for i := range r.Joints {
		if j := &r.Joints[i]; j.owners[0] == o || j.owners[1] == o {
			wake(j.A)
			wake(j.B)
		}
	}
	for i := range r.Contacts {
		if c := &r.Contacts[i]; r.ownerOf(c.A) == o || r.ownerOf(c.B) == o {
			wake(c.A.Body)
			wake(c.B.Body)
		}
	}
}

// IsActive reports whether a target moves.
func (r *Space) IsActive(t Target) bool { return t.Body != NoBody && r.Bodies[t.Body].active() }

func (r *Space) materialOf(t Target) Material {
	if t.Body == NoBody {
		return r.Statics[r.Ground[t.Piece].Owner].material
	}
	if m := r.Bodies[t.Body].Materials; m != nil {
		return (*m)[t.Piece]
	}
	return r.Bodies[t.Body].material
}

// radiusOf returns the radius of a dynamic body's rounded piece, or 0 for other targets.
func (r *Space) radiusOf(t Target) float64 {
	if t.Body == NoBody || r.Bodies[t.Body].Role != Dynamic {
		return 0
	}
	return r.Bodies[t.Body].Shapes[t.Piece].Radius()
}

// sides returns a contact's bodies. A sleeping body counts as fixed: it wakes when something can move it, and must not
// accumulate velocity before that.
func (r *Space) sides(c *Contact) (a, b *Body) { return r.side(c.A), r.side(c.B) }

func (r *Space) side(t Target) *Body {
	if t.Body == NoBody || r.Bodies[t.Body].Asleep {
		return &r.fixed
	}
	return &r.Bodies[t.Body]
}

// A step examines every pair of nearby pieces. A body is usually in a few pairs, but if many bodies are in one place,
// each is in as many pairs as there are other bodies.
const (
	MaxPairs = 200_000    // pairs of pieces per step, which take about half a second
	maxTests = 20_000_000 // pairs of bodies that overlap horizontally, as found by the sweep
)

// TooManyPairs returns about how many pairs of pieces the first step has if there are more than MaxPairs, or else 0. It
// stops counting at ten times MaxPairs.
func (r *Space) TooManyPairs() int {
	pairs, tests := 0, 0
	for k, i := range r.Sweep {
		box := r.Bodies[i].Box
		for _, j := range r.Sweep[k+1:] {
			if r.Bodies[j].Box.Min.X > box.Max.X {
				break
			}
			a, b := &r.Bodies[min(i, j)], &r.Bodies[max(i, j)]
			if tests++; a.Box.Overlaps(b.Box) && a.meets(b) {
				pairs += len(a.Shapes) * len(b.Shapes)
			}
		}
		if a := &r.Bodies[i]; a.Role == Dynamic && a.CanMove() {
			r.found = r.GroundIndex.Append(r.found[:0], box)
			for _, f := range r.found {
				if a.Filter.Accepts(r.Statics[r.Ground[f].Owner].Filter) {
					pairs += len(a.Shapes)
				}
			}
		}
		if limit := 10 * MaxPairs; pairs > limit || tests > maxTests {
			return max(pairs, MaxPairs)
		}
	}
	if pairs <= MaxPairs {
		return 0
	}
	return pairs
}
