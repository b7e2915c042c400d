package collision

import (
	"math"
	"slices"
)

// FewPoints is the greatest number of points whose hull is built without allocating.
const FewPoints = 15

// AppendHull returns the vertices of the points' convex hull with positive area, starting at the leftmost (then
// lowest-y) one. If all points are on one line the hull has two vertices, and if all coincide it has one (A. M.
// Andrew's monotone chain, 1979). Points within hullTolerance of an edge are dropped. The vertices are stored in room,
// which must be empty, if it is large enough.
func AppendHull(room, points []Vec) []Vec {
	box := BoundsOf(points)
	tol := max(float64(hullTolerance*box.HalfPerimeter())+float64(CoordinateRounding*box.MaxAbs()), minExtent)
	var few [FewPoints]Vec
	sorted := append(few[:0], points...)
	slices.SortFunc(sorted, func(a, b Vec) int {
		switch {
		case a.X < b.X:
			return -1
		case a.X > b.X:
			return 1
		case a.Y < b.Y:
			return -1
		case a.Y > b.Y:
			return 1
		}
		return 0
	})
	hull := halfHull(room, sorted)
	slices.Reverse(sorted)
	hull = halfHull(hull, sorted)
	hull = DropFlat(hull, tol)
	if len(hull) < 3 {
		return LineEnds(sorted, tol)
	}
	return hull
}

// halfHull appends one chain without its last point.
func halfHull(hull, sorted []Vec) []Vec {
	start := len(hull)
	for _, p := range sorted {
		for len(hull) >= start+2 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if Orient(a, b, p) > 0 {
				break
			}
			hull = hull[:len(hull)-1]
		}
		if len(hull) == start || p.Dist(hull[len(hull)-1]) > 0 {
			hull = append(hull, p)
		}
	}
	if len(hull) > start+1 || start > 0 {
		hull = hull[:len(hull)-1]
	}
	return hull
}

// DropFlat removes vertices that repeat, or that stick out from the line
// between their neighbours by at most tol, flattest first, until none is left.
func DropFlat(poly []Vec, tol float64) []Vec {
	const many = 64
	if len(poly) > many {
		return dropFlatOfMany(poly, tol)
	}
	for len(poly) >= 3 {
		worst, at := tol, -1
		for i, b := range poly {
			a, c := poly[(i+len(poly)-1)%len(poly)], poly[(i+1)%len(poly)]
			if h := standsOut(a, b, c); h <= worst {
				worst, at = h, i
				if h <= 0 {
					break
				}
			}
		}
		if at < 0 {
			break
		}
		poly = slices.Delete(poly, at, at+1)
	}
	return poly
}

// dropFlatOfMany works like DropFlat with the flat vertices in a heap, which avoids searching all of them.
func dropFlatOfMany(poly []Vec, tol float64) []Vec {
	n := len(poly)
	// Work on a copy, so that a caller's small buffer need not move to the heap.
	f := flatVertices{
		poly: slices.Clone(poly), next: make([]int32, n), prev: make([]int32, n),
		height: make([]float64, n),
	}
	for i := range poly {
		f.next[i], f.prev[i] = int32((i+1)%n), int32((i+n-1)%n)
	}
	for i := range poly {
		f.measure(int32(i), tol)
	}
	left := n
	for left >= 3 && len(f.heap) > 0 {
		v := f.pop()
		if v.height != f.height[v.at] {
			continue // an old entry: the vertex was measured again or removed
		}
		a, c := f.prev[v.at], f.next[v.at]
		f.next[a], f.prev[c] = c, a
		f.height[v.at] = math.NaN()
		left--
		f.measure(a, tol)
		f.measure(c, tol)
	}
	if left == n {
		return poly
	}
	out := poly[:0]
	for i, p := range poly {
		if !math.IsNaN(f.height[i]) {
			out = append(out, p)
		}
	}
	return out
}

// flatVertices is a polygon from which vertices are removed, flattest first.
type flatVertices struct {
	poly       []Vec
	next, prev []int32
	height     []float64 // how far each vertex sticks out; NaN once it is removed
	heap       []flatVertex
}

type flatVertex struct {
	height float64
	at     int32
}

// measure computes how far a vertex sticks out, and adds it to the heap if that is at most tol.
func (f *flatVertices) measure(i int32, tol float64) {
	h := standsOut(f.poly[f.prev[i]], f.poly[i], f.poly[f.next[i]])
	f.height[i] = h
	if h > tol {
		return
	}
	f.heap = append(f.heap, flatVertex{h, i})
	for k := len(f.heap) - 1; k > 0; {
		up := (k - 1) / 2
		if !f.heap[k].before(f.heap[up]) {
			break
		}
		f.heap[k], f.heap[up] = f.heap[up], f.heap[k]
		k = up
	}
}

// before orders vertices the way DropFlat removes them: first the ones that do not stick out at all, by index, then the
// flattest, and among equals the last.
func (v flatVertex) before(o flatVertex) bool {
	switch {
	case v.height <= 0 && o.height <= 0:
		return v.at < o.at
	case v.height != o.height:
		return v.height < o.height
	}
	return v.at > o.at
}

func (f *flatVertices) pop() flatVertex {
	top, last := f.heap[0], len(f.heap)-1
	f.heap[0] = f.heap[last]
	f.heap = f.heap[:last]
	for k := 0; ; {
		least := k
		for c := 2*k + 1; c <= 2*k+2 && c < last; c++ {
			if f.heap[c].before(f.heap[least]) {
				least = c
			}
		}
		if least == k {
			return top
		}
		f.heap[k], f.heap[least] = f.heap[least], f.heap[k]
		k = least
	}
}

// standsOut returns b's distance from the line through a and c, or from its nearer neighbour if that is less.
func standsOut(a, b, c Vec) float64 {
	near := min(a.Dist(b), b.Dist(c))
	base := a.Dist(c)
	if base == 0 {
		return 0
	}
	return min(near, Orient(a, b, c)/base)
}

// LineEnds returns the ends of points on a line, or one point if they are within tol.
func LineEnds(sorted []Vec, tol float64) []Vec {
	box := BoundsOf(sorted)
	size := box.Size()
	lo, hi := sorted[0], sorted[0]
	along := func(p Vec) float64 { return p.X }
	if size.Y > size.X {
		along = func(p Vec) float64 { return p.Y }
	}
	for _, p := range sorted {
		if along(p) < along(lo) {
			lo = p
		}
		if along(p) > along(hi) {
			hi = p
		}
	}
	if lo.Dist(hi) <= tol {
		return []Vec{lo}
	}
	return []Vec{lo, hi}
}
