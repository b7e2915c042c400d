package export

import (
	"math"

	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// rules describes how the engine of a format moves bodies.
type rules struct {
	engine string

	// gravity returns how the game sets a gravity, which points down and is in pixels per second squared. It is nil if
	// the file holds the gravity.
	gravity func(g float64) string

	// friction and restitution return what the engine makes of the values of two colliders in a level with the given
	// mix.
	friction, restitution func(mix dynamics.Mix, a, b float64) float64

	// frictions and restitutions say the same in words, as in "multiplies".
	frictions, restitutions string

	oneDamping bool   // damps velocity and spin alike
	contacts   string // how its contacts differ from the playtest's; empty if they do not
}

// gravityOf returns the gravity of bodies in pixels per second squared; positive values point down.
func gravityOf(p *level.Playtest) float64 {
	switch {
	case p.Mode == level.TopDown:
		return 0
	case p.Reversed:
		return -p.Gravity
	}
	return p.Gravity
}

func (t *target) gravity() float64                  { return gravityOf(&t.snap.Settings.Playtest) }
func (t *target) damping() (velocity, spin float64) { return t.snap.Settings.Playtest.BodyDamping() }

// frameDamping returns the fraction that a damping takes of a velocity in one step of the playtest, for engines that
// damp once a step.
func frameDamping(damping float64) float64 {
	keep, substep := 1.0, 1/(1+float64(damping*dynamics.SubstepTime))
	for range dynamics.Substeps {
		keep = float64(keep * substep)
	}
	return 1 - keep
}

// loseRules records where an engine moves the level's bodies by other rules than the playtest.
func (t *target) loseRules(r *rules) {
	moves := func(c *colliders.Collider) bool {
		return c.Body == colliders.Dynamic && c.Role != colliders.Trigger && len(c.Pieces) > 0
	}
	some := false
	for i := range t.Colliders {
		some = some || moves(&t.Colliders[i])
	}
	if !some {
		return
	}
	p := &t.snap.Settings.Playtest
	if r.contacts != "" {
		t.lose(nil, LossWorld, "%s", r.contacts)
	}
	if r.gravity != nil {
		t.lose(nil, LossWorld, "the level's gravity is %s px/s²: %s", short(t.gravity()), r.gravity(t.gravity()))
	}
	if p.RollingResistance > 0 {
		t.lose(nil, LossMotion, "%s has no rolling resistance: round colliders roll farther", r.engine)
	}
	if v, spin := t.damping(); r.oneDamping && v != spin {
		t.lose(nil, LossMotion, "%s damps velocity and spin alike: spin is damped like velocity", r.engine)
	}
	slides := t.mixed(moves, func(c *colliders.Collider) float64 { return c.Friction }, p.FrictionMix, r.friction)
	t.loseIf(slides, LossMaterial, "%s %s of two colliders: it slides differently on some", r.engine, r.frictions)
	bounces := t.mixed(moves, func(c *colliders.Collider) float64 { return c.Restitution }, p.RestitutionMix,
		r.restitution)
	t.loseIf(bounces, LossMaterial, "%s %s of two colliders: it bounces differently off some", r.engine, r.restitutions)
}

// maxSurfaces limits the kinds of surfaces whose pairs are compared.
const maxSurfaces = 2000

// mixed returns a function that reports whether a moving collider can meet one with which the engine combines a value
// differently than the level.
func (t *target) mixed(
	moves func(*colliders.Collider) bool, value func(*colliders.Collider) float64, mix dynamics.Mix,
	engine func(mix dynamics.Mix, a, b float64) float64,
) func(*colliders.Collider) bool {
	type surface struct {
		value          float64
		category, mask uint64
		group          int32
	}
	of := func(c *colliders.Collider) surface { return surface{value(c), c.Category, c.Mask, c.Group} }
	count, moving := map[surface]int{}, map[surface]bool{}
	for i := range t.Colliders {
		if c := &t.Colliders[i]; c.Role != colliders.Trigger && len(c.Pieces) > 0 {
			count[of(c)]++
			moving[of(c)] = moving[of(c)] || moves(c)
		}
	}
	meet := func(a, b surface) bool {
		if a.group == b.group && a.group != 0 {
			return a.group > 0
		}
		return a.mask&b.category != 0 && b.mask&a.category != 0
	}
	differs := map[surface]bool{}
	for a := range moving {
		if !moving[a] {
			continue
		}
		differs[a] = len(count) > maxSurfaces
		for b, n := range count {
			if differs[a] {
				break
			}
			if a == b && n == 1 || !meet(a, b) {
				continue
			}
			want := mix.Of(a.value, b.value)
			differs[a] = math.Abs(engine(mix, a.value, b.value)-want) > 1e-6*max(1, want)
		}
	}
	return func(c *colliders.Collider) bool { return moves(c) && differs[of(c)] }
}

// byMix returns the rule of an engine that combines values by one mix, whatever the level's is.
func byMix(mix dynamics.Mix) func(dynamics.Mix, float64, float64) float64 {
	return func(_ dynamics.Mix, a, b float64) float64 { return mix.Of(a, b) }
}
