package collision

import (
	"fmt"
	"math"
	"testing"
)

func TestSeamsKeepTrueCorners(t *testing.T) {
	t.Parallel()
	// A body meets the corner of a block of two pieces from outside.
	block := Body{
		Shapes:    []Shape{mustNew(t, rect(0, 0, 10, 10), 1), mustNew(t, rect(10, 0, 20, 10), 1)},
		Transform: Identity(),
	}
	ball := mustNew(t, []Vec{{}}, 1)
	p := Vec{X: 20, Y: 0}.Add(Vec{X: 1, Y: -1}.Unit().Mul(1.5))
	c, ok := contactOf(t, block, Body{Shapes: []Shape{ball}, Transform: at(p.X, p.Y)})
	if want := (Vec{X: math.Sqrt2 / 2, Y: -math.Sqrt2 / 2}); !ok || !near(c.Depth(), 0.5, 1e-9) ||
		!nearVec(c.Manifolds[0].Normal, want, 1e-9) {
		t.Errorf("ball at the corner: %v %+v", ok, c)
	}
	// In a triangle fan the seam ends at a convex corner of the union.
	fan := Body{Shapes: []Shape{
		mustNew(t, []Vec{{X: 0, Y: 0}, {X: 20, Y: 0}, {X: 10, Y: 10}}, 1),
		mustNew(t, []Vec{{X: 0, Y: 0}, {X: 10, Y: 10}, {X: 0, Y: 20}}, 1),
	}, Transform: Identity()}
	p = Vec{X: -1, Y: -1}.Unit().Mul(1.5)
	c, ok = contactOf(t, fan, Body{Shapes: []Shape{ball}, Transform: at(p.X, p.Y)})
	if want := (Vec{X: -math.Sqrt2 / 2, Y: -math.Sqrt2 / 2}); !ok || !near(c.Depth(), 0.5, 1e-9) ||
		!nearVec(c.Manifolds[0].Normal, want, 1e-9) {
		t.Errorf("ball at the fan's corner: %v %+v", ok, c)
	}
}

func TestDeepInsideACompoundTheNearestOuterEdgeCounts(t *testing.T) {
	t.Parallel()
	var cells []Shape
	for y := range 3 {
		for x := range 5 {
			cells = append(cells, mustNew(t, rect(float64(x)*16, float64(y)*16, float64(x)*16+16, float64(y)*16+16), 0))
		}
	}
	a := Body{Shapes: cells, Transform: Identity()}
	c, ok := contactOf(t, a, Body{Shapes: []Shape{mustBox(t, 2, 2, 0)}, Transform: at(40, 21)})
	if !ok || !near(c.Depth(), 23, 1e-9) || !nearVec(c.Manifolds[0].Normal, Vec{X: 0, Y: -1}, 1e-9) {
		t.Errorf("box in the middle cell: %v %+v", ok, c)
	}
}

// A compound's contact is the same for either order of the bodies, even if an edge of each is equally near.
func TestContactsOfCompoundsInEitherOrder(t *testing.T) {
	t.Parallel()
	u := Body{
		Shapes: []Shape{
			mustNew(t, []Vec{{X: -16, Y: -12}, {X: -4, Y: 1}, {X: -4, Y: 12}, {X: -16, Y: 11}}, 0),
			mustNew(t, []Vec{{X: -16, Y: -12}, {X: 16, Y: -14}, {X: 4}, {X: -4, Y: 1}}, 0),
			mustNew(t, []Vec{{X: 16, Y: -14}, {X: 15, Y: 11}, {X: 4, Y: 10}, {X: 4}}, 0),
		},
		Transform: Identity(),
	}
	box := Body{Shapes: []Shape{mustNew(t, rect(-8, -13, -4, 5), 0)}, Transform: Identity()}
	c, _ := contactOf(t, u, box)
	d, _ := contactOf(t, box, u)
	if len(c.Manifolds) != len(d.Manifolds) || c.Depth() != d.Depth() {
		t.Errorf("depths %g and %g, of %d and %d manifolds", c.Depth(), d.Depth(), len(c.Manifolds), len(d.Manifolds))
	}
}

func TestChainOfSegmentsHasNoGhosts(t *testing.T) {
	t.Parallel()
	var chain []Shape
	for i := -5; i < 5; i++ {
		chain = append(chain, mustNew(t, []Vec{{X: float64(i) * 10, Y: 0}, {X: float64(i)*10 + 10, Y: 0}}, 1))
	}
	for _, x := range []float64{-3, 0, 1, 4.9, 5} {
		a := Body{Shapes: chain, Transform: Identity()}
		b := Body{Shapes: []Shape{mustBox(t, 2, 2, 0)}, Transform: at(x, -2.5)}
		checkUp(t, fmt.Sprintf("box on a chain at %v", x), a, b, Vec{X: 0, Y: -1}, 0.5)
	}
}

// In a pile of two combs, the search for outer edges finds the same with lists of usable edges as without, and the
// lists leave out nearly all edges.
func TestOuterEdgesFromLists(t *testing.T) {
	t.Parallel()
	comb := func(tr Transform) Body {
		b := Body{Transform: tr}
		for i := range 2 * sweptPieces {
			x, low := float64(i)*4, float64(8+i*7%24)
			b.Shapes = append(b.Shapes, mustNew(t, []Vec{{X: x}, {X: x + 4}, {X: x + 3, Y: low}, {X: x + 1, Y: low}}, 0))
			b.Shapes = append(b.Shapes, mustNew(t, rect(x, -16, x+4, 0), 0))
		}
		return b
	}
	var w World
	w.Put(1, comb(Identity()))
	w.Put(2, comb(NewTransform(Vec{X: 3, Y: 5}, 0.1)))
	w.Update()
	a, b := w.bodies[0], w.bodies[1]
	var lists, none worker
	lists.facing[0].reset(a, b)
	lists.facing[1].reset(b, a)
	pairs := 0
	for i := range int32(len(a.pieces)) {
		for j := range int32(len(b.pieces)) {
			var m Manifold
			if !collide(&a.pieces[i].hull, &b.pieces[j].hull, 0, &m) {
				continue
			}
			pairs++
			got, gotFrom, gotOK := lists.outerManifold(a, b, i, j)
			want, wantFrom, wantOK := none.outerManifold(a, b, i, j)
			if got != want || gotFrom != wantFrom || gotOK != wantOK {
				t.Fatalf("pieces %d and %d: %+v %v %v, without lists %+v %v %v",
					i, j, got, gotFrom, gotOK, want, wantFrom, wantOK)
			}
		}
	}
	listed := len(lists.facing[0].edges) + len(lists.facing[1].edges)
	if all := 2 * 4 * len(a.pieces) * len(b.pieces); pairs == 0 || listed == 0 || listed > all/10 {
		t.Errorf("%d pairs, %d of %d edges are listed", pairs, listed, all)
	}
}
