package level

import "cmp"

// Motion is what sets a dynamic collider in motion as the game begins, and what goes on pulling at it. It stands in level space, as
// engines have it: a collider that is turned moves as before.
type Motion struct {
	Velocity Vec     // of its centre of mass, in pixels a second
	Spin     Degrees // a second; positive turns +x toward +y
	Force    Vec     // on its centre of mass, in newtons: a kilogram, which is what a square metre of density 1 weighs, times metres a second squared
}

// Started is the collider's motion; the zero value where it has none.
func (c *Collider) Started() Motion {
	if c.Motion == nil {
		return Motion{}
	}
	return *c.Motion
}

// Start gives a copy of a record another motion.
func (c *Collider) Start(m Motion) {
	if c.Motion = nil; m != (Motion{}) {
		c.Motion = &m
	}
}

// Through is the motion with what a map makes of its vectors, and its spin times a factor, which is -1 where the map mirrors.
func (m Motion) Through(of func(Vec) Vec, spin float64) Motion {
	zero := func(v Vec) Vec { return Vec{X: v.X + 0, Y: v.Y + 0} } // no -0
	return Motion{zero(of(m.Velocity)), Degrees(float64(float64(m.Spin)*spin) + 0), zero(of(m.Force))}
}

func (c *Collider) checkMotion() error {
	m := c.Started()
	return cmp.Or(checkVec("velocity", m.Velocity), checkNumber("spin", float64(m.Spin)), checkVec("force", m.Force))
}
