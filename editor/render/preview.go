package render

import (
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Subject holds the properties of a collider that a [Preview] needs.
type Subject struct {
	contacts.Side
	contacts.Placed
	Moving   bool // the current gesture changes it
	Emphasis bool // hovered, selected or dragged
}

// Preview prepares the contacts of a scene: which collider of a pair is the intruder, the overlap area, the way out,
// and the clusters of dense overlaps. It caches results for colliders that do not change. The zero Preview is
// ready to use.
type Preview struct {
	// Exit returns the way by which an intruder leaves its overlaps, with id 0 for a shape under construction; see
	// [contacts.Live.Exit]. KnowsExit reports whether Exit returns without computing; if it is nil, Exit always
	// computes.
	Exit      func(level.ID) (contacts.Exit, bool)
	KnowsExit func(level.ID) bool
	// Full reports whether a pair is shown in full detail even if it is small, because the user points at it in a list.
	// If it is nil, no pair is.
	Full func(a, b level.ID) bool
	// WaysInMotion limits the ways out that one frame computes while something moves, in addition to cached ones. It
	// counts intruders in overlaps of shapes with several pieces, which can take a millisecond each; eight other
	// intruders count as one. Zero means 50, the limit while nothing moves.
	WaysInMotion int
	// Unfinished is set if Show reached the limit of a frame; its next call continues. Unlimited removes the limit.
	Unfinished, Unlimited bool

	areas map[[2]level.ID]*overlapArea
	ways  map[level.ID]*way
	frame uint64 // counts calls of Show

	exitOf   map[level.ID]int32 // index of each intruder in the scene's exits
	cells    map[[2]int32]int32 // the first exit of each cell
	next     []int32            // the next exit of the same cell
	cluster  []int32            // cluster of each exit; -1: none yet
	members  []int32
	gathered []Exit // the exits of the last clustering, with their clusters
	clusters []Cluster
	near     float64 // distance used in the last clustering

	marks, last []mark // marks of colliders that do not move, in this scene and the previous one
	changed     []collision.AABB
	view        [2]float64 // the zoom and scale at which last was drawn
	crowded     bool       // whether the contacts in last were crowded
}

// way is an intruder's cached way out.
type way struct {
	out   Vec
	frame uint64
}

// mark records a drawn detail of contacts between colliders that the current gesture does not move. Where marks are
// added, changed or removed since the previous scene, the picture differs.
type mark struct {
	a, b  level.ID
	leave level.ID // the intruder
	state contacts.State
	area  *overlapArea
	way   Vec
	first *collision.ManifoldPoint // first point of the contact's manifolds, which are reallocated when they change
	n     int32                    // number of manifolds, or of a cluster's pairs
	quiet bool                     // a pin replaces it
	at    Vec
	box   collision.AABB
}

// Show replaces the contacts, exits and clusters of a scene whose camera is set. subject describes a pair's colliders.
func (v *Preview) Show(s *Scene, pairs []contacts.Pair, subject func(level.ID) Subject) {
	v.begin()
	s.Contacts, s.Exits, s.Clusters = s.Contacts[:0], s.Exits[:0], s.Clusters[:0]
	for i := range pairs {
		if pairs[i].State == contacts.Expected {
			continue
		}
		a, b := subject(pairs[i].A), subject(pairs[i].B)
		full := v.Full != nil && v.Full(pairs[i].A, pairs[i].B)
		if a.Collider == nil || b.Collider == nil || !full && isSilent(&pairs[i], &a, &b) {
			continue
		}
		c := Contact{
			A: pairs[i].A, B: pairs[i].B, State: pairs[i].State, Manifolds: pairs[i].Contact.Manifolds,
			Depth: pairs[i].Depth, exit: -1,
			Emphasis: a.Emphasis || b.Emphasis, Moving: a.Moving || b.Moving, Full: full,
		}
		if c.State == contacts.Overlapping {
			v.overlap(s, &c, &a, &b)
		}
		s.Contacts = append(s.Contacts, c)
	}
	v.count(s)
	v.findWays(s)
	v.gather(s)
	v.compare(s)
	v.forget()
}

// manyTouch is the number of contacts without overlap from which they count as crowded and are drawn in less detail.
const manyTouch = 1000

// count determines whether the contacts without overlap are crowded.
func (v *Preview) count(s *Scene) {
	n := [2]int{}
	for i := range s.Contacts {
		switch c := &s.Contacts[i]; {
		case c.State == contacts.Overlapping:
		case c.Moving:
			n[1]++
		default:
			n[0]++
		}
	}
	s.crowded = [2]bool{n[0] >= manyTouch, n[1] >= manyTouch}
}

// isSilent reports whether a contact is not worth showing: ground on ground, or ground in a trigger, unless one of the
// two is emphasized or moves.
func isSilent(p *contacts.Pair, a, b *Subject) bool {
	if a.Emphasis || b.Emphasis || a.Moving || b.Moving {
		return false
	}
	ground := func(s *Subject) bool { return s.Collider.Body == level.Static && s.Collider.Role != level.Trigger }
	switch p.State {
	case contacts.Touching:
		return ground(a) && ground(b)
	case contacts.Triggered:
		return ground(a) || ground(b)
	}
	return false
}

func (v *Preview) begin() {
	v.frame++
	if v.areas == nil {
		v.areas, v.ways = map[[2]level.ID]*overlapArea{}, map[level.ID]*way{}
		v.exitOf, v.cells = map[level.ID]int32{}, map[[2]int32]int32{}
	}
	clear(v.exitOf)
	v.marks, v.last = v.last[:0], v.marks
	v.changed = v.changed[:0]
}

// overlap computes the overlap area of two colliders, and determines which of them is the intruder.
func (v *Preview) overlap(s *Scene, c *Contact, a, b *Subject) {
	key := [2]level.ID{c.A, c.B}
	k := v.areas[key]
	_, power := math.Frexp(0.2 / s.Camera.Zoom)
	tolerance := math.Ldexp(0.5, power) // a power of two, so that small changes in the zoom keep areas valid
	if k == nil || k.a != a.Placed || k.b != b.Placed || k.tolerance != tolerance {
		k = newOverlapArea(a.Placed, b.Placed, tolerance)
		v.areas[key] = k
	}
	k.frame = v.frame
	c.area = k
	size := k.bounds.Size().Mul(s.Camera.Zoom / s.scale())
	c.span = max(size.X, size.Y)

	c.Intruder = c.B
	leaves := b
	if a.Yields(&b.Side) {
		c.Intruder, leaves = c.A, a
	}
	if leaves.Locked {
		return
	}
	i, known := v.exitOf[c.Intruder]
	if !known {
		i = int32(len(s.Exits))
		v.exitOf[c.Intruder] = i
		s.Exits = append(s.Exits, Exit{Of: c.Intruder, cluster: -1})
	}
	e := &s.Exits[i]
	c.exit = i
	e.pairs++
	e.span = max(e.span, c.span)
	e.pieces += len(a.Baked.Pieces) * len(b.Baked.Pieces)
	e.Emphasis, e.Moving, e.Full = e.Emphasis || c.Emphasis, e.Moving || c.Moving, e.Full || c.Full
	if c.Depth > e.deepest {
		e.deepest = c.Depth
		e.From = k.foot(c.Manifolds)
	}
}

// maxWays is the default for WaysInMotion. The limit is counted in units of 1/quickWays, the cost of an intruder
// without multi-piece overlaps. A search costs at least one unit per costlyPairs pairs of pieces that it tests.
const (
	maxWays     = 50
	quickWays   = 8
	costlyPairs = 1 << 10
)

// findWays looks up the ways of exits, starting with exits that move or have emphasis. Beyond the limit it keeps the
// previous ways.
func (v *Preview) findWays(s *Scene) {
	v.Unfinished = false
	if v.Exit == nil {
		return
	}
	left := maxWays * quickWays
	if v.WaysInMotion > 0 && slices.ContainsFunc(s.Exits, func(e Exit) bool { return e.Moving }) {
		left = v.WaysInMotion * quickWays
	}
	for _, first := range []bool{true, false} {
		for i := range s.Exits {
			if e := &s.Exits[i]; first == (e.Moving || e.Emphasis) {
				left -= v.findWay(e, left)
			}
		}
	}
}

// findWay looks up the way of an exit, and returns how much of the frame's limit it used.
func (v *Preview) findWay(e *Exit, left int) (took int) {
	w := v.ways[e.Of]
	if v.KnowsExit == nil || !v.KnowsExit(e.Of) {
		if left <= 0 && !v.Unlimited {
			v.Unfinished = true
			if w != nil {
				e.Way, w.frame = w.out, v.frame
			}
			return 0
		}
		const pairs, pieces = 4, 1 << 10 // each adds one unit: this many pairs, as in a pile, or pairs of pieces
		if took = 1 + e.pairs/pairs + e.pieces/pieces; e.pieces > e.pairs {
			took += quickWays - 1
		}
	}
	if w == nil {
		w = &way{}
		v.ways[e.Of] = w
	}
	out, _ := v.Exit(e.Of)
	w.out, w.frame = out.Way, v.frame
	e.Way = w.out
	if took > 0 {
		took = max(took, out.Cost/costlyPairs)
	}
	return took
}

// A cluster has more than fewArrows exits, each within nearArrows of another. widestCluster limits its size, so that
// its pin is near all of its overlaps. All lengths are in screen units.
const (
	nearArrows    = 72
	fewArrows     = 3
	widestCluster = 180
)

// gather collects exits that are near each other into clusters.
func (v *Preview) gather(s *Scene) {
	n := len(s.Exits)
	near := nearArrows * s.scale() / s.Camera.Zoom
	if !(near > 0) || math.IsInf(near, 1) {
		return
	}
	if v.isGathered(s, near) {
		for i := range s.Exits {
			s.Exits[i].cluster = v.gathered[i].cluster
		}
		s.Clusters = append(s.Clusters, v.clusters...)
		v.replace(s)
		return
	}
	v.cluster, v.next = resized(v.cluster, n), resized(v.next, n)
	clear(v.cells)
	cell := func(p Vec) [2]int32 {
		at := p.Mul(1 / near)
		const far = 1 << 30
		return [2]int32{int32(math.Floor(min(max(at.X, -far), far))), int32(math.Floor(min(max(at.Y, -far), far)))}
	}
	for i := range s.Exits {
		v.cluster[i], v.next[i] = -1, -1
		if e := &s.Exits[i]; !e.isAlone() {
			k := cell(e.From)
			if first, ok := v.cells[k]; ok {
				v.next[i] = first
			}
			v.cells[k] = int32(i)
		} else {
			v.cluster[i] = -2
		}
	}
	for i := range s.Exits {
		if v.cluster[i] != -1 {
			continue
		}
		v.cluster[i] = int32(i)
		v.members = append(v.members[:0], int32(i))
		box := collision.AABB{Min: s.Exits[i].From, Max: s.Exits[i].From}
		for k := 0; k < len(v.members); k++ {
			at := s.Exits[v.members[k]].From
			c := cell(at)
			for dx := int32(-1); dx <= 1; dx++ {
				for dy := int32(-1); dy <= 1; dy++ {
					first, ok := v.cells[[2]int32{c[0] + dx, c[1] + dy}]
					if !ok {
						continue
					}
					for j := first; j >= 0; j = v.next[j] {
						p := s.Exits[j].From
						grown := box.Union(collision.AABB{Min: p, Max: p})
						size := grown.Size()
						if v.cluster[j] == -1 && p.Dist(at) <= near &&
							max(size.X, size.Y)*s.Camera.Zoom <= widestCluster*s.scale() {
							v.cluster[j] = int32(i)
							v.members = append(v.members, j)
							box = grown
						}
					}
				}
			}
		}
		if len(v.members) > fewArrows {
			v.addCluster(s, box)
		}
	}
	v.gathered, v.clusters, v.near = append(v.gathered[:0], s.Exits...), append(v.clusters[:0], s.Clusters...), near
	v.replace(s)
}

// isAlone reports whether an exit never belongs to a cluster.
func (e *Exit) isAlone() bool { return e.Moving || e.Way == (Vec{}) }

// isGathered reports whether the clustering of the last scene still applies.
func (v *Preview) isGathered(s *Scene, near float64) bool {
	return v.near == near && slices.EqualFunc(v.gathered, s.Exits, func(was, e Exit) bool {
		return was.isAlone() == e.isAlone() && (e.isAlone() || was.From == e.From && was.pairs == e.pairs)
	})
}

// replace marks the contacts in clusters, and extends the clusters' boxes to their areas.
func (v *Preview) replace(s *Scene) {
	for i := range s.Contacts {
		c := &s.Contacts[i]
		if c.inCluster = c.exit >= 0 && s.Exits[c.exit].cluster >= 0; c.inCluster && c.area != nil {
			cluster := &s.Clusters[s.Exits[c.exit].cluster]
			cluster.Box = cluster.Box.Union(c.area.bounds)
		}
	}
}

// addCluster makes a cluster of the members.
func (v *Preview) addCluster(s *Scene, box collision.AABB) {
	b := Cluster{Foot: box.Center(), Box: box}
	// The pin points at the member nearest to the centre.
	nearest := math.Inf(1)
	for _, i := range v.members {
		e := &s.Exits[i]
		e.cluster = int32(len(s.Clusters))
		b.Pairs += e.pairs
		if d := e.From.Dist(box.Center()); d < nearest {
			nearest, b.Foot = d, e.From
		}
	}
	s.Clusters = append(s.Clusters, b)
}

// compare finds the boxes where the marks differ from the previous scene.
func (v *Preview) compare(s *Scene) {
	arrow := 2 * maxArrow * s.scale() / s.Camera.Zoom
	for i := range s.Contacts {
		c := &s.Contacts[i]
		if c.Moving {
			continue
		}
		m := mark{
			a: c.A, b: c.B, leave: c.Intruder, state: c.State, area: c.area, n: int32(len(c.Manifolds)),
			quiet: c.inCluster, box: collision.EmptyAABB(),
		}
		if m.n > 0 {
			m.first = &c.Manifolds[0].Points[0]
			for k := range c.Manifolds {
				for j := range c.Manifolds[k].Count {
					p := c.Manifolds[k].Points[j].Point
					m.box = m.box.Union(collision.AABB{Min: p, Max: p})
				}
			}
		}
		if c.area != nil {
			m.box = m.box.Union(c.area.bounds)
		}
		v.marks = append(v.marks, m)
	}
	for i := range s.Exits {
		if e := &s.Exits[i]; !e.Moving {
			box := collision.AABB{Min: e.From, Max: e.From}.Grow(min(e.Way.Len(), arrow))
			v.marks = append(v.marks, mark{a: e.Of, way: e.Way, quiet: e.cluster >= 0, at: e.From, box: box})
		}
	}
	for i := range s.Clusters {
		b := &s.Clusters[i]
		v.marks = append(v.marks, mark{
			n: int32(b.Pairs), at: b.Foot, box: b.Box.Grow(2 * pinHeight * s.scale() / s.Camera.Zoom),
		})
	}
	view, crowded := v.view, v.crowded
	v.view, v.crowded = [2]float64{s.Camera.Zoom, s.scale()}, s.crowded[0]
	switch {
	case v.view != view:
		return // the whole picture is redrawn
	case v.crowded != crowded:
		far := Vec{X: farthest, Y: farthest}
		v.changed = append(v.changed, collision.AABB{Min: far.Neg(), Max: far})
		return
	}
	// Most of both lists is equal, so skip their common start and end.
	from := 0
	for from < len(v.marks) && from < len(v.last) && v.marks[from] == v.last[from] {
		from++
	}
	to, end := len(v.marks), len(v.last)
	for to > from && end > from && v.marks[to-1] == v.last[end-1] {
		to, end = to-1, end-1
	}
	if to == from && end == from {
		return
	}
	known := make(map[mark]struct{}, end-from)
	for _, m := range v.last[from:end] {
		known[m] = struct{}{}
	}
	for _, m := range v.marks[from:to] {
		if _, ok := known[m]; ok {
			delete(known, m)
			continue
		}
		v.changed = append(v.changed, m.box)
	}
	for m := range known {
		v.changed = append(v.changed, m.box)
	}
}

// Changed returns boxes in level space that cover every difference between the last two scenes in the contacts of
// colliders that do not move.
func (v *Preview) Changed() []collision.AABB { return v.changed }

// forget drops cached results that no recent scene has used.
func (v *Preview) forget() {
	const kept = 64 // calls of Show
	if v.frame%kept != 0 {
		return
	}
	maps.DeleteFunc(v.areas, func(_ [2]level.ID, a *overlapArea) bool { return a.frame+kept < v.frame })
	maps.DeleteFunc(v.ways, func(_ level.ID, w *way) bool { return w.frame+kept < v.frame })
}

// IsIntruder reports whether a collider is drawn as an intruder in the last scene.
func (v *Preview) IsIntruder(s *Scene, c *level.Collider) bool {
	if c == nil {
		return false
	}
	i, ok := v.exitOf[c.ID]
	return ok && (s.Exits[i].cluster < 0 || s.Exits[i].Emphasis)
}

func resized[T any](list []T, n int) []T {
	return slices.Grow(list[:0], n)[:n]
}
