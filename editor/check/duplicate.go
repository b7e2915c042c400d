package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// duplicates finds colliders with the same place, shape and role. Their fix keeps the first one.
func duplicates(s *scene, out *tally) {
	for i, it := range s.items {
		if it.twin == int32(i) {
			continue
		}
		original := s.items[it.twin]
		f := it.finding(RuleDuplicate, "same shape and place as another collider")
		f.Colliders = append(f.Colliders, original.ID)
		if hasSameGameData(original.Collider, it.Collider) {
			f.Fix = safeFix("Remove the duplicate "+it.ID.String(), level.Removed(it.Collider))
		} else {
			f.Message += "; other values differ"
		}
		out.add(f)
	}
}

// pairTwins finds, for each item, the first item that it is a copy of. It only compares items of the same likeness.
func (s *scene) pairTwins() {
	last := make(map[likeness]int32, len(s.items)) // the last item that is not a copy
	before := make([]int32, len(s.items))          // the previous one with the same likeness, or -1
	for i, it := range s.items {
		like := s.likenessOf(it)
		first, known := last[like]
		if !known {
			first = -1
		}
		for before[i] = first; first >= 0 && !isCopy(s.items[first], it); {
			first = before[first]
		}
		if first >= 0 {
			it.twin = first
			continue
		}
		last[like] = int32(i)
	}
}

// likeness is a hashable key that copies share.
type likeness struct {
	x0, y0, x1, y1, x, y float64 // the bounds and the mean of all vertices, in units of 0.01 pixels
	pieces, vertices     int
	role                 level.Role
	filter               collision.Filter
	data                 string // the trigger's data that games read, because thousands of triggers may be in one place
}

func (s *scene) likenessOf(it *item) likeness {
	coarse := func(x float64) float64 { return math.Floor(float64(x*100) + 0.37) }
	l := likeness{
		x0: coarse(it.bounds.Min.X), y0: coarse(it.bounds.Min.Y), x1: coarse(it.bounds.Max.X),
		y1:     coarse(it.bounds.Max.Y),
		pieces: len(it.baked.Pieces), role: it.Role, filter: it.Filter(s.settings),
	}
	if it.Role == level.Trigger {
		l.data = fmt.Sprint(it.Name, it.Tags, it.Properties)
	}
	var sum level.Vec
	for _, p := range it.baked.Pieces {
		for i := range p.Len() {
			sum = sum.Add(p.Vertex(i))
		}
		l.vertices += p.Len()
	}
	if l.vertices > 0 {
		middle := it.at.Apply(sum.Mul(1 / float64(l.vertices)))
		l.x, l.y = coarse(middle.X), coarse(middle.Y)
	}
	return l
}

// hasSameGameData reports whether a game reads the same data from both colliders, apart from their places.
func hasSameGameData(a, b *level.Collider) bool {
	c := *b
	c.ID, c.Order, c.Shape, c.Position, c.Angle, c.OneWay = a.ID, a.Order, a.Shape, a.Position, a.Angle, a.OneWay
	c.Locked, c.Hidden, c.Source, c.Part = a.Locked, a.Hidden, a.Source, a.Part
	return c.Equal(a) && isClose(a.Transform().Q.Apply(a.OneWay), b.Transform().Q.Apply(b.OneWay))
}

// isCopy reports whether two colliders of the same likeness cover the same points, to a millionth of a pixel, in one
// level of an imported file. Triggers may share a place on purpose, so all their data must be equal too. Static solids
// of two layers are not copies, because they may not exist at the same time; [overlaps] reports them.
func isCopy(a, b *item) bool {
	if a.Body == level.Static && b.Body == level.Static && a.Role == level.Solid &&
		setOf(a.Collider) != setOf(b.Collider) {
		return false
	}
	if areApart(a.Source, b.Source) || a.Role == level.Trigger && !hasSameGameData(a.Collider, b.Collider) {
		return false
	}
	if len(a.baked.Pieces) != len(b.baked.Pieces) || (a.Shape.Kind == level.Point) != (b.Shape.Kind == level.Point) {
		return false
	}
	if !isClose(a.bounds.Min, b.bounds.Min) || !isClose(a.bounds.Max, b.bounds.Max) {
		return false
	}
	as, bs := outlines(a), outlines(b)
	for i := range as {
		if as[i].radius != bs[i].radius || !slices.EqualFunc(as[i].vertices, bs[i].vertices, isClose) {
			return false
		}
	}
	return true
}

type outline struct {
	vertices []level.Vec
	radius   float64
}

// outlines returns an item's pieces in level space, sorted, each starting at its smallest vertex.
func outlines(it *item) []outline {
	out := make([]outline, len(it.baked.Pieces))
	for i, p := range it.baked.Pieces {
		vs := p.Vertices()
		least := 0
		for j := range vs {
			vs[j] = it.at.Apply(vs[j])
			if compareVec(vs[j], vs[least]) < 0 {
				least = j
			}
		}
		out[i] = outline{slices.Concat(vs[least:], vs[:least]), p.Radius()}
	}
	slices.SortFunc(out, func(a, b outline) int {
		return cmp.Or(slices.CompareFunc(a.vertices, b.vertices, compareVec), cmp.Compare(a.radius, b.radius))
	})
	return out
}

// compareVec orders points by x, then y, treating coordinates within samePoint as equal.
func compareVec(a, b collision.Vec) int {
	if d := a.X - b.X; math.Abs(d) > samePoint {
		return cmp.Compare(d, 0)
	}
	if d := a.Y - b.Y; math.Abs(d) > samePoint {
		return cmp.Compare(d, 0)
	}
	return 0
}

// samePoint is the distance within which points are equal. Converting a pose to degrees and back has an error of 1e-12.
const samePoint = 1e-6

func isClose(a, b collision.Vec) bool { return a.Dist(b) <= samePoint }
