package tiled

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// affine is a map of the plane: x, y are where the axes go, at is where the origin goes.
type affine struct{ x, y, at level.Vec }

func moveBy(v level.Vec) affine { return affine{level.Vec{X: 1}, level.Vec{Y: 1}, v} }

func turn(d level.Degrees) affine {
	sin, cos := collision.Sincos(d.Radians())
	switch d { // quarter turns are exact
	case 0:
		sin, cos = 0, 1
	case 90:
		sin, cos = 1, 0
	case -90:
		sin, cos = -1, 0
	case 180, -180:
		sin, cos = 0, -1
	}
	return affine{level.Vec{X: cos, Y: sin}, level.Vec{X: -sin, Y: cos}, level.Vec{}}
}

func (m affine) linear(v level.Vec) level.Vec { return m.x.Mul(v.X).Add(m.y.Mul(v.Y)) }

func (m affine) apply(v level.Vec) level.Vec { return m.linear(v).Add(m.at) }

// after is m after n.
func (m affine) after(n affine) affine { return affine{m.linear(n.x), m.linear(n.y), m.apply(n.at)} }

// scale is by how much the map stretches all lengths alike; ok is false where it does not.
func (m affine) scale() (k float64, ok bool) {
	const tolerance = 1e-9
	kx, ky := m.x.Len(), m.y.Len()
	return kx, math.Abs(kx-ky) <= tolerance*kx && math.Abs(m.x.Dot(m.y)) <= tolerance*kx*ky
}

// stretch is by how much the map stretches lengths at most, in any direction.
func (m affine) stretch() float64 {
	along := level.Vec{X: m.x.X + m.y.Y, Y: m.x.Y - m.y.X}
	across := level.Vec{X: m.x.X - m.y.Y, Y: m.x.Y + m.y.X}
	return float64((along.Len() + across.Len()) / 2)
}

// through is where a shape goes. It keeps its kind where the map allows.
func (im *mapImport) through(p placed, m affine) placed {
	out := placed{shape: p.shape, at: m.apply(p.at)}
	s := &out.shape
	whole := m.after(moveBy(p.at)).after(turn(p.angle)) // from the shape's own frame
	k, similar := m.scale()
	axes := p.angle == 0 && (m.x.Y == 0 && m.y.X == 0 || m.x.X == 0 && m.y.Y == 0)
	switch {
	case s.Kind == level.Point:
		return out
	case s.Kind == level.Circle && similar:
		s.Radius = float64(s.Radius * k)
		return out
	case s.Kind == level.Box && axes:
		size := m.x.Mul(s.Size.X).Add(m.y.Mul(s.Size.Y))
		s.Size = level.Vec{X: math.Abs(size.X), Y: math.Abs(size.Y)}
		return out
	case s.Kind == level.Box && similar:
		s.Size = s.Size.Mul(k)
		const places = 1e9 // a degree in radians and back is the same number again
		d := float64(level.DegreesOf(collision.Atan2(whole.x.Y, whole.x.X)))
		out.angle = level.Degrees(math.Round(d*places) / places).Normalized()
		return out
	case s.Kind == level.Box:
		s.Points = s.Corners()
	case (s.Kind == level.Circle || s.Kind == level.Capsule) && !similar:
		s.Points = im.roundOutline(*s, m.stretch())
	case s.Kind == level.Capsule:
		s.Radius = float64(s.Radius * k)
	}
	points := make([]level.Vec, len(s.Points))
	for i, q := range s.Points {
		v := whole.linear(q)
		points[i] = level.Vec{X: v.X + 0, Y: v.Y + 0} // + 0 turns -0 into 0
	}
	if s.Kind == level.Capsule && similar || s.Kind == level.Chain {
		s.Points = points
		return out
	}
	out.shape = level.Shape{Kind: level.Polygon, Points: clockwise(points), Rounding: level.Inset}
	return out
}

// laid is how a tile of a size is laid into its cell, and how high it is then. On hexagonal maps two flags, one of which other
// maps do not have, turn it about its middle by 60 and 120 degrees.
func (m *mapRecord) laid(w, h float64, tile *tile, gid uint32) (to affine, height float64) {
	if m.orientation != "hexagonal" {
		to, _, h = flipped(w, h, tile.diagonal, tile.horizontal, tile.vertical)
		return to, h
	}
	to, w, h = flipped(w, h, false, tile.horizontal, tile.vertical)
	var d level.Degrees
	if tile.diagonal {
		d += 60
	}
	if gid&hexagonal120 != 0 {
		d += 120
	}
	if d == 0 {
		return to, h
	}
	middle := level.Vec{X: float64(w / 2), Y: float64(h / 2)}
	return moveBy(middle).after(turn(d)).after(moveBy(middle.Mul(-1))).after(to), h
}

// flipped is how a tile of a size is laid into its cell: about the diagonal first.
func flipped(w, h float64, diagonal, horizontal, vertical bool) (m affine, width, height float64) {
	m = moveBy(level.Vec{})
	if diagonal {
		m.x, m.y = m.y, m.x
		w, h = h, w
	}
	if horizontal {
		m = affine{level.Vec{X: -1}, level.Vec{Y: 1}, level.Vec{X: w}}.after(m)
	}
	if vertical {
		m = affine{level.Vec{X: 1}, level.Vec{Y: -1}, level.Vec{Y: h}}.after(m)
	}
	return m, w, h
}
