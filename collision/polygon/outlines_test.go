package polygon

import (
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"

	"fillet/collision"
)

// drawOutline draws a simple polygon: star-shaped with any radii, or the border
// of a heap of grid columns.
func drawOutline(t *rapid.T) []collision.Vec {
	if rapid.Bool().Draw(t, "columns") {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		top, low := []collision.Vec{}, []collision.Vec{}
		for i := range n {
			h := float64(rapid.IntRange(1, 6).Draw(t, "height")) * 8
			d := float64(rapid.IntRange(1, 6).Draw(t, "depth")) * -8
			x := float64(i) * 16
			top = append(top, collision.Vec{X: x, Y: h}, collision.Vec{X: x + 16, Y: h})
			low = append(low, collision.Vec{X: x, Y: d}, collision.Vec{X: x + 16, Y: d})
		}
		var out []collision.Vec
		add := func(p collision.Vec) {
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
	out := make([]collision.Vec, n)
	for i := range out {
		r := float64(rapid.IntRange(4, 40).Draw(t, "r"))
		out[i] = collision.NewRot(2 * math.Pi * (float64(i) + 0.3*float64(i%3)) /
			(float64(n) + 0.6)).Apply(collision.Vec{X: r, Y: 0})
	}
	return out
}

// ManyOutlines returns outlines of about n vertices that are hard to check or to split: long thin parts side by side,
// or wound around each other.
func ManyOutlines(n int) map[string][][]collision.Vec {
	random := rand.New(rand.NewPCG(1, 1))
	star := make([]collision.Vec, n)
	round := make([]collision.Vec, n)
	for i := range star {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r := 1e6 * (0.2 + 0.8*random.Float64())
		star[i], round[i] = collision.Vec{X: r * cos, Y: r * sin}, collision.Vec{X: 1e6 * cos, Y: 1e6 * sin}
	}
	var comb, spiral, back []collision.Vec
	for i := range n / 2 {
		x := float64(2 * i)
		comb = append(comb, collision.Vec{X: x, Y: math.Round(1000 * random.Float64())},
			collision.Vec{X: x + 1, Y: 1e5 + math.Round(1000*random.Float64())})
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 100)
		r := 100 + float64(i)/10
		spiral, back = append(spiral, collision.Vec{X: r * cos, Y: r * sin}),
			append(back, collision.Vec{X: (r + 4) * cos, Y: (r + 4) * sin})
	}
	comb = append(comb, collision.Vec{X: comb[len(comb)-1].X, Y: -20}, collision.Vec{X: 0, Y: -20})
	for i := len(back) - 1; i >= 0; i-- {
		spiral = append(spiral, back[i])
	}
	side := int(math.Sqrt(float64(n) / 4))
	far := float64(side) * 100
	sieve := [][]collision.Vec{{{X: 0, Y: 0}, {X: far, Y: 0}, {X: far, Y: far}, {X: 0, Y: far}}}
	for i := range side * side {
		x, y := float64(i%side)*100+float64(i*7%40), float64(i/side)*100+float64(i*11%40)
		sieve = append(sieve, []collision.Vec{
			{X: x + 20, Y: y + 10},
			{X: x + 40, Y: y + 25},
			{X: x + 30, Y: y + 50},
			{X: x + 5, Y: y + 30},
		})
	}
	shards := [][]collision.Vec{sieve[0]} // holes of various forms, so that the nearest one to the left hides others
	for i := range side * side {
		corner := collision.Vec{X: float64(i%side) * 100, Y: float64(i/side) * 100}
		inCell := func() collision.Vec {
			return corner.Add(collision.Vec{X: 1 + 98*random.Float64(), Y: 1 + 98*random.Float64()})
		}
		shards = append(shards, []collision.Vec{inCell(), inCell(), inCell()})
	}
	return map[string][][]collision.Vec{
		"shards": shards, "star": {star}, "comb": {comb}, "spiral": {spiral},
		"round": {round}, "sieve": sieve,
	}
}
