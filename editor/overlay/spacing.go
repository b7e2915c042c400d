package overlay

import (
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// span is the extent of a box along an axis.
type span struct{ lo, hi float64 }

// Spacing finds and shows even spacing between boxes. Boxes are in order along one axis, and share a row if they
// overlap on the other.
type Spacing struct {
	Boxes  []collision.AABB
	AlongY bool // along y instead of x
}

func (r Spacing) along(b collision.AABB) span {
	if r.AlongY {
		return span{b.Min.Y, b.Max.Y}
	}
	return span{b.Min.X, b.Max.X}
}

func (r Spacing) across(b collision.AABB) span {
	if r.AlongY {
		return span{b.Min.X, b.Max.X}
	}
	return span{b.Min.Y, b.Max.Y}
}

func (s span) meets(o span) bool { return s.lo < o.hi && o.lo < s.hi }

// neighbours returns the nearest boxes before and after a span among the boxes in its row, or nil.
func (r Spacing) neighbours(of, row span) (before, after *collision.AABB) {
	for i := range r.Boxes {
		b := &r.Boxes[i]
		if !r.across(*b).meets(row) {
			continue
		}
		s := r.along(*b)
		if s.hi <= of.lo+collision.DefaultSlop && (before == nil || s.hi > r.along(*before).hi) {
			before = b
		}
		if s.lo >= of.hi-collision.DefaultSlop && (after == nil || s.lo < r.along(*after).lo) {
			after = b
		}
	}
	return before, after
}

// Gap is the space between two neighbouring boxes.
type Gap struct{ from, to *collision.AABB }

func (r Spacing) width(g Gap) float64 { return r.along(*g.to).lo - r.along(*g.from).hi }

// Even returns a shift along the axis, at most the tolerance, that spaces a box evenly: either its gap to a neighbour
// equals the gap on that neighbour's far side, or it is centred between two neighbours. like is the gap on the far
// side, or nil if the box is centred.
func (r Spacing) Even(b collision.AABB, tolerance float64) (by float64, like *Gap, ok bool) {
	of, row := r.along(b), r.across(b)
	before, after := r.neighbours(span{of.lo + tolerance, of.hi - tolerance}, row)
	best := math.Nextafter(tolerance, math.Inf(1))
	offer := func(d float64, g *Gap) {
		if math.Abs(d) < best {
			best, by, like, ok = math.Abs(d), d, g, true
		}
	}
	if before != nil && after != nil {
		offer(float64((r.along(*before).hi+r.along(*after).lo)/2)-float64((of.lo+of.hi)/2), nil)
	}
	if before != nil {
		if further, _ := r.neighbours(r.along(*before), r.across(*before)); further != nil {
			g := Gap{further, before}
			offer(r.along(*before).hi+r.width(g)-of.lo, &g)
		}
	}
	if after != nil {
		if _, further := r.neighbours(r.along(*after), r.across(*after)); further != nil {
			g := Gap{after, further}
			offer(r.along(*after).lo-r.width(g)-of.hi, &g)
		}
	}
	return by, like, ok
}

// Measures returns the equal gaps to show for an evenly spaced box.
func (r Spacing) Measures(b collision.AABB, like *Gap) []Item {
	before, after := r.neighbours(r.along(b), r.across(b))
	var out []Item
	show := func(from, to *collision.AABB) {
		if from != nil && to != nil {
			out = append(out, r.measure(*from, *to))
		}
	}
	if like == nil {
		show(before, &b)
		show(&b, after)
		return out
	}
	show(like.from, like.to)
	if before == like.to {
		show(before, &b)
	} else {
		show(&b, after)
	}
	return out
}

// measure returns the distance between two neighbouring boxes, drawn in the middle of their shared row.
func (r Spacing) measure(from, to collision.AABB) Item {
	a, b := r.across(from), r.across(to)
	at := float64((max(a.lo, b.lo) + min(a.hi, b.hi)) / 2)
	return r.measureAt(at, r.along(from).hi, r.along(to).lo)
}

func (r Spacing) measureAt(at, from, to float64) Item {
	m := Measure{From: level.Vec{X: from, Y: at}, To: level.Vec{X: to, Y: at}, Ink: Guide}
	if r.AlongY {
		m.From, m.To = level.Vec{X: at, Y: from}, level.Vec{X: at, Y: to}
	}
	const tenths = 10
	m.Text = strconv.FormatFloat(math.Round((to-from)*tenths)/tenths, 'f', -1, 64)
	return m
}

// DistanceTo returns the distance along a guide from a box to the box that defines the guide, or nothing if the two
// overlap on the axis.
func (r Spacing) DistanceTo(l AlignLine, b collision.AABB) []Item {
	s := r.along(b)
	switch {
	case l.Lo > s.hi+collision.DefaultSlop:
		return []Item{r.measureAt(l.At, s.hi, l.Lo)}
	case l.Hi < s.lo-collision.DefaultSlop:
		return []Item{r.measureAt(l.At, l.Hi, s.lo)}
	}
	return nil
}
