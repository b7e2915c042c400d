package collision

import (
	"encoding/binary"
	"math"
	"testing"
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

func vecs(n []float64) []Vec {
	var out []Vec
	for i := 0; i+1 < len(n); i += 2 {
		out = append(out, Vec{X: n[i], Y: n[i+1]})
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
		if !finite(f) {
			return false
		}
	}
	return true
}

func FuzzNew(f *testing.F) {
	f.Add([]byte{0, 0, 0, 8, 0, 8, 8, 0, 8}, 0.5)
	f.Add(rawBytes(0, 0, 1e-300, 1e300, math.NaN(), math.Inf(1)), 1.0)
	f.Add(rawBytes(0, 0, 1e9, 1e9, 1e9, -1e9, 1e-9, 5), 1e9)
	f.Fuzz(func(t *testing.T, data []byte, r float64) {
		pts := vecs(numbers(data))
		s, err := NewShape(pts, r)
		if err != nil {
			return
		}
		m := s.Mass(1)
		b := s.Bounds(Identity())
		if !allFinite(m.Area, m.Inertia, m.Centroid.X, m.Centroid.Y, b.Min.X, b.Min.Y, b.Max.X, b.Max.Y) ||
			m.Area < 0 || m.Inertia < 0 {
			t.Fatalf("NewShape(%v, %v): mass %+v, bounds %v", pts, r, m, b)
		}
		v := s.Vertices()
		if len(v) > 2 && !turnsOneWay(v) {
			t.Fatalf("NewShape(%v, %v) is not convex: %v", pts, r, v)
		}
		tol := 1e-9*(b.HalfPerimeter()+b.MaxAbs()) + 2*minExtent
		for _, p := range pts {
			if _, d := s.Closest(Identity(), p); !(d <= -r+tol) {
				t.Fatalf("NewShape(%v, %v): point %v is %v outside", pts, r, p, d)
			}
		}
	})
}

func FuzzCollide(f *testing.F) {
	f.Add([]byte{0, 0, 0, 8, 0, 8, 8, 0, 8}, []byte{0, 4, 4}, 0.5, 0.0, 0.3, 0.2, 1.0)
	f.Add([]byte{0, 0, 0}, []byte{0, 0, 0}, 0.0, 0.0, 0.0, 0.0, 0.0)
	f.Add([]byte{0, 0, 0, 8, 0}, []byte{0, 0, 0, 8, 0}, 0.0, 0.0, 0.0, 0.0, 0.0)
	f.Fuzz(func(t *testing.T, da, db []byte, ra, rb, x, y, angle float64) {
		a, err := NewShape(vecs(numbers(da)), ra)
		if err != nil {
			return
		}
		b, err := NewShape(vecs(numbers(db)), rb)
		if err != nil || !allFinite(x, y, angle) {
			return
		}
		xa, xb := Identity(), NewTransform(Vec{X: x, Y: y}, angle)
		d := Distance(a, xa, b, xb)
		if !allFinite(d.Distance, d.OnA.X, d.OnA.Y, d.OnB.X, d.OnB.Y) || !near(d.Normal.Len(), 1, 1e-9) {
			t.Fatalf("Distance = %+v", d)
		}
		m, hit := Collide(a, xa, b, xb, 0)
		if hit != (d.Distance <= 0) || hit && m.Depth() != -d.Distance {
			t.Fatalf("Collide = %+v %v, Distance = %+v", m, hit, d)
		}
		scale := a.get().size + b.get().size + math.Abs(x) + math.Abs(y) + a.Bounds(xa).MaxAbs() + b.Bounds(xb).MaxAbs()
		if scale > 1e12 {
			return
		}
		if s := Distance(a, xa, b, moved(xb, d.Normal.Mul(-d.Distance))); !near(s.Distance, 0, 1e-9*scale+1e-12) {
			t.Fatalf("%v remains of %+v", s.Distance, d)
		}
		if h, ok := a.Raycast(xa, Ray{Origin: Vec{X: x, Y: y}, Dir: Vec{X: -x, Y: -y}, Max: math.Inf(1)}); ok &&
			!allFinite(h.T, h.Point.X, h.Point.Y, h.Normal.X) {
			t.Fatalf("Raycast = %+v", h)
		}
		if h, ok := Cast(b, xb, Vec{X: -x, Y: -y}, a, xa); ok && !allFinite(h.T, h.Point.X, h.Point.Y, h.Normal.X) {
			t.Fatalf("Cast = %+v", h)
		}
	})
}
