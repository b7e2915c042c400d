package shapeops

import (
	"cmp"
	"errors"
	"slices"

	"fillet/editor/level"
	"fillet/editor/region"
)

// Reach is how far a cut goes beyond its ends, in pixels: an end that was meant to lie on an outline counts as lying on it.
const Reach = 0.5

// Cut cuts a shape along a line from one point to another, both in the level. A part is cut off where the line goes all the way through;
// where an end of the line lies within the shape, that stays in one piece. Chains are cut where the line crosses them, whatever their
// thickness. The largest part comes first.
// What is not cut comes back as it is.
func Cut(shape Placed, from, to level.Vec) ([]Made, error) {
	a, b := shape.At.ApplyInv(from), shape.At.ApplyInv(to)
	uncut := []Made{{Shape: shape.Shape}}
	if !a.IsFinite() || !b.IsFinite() || a.Dist(b) < Reach {
		return uncut, nil
	}
	if shape.Shape.Kind == level.Chain {
		return cutChain(shape.Shape, a, b), nil
	}
	if !HasArea(shape.Shape) {
		return uncut, nil
	}
	operands, err := newOperands([]Placed{shape})
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
	slices.SortStableFunc(pieces, func(p, q region.Region) int { return -cmp.Compare(p.Area(), q.Area()) })
	var out []Made
	for _, p := range pieces {
		made, err := shapesOf(p, operands, func([]region.Region) (region.Region, error) { return nil, nil })
		switch {
		case errors.Is(err, ErrNothingLeft): // a sliver
		case err != nil:
			return nil, err
		default:
			out = append(out, made...)
		}
	}
	return out, nil
}

// interval is a stretch of the line of a cut, in pixels from where it begins.
type interval struct{ from, to float64 }

// cutArea is the parts of an area on both sides of a line. Parts that meet along the line beyond its ends are one.
func cutArea(whole region.Region, a, b level.Vec) ([]region.Region, error) {
	along, length := b.Sub(a).Unit(), a.Dist(b)
	ahead, behind, err := region.Split(whole, a, along)
	if err != nil || len(ahead) == 0 || len(behind) == 0 {
		return []region.Region{whole}, err
	}
	parts := slices.Concat(ahead, behind)
	edges := make([][]interval, len(parts))
	for i, p := range parts {
		edges[i] = onLine(p, a, along)
	}
	belongs := make([]int, len(parts)) // to which part each is joined
	for i := range belongs {
		belongs[i] = i
	}
	for i := range ahead {
		for j := len(ahead); j < len(parts); j++ {
			if meetBeyond(edges[i], edges[j], -Reach, length+Reach) {
				was, is := belongs[j], belongs[i]
				for k, of := range belongs {
					if of == was {
						belongs[k] = is
					}
				}
			}
		}
	}
	var out []region.Region
	for i := range parts {
		var one region.Region
		for k, of := range belongs {
			if of == i {
				one = append(one, parts[k])
			}
		}
		if len(one) > 0 {
			joined, err := region.Union(one)
			if err != nil {
				return nil, err
			}
			out = append(out, joined)
		}
	}
	return out, nil
}

// onLine is where edges of an outline lie on a line.
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

// meetBeyond reports whether two lists of stretches have one in common that is not wholly between two places.
func meetBeyond(ours, theirs []interval, least, most float64) bool {
	const shortest = 1e-6
	for _, a := range ours {
		for _, b := range theirs {
			if from, to := max(a.from, b.from), min(a.to, b.to); to-from > shortest && (from < least || to > most) {
				return true
			}
		}
	}
	return false
}

// cutChain is the parts of a chain between where a line crosses it.
func cutChain(s level.Shape, a, b level.Vec) []Made {
	d := b.Sub(a)
	part := []level.Vec{s.Points[0]}
	var parts [][]level.Vec
	n := len(s.Points)
	edges := n - 1
	if s.Closed {
		edges = n
	}
	for i := range edges {
		p, q := s.Points[i], s.Points[(i+1)%n]
		e := q.Sub(p)
		if cross := e.Cross(d); cross != 0 {
			t, u := a.Sub(p).Cross(d)/cross, a.Sub(p).Cross(e)/cross
			slack := Reach / d.Len()
			last := !s.Closed && i == edges-1
			if u >= -slack && u <= 1+slack && t > 0 && (t < 1 || t == 1 && !last) {
				at := p.MulAdd(e, t)
				if t == 1 {
					at = q
				}
				if at != part[len(part)-1] {
					part = append(part, at)
				}
				if len(part) > 1 {
					parts = append(parts, part)
				}
				part = []level.Vec{at}
			}
		}
		if q != part[len(part)-1] {
			part = append(part, q)
		}
	}
	if len(parts) == 0 {
		return []Made{{Shape: s}}
	}
	if s.Closed { // the last part goes on to where the first one ends
		parts[0] = slices.Concat(part, parts[0][1:])
	} else if len(part) > 1 {
		parts = append(parts, part)
	}
	if len(parts) == 1 && !s.Closed {
		return []Made{{Shape: s}}
	}
	slices.SortStableFunc(parts, func(p, q []level.Vec) int { return -cmp.Compare(pathLength(p), pathLength(q)) })
	var out []Made
	for _, p := range parts {
		one := s
		one.Points, one.Closed = p, false
		out = append(out, centred(one))
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
