package ogmo

import (
	"math"

	"fillet/editor/level"
)

// outlineOf returns the outline of a list of triangles, clockwise on the screen and without points in the middle of
// straight edges. The outline joins the edges that only one triangle has. It is nil if they do not form a single loop,
// or if points are outside [-1, 1]. isBox means that the outline is the square from -1 to 1.
func outlineOf(triangles []level.Vec) (outline []level.Vec, isBox bool) {
	for _, p := range triangles {
		if math.Abs(p.X) > 1 || math.Abs(p.Y) > 1 {
			return nil, false
		}
	}
	type edge struct{ from, to level.Vec }
	edges := map[edge]bool{}
	var order []edge
	for i := 0; i+2 < len(triangles); i += 3 {
		a, b, c := snap(triangles[i]), snap(triangles[i+1]), snap(triangles[i+2])
		area := b.Sub(a).Cross(c.Sub(a))
		if area == 0 {
			continue
		}
		if area < 0 {
			b, c = c, b
		}
		for _, e := range [3]edge{{a, b}, {b, c}, {c, a}} {
			if edges[e] {
				return nil, false // two triangles are on the same side of the edge
			}
			if back := (edge{e.to, e.from}); edges[back] {
				delete(edges, back)
				continue
			}
			edges[e] = true
			order = append(order, e)
		}
	}
	next := map[level.Vec]level.Vec{}
	n := 0
	for _, e := range order {
		if !edges[e] {
			continue
		}
		if _, twice := next[e.from]; twice {
			return nil, false // the outline touches itself
		}
		next[e.from] = e.to
		n++
	}
	if n < 3 {
		return nil, false
	}
	var start level.Vec
	for _, e := range order {
		if edges[e] {
			start = e.from
			break
		}
	}
	for p := start; len(outline) < n; {
		outline = append(outline, p)
		q, ok := next[p]
		if !ok || q == start && len(outline) < n {
			return nil, false
		}
		p = q
	}
	outline = straightened(outline)
	isBox = len(outline) == 4
	for _, p := range outline {
		isBox = isBox && math.Abs(p.X) == 1 && math.Abs(p.Y) == 1
	}
	return outline, isBox
}

// snap joins corners that are meant to be equal.
func snap(p level.Vec) level.Vec {
	const places = 1 << 20
	return level.Vec{X: float64(math.Round(p.X*places) / places), Y: float64(math.Round(p.Y*places) / places)}
}

// straightened removes the points on the line through their neighbours from a loop.
func straightened(loop []level.Vec) []level.Vec {
	var out []level.Vec
	for i, p := range loop {
		before, after := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		if math.Abs(p.Sub(before).Cross(after.Sub(p))) > 1e-9 {
			out = append(out, p)
		}
	}
	return out
}
