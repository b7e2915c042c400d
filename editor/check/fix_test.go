package check_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/check"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func TestRepair(t *testing.T) {
	t.Parallel()
	lock := func(c *level.Collider) { c.Locked = true }
	tests := []struct {
		name  string
		level []*level.Collider
		left  string
		want  string // the boxes that remain, from corner to corner
	}{
		{
			"duplicates go",
			[]*level.Collider{box(0, 0, 32, 32), box(0, 0, 32, 32), box(0, 0, 32, 32)},
			"",
			"c1 0,0-32,32",
		},
		{"duplicates of other names stay", []*level.Collider{
			box(0, 0, 32, 32),
			with(box(0, 0, 32, 32), func(c *level.Collider) {
				c.Name = "x"
			}),
		}, "duplicate error c2 c1", "c1 0,0-32,32 c2 0,0-32,32"},
		{
			"a slight overlap is taken back",
			[]*level.Collider{box(0, 200, 512, 256), box(100, 100, 116, 200.4)},
			"",
			"c1 0,200-512,256 c2 100,100-116,200",
		},
		{
			"a deep overlap is separated",
			[]*level.Collider{box(0, 200, 512, 256), box(100, 100, 116, 201)},
			"",
			"c1 0,200-512,256 c2 100,99-116,200",
		},
		{"an overlap with a locked one is separated", []*level.Collider{
			box(0, 200, 512, 230),
			with(box(100, 100, 116, 201), lock),
		}, "", "c1 0,201-512,231 c2 100,100-116,201"},
		{
			"locked ones stay",
			[]*level.Collider{with(box(0, 200, 512, 256), lock), with(box(100, 100, 116, 201), lock)},
			"overlap note c1 c2", "c1 0,200-512,256 c2 100,100-116,201",
		},
		{
			"a crack is closed",
			[]*level.Collider{box(0, 100, 100, 140), box(100.3, 90, 130, 120)},
			"",
			"c1 0,100-100,140 c2 100,90-130,120",
		},
		{
			"a step is levelled out",
			[]*level.Collider{box(0, 200, 100, 256), box(100, 200.4, 200, 250)},
			"",
			"c1 0,200-100,256 c2 100,200-200,250",
		},
		{"a wedged box gives way on both sides", []*level.Collider{
			box(0, 0, 100, 256), box(200, 0, 300, 256),
			box(99.8, 100, 200.2, 110),
		}, "", "c1 0,0-100,256 c2 200,0-300,256 c3 100,100-200,110"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := document(t, tt.level...)
			_, left, err := check.Repair(context.Background(), doc, check.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(formatFindings(left.List), "; "); got != tt.left {
				t.Errorf("%q is left, want %q", got, tt.left)
			}
			var boxes []string
			for c := range doc.Colliders() {
				h := c.Shape.Size.Mul(0.5)
				a, b := c.Position.Sub(h), c.Position.Add(h)
				boxes = append(boxes, fmt.Sprintf("%v %.6g,%.6g-%.6g,%.6g", c.ID, a.X, a.Y, b.X, b.Y))
			}
			if got := strings.Join(boxes, " "); got != tt.want {
				t.Errorf("the level is %s, want %s", got, tt.want)
			}
		})
	}
}

// Findings of remaining overlaps give the reason.
func TestRepairExplainsRemainingOverlaps(t *testing.T) {
	t.Parallel()
	lock := func(c *level.Collider) { c.Locked = true }
	for want, colliders := range map[string][]*level.Collider{
		"the two solids overlap by 1 px; not separated: the one to move is locked": {
			with(box(0, 200, 512, 256), lock), with(box(100, 100, 116, 201), lock),
		},
		"the two solids overlap by 10 px; not separated: there is no room": {
			box(0, 0, 4096, 100), box(0, 120, 4096, 220), box(100, 90, 116, 120),
		},
	} {
		doc := document(t, colliders...)
		fixed, left, err := check.Repair(context.Background(), doc, check.Options{})
		if err != nil || len(fixed.List) > 0 {
			t.Fatalf("fixed %v, %v", formatFindings(fixed.List), err)
		}
		found := false
		for _, f := range left.List {
			found = found || f.Message == want
		}
		if !found {
			t.Errorf("no message of %+v is %q", left.List, want)
		}
	}
}

// Shapes that may never exist at the same time are not moved, and neither are platforms in the ground.
func TestRepairLeavesAmbiguousOverlaps(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*level.Collider){"of a category": player, "a saw": kinematic} {
		doc := document(t, box(0, 200, 512, 256), with(box(100, 100, 116, 230), change), box(200, 100, 216, 230))
		fixed, left, err := check.Repair(context.Background(), doc, check.Options{})
		if err != nil || len(fixed.List) != 1 || strings.Join(formatFindings(left.List), "; ") != "overlap note c1 c2" {
			t.Errorf("%s: fixed %v, left %v, %v", name, formatFindings(fixed.List), formatFindings(left.List), err)
		}
	}
}

func TestRepairOfPolygons(t *testing.T) {
	t.Parallel()
	doc := document(t, box(0, 200, 512, 256), polygon(100, 100, 150, 200.3, 120, 200.3),
		polygon(300, 0, 350, 0, 350.2, 0.2, 350, 50, 300, 50))
	fixed, left, err := check.Repair(context.Background(), doc, check.Options{})
	if err != nil || len(fixed.List) != 2 || len(formatFindings(left.List)) != 0 {
		t.Fatalf("fixed %v, left %v, %v", formatFindings(fixed.List), formatFindings(left.List), err)
	}
	if got, want := doc.Collider(2).Shape.Points, points(100, 100, 150, 200, 120, 200); fmt.Sprint(got) !=
		fmt.Sprint(want) {
		t.Errorf("the polygon is %v, want %v", got, want)
	}
	if n := len(doc.Collider(3).Shape.Points); n != 4 {
		t.Errorf("the outline with a repeated vertex has %d vertices, want 4", n)
	}
}

// anyLevel draws boxes and polygons on a coarse grid, some of them slightly off it, with duplicates.
func anyLevel(t *rapid.T) []*level.Collider {
	off := rapid.SampledFrom([]float64{0, 0, 0, 0.3, -0.3, 0.002, 2})
	cell := rapid.Map(rapid.IntRange(0, 12), func(i int) float64 { return float64(16 * i) })
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *level.Collider {
		x, y := cell.Draw(t, "x")+off.Draw(t, "dx"), cell.Draw(t, "y")+off.Draw(t, "dy")
		w, h := 16+cell.Draw(t, "w")/4+off.Draw(t, "dw"), 16+cell.Draw(t, "h")/4+off.Draw(t, "dh")
		var c *level.Collider
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			c = polygon(0, 0, w, 0, w, h)
			c.Position = level.Vec{X: x, Y: y}
		case 1:
			c = polygon(0, 0, w, 0, w, h, w/2, h, w/2, h/2, 0, h/2)
			c.Position = level.Vec{X: x, Y: y}
			c.Shape.Radius = rapid.SampledFrom([]float64{0, 0, 2}).Draw(t, "radius")
		default:
			c = box(x, y, x+w, y+h)
		}
		c.Angle = rapid.SampledFrom([]level.Degrees{0, 0, 0, 90, 30}).Draw(t, "angle")
		c.Body = rapid.SampledFrom([]level.BodyType{level.Static, level.Static, level.Dynamic}).Draw(t, "body")
		c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Solid, level.Solid, level.Trigger}).Draw(t, "role")
		return c
	}), 0, 14).Draw(t, "colliders")
}

// A repaired level is valid, no pair overlaps deeper than before, and repairing it again changes nothing.
func TestRepairIsHarmless(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		colliders := anyLevel(rt)
		doc := document(t, colliders...)
		before := depths(doc)
		if _, _, err := check.Repair(context.Background(), doc, check.Options{}); err != nil {
			rt.Fatal(err)
		}
		if err := doc.Validate(); err != nil {
			rt.Fatal(err)
		}
		for pair, d := range depths(doc) {
			if d > max(before[pair], collision.DefaultSlop)+1e-4 {
				rt.Errorf("%v overlap by %v, %v before", pair, d, before[pair])
			}
		}
		saved, err := level.Marshal(doc)
		if err != nil {
			rt.Fatal(err)
		}
		fixed, _, err := check.Repair(context.Background(), doc, check.Options{})
		if err != nil || len(fixed.List) > 0 {
			rt.Fatalf("a second repair fixes %v, %v", formatFindings(fixed.List), err)
		}
		again, err := level.Marshal(doc)
		if err != nil || !bytes.Equal(saved, again) {
			rt.Fatal("repairing twice changes the level twice")
		}
	})
}

// Overlaps are found exactly for the pairs of solids that the collision package reports as overlapping.
func TestOverlapsAreComplete(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		doc := document(t, anyLevel(rt)...)
		found := map[[2]level.ID]bool{}
		listed := func(_, _ level.ID) bool { return false } // whether a pile's finding names both
		for _, f := range run(t, doc) {
			if before := listed; len(f.Colliders) > 2 {
				listed = func(a, b level.ID) bool {
					return before(a, b) || slices.Contains(f.Colliders, a) && slices.Contains(f.Colliders, b)
				}
			} else if f.Rule == check.RuleOverlap || f.Rule == check.RuleDuplicate {
				found[[2]level.ID{min(f.Colliders[0], f.Colliders[1]), max(f.Colliders[0], f.Colliders[1])}] = true
			}
		}
		for a := range doc.Colliders() {
			for b := range doc.Colliders() {
				if a.ID >= b.ID || a.Role != level.Solid || b.Role != level.Solid {
					continue
				}
				apart := 1.0
				for _, p := range doc.Baked(a.ID).Pieces {
					for _, q := range doc.Baked(b.ID).Pieces {
						apart = min(apart, collision.Distance(p, a.Transform(), q, b.Transform()).Distance)
					}
				}
				if apart > -1e-6 && found[[2]level.ID{a.ID, b.ID}] {
					rt.Errorf("%v and %v are %v apart, but reported as overlapping", a.ID, b.ID, apart)
				}
				if apart < -0.1 && !found[[2]level.ID{a.ID, b.ID}] && !listed(a.ID, b.ID) && !isCopy(doc, a, b) {
					rt.Errorf("%v and %v overlap by %v, which is not reported: %+v at %v turned by %v, %+v at %v "+
						"turned by %v", a.ID, b.ID, -apart, a.Shape, a.Position, a.Angle, b.Shape, b.Position, b.Angle)
				}
			}
		}
	})
}

// isCopy reports whether both are copies of one collider: findings then name only the first copy.
func isCopy(doc *level.Document, a, b *level.Collider) bool {
	return a.Shape.Equal(b.Shape) && a.Position == b.Position
}

func depths(doc *level.Document) map[[2]level.ID]float64 {
	w, of := level.NewWorld(doc.Snapshot())
	w.Update()
	out := map[[2]level.ID]float64{}
	for c := range w.Contacts() {
		if !c.Trigger {
			out[[2]level.ID{of[c.A].ID, of[c.B].ID}] = c.Depth()
		}
	}
	return out
}

// tiles returns a level of n boxes in a grid, some of them apart and some turned.
func tiles(t testing.TB, n int) *level.Document {
	var cs []*level.Collider
	for i := range n {
		x, y := float64(i%100)*20, float64(i/100)*20
		c := box(x, y, x+16, y+16)
		switch i % 4 {
		case 1:
			c.Angle = 30
		case 2:
			c = polygon(0, 0, 20, 0, 20, 10, 10, 10, 10, 20, 0, 20)
			c.Position = level.Vec{X: x, Y: y}
			c.Shape.Radius = 2
		}
		cs = append(cs, c)
	}
	return document(t, cs...)
}

func BenchmarkRun10k(b *testing.B) {
	snap := tiles(b, 10_000).Snapshot()
	for b.Loop() {
		if _, err := check.Find(context.Background(), snap, check.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Gaps and steps that are rounding errors of coordinates are closed, between boxes and outlines, and nothing moves
// farther than their width.
func TestRepairOfNearSeams(t *testing.T) {
	t.Parallel()
	outline := func(x, y, x2, y2 float64) *level.Collider { return polygon(x, y, x2, y, x2, y2, (x+x2)/2, y2+9, x, y2) }
	for name, shape := range map[string]func(x, y, x2, y2 float64) *level.Collider{"boxes": box, "outlines": outline} {
		for _, off := range []level.Vec{
			{X: 1e-5},
			{X: 0.0001},
			{X: 0.004},
			{X: 0.01},
			{X: 0.05},
			{X: -0.0001},
			{Y: 0.001},
			{X: 0.003, Y: -0.002},
			{X: 0.0001, Y: 0.004},
		} {
			doc := document(t, shape(0, 200, 100, 256), shape(100+off.X, 200+off.Y, 200, 256))
			_, left, err := check.Repair(context.Background(), doc, check.Options{})
			if err != nil || len(formatFindings(left.List)) > 0 {
				t.Fatalf("%s, off by %v: %v is left, %v", name, off, formatFindings(left.List), err)
			}
			var ends, starts []level.Vec // of the two surfaces
			for c := range doc.Colliders() {
				points := c.Shape.Points
				if c.Shape.Kind == level.Box {
					points = c.Shape.Corners()
				}
				starts, ends = append(starts, c.Transform().Apply(points[0])),
					append(ends, c.Transform().Apply(points[1]))
			}
			if d := starts[1].Sub(ends[0]); d.Len() > 1e-6 {
				t.Errorf("%s, off by %v: off by %v afterwards", name, off, d)
			}
			if d := ends[0].Sub(level.Vec{X: 100, Y: 200}); d.Len() > off.Len()+1e-6 {
				t.Errorf("%s, off by %v: the first ends at %v", name, off, ends[0])
			}
		}
	}
}
