// Package outlinetest has outlines for tests: random ones, and some of very many vertices.
package outlinetest

import (
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"

	"fillet/collision/geom"
)

// Draw draws a simple polygon: star-shaped with any radii, or the border
// of a heap of grid columns.
func Draw(t *rapid.T) []geom.Vec {
	if rapid.Bool().Draw(t, "columns") {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		top, low := []geom.Vec{}, []geom.Vec{}
		for i := range n {
			h := float64(rapid.IntRange(1, 6).Draw(t, "height")) * 8
			d := float64(rapid.IntRange(1, 6).Draw(t, "depth")) * -8
			x := float64(i) * 16
			top = append(top, geom.Vec{X: x, Y: h}, geom.Vec{X: x + 16, Y: h})
			low = append(low, geom.Vec{X: x, Y: d}, geom.Vec{X: x + 16, Y: d})
		}
		var out []geom.Vec
		add := func(p geom.Vec) {
			if len(out) == 0 || out[len(out)-1] != p {
				out = append(out, p)
			}
		}
		for _, p := range low {
			add(p)
		}
		for i := len(top) - 1; i >= 0; i-- {
			add(top[i])
		}
		return out
	}
	n := rapid.IntRange(3, 14).Draw(t, "n")
	out := make([]geom.Vec, n)
	for i := range out {
		r := float64(rapid.IntRange(4, 40).Draw(t, "r"))
		out[i] = geom.NewRot(2 * math.Pi * (float64(i) + 0.3*float64(i%3)) / (float64(n) + 0.6)).Apply(geom.Vec{X: r, Y: 0})
	}
	return out
}

// Many returns outlines of about n vertices that are hard to check or to split: long thin parts beside each other, or
// wound around each other.
func Many(n int) map[string][][]geom.Vec {
	random := rand.New(rand.NewPCG(1, 1))
	star := make([]geom.Vec, n)
	round := make([]geom.Vec, n)
	for i := range star {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r := 1e6 * (0.2 + 0.8*random.Float64())
		star[i], round[i] = geom.Vec{X: r * cos, Y: r * sin}, geom.Vec{X: 1e6 * cos, Y: 1e6 * sin}
	}
	var comb, spiral, back []geom.Vec
	for i := range n / 2 {
		x := float64(2 * i)
		comb = append(comb, geom.Vec{X: x, Y: math.Round(1000 * random.Float64())}, geom.Vec{X: x + 1, Y: 1e5 + math.Round(1000*random.Float64())})
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 100)
		r := 100 + float64(i)/10
		spiral, back = append(spiral, geom.Vec{X: r * cos, Y: r * sin}), append(back, geom.Vec{X: (r + 4) * cos, Y: (r + 4) * sin})
	}
	comb = append(comb, geom.Vec{X: comb[len(comb)-1].X, Y: -20}, geom.Vec{X: 0, Y: -20})
	for i := len(back) - 1; i >= 0; i-- {
		spiral = append(spiral, back[i])
	}
	side := int(math.Sqrt(float64(n) / 4))
	far := float64(side) * 100
	sieve := [][]geom.Vec{{{X: 0, Y: 0}, {X: far, Y: 0}, {X: far, Y: far}, {X: 0, Y: far}}}
	for i := range side * side {
		x, y := float64(i%side)*100+float64(i*7%40), float64(i/side)*100+float64(i*11%40)
		sieve = append(sieve, []geom.Vec{{X: x + 20, Y: y + 10}, {X: x + 40, Y: y + 25}, {X: x + 30, Y: y + 50}, {X: x + 5, Y: y + 30}})
	}
	shards := [][]geom.Vec{sieve[0]} // holes of any form, so that the nearest one to the left hides others
	for i := range side * side {
		corner := geom.Vec{X: float64(i%side) * 100, Y: float64(i/side) * 100}
		inCell := func() geom.Vec { return corner.Add(geom.Vec{X: 1 + 98*random.Float64(), Y: 1 + 98*random.Float64()}) }
		shards = append(shards, []geom.Vec{inCell(), inCell(), inCell()})
	}
	return map[string][][]geom.Vec{"shards": shards, "star": {star}, "comb": {comb}, "spiral": {spiral}, "round": {round}, "sieve": sieve}
}
