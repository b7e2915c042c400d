package polygon

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"testing"

	"fillet/collision"
)

// TestSameOnEveryProcessor computes regions of all kinds and compares the bits of their coordinates with those from
// other processors. cmd/editor runs this test built for each of them.
func TestSameOnEveryProcessor(t *testing.T) {
	t.Parallel()
	sum := sha256.New()
	seed := uint64(7)
	next := func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed >> 33 % uint64(n))
	}
	number := func() float64 { return float64(next(200_000))/1000 - 100 }
	var c Clipper
	for range 300 {
		var shapes []Region
		for range 4 {
			var points []Vec
			for range 1 + next(6) {
				points = append(points, Vec{X: number(), Y: number()})
			}
			s, err := collision.NewShape(points, float64(next(3))*4.7)
			if err != nil {
				t.Fatal(err)
			}
			if polygon := AppendShape(nil, s, collision.NewTransform(Vec{X: number(), Y: number()}, number()),
				0.05); polygon != nil {
				shapes = append(shapes, one(polygon))
			}
		}
		for k, run := range []func() (Region, error){
			func() (Region, error) { return c.Union(shapes...) },
			func() (Region, error) { return c.Intersect(shapes[0], shapes[1]) },
			func() (Region, error) { return c.Subtract(shapes[0], shapes[1:]...) },
			func() (Region, error) { return c.Xor(shapes[0], shapes[1]) },
			func() (Region, error) { return c.Offset(shapes[0], 3.3, JoinRound, 0.1) },
			func() (Region, error) { return c.Offset(shapes[0], -2.1, JoinMitre, 0.1) },
			func() (Region, error) { return c.Chain(shapes[0][0][0], true, 1.7, 0.1) },
			func() (Region, error) { return one(c.Convex(shapes[0][0][0], shapes[1][0][0])), nil },
		} {
			if len(shapes) < 2 {
				continue
			}
			r, err := run()
			if err != nil {
				t.Fatal(k, err)
			}
			write(sum, r)
		}
	}
	const want = "1ab47bec9a5881bb03d2d19a654c4b680cdc4e8fee921f139bbf3e63699e53af"
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("the results are %s, were %s", got, want)
	}
}

// write adds the bits of a region to a hash.
func write(sum hash.Hash, r Region) {
	var bits []byte
	for _, outline := range r {
		bits = append(bits, byte(len(outline)))
		for _, loop := range outline {
			for _, p := range loop {
				bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(p.X))
				bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(p.Y))
			}
		}
	}
	sum.Write(bits)
}
