package play

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// cycles holds the places where a level changes on its own: around moving platforms, crumbling planks and swinging
// bodies. Waiting there can open a way.
type cycles struct {
	zones []collision.AABB // everything within nearby of a change
	steps int              // steps after which everything has been in all its states
	moves map[level.ID]bool
}

const (
	nearby       = 200    // pixels within which a search considers moving things
	longestWait  = 18_000 // steps: five minutes
	swingTime    = 5      // approximate seconds of a full swing
	waitingShare = 8      // this many steps of waiting cost as much as one step of moving
	waitPitch    = 2      // in squares: one wait is tried per block of this size
)

// cyclesOf finds the cycles of a level.
func cyclesOf(snap level.Snapshot) cycles {
	c := cycles{moves: map[level.ID]bool{}}
	longest, count := 0.0, 0
	add := func(box collision.AABB, seconds float64) {
		c.zones = append(c.zones, box.Grow(nearby))
		longest, count = max(longest, seconds), count+1
	}
	moves := MovesOf(snap)
	number := make(map[level.ID]int, len(moves.IDs))
	for i, id := range moves.IDs {
		number[id] = i
	}
	jointed := map[level.ID]bool{}
	for _, list := range [][]level.Joint{snap.Settings.Joints, snap.Placed} {
		for _, j := range list {
			jointed[j.A], jointed[j.B] = true, true
		}
	}
	for _, l := range snap.Layers {
		for _, of := range l.Colliders {
			body, ok := level.BodyOf(of.Collider, of.Baked, snap.Settings)
			if !ok {
				continue
			}
			box := func(at collision.Transform) collision.AABB {
				b := collision.EmptyAABB()
				for i := range body.Shapes {
					b = b.Union(body.Shapes[i].Bounds(at))
				}
				return b
			}
			if i, moving := number[of.ID]; moving {
				seconds, swept := moves.Cycle(i), collision.EmptyAABB()
				const places = 64
				for k := range places {
					swept = swept.Union(box(moves.At(i, float64(seconds*float64(k)/places))))
				}
				add(swept, seconds)
				c.moves[of.ID] = true
			}
			if p := of.Properties; level.WorkingObjects(of.Collider).Has(level.CrumblingObject) {
				add(box(body.Transform), level.PropertyNumber(level.CrumblingObject, level.CrumbleTimeKey, p)+
					level.PropertyNumber(level.CrumblingObject, level.CrumbleReturnKey, p))
			}
			if of.Body == level.Dynamic && jointed[of.ID] {
				add(box(body.Transform).Grow(nearby), swingTime)
			}
		}
	}
	if count > 1 { // so that they coincide in more than one way
		longest = float64(longest * 2)
	}
	c.steps = min(int(math.Ceil(min(longest*Rate, longestWait))), AffordableSteps(snap, longestWait))
	return c
}

// covers reports whether waiting at a place can help.
func (c *cycles) covers(p Vec) bool {
	for i := range c.zones {
		if c.zones[i].Contains(p) {
			return true
		}
	}
	return false
}

// waitPlace identifies a wait that is tried once: a square of the level with the nearby things where they are.
type waitPlace struct {
	x, y int32
	near uint64
}

// rests reports whether the character stays about where it is without input.
func (s *search) rests(n *Situation) bool {
	return n.Grounded || n.Climbing || n.Under > 0 || s.settings.Mode == TopDown
}

// mayWait reports whether to try waiting in a new state: the character rests there, something nearby changes over time,
// and no wait was tried next to it.
func (s *search) mayWait(p *solvePlace, n *Situation) bool {
	if !s.rests(n) || !s.cycles.covers(n.Position) {
		return false
	}
	at := waitPlace{p.x / waitPitch, p.y / waitPitch, p.near}
	if s.waited[at] {
		return false
	}
	s.waited[at] = true
	return true
}

// wait stands still until the nearby things have changed to a state that the search does not know. It returns the
// number of steps, or 0 if nothing new happens.
func (s *search) wait(w *solveWorker, near uint64) int {
	for hold := 1; hold <= s.cycles.steps; hold++ {
		s.step(w, Input{})
		if w.run.Finished() || !s.rests(&w.now) {
			return hold
		}
		if hold%s.fine.hold != 0 {
			continue
		}
		if p := s.placeOf(w); p.near != near {
			if _, known := s.seen[p]; !known {
				return hold
			}
		}
	}
	return 0
}
