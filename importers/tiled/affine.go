package tiled

import (
	"fillet/editor/level"
	"fillet/importers"
)

// affine is a map of the plane: x, y are where the axes go, at is where the origin goes.
type affine struct{ x, y, at level.Vec }

func moveBy(v level.Vec) affine { return affine{level.Vec{X: 1}, level.Vec{Y: 1}, v} }

func turn(d level.Degrees) affine {
	m := importers.Turn(d)
	return affine{m.X, m.Y, m.At}
}

// shared is the map for all that other importers need as well.
func (m affine) shared() importers.Affine { return importers.Affine{X: m.x, Y: m.y, At: m.at} }

func (m affine) linear(v level.Vec) level.Vec { return m.shared().Linear(v) }

func (m affine) apply(v level.Vec) level.Vec { return m.shared().Apply(v) }

// after is m after n.
func (m affine) after(n affine) affine { return affine{m.linear(n.x), m.linear(n.y), m.apply(n.at)} }

// stretch is by how much the map stretches lengths at most, in any direction.
func (m affine) stretch() float64 { return m.shared().Stretch() }

// through is where a shape goes. It keeps its kind where the map allows.
func (im *mapImport) through(p placed, m affine) placed {
	out, off := m.shared().Through(importers.Placed{Shape: p.shape, At: p.at, Angle: p.angle})
	im.rounded(off)
	return placed{out.Shape, out.At, out.Angle}
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
