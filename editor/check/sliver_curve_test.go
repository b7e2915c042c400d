package check_test

import (
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/level"
)

// A shape with a curve that tapers to a point is not a sliver, even if the curve's lines are fine. A thin wall between
// two curves is one.
func TestCurvesAndSlivers(t *testing.T) {
	t.Parallel()
	isSliver := func(c *level.Collider) bool {
		return slices.ContainsFunc(run(t, document(t, c)), func(f check.Finding) bool {
			return f.Rule == check.RuleSliver
		})
	}
	for form := range editor.GroundCurve(4) {
		for _, size := range []float64{16, 48, 64, 200, 1000} {
			made, ok := editor.CurvedGround(form, level.Vec{X: size, Y: -size}, size/4)
			if !ok {
				continue
			}
			if isSliver(level.NewCollider(0, 0, "ground", made.Shape, made.Offset)) {
				t.Errorf("a curved ground of form %d and size %g is called a sliver", form, size)
			}
		}
	}
	// A half ring: two arcs about one centre, joined at their ends.
	ring := func(thick float64) *level.Collider {
		s := level.Shape{
			Kind: level.Polygon, Rounding: level.Inset,
			Points: []level.Vec{{X: -50}, {X: 50}, {X: 50 - thick}, {X: -50 + thick}},
		}
		return level.NewCollider(0, 0, "ring", s.WithCurve(level.Curve{Edge: 0, Arc: 50}).WithCurve(level.Curve{
			Edge: 2,
			Arc:  -50 + thick,
		}), level.Vec{X: 100, Y: 100})
	}
	for thick, want := range map[float64]bool{0.5: true, 8: false, 20: false} {
		if _, err := ring(thick).Shape.Bake(); err != nil {
			t.Fatal(err)
		}
		if got := isSliver(ring(thick)); got != want {
			t.Errorf("a ring that is %g thick is called a sliver: %v", thick, got)
		}
	}
	// A thin wall beside a curve.
	wall := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
		{},
		{X: 100},
		{X: 100, Y: 0.4},
		{X: 40, Y: 0.4},
		{X: 40, Y: 60},
		{Y: 60},
	}}.WithCurve(level.Curve{Edge: 4, Arc: 10})
	if !isSliver(level.NewCollider(0, 0, "wall", wall, level.Vec{})) {
		t.Error("a thin wall of a shape with a curve is not called a sliver")
	}
}
