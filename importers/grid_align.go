package importers

import (
	"context"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
)

// maxMiss bounds, in pixels, how far coordinates that are meant to be equal may differ: files store them with six
// digits, and designers draw by hand. Coordinates that differ by at most sameCoordinate count as equal.
const (
	maxMiss        = 0.01 + 1e-9
	sameCoordinate = 1e-9
)

// aligner moves coordinates of areas that narrowly miss their neighbours' coordinates, so that the areas touch.
//
// A line is one x or y coordinate of an area. Lines of neighbours that nearly coincide form a class: its first line is
// its root, and the offset of a line is its distance from the root.
type aligner struct {
	*Mosaic
	areas  []alignedArea
	of     [][]int32 // by tile: indices of its areas
	parent []int32   // by line
	offset []float64 // by line: distance from its parent
}

// alignedArea is an area with its ascending coordinates along each axis, and the number of the first line along each
// axis.
type alignedArea struct {
	*Area
	box    collision.AABB
	values [2][]float64
	first  [2]int32
}

func along(p Vec, axis int) float64 {
	if axis == 0 {
		return p.X
	}
	return p.Y
}

// aligned returns the areas of the tiles. Where neighbours miss each other by up to maxMiss, it moves their coordinates
// by up to 2*maxMiss.
func (m *Mosaic) aligned(ctx context.Context) [][]Area {
	a := &aligner{Mosaic: m, of: make([][]int32, len(m.Areas))}
	for t := range m.Areas {
		for i := range m.Areas[t] {
			a.of[t] = append(a.of[t], int32(len(a.areas)))
			a.add(&m.Areas[t][i])
		}
	}
	if len(m.Tiles) != m.Width*m.Height || !a.mayMiss() {
		return m.Areas
	}
	pairs := a.neighbours(ctx)
	for _, reach := range []float64{sameCoordinate, maxMiss} { // first what is equal already, so that it stays equal
		for _, p := range pairs {
			a.join(p, reach)
		}
	}
	moved := a.moves()
	if moved == nil {
		return m.Areas
	}
	out := make([][]Area, len(m.Areas))
	for t, list := range a.of {
		out[t] = slices.Clone(m.Areas[t])
		for i, k := range list {
			out[t][i].Outline = a.areas[k].moved(moved)
		}
	}
	return out
}

func (a *aligner) add(area *Area) {
	one := alignedArea{Area: area, box: collision.BoundsOf(area.Outline[0])}
	for axis := range one.values {
		for _, loop := range area.Outline {
			for _, p := range loop {
				one.values[axis] = append(one.values[axis], along(p, axis))
			}
		}
		slices.Sort(one.values[axis])
		one.values[axis] = slices.Compact(one.values[axis])
		one.first[axis] = int32(len(a.parent))
		for range one.values[axis] {
			a.parent, a.offset = append(a.parent, int32(len(a.parent))), append(a.offset, 0)
		}
	}
	a.areas = append(a.areas, one)
}

// mayMiss reports whether coordinates of any two areas could narrowly miss each other, wherever their tiles are placed.
func (a *aligner) mayMiss() bool {
	period := a.period()
	for axis, length := range [2]float64{period.X, period.Y} {
		if length == 0 {
			return true
		}
		var rests []float64
		for i := range a.areas {
			for _, v := range a.areas[i].values[axis] {
				rests = append(rests, v-float64(math.Floor(v/length)*length))
			}
		}
		slices.Sort(rests)
		for i, r := range rests {
			next := rests[0] + length
			if i+1 < len(rests) {
				next = rests[i+1]
			}
			if d := next - r; d > sameCoordinate && d <= maxMiss {
				return true
			}
		}
	}
	return false
}

// period returns, for each axis, a length that divides all distances between cells, or 0 if none is known.
func (a *aligner) period() Vec {
	if a.Corner == nil {
		return Vec{X: a.CellWidth, Y: a.CellHeight}
	}
	const half = 0.5
	for _, p := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}} {
		d := a.Corner(p[0], p[1]).Sub(a.Corner(0, 0)).Mul(1 / half)
		if d.X != math.Round(d.X) || d.Y != math.Round(d.Y) {
			return Vec{}
		}
	}
	return Vec{X: half, Y: half}
}

// neighbours lists each pair of nearby areas of one value once.
func (a *aligner) neighbours(ctx context.Context) []pairOf {
	box := collision.EmptyAABB()
	for i := range a.areas {
		box = box.Union(a.areas[i].box)
	}
	offsets := append([][2]int{{}}, a.offsets(box, maxMiss)...)
	known := map[pairOf]bool{} // of tiles
	var out []pairOf
	for c, t := range a.Tiles {
		if c%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		if t == 0 {
			continue
		}
		x, y := c%a.Width, c/a.Width
		for _, o := range offsets {
			x, y := x+o[0], y+o[1]
			if x < 0 || y < 0 || x >= a.Width || y >= a.Height || a.Tiles[y*a.Width+x] == 0 {
				continue
			}
			k := pairOf{t - 1, a.Tiles[y*a.Width+x] - 1, a.at(x, y).Sub(a.At(c))}
			if known[k] {
				continue
			}
			known[k] = true
			for _, i := range a.of[k.a] {
				for _, j := range a.of[k.b] {
					one, two := &a.areas[i], &a.areas[j]
					if one.Value == two.Value && (i != j || k.by != Vec{}) && touch(one.box, two.box, k.by, maxMiss) {
						out = append(out, pairOf{i, j, k.by})
					}
				}
			}
		}
	}
	return out
}

// join joins the lines of two areas that are within reach of each other.
func (a *aligner) join(p pairOf, reach float64) {
	one, two := &a.areas[p.a], &a.areas[p.b]
	for axis := range one.values {
		by, from := along(p.by, axis), 0
		for i, v := range one.values[axis] {
			for from < len(two.values[axis]) && two.values[axis][from]+by < v-reach {
				from++
			}
			for k := from; k < len(two.values[axis]) && two.values[axis][k]+by <= v+reach; k++ {
				a.link(one.first[axis]+int32(i), two.first[axis]+int32(k), by)
			}
		}
	}
}

// root returns the root of a line's class and the line's distance from it.
func (a *aligner) root(line int32) (root int32, offset float64) {
	for a.parent[line] != line {
		if up := a.parent[line]; a.parent[up] != up {
			a.offset[line] += a.offset[up]
			a.parent[line] = a.parent[up]
			continue
		}
		offset += a.offset[line]
		line = a.parent[line]
	}
	return line, offset
}

// link records that one line coincides with another after a shift. Lines of one class already keep their distance.
func (a *aligner) link(one, two int32, by float64) {
	r, from := a.root(one)
	s, to := a.root(two)
	switch {
	case r < s:
		a.parent[s], a.offset[s] = r, from-to-by
	case s < r:
		a.parent[r], a.offset[r] = s, to+by-from
	}
}

// class is a set of lines that should coincide: best is the line nearest to a whole number, and low and top bound the
// positions that the other lines imply for it.
type class struct {
	best     int
	low, top float64
}

// moves returns the new position of each line, or nil if none moves. A class moves to a whole number if that is within
// maxMiss of all its lines, else to its best line.
func (a *aligner) moves() []float64 {
	values := make([]float64, 0, len(a.parent))
	for i := range a.areas {
		values = append(append(values, a.areas[i].values[0]...), a.areas[i].values[1]...)
	}
	roots, offsets := make([]int32, len(values)), make([]float64, len(values))
	classes := make([]class, len(values)) // by root
	rough := func(v float64) float64 { return math.Abs(v - math.Round(v)) }
	for i, v := range values {
		roots[i], offsets[i] = a.root(int32(i))
		c := &classes[roots[i]]
		if int(roots[i]) == i || rough(v) < rough(values[c.best]) { // a root is the first line of its class
			*c = class{best: i, low: v, top: v}
		}
	}
	for i, v := range values {
		c := &classes[roots[i]]
		at := v - (offsets[i] - offsets[c.best])
		c.low, c.top = min(c.low, at), max(c.top, at)
	}
	out, isMoved := slices.Clone(values), false
	for i, v := range values {
		c := &classes[roots[i]]
		if c.top-c.low <= sameCoordinate || c.top-c.low > 2*maxMiss {
			continue // already equal, or too far apart
		}
		to := values[c.best]
		if rounded := math.Round(to); rounded-c.low <= maxMiss && c.top-rounded <= maxMiss {
			to = rounded
		}
		out[i] = to + (offsets[i] - offsets[c.best])
		isMoved = isMoved || out[i] != v
	}
	if !isMoved {
		return nil
	}
	return out
}

// moved returns the outline with its lines at their new positions, or the old outline if the new one is invalid.
func (a *alignedArea) moved(to []float64) [][]Vec {
	line := func(p Vec, axis int) float64 {
		i, _ := slices.BinarySearch(a.values[axis], along(p, axis))
		return to[a.first[axis]+int32(i)]
	}
	out := make([][]Vec, len(a.Outline))
	for i, loop := range a.Outline {
		for _, p := range loop {
			q := Vec{X: line(p, 0), Y: line(p, 1)}
			if n := len(out[i]); n == 0 || out[i][n-1] != q {
				out[i] = append(out[i], q)
			}
		}
		if n := len(out[i]); n > 1 && out[i][0] == out[i][n-1] {
			out[i] = out[i][:n-1]
		}
	}
	if polygon.Validate(out) != nil {
		return a.Outline
	}
	return out
}
