package level

// Motion sets a dynamic collider in motion when the game begins, and keeps pulling at it. It is in level space, as in
// engines: a collider that is turned moves as before.
type Motion struct {
	Velocity Vec     // of its centre of mass, in pixels per second
	Spin     Degrees // per second; positive turns +x toward +y
	Force    Vec     // on its centre of mass, in newtons: a square metre of density 1 has a mass of one kilogram
}

// Started returns the collider's motion, or the zero value if it has none.
func (c *Collider) Started() Motion {
	if c.Motion == nil {
		return Motion{}
	}
	return *c.Motion
}

// Start sets the motion of a copied record.
func (c *Collider) Start(m Motion) {
	if c.Motion = nil; m != (Motion{}) {
		c.Motion = &m
	}
}

// Through returns the motion with its vectors mapped by of, and its spin multiplied by a factor, which is -1 for a
// mirror.
func (m Motion) Through(of func(Vec) Vec, spin float64) Motion {
	zero := func(v Vec) Vec { return Vec{X: v.X + 0, Y: v.Y + 0} } // no -0
	return Motion{zero(of(m.Velocity)), Degrees(float64(float64(m.Spin)*spin) + 0), zero(of(m.Force))}
}
