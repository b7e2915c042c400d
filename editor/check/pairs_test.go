package check

import (
	"testing"

	"fillet/editor/level"
)

// Thousands of colliders in one place are one overlap, and all but one are duplicates that can be removed.
func TestPile(t *testing.T) {
	t.Parallel()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	layer := &level.Layer{ID: 1, Name: "Layer"}
	d := level.Diff{Layers: []level.Change[level.Layer]{{After: layer}}}
	const n = 2000
	for i := range n {
		shape := level.Shape{Kind: level.Box, Rounding: level.Inset, Size: level.Vec{X: 32, Y: 32}}
		d.Colliders = append(d.Colliders, level.Change[level.Collider]{After: level.NewCollider(level.ID(i+1), 1, "",
			shape, level.Vec{X: 100, Y: 100})})
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	rules := map[string]int{}
	for _, f := range runOn(t, doc) {
		rules[f.Rule]++
	}
	if rules[RuleOverlap] != 1 || rules[RuleDuplicate] != n-1 {
		t.Errorf("the findings for %d boxes in one place are %v", n, rules)
	}
}

// The limit on pairs depends on the pieces in the world, not on the level: colliders without neighbours are not in the
// world.
func TestTooManyPairs(t *testing.T) {
	t.Parallel()
	var all []*level.Collider
	for i := range 700 { // about 245,000 pairs
		all = append(all, shape(level.Circle, 100+0.01*float64(i), 100, 20, 20))
	}
	count := func() int {
		snap := levelOf(t, all).Snapshot()
		w, colliders := level.NewWorld(snap)
		return tooManyPairs(w, len(colliders)-1)
	}
	if n := count(); n == 0 {
		t.Errorf("%d circles in one place do not count as too many", len(all))
	}
	all = all[:300]
	if n := count(); n != 0 {
		t.Errorf("%d circles in one place count as too many: %d pairs", len(all), n)
	}
	all = all[:0]
	for i := range 20_000 {
		all = append(all, shape(level.Box, 32*float64(i%200), 32*float64(i/200), 32, 32))
	}
	if n := count(); n != 0 {
		t.Errorf("%d tiles side by side count as too many: %d pairs", len(all), n)
	}
}
