package play

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

const (
	// slack is how much a grown collider is shrunk, in pixels. A passage that is too narrow by less than twice this
	// counts as open. It is far larger than the overlap that a run allows, a twentieth of a pixel.
	slack = 0.25

	// rounding bounds the error of a coordinate.
	rounding = 1e-6

	// maxCells limits a flood's memory: the number of cells, and of doors between them, each of 32 bytes.
	maxCells = 3_000_000

	// maxSlabs limits the resolution of the slabs.
	maxSlabs = 60_000
)

// Flood is the space in which a character fits in a level. It is divided into parts with no way between them, even in
// flight.
//
// If it finds no way, there is none: everything that may open, move or let the character through counts as open (see
// firmOf), and solid colliders count as slightly smaller. A way that it finds may not exist.
//
// The plane is cut into vertical slabs at every x where a grown collider starts or ends, and at every pixel where one
// is round or slanted. A slab is blocked only where it is solid across its whole width. The remaining vertical
// intervals are the cells. Cells of neighbouring slabs are connected where the line between the slabs is free.
type Flood struct {
	// The boundaries of the slabs: slab i is between xs[i-1] and xs[i]. The first and the last slab are infinite.
	xs    []float64
	first []int32 // first cell of each slab, sorted by y, and an end marker
	cells []floodCell
	doors []floodDoor // sorted by x; see floodCell.left and floodCell.right
	part  []int32
}

// floodCell is a vertical interval of a slab.
type floodCell struct {
	low, high   float64
	left, right int32 // its first doors to the slabs on both sides
	leftEnd     int32
	rightEnd    int32
}

// floodDoor is a free stretch of the line between two slabs.
type floodDoor struct {
	x, low, high float64
	left, right  int32 // the cells on both sides
}

// floodSolid is a convex piece that blocks, with its range of x.
type floodSolid struct {
	shape     collision.Shape
	from, to  float64
	form      int
	low, high float64 // where it intersects the slab's left side
}

// NewFlood divides the free space of a level's character.
func NewFlood(ctx context.Context, snap level.Snapshot, settings Settings) (*Flood, error) {
	firm := firmOf(snap)
	forms := settings.Forms()
	var solids []floodSolid
	for i, form := range forms {
		settings.Body = form
		space := NewFreeSpace(settings)
		space.Update(firm)
		for _, p := range space.Blocked() {
			b := p.Bounds(collision.Identity())
			s := floodSolid{shape: p, from: b.Min.X + slack + rounding, to: b.Max.X - slack - rounding, form: i}
			if s.from < s.to {
				solids = append(solids, s)
			}
		}
	}
	f := &Flood{}
	f.cut(solids)
	if err := f.fill(ctx, solids, len(forms)); err != nil {
		return nil, err
	}
	f.join()
	return f, nil
}

// innerSpan returns the interval in which a convex piece, shrunk by the slack on all sides, intersects the vertical
// line at x. low is a convex function of x, and high a concave one. If the piece misses the line, low is not below
// high.
func innerSpan(s *collision.Shape, x float64) (low, high float64) {
	if r := s.Radius(); r > slack {
		return spanAt(s, r-slack, x)
	}
	low, high = spanAt(s, s.Radius(), x)
	low, high = low+slack, high-slack
	for _, at := range [2]float64{x - slack, x + slack} {
		l, h := spanAt(s, s.Radius(), at)
		low, high = max(low, l), min(high, h)
	}
	return low, high
}

// spanAt returns the interval in which a convex piece, with radius r instead of its own, intersects the vertical line
// at x.
func spanAt(s *collision.Shape, r, x float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	note := func(y float64) { low, high = min(low, y), max(high, y) }
	n := s.Len()
	for i := range n {
		v := s.Vertex(i)
		if d := math.Abs(x - v.X); d <= r {
			h := math.Sqrt(max(float64(r*r)-float64(d*d), 0))
			note(v.Y - h)
			note(v.Y + h)
		}
		if n < 2 {
			continue
		}
		out := s.Normal(i).Mul(r)
		a, b := v.Add(out), s.Vertex((i+1)%n).Add(out)
		if x < min(a.X, b.X) || x > max(a.X, b.X) {
			continue
		}
		if a.X == b.X {
			note(a.Y)
			note(b.Y)
		} else {
			note(a.Y + float64((b.Y-a.Y)*((x-a.X)/(b.X-a.X))))
		}
	}
	return low, high
}

// isLevelled reports whether the piece's upper and lower sides are horizontal over a range of x.
func isLevelled(s *collision.Shape, from, to float64) bool {
	la, ha := innerSpan(s, from)
	lb, hb := innerSpan(s, to)
	lm, hm := innerSpan(s, float64((from+to)/2))
	return la == lb && lb == lm && ha == hb && hb == hm
}

// cut computes the boundaries of the slabs.
func (f *Flood) cut(solids []floodSolid) {
	least, largest := math.Inf(1), math.Inf(-1)
	for i := range solids {
		least, largest = min(least, solids[i].from), max(largest, solids[i].to)
	}
	step := 1.0
	for (largest-least)/step > maxSlabs {
		step = float64(step * 2)
	}
	var breaks []float64
	for i := range solids {
		s := &solids[i]
		f.xs = append(f.xs, s.from, s.to)
		breaks = append(breaks[:0], s.from, s.to)
		for k := range s.shape.Len() {
			v, r := s.shape.Vertex(k), max(s.shape.Radius()-slack, slack)
			breaks = append(breaks, v.X-r, v.X, v.X+r)
		}
		slices.Sort(breaks)
		for k := range breaks[1:] {
			a, b := max(breaks[k], s.from), min(breaks[k+1], s.to)
			if !(b-a > step/4) || isLevelled(&s.shape, a, b) {
				continue
			}
			for x := float64(math.Floor(a/step) * step); x < b+step; x += step {
				if x > s.from && x < s.to {
					f.xs = append(f.xs, x)
				}
			}
		}
		if len(f.xs) > 4*maxSlabs {
			slices.Sort(f.xs)
			f.xs = slices.Compact(f.xs)
		}
	}
	slices.Sort(f.xs)
	f.xs = slices.Compact(f.xs)
}

// interval is a part of a vertical line.
type interval struct{ low, high float64 }

// blockers collects blocking intervals for each of the character's forms.
type blockers struct {
	forms [][]interval
	spare []interval
}

func (b *blockers) clear() {
	for i := range b.forms {
		b.forms[i] = b.forms[i][:0]
	}
}

func (b *blockers) add(form int, low, high float64) {
	if low < high {
		b.forms[form] = append(b.forms[form], interval{low, high})
	}
}

// blocked returns the disjoint, sorted intervals that block all forms.
func (b *blockers) blocked() []interval {
	out := mergedIntervals(b.forms[0])
	for _, more := range b.forms[1:] {
		more = mergedIntervals(more)
		b.spare = b.spare[:0]
		for i, j := 0, 0; i < len(out) && j < len(more); {
			if low, high := max(out[i].low, more[j].low), min(out[i].high, more[j].high); low < high {
				b.spare = append(b.spare, interval{low, high})
			}
			if out[i].high < more[j].high {
				i++
			} else {
				j++
			}
		}
		out = append(out[:0], b.spare...)
	}
	return out
}

// mergedIntervals sorts intervals and merges overlapping ones in place.
func mergedIntervals(list []interval) []interval {
	slices.SortFunc(list, func(a, b interval) int { return cmp.Compare(a.low, b.low) })
	out := list[:0]
	for _, x := range list {
		if n := len(out); n > 0 && x.low <= out[n-1].high {
			out[n-1].high = max(out[n-1].high, x.high)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// fill creates the cells of all slabs and the doors between them.
func (f *Flood) fill(ctx context.Context, solids []floodSolid, forms int) error {
	slices.SortFunc(solids, func(a, b floodSolid) int { return cmp.Compare(a.from, b.from) })
	b := blockers{forms: make([][]interval, forms)}
	everything := func() { f.cells = append(f.cells, floodCell{low: math.Inf(-1), high: math.Inf(1)}) }
	free := func(blocked []interval, yield func(low, high float64)) {
		low := math.Inf(-1)
		for _, x := range blocked {
			yield(low, x.low)
			low = x.high
		}
		yield(low, math.Inf(1))
	}
	f.first = append(f.first, 0)
	everything()
	var active []floodSolid
	next := 0
	for i, x := range f.xs {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		// The solids on the line at x: they end, continue or start there.
		for ; next < len(solids) && solids[next].from <= x; next++ {
			active = append(active, solids[next])
		}
		b.clear()
		for k := range active {
			s := &active[k]
			s.low, s.high = innerSpan(&s.shape, x)
			b.add(s.form, s.low, s.high)
		}
		from := len(f.doors)
		free(b.blocked(), func(low, high float64) { f.doors = append(f.doors, floodDoor{x: x, low: low, high: high}) })
		active = slices.DeleteFunc(active, func(s floodSolid) bool { return s.to <= x })
		f.first = append(f.first, int32(len(f.cells)))
		if i == len(f.xs)-1 {
			everything()
		} else {
			to := f.xs[i+1]
			b.clear()
			for k := range active {
				s := &active[k]
				low, high := innerSpan(&s.shape, to)
				b.add(s.form, max(s.low, low), min(s.high, high))
			}
			free(b.blocked(), func(low, high float64) { f.cells = append(f.cells, floodCell{low: low, high: high}) })
		}
		f.link(i, from)
		if len(f.cells) > maxCells || len(f.doors) > maxCells {
			return fmt.Errorf("the level's free space has more than %d parts", maxCells)
		}
	}
	f.first = append(f.first, int32(len(f.cells)))
	return nil
}

// link connects the doors from an index onward with the cells on their left, in slab i, and the cells on their right,
// in the last slab.
func (f *Flood) link(i, from int) {
	l, r := f.first[i], f.first[i+1]
	for k := from; k < len(f.doors); k++ {
		d := &f.doors[k]
		for f.cells[l].high < d.high {
			l++
		}
		for f.cells[r].high < d.high {
			r++
		}
		d.left, d.right = l, r
		left, right := &f.cells[l], &f.cells[r]
		if left.rightEnd == 0 {
			left.right = int32(k)
		}
		if right.leftEnd == 0 {
			right.left = int32(k)
		}
		left.rightEnd, right.leftEnd = int32(k+1), int32(k+1)
	}
}

// join labels each cell with its part.
func (f *Flood) join() {
	f.part = make([]int32, len(f.cells))
	for i := range f.part {
		f.part[i] = -1
	}
	var stack []int32
	for i := range f.cells {
		if f.part[i] >= 0 {
			continue
		}
		stack = append(stack[:0], int32(i))
		f.part[i] = int32(i)
		for len(stack) > 0 {
			c := f.cells[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			reach := func(n int32) {
				if f.part[n] < 0 {
					f.part[n] = int32(i)
					stack = append(stack, n)
				}
			}
			for k := c.left; k < c.leftEnd; k++ {
				reach(f.doors[k].left)
			}
			for k := c.right; k < c.rightEnd; k++ {
				reach(f.doors[k].right)
			}
		}
	}
}

// FloodPart identifies a part of the free space. No way leads from one part to another.
type FloodPart int32

// NoPart is the part of a position that is not free.
const NoPart FloodPart = -1

// PartAt returns the part that contains a position.
func (f *Flood) PartAt(p Vec) FloodPart {
	i, _ := slices.BinarySearch(f.xs, p.X)
	list := f.cells[f.first[i]:f.first[i+1]]
	k, _ := slices.BinarySearchFunc(list, p.Y, func(c floodCell, y float64) int {
		if c.high < y {
			return -1
		}
		return 1
	})
	if k < len(list) && list[k].low <= p.Y {
		return FloodPart(f.part[f.first[i]+int32(k)])
	}
	return NoPart
}

// eachMeeting calls yield with each cell that may intersect one of the pieces, and with bounds of the intersection,
// until yield returns false.
func (f *Flood) eachMeeting(pieces []collision.Shape, yield func(c int32, x, y interval) bool) {
	for k := range pieces {
		p := &pieces[k]
		b := p.Bounds(collision.Identity()).Grow(slack)
		i, _ := slices.BinarySearch(f.xs, b.Min.X)
		for ; i <= len(f.xs); i++ {
			from, to := f.slab(i)
			if from, to = max(from, b.Min.X), min(to, b.Max.X); from > to {
				break
			}
			low, high := spread(p, from, to)
			for c := f.first[i]; c < f.first[i+1]; c++ {
				l, h := max(f.cells[c].low, low-slack), min(f.cells[c].high, high+slack)
				if l <= h && !yield(c, interval{from, to}, interval{l, h}) {
					return
				}
			}
		}
	}
}

// spread returns bounds on y for the part of a piece within a range of x.
func spread(p *collision.Shape, from, to float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	note := func(x float64) {
		if x >= from && x <= to {
			l, h := spanAt(p, p.Radius(), x)
			low, high = min(low, l), max(high, h)
		}
	}
	b := p.Bounds(collision.Identity())
	note(from)
	note(to)
	note(min(max(from, b.Min.X), b.Max.X)) // the piece may be narrower than the range
	note(min(max(to, b.Min.X), b.Max.X))
	for i := range p.Len() {
		note(p.Vertex(i).X) // the top or bottom of a rounded corner
		out := p.Normal(i).Mul(p.Radius())
		note(p.Vertex(i).X + out.X)
		note(p.Vertex((i+1)%p.Len()).X + out.X)
	}
	return low, high
}

// Bounds returns the box around a part of the space and the part's area. Both may be infinite.
func (f *Flood) Bounds(part FloodPart) (box collision.AABB, area float64) {
	box = collision.EmptyAABB()
	for p, b := range f.boxes() {
		if p == part {
			box = box.Union(b)
			area += float64(b.Size().X * b.Size().Y)
		}
	}
	return box, area
}

// boxes yields adjacent boxes that form the parts. Some may be infinite.
func (f *Flood) boxes() iter.Seq2[FloodPart, collision.AABB] {
	return func(yield func(FloodPart, collision.AABB) bool) {
		for i := range len(f.xs) + 1 {
			from, to := f.slab(i)
			for c := f.first[i]; c < f.first[i+1]; c++ {
				box := collision.AABB{Min: Vec{X: from, Y: f.cells[c].low}, Max: Vec{X: to, Y: f.cells[c].high}}
				if !yield(FloodPart(f.part[c]), box) {
					return
				}
			}
		}
	}
}

// slab returns the range of x of a slab.
func (f *Flood) slab(i int) (from, to float64) {
	from, to = math.Inf(-1), math.Inf(1)
	if i > 0 {
		from = f.xs[i-1]
	}
	if i < len(f.xs) {
		to = f.xs[i]
	}
	return from, to
}

// Parts lists the parts of the space, starting with the unbounded one.
func (f *Flood) Parts() []FloodPart {
	var out []FloodPart
	for i, p := range f.part {
		if int(p) == i {
			out = append(out, FloodPart(p))
		}
	}
	return out
}

// ClosedSpaces returns the free space within bounds that the character cannot reach from its start, even in flight, as
// adjacent boxes of positions of its centre. The result is empty if the level has no spawn or the character starts
// inside something. It fails if the spawn is invalid, if the context ends, or if there are too many parts.
func ClosedSpaces(ctx context.Context, snap level.Snapshot, bounds collision.AABB) ([]collision.AABB, error) {
	if SpawnOf(snap) == nil {
		return nil, nil
	}
	settings, start, err := SettingsOf(snap)
	if err != nil {
		return nil, err
	}
	f, err := NewFlood(ctx, snap, settings)
	if err != nil {
		return nil, err
	}
	reach := f.Reach(start, snap, settings)
	if len(reach) == 0 {
		return nil, nil
	}
	near := map[FloodPart]bool{}
	for _, p := range reach {
		near[p] = true
	}
	var out []collision.AABB
	last := map[[2]float64]int{} // the last box that was added for each vertical range
	for part, b := range f.boxes() {
		b.Min, b.Max = b.Min.Max(bounds.Min), b.Max.Min(bounds.Max)
		if near[part] || !(b.Min.X < b.Max.X && b.Min.Y < b.Max.Y) {
			continue
		}
		side := [2]float64{b.Min.Y, b.Max.Y}
		if i, ok := last[side]; ok && out[i].Max.X == b.Min.X {
			out[i].Max.X = b.Max.X
			continue
		}
		last[side] = len(out)
		out = append(out, b)
	}
	return out, nil
}

// Seal explains why there is no way to a target: it names what separates the target from the character.
type Seal struct {
	// Kind is how the target is cut off.
	Kind SealKind
	// Box bounds the closed space, which the character's centre can neither leave nor enter. For SealBuried it bounds
	// the target.
	Box collision.AABB
	// By holds the colliders around that space, or over the target, in drawing order.
	By []*level.Collider
}

// SealKind is a way to cut off a target.
type SealKind uint8

// The kinds of seals.
const (
	// The target is inside something solid: wherever the character fits, it does not touch the target.
	SealBuried   SealKind = iota
	SealVault             // the target is in a closed space
	SealDungeon           // the character is in a closed space
	SealNoAccess          // both are in unbounded spaces without a way between them
)

// Seal finds what separates a part of the free space from a target, given as the character's positions at it. The part
// must not contain any of them.
func (f *Flood) Seal(from FloodPart, target []collision.Shape, snap level.Snapshot, settings Settings) Seal {
	s := Seal{Box: collision.EmptyAABB()}
	far := FloodPart(f.part[0])
	in := NoPart
	f.eachMeeting(target, func(c int32, _, _ interval) bool {
		if p := FloodPart(f.part[c]); in == NoPart || p != far {
			in = p
		}
		return in == far
	})
	switch {
	case in == NoPart:
		s.Kind = SealBuried
		s.Box = level.BoundsOf(target, collision.Identity())
	case in != far:
		s.Kind = SealVault
		s.Box, _ = f.Bounds(in)
	case from != far:
		s.Kind, in = SealDungeon, from
		s.Box, _ = f.Bounds(from)
	default:
		s.Kind = SealNoAccess
		return s
	}
	near := s.Box.Grow(1)
	reach := near
	for _, form := range settings.Forms() {
		for i := range form {
			b := form[i].Bounds(collision.Identity())
			reach = reach.Union(near.Grow(max(-b.Min.X, -b.Min.Y, b.Max.X, b.Max.Y) + 1))
		}
	}
	for c := range firmOf(snap).Colliders() {
		if !level.DrawnBounds(c.Collider).Overlaps(reach) { // cheaper than growing the collider
			continue
		}
		pieces := Grown([]level.ColliderSnapshot{c}, settings, snap.Settings)
		if slices.ContainsFunc(pieces, func(p collision.Shape) bool {
			return p.Bounds(collision.Identity()).Overlaps(near) && (s.Kind == SealBuried || f.borders(&p, in, near))
		}) {
			s.By = append(s.By, c.Collider)
		}
	}
	return s
}

// borders reports whether a grown piece is next to a closed part, within a box.
func (f *Flood) borders(p *collision.Shape, in FloodPart, box collision.AABB) bool {
	// Grown by slightly more than it was shrunk, the piece intersects an adjacent part.
	more, err := collision.NewShape(p.Vertices(), p.Radius()+2*slack)
	return err != nil || f.Meets([]FloodPart{in}, []collision.Shape{more}) &&
		more.Bounds(collision.Identity()).Overlaps(box)
}

// String describes the seal as a sentence without a full stop.
func (s Seal) String() string {
	switch s.Kind {
	case SealBuried:
		return "it is inside something solid: wherever the character fits, it does not touch it"
	case SealVault:
		return "the space around it is closed, even for flight: the character's centre would be between " +
			boxText(s.Box)
	case SealDungeon:
		return "the character is shut in, even in flight: its centre stays between " + boxText(s.Box)
	}
	return "no way leads there, even in flight"
}

// Reason returns the description, with the names of the colliders.
func (s Seal) Reason() string {
	if len(s.By) == 0 {
		return s.String()
	}
	return s.String() + "; enclosed by " + s.Names()
}

// Names lists the sealing colliders, or the first few if there are many.
func (s Seal) Names() string {
	const limit = 4
	var names []string
	for _, c := range s.By[:min(len(s.By), limit)] {
		names = append(names, c.Label())
	}
	if n := len(s.By) - limit; n > 0 {
		names = append(names, fmt.Sprintf("%d more", n))
	}
	return strings.Join(names, ", ")
}

func boxText(b collision.AABB) string {
	return fmt.Sprintf("(%.0f, %.0f) and (%.0f, %.0f)", math.Round(b.Min.X), math.Round(b.Min.Y), math.Round(b.Max.X),
		math.Round(b.Max.Y))
}

// firmOf returns the level with only the solid colliders that always block the character, from all sides. The other
// colliders may let it pass: platforms and pushed bodies move during a run, doors open, planks crumble, and one-way
// platforms and one-sided chains can be passed from behind. If the firm colliders leave no way, there is none, whatever
// happens.
func firmOf(snap level.Snapshot) level.Snapshot {
	return snap.Without(func(c *level.Collider) bool {
		kinds := level.WorkingObjects(c)
		return c.Body != level.Static || c.Role != level.Solid || c.Shape.OneSided || kinds.Has(level.DoorObject) ||
			kinds.Has(level.CrumblingObject) || kinds.Has(level.StompableObject)
	})
}
