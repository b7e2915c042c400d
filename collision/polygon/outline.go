package polygon

import (
	"fmt"
	"math"
	"slices"

	"fillet/collision"
)

// ErrorKind is the kind of a fault in an outline.
type ErrorKind uint8

// Faults of an outline, or of a radius for it.
const (
	TooFewPoints   ErrorKind = iota + 1 // fewer than three points
	NotFinite                           // a coordinate or the radius is NaN or infinite
	TooLarge                            // a coordinate is beyond [collision.MaxCoordinate]
	Duplicate                           // two neighbouring points coincide
	Degenerate                          // all points are on one line
	SelfCrossing                        // two edges cross
	SelfTouching                        // an edge touches another away from their common end
	HoleOutside                         // a hole is not inside the outer outline, or is inside another hole
	RadiusTooLarge                      // the outline is too narrow for the radius
	NegativeRadius                      // the radius is below 0
)

var errorWords = [...]string{
	"unknown", TooFewPoints: "too few points", NotFinite: "not finite", TooLarge: "too large",
	Duplicate: "repeated point", Degenerate: "no area", SelfCrossing: "edges cross", SelfTouching: "edges touch",
	HoleOutside: "hole outside", RadiusTooLarge: "radius too large", NegativeRadius: "negative radius",
}

// String describes the kind in words.
func (k ErrorKind) String() string {
	if int(k) >= len(errorWords) {
		k = 0
	}
	return errorWords[k]
}

// Error reports a fault in an outline and where it is. Vertices count from 0 in their loop; an edge is identified by
// its first vertex.
type Error struct {
	Kind     ErrorKind
	Vertices []int         // the offending vertices, or both edges' first vertices
	Loop     int           // the loop of Vertices[0]: 0 is the outer outline
	Other    int           // the loop of Vertices[1]
	At       collision.Vec // the fault's position
	// MaxRadius is the largest radius that fits, for RadiusTooLarge.
	MaxRadius float64
}

// Error describes the fault in one sentence.
func (e *Error) Error() string {
	where := ""
	if e.Loop > 0 {
		where = fmt.Sprintf("hole %d: ", e.Loop)
	}
	v := func(i int) int {
		if i < len(e.Vertices) {
			return e.Vertices[i]
		}
		return -1
	}
	other := fmt.Sprintf("edge %d", v(1))
	if e.Other != e.Loop {
		other += " of the outline"
		if e.Other > 0 {
			other = fmt.Sprintf("edge %d of hole %d", v(1), e.Other)
		}
	}
	switch e.Kind {
	case TooFewPoints:
		return where + "an outline needs at least 3 points"
	case NotFinite:
		if len(e.Vertices) == 0 {
			return "the radius is not finite"
		}
		return where + fmt.Sprintf("point %d is not finite", v(0))
	case TooLarge:
		return where + fmt.Sprintf("point %d at %v is beyond %g", v(0), e.At, float64(collision.MaxCoordinate))
	case Duplicate:
		return where + fmt.Sprintf("points %d and %d are both at %v", v(0), v(1), e.At)
	case Degenerate:
		return where + "all points are on one line"
	case SelfCrossing:
		return where + fmt.Sprintf("edge %d crosses %s at %v", v(0), other, e.At)
	case SelfTouching:
		return where + fmt.Sprintf("edge %d touches %s at %v", v(0), other, e.At)
	case HoleOutside:
		return fmt.Sprintf("hole %d is not inside the outline, or is inside another hole (at %v)", e.Loop, e.At)
	case RadiusTooLarge:
		return fmt.Sprintf("the radius is too large: the largest that fits is %.6g", e.MaxRadius)
	case NegativeRadius:
		return "the radius is negative"
	}
	return "unknown outline error"
}

// Validate checks a region: loops[0] is its outer outline, the others are holes. Loops may have either winding. Every
// loop must be a simple polygon, and loops must not meet. Points in the middle of a straight edge are allowed. The
// error is an [*Error].
func Validate(loops [][]collision.Vec) error {
	_, err := newHoled(loops)
	return err
}

// holed is a checked outline with holes. Its loops have no flat vertices. The outer one has positive area and holes
// negative area, so the inside is always on the same side of an edge.
type holed struct {
	Loops  [][]collision.Vec
	tol    float64
	border *border // border of the loops, built on first use
}

// newHoled checks loops and cleans them.
func newHoled(loops [][]collision.Vec) (*holed, error) {
	if len(loops) == 0 {
		return nil, &Error{Kind: TooFewPoints}
	}
	r := &holed{Loops: make([][]collision.Vec, 0, len(loops))}
	box := collision.EmptyAABB()
	for l, loop := range loops {
		if err := checkLoop(l, loop); err != nil {
			return nil, err
		}
		box = box.Union(collision.BoundsOf(loop))
	}
	r.tol = float64(outlineTolerance*box.HalfPerimeter()) + float64(collision.CoordinateRounding*box.MaxAbs())
	for l, loop := range loops {
		if err := checkRepeats(l, loop, r.tol); err != nil {
			return nil, err
		}
	}
	if err := checkCrossings(loops, r.tol); err != nil {
		return nil, err
	}
	if err := checkHoles(loops); err != nil {
		return nil, err
	}
	for l, loop := range loops {
		r.Loops = append(r.Loops, cleanLoop(loop, l > 0, r.tol))
	}
	return r, nil
}

func checkLoop(l int, loop []collision.Vec) error {
	if len(loop) < 3 {
		return &Error{Kind: TooFewPoints, Loop: l}
	}
	for i, p := range loop {
		switch {
		case !p.IsFinite():
			return &Error{Kind: NotFinite, Loop: l, Vertices: []int{i}, At: p}
		case !p.IsPlaceable():
			return &Error{Kind: TooLarge, Loop: l, Vertices: []int{i}, At: p}
		}
	}
	return nil
}

func checkRepeats(l int, loop []collision.Vec, tol float64) error {
	for i, p := range loop {
		next := (i + 1) % len(loop)
		if p.Dist(loop[next]) <= tol {
			return &Error{Kind: Duplicate, Loop: l, Other: l, Vertices: []int{i, next}, At: p}
		}
	}
	var room [collision.FewPoints + 1]collision.Vec
	if len(collision.AppendHull(room[:0], loop)) < 3 {
		return &Error{Kind: Degenerate, Loop: l, At: loop[0]}
	}
	return nil
}

// side is an edge of a loop during the search for crossings.
type side struct {
	a, b       collision.Vec
	lo, hi     collision.Vec
	loop, edge int
	last       int // number of edges in the loop
}

// checkCrossings tests all pairs of nearby edges, which a sweep along x finds, or a tree if there are many edges.
func checkCrossings(loops [][]collision.Vec, tol float64) error {
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	var worst *Error
	if n > manySides {
		worst = newEdgeTree(loops, appendSides(make([]side, 0, n), loops), tol).meeting()
	} else {
		var room [12]side // most outlines have few edges and need no allocation
		worst = sweepCrossings(appendSides(room[:0], loops), tol)
	}
	if worst != nil {
		return worst
	}
	return nil
}

func appendSides(sides []side, loops [][]collision.Vec) []side {
	for l, loop := range loops {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			sides = append(sides, side{a, b, a.Min(b), a.Max(b), l, i, len(loop)})
		}
	}
	return sides
}

// sweepCrossings returns the worst place where two of the sides meet, or nil if none do. It changes their order.
func sweepCrossings(sides []side, tol float64) *Error {
	slices.SortFunc(sides, func(s, t side) int {
		switch {
		case s.lo.X < t.lo.X:
			return -1
		case s.lo.X > t.lo.X:
			return 1
		}
		return 0
	})
	var worst *Error
	for i := range sides {
		s := &sides[i]
		for j := i + 1; j < len(sides) && sides[j].lo.X <= s.hi.X+tol; j++ {
			t := &sides[j]
			if t.lo.Y > s.hi.Y+tol || s.lo.Y > t.hi.Y+tol {
				continue
			}
			if e := meet(s, t, tol); e != nil && (worst == nil || e.before(worst)) {
				worst = e
			}
		}
	}
	return worst
}

// before orders errors: crossings before touches, then by loop and edge.
func (e *Error) before(o *Error) bool {
	if e.Kind != o.Kind {
		return e.Kind < o.Kind
	}
	return slices.Compare([]int{e.Loop, e.Vertices[0], e.Other, e.Vertices[1]},
		[]int{o.Loop, o.Vertices[0], o.Other, o.Vertices[1]}) < 0
}

// meet returns an error if two edges share a point other than their common end.
func meet(s, t *side, tol float64) *Error {
	if s.loop > t.loop || s.loop == t.loop && s.edge > t.edge {
		s, t = t, s
	}
	fault := func(k ErrorKind, at collision.Vec) *Error {
		return &Error{Kind: k, Loop: s.loop, Other: t.loop, Vertices: []int{s.edge, t.edge}, At: at}
	}
	if s.loop == t.loop {
		switch {
		case t.edge == s.edge+1:
			if foldsBack(s.a, s.b, t.b, tol) {
				return fault(SelfTouching, s.b)
			}
			return nil
		case s.edge == 0 && t.edge == s.last-1:
			if foldsBack(t.a, s.a, s.b, tol) {
				return fault(SelfTouching, s.a)
			}
			return nil
		}
	}
	d, e := s.b.Sub(s.a), t.b.Sub(t.a)
	ld, le := d.Len(), e.Len()
	ta, tb := collision.Orient(s.a, s.b, t.a)/ld, collision.Orient(s.a, s.b, t.b)/ld
	sa, sb := collision.Orient(t.a, t.b, s.a)/le, collision.Orient(t.a, t.b, s.b)/le
	if apart(ta, tb, tol) || apart(sa, sb, tol) {
		return nil
	}
	if opposite(ta, tb, tol) && opposite(sa, sb, tol) {
		return fault(SelfCrossing, s.a.Lerp(s.b, sa/(sa-sb)))
	}
	for _, p := range [2]collision.Vec{t.a, t.b} {
		if onSegment(p, s.a, s.b, tol) {
			return fault(SelfTouching, p)
		}
	}
	for _, p := range [2]collision.Vec{s.a, s.b} {
		if onSegment(p, t.a, t.b, tol) {
			return fault(SelfTouching, p)
		}
	}
	return nil
}

func apart(x, y, tol float64) bool    { return x > tol && y > tol || x < -tol && y < -tol }
func opposite(x, y, tol float64) bool { return x > tol && y < -tol || x < -tol && y > tol }

// foldsBack reports whether the path a, b, c turns back on itself.
func foldsBack(a, b, c collision.Vec, tol float64) bool {
	return b.Sub(a).Dot(c.Sub(b)) < 0 && (onSegment(c, a, b, tol) || onSegment(a, b, c, tol))
}

// onSegment reports whether p is within tol of the segment a b.
func onSegment(p, a, b collision.Vec, tol float64) bool {
	return collision.SegmentDistance(p, a, b) <= tol
}

// checkHoles checks that loops, which must not meet, are nested one deep.
func checkHoles(loops [][]collision.Vec) error {
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	if (len(loops)-1)*n >= manyBridges && areNested(loops) {
		return nil // otherwise find the hole that is not nested
	}
	var bounds []collision.AABB
	for _, loop := range loops[1:] {
		bounds = append(bounds, collision.BoundsOf(loop))
	}
	for l := 1; l < len(loops); l++ {
		p := loops[l][0]
		if !insideLoop(p, loops[0]) {
			return &Error{Kind: HoleOutside, Loop: l, At: p}
		}
		for o := 1; o < len(loops); o++ {
			if o != l && bounds[o-1].Contains(p) && insideLoop(p, loops[o]) {
				return &Error{Kind: HoleOutside, Loop: l, Other: o, At: p}
			}
		}
	}
	return nil
}

// insideLoop reports whether p is in a simple polygon, by the parity of the edges that a ray along +x crosses.
func insideLoop(p collision.Vec, loop []collision.Vec) bool {
	in := false
	for i, a := range loop {
		if rayCrosses(p, a, loop[(i+1)%len(loop)]) {
			in = !in
		}
	}
	return in
}

// rayCrosses reports whether a ray from p along +x crosses the edge a b.
func rayCrosses(p, a, b collision.Vec) bool {
	if (a.Y > p.Y) == (b.Y > p.Y) {
		return false
	}
	if a.Y > b.Y {
		a, b = b, a
	}
	return collision.Orient(a, b, p) > 0
}

// signedArea returns twice a polygon's signed area.
func signedArea(loop []collision.Vec) float64 {
	sum := 0.0
	for i := 2; i < len(loop); i++ {
		sum += collision.Orient(loop[0], loop[i-1], loop[i])
	}
	return sum
}

// cleanLoop drops flat vertices and gives the loop its winding.
func cleanLoop(loop []collision.Vec, hole bool, tol float64) []collision.Vec {
	out := make([]collision.Vec, 0, len(loop))
	for i, b := range loop {
		// Compare with the nearest kept vertices, so that a run of nearly flat vertices does not vanish as a whole.
		a := loop[(i+len(loop)-1)%len(loop)]
		if len(out) > 0 {
			a = out[len(out)-1]
		}
		c := loop[(i+1)%len(loop)]
		if math.Abs(collision.Orient(a, b, c)) > tol*a.Dist(c) {
			out = append(out, b)
		}
	}
	// The first vertex was compared with a neighbour that may be dropped now.
	for len(out) > 3 && math.Abs(collision.Orient(out[len(out)-1], out[0], out[1])) <=
		tol*out[len(out)-1].Dist(out[1]) {
		out = out[1:]
	}
	if signedArea(out) > 0 == hole {
		slices.Reverse(out)
	}
	return out
}
