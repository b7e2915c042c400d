package collision

// Rot is a rotation, as the cosine and sine of its angle.
type Rot struct{ C, S float64 }

// NewRot returns the rotation by an angle in radians, or none if the angle is not finite.
func NewRot(radians float64) Rot {
	if !finite(radians) {
		return Rot{C: 1}
	}
	s, c := Sincos(radians)
	return Rot{C: c, S: s}
}

// Angle returns the rotation's angle in radians, in (-π, π].
func (q Rot) Angle() float64 { return Atan2(q.S, q.C) }

// Apply rotates v.
func (q Rot) Apply(v Vec) Vec {
	return Vec{X: float64(q.C*v.X) - float64(q.S*v.Y), Y: float64(q.S*v.X) + float64(q.C*v.Y)}
}

// ApplyInv rotates v back.
func (q Rot) ApplyInv(v Vec) Vec {
	return Vec{X: float64(q.C*v.X) + float64(q.S*v.Y), Y: float64(q.C*v.Y) - float64(q.S*v.X)}
}

// Mul returns the rotation that applies o and then q.
func (q Rot) Mul(o Rot) Rot {
	return Rot{C: float64(q.C*o.C) - float64(q.S*o.S), S: float64(q.S*o.C) + float64(q.C*o.S)}
}

// Inv returns the inverse rotation.
func (q Rot) Inv() Rot { return Rot{C: q.C, S: -q.S} }

// Unit returns q and the factor that makes its vectors unit vectors. A rotation that was stored as float32 is returned
// unchanged, so that vertices end up where the caller's own arithmetic puts them. Less exact rotations are normalized,
// and zero becomes the identity.
func (q Rot) Unit() (Rot, float64) {
	l := float64(q.C*q.C) + float64(q.S*q.S)
	if d := l - 1; d <= rotationTolerance && d >= -rotationTolerance {
		return q, 1 - float64(d*(0.5-float64(0.375*d)))
	}
	u := Vec{X: q.C, Y: q.S}.Unit()
	if u == (Vec{}) {
		return Rot{C: 1}, 1
	}
	return Rot{C: u.X, S: u.Y}, 1
}

// Transform places a shape's own frame in the world: it rotates by Q, then translates by P. The zero value is not
// valid; start from [Identity] or [NewTransform].
type Transform struct {
	P Vec
	Q Rot
}

// Identity returns the identity transform.
func Identity() Transform { return Transform{Q: Rot{C: 1}} }

// NewTransform returns the transform that rotates by an angle in radians and then translates by p.
func NewTransform(p Vec, radians float64) Transform { return Transform{P: p, Q: NewRot(radians)} }

// Apply transforms v from the transform's frame to the world.
func (t Transform) Apply(v Vec) Vec {
	return Vec{
		X: t.P.X + (float64(t.Q.C*v.X) - float64(t.Q.S*v.Y)),
		Y: t.P.Y + (float64(t.Q.S*v.X) + float64(t.Q.C*v.Y)),
	}
}

// ApplyInv transforms v from the world to the transform's frame.
func (t Transform) ApplyInv(v Vec) Vec { return t.Q.ApplyInv(v.Sub(t.P)) }

// Mul returns the transform that applies o and then t.
func (t Transform) Mul(o Transform) Transform {
	return Transform{P: t.Apply(o.P), Q: t.Q.Mul(o.Q)}
}

// Inv returns the inverse of t.
func (t Transform) Inv() Transform {
	return Transform{P: t.Q.ApplyInv(t.P.Neg()), Q: t.Q.Inv()}
}

// IsValid reports whether t can be placed: finite and within MaxCoordinate.
func (t Transform) IsValid() bool {
	return t.P.IsPlaceable() && finite(t.Q.C) && finite(t.Q.S)
}
