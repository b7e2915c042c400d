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

// Severity is the importance of a finding.
type Severity string

// The severities, from the most important.
const (
	Error   Severity = "error"   // the game will misbehave
	Warning Severity = "warning" // the game may misbehave, or the level is not as intended
	Note    Severity = "note"    // worth knowing
)

// AtLeast reports whether a severity is as important as another, or more.
func (s Severity) AtLeast(o Severity) bool { return s.rank() >= o.rank() }

func (s Severity) rank() int { return slices.Index([]Severity{Note, Warning, Error}, s) }

// Finding is one problem in a level.
type Finding struct {
	Rule      string // the id of its rule: one of the Rule constants
	Severity  Severity
	Message   string         // one sentence for people, without the colliders' names
	Colliders []level.ID     // the colliders that it is about; the intruder first, if any
	Place     level.Vec      // where to look, in level space
	Bounds    collision.AABB // what to bring into view, in level space
	Fix       *Fix           // nil if only a designer can fix it

	Instance level.InstanceID // the instance that it is about, if it is not about its parts; else 0
	Change   level.PartChange // the override that it is about, without its value, if any

	Entry  int    // number, from 1, of the level's ignore entry that it is about or ignored by; 0 if none
	Reason string // why the level ignores it
}

// Fix is a change that resolves a finding.
type Fix struct {
	Title string // the effect, in the imperative
	// Safe means that no designer needs to check the fix: nothing moves by more than Options.Snap, and nothing is
	// removed without a copy that stays.
	Safe bool
	Diff level.Diff // a change to the records that the check read
}

// Options holds the lengths against which the rules measure, in pixels. A zero value means the default of
// [DefaultOptions].
type Options struct {
	// Character is the size of the character's box, against which gaps are measured; zero means the level's own
	// character, if any.
	Character level.Vec
	Snap      float64 // largest overlap or crack that counts as a mistake and is fixed automatically
	Step      float64 // largest step or crack at a seam within one surface
	Thickness float64 // anything thinner is a sliver; anything smaller in both directions is tiny
	Edge      float64 // a shorter edge is a mistake
	// Steps limits the playtest steps of the search for what the character reaches; many bodies reduce it. Below 0 it
	// turns the search off.
	Steps   int
	Workers int // parallel searches; 0 means one per processor; it does not affect the findings

	Project      *project.Project // the level's project, or nil
	ProjectError error            // why the project cannot be read
}

// DefaultOptions returns sizes for a grid of 16, without a character size.
func DefaultOptions() Options {
	return Options{Snap: 0.5, Step: 1, Thickness: 1, Edge: 0.5, Steps: 300_000}
}

func (o Options) withDefaults(snap level.Snapshot) Options {
	d := DefaultOptions()
	o.Character = characterOf(snap, o.Character)
	o.Snap, o.Step = cmp.Or(o.Snap, d.Snap), cmp.Or(o.Step, d.Step)
	o.Thickness, o.Edge = cmp.Or(o.Thickness, d.Thickness), cmp.Or(o.Edge, d.Edge)
	o.Steps = cmp.Or(o.Steps, d.Steps)
	return o
}

// characterOf returns the size of the character that gaps are measured against: the given size, or the size of the
// level's own character in its lowest form. It is zero if there is nothing to measure: the level has neither a spawn
// nor its own playtest settings, is top-down, or cannot be played.
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
		least = least.Min(level.BoundsOf(form, collision.Identity()).Size())
	}
	return least
}

// margin returns the distance beyond which two colliders do not affect each other and no fix brings them into contact:
// each of the two may move by the largest of the sizes.
func (o Options) margin() float64 {
	return float64(2*max(o.Snap, o.Step, o.Edge)) + 2*collision.DefaultSlop
}

// Find checks a level against every rule. Hidden colliders count, because hiding only concerns the editor. Ignored
// findings are listed separately. The findings are sorted by rule in the order of [Rules], then by collider in drawing
// order, and depend only on the level. A pile of colliders in one place is one finding instead of one per pair. The
// error is the context's.
func Find(ctx context.Context, snap level.Snapshot, o Options) (Findings, error) {
	return find(ctx, snap, o, MaxFindings)
}

// find works like Find with a different limit on the listed findings.
func find(ctx context.Context, snap level.Snapshot, o Options, limit int) (Findings, error) {
	s := newScene(ctx, snap, o.withDefaults(snap))
	checks := checks()
	tallies := inParts(ctx, len(checks), 1, func(i, _ int) []*tally {
		out := &tally{limit: limit, ignored: s.ignored}
		checks[i](s, out)
		return []*tally{out}
	})
	if err := ctx.Err(); err != nil {
		return Findings{}, err
	}
	unused := &tally{limit: limit, ignored: s.ignored}
	unusedIgnored(s, tallies, unused)
	tallies = append(tallies, unused)
	var all Findings
	for _, t := range tallies {
		all.List = append(all.List, t.List...)
		all.Ignored = append(all.Ignored, t.Ignored...)
		all.MoreIgnored += t.MoreIgnored
		for severity, n := range t.More {
			all.leaveOut(severity, n)
		}
	}
	all.List, all.Ignored = s.ordered(all.List), s.ordered(all.Ignored)
	return all.First(limit), nil
}

// ordered sorts findings by rule, then by their colliders in drawing order.
func (s *scene) ordered(all []Finding) []Finding {
	type key struct {
		rule      int
		colliders []int32 // indices in drawing order
		at        int
	}
	var items map[level.ID]*item
	if len(all) > 1 {
		items = s.byID()
	}
	keys := make([]key, len(all))
	for i := range all {
		_, rule := severityOf(all[i].Rule)
		keys[i] = key{rule, make([]int32, len(all[i].Colliders)), i}
		for k, id := range all[i].Colliders {
			if it := items[id]; it != nil {
				keys[i].colliders[k] = it.index
			}
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

// finding returns a finding about the item alone.
func (it *item) finding(rule, format string, args ...any) Finding {
	return finding(rule, it.bounds.Center(), it.bounds, []level.ID{it.ID}, format, args...)
}

// finding returns a finding about the level.
func (s *scene) finding(rule, format string, args ...any) Finding {
	bounds, _ := s.levelBounds()
	return finding(rule, s.settings.Origin, bounds, nil, format, args...)
}

// finding returns a finding with its rule's default severity.
func finding(rule string, place level.Vec, bounds collision.AABB, ids []level.ID, format string, args ...any) Finding {
	severity, _ := severityOf(rule)
	return Finding{
		Rule: rule, Severity: severity, Message: fmt.Sprintf(format, args...),
		Colliders: ids, Place: place, Bounds: bounds,
	}
}
