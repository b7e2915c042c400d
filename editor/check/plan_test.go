package check_test

import (
	"context"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// A plan is one change to the snapshot's records that fixes all findings of one rule and no others. Overlaps too deep
// to snap are separated; ignored overlaps stay.
func TestPlanFixes(t *testing.T) {
	t.Parallel()
	doc := func() *level.Document {
		doc := document(t,
			box(0, 200, 512, 256),
			// A row in which each box overlaps the next by 0.25.
			box(0, 100, 20.25, 120), box(20, 100, 40.25, 120), box(40, 100, 60.25, 120), box(60, 100, 80, 120),
			box(100, 150, 140, 210),                                  // 10 pixels deep in the floor
			box(200, 150, 240, 210),                                  // the same, but ignored
			box(300, 100, 300.5, 100.5), box(320, 100, 320.5, 100.5), // tiny
		)
		ignore(t, doc, level.NewIgnored("overlap", []level.ID{1, 7}, "on purpose"))
		return doc
	}
	count := func(doc *level.Document, rule string) int {
		n := 0
		for _, f := range find(t, doc).List {
			if f.Rule == rule {
				n++
			}
		}
		return n
	}
	for rule, want := range map[string]struct{ fixed, overlaps, tiny int }{
		"":                {3, 1, 2},
		check.RuleOverlap: {4, 0, 2},
		check.RuleTiny:    {2, 4, 0},
		check.RuleGap:     {0, 4, 2},
	} {
		d := doc()
		p, err := check.PlanFixes(context.Background(), d.Snapshot(), rule, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Fixed) != want.fixed || len(p.Left) != 0 || p.Diff.IsEmpty() != (want.fixed == 0) {
			t.Errorf("%q: fixes %q, leaves %v", rule, rulesOf(p.Fixed), p.Left)
		}
		floor, sunk := d.Collider(1), d.Collider(7)
		if err := d.Apply(p.Diff); err != nil {
			t.Errorf("%q: %v", rule, err)
		}
		if n, m := count(d, check.RuleOverlap), count(d, check.RuleTiny); n != want.overlaps || m != want.tiny ||
			d.Collider(1) != floor || d.Collider(7) != sunk {
			t.Errorf("%q: %d overlaps and %d tiny shapes are left, want %d and %d", rule, n, m, want.overlaps, want.tiny)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := check.PlanFixes(ctx, doc().Snapshot(), "", check.Options{}); err == nil {
		t.Error("a cancelled plan returns no error")
	}
}
