package play

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"fillet/collision"
	"fillet/editor/level"
)

// SolveOptions limits a search.
type SolveOptions struct {
	Steps   int // steps to try; 0 means DefaultSolveSteps
	MB      int // memory for pending states; 0 means DefaultSolveMB
	Workers int // parallel runs, which do not affect the result; 0 means one
	Target  level.ID
	// Progress, if not nil, is called regularly with the number of steps tried.
	Progress func(steps int)
}

// Default limits of a search.
const (
	DefaultSolveSteps = 40_000_000
	DefaultSolveMB    = 256
)

// AffordableSteps estimates how many steps a search can try in a level, in the time that it needs for the given steps
// in a level without dynamic bodies. Steps with many bodies take much longer.
func AffordableSteps(snap level.Snapshot, steps int) int {
	n := 0
	for c := range snap.Colliders() {
		if c.Body == level.Dynamic && c.Role != level.Trigger {
			n++
		}
	}
	return int(float64(steps) * 4 / (4 + float64(n) + float64(n*n/16)))
}

// solveBatch is the number of states expanded at a time, by all workers together.
const solveBatch = 32

// finenesses lists the resolutions of the search, from coarse to fine. Each has the number of steps to hold a key, and
// the size of the squares within which two states count as the same.
var finenesses = []fineness{{9, 12, 3}, {5, 7, 5}, {3, 4, 8}}

type fineness struct {
	hold   int
	square float64
	speeds float64 // number of speed classes up to walking speed, and up to jumping speed
}

// search looks for ways through a level by trying the keys from every state that it has reached, starting with the
// states nearest to the target. States that barely differ count as the same.
type search struct {
	snap     level.Snapshot
	settings Settings
	start    Vec
	options  SolveOptions
	keys     []solveAction
	cycles   cycles

	lead  *reachField              // distance to the target; nil if there is no guide
	coins map[level.ID]*reachField // distance to each collectable, if the goal needs all of them
	fine  fineness

	workers []*solveWorker
	nodes   []solveNode
	queues  [][]waiting // heaps of pending states, one queue per stage, served in turn
	queueOf map[solveStage]int32
	turn    int
	seen    map[solvePlace]int32 // the nodes of known states
	waited  map[waitPlace]bool
	steps   int
	live    int // number of pending states
	held    int // bytes that pending states use
	forgot  bool
	nearest nearest

	entered map[level.ID]bool // triggers entered in any attempt
	seeks   *surveyNotes      // if set, records everything reached; the search then has no target
	room    collision.AABB    // a character that leaves it is lost
}

// solveAction is a move to try. It holds keys for some steps, or until one step before the character walks off its
// ground, where the longest jump starts.
type solveAction struct {
	Input
	toBrink bool
	waits   bool // waits for a platform, or for anything else that changes on its own
}

// farthestBrink limits the steps of a walk to the edge of the ground.
const farthestBrink = 200

// solveNode is a state that has been reached.
type solveNode struct {
	parent int32
	hold   uint16 // in steps
	key    uint8  // index in search.keys
}

// solveStage distinguishes states by doors, switches and collectables, and by the platform that the character rides. A
// ride may at first lead away from the target, and would otherwise come after everything that can be reached on foot.
type solveStage struct {
	progress uint64
	rides    level.ID
}

// maxQueues limits the number of queues; further stages share the first queue.
const maxQueues = 64

// waiting is a pending state, from which the search can continue.
type waiting struct {
	cost  float32
	steps int32
	node  int32
	state *State
	waits bool // waiting is an option in this state
	stale bool // in a survey: walking and waiting were already tried from its cell
}

// solvePlace is the key of a state. States with the same key count as the same.
type solvePlace struct {
	x, y   int32
	vx, vy int8
	rest   uint16
	near   uint64
}

// solveWorker is a worker of the search, with a run of its own.
type solveWorker struct {
	run      *Run
	free     []*State
	room     int // bytes left for more free states
	children []solveChild
	near     []uint64
	now      Situation
	entered  []level.ID
	steps    int
	brink    *State
	aloft    int          // steps since the character was on the ground
	trail    []groundStep // ground touched in the last attempt, for a survey
}

// solveChild is the state to which an action led.
type solveChild struct {
	waiting
	place    solvePlace
	hold     uint16
	key      uint8
	finished bool
	entered  []level.ID
	now      Situation
	trail    []groundStep
}

func newSearch(snap level.Snapshot, settings Settings, start Vec, o SolveOptions) *search {
	if o.Steps <= 0 {
		o.Steps = DefaultSolveSteps
	}
	if o.MB <= 0 {
		o.MB = DefaultSolveMB
	}
	s := &search{
		snap: snap, settings: settings, start: start, options: o, cycles: cyclesOf(snap),
		entered: map[level.ID]bool{},
	}
	if s.keys = keysOf(snap, settings); s.cycles.steps > 0 {
		s.keys = append(s.keys, solveAction{waits: true})
	}
	s.room = s.bounds(nil).Grow(float64(4*settings.JumpHeight) + 200)
	workers := max(1, min(o.Workers, solveBatch))
	for range workers {
		run := NewRun(snap, settings, start)
		Quiet(run)
		s.workers = append(s.workers, &solveWorker{run: run, room: s.options.MB << 20 / spareShare / workers})
	}
	return s
}

// keysOf returns the combinations of keys that can make a difference in a level.
func keysOf(snap level.Snapshot, s Settings) []solveAction {
	var keys []solveAction
	add := func(all ...Input) {
		for _, in := range all {
			keys = append(keys, solveAction{Input: in})
		}
	}
	sides := []float64{1, -1, 0}
	if s.Mode == TopDown {
		for _, x := range sides {
			for _, y := range sides {
				add(Input{X: x, Y: y})
			}
		}
		return keys
	}
	jumps := s.JumpHeight > 0 || s.Jetpack
	up, drops := false, false
	for c := range snap.Colliders() {
		if c.Role == level.Trigger && (slices.Contains(c.Tags, LadderTag) && s.Climb ||
			slices.Contains(c.Tags, WaterTag) && s.Swim) {
			up, jumps = true, jumps || slices.Contains(c.Tags, WaterTag)
		}
		drops = drops || c.Role == level.OneWay
	}
	for _, jump := range []bool{false, true} {
		for _, x := range sides {
			if jump && !jumps {
				continue
			}
			add(Input{X: x, Jump: jump})
		}
	}
	if up {
		add(Input{Y: -1}, Input{Y: -1, X: 1}, Input{Y: -1, X: -1})
	}
	if up || drops || s.Crouch {
		add(Input{Y: 1})
	}
	if up || s.Crouch {
		add(Input{Y: 1, X: 1}, Input{Y: 1, X: -1})
	}
	if drops {
		add(Input{Y: 1, Jump: true})
	}
	keys = append(keys, solveAction{Input: Input{X: 1}, toBrink: true}, solveAction{Input: Input{X: -1}, toBrink: true})
	return keys
}

// placeOf returns the key of the worker's current state.
func (s *search) placeOf(w *solveWorker) solvePlace {
	n, f := &w.now, &s.fine
	class := func(v, per float64) int8 { return int8(min(max(math.Round(v*f.speeds/per), -100), 100)) }
	p := solvePlace{
		x: int32(math.Floor(n.Position.X / f.square)), y: int32(math.Floor(n.Position.Y / f.square)),
		vx: class(n.Velocity.X, max(s.settings.Speed, 1)),
		vy: class(n.Velocity.Y, max(s.settings.jumpSpeed(), s.settings.Speed, 1)),
	}
	bit := func(on bool, k int) {
		if on {
			p.rest |= 1 << k
		}
	}
	bit(n.Grounded, 0)
	bit(n.Held.Jump, 1)
	bit(n.Climbing, 2)
	bit(n.Crouched, 3)
	bit(n.Wall, 4)
	bit(n.Down.Y < 0, 5)
	p.rest |= uint16(min(max(n.AirJumps, 0), 15)) << 6
	if s.settings.Jetpack {
		p.rest |= uint16(min(math.Ceil(float64(n.Fuel/max(s.settings.Fuel, 0.01)*8)), 8)) << 10
	}
	w.near = AppendNear(w.near[:0], w.run, nearby, float64(3*f.square))
	for _, x := range w.near {
		p.near ^= x
	}
	p.near ^= n.Progress ^ uint64(n.LastCheckpoint)<<32
	return p
}

// costOf returns the sort key of a state: the steps so far, plus the steps needed to walk the remaining distance, which
// have more weight.
func (s *search) costOf(w *solveWorker, steps int32) float32 {
	const greed = 4
	if s.lead == nil {
		return float32(steps)
	}
	far, left := 1e6, 0 // left counts the collectables that the goal still needs
	for k := range w.run.objects.list {
		x := &w.run.objects.list[k]
		if s.coins == nil || !x.kinds.Has(level.CollectableObject) || w.run.fates[k].gone {
			continue
		}
		left++
		if f := s.coins[x.id]; f != nil {
			if d, ok := f.at(w.now.Position); ok {
				far = min(far, d)
			}
		}
	}
	if left == 0 {
		if d, ok := s.lead.at(w.now.Position); ok {
			far = d
		}
	} else {
		const aCoin = 2000 // in pixels
		far += float64(aCoin * left)
	}
	return float32(float64(steps) + greed*far*Rate/max(s.settings.Speed, 20))
}

// begin resets the search to the start.
func (s *search) begin(f fineness) {
	for _, q := range s.queues {
		for _, o := range q {
			s.workers[0].release(o.state)
		}
	}
	s.fine, s.nodes, s.seen, s.live, s.held = f, s.nodes[:0], map[solvePlace]int32{}, 0, 0
	s.queues, s.queueOf, s.turn = s.queues[:0], map[solveStage]int32{}, 0
	s.waited, s.nearest = map[waitPlace]bool{}, nearest{node: -1, left: math.Inf(1)}
	w := s.workers[0]
	w.run.Restart()
	w.now = SituationOf(w.run)
	for _, id := range AppendEntered(nil, w.run) {
		s.entered[id] = true
	}
	p := s.placeOf(w)
	s.seen[p] = 0
	s.nodes = append(s.nodes, solveNode{parent: -1})
	s.note(0, &w.now)
	if s.seeks != nil {
		s.seeks.begin(w)
	}
	state := w.state()
	state.Save(w.run)
	s.push(waiting{state: state, waits: s.mayWait(&p, &w.now)}, &w.now)
}

// state returns an unused state.
func (w *solveWorker) state() *State {
	if n := len(w.free); n > 0 {
		s := w.free[n-1]
		w.free = w.free[:n-1]
		w.room += s.Bytes()
		return s
	}
	return new(State)
}

// release makes a state available for reuse, as long as the free states use little memory.
func (w *solveWorker) release(s *State) {
	if n := s.Bytes(); n <= w.room {
		w.room -= n
		w.free = append(w.free, s)
	}
}

// solveOutcome is a way in which a search ends.
type solveOutcome int

const (
	found solveOutcome = iota
	exhausted
	outOfSteps
	cancelled
)

// run searches until it finds the target or has tried until steps, and returns the target's node.
func (s *search) run(ctx context.Context, until int) (int32, solveOutcome) {
	var popped []waiting
	for {
		if ctx.Err() != nil {
			return -1, cancelled
		}
		if s.options.Progress != nil {
			s.options.Progress(s.steps)
		}
		popped = popped[:0]
		for s.live > len(popped) && len(popped) < solveBatch {
			popped = append(popped, s.pop())
			if s.seeks != nil {
				s.seeks.done[popped[len(popped)-1].node] = true
			}
		}
		if len(popped) == 0 {
			return -1, exhausted
		}
		s.expand(popped)
		for _, w := range s.workers {
			s.steps += w.steps
			w.steps = 0
		}
		for i := range popped { // in the order in which a single worker would have made the children
			w, first := s.workers[i%len(s.workers)], i/len(s.workers)*len(s.keys)
			for key := range s.keys {
				if at := s.take(w, &w.children[first+key]); at >= 0 {
					return at, found
				}
			}
		}
		for i, o := range popped {
			s.live--
			s.held -= o.state.Size()
			if s.seeks != nil && s.seeks.keep(&o, s.options.MB<<20) {
				continue
			}
			s.workers[i%len(s.workers)].release(o.state)
		}
		if s.steps >= until || s.isFull() {
			return -1, outOfSteps
		}
	}
}

// expand tries all keys from several states, in parallel.
func (s *search) expand(popped []waiting) {
	var wait sync.WaitGroup
	for k, w := range s.workers {
		w.children = w.children[:0]
		if k == 0 {
			continue
		}
		wait.Go(func() { s.expandSome(w, popped, k) })
	}
	s.expandSome(s.workers[0], popped, 0)
	wait.Wait()
}

func (s *search) expandSome(w *solveWorker, popped []waiting, k int) {
	for i := k; i < len(popped); i += len(s.workers) {
		for key := range s.keys {
			s.try(w, &popped[i], uint8(key))
		}
	}
}

// try holds keys from a state until the character lands or the time is over. It drops results that are already known.
func (s *search) try(w *solveWorker, from *waiting, key uint8) {
	do := s.keys[key]
	if do.waits && !from.waits || from.stale && (do.toBrink || do.waits) {
		w.children = append(w.children, solveChild{hold: 0})
		return
	}
	from.state.Restore(w.run)
	w.entered = w.entered[:0]
	w.now = SituationOf(w.run)
	was, hold := w.now.Grounded, 0
	w.trail, w.aloft = w.trail[:0], 0
	if s.seeks != nil {
		w.mark()
	}
	counts := 0
	switch {
	case do.toBrink:
		hold = w.walkToBrink(do.Input)
	case do.waits:
		hold = s.wait(w, s.placeOf(w).near)
		counts = hold/waitingShare - hold
	default:
		for hold < s.fine.hold && !w.run.Finished() {
			s.step(w, do.Input)
			hold++
			if w.now.Grounded && !was {
				break
			}
			was = w.now.Grounded
		}
	}
	counts += hold
	p := s.placeOf(w)
	finished := w.run.Finished()
	if _, ok := s.seen[p]; ok && !finished && !s.isNews(w.entered) && s.seeks == nil || hold == 0 {
		w.children = append(w.children, solveChild{hold: 0}) // one child per key keeps the children in order
		return
	}
	c := solveChild{
		waiting: waiting{
			cost: s.costOf(w, from.steps+int32(counts)), steps: from.steps + int32(counts),
			node: from.node, state: w.state(),
		},
		place: p, key: key, hold: uint16(hold), finished: finished, now: w.now,
	}
	if len(w.entered) > 0 {
		slices.Sort(w.entered)
		c.entered = slices.Clone(slices.Compact(w.entered))
	}
	if s.seeks != nil {
		c.trail = slices.Clone(w.trail)
	}
	c.state.Save(w.run)
	w.children = append(w.children, c)
}

func (s *search) step(w *solveWorker, in Input) {
	w.run.Step(in)
	w.steps++
	w.entered = AppendEntered(w.entered, w.run)
	w.now = SituationOf(w.run)
	if s.seeks != nil {
		w.mark()
	}
}

// isNews reports whether any of the triggers is new, or is the target.
func (s *search) isNews(entered []level.ID) bool {
	return slices.ContainsFunc(entered, func(id level.ID) bool { return id == s.options.Target || !s.entered[id] })
}

// walkToBrink walks until one step before the ground ends. It returns the number of steps, or 0 if there is no such
// place.
func (w *solveWorker) walkToBrink(in Input) int {
	if !w.now.Grounded || w.now.Crouched {
		return 0
	}
	if w.brink == nil {
		w.brink = new(State)
	}
	for n := range farthestBrink {
		w.brink.Save(w.run)
		at := w.now.Position
		w.run.Step(in)
		w.steps++
		if w.run.Finished() {
			w.now = SituationOf(w.run)
			return n + 1
		}
		was := w.now
		w.now = SituationOf(w.run)
		if !w.now.Grounded {
			w.brink.Restore(w.run)
			w.now = was
			return n
		}
		w.mark()
		if n > 2 && w.now.Position.Dist(at) < 0.01 {
			return 0 // an obstacle is in the way
		}
		w.entered = AppendEntered(w.entered, w.run)
	}
	return 0
}

// take adds a child to the known states. It returns the child's node if it is the target, else -1.
func (s *search) take(w *solveWorker, c *solveChild) int32 {
	if c.hold == 0 {
		return -1
	}
	for _, id := range c.entered {
		s.entered[id] = true
	}
	to, known := s.seen[c.place]
	sought := s.isSought(c)
	if s.seeks != nil && known {
		s.seeks.note(c, c.node, to)
	}
	if known && !sought {
		w.release(c.state)
		return -1
	}
	from := c.node
	s.nodes = append(s.nodes, solveNode{from, c.hold, c.key})
	c.node = int32(len(s.nodes) - 1)
	s.note(c.node, &c.now)
	if s.seeks != nil {
		s.seeks.add(&c.now)
		s.seeks.note(c, from, c.node)
	}
	if sought {
		w.release(c.state)
		return c.node
	}
	s.seen[c.place] = c.node
	if c.finished || !s.room.Contains(c.now.Position) { // the search cannot continue from there
		w.release(c.state)
	} else {
		c.waits = s.mayWait(&c.place, &c.now)
		s.push(c.waiting, &c.now)
	}
	return -1
}

func (s *search) isSought(c *solveChild) bool {
	switch {
	case s.seeks != nil:
		return false
	case s.options.Target != 0:
		return slices.Contains(c.entered, s.options.Target)
	}
	return c.finished
}

// spareShare divides the memory: one share is for reusable states, and another one for the spare capacity of slices.
const spareShare = 8

// isFull frees memory if it runs low, by dropping the worse half of the pending states. It returns true if that does
// not free enough.
func (s *search) isFull() bool {
	const aNode, aPlace = 8, 64 // approximate sizes of a node and of a map entry
	known := len(s.nodes)*aNode + (len(s.seen)+len(s.waited))*aPlace
	if s.seeks != nil {
		known += s.seeks.bytes
	}
	limit := s.options.MB << 20 / spareShare * (spareShare - 2)
	if known > limit {
		return true
	}
	// A queue keeps a batch (one state in a survey) as long as that frees enough memory. Otherwise it keeps less; at
	// worst, half of the queues keep nothing.
	least := solveBatch
	if s.seeks != nil {
		least = 1
	}
	for known+s.held > limit && s.live > solveBatch {
		before := s.live
		for i, q := range s.queues {
			half := len(q) / 2
			if len(q) <= least || half == 0 && (i%2 == 0 || s.live <= solveBatch) {
				continue
			}
			slices.SortFunc(q, compareWaiting)
			s.forgot = true
			s.live -= len(q) - half
			for _, o := range q[half:] {
				s.held -= o.state.Size()
			}
			clear(q[half:]) // frees the memory instead of moving it to the free lists
			s.queues[i] = q[:half]
		}
		if s.live == before {
			if least == 0 {
				break
			}
			least /= 4
		}
	}
	return false
}

func (s *search) inputs(at int32) Recording {
	var way []int32
	for ; at > 0; at = s.nodes[at].parent {
		way = append(way, at)
	}
	rec := Recording{Start: s.start, HasStart: true}
	for _, at := range slices.Backward(way) {
		rec.add(s.keys[s.nodes[at].key].Input, int(s.nodes[at].hold))
	}
	return rec
}

func compareWaiting(a, b waiting) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.node, b.node))
}

// push adds a pending state to the queue of its stage, or of its cell in a survey.
func (s *search) push(o waiting, now *Situation) {
	s.live++
	s.held += o.state.Size()
	if s.seeks != nil {
		i := s.seeks.cells[o.node]
		for len(s.queues) <= int(i) {
			s.queues = append(s.queues, nil)
		}
		s.queues[i] = pushHeap(s.queues[i], o, compareWaiting)
		s.seeks.novelty.list(i)
		return
	}
	at := solveStage{progress: now.Progress}
	if s.cycles.moves[now.Ground] {
		at.rides = now.Ground
	}
	i, ok := s.queueOf[at]
	if !ok {
		if len(s.queues) < maxQueues {
			i = int32(len(s.queues))
			s.queues = append(s.queues, nil)
		}
		s.queueOf[at] = i
	}
	s.queues[i] = pushHeap(s.queues[i], o, compareWaiting)
}

// pop returns the best state of the next queue. At least one queue must not be empty.
func (s *search) pop() waiting {
	for s.seeks != nil {
		i := s.seeks.novelty.next()
		if len(s.queues[i]) == 0 {
			continue // its states were dropped
		}
		o := popHeap(&s.queues[i], compareWaiting)
		o.stale = s.seeks.novelty.try(i) > 0
		if len(s.queues[i]) > 0 {
			s.seeks.novelty.list(i)
		}
		return o
	}
	for {
		s.turn = (s.turn + 1) % len(s.queues)
		if q := &s.queues[s.turn]; len(*q) > 0 {
			return popHeap(q, compareWaiting)
		}
	}
}

// pushHeap returns a heap with one more item. Its first item is the smallest in the order of compare.
func pushHeap[T any](h []T, item T, compare func(a, b T) int) []T {
	h = append(h, item)
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if compare(h[i], h[up]) >= 0 {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
	return h
}

// popHeap removes and returns the first item of a heap, which must not be empty.
func popHeap[T any](heap *[]T, compare func(a, b T) int) T {
	h := *heap
	top, n := h[0], len(h)-1
	h[0] = h[n]
	clear(h[n:])
	h = h[:n]
	for i := 0; ; {
		k := 2*i + 1
		if k >= n {
			break
		}
		if k+1 < n && compare(h[k+1], h[k]) < 0 {
			k++
		}
		if compare(h[i], h[k]) <= 0 {
			break
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
	*heap = h
	return top
}

// widthOf returns the smallest extent of the character.
func widthOf(s Settings) float64 {
	least := math.Inf(1)
	for _, form := range s.Forms() {
		size := level.BoundsOf(form, collision.Identity()).Size()
		least = min(least, size.X, size.Y)
	}
	return least
}

// novelty determines the order of a survey: it continues where the fewest attempts have been made. New ground therefore
// comes before well-known ground, and no place is neglected because another one is nearer.
//
// Pending states are divided into cells by square of the level, ground or air, class of velocity, and state of the
// doors. The fewer attempts were made from a cell, and from its whole square, the earlier the cell's turn comes.
type novelty struct {
	cells []novelCell // same indices as search.queues
	of    map[cellKey]int32
	tried map[[2]int32]int32 // number of attempts per square
	heap  []cellTurn
}

// novelCell is one of the queues of a survey.
type novelCell struct {
	square [2]int32
	ground bool
	listed bool  // it is in the heap
	tried  int32 // number of attempts from it
}

type cellKey struct {
	square   [2]int32
	rest     uint8
	progress uint64
}

// cellTurn is a cell in the heap, with its rank when it was added. Ranks only grow.
type cellTurn struct {
	rank float64
	cell int32
}

const (
	novelSquare = 32  // in pixels
	squareShare = 0.2 // weight of an attempt elsewhere in the square
	airShare    = 2.5 // factor on the rank of cells in the air
	wellTried   = 8   // number of attempts after which more states of a cell reveal little
)

func (v *novelty) cellOf(n *Situation, s *Settings) int32 {
	k := cellKey{square: [2]int32{
		int32(math.Floor(n.Position.X / novelSquare)),
		int32(math.Floor(n.Position.Y / novelSquare)),
	}, progress: n.Progress}
	sign := func(v, least float64) uint8 {
		switch {
		case v > least:
			return 2
		case v < -least:
			return 1
		}
		return 0
	}
	k.rest = sign(n.Velocity.X, float64(s.Speed/4)) * 2
	if n.Grounded {
		k.rest++
	} else {
		k.rest += sign(n.Velocity.Y, float64(s.Speed/4)) * 8
	}
	if n.Crouched {
		k.rest += 32
	}
	if n.Climbing {
		k.rest += 64
	}
	i, ok := v.of[k]
	if !ok {
		i = int32(len(v.cells))
		v.of[k] = i
		v.cells = append(v.cells, novelCell{square: k.square, ground: n.Grounded})
	}
	return i
}

// rank returns the sort key of a cell; the smallest comes first.
func (v *novelty) rank(cell int32) float64 {
	c := &v.cells[cell]
	r := float64(c.tried) + float64(squareShare*float64(v.tried[c.square]-c.tried))
	if !c.ground {
		r = float64(r*airShare) + 0.5
	}
	return r
}

// list puts a cell with pending states into the heap.
func (v *novelty) list(cell int32) {
	if v.cells[cell].listed {
		return
	}
	v.cells[cell].listed = true
	v.heap = pushHeap(v.heap, cellTurn{v.rank(cell), cell}, compareTurns)
}

func compareTurns(a, b cellTurn) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.cell, b.cell))
}

// next removes the next cell from the heap, and returns it.
func (v *novelty) next() int32 {
	for {
		top := popHeap(&v.heap, compareTurns)
		v.cells[top.cell].listed = false
		if v.rank(top.cell) <= top.rank {
			return top.cell
		}
		v.list(top.cell) // more attempts were made from its square in the meantime
	}
}

// try counts an attempt from a cell and returns the previous count.
func (v *novelty) try(cell int32) int32 {
	c := &v.cells[cell]
	c.tried++
	v.tried[c.square]++
	return c.tried - 1
}
