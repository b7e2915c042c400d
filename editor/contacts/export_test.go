package contacts

import (
	"context"

	"fillet/editor/level"
)

// Step is a collider's straight way.
type Step struct {
	ID       level.ID
	From, To level.Vec
}

// SeparateStepByStep is Separate, with each of the ways in their order.
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
