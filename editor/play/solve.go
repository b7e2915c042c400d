package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Verdict is the result of a search for a way to a target.
type Verdict uint8

// The verdicts. Only Found and Sealed are proofs.
const (
	Unknown Verdict = iota // no way was found, but there may be one
	Found                  // there are inputs that reach the target
	Sealed                 // no way leads there
)

// Solution is the result of a search.
type Solution struct {
	Verdict Verdict
	Inputs  Recording  // inputs that reach the target, if Found
	Reason  string     // why no way exists or none was found, as a sentence without a full stop
	Steps   int        // number of steps tried
	Entered []level.ID // triggers that the character entered during the search, sorted
	Seal    *Seal      // what encloses the target, if Sealed
	Best    *SolveTry  // the best failed attempt, if there was a distance to guide the search
	// Exhausted means that the search ran out of inputs to try at its resolution, not out of steps.
	Exhausted bool
}

// Missing returns why there is no way, or what the best failed attempt lacks.
func (r *Solution) Missing() string {
	switch {
	case r.Verdict == Sealed:
		return r.Reason
	case r.Best == nil:
		return cmp.Or(r.Reason, "no steps were tried") + ". There may still be a way"
	}
	return fmt.Sprintf("%s. The best try %s. There may still be a way", r.Reason, r.Best)
}

// Solve searches for inputs that bring the character from its start to the goal, or to another target. If the context
// is cancelled, Solve returns the context's error. The same level and options give the same result for any number of
// workers.
func Solve(ctx context.Context, snap level.Snapshot, settings Settings, start Vec, o SolveOptions) (Solution, error) {
	run := NewRun(snap, settings, start)
	settings, start = run.Settings(), run.Recording().Start
	if n := run.space.TooManyPairs(); n > 0 {
		return Solution{}, fmt.Errorf("more than %d thousand moving pairs overlap, too many to play", n/1000)
	}
	targets, fixed := targetsOf(snap, o.Target)
	if len(targets) == 0 {
		if o.Target != 0 {
			return Solution{}, fmt.Errorf("the level has no trigger %v", o.Target)
		}
		return Solution{}, fmt.Errorf("the level has no trigger tagged %q", GoalTag)
	}
	s := newSearch(snap, settings, start, o)
	f, err := NewFlood(ctx, snap, settings)
	switch {
	case ctx.Err() != nil:
		return Solution{}, ctx.Err()
	case err == nil && !run.Stuck(): // a stuck character may get out on any side
		reach := f.Reach(run.Character().Position, snap, settings)
		pieces := s.grown(targets)
		if fixed && len(reach) > 0 && !f.Meets(reach, pieces) {
			seal := f.Seal(reach[0], pieces, snap, settings)
			return Solution{Verdict: Sealed, Seal: &seal, Reason: seal.Reason()}, nil
		}
		if len(reach) > 0 && len(pieces) > 0 {
			s.lead = newReachField(f, reach, pieces, s.bounds(pieces), widthOf(settings))
			s.leadToCoins(f, reach, targets)
		}
	}
	if o.Target != 0 && slices.Contains(AppendEntered(nil, run), o.Target) {
		return Solution{Verdict: Found, Inputs: Recording{Start: start, HasStart: true}}, nil
	}
	res := Solution{Exhausted: true}
	for i, fine := range finenesses {
		s.begin(fine)
		until := s.options.Steps
		if i < len(finenesses)-1 {
			until = s.steps + (s.options.Steps-s.steps)/2
		}
		at, how := s.run(ctx, until)
		res.Steps, res.Entered = s.steps, s.enteredIDs()
		switch how {
		case cancelled:
			res.Reason = fmt.Sprintf("not found within %d steps", res.Steps)
			// on a plain cancellation, the caller does not wait for the best attempt
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				res.Best = s.better(res.Best)
			}
			return res, ctx.Err()
		case found:
			res.Inputs = s.inputs(at)
			if !reaches(snap, settings, &res.Inputs, s.options.Target) {
				return res, fmt.Errorf("the inputs that were found do not reach the target when replayed: " +
					"please report this")
			}
			res.Verdict = Found
			return res, nil
		case outOfSteps:
			res.Exhausted = false
		}
		res.Best = s.better(res.Best)
	}
	res.Exhausted = res.Exhausted && !s.forgot
	res.Reason = fmt.Sprintf("not found within %d steps", res.Steps)
	return res, nil
}

// maxCoinSquares limits the memory of the fields of the collectables, in squares of 4 bytes.
const maxCoinSquares = 16_000_000

// leadToCoins guides the search to the collectables first, if a goal needs all of them.
func (s *search) leadToCoins(f *Flood, reach []FloodPart, targets []level.ColliderSnapshot) {
	wants := func(c level.ColliderSnapshot) bool {
		return level.WorkingObjects(c.Collider).Has(level.GoalObject) && level.PropertyIsSet(level.NeedsAllKey,
			c.Properties)
	}
	if s.options.Target != 0 || !slices.ContainsFunc(targets, wants) {
		return
	}
	s.coins = map[level.ID]*reachField{}
	for c := range s.snap.Colliders() {
		if !level.WorkingObjects(c.Collider).Has(level.CollectableObject) ||
			(len(s.coins)+1)*len(s.lead.far) > maxCoinSquares {
			continue
		}
		pieces := s.grown([]level.ColliderSnapshot{c})
		s.coins[c.ID] = newReachField(f, reach, pieces, s.bounds(pieces), widthOf(s.settings))
	}
}

// TriggerNamed returns the id of the trigger with the given id or name; 0 means the goal.
func TriggerNamed(snap level.Snapshot, name string) (level.ID, error) {
	if name == "" {
		return 0, nil
	}
	var named []level.ID
	for c := range snap.Colliders() {
		switch {
		case c.Role != level.Trigger:
		case c.ID.String() == name:
			return c.ID, nil
		case c.Name == name:
			named = append(named, c.ID)
		}
	}
	switch len(named) {
	case 0:
		return 0, fmt.Errorf("it has no trigger with the id or name %q", name)
	case 1:
		return named[0], nil
	}
	return 0, fmt.Errorf("it has %d triggers named %q: give an id", len(named), name)
}

// targetsOf returns the target triggers of a search. fixed means that none of them moves.
func targetsOf(snap level.Snapshot, target level.ID) (out []level.ColliderSnapshot, fixed bool) {
	fixed = true
	for c := range snap.Colliders() {
		if c.Role == level.Trigger && (c.ID == target || target == 0 && slices.Contains(c.Tags, GoalTag)) {
			out = append(out, c)
			fixed = fixed && c.Body == level.Static
		}
	}
	return out, fixed
}

// grown returns the positions at which the character touches one of the triggers.
func (s *search) grown(targets []level.ColliderSnapshot) []collision.Shape {
	return Grown(targets, s.settings, s.snap.Settings)
}

// bounds returns the part of the level in which the search has a guide.
func (s *search) bounds(pieces []collision.Shape) collision.AABB {
	b := collision.AABB{Min: s.start, Max: s.start}.Union(level.BoundsOf(pieces, collision.Identity()))
	for c := range s.snap.Colliders() {
		if body, ok := level.BodyOf(c.Collider, c.Baked, s.snap.Settings); ok {
			b = b.Union(level.BoundsOf(body.Shapes, body.Transform))
		}
	}
	const around = 100
	return b.Grow(around)
}

// reaches replays inputs in a new run, and reports whether they reach the target.
func reaches(snap level.Snapshot, settings Settings, rec *Recording, target level.ID) bool {
	run := NewRun(snap, settings, rec.Start)
	in := func() bool {
		if target == 0 {
			return run.Finished()
		}
		return slices.Contains(AppendEntered(nil, run), target)
	}
	for held := range rec.Steps() {
		if in() {
			return true
		}
		run.Step(held)
	}
	return in()
}

// SolveTry is the best attempt of a search that did not reach the target.
type SolveTry struct {
	Inputs Recording
	At     Vec     // the character's position after the inputs
	Left   float64 // length of the free way from there to the target, in pixels
	Ground *Vec    // where the character would have to stand next on that way; nil if nowhere
	Short  Vec     // offset to that place from the nearest position reached, as seen with gravity down
	// Door is the closed door that is the next thing on that way, or nil.
	Door *level.Collider
}

// String describes the attempt, as in "came within 132 px, to (410, 210) after 3.2 s: 12 px too low for the ground at
// (540, 200)".
func (t *SolveTry) String() string {
	seconds := float64(t.Inputs.Len()) / Rate
	// Distances are rounded up, so that none is shown as 0.
	text := fmt.Sprintf("came within %.0f px, to %s after %.1f s", math.Ceil(t.Left), pointText(t.At), seconds)
	switch {
	case t.Door != nil:
		return fmt.Sprintf("%s: the door %s is closed", text, quote.Printable(t.Door.Label()))
	case t.Ground == nil:
		return text
	}
	how, by := "short of", t.Short.Len()
	if -t.Short.Y > math.Abs(t.Short.X) {
		how = "too low for"
	}
	return fmt.Sprintf("%s: %.0f px %s the ground at %s", text, math.Ceil(by), how, pointText(*t.Ground))
}

func pointText(p Vec) string { return fmt.Sprintf("(%.0f, %.0f)", p.X, p.Y) }

// nearest is the node nearest to the target.
type nearest struct {
	node int32
	left float64
}

// note records a node if it is nearer to the target than all earlier ones.
func (s *search) note(node int32, n *Situation) {
	if s.lead == nil || s.seeks != nil {
		return
	}
	if left, ok := s.lead.at(n.Position); ok && left < s.nearest.left {
		s.nearest = nearest{node, left}
	}
}

// better returns the better of an earlier attempt and the best attempt of the search so far.
func (s *search) better(than *SolveTry) *SolveTry {
	if s.nearest.node < 0 || than != nil && than.Left <= s.nearest.left {
		return than
	}
	t := &SolveTry{Inputs: s.inputs(s.nearest.node), Left: s.nearest.left}
	run := NewRun(s.snap, s.settings, s.start)
	for in := range t.Inputs.Steps() {
		run.Step(in)
	}
	t.At = run.Character().Position
	way := s.lead.way(t.At)
	door, before := s.closedDoor(run, way)
	if ground := s.groundAhead(way[:before]); len(ground) == 0 {
		t.Door = door
	} else {
		at, short := s.shortOf(ground)
		body := level.BoundsOf(s.settings.Body, collision.Identity())
		feet := at.Add(Vec{Y: body.Max.Y})
		t.Short = short
		if s.settings.Reversed {
			feet, t.Short.Y = at.Add(Vec{Y: body.Min.Y}), -t.Short.Y
		}
		t.Ground = &feet
	}
	return t
}

const (
	aheadTries  = 32  // places ahead at which standing is tried
	shortTries  = 32  // ways that are replayed to measure their distance
	landingTime = 15  // minimum steps to fall onto ground ahead
	walkTime    = 300 // steps of a walk along ground ahead
	standSlack  = 1.5 // in squares: distance from a place on reached ground
)

// closedDoor returns the first closed door that a way leads through, and its index on the way. If there is none, it
// returns nil and the way's length.
func (s *search) closedDoor(run *Run, way []Vec) (door *level.Collider, first int) {
	first = len(way)
	order := int32(0)
	for c := range run.snapshot.Colliders() {
		order++
		k := run.objects.index(order)
		if k == 0 || !run.objects.list[k].kinds.Has(level.DoorObject) || run.fates[k].gone {
			continue
		}
		pieces := s.grown([]level.ColliderSnapshot{c})
		at := slices.IndexFunc(way[:first], func(p Vec) bool {
			return slices.ContainsFunc(pieces, func(piece collision.Shape) bool {
				return piece.Contains(collision.Identity(), p)
			})
		})
		if at >= 0 {
			door, first = c.Collider, at
		}
	}
	return door, first
}

// groundAhead returns positions on the ground where the character would have to stand next on a way to the target, and
// that it did not reach: where it lands from the way, and where it can walk from there.
func (s *search) groundAhead(way []Vec) []Vec {
	if s.settings.Mode == TopDown {
		return nil
	}
	fall := max(float64(3*s.lead.pitch), s.settings.JumpHeight)
	steps := max(landingTime, int(math.Ceil(float64(2*s.settings.TimeToApex)*Rate)))
	apart := max(1, int(widthOf(s.settings)/2/s.lead.pitch), len(way)/aheadTries)
	endless := s.snap.Without(func(c *level.Collider) bool { return level.WorkingObjects(c).Has(level.GoalObject) })
	way = s.upToTop(way)
	for i := 0; i < len(way); i += apart {
		run := NewRun(endless, s.settings, way[i])
		for range steps {
			run.Step(Input{})
			n := SituationOf(run)
			if n.Position.Dist(way[i]) > fall {
				break
			}
			if n.Grounded && s.stoodAt(n.Position) {
				break
			}
			if n.Grounded {
				return s.walkable(run)
			}
		}
	}
	return nil
}

// upToTop extends a way to the top of the target, next to which the character may stand.
func (s *search) upToTop(way []Vec) []Vec {
	if len(way) == 0 {
		return way
	}
	up := Vec{Y: -s.lead.pitch}
	if s.settings.Reversed {
		up.Y = -up.Y
	}
	out := slices.Clone(way)
	for p := way[len(way)-1]; ; out = append(out, p) {
		p = p.Add(up)
		if far, ok := s.lead.at(p); !ok || far > 0 {
			return out
		}
	}
}

// walkable returns the positions that the character can walk to from where it stands without leaving the ground, up to
// ground that the search reached. The first is where it stands.
func (s *search) walkable(run *Run) []Vec {
	var stands State
	stands.Save(run)
	out := []Vec{run.Character().Position}
	for _, x := range []float64{1, -1} {
		stands.Restore(run)
		last := out[0]
		for range walkTime {
			run.Step(Input{X: x})
			n := SituationOf(run)
			if !n.Grounded || s.stoodAt(n.Position) {
				break
			}
			if n.Position.Dist(last) >= s.fine.square {
				last = n.Position
				out = append(out, last)
			}
		}
	}
	return out
}

// stoodAt reports whether the character stood near p in the last pass of the search.
func (s *search) stoodAt(p Vec) bool {
	for at := range s.seen {
		if at.rest&1 != 0 && s.middle(&at).Dist(p) < float64(standSlack*s.fine.square) {
			return true
		}
	}
	return false
}

// middle returns the centre of a place's square.
func (s *search) middle(p *solvePlace) Vec {
	return Vec{X: float64((float64(p.x) + 0.5) * s.fine.square), Y: float64((float64(p.y) + 0.5) * s.fine.square)}
}

// shortOf returns the position that the search came nearest to, and the offset to it.
func (s *search) shortOf(all []Vec) (at, short Vec) {
	type reached struct {
		node int32
		far  float64
	}
	nearest := func(p Vec) (to Vec, far float64) {
		far = math.Inf(1)
		for _, q := range all {
			if d := p.Dist(q); d < far {
				to, far = q, d
			}
		}
		return to, far
	}
	var tries []reached
	for place, node := range s.seen {
		_, far := nearest(s.middle(&place))
		tries = append(tries, reached{node, far})
	}
	slices.SortFunc(tries, func(a, b reached) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.node, b.node))
	})
	at, least := nearest(s.start)
	short = at.Sub(s.start)
	run := NewRun(s.snap, s.settings, s.start)
	for _, r := range tries[:min(len(tries), shortTries)] {
		run.Restart()
		rec := s.inputs(r.node)
		for in := range rec.Steps() {
			run.Step(in)
			p := run.Character().Position
			if to, far := nearest(p); far < least {
				at, least, short = to, far, to.Sub(p)
			}
		}
	}
	return at, short
}

// way returns the centres of the squares on the shortest way from a position to the target. Of equally short ways, it
// follows the one that is straight for longest, because the way along the ground shows what the character stands on.
func (g *reachField) way(from Vec) []Vec {
	var out []Vec
	x, y := int(math.Floor((from.X-g.origin.X)/g.pitch)), int(math.Floor((from.Y-g.origin.Y)/g.pitch))
	for range g.nx + g.ny {
		bx, by, best := x, y, float32(math.Inf(1))
		if far, ok := g.at(g.middle(x, y)); ok {
			best = float32(far)
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if x+dx < 0 || y+dy < 0 || x+dx >= g.nx || y+dy >= g.ny {
					continue
				}
				far := g.far[(y+dy)*g.nx+x+dx]
				if far >= 0 && (far < best || far == best && dx*dy == 0 && (bx-x)*(by-y) != 0) {
					bx, by, best = x+dx, y+dy, far
				}
			}
		}
		if bx == x && by == y {
			break
		}
		x, y = bx, by
		out = append(out, g.middle(x, y))
	}
	return out
}

// middle returns the centre of a square.
func (g *reachField) middle(x, y int) Vec {
	return g.origin.MulAdd(Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}, g.pitch)
}

// cycles holds the zones where a level changes on its own: around moving platforms, crumbling planks and swinging
// bodies. Waiting there can open a way.
type cycles struct {
	zones []collision.AABB // everything within nearby of a change
	steps int              // steps after which everything has been in all its states
	moves map[level.ID]bool
}

const (
	nearby       = 200    // distance within which a search considers moving objects, in pixels
	longestWait  = 18_000 // in steps: five minutes
	swingTime    = 5      // approximate duration of a full swing, in seconds
	waitingShare = 8      // number of waiting steps that cost as much as one step of moving
	waitPitch    = 2      // in squares: one wait is tried per block of this size
)

func cyclesOf(snap level.Snapshot) cycles {
	c := cycles{moves: map[level.ID]bool{}}
	longest := 0.0
	add := func(box collision.AABB, seconds float64) {
		c.zones, longest = append(c.zones, box.Grow(nearby)), max(longest, seconds)
	}
	moves := MovesOf(snap)
	number := make(map[level.ID]int, len(moves.IDs))
	for i, id := range moves.IDs {
		number[id] = i
	}
	jointed := map[level.ID]bool{}
	for _, j := range snap.Joints() {
		jointed[j.A], jointed[j.B] = true, true
	}
	for of := range snap.Colliders() {
		body, ok := level.BodyOf(of.Collider, of.Baked, snap.Settings)
		if !ok {
			continue
		}
		box := level.BoundsOf(body.Shapes, body.Transform)
		if i, moving := number[of.ID]; moving {
			seconds, swept := moves.Cycle(i), collision.EmptyAABB()
			const places = 64
			for k := range places {
				swept = swept.Union(level.BoundsOf(body.Shapes, moves.At(i, float64(seconds*float64(k)/places))))
			}
			add(swept, seconds)
			c.moves[of.ID] = true
		}
		if p := of.Properties; level.WorkingObjects(of.Collider).Has(level.CrumblingObject) {
			add(box, level.PropertyNumber(level.CrumblingObject, level.CrumbleTimeKey, p)+
				level.PropertyNumber(level.CrumblingObject, level.CrumbleReturnKey, p))
		}
		if of.Body == level.Dynamic && jointed[of.ID] {
			add(box.Grow(nearby), swingTime)
		}
	}
	if len(c.zones) > 1 { // so that the cycles coincide in more than one way
		longest = float64(longest * 2)
	}
	c.steps = min(int(math.Ceil(min(longest*Rate, longestWait))), AffordableSteps(snap, longestWait))
	return c
}

// waitPlace identifies a wait that is tried only once, by a square of the level and the positions of nearby objects.
type waitPlace struct {
	x, y int32
	near uint64
}

// rests reports whether the character stays roughly in place without input.
func (s *search) rests(n *Situation) bool {
	return n.Grounded || n.Climbing || n.Under > 0 || s.settings.Mode == TopDown
}

// mayWait reports whether to try waiting in a new state: the character rests there, something nearby changes on its
// own, and no wait was tried next to it.
func (s *search) mayWait(p *solvePlace, n *Situation) bool {
	inZone := func(zone collision.AABB) bool { return zone.Contains(n.Position) }
	if !s.rests(n) || !slices.ContainsFunc(s.cycles.zones, inZone) {
		return false
	}
	at := waitPlace{p.x / waitPitch, p.y / waitPitch, p.near}
	if s.waited[at] {
		return false
	}
	s.waited[at] = true
	return true
}

// wait stands still until the nearby objects have reached a state that the search does not know. It returns the number
// of steps, or 0 if nothing new happens.
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
