package polygon

import (
	"math"
	"testing"

	"fillet/collision"
)

func mustNew(t testing.TB, points []collision.Vec, radius float64) collision.Shape {
	t.Helper()
	s, err := collision.NewShape(points, radius)
	if err != nil {
		t.Fatalf("collision.NewShape(%v, %v): %v", points, radius, err)
	}
	return s
}

func mustBox(t testing.TB, hw, hh, r float64) collision.Shape {
	t.Helper()
	s, err := collision.Box(hw, hh, r)
	if err != nil {
		t.Fatalf("collision.Box(%v, %v, %v): %v", hw, hh, r, err)
	}
	return s
}

// at returns a transform without rotation.
func at(x, y float64) collision.Transform {
	return collision.Transform{P: collision.Vec{X: x, Y: y}, Q: collision.Rot{C: 1}}
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

func nearVec(a, b collision.Vec, tol float64) bool { return near(a.X, b.X, tol) && near(a.Y, b.Y, tol) }

func capsule(t testing.TB, a, b collision.Vec, r float64) collision.Shape {
	return mustNew(t, []collision.Vec{a, b}, r)
}

func circle(t testing.TB, c collision.Vec, r float64) collision.Shape {
	return mustNew(t, []collision.Vec{c}, r)
}
