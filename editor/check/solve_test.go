package check_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// aboutTheCharacter formats the findings of the rules about what the character can reach.
func aboutTheCharacter(t *testing.T, snap level.Snapshot, o check.Options) []string {
	t.Helper()
	found, err := check.Find(context.Background(), snap, o)
	if err != nil {
		t.Fatal(err)
	}
	return formatFindings(slices.DeleteFunc(found.List, func(f check.Finding) bool {
		return !slices.Contains([]string{
			check.RuleSpawnStuck, check.RuleSealedGoal, check.RuleUnreachableTrigger,
			check.RuleDeadEnd,
		}, f.Rule)
	}))
}

// TestPocket checks that a goal in a closed vault and a coin in the rock are proved unreachable, and that a coin that
// is too high is not found.
func TestPocket(t *testing.T) {
	t.Parallel()
	doc, err := level.Open("testdata/pocket.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found, err := check.Find(context.Background(), doc.Snapshot(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"sealed-goal error c3 c2", "unreachable-trigger warning c7 c2", "unreachable-trigger note c6"}
	if got := aboutTheCharacter(t, doc.Snapshot(), check.Options{}); !slices.Equal(got, want) {
		t.Fatalf("found %q, want %q", got, want)
	}
	for _, f := range found.List {
		proof := strings.Contains(f.Message, "cannot reach it: ")
		note := strings.HasPrefix(f.Message, "no way to it was found in a search of ")
		switch {
		case f.Rule != check.RuleSealedGoal && f.Rule != check.RuleUnreachableTrigger:
		case proof != (f.Severity != check.Note), note != (f.Severity == check.Note):
			t.Errorf("%s: %s", f.Severity, f.Message)
		}
	}
	if got := aboutTheCharacter(t, doc.Snapshot(), check.Options{Steps: -1}); !slices.Equal(got, want[:2]) {
		t.Errorf("without a search: %q, want %q", got, want[:2])
	}
}

func tags(names ...string) func(*level.Collider) {
	return func(c *level.Collider) { c.Tags = names }
}

func spawnAt(x, y float64) *level.Collider {
	return with(level.NewCollider(0, 1, "", level.Shape{Kind: level.Point}, level.Vec{X: x, Y: y}),
		tags(level.SpawnTag))
}

// TestCharacterRules checks levels that trigger each rule about what the character can reach, and near misses that do
// not.
func TestCharacterRules(t *testing.T) {
	t.Parallel()
	floor, left, right := box(0, 200, 512, 256), box(-20, -200, 0, 256), box(512, -200, 532, 256)
	goal := func(x0, y0, x1, y1 float64) *level.Collider {
		return with(with(box(x0, y0, x1, y1), trigger), tags("goal"))
	}
	coin := func(x0, y0, x1, y1 float64) *level.Collider { return with(box(x0, y0, x1, y1), trigger) }
	vault := []*level.Collider{
		box(300, 40, 400, 60), box(300, 140, 400, 160), box(300, 60, 320, 140),
		box(380, 60, 400, 140),
	}
	pit := func(in ...*level.Collider) []*level.Collider {
		return append([]*level.Collider{
			spawnAt(40, 180), box(0, 200, 200, 256), left, box(200, 360, 300, 380),
			box(300, 200, 512, 380), box(180, 256, 200, 380), right, goal(480, 160, 500, 200),
		}, in...)
	}
	for _, c := range []struct {
		name  string
		level []*level.Collider
		want  string
	}{
		{"no spawn", []*level.Collider{floor, coin(100, 220, 110, 230)}, ""},
		{"a level that can be solved", []*level.Collider{
			spawnAt(40, 180), floor, left, right, goal(300, 160, 320, 200),
			coin(100, 160, 110, 170),
		}, ""},
		{"a goal in a vault", append([]*level.Collider{spawnAt(40, 180), floor, left, right, goal(340, 90, 360, 110)},
			vault...), "sealed-goal error c5 c6 c7 c8 c9"},
		{"a goal in a vault with a door for a wall", append([]*level.Collider{
			spawnAt(40, 180), floor, left, right,
			goal(340, 90, 360, 110), with(box(300, 60, 320, 140), tags("door")),
		},
			slices.Concat(vault[:2], vault[3:])...), "sealed-goal note c5"},
		{"a goal that sticks out of its vault", append([]*level.Collider{
			spawnAt(40, 180), floor, left, right,
			goal(290, 170, 360, 180),
		}, vault...), ""},
		{
			"a coin in the floor",
			[]*level.Collider{spawnAt(40, 180), floor, left, right, coin(100, 220, 110, 230)},
			"unreachable-trigger warning c5 c2",
		},
		{"an imported lamp in the floor", []*level.Collider{
			spawnAt(40, 180), floor, left, right,
			with(coin(100, 220, 110, 230), imported),
		}, ""},
		{"an imported coin in the floor", []*level.Collider{
			spawnAt(40, 180), floor, left, right,
			with(with(coin(100, 220, 110, 230), imported), tags("collectable")),
		}, "unreachable-trigger warning c5 c2"},
		{"a coin in the floor, and a crate", []*level.Collider{
			spawnAt(40, 180), floor, left, right,
			coin(100, 220, 110, 230), with(box(200, 180, 220, 200), dynamic),
		}, "unreachable-trigger note c5 c2"},
		{"a hazard in the floor", []*level.Collider{
			spawnAt(40, 180), floor, left, right,
			with(coin(100, 220, 110, 230), tags("hazard")),
		}, ""},
		{
			"a coin too high",
			[]*level.Collider{spawnAt(40, 180), floor, left, right, coin(100, 60, 110, 70)},
			"unreachable-trigger note c5",
		},
		{"a coin just reached", []*level.Collider{spawnAt(40, 180), floor, left, right, coin(100, 110, 110, 126)}, ""},
		{
			"shut in", append([]*level.Collider{spawnAt(350, 126), goal(40, 160, 60, 200)}, append(vault, floor)...),
			"sealed-goal error c2 c3 c4 c5 c6",
		},
		{"stuck", []*level.Collider{
			spawnAt(103, 50), box(0, 0, 100, 100), box(106, 0, 206, 100), box(0, 90, 300, 190),
			box(0, -50, 300, 20), goal(400, 0, 420, 20),
		}, "spawn-stuck error c1 c2 c3"},
		{"a pit", pit(), "dead-end note c4"},
		{"a pit with an imported exit", pit(with(coin(270, 320, 290, 360), imported)), ""},
		{
			"a pit with an imported lamp on its wall", pit(with(coin(270, 240, 290, 260), imported)),
			"dead-end note c4",
		},
		{
			"a pit with water that does not help",
			pit(with(with(coin(200, 350, 300, 360), imported), tags("water"))), "dead-end note c4",
		},
		{"water in a narrow hole", []*level.Collider{
			spawnAt(40, 180), box(0, 200, 300, 256), left, box(304, 200, 512, 256),
			box(300, 240, 304, 256), right, goal(200, 160, 220, 200),
			with(coin(300, 210, 304, 240), tags("water")),
		}, ""},
		{"a shallow pit", []*level.Collider{
			spawnAt(40, 180), box(0, 200, 200, 256), left, box(200, 230, 300, 256),
			box(300, 200, 512, 256), right, goal(480, 160, 500, 200),
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, c.level...)
			steps := 50_000
			if strings.Contains(c.want, check.RuleDeadEnd) || strings.HasPrefix(c.name, "a pit") {
				steps = 2_000_000 // the search must exhaust everything
			}
			got := strings.Join(aboutTheCharacter(t, doc.Snapshot(), check.Options{Steps: steps}), "; ")
			if got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestCharacterRulesAreCancelled ends the context in the middle of a search.
func TestCharacterRulesAreCancelled(t *testing.T) {
	t.Parallel()
	doc := document(t, spawnAt(40, 180), box(-4000, 200, 4000, 256), with(box(100, -900, 110, -890), trigger))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := check.Find(ctx, doc.Snapshot(), check.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestUnreachedTriggersShareANote checks that a few triggers that are not found have a note each, and that many share
// one. Ignored triggers and goals always have their own.
func TestUnreachedTriggersShareANote(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 12} {
		shapes := []*level.Collider{
			spawnAt(40, 180), box(0, 200, 512, 256), box(-20, -200, 0, 256),
			box(512, -200, 532, 256), with(with(box(400, 20, 420, 40), trigger), tags("goal")),
		}
		for i := range n {
			x := float64(20 + 30*i)
			shapes = append(shapes, with(box(x, 60, x+10, 70), trigger))
		}
		doc := document(t, shapes...)
		set := *doc.Settings()
		set.Ignored = []level.Ignored{{Rule: check.RuleUnreachableTrigger, IDs: []level.ID{6}}}
		if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &set)}); err != nil {
			t.Fatal(err)
		}
		found, err := check.Find(context.Background(), doc.Snapshot(), check.Options{Steps: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		list := slices.DeleteFunc(found.List, func(f check.Finding) bool {
			return f.Rule != check.RuleSealedGoal && f.Rule != check.RuleUnreachableTrigger
		})
		for _, f := range list {
			if f.Severity != check.Note || !strings.Contains(f.Message, "was found in a search of ") {
				t.Errorf("%s: %s", f.Severity, f.Message)
			}
			got = append(got, len(f.Colliders))
		}
		want := []int{1, 1, 1} // the goal, two coins
		if n > 5 {
			want = []int{1, n - 1}
		}
		if !slices.Equal(got, want) || len(found.Ignored) != 1 {
			t.Errorf("for %d triggers the notes name %v, want %v; %d are ignored", n, got, want, len(found.Ignored))
		}
		if last := list[len(list)-1]; n > 5 && !strings.Contains(last.Message, "11 triggers") {
			t.Errorf("the last message is %q", last.Message)
		}
	}
}

// TestConnectedDeadEnds checks that connected dead ends are one finding: here a pit with a block in it, which the
// character jumps onto and off.
func TestConnectedDeadEnds(t *testing.T) {
	t.Parallel()
	doc := document(t, spawnAt(40, 180), box(0, 200, 200, 256), box(-20, -200, 0, 256), box(200, 360, 300, 380),
		box(300, 200, 512, 380), box(180, 256, 200, 380), box(512, -200, 532, 256),
		with(with(box(480, 160, 500, 200), trigger), tags("goal")), box(235, 330, 265, 360))
	got := aboutTheCharacter(t, doc.Snapshot(), check.Options{Steps: 2_000_000})
	if len(got) != 1 || !strings.HasPrefix(got[0], "dead-end note") || !strings.Contains(got[0], "c4") ||
		!strings.Contains(got[0], "c9") {
		t.Errorf("found %q", got)
	}
}
