package check

import (
	"context"
	"testing"

	"fillet/editor/level"
)

// Very many colliders in one place are one overlap, and each of the others a duplicate that can be removed.
func TestCrowd(t *testing.T) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	layer := &level.Layer{ID: 1, Name: "Layer"}
	d := level.Diff{Layers: []level.Change[level.Layer]{{After: layer}}}
	const n = 2000
	for i := range n {
		shape := level.Shape{Kind: level.Box, Rounding: level.Inset, Size: level.Vec{X: 32, Y: 32}}
		d.Colliders = append(d.Colliders, level.Change[level.Collider]{After: level.NewCollider(level.ID(i+1), 1, "", shape, level.Vec{X: 100, Y: 100})})
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	findings, err := Run(context.Background(), doc.Snapshot(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]int{}
	for _, f := range findings {
		rules[f.Rule]++
	}
	if rules[RuleOverlap] != 1 || rules[RuleDuplicate] != n-1 {
		t.Errorf("%d boxes in one place are %v", n, rules)
	}
}
