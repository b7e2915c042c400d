package polygon

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

func box(x, y, w, h float64) []Vec {
	return []Vec{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}
}

func one(loops ...[]Vec) Region { return Region{loops} }

func loop(xy ...float64) []Vec {
	var out []Vec
	for i := 0; i+1 < len(xy); i += 2 {
		out = append(out, Vec{X: xy[i], Y: xy[i+1]})
	}
	return out
}

// text formats a region with all digits.
func text(r Region) string {
	s := ""
	for _, outline := range r {
		s += "["
		for l, loop := range outline {
			if l > 0 {
				s += " - "
			}
			for i, p := range loop {
				if i > 0 {
					s += " "
				}
				s += fmt.Sprintf("%v,%v", p.X, p.Y)
			}
		}
		s += "]"
	}
	return s
}

// scanArea computes the area of an operation's result independently: between the heights at which edges begin, end and
// cross, the length of a level line inside is a linear function of the height.
func scanArea(a, b Region, holds func(a, b int) bool) float64 {
	type side struct {
		p, q    Vec
		operand int
		w       int
	}
	var sides []side
	var heights []float64
	for k, r := range [2]Region{a, b} {
		for _, outline := range r {
			for l, loop := range outline {
				w := 1
				if (area(loop) < 0) == (l == 0) {
					w = -1
				}
				for i, p := range loop {
					q := loop[(i+1)%len(loop)]
					heights = append(heights, p.Y)
					if p.Y < q.Y {
						sides = append(sides, side{p, q, k, w})
					} else if q.Y < p.Y {
						sides = append(sides, side{q, p, k, -w})
					}
				}
			}
		}
	}
	for i, s := range sides {
		for _, t := range sides[:i] {
			d, e := s.q.Sub(s.p), t.q.Sub(t.p)
			if c := d.Cross(e); c != 0 {
				if u := t.p.Sub(s.p).Cross(e) / c; u > 0 && u < 1 {
					heights = append(heights, s.p.MulAdd(d, u).Y)
				}
			}
		}
	}
	slices.Sort(heights)
	sum := 0.0
	type crossing struct {
		x float64
		s side
	}
	var row []crossing
	for i := 1; i < len(heights); i++ {
		lo, hi := heights[i-1], heights[i]
		y := lo + (hi-lo)/2
		if y <= lo || y >= hi {
			continue
		}
		row = row[:0]
		for _, s := range sides {
			if s.p.Y <= y && y < s.q.Y {
				row = append(row, crossing{s.p.X + (s.q.X-s.p.X)*((y-s.p.Y)/(s.q.Y-s.p.Y)), s})
			}
		}
		slices.SortFunc(row, func(a, b crossing) int {
			if a.x < b.x {
				return -1
			} else if a.x > b.x {
				return 1
			}
			return 0
		})
		var n [2]int
		for k := range row {
			n[row[k].s.operand] += row[k].s.w
			if k+1 < len(row) && holds(n[0], n[1]) {
				sum += (row[k+1].x - row[k].x) * (hi - lo)
			}
		}
	}
	return sum
}

// scanUnion is the rule for a union: it sums the loops of all operands.
func scanUnion(a, b int) bool { return a+b != 0 }
func scanBoth(a, b int) bool  { return a != 0 && b != 0 }
func scanDiff(a, b int) bool  { return a != 0 && b == 0 }
func scanXor(a, b int) bool   { return (a != 0) != (b != 0) }

// winding returns how many times the loops of a region turn around a point.
func winding(r Region, p Vec) int {
	n := 0
	for _, outline := range r {
		for l, loop := range outline {
			if k := turns(loop, p); (area(loop) < 0) == (l == 0) {
				n -= k
			} else {
				n += k
			}
		}
	}
	return n
}

// distanceTo returns the distance from a point to the edges of a region.
func distanceTo(r Region, p Vec) float64 {
	d := math.Inf(1)
	for _, outline := range r {
		for _, loop := range outline {
			for i, a := range loop {
				b := loop[(i+1)%len(loop)]
				e := b.Sub(a)
				t := 0.0
				if l := e.LenSq(); l > 0 {
					t = min(max(p.Sub(a).Dot(e)/l, 0), 1)
				}
				d = min(d, p.Dist(a.MulAdd(e, t)))
			}
		}
	}
	return d
}

// checkForm fails unless a result has the form that the package promises. kept means that the result keeps points on
// straight edges.
func checkForm(t interface {
	Helper()
	Fatalf(string, ...any)
}, r Region, kept bool,
) {
	t.Helper()
	for k, outline := range r {
		if len(outline) == 0 {
			t.Fatalf("outline %d has no loop: %s", k, text(r))
		}
		if k > 0 && before(outline[0][0], r[k-1][0][0]) {
			t.Fatalf("outline %d begins to the left of the previous one: %s", k, text(r))
		}
		for l, loop := range outline {
			if len(loop) < 3 {
				t.Fatalf("outline %d, loop %d has %d points: %s", k, l, len(loop), text(r))
			}
			if a := area(loop); (a > 0) != (l == 0) {
				t.Fatalf("outline %d, loop %d has area %v: %s", k, l, a, text(r))
			}
			for i, p := range loop {
				if snap(p).Dist(snap(loop[0])) > 3*grain && before(snap(p), snap(loop[0])) {
					t.Fatalf("outline %d, loop %d does not begin at its leftmost point: %s", k, l, text(r))
				}
				for j := range i {
					if p.Dist(loop[j]) < grain {
						t.Fatalf("outline %d, loop %d: points %d and %d are both at %v: %s", k, l, j, i, p, text(r))
					}
				}
			}
			if l == 0 {
				continue
			}
			// A hole is in its outline: so is one of its points that is not on the outline's edges.
			for _, p := range loop {
				if distanceTo(one(outline[0]), p) > reach {
					if turns(outline[0], p) == 0 {
						t.Fatalf("outline %d, hole %d is outside of it: %s", k, l, text(r))
					}
					break
				}
			}
		}
	}
	// Edges meet only at their ends.
	type side struct{ p, q Vec }
	var sides []side
	for _, outline := range r {
		for _, loop := range outline {
			for i, p := range loop {
				sides = append(sides, side{p, loop[(i+1)%len(loop)]})
			}
		}
	}
	for i, s := range sides {
		for _, o := range sides[:i] {
			d, e := s.q.Sub(s.p), o.q.Sub(o.p)
			a, b := d.Cross(o.p.Sub(s.p)), d.Cross(o.q.Sub(s.p))
			u, v := e.Cross(s.p.Sub(o.p)), e.Cross(s.q.Sub(o.p))
			if ds, es := d.Len()*grain*3/2, e.Len()*grain*3/2; (a < -ds && b > ds || a > ds && b < -ds) &&
				(u < -es && v > es || u > es && v < -es) {
				t.Fatalf("edges %v %v and %v %v cross: %s", s.p, s.q, o.p, o.q, text(r))
			}
			for _, x := range [2]Vec{o.p, o.q} {
				if x == s.p || x == s.q || !kept {
					continue
				}
				if along := x.Sub(s.p).Dot(d); along > 0 && along < d.LenSq() &&
					math.Abs(d.Cross(x.Sub(s.p))) < d.Len()*grain/2 {
					t.Fatalf("%v is on the edge %v %v: %s", x, s.p, s.q, text(r))
				}
			}
		}
	}
}

// drawRegion draws a region of a few outlines, which may overlap. Half of the regions are on a grid, where ties occur.
func drawRegion(t *rapid.T, name string) Region {
	kind := rapid.IntRange(0, 5).Draw(t, name+" kind")
	point := func(label string) Vec {
		switch kind {
		case 0, 1:
			g := rapid.IntRange(0, 6)
			return Vec{X: float64(g.Draw(t, label)), Y: float64(g.Draw(t, label))}
		case 2:
			g := rapid.IntRange(-16, 16)
			return Vec{X: float64(g.Draw(t, label)) / 2, Y: float64(g.Draw(t, label)) / 2}
		case 3: // as fine as the grid of package polygon
			g := rapid.IntRange(-12, 12)
			return Vec{X: 3 + float64(g.Draw(t, label))*grain, Y: 2 + float64(g.Draw(t, label))*grain}
		}
		f := rapid.Float64Range(-1000, 1000)
		return Vec{X: f.Draw(t, label), Y: f.Draw(t, label)}
	}
	var r Region
	for range rapid.IntRange(1, 3).Draw(t, name+" outlines") {
		switch rapid.IntRange(0, 3).Draw(t, name+" shape") {
		case 0: // a box, perhaps with a hole
			p, q := point(name+" corner"), point(name+" corner")
			p, q = p.Min(q), p.Max(q)
			outline := [][]Vec{{p, {X: q.X, Y: p.Y}, q, {X: p.X, Y: q.Y}}}
			if rapid.Bool().Draw(t, name+" hole") {
				m, h := p.Lerp(q, 0.25), p.Lerp(q, 0.75)
				outline = append(outline, []Vec{m, {X: h.X, Y: m.Y}, h, {X: m.X, Y: h.Y}})
			}
			r = append(r, outline)
		case 1: // a triangle
			r = append(r, [][]Vec{{point(name), point(name), point(name)}})
		case 2: // a star about a point
			c, n := point(name+" centre"), rapid.IntRange(3, 12).Draw(t, name+" points")
			size := rapid.Float64Range(0.5, 300).Draw(t, name+" size")
			turn := rapid.SampledFrom([]float64{0, 0.25, 0.1234}).Draw(t, name+" turn")
			var l []Vec
			for i := range n {
				far := size * rapid.SampledFrom([]float64{1, 0.5, 0.8}).Draw(t, name+" far")
				l = append(l, c.Add(collision.NewRot(2*math.Pi*(float64(i)+turn)/float64(n)).Apply(Vec{X: far})))
			}
			r = append(r, [][]Vec{l})
		case 3: // a path that may cross itself
			var l []Vec
			for range rapid.IntRange(3, 7).Draw(t, name+" path") {
				l = append(l, point(name))
			}
			r = append(r, [][]Vec{l})
		}
	}
	return r
}

func must(t *testing.T) func(r Region, err error) Region {
	return func(r Region, err error) Region {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}
