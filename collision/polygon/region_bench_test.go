package polygon

import (
	"math"
	"testing"

	"fillet/collision"
)

// hexagon returns a rounded hexagon, each corner an arc of 8 chords.
func hexagon(x, y, turn float64) []Vec {
	var corners []Vec
	for i := range 6 {
		corners = append(corners, collision.NewRot(float64(i)*math.Pi/3).Apply(Vec{X: 20}))
	}
	s, err := collision.NewShape(corners, 8)
	if err != nil {
		panic(err)
	}
	return AppendShape(nil, s, collision.NewTransform(Vec{X: x, Y: y}, turn), 8*(1-math.Cos(math.Pi/6/8))*1.0001)
}

// terrain returns an outline of n points: hills above level ground.
func terrain(n int) []Vec {
	out := []Vec{{X: float64(n-3) * 16, Y: 400}, {X: 0, Y: 400}}
	for i := range n - 2 {
		out = append(out, Vec{X: float64(i) * 16, Y: 100 + 40*collision.Cos(float64(i)/7) + float64(i%3)})
	}
	return out
}

// tiles returns n by n boxes side by side, each a region.
func tiles(n int) []Region {
	var out []Region
	for i := range n * n {
		out = append(out, one(box(float64(i%n)*16, float64(i/n)*16, 16, 16)))
	}
	return out
}

func BenchmarkIntersectHexagons(b *testing.B) {
	p, q := one(hexagon(0, 0, 0.1)), one(hexagon(15, 9, 0.7))
	var c Clipper
	b.ReportAllocs()
	b.ReportMetric(float64(len(p[0][0])), "points")
	for b.Loop() {
		if r, err := c.Intersect(p, q); err != nil || len(r) != 1 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkConvexHexagons(b *testing.B) {
	p, q := hexagon(0, 0, 0.1), hexagon(15, 9, 0.7)
	var c Clipper
	b.ReportAllocs()
	for b.Loop() {
		if r := c.Convex(p, q); len(r) < 3 {
			b.Fatal(r)
		}
	}
}

func BenchmarkIntersectBoxes(b *testing.B) {
	p, q := one(box(0, 0, 32, 32)), one(box(16, 16, 32, 32))
	var c Clipper
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Intersect(p, q); err != nil || len(r) != 1 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkIntersectTerrain(b *testing.B) {
	p, q := one(terrain(2000)), one(box(8000, 90, 32, 32))
	var c Clipper
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Intersect(p, q); err != nil || len(r) != 1 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkUnionTiles(b *testing.B) {
	all := tiles(100)
	var c Clipper
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Union(all...); err != nil || len(r) != 1 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkUnionRoundedTiles(b *testing.B) {
	var all []Region
	for i := range 2500 {
		all = append(all, one(hexagon(float64(i%50)*30, float64(i/50)*30, 0.1)))
	}
	var c Clipper
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Union(all...); err != nil || len(r) == 0 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkOffsetTerrain(b *testing.B) {
	p := one(terrain(2000))
	var c Clipper
	b.ReportAllocs()
	for b.Loop() {
		if r, err := c.Offset(p, -6, JoinRound, 0.1); err != nil || len(r) != 1 {
			b.Fatal(r, err)
		}
	}
}
