package polygon

import "fillet/collision"

// manySides is the smallest number of edges for which a tree finds edges that meet; for fewer, a sweep is faster. Tests
// lower it.
var manySides = 512

// enoughFaults limits the number of faults that are examined before the worst so far is reported: if thousands of edges
// run through one point, every pair of them meets.
const enoughFaults = 1 << 16

// edgeTree finds the edges of an outline that meet.
type edgeTree struct {
	*turnedTree
	sides []side
	low   []sideKey // the smallest key in each node
	tol   float64
	worst *Error
	key   [2]sideKey // of worst
	found int
}

// sideKey orders edges: by loop, then by their first vertex.
type sideKey uint64

func (s *side) key() sideKey { return sideKey(s.loop)<<32 | sideKey(s.edge) }

// newEdgeTree builds the tree of the sides, which are listed loop by loop. Its boxes are enlarged by the distance
// within which edges meet.
func newEdgeTree(loops [][]collision.Vec, sides []side, tol float64) *edgeTree {
	t := &edgeTree{sides: sides, tol: tol}
	t.turnedTree = newTurnedTree(spansOf(loops), tol, func(i int32, dst []collision.Vec) []collision.Vec {
		return append(dst, sides[i].a, sides[i].b)
	})
	t.low = make([]sideKey, len(t.nodes))
	for i := len(t.nodes) - 1; i >= 0; i-- { // children come after their parents
		n := &t.nodes[i]
		if n.left != noNode {
			t.low[i] = min(t.low[n.left], t.low[n.right])
			continue
		}
		t.low[i] = sides[t.order[n.first]].key()
		for _, k := range t.order[n.first:n.last] {
			t.low[i] = min(t.low[i], sides[k].key())
		}
	}
	return t
}

// meeting returns the worst place where two edges meet, or nil if none do.
func (t *edgeTree) meeting() *Error {
	pairs := turnedPairs{t.turnedTree, t.hopeless, func(i, j int32) { t.try(&t.sides[i], &t.sides[j]) }}
	pairs.within(0)
	return t.worst
}

// hopeless reports whether no pair of edges from the two boxes can be worse than the worst found so far.
func (t *edgeTree) hopeless(a, b int32) bool {
	if t.found > enoughFaults {
		return true
	}
	if t.worst == nil || t.worst.Kind != SelfCrossing {
		return false
	}
	lo, hi := min(t.low[a], t.low[b]), max(t.low[a], t.low[b])
	return lo > t.key[0] || lo == t.key[0] && hi >= t.key[1]
}

func (t *edgeTree) try(s, u *side) {
	if s.lo.X > u.hi.X+t.tol || u.lo.X > s.hi.X+t.tol || s.lo.Y > u.hi.Y+t.tol || u.lo.Y > s.hi.Y+t.tol {
		return
	}
	e := meet(s, u, t.tol)
	if e == nil {
		return
	}
	t.found++
	if t.worst == nil || e.before(t.worst) {
		t.worst = e
		t.key = [2]sideKey{min(s.key(), u.key()), max(s.key(), u.key())}
	}
}
