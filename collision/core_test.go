package collision

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// sharedFile reads reference data that lies beside the project, or skips.
func sharedFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "shared", "collision", name))
	if err != nil {
		t.Skipf("reference data is not here: %v", err)
	}
	return b
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

func (w wireShape) shape(t testing.TB) Shape {
	t.Helper()
	pts := make([]Vec, len(w.Verts))
	for i, v := range w.Verts {
		pts[i] = Vec{v[0], v[1]}
	}
	s, err := New(pts, w.Radius)
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != len(pts) {
		t.Fatalf("%d vertices became %d", len(pts), s.Len())
	}
	return s
}

func (w wirePose) transform() Transform {
	return Transform{Vec{w.P[0], w.P[1]}, Rot{w.Rot[0], w.Rot[1]}}
}

func loadPairs(t testing.TB) []wirePair {
	var f struct{ Pairs []wirePair }
	if err := json.Unmarshal(sharedFile(t, "pairs.json"), &f); err != nil {
		t.Fatal(err)
	}
	return f.Pairs
}

func TestQuick(t *testing.T) {
	bad := 0
	worst := 0.0
	for _, p := range loadPairs(t) {
		a, b := p.A.shape(t), p.B.shape(t)
		xa, xb := p.PoseA.transform(), p.PoseB.transform()
		s := Distance(a, xa, b, xb)
		worst = max(worst, math.Abs(s.Distance-p.Oracle.SD))
		if math.Abs(s.Distance-p.Oracle.SD) > 1e-9 {
			if bad++; bad < 5 {
				t.Errorf("%d %s: %v want %v", p.ID, p.Class, s, p.Oracle)
			}
		}
	}
	t.Log(bad, worst)
}
