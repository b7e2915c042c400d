package importers

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
)

// Large components are cut between nodes: whole cells, and units. Two nodes are welded if an exposed straight edge
// continues from one to the other. Welded nodes stay in one part, so that a body that moves along the edge meets no
// seam.

// weld is a point at which an edge of one area continues as an edge of another, with the outward unit normal there. The
// point is relative to the first area's corner.
type weld struct{ at, out Vec }

// flat is the cosine of 5 degrees, the largest angle at which two edges still form one surface. step is the largest
// distance between them, in pixels. Package check uses the same limits.
const (
	flat = 0.99619
	step = 1.0
)

// welds finds the points where an edge of one area continues as an edge of the other.
func (s *mosaic) welds(a, b int32, to way) []weld {
	r, by := s.relation(a, b, to), to.by
	if r.known {
		return r.welds
	}
	r.known = true
	one, two := &s.areas[a], &s.areas[b]
	if !touch(one.box, two.box.Grow(step), by, nearness) {
		return nil
	}
	note := func(p, into, out Vec) {
		if into.Dot(out) >= flat {
			r.welds = append(r.welds, weld{p, Vec{X: into.Y, Y: -into.X}})
		}
	}
	eachCorner(one.Outline, func(p, into, out Vec) {
		eachCorner(two.Outline, func(q, qInto, qOut Vec) {
			if p.Dist(q.Add(by)) <= step {
				note(p, into, qOut)
				note(p, qInto, out)
			}
		})
	})
	return r.welds
}

func isNear(p, q Vec) bool {
	d := p.Sub(q)
	return max(d.X, -d.X, d.Y, -d.Y) <= nearness
}

// eachCorner calls f for each corner of loops, with the directions of the edges that end and begin there.
func eachCorner(loops [][]Vec, f func(p, into, out Vec)) {
	for _, loop := range loops {
		for i, p := range loop {
			before, after := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
			f(p, p.Sub(before).Unit(), after.Sub(p).Unit())
		}
	}
}

// node is a whole cell (area 0) or a unit of a component that is being cut.
type node struct {
	cell, area int32
	unit       int32 // -1 for a whole cell
	part       int32
	next       int32 // the next node in its cell, or -1
}

// pieces holds the nodes of one component.
type pieces struct {
	*mosaicWork
	value   int
	before  []unit // of the component
	nodes   []node
	welded  forest // of nodes
	sectors []sector
}

func (s *mosaic) boxOf(cell, area int32) collision.AABB {
	box, at := s.areas[area].box, s.corner(cell)
	return collision.AABB{Min: box.Min.Add(at), Max: box.Max.Add(at)}
}

// split divides the components that could not become regions into smaller ones.
func (w *mosaicWork) split(ctx context.Context, bad []*breakage) error {
	of := map[int32]*pieces{}
	order := make([]*pieces, len(bad))
	for i, b := range bad {
		p := &pieces{mosaicWork: w, value: w.labels.values[b.label]}
		of[b.label], order[i] = p, p
	}
	for i, v := range w.labels.of {
		if v != 0 {
			of[v].add(int32((i/w.labels.stride-1)*w.Width+i%w.labels.stride-1), 0, -1)
			w.labels.of[i] = 0
		}
	}
	for i, b := range bad {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := order[i]
		for _, u := range w.parts[b.label].units {
			p.add(w.units[u].cell, w.units[u].area, u)
		}
		p.before = w.parts[b.label].before
		w.parts[b.label] = component{}
		p.enter()
		p.weld()
		if b.meets != nil {
			w.out.Detached[p.value] += p.detach(b.meets)
			p.flood()
			p.leave()
			continue
		}
		nodes := make([]int32, len(p.nodes))
		for n := range nodes {
			nodes[n] = int32(n)
		}
		p.halve(nodes, max(2, (b.corners+b.corners/4+w.limit-1)/w.limit), 0)
		w.out.Split[p.value] += p.flood() - 1
		p.leave()
	}
	return nil
}

func (p *pieces) add(cell, area, unit int32) {
	n := int32(len(p.nodes))
	p.nodes = append(p.nodes, node{cell: cell, area: area, unit: unit})
	p.welded = append(p.welded, n)
}

// enter registers the nodes in their cells; leave unregisters and drops them.
func (p *pieces) enter() {
	if p.inCell == nil {
		p.inCell = make([]int32, len(p.Tiles))
	}
	for n := range p.nodes {
		c := &p.nodes[n]
		c.next = p.inCell[c.cell] - 1
		p.inCell[c.cell] = int32(n) + 1
	}
}

func (p *pieces) leave() {
	for n := range p.nodes {
		p.inCell[p.nodes[n].cell] = 0
	}
	p.nodes, p.welded = nil, nil
}

// near calls found for every other node whose area may touch the node's area.
func (p *pieces) near(n int32, found func(o int32, to way)) {
	cell := int(p.nodes[n].cell)
	p.around(cell%p.Width, cell/p.Width, func(c int32, to way) {
		for o := p.inCell[c] - 1; o >= 0; o = p.nodes[o].next {
			if o != n {
				found(o, to)
			}
		}
	})
}

// weld welds the nodes at each point where an exposed straight edge continues from one to another.
func (p *pieces) weld() {
	for n := range p.nodes {
		if p.isWithin(int32(n)) {
			continue
		}
		p.near(int32(n), func(o int32, to way) {
			if to.backward || p.areas[p.nodes[o].area].Side != AnySide {
				return
			}
			for _, w := range p.welds(p.nodes[n].area, p.nodes[o].area, to) {
				const off = 1.0 / 64
				if !p.covers(int32(n), w.at.MulAdd(w.out, off)) {
					p.welded.join(int32(n), o)
					p.join(int32(n), w.at)
				}
			}
		})
	}
}

// isWithin reports whether a node is a whole cell surrounded by whole cells of the component, so that none of its edges
// is exposed.
func (p *pieces) isWithin(n int32) bool {
	cell := int(p.nodes[n].cell)
	x, y := cell%p.Width, cell/p.Width
	if p.Corner != nil || p.nodes[n].area != 0 || x == 0 || y == 0 || x == p.Width-1 || y == p.Height-1 {
		return false
	}
	for _, c := range [8]int{
		cell - p.Width - 1, cell - p.Width, cell - p.Width + 1, cell - 1, cell + 1,
		cell + p.Width - 1, cell + p.Width, cell + p.Width + 1,
	} {
		o := p.inCell[c] - 1
		for o >= 0 && p.nodes[o].area != 0 {
			o = p.nodes[o].next
		}
		if o < 0 {
			return false
		}
	}
	return true
}

// covers reports whether the component covers a point near a node, given relative to the node's corner.
func (p *pieces) covers(n int32, at Vec) bool {
	found := p.areas[p.nodes[n].area].contains(at)
	p.near(n, func(o int32, to way) {
		found = found || p.areas[p.nodes[o].area].contains(at.Sub(to.by))
	})
	return found
}

// contains reports whether a point is in an area or on its boundary. The boundary counts because rounding may leave a
// point between two touching areas in neither.
func (a *tileArea) contains(p Vec) bool {
	return a.box.Grow(nearness).Contains(p) && (a.isRect || polygon.Region{a.Outline}.Contains(p) || a.touches(p))
}

// join welds a node to the nodes that touch a point near it, given relative to the node's corner.
func (p *pieces) join(n int32, at Vec) {
	p.near(n, func(o int32, to way) {
		if p.areas[p.nodes[o].area].touches(at.Sub(to.by)) {
			p.welded.join(n, o)
		}
	})
}

// touches reports whether a point is on an area's boundary.
func (a *tileArea) touches(p Vec) bool {
	if !a.box.Grow(nearness).Contains(p) {
		return false
	}
	for _, loop := range a.Outline {
		for i, q := range loop {
			d := loop[(i+1)%len(loop)].Sub(q)
			t := min(max(p.Sub(q).Dot(d)/d.Dot(d), 0), 1)
			if isNear(q.MulAdd(d, t), p) {
				return true
			}
		}
	}
	return false
}

// halve divides nodes into about count parts, numbered from first, by repeated halving. It keeps welded nodes in one
// part, but breaks the welds if all nodes are welded together. It returns the next free number.
func (p *pieces) halve(nodes []int32, count int, first int32) (next int32) {
	if count > 1 && len(nodes) > 1 {
		k := p.partition(nodes)
		if k == 0 {
			for _, n := range nodes {
				p.welded[n] = n
			}
			k = p.partition(nodes)
		}
		next = p.halve(nodes[:k], (count+1)/2, first)
		return p.halve(nodes[k:], count/2, next)
	}
	for _, n := range nodes {
		p.nodes[n].part = first
	}
	return first + 1
}

// partition moves one half of the nodes to the front and returns its size, or 0 if all nodes are welded together.
func (p *pieces) partition(nodes []int32) int {
	lo, hi := [2]int{p.Width, p.Height}, [2]int{-1, -1}
	for _, n := range nodes {
		x, y := p.place(p.welded.find(n))
		lo, hi = [2]int{min(lo[0], x), min(lo[1], y)}, [2]int{max(hi[0], x), max(hi[1], y)}
	}
	axis := 0
	if hi[1]-lo[1] > hi[0]-lo[0] {
		axis = 1
	}
	if hi[axis] == lo[axis] { // all are in one cell
		root := p.welded.find(nodes[0])
		return divide(nodes, func(n int32) bool { return p.welded.find(n) == root })
	}
	at := func(n int32) int {
		x, y := p.place(p.welded.find(n)) // welded nodes count at their root's cell
		return [2]int{x, y}[axis] - lo[axis]
	}
	counts := make([]int, hi[axis]-lo[axis]+1)
	for _, n := range nodes {
		counts[at(n)]++
	}
	seen, middle := 0, 0
	for k, c := range counts {
		if seen += c; 2*seen >= len(nodes) {
			middle = k
			break
		}
	}
	if counts[middle] == seen { // no node is before the middle
		middle++
	}
	return divide(nodes, func(n int32) bool { return at(n) < middle })
}

// divide moves the nodes for which isInFront holds to the front, keeping their order, and returns their number, or 0 if
// it holds for all.
func divide(nodes []int32, isInFront func(int32) bool) int {
	var front, back []int32
	for _, n := range nodes {
		if isInFront(n) {
			front = append(front, n)
		} else {
			back = append(back, n)
		}
	}
	copy(nodes[copy(nodes, front):], back)
	if len(back) == 0 {
		return 0
	}
	return len(front)
}

func (p *pieces) place(n int32) (x, y int) {
	return int(p.nodes[n].cell) % p.Width, int(p.nodes[n].cell) / p.Width
}

// spot is a point at which a component may meet itself, with a node that touches it.
type spot struct {
	at   Vec
	node int32
}

// detach removes a node, with the nodes welded to it, at each point where the component meets itself, and returns the
// number of removals. The rest may then meet itself at corners of the removed nodes, so these corners are checked as
// well.
func (p *pieces) detach(meets []Vec) int {
	byRoot := map[int32][]int32{}
	for n := range p.nodes {
		p.nodes[n].part = 0
		root := p.welded.find(int32(n))
		byRoot[root] = append(byRoot[root], int32(n))
	}
	// Points are sorted and deduplicated by rounded coordinates, so that rounding errors do not matter.
	rough := func(q Vec) Vec { return Vec{X: math.Round(q.X * 4096), Y: math.Round(q.Y * 4096)} }
	slices.SortFunc(meets, func(a, b Vec) int { return compare(rough(a), rough(b)) })
	meets = slices.CompactFunc(meets, func(a, b Vec) bool { return rough(a) == rough(b) })
	near := p.touching(meets)
	var spots []spot
	for _, at := range meets {
		if list := near[at]; len(list) > 1 {
			spots = append(spots, spot{at, list[0]})
		}
	}
	taken := int32(0)
	for len(spots) > 0 {
		at := spots[0]
		spots = spots[1:]
		list := p.meeting(at)
		if list == nil {
			continue
		}
		best := slices.MinFunc(list, func(a, b int32) int {
			return cmp.Or(cmp.Compare(p.neighbours(a), p.neighbours(b)), cmp.Compare(a, b))
		})
		part := p.nodes[best].part
		out := byRoot[p.welded.find(best)]
		isAll := !slices.ContainsFunc(list, func(n int32) bool { return p.welded.find(n) != p.welded.find(best) })
		if isAll || slices.ContainsFunc(out, func(n int32) bool { return p.nodes[n].part != part }) {
			out = []int32{best}
		}
		taken++
		for _, n := range out {
			p.nodes[n].part = taken
		}
		spots = append(spots, at) // the component may meet itself there again
		for _, n := range out {
			corner := p.corner(p.nodes[n].cell)
			for _, loop := range p.areas[p.nodes[n].area].Outline {
				for _, q := range loop {
					spots = append(spots, spot{q.Add(corner), n})
				}
			}
		}
	}
	if taken == 0 && len(p.nodes) > 1 { // the meeting nodes were not found: remove any node
		taken++
		p.nodes[len(p.nodes)-1].part = taken
	}
	return int(taken)
}

// sector is the range of directions from a point into an area, turning from +x toward +y.
type sector struct {
	node     int32
	from, to float64
}

// meeting returns the nodes of one part that meet at a point but share no edge there, or nil.
func (p *pieces) meeting(at spot) []int32 {
	p.sectors = p.sectors[:0]
	q := at.at.Sub(p.corner(p.nodes[at.node].cell))
	p.addSectors(at.node, q)
	p.near(at.node, func(o int32, to way) { p.addSectors(o, q.Sub(to.by)) })
	for i, s := range p.sectors {
		part := p.nodes[s.node].part
		if slices.ContainsFunc(p.sectors[:i], func(o sector) bool { return p.nodes[o.node].part == part }) {
			continue // already checked
		}
		if p.arcs(part) < 2 {
			continue
		}
		var list []int32
		for _, s := range p.sectors {
			if p.nodes[s.node].part == part && !slices.Contains(list, s.node) {
				list = append(list, s.node)
			}
		}
		return list
	}
	return nil
}

// arcs counts the groups of adjacent or overlapping sectors of a part; 0 means that they cover all directions.
func (p *pieces) arcs(part int32) int {
	count := 0
	for i, s := range p.sectors {
		if p.nodes[s.node].part != part {
			continue
		}
		begins := true // no other sector covers the direction just before it
		for k, o := range p.sectors {
			if k == i || p.nodes[o.node].part != part {
				continue
			}
			since := turn(s.from - o.from)
			if since > sameTurn && since <= turn(o.to-o.from)+sameTurn || since <= sameTurn && k < i {
				begins = false
				break
			}
		}
		if begins {
			count++
		}
	}
	return count
}

// sameTurn is the largest difference between directions that count as equal.
const sameTurn = 1e-7

// turn returns a difference of two bearings modulo 4, from -sameTurn to 4. A difference just below 0 counts as 0, not
// as a full turn.
func turn(a float64) float64 {
	if a < -sameTurn {
		a += 4
	}
	return a
}

// bearing maps a direction to [0, 4): 0 is +x, and each quarter turn toward +y adds 1.
func bearing(d Vec) float64 {
	t := d.Y / (math.Abs(d.X) + math.Abs(d.Y))
	switch {
	case d.X < 0:
		return 2 - t
	case d.Y < 0:
		return 4 + t
	}
	return t
}

// addSectors adds the sectors of a node at a point of its boundary, given relative to its corner.
func (p *pieces) addSectors(n int32, q Vec) {
	a := &p.areas[p.nodes[n].area]
	if !a.box.Grow(nearness).Contains(q) {
		return
	}
	for _, loop := range a.Outline {
		for i, from := range loop {
			before, to := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
			switch d := to.Sub(from); {
			case isNear(from, q):
				p.sectors = append(p.sectors, sector{n, bearing(d), bearing(before.Sub(from))})
			case !isNear(to, q):
				if t := q.Sub(from).Dot(d) / d.Dot(d); t > 0 && t < 1 && isNear(from.MulAdd(d, t), q) {
					p.sectors = append(p.sectors, sector{n, bearing(d), bearing(d.Mul(-1))})
				}
			}
		}
	}
}

// touching returns the nodes that touch each of the points.
func (p *pieces) touching(points []Vec) map[Vec][]int32 {
	type bucket struct{ x, y int }
	in := func(q Vec) bucket {
		return bucket{int(math.Floor(q.X / p.CellWidth)), int(math.Floor(q.Y / p.CellHeight))}
	}
	of := map[bucket][]Vec{}
	for _, q := range points {
		of[in(q)] = append(of[in(q)], q)
	}
	out := map[Vec][]int32{}
	for n := range p.nodes {
		a, at := &p.areas[p.nodes[n].area], p.corner(p.nodes[n].cell)
		from, to := in(a.box.Min.Add(at).Sub(Vec{X: nearness, Y: nearness})),
			in(a.box.Max.Add(at).Add(Vec{X: nearness, Y: nearness}))
		for y := from.y; y <= to.y; y++ {
			for x := from.x; x <= to.x; x++ {
				for _, q := range of[bucket{x, y}] {
					if a.touches(q.Sub(at)) {
						out[q] = append(out[q], int32(n))
					}
				}
			}
		}
	}
	return out
}

// neighbours counts the nodes of the same part that are joined to a node.
func (p *pieces) neighbours(n int32) int {
	count := 0
	p.near(n, func(o int32, to way) {
		if p.nodes[o].part == p.nodes[n].part && p.relation(p.nodes[n].area, p.nodes[o].area, to).joined {
			count++
		}
	})
	return count
}

// flood turns each connected part of the divided nodes into a component, and returns their number.
func (p *pieces) flood() int {
	done := make([]bool, len(p.nodes))
	parts := 0
	for n := range p.nodes {
		if done[n] {
			continue
		}
		parts++
		label := p.labels.addValue(p.value)
		p.parts = append(p.parts, component{})
		stack := []int32{int32(n)}
		done[n] = true
		var units []int32
		var before []unit
		box := collision.EmptyAABB()
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			box = box.Union(p.boxOf(p.nodes[k].cell, p.nodes[k].area))
			if u := p.nodes[k].unit; u >= 0 {
				units = append(units, u)
			} else {
				x, y := p.place(k)
				p.labels.of[p.labels.index(x, y)] = label
			}
			p.near(k, func(o int32, to way) {
				a, b := &p.nodes[k], &p.nodes[o]
				switch {
				case b.part < a.part && touch(p.areas[a.area].box, p.areas[b.area].box, to.by, -nearness):
					before = append(before, unit{b.cell, b.area})
				case b.part == a.part && !done[o] && p.relation(a.area, b.area, to).joined:
					done[o] = true
					stack = append(stack, o)
				}
			})
		}
		for _, u := range p.before {
			if touch(box, p.boxOf(u.cell, u.area), Vec{}, -nearness) {
				before = append(before, u)
			}
		}
		slices.Sort(units)
		p.parts[label] = component{units, before}
	}
	return parts
}
