package polygon

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
)

// Two rotated boxes are apart if and only if their rectangles are.
func TestTurnedBoxesApart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, from, to float64) float64 { return rapid.Float64Range(from, to).Draw(t, name) }
		box := func(name string) (*turnedNode, []collision.Vec) {
			n := &turnedNode{
				center: collision.Vec{X: number(name+" x", -4, 4), Y: number(name+" y", -4, 4)},
				axis:   collision.NewRot(number(name+" angle", -4, 4)).Apply(collision.Vec{X: 1}),
				half:   collision.Vec{X: number(name+" half width", 0.01, 3), Y: number(name+" half height", 0.01, 1)},
			}
			along, across := n.axis.Mul(n.half.X), n.axis.Perp().Mul(n.half.Y)
			return n, []collision.Vec{
				n.center.Sub(along).Sub(across), n.center.Add(along).Sub(across), n.center.Add(along).Add(across),
				n.center.Sub(along).Add(across),
			}
		}
		n, a := box("a")
		o, b := box("b")
		common := signedArea(cutTo(a, b))
		if touching := math.Abs(common) < 1e-12; touching && n.apart(o) != o.apart(n) {
			t.Fatal("apart depends on the order of its arguments")
		} else if touching && len(cutTo(a, b)) > 0 {
			return // the boxes touch
		}
		if got := n.apart(o); got != (common == 0) {
			t.Fatalf("apart is %v, but the common area is %v", got, common)
		}
	})
}

// cutTo clips a convex polygon to another one of positive area.
func cutTo(a, b []collision.Vec) []collision.Vec {
	for i, from := range b {
		way := b[(i+1)%len(b)].Sub(from)
		var kept []collision.Vec
		for k, p := range a {
			q := a[(k+1)%len(a)]
			dp, dq := way.Cross(p.Sub(from)), way.Cross(q.Sub(from))
			if dp >= 0 {
				kept = append(kept, p)
			}
			if (dp > 0) != (dq > 0) && dp != dq {
				kept = append(kept, p.Lerp(q, dp/(dp-dq)))
			}
		}
		a = kept
	}
	return a
}
