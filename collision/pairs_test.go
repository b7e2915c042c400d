package collision

import (
	"math"
	"testing"
)

// agree checks one pair against its exact signed distance: Collide hits exactly when the distance is at most 0, its
// depth is within tol, and its normal separates the shapes.
func agree(t *testing.T, what string, id int, a Shape, xa Transform, b Shape, xb Transform, sd, tol float64) {
	t.Helper()
	m, hit := Collide(a, xa, b, xb, 0)
	if hit != (sd <= 0) {
		t.Errorf("pair %d %s: Collide hit = %v at distance %v", id, what, hit, sd)
		return
	}
	if got := Overlap(a, xa, b, xb); got != hit {
		t.Errorf("pair %d %s: Overlap = %v, Collide %v", id, what, got, hit)
	}
	d := Distance(a, xa, b, xb)
	if !near(d.Distance, sd, tol) {
		t.Errorf("pair %d %s: Distance = %v, want %v", id, what, d.Distance, sd)
	}
	if hit && !near(m.Depth(), -sd, tol) {
		t.Errorf("pair %d %s: manifold depth %v, want %v", id, what, m.Depth(), -sd)
	}
	if hit && m.Normal != d.Normal {
		t.Errorf("pair %d %s: normals %v and %v", id, what, m.Normal, d.Normal)
	}
	if !near(d.Normal.Len(), 1, 1e-12) {
		t.Errorf("pair %d %s: normal %v is not a unit vector", id, what, d.Normal)
	}
	after := Distance(a, xa, b, moved(xb, d.Normal.Mul(-d.Distance)))
	if !near(after.Distance, 0, tol) {
		t.Errorf("pair %d %s: %v after moving %v by %v along %v", id, what, after.Distance, sd, -d.Distance, d.Normal)
	}
}

func mirrorShape(t testing.TB, s Shape) Shape {
	v := s.Vertices()
	for i := range v {
		v[i].X = -v[i].X
	}
	return mustNew(t, v, s.Radius())
}

func mirrorPose(xf Transform) Transform {
	return Transform{P: Vec{X: -xf.P.X, Y: xf.P.Y}, Q: Rot{C: xf.Q.C, S: -xf.Q.S}}
}

func scaleShape(t testing.TB, s Shape, k float64) Shape {
	v := s.Vertices()
	for i := range v {
		v[i] = v[i].Mul(k)
	}
	return mustNew(t, v, s.Radius()*k)
}

func TestPairsAgreeWithTheirExactAnswers(t *testing.T) {
	t.Parallel()
	turn := NewTransform(Vec{X: 3, Y: -7}, 1.1)
	for _, p := range loadPairs(t) {
		a, b := p.A.shape(t), p.B.shape(t)
		xa, xb := p.PoseA.transform(), p.PoseB.transform()
		sd := p.Oracle.SD
		agree(t, "as given", p.ID, a, xa, b, xb, sd, 1e-9)
		agree(t, "swapped", p.ID, b, xb, a, xa, sd, 1e-9)
		ma, mb, mxa, mxb := mirrorShape(t, a), mirrorShape(t, b), mirrorPose(xa), mirrorPose(xb)
		agree(t, "mirrored", p.ID, ma, mxa, mb, mxb, sd, 1e-9)
		agree(t, "mirrored and swapped", p.ID, mb, mxb, ma, mxa, sd, 1e-9)
		agree(t, "turned", p.ID, a, turn.Mul(xa), b, turn.Mul(xb), sd, 1e-9)
		agree(t, "turned and swapped", p.ID, b, turn.Mul(xb), a, turn.Mul(xa), sd, 1e-9)
		for _, k := range []float64{1e-3, 1e4} {
			sa, sb, sxa, sxb := scaleShape(t, a, k), scaleShape(t, b, k), xa, xb
			sxa.P, sxb.P = xa.P.Mul(k), xb.P.Mul(k)
			agree(t, "scaled", p.ID, sa, sxa, sb, sxb, sd*k, 1e-9*k)
			agree(t, "scaled and swapped", p.ID, sb, sxb, sa, sxa, sd*k, 1e-9*k)
		}
		// The normal is the exact one wherever there is only one.
		want := Vec{X: p.Oracle.Normal[0], Y: p.Oracle.Normal[1]}
		if d := Distance(a, xa, b, xb); d.Normal.Dot(want) < 1-1e-9 {
			m := Distance(a, xa, b, moved(xb, want.Mul(-sd)))
			if !near(m.Distance, 0, 1e-9) {
				t.Errorf("pair %d: normal %v, want %v", p.ID, d.Normal, want)
			}
		}
		if ref := referenceDistance(a, xa, b, xb); !near(ref, sd, 1e-7) {
			t.Errorf("pair %d: reference distance %v, want %v", p.ID, ref, sd)
		}
	}
}

func TestPlacedCollidesAsCollideDoes(t *testing.T) {
	t.Parallel()
	for _, p := range loadPairs(t) {
		a, b := p.A.shape(t), p.B.shape(t)
		xa, xb := p.PoseA.transform(), p.PoseB.transform()
		pa, pb := a.Place(xa), b.Place(xb)
		want, hit := Collide(a, xa, b, xb, 0.1)
		got, hit2 := pa.Collide(&pb, 0.1)
		if got != want || hit != hit2 {
			t.Fatalf("pair %d: Placed.Collide = %v %v, Collide = %v %v", p.ID, got, hit2, want, hit)
		}
		if box := a.Bounds(xa); pa.Bounds() != box {
			t.Fatalf("pair %d: bounds %v and %v", p.ID, pa.Bounds(), box)
		}
	}
}

func TestPairNormalsOfOracle(t *testing.T) {
	t.Parallel()
	worst := 0.0
	for _, p := range loadPairs(t) {
		d := Distance(p.A.shape(t), p.PoseA.transform(), p.B.shape(t), p.PoseB.transform())
		worst = max(worst, math.Abs(d.Distance-p.Oracle.SD))
	}
	if worst > 1e-13 {
		t.Errorf("the worst error of any pair is %v", worst)
	}
}
