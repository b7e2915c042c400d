package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Two turned boxes are apart just when their rectangles are.
func TestTurnedBoxesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := func(name string) (*turnedNode, Shape) {
			n := &turnedNode{
				center: drawVec(t, name, 4, false), axis: NewRot(rapid.Float64Range(-4, 4).Draw(t, name+" angle")).Apply(Vec{1, 0}),
				half: Vec{rapid.Float64Range(0.01, 3).Draw(t, name+" half width"), rapid.Float64Range(0.01, 1).Draw(t, name+" half height")},
			}
			along, across := n.axis.Mul(n.half.X), n.axis.Perp().Mul(n.half.Y)
			s, err := NewShape([]Vec{
				n.center.Add(along).Add(across), n.center.Add(along).Sub(across), n.center.Sub(along).Sub(across), n.center.Sub(along).Add(across),
			}, 0)
			if err != nil {
				t.Fatal(err)
			}
			return n, s
		}
		n, a := box("a")
		o, b := box("b")
		d := Distance(a, Identity(), b, Identity()).Distance
		if math.Abs(d) < 1e-9 {
			t.Skip("they touch")
		}
		if got := n.apart(o); got != (d > 0) {
			t.Fatalf("apart is %v at the distance %v", got, d)
		}
	})
}
