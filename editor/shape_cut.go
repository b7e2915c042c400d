package editor

import (
	"cmp"
	"errors"
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/level"
)

// CutReach is the distance by which a cut is extended at both ends, in pixels, so that an end near an outline reaches
// it.
const CutReach = 0.5

// CutShape cuts a shape along a line between two points of the level, largest part first. The shape stays in one piece
// where the line ends inside it. A chain is cut where the line crosses its centre line. CutShape returns a shape that
// the line does not cut unchanged.
func CutShape(shape PlacedShape, from, to level.Vec) ([]MadeShape, error) {
	a, b := shape.At.ApplyInv(from), shape.At.ApplyInv(to)
	uncut := []MadeShape{{Shape: shape.Shape}}
	if !a.IsFinite() || !b.IsFinite() || a.Dist(b) < CutReach {
		return uncut, nil
	}
	if shape.Shape.Kind == level.Chain {
		return cutChain(shape.Shape, a, b), nil
	}
	if !HasArea(shape.Shape) {
		return uncut, nil
	}
	operands, err := newOperands([]PlacedShape{shape})
	if err != nil {
		return nil, err
	}
	pieces, err := cutArea(operands[0].area, a, b)
	if err != nil {
		return nil, err
	}
	if len(pieces) < 2 {
		return uncut, nil
	}
	slices.SortStableFunc(pieces, func(p, q polygon.Region) int { return -cmp.Compare(p.Area(), q.Area()) })
	var out []MadeShape
	for _, p := range pieces {
		made, err := shapesOf(p, operands, func([]polygon.Region) (polygon.Region, error) { return nil, nil })
		switch {
		case errors.Is(err, ErrNothingLeft): // a sliver
		case err != nil:
			return nil, err
		default:
			out = append(out, made...)
		}
	}
	if len(out) == 0 { // slivers only
		return uncut, nil
	}
	return out, nil
}

// interval is a section of a cut line, in pixels from the line's start.
type interval struct{ from, to float64 }

// cutArea cuts an area along a line from a to b and returns the parts. Parts that touch beyond the ends of the line
// stay joined.
func cutArea(area polygon.Region, a, b level.Vec) ([]polygon.Region, error) {
	along, length := b.Sub(a).Unit(), a.Dist(b)
	ahead, behind, err := polygon.Split(area, a, along)
	if err != nil || len(ahead) == 0 || len(behind) == 0 {
		return []polygon.Region{area}, err
	}
	parts := slices.Concat(ahead, behind)
	edges := make([][]interval, len(parts))
	for i, p := range parts {
		edges[i] = onLine(p, a, along)
	}
	belongs := make([]int, len(parts)) // for each part, the part that it is joined to
	for i := range belongs {
		belongs[i] = i
	}
	for i := range ahead {
		for j := len(ahead); j < len(parts); j++ {
			if meetBeyond(edges[i], edges[j], -CutReach, length+CutReach) {
				was, now := belongs[j], belongs[i]
				for k, of := range belongs {
					if of == was {
						belongs[k] = now
					}
				}
			}
		}
	}
	var out []polygon.Region
	for i := range parts {
		var one polygon.Region
		for k, of := range belongs {
			if of == i {
				one = append(one, parts[k])
			}
		}
		if len(one) > 0 {
			joined, err := polygon.Union(one)
			if err != nil {
				return nil, err
			}
			out = append(out, joined)
		}
	}
	return out, nil
}

// onLine returns the sections of a line that edges of an outline follow.
func onLine(outline [][]level.Vec, a, along level.Vec) (out []interval) {
	const near = 1e-5
	for _, loop := range outline {
		for i, p := range loop {
			p, q := p.Sub(a), loop[(i+1)%len(loop)].Sub(a)
			if across := max(along.Cross(p), along.Cross(q), -along.Cross(p), -along.Cross(q)); across > near {
				continue
			}
			from, to := along.Dot(p), along.Dot(q)
			out = append(out, interval{min(from, to), max(from, to)})
		}
	}
	return out
}

// meetBeyond reports whether two lists of intervals share a section that extends outside [least, limit].
func meetBeyond(ours, theirs []interval, least, limit float64) bool {
	const shortest = 1e-6
	for _, a := range ours {
		for _, b := range theirs {
			if from, to := max(a.from, b.from), min(a.to, b.to); to-from > shortest && (from < least || to > limit) {
				return true
			}
		}
	}
	return false
}

// crossing is a crossing of a cut line with an edge of a chain.
type crossing struct {
	edge int
	at   level.Vec
	ends bool // the crossing is at the end of the edge
}

// crossings returns the crossings of a chain with the line from a to b, extended slightly.
func crossings(s level.Shape, a, b level.Vec) (out []crossing) {
	d := b.Sub(a)
	slack := CutReach / d.Len()
	for i := range s.Edges() {
		p, q := s.EdgeEnds(i)
		last := !s.Closed && i == s.Edges()-1
		if _, bent := s.Curve(i); bent {
			for _, at := range curveCrossings(s, i, a, d) {
				if u := at.Sub(a).Dot(d) / d.LenSq(); u >= -slack && u <= 1+slack && at != p && (at != q || !last) {
					out = append(out, crossing{i, at, at == q})
				}
			}
			continue
		}
		e := q.Sub(p)
		cross := e.Cross(d)
		if cross == 0 {
			continue
		}
		t, u := a.Sub(p).Cross(d)/cross, a.Sub(p).Cross(e)/cross
		if u >= -slack && u <= 1+slack && t > 0 && (t < 1 || t == 1 && !last) {
			c := crossing{i, p.MulAdd(e, t), t == 1}
			if c.ends = c.ends || c.at == q; c.ends {
				c.at = q
			}
			if c.at != p && !(c.ends && last) {
				out = append(out, c)
			}
		}
	}
	return out
}

// curveCrossings returns the crossings of a line with a curved edge, in order along the edge.
func curveCrossings(s level.Shape, edge int, a, d level.Vec) (out []level.Vec) {
	const places = 64
	track := s.EdgeTrack(edge)
	side := func(t float64) float64 { return track.At(t).Sub(a).Cross(d) }
	was := side(0)
	for k := 1; k <= places; k++ {
		lo, hi := float64(float64(k-1)/places), float64(float64(k)/places)
		now := side(hi)
		if now == 0 && k < places || was == 0 || (now > 0) == (was > 0) && now != 0 {
			if now == 0 { // the next sample counts this crossing
				now = was
			}
			was = now
			continue
		}
		for range 60 {
			if mid := float64((lo + hi) / 2); (side(mid) > 0) == (was > 0) {
				lo = mid
			} else {
				hi = mid
			}
		}
		out = append(out, track.At(hi))
		was = now
	}
	return out
}

// cutChain splits a chain, including its curves, at its crossings with a line.
func cutChain(s level.Shape, a, b level.Vec) []MadeShape {
	uncut := []MadeShape{{Shape: s}}
	found := crossings(s, a, b)
	var cuts []int // indices of the vertices at the crossings
	more := s
	for i := len(found) - 1; i >= 0; i-- {
		c := found[i]
		if !c.ends {
			more = more.InsertedIn(0, c.edge+1, c.at)
			for k := range cuts {
				cuts[k]++
			}
		}
		cuts = append(cuts, c.edge+1)
	}
	slices.Reverse(cuts)
	knots := more.Knots()
	n := len(knots)
	for i := range cuts {
		cuts[i] %= n
	}
	slices.Sort(cuts)
	if cuts = slices.Compact(cuts); len(cuts) == 0 {
		return uncut
	}
	var parts [][]level.Knot
	if s.Closed {
		for i, from := range cuts {
			to := cuts[(i+1)%len(cuts)]
			part := []level.Knot{knots[from]}
			for k := (from + 1) % n; ; k = (k + 1) % n {
				part = append(part, knots[k])
				if k == to {
					break
				}
			}
			parts = append(parts, part)
		}
	} else {
		from := 0
		for _, to := range append(cuts, n-1) {
			if to > from {
				parts = append(parts, slices.Clone(knots[from:to+1]))
			}
			from = to
		}
		if len(parts) == 1 {
			return uncut
		}
	}
	type piece struct {
		made   MadeShape
		length float64
	}
	var pieces []piece
	for _, p := range parts {
		one := s
		one.Closed = false
		one = one.WithKnots(p)
		if !isValid(one) {
			return uncut
		}
		pieces = append(pieces, piece{centred(one), pathLength(one.Flattened().Points)})
	}
	slices.SortStableFunc(pieces, func(p, q piece) int { return cmp.Compare(q.length, p.length) })
	out := make([]MadeShape, len(pieces))
	for i, p := range pieces {
		out[i] = p.made
	}
	return out
}

func pathLength(points []level.Vec) float64 {
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += points[i].Dist(points[i-1])
	}
	return sum
}
