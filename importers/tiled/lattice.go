package tiled

import (
	"cmp"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// lattice describes the positions of a map's cells, in pixels.
type lattice struct {
	kind string    // orthogonal, isometric, staggered, hexagonal or oblique
	size level.Vec // of a cell's bounding box
	top  level.Vec // upper corner of the first cell's diamond; isometric only
	skew level.Vec // offset of each row to the right and of each column down from the one before; oblique only

	// In staggered and hexagonal maps, every second column or row is offset by half a cell.
	columns bool      // columns are offset, not rows
	even    bool      // even columns or rows are offset, not odd ones
	step    level.Vec // from one column and row to the next
	side    level.Vec // extent of a slanted side, truncated as in Tiled; negative if the flat sides are too long
}

// readLattice reads the layout of a map's cells, whose size must be known.
func (m *mapRecord) readLattice(root *node) error {
	l := lattice{kind: m.orientation, size: level.Vec{X: m.tileWidth, Y: m.tileHeight}}
	switch l.kind {
	case "isometric":
		l.top.X = float64(m.height * int(m.tileWidth) / 2)
		m.slant = slant{width: m.tileWidth, height: m.tileHeight}
	case "oblique":
		x, errX := root.integer("skewx", 0, -importers.MaxGridSide, importers.MaxGridSide)
		y, errY := root.integer("skewy", 0, -importers.MaxGridSide, importers.MaxGridSide)
		if err := cmp.Or(errX, errY); err != nil {
			return err
		}
		l.skew = level.Vec{X: float64(x), Y: float64(y)}
		m.slant.shear = level.Vec{X: l.skew.X / m.tileHeight, Y: l.skew.Y / m.tileWidth}
		if float64(x)*float64(y) == float64(m.tileWidth*m.tileHeight) {
			return fmt.Errorf("a skew of %d and %d pixels leaves no room in its cells", x, y)
		}
	case "staggered", "hexagonal":
		switch axis := root.attr("staggeraxis"); axis {
		case "x", "y", "":
			l.columns = axis == "x"
		default:
			return fmt.Errorf("the stagger axis %q is neither x nor y", quote.Excerpt(axis))
		}
		switch index := root.attr("staggerindex"); index {
		case "odd", "even", "":
			l.even = index == "even"
		default:
			return fmt.Errorf("the stagger index %q is neither odd nor even", quote.Excerpt(index))
		}
		var flat level.Vec // length of a hexagon's axis-parallel sides, along their axis; otherwise 0
		if l.kind == "hexagonal" {
			side, err := root.integer("hexsidelength", 0, 0, importers.MaxGridSide)
			if err != nil {
				return err
			}
			if l.columns {
				flat.X = float64(side)
			} else {
				flat.Y = float64(side)
			}
		}
		half := l.size.Sub(flat).Mul(0.5)
		l.side = level.Vec{X: math.Trunc(half.X), Y: math.Trunc(half.Y)}
		l.step = l.side.Add(flat)
		l.size = l.step.Add(l.side) // for odd sizes, truncation makes this a pixel smaller than the tile
	}
	m.lattice = l
	return nil
}

// corner returns the upper left corner of a cell's bounding box.
func (l *lattice) corner(x, y int) level.Vec {
	u, v := float64(x), float64(y)
	switch l.kind {
	case "isometric":
		return level.Vec{X: l.top.X + float64((u-v-1)*l.size.X/2), Y: float64((u + v) * l.size.Y / 2)}
	case "staggered", "hexagonal":
		if l.columns {
			p := level.Vec{X: float64(u * l.step.X), Y: float64(v * l.size.Y)}
			if (x&1 == 0) == l.even {
				p.Y += l.step.Y
			}
			return p
		}
		p := level.Vec{X: float64(u * l.size.X), Y: float64(v * l.step.Y)}
		if (y&1 == 0) == l.even {
			p.X += l.step.X
		}
		return p
	}
	p := level.Vec{X: float64(u * l.size.X), Y: float64(v * l.size.Y)}
	if l.skew != (level.Vec{}) { // a tile stands on the lower left corner of its cell
		p = p.Add(level.Vec{X: float64((v + 1) * l.skew.X), Y: float64(u * l.skew.Y)})
	}
	return p
}

// foot returns the position of a tile's lower left corner in a cell.
func (l *lattice) foot(x, y int) level.Vec { return l.corner(x, y).Add(level.Vec{Y: l.size.Y}) }

// outline returns the clockwise outline of a cell of a staggered or hexagonal map.
func (l *lattice) outline(x, y int) []level.Vec {
	at, side := l.corner(x, y), level.Vec{X: max(l.side.X, 0), Y: max(l.side.Y, 0)}
	list := make([]level.Vec, 0, 8)
	for _, p := range [...]level.Vec{
		{Y: l.size.Y - side.Y},
		{Y: side.Y},
		{X: side.X},
		{X: l.size.X - side.X},
		{X: l.size.X, Y: side.Y},
		{X: l.size.X, Y: l.size.Y - side.Y},
		{X: l.size.X - side.X, Y: l.size.Y},
		{X: side.X, Y: l.size.Y},
	} {
		if p = at.Add(p); (len(list) == 0 || list[len(list)-1] != p) && (len(list) < 2 || list[0] != p) {
			list = append(list, p)
		}
	}
	return list
}

// bounds returns the box around the cells from lo to hi, exclusive.
func (l *lattice) bounds(lo, hi [2]int) (from, to level.Vec) {
	if lo[0] >= hi[0] || lo[1] >= hi[1] {
		return from, to
	}
	box := collision.EmptyAABB()
	around := func(p level.Vec) { box.Min, box.Max = box.Min.Min(p), box.Max.Max(p) }
	if l.kind == "oblique" {
		for _, x := range [2]int{lo[0], hi[0]} {
			for _, y := range [2]int{lo[1] - 1, hi[1] - 1} {
				around(l.foot(x, y))
			}
		}
		return box.Min, box.Max
	}
	// The outermost cells are at the ends, or next to the ends if every second column or row is offset.
	ends := func(k int) [4]int { return [4]int{lo[k], min(lo[k]+1, hi[k]-1), max(hi[k]-2, lo[k]), hi[k] - 1} }
	for _, x := range ends(0) {
		for _, y := range ends(1) {
			around(l.corner(x, y))
		}
	}
	return box.Min, box.Max.Add(l.size)
}
