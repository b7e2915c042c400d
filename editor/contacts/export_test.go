package contacts

import (
	"context"
	"math"
	"slices"

	"fillet/editor/level"
)

// Step is a straight move of a collider.
type Step struct {
	ID       level.ID
	From, To level.Vec
}

// SeparateStepByStep works like Separate and also returns the steps in order.
func SeparateStepByStep(snap level.Snapshot, o Separating) (result *Separation, steps []Step) {
	p, err := plan(context.Background(), snap, o)
	if err != nil {
		panic(err)
	}
	for _, m := range p.moved {
		steps = append(steps, Step{p.members[m.key].Collider.ID, m.from, m.to})
	}
	return p.result, steps
}

// Directions returns the number of directions that [WayOut] tries, and the largest angle between neighbours, in
// radians.
func Directions(own, obstacle Placed) (n int, widest float64) {
	x := newSeparator(own, []Placed{obstacle}, everywhere, maxTests)
	var angles []float64
	for _, d := range x.appendNormals(x.contactNormals(), obstacle.Bounds().Grow(1)) {
		angles = append(angles, math.Atan2(d.Y, d.X))
	}
	slices.Sort(angles)
	for i := 1; i < len(angles); i++ {
		widest = max(widest, angles[i]-angles[i-1])
	}
	return len(angles), max(widest, 2*math.Pi+angles[0]-angles[len(angles)-1])
}

// TestedPairs returns the number of pairs of pieces that the search for all ways out tests. Its limit is [MaxTests],
// plus one pass over all pairs.
func TestedPairs(own Placed, others []Placed) int {
	x := newSeparator(own, others, everywhere, maxTests)
	x.ways(everywhere)
	return x.tests
}

const (
	MaxTests   = maxTests
	MaxDrawn   = maxDrawn * probedPairs
	ExactPairs = exactPairs
)
