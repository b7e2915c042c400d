package polygon

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"
)

// FuzzOperations decodes two regions from bytes and checks that the operations' results have the promised form and
// consistent areas.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 0, 0, 4, 0, 4, 4, 0, 4, 255, 2, 2, 6, 2, 6, 6, 2, 6})
	f.Add([]byte{1, 0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 255, 0, 0, 1, 0, 1, 1, 254, 9, 9, 8, 7, 6, 5})
	f.Add([]byte{2, 0, 0, 1, 1, 2, 0, 3, 1, 255, 0, 1, 0, 2, 0, 3, 1, 1})
	f.Add([]byte{3, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 1, 2, 3, 4, 5, 6, 7, 64})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 400 {
			return
		}
		a, b := readRegions(data)
		var c Clipper
		do := func(r Region, err error) float64 {
			t.Helper()
			var e *PointError
			switch {
			case errors.As(err, &e):
				t.Skip(err)
			case err != nil:
				t.Fatal(err)
			}
			checkForm(t, r, false)
			return r.Area()
		}
		first, second := do(c.Union(a)), do(c.Union(b))
		both, only, rest, either := do(c.Intersect(a, b)), do(c.Subtract(a, b)), do(c.Subtract(b, a)), do(c.Xor(a, b))
		tol := 8*reach*scale(a, b) + 1e-9*(first+second)
		for _, d := range [3]float64{first - only - both, second - rest - both, either - only - rest} {
			if !(math.Abs(d) <= tol) {
				t.Errorf("areas: %v and %v, common %v, differences %v and %v, xor %v\n a %s\n b %s", first,
					second, both, only, rest, either, text(a), text(b))
			}
		}
		if d := c.graph.near; d > reach {
			t.Logf("it settled at %v", d)
		}
	})
}

// readRegions decodes two regions from bytes: a kind of coordinate, then points. 255 begins the second region, 254
// another outline, 253 a hole.
func readRegions(data []byte) (a, b Region) {
	kind, data := data[0], data[1:]
	var r [2]Region
	k := 0
	var points []Vec
	end := func() {
		r[k] = append(r[k], [][]Vec{points})
		points = nil
	}
	number := func() float64 {
		switch kind % 4 {
		case 0:
			x := float64(int8(data[0]))
			data = data[1:]
			return x
		case 1:
			x := float64(int8(data[0])) / 3
			data = data[1:]
			return x
		case 2:
			x := 1 + float64(int8(data[0]))*grain
			data = data[1:]
			return x
		}
		var raw [8]byte
		data = data[copy(raw[:], data):]
		return math.Float64frombits(binary.LittleEndian.Uint64(raw[:]))
	}
	for len(data) > 0 {
		switch data[0] {
		case 255:
			end()
			k = 1
			data = data[1:]
		case 254, 253:
			hole := data[0] == 253 && len(r[k]) > 0
			end()
			if n := len(r[k]); hole {
				r[k][n-2] = append(r[k][n-2], r[k][n-1]...)
				r[k] = r[k][:n-1]
			}
			data = data[1:]
		default:
			p := Vec{X: number()}
			if len(data) > 0 {
				p.Y = number()
			}
			points = append(points, p)
		}
	}
	end()
	return r[0], r[1]
}
