// Command oracle writes pairs of convex shapes with their exact signed distances and normals, as a reference for the
// tests of package collision. It shares neither code nor methods with package collision: it computes the hull of all
// differences of two vertices (the Minkowski difference) in rational numbers, and the distance of the origin from the
// hull's edges with 300 bits.
//
//	go run . -n 600 > ../../collision/testdata/pairs.json
//
// The same flags give the same bytes.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
)

type shape struct {
	Verts  [][2]float64 `json:"verts"`
	Radius float64      `json:"radius"`
}

type pose struct {
	P   [2]float64 `json:"p"`
	Rot [2]float64 `json:"rot"` // cosine and sine
}

type answer struct {
	SD     float64    `json:"sd"`     // signed distance of the surfaces, negative for the depth of an overlap
	Normal [2]float64 `json:"normal"` // unit vector from A to B; one of several if the direction is ambiguous
}

type pair struct {
	ID     int    `json:"id"`
	Class  string `json:"class"`
	A      shape  `json:"a"`
	PoseA  pose   `json:"poseA"`
	B      shape  `json:"b"`
	PoseB  pose   `json:"poseB"`
	Oracle answer `json:"oracle"`
}

func main() {
	n := flag.Int("n", 600, "number of pairs")
	seed := flag.Uint64("seed", 1, "random seed")
	flag.Parse()
	g := generator{rand.New(rand.NewPCG(*seed, 0))}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprint(out, "{\"pairs\": [")
	for i := range *n {
		p := g.pair(i)
		line, err := json.Marshal(p)
		if err != nil {
			fmt.Fprintln(os.Stderr, "oracle:", err)
			os.Exit(1)
		}
		if i > 0 {
			fmt.Fprint(out, ",")
		}
		fmt.Fprintf(out, "\n%s", line)
	}
	fmt.Fprintln(out, "\n]}")
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

// generator draws pairs.
type generator struct{ *rand.Rand }

// short rounds a number to a multiple of 1/256, which has few digits.
func short(x float64) float64 { return math.Round(x*256) / 256 }

func (g generator) between(lo, hi float64) float64 { return short(lo + (hi-lo)*g.Float64()) }

// kinds lists the kinds of shapes; the class of a pair contains the names of both.
var kinds = []string{"circle", "capsule", "triangle", "box", "polygon", "sliver"}

func (g generator) shape(kind string) shape {
	var s shape
	if kind == "circle" || kind == "capsule" || g.IntN(2) == 0 {
		s.Radius = g.between(0.01, 1)
	}
	switch kind {
	case "circle":
		s.Verts = [][2]float64{{g.between(-1, 1), g.between(-1, 1)}}
	case "capsule":
		s.Verts = [][2]float64{{g.between(-2, -0.5), g.between(-1, 1)}, {g.between(0.5, 2), g.between(-1, 1)}}
	case "box":
		w, h := g.between(0.25, 2), g.between(0.25, 2)
		s.Verts = [][2]float64{{-w, -h}, {w, -h}, {w, h}, {-w, h}}
	case "sliver": // long and thin
		w, h := g.between(2, 4), g.between(0.01, 0.05)
		s.Verts = [][2]float64{{-w, -h}, {w, -h}, {w, h}, {-w, h}}
	case "triangle":
		s.Verts = g.round(3)
	default:
		s.Verts = g.round(4 + g.IntN(7))
	}
	return s
}

// round returns a convex polygon of n vertices near a circle, in the order of their angles.
func (g generator) round(n int) [][2]float64 {
	for {
		r := g.between(0.5, 2)
		var out [][2]float64
		for i := range n {
			angle := 2 * math.Pi * (float64(i) + 0.6*g.Float64()) / float64(n)
			out = append(out, [2]float64{short(r * math.Cos(angle)), short(r * math.Sin(angle))})
		}
		if isConvex(out) {
			return out
		}
	}
}

func isConvex(ps [][2]float64) bool {
	for i, a := range ps {
		b, c := ps[(i+1)%len(ps)], ps[(i+2)%len(ps)]
		if (b[0]-a[0])*(c[1]-b[1])-(b[1]-a[1])*(c[0]-b[0]) < 0.01 {
			return false
		}
	}
	return true
}

func (g generator) pose(far float64) pose {
	p := pose{P: [2]float64{g.between(-far, far), g.between(-far, far)}, Rot: [2]float64{1, 0}}
	switch g.IntN(4) {
	case 0: // unrotated, so that sides are parallel
	case 1:
		p.Rot = [][2]float64{{0, 1}, {-1, 0}, {0, -1}}[g.IntN(3)]
	default:
		p.Rot[1], p.Rot[0] = math.Sincos(2 * math.Pi * g.Float64())
	}
	return p
}

// pair draws a pair of shapes. It avoids shapes that almost touch, and pairs whose best two answers are so close that
// rounding decides.
func (g generator) pair(id int) pair {
	for {
		a, b := kinds[id%len(kinds)], kinds[id/len(kinds)%len(kinds)]
		p := pair{ID: id, Class: a + "-" + b, A: g.shape(a), B: g.shape(b), PoseA: g.pose(5)}
		p.PoseB = g.pose(3)
		if g.IntN(8) == 0 { // one shape centred on the other
			p.PoseB.P = [2]float64{}
		}
		p.PoseB.P[0] += p.PoseA.P[0]
		p.PoseB.P[1] += p.PoseA.P[1]
		var ok bool
		if p.Oracle, ok = exact(&p); ok && math.Abs(p.Oracle.SD) > 1e-6 {
			return p
		}
	}
}

// point is a point in rational numbers.
type point struct{ x, y *big.Rat }

func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func (p point) minus(q point) point {
	return point{new(big.Rat).Sub(p.x, q.x), new(big.Rat).Sub(p.y, q.y)}
}

func (p point) dot(q point) *big.Rat {
	return new(big.Rat).Add(new(big.Rat).Mul(p.x, q.x), new(big.Rat).Mul(p.y, q.y))
}

func (p point) cross(q point) *big.Rat {
	return new(big.Rat).Sub(new(big.Rat).Mul(p.x, q.y), new(big.Rat).Mul(p.y, q.x))
}

// placed returns the exact vertices of a shape in world space.
func placed(s shape, at pose) []point {
	c, n := rational(at.Rot[0]), rational(at.Rot[1])
	var out []point
	for _, v := range s.Verts {
		x, y := rational(v[0]), rational(v[1])
		out = append(out, point{
			new(big.Rat).Add(rational(at.P[0]), new(big.Rat).Sub(new(big.Rat).Mul(c, x), new(big.Rat).Mul(n, y))),
			new(big.Rat).Add(rational(at.P[1]), new(big.Rat).Add(new(big.Rat).Mul(n, x), new(big.Rat).Mul(c, y))),
		})
	}
	return out
}

// hull returns the convex hull with positive area, by Andrew's monotone chain.
func hull(points []point) []point {
	sorted := slices.SortedFunc(slices.Values(points), func(a, b point) int {
		return cmp.Or(a.x.Cmp(b.x), a.y.Cmp(b.y))
	})
	half := func(from []point) []point {
		var out []point
		for _, p := range from {
			for len(out) > 1 && out[len(out)-1].minus(out[len(out)-2]).cross(p.minus(out[len(out)-1])).Sign() <= 0 {
				out = out[:len(out)-1]
			}
			if len(out) == 0 || p.minus(out[len(out)-1]).dot(p.minus(out[len(out)-1])).Sign() > 0 {
				out = append(out, p)
			}
		}
		return out
	}
	lower := half(sorted)
	slices.Reverse(sorted)
	upper := half(sorted)
	if len(lower) == 1 {
		return lower
	}
	return append(lower[:len(lower)-1], upper[:len(upper)-1]...)
}

const bits = 300

func float(r *big.Rat) *big.Float { return new(big.Float).SetPrec(bits).SetRat(r) }

func root(x *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Sqrt(x) }

// exact returns the exact answer, or false if two answers are so close that rounding decides the normal.
func exact(p *pair) (answer, bool) {
	var differences []point
	for _, b := range placed(p.B, p.PoseB) {
		for _, a := range placed(p.A, p.PoseA) {
			differences = append(differences, b.minus(a))
		}
	}
	h := hull(differences)
	origin := point{new(big.Rat), new(big.Rat)}
	inside := len(h) > 2
	type candidate struct {
		squared *big.Rat // squared distance
		to      point    // nearest point
	}
	var best *candidate
	for i, v := range h {
		e := h[(i+1)%len(h)].minus(v)
		toOrigin := origin.minus(v)
		if e.cross(toOrigin).Sign() < 0 {
			inside = false
		}
		length := e.dot(e)
		t := new(big.Rat)
		if length.Sign() > 0 {
			t.Quo(e.dot(toOrigin), length)
			if t.Sign() < 0 {
				t.SetInt64(0)
			} else if t.Cmp(big.NewRat(1, 1)) > 0 {
				t.SetInt64(1)
			}
		}
		near := point{new(big.Rat).Add(v.x, new(big.Rat).Mul(t, e.x)), new(big.Rat).Add(v.y, new(big.Rat).Mul(t, e.y))}
		if d := near.dot(near); best == nil || d.Cmp(best.squared) < 0 {
			best = &candidate{d, near}
		}
	}
	distance := root(float(best.squared))
	if d, _ := distance.Float64(); d < 1e-9 {
		return answer{}, false // the inner polygons touch, and any direction may be right
	}
	x := new(big.Float).SetPrec(bits).Quo(float(best.to.x), distance)
	y := new(big.Float).SetPrec(bits).Quo(float(best.to.y), distance)
	if inside {
		x.Neg(x)
		y.Neg(y)
		distance.Neg(distance)
	}
	distance.Sub(distance, float(new(big.Rat).Add(rational(p.A.Radius), rational(p.B.Radius))))
	var out answer
	out.SD, _ = distance.Float64()
	out.Normal[0], _ = x.Float64()
	out.Normal[1], _ = y.Float64()
	return out, true
}
