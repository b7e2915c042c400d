package check

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// shape returns a collider without an id.
func shape(kind level.Kind, x, y, w, h float64) *level.Collider {
	s := level.Shape{Kind: kind, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}
	if kind == level.Circle {
		s = level.Shape{Kind: kind, Radius: w / 2}
	}
	return level.NewCollider(0, 1, "", s, level.Vec{X: x, Y: y})
}

// levelOf returns a level of the given colliders, with ids from 1.
func levelOf(t testing.TB, colliders []*level.Collider) *level.Document {
	t.Helper()
	settings := level.DefaultSettings()
	settings.Size = level.Vec{X: 4000, Y: 4000}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Layer"})}}
	for i, c := range colliders {
		c.ID, c.Order = level.ID(i+1), float64(i+1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

func runOn(t testing.TB, doc *level.Document) []Finding {
	t.Helper()
	found, err := Find(context.Background(), doc.Snapshot(), Options{Character: level.DefaultPlaytest().Size})
	if err != nil {
		t.Fatal(err)
	}
	return found.List
}

// scattered returns n circles with centres in a square of side spread, whose corner is at x, y.
func scattered(n int, x, y, spread float64) []*level.Collider {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same numbers each time
	var out []*level.Collider
	for range n {
		out = append(out, shape(level.Circle, x+spread*r.Float64(), y+spread*r.Float64(), 20, 20))
	}
	return out
}

// In a huge pile, exclusion tests few pairs beyond maxExcludeTests and still excludes most colliders.
func TestExclusionTestsAreLimited(t *testing.T) {
	const n = 24_000
	s := newScene(context.Background(), levelOf(t, scattered(n, 100, 100, 200)).Snapshot(), DefaultOptions())
	if s.excludeTests < maxExcludeTests || s.excludeTests > maxExcludeTests+8*n || len(s.excluded) < n/2 {
		t.Errorf("excluded %d of %d colliders after %d tests", len(s.excluded), n, s.excludeTests)
	}
}

// A pile of different colliders is one finding that names them all. Colliders elsewhere are still checked.
func TestPileIsOneFinding(t *testing.T) {
	t.Parallel()
	const n = 3000
	all := scattered(n, 100, 100, 4)
	all = append(all, shape(level.Box, 1000, 1000, 100, 100), shape(level.Box, 1090, 1000, 100, 100))
	doc := levelOf(t, all)
	var piles, pairs []Finding
	for _, f := range runOn(t, doc) {
		switch {
		case f.Rule != RuleOverlap:
			t.Errorf("also found: %+v", f)
		case len(f.Colliders) == 2:
			pairs = append(pairs, f)
		default:
			piles = append(piles, f)
		}
	}
	if len(piles) != 1 || len(piles[0].Colliders) != n || piles[0].Severity != Note ||
		!slices.IsSorted(piles[0].Colliders) {
		t.Fatalf("%d piles", len(piles))
	}
	if p := piles[0]; !strings.Contains(p.Message, "3000 colliders overlap") ||
		!strings.Contains(p.Message, "only") || !p.Bounds.Contains(p.Place) {
		t.Errorf("pile at %v in %v: %q", p.Place, p.Bounds, p.Message)
	}
	if len(pairs) != 1 || !slices.Equal(pairs[0].Colliders, []level.ID{n + 1, n + 2}) {
		t.Errorf("overlaps outside the pile: %+v", pairs)
	}
}

// A dynamic collider makes a pile an error. Any other pile is a note.
func TestSeverityOfPiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(i int, c *level.Collider)
		want   Severity
	}{
		{"static", func(int, *level.Collider) {}, Note},
		{"one follows a path", func(i int, c *level.Collider) {
			if i == 70 {
				c.Body = level.Kinematic
			}
		}, Note},
		{"one is dynamic", func(i int, c *level.Collider) {
			if i == 70 {
				c.Body = level.Dynamic
			}
		}, Error},
		{"from one imported layer", func(_ int, c *level.Collider) {
			c.Source = &level.Source{File: "a.tmx", Level: "A", Layer: "W"}
		}, Note},
		{"colliding with no category", func(_ int, c *level.Collider) { c.CollidesWith = []string{} }, Note},
	} {
		all := scattered(200, 100, 100, 4)
		for i, c := range all {
			tt.change(i, c)
		}
		found := runOn(t, levelOf(t, all))
		if len(found) != 1 || found[0].Severity != tt.want || found[0].Rule != RuleOverlap {
			t.Errorf("%s: %+v, want one %s", tt.name, found, tt.want)
		}
	}
	triggers := scattered(200, 100, 100, 4)
	for _, c := range triggers {
		c.Role = level.Trigger
	}
	if found := runOn(t, levelOf(t, triggers)); len(found) != 0 {
		t.Errorf("triggers in one place: %+v", found)
	}
}

// Up to pileDegree colliders in one place, and any number of colliders on a larger one, are reported pair by pair.
func TestSmallPilesAreListed(t *testing.T) {
	t.Parallel()
	few := scattered(pileDegree, 100, 100, 4)
	for _, c := range few {
		c.Body = level.Dynamic
	}
	if got, want := len(runOn(t, levelOf(t, few))), pileDegree*(pileDegree-1)/2; got != want {
		t.Errorf("%d circles in one place: %d findings, want %d", len(few), got, want)
	}
	for name, floorAt := range map[string]int{"floor first": 0, "floor last": 300} {
		var crates []*level.Collider
		for i := range 300 {
			crates = append(crates, shape(level.Box, 100+50*float64(i%60), 1000+50*float64(i/60), 16, 16))
			crates[i].Body = level.Dynamic
		}
		crates = slices.Insert(crates, floorAt, shape(level.Box, 1600, 1200, 3190, 800))
		found := runOn(t, levelOf(t, crates))
		if len(found) != 300 || slices.ContainsFunc(found, func(f Finding) bool { return len(f.Colliders) != 2 }) {
			t.Errorf("%s: %d findings for 300 crates in a floor", name, len(found))
		}
	}
}

// Crossing rows of beams are one pile. Seams and gaps form piles too.
func TestPilesOfOtherRules(t *testing.T) {
	t.Parallel()
	var beams []*level.Collider
	for i := range 100 {
		beams = append(beams, shape(level.Box, 1600, 100+30*float64(i), 3100, 5),
			shape(level.Box, 100+30*float64(i), 1600, 5, 3100))
	}
	found := runOn(t, levelOf(t, beams))
	if len(found) != 1 || found[0].Rule != RuleOverlap || len(found[0].Colliders) != 200 ||
		!strings.Contains(found[0].Message, "200 colliders") {
		t.Errorf("200 crossing beams: %d findings, the first %+v", len(found), found[0])
	}

	var flush []*level.Collider
	for i := range 40 {
		flush = append(flush, shape(level.Box, 100, 100+float64(i)/1000, 100, 20),
			shape(level.Box, 200, 100+float64(i)/1000, 100, 20))
	}
	rules := map[string]int{}
	for _, f := range runOn(t, levelOf(t, flush)) {
		rules[f.Rule]++
		if len(f.Colliders) < 40 {
			t.Fatalf("%+v", f)
		}
	}
	if !maps.Equal(rules, map[string]int{RuleOverlap: 2, RuleSeam: 1}) {
		t.Errorf("the findings for two flush piles are %v", rules)
	}

	var apart []*level.Collider
	for i := range 40 {
		apart = append(apart, shape(level.Box, 100, 100, 100, 20+float64(i)/100),
			shape(level.Box, 213, 100, 100, 20+float64(i)/100))
	}
	clear(rules)
	for _, f := range runOn(t, levelOf(t, apart)) {
		rules[f.Rule]++
	}
	if !maps.Equal(rules, map[string]int{RuleOverlap: 2, RuleGap: 1}) {
		t.Errorf("the findings for two piles 13 px apart are %v", rules)
	}
}

// Two long chains that cross everywhere give one finding, which reports that overlaps are not listed. The other rules
// still check the level.
func TestCrossingChainsAreOneFinding(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same numbers each time
	var all []*level.Collider
	for range 2 {
		s := level.Shape{Kind: level.Chain}
		for range 1500 {
			s.Points = append(s.Points, level.Vec{X: 1000 * r.Float64(), Y: 1000 * r.Float64()})
		}
		all = append(all, level.NewCollider(0, 1, "", s, level.Vec{}))
	}
	all = append(all, shape(level.Box, 2000, 2000, 100, 100), shape(level.Box, 2113, 2000, 100, 100))
	rules := map[string]int{}
	for _, f := range runOn(t, levelOf(t, all)) {
		if rules[f.Rule]++; f.Rule == RuleOverlap && (f.Severity != Note ||
			!strings.Contains(f.Message, "too many overlaps to list")) {
			t.Errorf("%+v", f)
		}
		if f.Fix != nil && f.Fix.Safe {
			t.Errorf("offers a safe fix although the overlaps are unknown: %+v", f)
		}
	}
	if rules[RuleOverlap] != 1 || rules[RuleGap] != 1 {
		t.Errorf("found %v", rules)
	}
}

func TestDuplicatesAreFixedInOneRound(t *testing.T) {
	t.Parallel()
	var same []*level.Collider
	for range 500 {
		same = append(same, shape(level.Circle, 100, 100, 20, 20))
	}
	doc := levelOf(t, same)
	if done := repairOnce(doc, runOn(t, doc)); len(done) != 499 || doc.Len() != 1 {
		t.Errorf("fixed %d colliders in one round, %d are left", len(done), doc.Len())
	}
}

// One round lifts all boxes that have sunk a little into one floor.
func TestFixesOnOneFloorTakeOneRound(t *testing.T) {
	t.Parallel()
	all := []*level.Collider{shape(level.Box, 1600, 1200, 3190, 400)}
	for i := range 60 {
		all = append(all, shape(level.Box, 100+50*float64(i), 992.2, 16, 16))
	}
	doc := levelOf(t, all)
	if done := repairOnce(doc, runOn(t, doc)); len(done) != 60 {
		t.Errorf("lifted %d of 60 boxes in one round", len(done))
	}
	if left := runOn(t, doc); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
}

// A diagonal gap can be too narrow although it is wider than the character's width and height. The finding is at the
// middle of the gap.
func TestGapAcrossACorner(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, []*level.Collider{shape(level.Box, 50, 50, 100, 100), shape(level.Box, 113+50, 123+50, 100, 100)})
	found := runOn(t, doc)
	if len(found) != 1 || found[0].Rule != RuleGap || !strings.Contains(found[0].Message, "26.42 px") ||
		found[0].Place != (level.Vec{X: 106.5, Y: 111.5}) {
		t.Errorf("%+v", found)
	}
}

// A pile consists of the colliders that remain after repeatedly removing every one with too few neighbours.
func TestPilesAreCores(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 90).Draw(t, "items")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)) //nolint:gosec // one seed for many links
		density := rapid.Float64Range(0.2, 1).Draw(t, "density")
		groups := rapid.IntRange(1, 2).Draw(t, "groups")
		var links []link
		linked := map[link]bool{}
		for a := range n {
			for b := a + 1; b < n; b++ {
				if a%groups == b%groups && r.Float64() < density {
					links = append(links, link{int32(a), int32(b)})
					linked[link{int32(a), int32(b)}], linked[link{int32(b), int32(a)}] = true, true
				}
			}
		}
		left := map[int32]bool{}
		for i := range n {
			left[int32(i)] = true
		}
		for again := true; again; {
			again = false
			for i := range left {
				degree := 0
				for j := range left {
					if linked[link{i, j}] {
						degree++
					}
				}
				if degree < pileDegree {
					delete(left, i)
					again = true
				}
			}
		}
		of, count := piles(n, links)
		for i := range int32(n) {
			if got := of != nil && of[i] >= 0; got != left[i] {
				t.Fatalf("item %d is in a pile: %v, want %v", i, got, left[i])
			}
		}
		for l := range linked {
			if left[l.a] && left[l.b] && of[l.a] != of[l.b] {
				t.Fatalf("%v are linked but in different piles", l)
			}
		}
		if (count > 0) != (len(left) > 0) || count > groups {
			t.Fatalf("%d piles of %d items", count, len(left))
		}
	})
}

func TestFindingsDoNotDependOnCores(t *testing.T) {
	all := scattered(700, 500, 500, 900)
	all = append(all, scattered(300, 3000, 3000, 30)...)
	for i := range 900 {
		all = append(all, shape(level.Box, 2000+16.2*float64(i%30), 500+16*float64(i/30), 16, 16))
	}
	snap := levelOf(t, all).Snapshot()
	var first []Finding
	for i, cores := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(cores)
		found, err := Find(context.Background(), snap, Options{})
		runtime.GOMAXPROCS(before)
		got := found.List
		if err != nil || len(got) < 100 {
			t.Fatalf("%d findings, %v", len(got), err)
		}
		if i == 0 {
			first = got
		}
		if !slices.EqualFunc(first, got, isSameFinding) {
			t.Errorf("%d cores find something different from 1 core", cores)
		}
	}
}

func isSameFinding(a, b Finding) bool {
	if (a.Fix == nil) != (b.Fix == nil) || a.Fix != nil && (a.Fix.Title != b.Fix.Title || a.Fix.Safe != b.Fix.Safe) {
		return false
	}
	return a.Rule == b.Rule && a.Severity == b.Severity && a.Message == b.Message && a.Place == b.Place &&
		a.Bounds == b.Bounds && slices.Equal(a.Colliders, b.Colliders)
}

func TestInParts(t *testing.T) {
	t.Parallel()
	double := func(from, to int) (out []int) {
		for i := from; i < to; i++ {
			out = append(out, 2*i)
		}
		return out
	}
	for _, n := range []int{0, 1, 9, 10, 11, 1000} {
		if got := inParts(context.Background(), n, 10, double); !slices.Equal(got, double(0, n)) {
			t.Errorf("inParts over %d numbers returns %v", n, got)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := inParts(ctx, 100, 10, double); len(got) != 0 {
		t.Errorf("a cancelled call returns %v", got)
	}
	wrong := errors.New("wrong")
	defer func() {
		if p := recover(); p != wrong { //nolint:errorlint // the same value, unwrapped
			t.Errorf("inParts panicked with %v", p)
		}
	}()
	inParts(context.Background(), 100, 1, func(from, _ int) []int {
		if from == 50 {
			panic(wrong)
		}
		return nil
	})
	t.Error("inParts did not panic")
}

// If thousands of colliders each overlap a few dozen others, the pairs are counted but not stored, and the other rules
// still run.
func TestDenseLevelsAreCounted(t *testing.T) {
	t.Parallel()
	var shapes []*level.Collider
	for i := range 10_000 {
		shapes = append(shapes, shape(level.Circle, 100+float64(i), 300, 20, 20))
	}
	shapes = append(shapes, shape(level.Box, 100, 900, 0.001, 0.001))
	rules := map[string]int{}
	for _, f := range runOn(t, levelOf(t, shapes)) {
		rules[f.Rule]++
	}
	if rules[RuleOverlap] != 1 || rules[RuleTiny] != 1 {
		t.Errorf("the findings for a dense row are %v", rules)
	}
}
