package collision

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sharedPath(name string) string { return filepath.Join("..", "..", "shared", "collision", name) }

// sharedFile reads reference data stored next to the project, or skips the test.
func sharedFile(t testing.TB, name string) []byte {
	t.Helper()
	path := sharedPath(name)
	f, err := os.Open(path)
	if err != nil {
		t.Skipf("reference data is not here: %v", err)
	}
	defer f.Close()
	if !strings.HasSuffix(name, ".gz") {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	buf := make([]byte, 1<<20)
	for {
		n, err := z.Read(buf)
		out = append(out, buf[:n]...)
		if err != nil {
			return out
		}
	}
}

type wireShape struct {
	Verts  [][2]float64
	Radius float64
}

type wirePose struct{ P, Rot [2]float64 }

type wirePair struct {
	ID           int
	Class        string
	A, B         wireShape
	PoseA, PoseB wirePose
	Oracle       struct {
		SD     float64
		Normal [2]float64
	}
}

func (w wireShape) points() []Vec {
	pts := make([]Vec, len(w.Verts))
	for i, v := range w.Verts {
		pts[i] = Vec{X: v[0], Y: v[1]}
	}
	return pts
}

func (w wireShape) shape(t testing.TB) Shape {
	t.Helper()
	s := mustNew(t, w.points(), w.Radius)
	if s.Len() != len(w.Verts) {
		t.Fatalf("NewShape kept %d of %d vertices", s.Len(), len(w.Verts))
	}
	return s
}

func (w wirePose) transform() Transform {
	return Transform{P: Vec{X: w.P[0], Y: w.P[1]}, Q: Rot{C: w.Rot[0], S: w.Rot[1]}}
}

// loadPairs reads pairs with exact answers: the pairs in testdata, which tools/oracle wrote, and from id 100,000 on the
// shared pairs next to the project, if they exist.
func loadPairs(t testing.TB) []wirePair {
	t.Helper()
	own, err := os.ReadFile("testdata/pairs.json")
	if err != nil {
		t.Fatal(err)
	}
	all := pairsOf(t, own)
	if _, err := os.Stat(sharedPath("pairs.json")); err == nil {
		for _, p := range sharedPairs(t) {
			p.ID += 100_000
			all = append(all, p)
		}
	}
	return all
}

// sharedPairs reads the pairs stored next to the project, or skips the test.
func sharedPairs(t testing.TB) []wirePair {
	t.Helper()
	return pairsOf(t, sharedFile(t, "pairs.json"))
}

func pairsOf(t testing.TB, text []byte) []wirePair {
	t.Helper()
	var f struct{ Pairs []wirePair }
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	return f.Pairs
}

func mustNew(t testing.TB, points []Vec, radius float64) Shape {
	t.Helper()
	s, err := NewShape(points, radius)
	if err != nil {
		t.Fatalf("NewShape(%v, %v): %v", points, radius, err)
	}
	return s
}

func mustBox(t testing.TB, hw, hh, r float64) Shape {
	t.Helper()
	s, err := Box(hw, hh, r)
	if err != nil {
		t.Fatalf("Box(%v, %v, %v): %v", hw, hh, r, err)
	}
	return s
}

// at returns a transform without rotation.
func at(x, y float64) Transform { return Transform{P: Vec{X: x, Y: y}, Q: Rot{C: 1}} }

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

func nearVec(a, b Vec, tol float64) bool { return near(a.X, b.X, tol) && near(a.Y, b.Y, tol) }

// moved returns xf moved by d.
func moved(xf Transform, d Vec) Transform {
	xf.P = xf.P.Add(d)
	return xf
}

// worldVertices returns the vertices of a shape's inner polygon in the world.
func worldVertices(s Shape, xf Transform) []Vec {
	out := s.Vertices()
	for i, v := range out {
		out[i] = xf.Apply(v)
	}
	return out
}

// referenceDistance computes the signed distance of two shapes from the hull of all differences of their vertices. It
// shares no code with Collide except the hull.
func referenceDistance(a Shape, xa Transform, b Shape, xb Transform) float64 {
	var diff []Vec
	for _, p := range worldVertices(a, xa) {
		for _, q := range worldVertices(b, xb) {
			diff = append(diff, q.Sub(p))
		}
	}
	h := giftWrap(diff)
	rs := a.Radius() + b.Radius()
	out, least := false, math.Inf(1)
	for i, p := range h {
		q := h[(i+1)%len(h)]
		least = min(least, pointToSegment(Vec{}, p, q))
		if q.Sub(p).Cross(p.Neg()) < 0 {
			out = true
		}
	}
	if len(h) < 3 {
		out = true
	}
	if out {
		return least - rs
	}
	return -least - rs
}

func pointToSegment(p, a, b Vec) float64 {
	d := b.Sub(a)
	if d.LenSq() == 0 {
		return p.Dist(a)
	}
	t := min(max(p.Sub(a).Dot(d)/d.LenSq(), 0), 1)
	return p.Dist(a.MulAdd(d, t))
}

// giftWrap returns the convex hull by Jarvis' march, with positive area.
func giftWrap(points []Vec) []Vec {
	start := points[0]
	for _, p := range points {
		if p.Y < start.Y || p.Y == start.Y && p.X < start.X {
			start = p
		}
	}
	hull := []Vec{start}
	for len(hull) <= len(points) {
		last := hull[len(hull)-1]
		next, found := Vec{}, false
		for _, p := range points {
			if p == last {
				continue
			}
			if !found {
				next, found = p, true
				continue
			}
			c := next.Sub(last).Cross(p.Sub(last))
			if c < 0 || c == 0 && p.Dist(last) > next.Dist(last) {
				next = p
			}
		}
		if !found || next == start {
			break
		}
		hull = append(hull, next)
	}
	return hull
}

func contactOf(t *testing.T, a, b Body) (Contact, bool) {
	t.Helper()
	w := NewWorld()
	w.Put(1, a)
	w.Put(2, b)
	w.Update()
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	return w.Contact(1, 2)
}

// turnsOneWay reports whether a polygon of positive area is convex: it turns left at every vertex, once around in all.
func turnsOneWay(loop []Vec) bool {
	turned := 0.0
	for i, b := range loop {
		in, out := b.Sub(loop[(i+len(loop)-1)%len(loop)]), loop[(i+1)%len(loop)].Sub(b)
		if in.Cross(out) <= 0 {
			return false
		}
		turned += math.Atan2(in.Cross(out), in.Dot(out))
	}
	return turned < 3*math.Pi
}

// checkUp checks the contact between a floor and a body, in both orders.
func checkUp(t *testing.T, what string, a, b Body, up Vec, depth float64) {
	t.Helper()
	for _, swapped := range []bool{false, true} {
		if swapped {
			a, b, up = b, a, up.Neg()
		}
		c, ok := contactOf(t, a, b)
		if !ok {
			t.Errorf("%s, swapped %v: no contact at depth %v", what, swapped, depth)
			continue
		}
		if !near(c.Depth(), depth, 1e-6) {
			t.Errorf("%s, swapped %v: depth %v, want %v", what, swapped, c.Depth(), depth)
		}
		for _, m := range c.Manifolds {
			if !nearVec(m.Normal, up, 1e-6) {
				t.Errorf("%s, swapped %v, depth %v: normal %v, want %v (%d manifolds)", what, swapped, depth, m.Normal,
					up, len(c.Manifolds))
				break
			}
		}
	}
}

func rect(x0, y0, x1, y1 float64) []Vec {
	return []Vec{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}
