package editor

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// nearlySame is a distance in level pixels that counts as zero: the error that rounding leaves.
const nearlySame = 1e-9

// Unit moves as one: a collider, or the contents of a group or an instance.
type Unit struct {
	Colliders []level.ID
	Bare      []level.InstanceID // instances without parts
	Box       collision.AABB     // drawn bounds
}

// Edge is a side or a centre line of a box.
type Edge uint8

// The edges that a unit can be aligned at.
const (
	AlignLeft Edge = iota
	AlignCentre
	AlignRight
	AlignTop
	AlignMiddle
	AlignBottom
)

// IsVertical reports whether aligning at the edge moves units up and down.
func (e Edge) IsVertical() bool { return e >= AlignTop }

// Of returns the position of the edge on a box: its x or its y.
func (e Edge) Of(b collision.AABB) float64 {
	switch e {
	case AlignLeft:
		return b.Min.X
	case AlignCentre:
		return b.Center().X
	case AlignRight:
		return b.Max.X
	case AlignTop:
		return b.Min.Y
	case AlignMiddle:
		return b.Center().Y
	default:
		return b.Max.Y
	}
}

// alignTarget returns the target position of a unit's edge.
type alignTarget func(e Edge, of *Unit) float64

// boxTarget aligns every unit with the same edge of a box.
func boxTarget(b collision.AABB) alignTarget {
	return func(e Edge, _ *Unit) float64 { return e.Of(b) }
}

// gridTarget aligns every unit with the nearest line of a grid.
func gridTarget(g level.Grid) alignTarget {
	return func(e Edge, u *Unit) float64 {
		n := float64(max(g.Subdivisions, 1))
		step, offset := g.Size.X/n, g.Offset.X
		if e.IsVertical() {
			step, offset = g.Size.Y/n, g.Offset.Y
		}
		at := e.Of(u.Box)
		if !(step > 0) {
			return at
		}
		return offset + float64(math.Round((at-offset)/step)*step)
	}
}

// alignUnits returns the move of each unit that brings its edge to the target.
func alignUnits(units []Unit, e Edge, to alignTarget) []level.Vec {
	out := make([]level.Vec, len(units))
	for i := range units {
		out[i] = along(e.IsVertical(), to(e, &units[i])-e.Of(units[i].Box))
	}
	return out
}

// along returns a move along one of the axes, or zero if it is negligible.
func along(vertical bool, by float64) level.Vec {
	switch {
	case math.Abs(by) < nearlySame:
		return level.Vec{}
	case vertical:
		return level.Vec{Y: by}
	}
	return level.Vec{X: by}
}

// span returns the start and the end of a unit on an axis.
func (u *Unit) span(vertical bool) (lo, hi float64) {
	if vertical {
		return u.Box.Min.Y, u.Box.Max.Y
	}
	return u.Box.Min.X, u.Box.Max.X
}

// inOrder returns the indices of the units along an axis, sorted by their centres.
func inOrder(units []Unit, vertical bool) []int {
	order := make([]int, len(units))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		la, ha := units[a].span(vertical)
		lb, hb := units[b].span(vertical)
		return cmp.Compare(la+ha, lb+hb)
	})
	return order
}

// equalGaps returns the move of each unit that makes the gaps along an axis equal. The first and the last stay.
func equalGaps(units []Unit, vertical bool) []level.Vec {
	if len(units) < 3 {
		return make([]level.Vec, len(units))
	}
	order := inOrder(units, vertical)
	first, _ := units[order[0]].span(vertical)
	_, last := units[order[len(order)-1]].span(vertical)
	gap := last - first
	for i := range units {
		lo, hi := units[i].span(vertical)
		gap -= hi - lo
	}
	return spread(units, order[:len(order)-1], vertical, gap/float64(len(units)-1))
}

// spreadBy returns the move of each unit that makes all gaps along an axis the given size. The first one stays.
func spreadBy(units []Unit, vertical bool, gap float64) []level.Vec {
	return spread(units, inOrder(units, vertical), vertical, gap)
}

func spread(units []Unit, order []int, vertical bool, gap float64) []level.Vec {
	out := make([]level.Vec, len(units))
	at := 0.0
	for k, i := range order {
		lo, hi := units[i].span(vertical)
		if k == 0 {
			at = lo
		}
		out[i] = along(vertical, at-lo)
		at += hi - lo + gap
	}
	return out
}

// equalCentres returns the move of each unit that spaces the centres evenly along an axis. The first and the last stay.
func equalCentres(units []Unit, vertical bool) []level.Vec {
	out := make([]level.Vec, len(units))
	if len(units) < 3 {
		return out
	}
	order := inOrder(units, vertical)
	middle := func(i int) float64 {
		lo, hi := units[i].span(vertical)
		return lo + float64((hi-lo)/2)
	}
	n := len(order) - 1
	first, last := middle(order[0]), middle(order[n])
	for k := 1; k < n; k++ {
		at := first + float64((last-first)*float64(k)/float64(n))
		out[order[k]] = along(vertical, at-middle(order[k]))
	}
	return out
}

// meanGap returns the mean gap between units along an axis, the initial value of a typed gap.
func meanGap(units []Unit, vertical bool) float64 {
	if len(units) < 2 {
		return 0
	}
	order := inOrder(units, vertical)
	sum := 0.0
	for k := 1; k < len(order); k++ {
		_, hi := units[order[k-1]].span(vertical)
		lo, _ := units[order[k]].span(vertical)
		sum += lo - hi
	}
	return sum / float64(len(order)-1)
}

// swapUnits returns the moves that exchange the centres of two units.
func swapUnits(units []Unit) []level.Vec {
	out := make([]level.Vec, len(units))
	if len(units) == 2 {
		out[0] = units[1].Box.Center().Sub(units[0].Box.Center())
		out[1] = out[0].Neg()
	}
	return out
}
