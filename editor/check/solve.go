package check

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
)

// In a level with a spawn, these rules examine what its character can reach. If no way leads to a place, even in
// flight, it is proved to be unreachable. For other places, simulated steps search for a way. A failed search is a
// note, because there may still be a way.

const (
	surveyShare = 0.75 // fraction of the steps for exploring everything, before the search for single triggers
	goalShare   = 1    // divisor of the remaining steps for a goal
	otherShare  = 3    // divisor for any other trigger
	maxSought   = 8    // triggers that are searched for separately
	maxAlone    = 5    // unreached triggers with a finding each; more than that share one
	maxSealing  = 6    // colliders that a finding names besides its subject
	fewerSteps  = 1000 // a search with fewer steps is not worthwhile
)

// character holds the state of the rules about the character.
type character struct {
	*scene
	out      *tally
	settings play.Settings
	start    level.Vec
	steps    int
	loose    []collision.Filter // of dynamic bodies, which can be pushed around
}

// unreached finds a stuck spawn, goals and triggers that the character cannot reach, and ground that it cannot leave.
func unreached(s *scene, out *tally) {
	c := &character{scene: s, out: out}
	spawn := play.SpawnOf(s.level)
	if spawn == nil || s.tooMany > 0 || s.ctx.Err() != nil {
		return
	}
	var err error
	if c.settings, c.start, err = play.SettingsOf(s.level); err != nil {
		return // gameplayFields reports the error
	}
	run := play.NewRun(s.level, c.settings, c.start)
	if run.TooManyPairs() > 0 {
		return
	}
	for _, it := range s.items {
		if it.Body == level.Dynamic && it.Role != level.Trigger {
			c.loose = append(c.loose, it.Filter(s.settings))
		}
	}
	c.steps = play.AffordableSteps(s.level, s.opts.Steps)
	if run.Stuck() {
		c.stuck(spawn, run)
		return
	}
	flood, err := play.NewFlood(s.ctx, s.level, c.settings)
	if err != nil {
		return
	}
	at := run.Character().Position
	reach := flood.Reach(at, s.level, c.settings)
	if len(reach) == 0 {
		return
	}
	var open []*item
	for _, it := range s.items {
		pieces, ok := c.sought(it)
		switch {
		case !ok:
		case flood.Meets(reach, pieces):
			open = append(open, it)
		default:
			c.sealed(it, flood.Seal(reach[0], pieces, s.level, c.settings))
		}
	}
	if c.steps >= fewerSteps {
		c.search(open)
	}
}

// stuck reports a spawn inside something solid.
func (c *character) stuck(spawn *level.Collider, run *play.Run) {
	ids := []level.ID{spawn.ID}
	for _, t := range run.Character().Touches {
		if len(ids) <= maxSealing && !slices.Contains(ids, t.ID) {
			ids = append(ids, t.ID)
		}
	}
	c.out.add(finding(RuleSpawnStuck, spawn.Position, near(spawn.Position, 16), ids,
		"the character starts inside something solid, with no room next to it"))
}

// sought returns the shapes of the places where the character touches a trigger that it should reach. It returns false
// for anything but a static trigger, for hazards, for water, which fills whatever there is below it, and for imported
// objects whose use is unknown.
func (c *character) sought(it *item) ([]collision.Shape, bool) {
	objects := level.WorkingObjects(it.Collider)
	if it.Role != level.Trigger || it.Body != level.Static || it.isUnknownObject() ||
		objects.Has(level.SpawnObject) || objects.Has(level.HazardObject) || objects.Has(level.WaterObject) {
		return nil, false
	}
	out := c.grown(it)
	return out, len(out) > 0
}

// isUnknownObject reports whether a trigger is an imported object that is not a gameplay object, such as a lamp, spikes
// or an exit. Only the game knows who should reach it and what it does.
func (it *item) isUnknownObject() bool {
	return it.Role == level.Trigger && it.Source != nil && level.WorkingObjects(it.Collider) == 0
}

// grown returns the shapes of the places where the character touches a trigger.
func (c *character) grown(it *item) []collision.Shape {
	trigger := []level.ColliderSnapshot{{Collider: it.Collider, Baked: it.baked}}
	return play.Grown(trigger, c.settings, c.scene.settings)
}

// rule returns the rule and the severity for a trigger that the character does not reach.
func (c *character) rule(it *item) (string, Severity) {
	if level.WorkingObjects(it.Collider).Has(level.GoalObject) {
		return RuleSealedGoal, Error
	}
	f := it.Filter(c.scene.settings)
	for _, body := range c.loose {
		if sees(f, body) {
			return RuleUnreachableTrigger, Note // it may be meant for that body
		}
	}
	return RuleUnreachableTrigger, Warning
}

// sees reports whether a trigger and a body collide by their categories. A mask of 0 collides with nothing here.
func sees(trigger, body collision.Filter) bool {
	if trigger.Group != 0 && trigger.Group == body.Group {
		return trigger.Group > 0
	}
	return trigger.Mask&body.Category != 0 && body.Mask&trigger.Category != 0
}

// sealed reports a trigger that no way leads to.
func (c *character) sealed(it *item, seal play.Seal) {
	ids := []level.ID{it.ID}
	for _, by := range seal.By {
		if len(ids) <= maxSealing {
			ids = append(ids, by.ID)
		}
	}
	box := it.bounds
	if seal.Kind == play.SealVault {
		box = box.Union(seal.Box)
	}
	rule, severity := c.rule(it)
	f := finding(rule, it.bounds.Center(), box, ids, "the character cannot reach it: %s", seal)
	if f.Severity = severity; severity == Note {
		f.Message += "; bodies that can be pushed were not considered"
	}
	c.out.add(f)
}

// search explores what the character reaches: first everything, then the goals, then other triggers.
func (c *character) search(open []*item) {
	workers := c.opts.Workers
	if workers <= 0 {
		workers = min(runtime.GOMAXPROCS(0), 4)
	}
	o := play.SolveOptions{Steps: int(float64(c.steps) * surveyShare), Workers: workers}
	seen, err := play.NewSurvey(c.ctx, c.level, c.settings, c.start, o)
	if err != nil {
		return
	}
	entered := seen.Entered
	left := c.steps - seen.Steps
	rank := func(it *item) int {
		if rule, _ := c.rule(it); rule == RuleSealedGoal {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(open, func(a, b *item) int { return rank(a) - rank(b) })
	var missed []missing
	for i, it := range open {
		if slices.Contains(entered, it.ID) {
			continue
		}
		tried := seen.Steps
		if i < maxSought && left >= fewerSteps {
			share := goalShare
			if rank(it) > 0 {
				share = otherShare
			}
			o.Target, o.Steps = it.ID, max(left/share, fewerSteps)
			res, err := play.Solve(c.ctx, c.level, c.settings, c.start, o)
			if err != nil {
				return
			}
			entered = append(entered, res.Entered...)
			left -= res.Steps
			if tried += res.Steps; res.Verdict == play.Found {
				continue
			}
		}
		missed = append(missed, missing{it, tried})
	}
	// The search for one trigger may have reached another that was missed before.
	missed = slices.DeleteFunc(missed, func(m missing) bool { return slices.Contains(entered, m.it.ID) })
	c.notFound(missed)
	c.deadEnds(&seen)
}

// missing is a trigger that the steps tried so far did not reach.
type missing struct {
	it    *item
	tried int
}

// notFound reports triggers that were not reached. Goals and ignored triggers have separate findings. So have the
// others, unless there are more than maxAlone.
func (c *character) notFound(missed []missing) {
	var others []missing
	for _, m := range missed {
		if rule, _ := c.rule(m.it); rule == RuleSealedGoal || c.ignored.Find(rule, m.it.ID) >= 0 {
			c.note([]missing{m})
		} else {
			others = append(others, m)
		}
	}
	if len(others) > maxAlone {
		c.note(others)
		return
	}
	for i := range others {
		c.note(others[i : i+1])
	}
}

// note reports the triggers that the search did not reach. They may still be reachable.
func (c *character) note(missed []missing) {
	rule, _ := c.rule(missed[0].it)
	box, ids, tried := collision.EmptyAABB(), []level.ID(nil), missed[0].tried
	for _, m := range missed {
		box, ids, tried = box.Union(m.it.bounds), append(ids, m.it.ID), min(tried, m.tried)
	}
	f := finding(rule, missed[0].it.bounds.Center(), box, ids, "no way to it was found in a search of %d steps", tried)
	if len(ids) > 1 {
		f.Message = fmt.Sprintf("no way to %d triggers was found in a search of %d steps: %s", len(ids), tried,
			c.names(missed))
	}
	f.Severity = Note
	c.out.add(f)
}

// names lists triggers, or the first few if there are many.
func (c *character) names(all []missing) string {
	const limit = 4
	var names []string
	for _, m := range all[:min(len(all), limit)] {
		names = append(names, quote.Printable(m.it.Label()))
	}
	text := strings.Join(names, ", ")
	if n := len(all) - limit; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// deadEnds reports ground that was reached but not left again, with one finding per connected area. It leaves out areas
// with an object that may kill the character or take it elsewhere.
func (c *character) deadEnds(seen *play.Survey) {
	back := 0
	for i := range seen.Stretches {
		if seen.Stretches[i].Back {
			back++
		}
	}
	if !seen.Finishes && 2*back < len(seen.Stretches) {
		return // the level leads one way, to an end that is not marked
	}
	ends := seen.DeadEnds()
	var unknown []collision.Shape
	for _, it := range c.items {
		if len(ends) > 0 && it.isUnknownObject() {
			unknown = append(unknown, c.grown(it)...)
		}
	}
	for _, end := range ends {
		if slices.ContainsFunc(end, func(i int) bool { return meetsAny(unknown, seen.Stretches[i].Spots) }) {
			continue
		}
		first := &seen.Stretches[end[0]]
		at := first.Spots[len(first.Spots)/2]
		box, ids := near(at, 16), []level.ID(nil)
		for _, i := range end {
			st := &seen.Stretches[i]
			if box = box.Union(st.Box); !slices.Contains(ids, st.Ground) && len(ids) <= maxSealing {
				ids = append(ids, st.Ground)
			}
		}
		c.out.add(finding(RuleDeadEnd, at, box, ids,
			"the character reaches this ground; no way back to its start or to a goal was found in a search "+
				"of %d steps", seen.Steps))
	}
}

// meetsAny reports whether one of the points is in one of the shapes.
func meetsAny(shapes []collision.Shape, points []level.Vec) bool {
	for i := range shapes {
		box := shapes[i].Bounds(collision.Identity())
		for _, p := range points {
			if box.Contains(p) && shapes[i].Contains(collision.Identity(), p) {
				return true
			}
		}
	}
	return false
}
