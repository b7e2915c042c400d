package check

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/project"
)

// Severity says how much a finding matters.
type Severity string

// The severities, from the one that matters most.
const (
	Error   Severity = "error"   // the game will misbehave
	Warning Severity = "warning" // the game may misbehave, or the level is not as it was meant
	Note    Severity = "note"    // worth knowing
)

// AtLeast reports whether a severity matters as much as another.
func (s Severity) AtLeast(o Severity) bool { return s.rank() >= o.rank() }

func (s Severity) rank() int { return slices.Index([]Severity{Note, Warning, Error}, s) }

// Finding is one thing wrong with a level.
type Finding struct {
	Rule      string // the id of its rule: one of the Rule constants
	Severity  Severity
	Message   string         // one sentence for people, without the colliders' names
	Colliders []level.ID     // what it is about; the intruder first, if there is one
	Place     level.Vec      // where to look, in level space
	Bounds    collision.AABB // what to bring into view, in level space
	Fix       *Fix           // nil where it takes a designer

	Instance level.InstanceID // that it is about, where it is about none of its parts; 0 for none
	Change   level.PartChange // of the instance that it is about, without its value; or nothing

	Entry  int    // which entry of what the level ignores it is about or is ignored by, from 1; 0 is none
	Reason string // why the level ignores it
}

// Fix is a change that mends a finding.
type Fix struct {
	Title string // what it does, in the imperative
	// Safe says that no designer need look at it: nothing moves by more than Options.Snap, and nothing goes that is not
	// there a second time.
	Safe bool
	Diff level.Diff // of the records that the findings were made from
}

// Options are the sizes that rules measure with, in pixels. The zero value takes the defaults of [DefaultOptions].
type Options struct {
	Character level.Vec // width and height of the character's box, which gaps are measured against; zero is the level's own, if any
	Snap      float64   // how deep an overlap, or how wide a crack, is a slip that is mended by itself
	Step      float64   // how high a step at a seam, or how wide a crack in it, still counts as one surface
	Thickness float64   // what is thinner is a sliver, and what is smaller both ways is tiny
	Edge      float64   // a shorter edge is a slip
	Steps     int       // of a playtest that are tried for what the character comes to, fewer where there are bodies; below 0 none
	Workers   int       // how many such steps are tried at once; 0 is as many as there are processors. What is found is the same

	Project      *project.Project // that the level belongs to; nil for none
	ProjectError error            // why that cannot be read
}

// DefaultOptions returns sizes for a grid of 16, and no character's.
func DefaultOptions() Options {
	return Options{Snap: 0.5, Step: 1, Thickness: 1, Edge: 0.5, Steps: 300_000}
}

func (o Options) withDefaults(snap level.Snapshot) Options {
	d := DefaultOptions()
	o.Character = characterOf(snap, o.Character)
	for _, f := range []struct{ value, byDefault *float64 }{
		{&o.Snap, &d.Snap}, {&o.Step, &d.Step}, {&o.Thickness, &d.Thickness}, {&o.Edge, &d.Edge},
	} {
		if *f.value == 0 {
			*f.value = *f.byDefault
		}
	}
	if o.Steps == 0 {
		o.Steps = d.Steps
	}
	return o
}

// characterOf returns the size of the character that gaps are measured against: the given size, or the size of the level's own
// character, as low as it crouches. It is zero where there is nothing to measure: the level has neither a spawn nor a character
// that differs from the default, is seen from above, or cannot be played.
func characterOf(snap level.Snapshot, given level.Vec) level.Vec {
	settings, _, err := play.SettingsOf(snap)
	isOwn := play.SpawnOf(snap) != nil || snap.Settings.Playtest != level.DefaultPlaytest()
	switch {
	case err != nil || settings.Mode == play.TopDown:
		return level.Vec{}
	case given != level.Vec{} || !isOwn:
		return given
	}
	least := level.Vec{X: math.Inf(1), Y: math.Inf(1)}
	for _, form := range settings.Forms() {
		box := collision.EmptyAABB()
		for _, p := range form {
			box = box.Union(p.Bounds(collision.Identity()))
		}
		least = least.Min(box.Size())
	}
	return least
}

// margin is a distance beyond which a collider has nothing to do with another, and beyond which no fix brings it into touch
// with one: each of the two may give way by the largest of the sizes.
func (o Options) margin() float64 {
	return float64(2*max(o.Snap, o.Step, o.Edge)) + 2*collision.DefaultSlop
}

// Find checks a level against every rule. Hidden colliders count, for hiding is the editor's matter; what the level ignores is
// kept apart. The findings come
// sorted by rule in the order of [Rules], then by collider in drawing order, and depend on the level alone. Very many colliders in one place
// are one finding, not one for each pair of them. The error is the context's.
func Find(ctx context.Context, snap level.Snapshot, o Options) (Findings, error) {
	return find(ctx, snap, o, MaxFindings)
}

// find is Find with as many findings listed at most.
func find(ctx context.Context, snap level.Snapshot, o Options, most int) (Findings, error) {
	s := newScene(ctx, snap, o.withDefaults(snap))
	s.most, s.level = most, snap
	checks := []func(*scene) *tally{undecided, missingPrefabs, looseJoints, unusedChanges, lostPaths, overlaps, gaps, seams, duplicates, slivers, shortEdges, buriedPaths, deafTriggers, unreached, outsiders, idleSwitches, idleDoors, gameplayFields, projectFile, projectCategories, projectMaterials, unusedCategories}
	tallies := inParts(ctx, len(checks), 1, func(i, _ int) []*tally { return []*tally{checks[i](s)} })
	if err := ctx.Err(); err != nil {
		return Findings{}, err
	}
	tallies = append(tallies, unusedIgnored(s, tallies))
	var all Findings
	for _, t := range tallies {
		all.List = append(all.List, t.List...)
		all.Ignored = append(all.Ignored, t.Ignored...)
		all.MoreIgnored += t.MoreIgnored
		for severity, n := range t.More {
			if all.More == nil {
				all.More = map[Severity]int{}
			}
			all.More[severity] += n
		}
	}
	all.List, all.Ignored = s.ordered(all.List), s.ordered(all.Ignored)
	return all.First(most), nil
}

// ordered sorts findings by rule, then by their colliders whatever the order in which these stand.
func (s *scene) ordered(all []Finding) []Finding {
	type key struct {
		rule      int
		colliders []int32 // places in drawing order
		at        int
	}
	places := map[level.ID]int32{}
	if len(all) > 1 {
		for _, it := range s.items {
			places[it.ID] = it.index
		}
	}
	keys := make([]key, len(all))
	for i := range all {
		_, rule := severityOf(all[i].Rule)
		keys[i] = key{rule, make([]int32, len(all[i].Colliders)), i}
		for k, id := range all[i].Colliders {
			keys[i].colliders[k] = places[id]
		}
		slices.Sort(keys[i].colliders)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), slices.Compare(a.colliders, b.colliders), cmp.Compare(a.at, b.at))
	})
	out := make([]Finding, len(all))
	for i, k := range keys {
		out[i] = all[k.at]
	}
	return out
}

// finding is a finding with its rule's own severity.
func finding(rule string, place level.Vec, bounds collision.AABB, ids []level.ID, format string, args ...any) Finding {
	severity, _ := severityOf(rule)
	return Finding{Rule: rule, Severity: severity, Message: fmt.Sprintf(format, args...), Colliders: ids, Place: place, Bounds: bounds}
}
