package play

import (
	"math"
	"slices"

	"fillet/collision"
)

// reachField holds the distance of each place to a target through free space, around corners. It guides the search. Its
// squares are narrower than the character, so that no wall fits between two of them.
type reachField struct {
	origin Vec
	pitch  float64
	nx, ny int
	far    []float32 // in pixels; negative if there is no way
}

// mostSquares limits a field's memory, of 8 bytes per square.
const mostSquares = 4_000_000

// newReachField computes the distances to the area that the pieces cover, within a box.
func newReachField(
	f *Flood, parts []FloodPart, pieces []collision.Shape, bounds collision.AABB, width float64,
) *reachField {
	g := &reachField{origin: bounds.Min, pitch: min(max(width/2.5, 2), 16)}
	size := bounds.Size()
	for (size.X/g.pitch+1)*(size.Y/g.pitch+1) > mostSquares {
		g.pitch = float64(g.pitch * 1.5)
	}
	g.nx, g.ny = int(size.X/g.pitch)+1, int(size.Y/g.pitch)+1
	g.far = make([]float32, g.nx*g.ny)
	const closed, unknown = -2, -1
	for i := range g.far {
		g.far[i] = closed
	}
	for _, part := range parts {
		f.EachBox(part, func(b collision.AABB) { g.each(b, func(i int) { g.far[i] = unknown }) })
	}
	// Breadth first in rings of half a pitch: a straight step is two of them, a diagonal one three.
	var rings [4][]int32
	seed := func(i int) {
		if g.far[i] == unknown {
			g.far[i] = 0
			rings[0] = append(rings[0], int32(i))
		}
	}
	f.eachMeeting(pieces, func(c int32, x, y interval) bool {
		if slices.Contains(parts, FloodPart(f.part[c])) {
			g.each(collision.AABB{Min: Vec{X: x.low, Y: y.low}, Max: Vec{X: x.high, Y: y.high}}, seed)
		}
		return true
	})
	for ring, idle := 0, 0; idle < len(rings); ring++ {
		list := rings[ring%4]
		if len(list) == 0 {
			idle++
			continue
		}
		idle = 0
		rings[ring%4] = nil
		for _, i := range list {
			if int(g.far[i]) != ring {
				continue // reached earlier
			}
			x, y := int(i)%g.nx, int(i)/g.nx
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if x+dx < 0 || y+dy < 0 || x+dx >= g.nx || y+dy >= g.ny || dx == 0 && dy == 0 {
						continue
					}
					cost := 2
					if dx != 0 && dy != 0 {
						cost = 3
					}
					k := i + int32(dy*g.nx+dx)
					if to := float32(ring + cost); g.far[k] == unknown || g.far[k] > to {
						g.far[k] = to
						rings[(ring+cost)%4] = append(rings[(ring+cost)%4], k)
					}
				}
			}
		}
	}
	for i := range g.far {
		if g.far[i] >= 0 {
			g.far[i] = float32(g.far[i] * float32(g.pitch/2))
		}
	}
	return g
}

// each calls f with the squares that a box touches.
func (g *reachField) each(b collision.AABB, f func(i int)) {
	at := func(x, origin float64, n int) int {
		return int(min(max(math.Floor((x-origin)/g.pitch), 0), float64(n-1)))
	}
	for y := at(b.Min.Y, g.origin.Y, g.ny); y <= at(b.Max.Y, g.origin.Y, g.ny); y++ {
		for x := at(b.Min.X, g.origin.X, g.nx); x <= at(b.Max.X, g.origin.X, g.nx); x++ {
			f(y*g.nx + x)
		}
	}
}

// at returns the distance from a place; ok is false if there is no way, or the place is outside.
func (g *reachField) at(p Vec) (far float64, ok bool) {
	x, y := math.Floor((p.X-g.origin.X)/g.pitch), math.Floor((p.Y-g.origin.Y)/g.pitch)
	if !(x >= 0 && y >= 0 && x < float64(g.nx) && y < float64(g.ny)) {
		return 0, false
	}
	far = float64(g.far[int(y)*g.nx+int(x)])
	return far, far >= 0
}
