package level

import (
	"math/rand/v2"
	"testing"
)

// EdgeFinder finds the ends of all edges in any order, and nothing beyond them.
func TestEdgeFinder(t *testing.T) {
	polygon := Shape{
		Kind: Polygon, Points: []Vec{{X: 0}, {X: 9}, {X: 9, Y: 9}},
		Holes: [][]Vec{{{X: 1}, {X: 2}, {X: 2, Y: 1}}, {{X: 3}, {X: 4}, {X: 5, Y: 1}, {X: 3, Y: 1}}},
	}
	chain := Shape{Kind: Chain, Points: []Vec{{X: 0}, {X: 1}, {X: 2}}}
	box := Shape{Kind: Box, Size: Vec{X: 4, Y: 2}}
	random := rand.New(rand.NewPCG(1, 2))
	for _, s := range []Shape{polygon, chain, box, {Kind: Circle, Radius: 1}} {
		ends, n := s.EdgeFinder(), s.Edges()
		order := random.Perm(n + 2)
		for i := range n + 2 {
			order = append(order, i)
		}
		for _, i := range order {
			i--
			a, b, ok := ends(i)
			if ok != (i >= 0 && i < n) {
				t.Fatalf("%v: edge %d of %d: %v", s.Kind, i, n, ok)
			}
			if !ok {
				continue
			}
			if from, to := s.EdgeEnds(i); a != from || b != to {
				t.Errorf("%v: edge %d is from %v to %v, not from %v to %v", s.Kind, i, a, b, from, to)
			}
		}
	}
}
