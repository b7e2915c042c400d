package collision

import "slices"

// fewPoints is how many points a hull is made of without allocating.
const fewPoints = 15

// appendHull returns the corners of the points' convex hull with positive area,
// starting at the leftmost (then lowest-y) one; two points when all lie on one
// line, and one when all coincide (A. M. Andrew's monotone chain, 1979). Points
// within hullTolerance of an edge are not corners. It puts them into room, which
// is empty, where there is enough of it.
func appendHull(room, points []Vec) []Vec {
	box := BoundsOf(points)
	tol := max(float64(hullTolerance*box.perimeter())+float64(coordinateRounding*largest(box)), leastExtent)
	var few [fewPoints]Vec
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
	hull = dropFlat(hull, tol)
	if len(hull) < 3 {
		return extremes(sorted, tol)
	}
	return hull
}

// largest returns the greatest magnitude of the box's coordinates.
func largest(b AABB) float64 {
	return max(b.Max.X, -b.Min.X, b.Max.Y, -b.Min.Y, 0)
}

// halfHull appends one chain without its last point.
func halfHull(hull, sorted []Vec) []Vec {
	start := len(hull)
	for _, p := range sorted {
		for len(hull) >= start+2 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if cross3(a, b, p) > 0 {
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

// dropFlat removes vertices that repeat or stand out from the line between
// their neighbours by no more than tol, flattest first, until none does.
func dropFlat(poly []Vec, tol float64) []Vec {
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

// standsOut returns b's distance from the line a c, or from its neighbours when
// that is less.
func standsOut(a, b, c Vec) float64 {
	near := min(a.Dist(b), b.Dist(c))
	base := a.Dist(c)
	if base == 0 {
		return 0
	}
	return min(near, cross3(a, b, c)/base)
}

// extremes returns the ends of points on a line, or one point.
func extremes(sorted []Vec, tol float64) []Vec {
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
