package polygon

import (
	"encoding/binary"
	"math"
	"testing"

	"fillet/collision"
)

// numbers decodes floats from bytes: small multiples of 1/8 if the first byte is even, otherwise raw bits, so that
// every float can occur.
func numbers(data []byte) []float64 {
	var out []float64
	if len(data) == 0 {
		return nil
	}
	grid := data[0]%2 == 0
	data = data[1:]
	for len(data) > 0 && len(out) < 200 {
		if grid {
			out = append(out, float64(int8(data[0]))/8)
			data = data[1:]
			continue
		}
		if len(data) < 8 {
			break
		}
		out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(data)))
		data = data[8:]
	}
	return out
}

func rawBytes(fs ...float64) []byte {
	out := []byte{1}
	for _, f := range fs {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(f))
	}
	return out
}

func allFinite(fs ...float64) bool {
	for _, f := range fs {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
	}
	return true
}

func FuzzDecompose(f *testing.F) {
	f.Add([]byte{0, 0, 0, 8, 0, 8, 8, 4, 2, 0, 8})
	f.Add(rawBytes(0, 0, 1, 0, 1, 1))
	f.Add([]byte{0, 0, 0, 8, 0, 8, 8, 0, 8, 0, 4, 4, 4, 4, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		loop := loop(numbers(data)...)
		parts, err := Decompose(loop)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an empty message")
			}
			return
		}
		sum := 0.0
		for _, p := range parts {
			if !turnsOneWay(p) {
				t.Fatalf("%v: part %v is not convex", loop, p)
			}
			sum += polygonArea(p)
		}
		size := collision.BoundsOf(loop).HalfPerimeter()
		if area := regionArea([][]collision.Vec{loop}); !near(sum, area, 1e-9*size*size) {
			t.Fatalf("%v: parts add up to %v, want %v", loop, sum, area)
		}
	})
}

func FuzzInset(f *testing.F) {
	f.Add([]byte{0, 0, 0, 8, 0, 8, 8, 4, 2, 0, 8}, 0.1)
	f.Add([]byte{0, 0, 0, 64, 0, 64, 16, 0, 16}, 1.0)
	f.Fuzz(func(t *testing.T, data []byte, r float64) {
		loops := [][]collision.Vec{loop(numbers(data)...)}
		pieces, boundary, err := RoundRegion(loops, r, RoundInset)
		if err == nil {
			m := collision.RegionMass(boundary, 1)
			area := regionArea(loops)
			size := collision.BoundsOf(loops[0]).HalfPerimeter()
			if !allFinite(m.Area, m.Inertia, m.Centroid.X, m.Centroid.Y) || m.Area > area+1e-6*size*size {
				t.Fatalf("%v by %v: mass %+v of area %v", loops, r, m, area)
			}
			for _, s := range pieces {
				if !collision.BoundsOf(loops[0]).Grow(1e-6 * size).ContainsBox(s.Bounds(collision.Identity())) {
					t.Fatalf("%v by %v: a piece sticks out", loops, r)
				}
			}
		}
		if _, _, err := RoundRegion(loops, r, RoundOutset); err != nil && err.Error() == "" {
			t.Fatal("an empty message")
		}
		if Validate(loops) == nil {
			limit := MaxInset(loops)
			if !(limit >= 0) {
				t.Fatalf("MaxInset(%v) = %v", loops, limit)
			}
			if _, err := InsetRegion(loops, limit*0.5); err != nil {
				t.Fatalf("Inset(%v, %v) of %v: %v", loops, limit*0.5, limit, err)
			}
		}
	})
}
