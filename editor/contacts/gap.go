package contacts

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Gap returns the closest points of two shapes and their distance in level pixels, exact for rounded and concave
// shapes, chains and holes. For overlapping shapes the distance is the negative length of a's way out (see [WayOut]),
// and OnB is OnA moved along that way. Gap returns false for a shape without pieces; see [PointAt].
func Gap(a, b Placed) (collision.Separation, bool) {
	if len(a.Baked.Pieces) == 0 || len(b.Baked.Pieces) == 0 {
		return collision.Separation{}, false
	}
	s, _ := nearest(a, b)
	if s.Distance >= 0 || len(a.Baked.Pieces) == 1 && len(b.Baked.Pieces) == 1 {
		return s, true
	}
	way, ok := WayOut(a, []Placed{b})
	if depth := way.Len(); ok && depth > 0 {
		s.Distance, s.Normal = -depth, way.Mul(-1/depth)
		s.OnB = s.OnA.Add(way)
	}
	return s, true
}

// point is a shape without extent.
var point = &level.Baked{Pieces: []collision.Shape{{}}}

// PointAt returns a point of the level as a shape, for [Gap].
func PointAt(p level.Vec) Placed {
	return Placed{point, collision.Transform{P: p, Q: collision.Rot{C: 1}}}
}

// nearest returns the closest points of the two pieces that are nearest to each other, or that overlap deepest.
func nearest(a, b Placed) (collision.Separation, PiecePair) {
	ours, theirs := a.Baked.Pieces, b.Baked.Pieces
	best, at := collision.Distance(ours[0], a.At, theirs[0], b.At), PiecePair{}
	offer := func(i, j int) {
		if s := collision.Distance(ours[i], a.At, theirs[j], b.At); s.Distance < best.Distance {
			best, at = s, PiecePair{I: i, J: j}
		}
	}
	if len(theirs) == 1 {
		for i := range ours {
			offer(i, 0)
		}
		return best, PiecePair{at.I, at.J, best.Distance}
	}
	boxes, tree := b.tree()
	all := b.Bounds()
	type piece struct {
		at  int
		box collision.AABB
		gap float64 // between the boxes: a lower bound of the distance
	}
	near := make([]piece, len(ours))
	for i := range ours {
		box := ours[i].Bounds(a.At)
		near[i] = piece{i, box, boxGap(box, all)}
	}
	slices.SortStableFunc(near, func(p, q piece) int { return cmp.Compare(p.gap, q.gap) })
	for _, p := range near {
		if p.gap > max(best.Distance, 0) {
			break
		}
		tree.Query(p.box.Grow(max(best.Distance, 0)), func(j int32) bool {
			if boxGap(p.box, boxes[j]) <= max(best.Distance, 0) {
				offer(p.at, int(j))
			}
			return true
		})
	}
	return best, PiecePair{at.I, at.J, best.Distance}
}

// tree returns the bounds of a shape's pieces and a tree over them.
func (p Placed) tree() (boxes []collision.AABB, tree *collision.Tree) {
	boxes, tree = make([]collision.AABB, len(p.Baked.Pieces)), &collision.Tree{}
	for i := range boxes {
		boxes[i] = p.Baked.Pieces[i].Bounds(p.At)
	}
	tree.Build(boxes)
	return boxes, tree
}

// boxGap returns the distance between two boxes, 0 if they overlap.
func boxGap(a, b collision.AABB) float64 {
	x := max(a.Min.X-b.Max.X, b.Min.X-a.Max.X, 0)
	y := max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y, 0)
	return level.Vec{X: x, Y: y}.Len()
}

// PiecePair holds the indices of two pieces, I of one shape and J of another.
type PiecePair struct {
	I, J     int
	Distance float64 // negative for the depth of an overlap
}

// NearPieces returns up to limit pairs of pieces that overlap or are at most within level pixels apart, the deepest
// first. If there are none, it returns only the nearest pair.
func NearPieces(a, b Placed, within float64, limit int) []PiecePair {
	ours, theirs := a.Baked.Pieces, b.Baked.Pieces
	if len(ours) == 0 || len(theirs) == 0 {
		return nil
	}
	_, tree := b.tree()
	var out []PiecePair
	for i := range ours {
		tree.Query(ours[i].Bounds(a.At).Grow(within), func(j int32) bool {
			if d := collision.Distance(ours[i], a.At, theirs[j], b.At).Distance; d <= within {
				out = append(out, PiecePair{i, int(j), d})
			}
			return true
		})
	}
	if len(out) == 0 {
		_, p := nearest(a, b)
		return []PiecePair{p}
	}
	slices.SortFunc(out, func(p, q PiecePair) int {
		return cmp.Or(cmp.Compare(p.Distance, q.Distance), cmp.Compare(p.I, q.I), cmp.Compare(p.J, q.J))
	})
	return out[:min(len(out), limit)]
}

// Measurement is the distance between two shapes or points.
type Measurement struct {
	collision.Separation
	From, To string // names of the measured objects
	IsPoint  bool   // one of them is a point: an overlap means that the point is inside
}

// touchingGap is the largest gap or overlap that counts as touching, in level pixels.
const touchingGap = 1e-6

// Touches reports whether there is neither a gap nor an overlap.
func (m *Measurement) Touches() bool { return math.Abs(m.Distance) <= touchingGap }

// Overlaps reports whether two shapes overlap.
func (m *Measurement) Overlaps() bool { return m.Distance < -touchingGap && !m.IsPoint }

// Label returns the text at the line across the gap.
func (m *Measurement) Label() string {
	switch d := m.Distance; {
	case m.Touches():
		return "0 px"
	case d < 0 && m.IsPoint:
		return overlay.Fine(-d) + " px inside"
	case d < 0:
		return "overlap " + overlay.Fine(-d) + " px"
	default:
		return overlay.Fine(d) + " px"
	}
}

// Text returns the text for the clipboard.
func (m *Measurement) Text() string {
	d := m.OnB.Sub(m.OnA)
	return fmt.Sprintf("%s, dx %s, dy %s", m.Label(), overlay.Fine(math.Abs(d.X)), overlay.Fine(math.Abs(d.Y)))
}

// Sentence returns the text for the status bar.
func (m *Measurement) Sentence() string {
	if m.From == m.To {
		return "Between two points: " + m.Text()
	}
	return "From " + m.From + " to " + m.To + ": " + m.Text()
}
