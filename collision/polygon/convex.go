package polygon

import "math"

// Convex returns the intersection of two convex polygons as a convex polygon of positive area, or nil if they only
// touch. Both must be convex and have positive area; otherwise the result is meaningless. It takes time proportional to
// the number of points of both, and is about ten times as fast as [Clipper.Intersect]. It uses plain floating point:
// its vertices are vertices of the operands, unchanged, and intersections within rounding.
//
// Points closer to each other than the package's grid can resolve are merged. The Clipper's next operation overwrites
// the result.
func (c *Clipper) Convex(a, b []Vec) []Vec {
	c.raw = c.raw[:0]
	if len(a) < 3 || len(b) < 3 {
		return nil
	}
	p, q := newHalves(a), newHalves(b)
	from, to := max(p.left, q.left), min(p.right, q.right)
	if !(to-from > reach) {
		return nil
	}
	c.lower = envelope(c.lower[:0], p.lower(), q.lower(), from, to, 1)
	c.upper = envelope(c.upper[:0], p.upper(), q.upper(), from, to, -1)
	return c.between()
}

// halves is a convex polygon as two chains of edges from a leftmost to a rightmost point.
type halves struct {
	points      []Vec
	first       int
	left, right float64
}

func newHalves(points []Vec) halves {
	h := halves{points: points, left: math.Inf(1), right: math.Inf(-1)}
	for i, p := range points {
		if p.X < h.left {
			h.left, h.first = p.X, i
		}
		h.right = max(h.right, p.X)
	}
	return h
}

// chain walks a polygon from point to point, in either direction.
type chain struct {
	points   []Vec
	at, step int
	p, q     Vec // the current edge
}

// lower returns the chain of edges below the inside, and upper the chain above it.
func (h *halves) lower() chain { return chain{points: h.points, at: h.first, step: 1}.started() }

func (h *halves) upper() chain {
	return chain{points: h.points, at: h.first, step: len(h.points) - 1}.started()
}

func (c chain) started() chain {
	c.p = c.points[c.at]
	c.q = c.p
	c.next()
	return c
}

func (c *chain) next() {
	if c.at += c.step; c.at >= len(c.points) {
		c.at -= len(c.points)
	}
	c.p, c.q = c.q, c.points[c.at]
}

// y returns the edge's height at x, which is exact at the edge's ends.
func (c *chain) y(x float64) float64 {
	switch {
	case x >= c.q.X:
		return c.q.Y
	case x <= c.p.X:
		return c.p.Y
	}
	return c.p.Y + float64((c.q.Y-c.p.Y)*((x-c.p.X)/(c.q.X-c.p.X)))
}

// envelope appends the higher of two chains between two values of x, or the lower one if sign is -1.
func envelope(dst []Vec, a, b chain, from, to, sign float64) []Vec {
	for a.q.X <= from {
		a.next()
	}
	for b.q.X <= from {
		b.next()
	}
	x := from
	ya, yb := a.y(x), b.y(x)
	dst = append(dst, Vec{X: x, Y: higher(ya, yb, sign)})
	for x < to {
		next := max(x, min(a.q.X, b.q.X, to)) // x if rounding made an edge vertical
		na, nb := a.y(next), b.y(next)
		if was, now := float64(sign*(ya-yb)), float64(sign*(na-nb)); was < 0 && now > 0 || was > 0 && now < 0 {
			t := was / (was - now)
			dst = append(dst, Vec{X: x + float64((next-x)*t), Y: ya + float64((na-ya)*t)})
		}
		ends := next == to
		if a.q.X <= next {
			ends = ends || sign*(na-nb) >= 0
			a.next()
		}
		if b.q.X <= next {
			ends = ends || sign*(nb-na) >= 0
			b.next()
		}
		if ends {
			dst = append(dst, Vec{X: next, Y: higher(na, nb, sign)})
		}
		x, ya, yb = next, na, nb
	}
	return dst
}

func higher(a, b, sign float64) float64 {
	if sign > 0 {
		return max(a, b)
	}
	return min(a, b)
}

// between returns the polygon above lower and below upper, which covers one interval of x: forward along lower, then
// back along upper. The polylines may have vertical steps: consecutive points at the same x. At a step the polygon
// begins with the last of these points and ends with the first.
func (c *Clipper) between() []Vec {
	lower, upper := c.lower, c.upper
	var i, j, lowFrom, highFrom int // the current points, and the points where the polygon began
	x, l, u := lower[0].X, lower[0].Y, upper[0].Y
	open, high := u > l, 0.0
	for {
		k, m, last := i, j, Vec{X: x, Y: l} // the points that end it at a step
		if lower[k].X == x {
			last.Y = u
		}
		for ; i+1 < len(lower) && lower[i+1].X <= x; i++ {
			l = lower[i+1].Y
		}
		for ; j+1 < len(upper) && upper[j+1].X <= x; j++ {
			u = upper[j+1].Y
		}
		switch {
		case !open && u > l:
			open, lowFrom, highFrom = true, i, j
			if lower[i].X < x {
				lower[i] = Vec{X: x, Y: l}
			}
			if upper[j].X < x {
				upper[j] = Vec{X: x, Y: u}
			}
		case open && u <= l: // because of a step
			if r := c.closed(lower[lowFrom:max(k+1, lowFrom)], last, upper[highFrom:max(m+1, highFrom)],
				high); r != nil {
				return r
			}
			open, high = false, 0
		}
		high = max(high, u-l)
		next := math.Inf(1)
		if i+1 < len(lower) {
			next = lower[i+1].X
		}
		if j+1 < len(upper) {
			next = min(next, upper[j+1].X)
		}
		if math.IsInf(next, 1) {
			break
		}
		nl, nu := heightAt(lower, i, next), heightAt(upper, j, next)
		was, now := u-l, nu-nl
		at := Vec{X: next, Y: nl}
		if t := was / (was - now); t < 1 {
			at = Vec{X: x + float64((next-x)*t), Y: l + float64((nl-l)*t)}
		}
		switch {
		case !open && now > 0: // they cross
			open, lowFrom, highFrom = true, i+1, j+1
			c.raw = append(c.raw, at)
		case open && now <= 0:
			if r := c.closed(lower[lowFrom:max(i+1, lowFrom)], at, upper[highFrom:max(j+1, highFrom)],
				high); r != nil {
				return r
			}
			open, high = false, 0 // drop a sliver that exists only by rounding
		}
		high = max(high, now)
		if i+1 < len(lower) && lower[i+1].X <= next {
			i++
		}
		if j+1 < len(upper) && upper[j+1].X <= next {
			j++
		}
		x, l, u = next, nl, nu
	}
	if !open {
		return nil
	}
	return c.closed(lower[lowFrom:], upper[len(upper)-1], upper[highFrom:], high)
}

// heightAt returns the height of a polyline at x, on the edge that begins at i.
func heightAt(line []Vec, i int, x float64) float64 {
	if i+1 == len(line) || x <= line[i].X {
		return line[i].Y
	}
	p, q := line[i], line[i+1]
	if x >= q.X {
		return q.Y
	}
	return p.Y + float64((q.Y-p.Y)*((x-p.X)/(q.X-p.X)))
}

// closed assembles the result without duplicate points, or returns nil if it is thinner than the grid can resolve.
func (c *Clipper) closed(lower []Vec, last Vec, upper []Vec, high float64) []Vec {
	if high <= reach {
		c.raw = c.raw[:0]
		return nil
	}
	for _, p := range lower {
		c.push(p)
	}
	c.push(last)
	for k := len(upper) - 1; k >= 0; k-- {
		c.push(upper[k])
	}
	for len(c.raw) > 1 && c.raw[len(c.raw)-1].Dist(c.raw[0]) <= reach {
		c.raw = c.raw[:len(c.raw)-1]
	}
	if !(area(c.raw) > 0) {
		c.raw = c.raw[:0]
		return nil
	}
	return c.raw
}

// push appends a point unless it repeats the previous one.
func (c *Clipper) push(p Vec) {
	if n := len(c.raw); n == 0 || c.raw[n-1].Dist(p) > reach {
		c.raw = append(c.raw, p)
	}
}
