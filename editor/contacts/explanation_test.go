package contacts_test

import (
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// explain explains the contact of the first two colliders of a document.
func explain(t *testing.T, doc *level.Document) *contacts.ExplainedPair {
	t.Helper()
	x := &contacts.ExplainedPair{
		OfA: contacts.PlacedAt(doc.Collider(1), doc.Baked(1)), OfB: contacts.PlacedAt(doc.Collider(2), doc.Baked(2)),
	}
	x.Explanation = collision.Explain(x.OfA.Baked.Pieces[0], x.OfA.At, x.OfB.Baked.Pieces[0], x.OfB.At,
		collision.DefaultSlop)
	return x
}

// Every edge and axis has its label beside it, clear of the contact points and of other labels.
func TestExplanationIsLabelled(t *testing.T) {
	t.Parallel()
	for _, unit := range []float64{0.5, 1, 3} {
		for _, tt := range []struct {
			other *level.Collider
			want  []string
		}{
			{boxAt("b", 10, 296, 300, 300), []string{"incident edge", "least overlap 4 px", "reference edge"}},
			{
				level.NewCollider(0, 1, "b", level.Shape{Kind: level.Circle, Radius: 90}, level.Vec{X: 40, Y: 236}),
				[]string{"least overlap 4 px", "reference edge"},
			},
		} {
			x := explain(t, levelOf(t, level.Vec{X: 1000, Y: 1000}, boxAt("a", 0, 0, 400, 300), tt.other))
			var labels []string
			var taken []collision.AABB
			for _, item := range x.Picture(unit, false) {
				l, ok := item.(overlay.Label)
				if !ok {
					continue
				}
				labels = append(labels, l.Text)
				size := overlay.LabelSize(l.Text)
				center := l.At.MulAdd(level.Vec{X: l.Offset.X + size.X/2, Y: l.Offset.Y}, unit)
				half := size.Mul(unit / 2)
				box := collision.AABB{Min: center.Sub(half), Max: center.Add(half)}
				gap := level.Vec{X: max(math.Abs(center.X-l.At.X)-half.X, 0), Y: max(math.Abs(center.Y-l.At.Y)-half.Y, 0)}
				if d := gap.Len() / unit; d < 8-1e-9 || d > 11 {
					t.Errorf("unit %g: %q is %g from its place, want 8 to 11", unit, l.Text, d)
				}
				for _, p := range x.Points {
					if box.Contains(p.Surface) {
						t.Errorf("unit %g: %q covers the contact point %v", unit, l.Text, p.Surface)
					}
				}
				if slices.ContainsFunc(taken, box.Overlaps) {
					t.Errorf("unit %g: %q overlaps another label", unit, l.Text)
				}
				taken = append(taken, box)
			}
			if slices.Sort(labels); !slices.Equal(labels, tt.want) {
				t.Errorf("unit %g: the labels are %q, want %q", unit, labels, tt.want)
			}
		}
	}
}

// The discs that round a polygon are shown at its contact points; a circle is its own disc.
func TestExplanationShowsRadii(t *testing.T) {
	t.Parallel()
	rounded := box(100, 40, 10)
	circle := level.Shape{Kind: level.Circle, Radius: 30}
	for _, tt := range []struct {
		a, b level.Shape
		want []float64 // the radii
	}{
		{rounded, circle, []float64{10}},
		{circle, rounded, []float64{10}},
		{circle, circle, nil},
		{rounded, box(100, 40, 0), []float64{10, 10}},
	} {
		y := level.LocalBounds(tt.a).Max.Y - level.LocalBounds(tt.b).Min.Y - 1
		x := explain(t, levelOf(t, level.Vec{X: 1000, Y: 1000}, level.NewCollider(0, 1, "a", tt.a, level.Vec{}),
			level.NewCollider(0, 1, "b", tt.b, level.Vec{X: 3, Y: y})))
		var radii []float64
		for _, item := range x.Picture(1, false) {
			if r, ok := item.(overlay.Ring); ok {
				radii = append(radii, r.Radius)
			}
		}
		if !slices.Equal(radii, tt.want) {
			t.Errorf("%v on %v: the radii are %v, want %v", tt.b.Kind, tt.a.Kind, radii, tt.want)
		}
	}
}
