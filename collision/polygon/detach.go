package polygon

import (
	"cmp"
	"slices"
)

// Detach cuts outlines whose loops touch. In each outline of the result, no loop touches itself or another loop, as
// [Validate] requires. Two holes that touch at a corner, or a hole that touches the outer loop, are cut at that point:
// horizontally if that separates them, else vertically, else along the hole. Other outlines and the area do not change.
func Detach(r Region) (Region, error) {
	c := Clipper{KeepStraight: true} // so that touching loops share a point
	union, err := clone(c.Union(r))
	if err != nil {
		return nil, err
	}
	var out Region
	for work := union; len(work) > 0; {
		outline := work[len(work)-1]
		work = work[:len(work)-1]
		p, into, touches := pinch(outline)
		if !touches {
			plain, err := Union(Region{outline})
			if err != nil {
				return nil, err
			}
			out = append(out, plain...)
			continue
		}
		var ahead, behind Region
		for _, d := range [3]Vec{{X: 1}, {Y: 1}, into} {
			if ahead, behind, err = split(Region{outline}, p, d, true); err != nil {
				return nil, err
			}
			if len(ahead) > 0 && len(behind) > 0 {
				break
			}
		}
		if len(ahead) == 0 || len(behind) == 0 {
			return nil, ErrTooIntricate // the grid resolves nothing more to cut
		}
		work = append(append(work, ahead...), behind...)
	}
	slices.SortFunc(out, func(a, b [][]Vec) int {
		return cmp.Or(compare(a[0][0], b[0][0]), compare(a[0][1], b[0][1]))
	})
	return out, nil
}

// pinch finds a point that two loops of an outline share, and the direction into a hole there. Among several points it
// picks the middle one, so that cuts halve the outline.
func pinch(outline [][]Vec) (p, into Vec, touches bool) {
	if len(outline) < 2 {
		return p, into, false // a single loop passes every point once
	}
	type corner struct{ p, into Vec }
	var corners []corner
	for l, loop := range outline {
		for i, p := range loop {
			var into Vec
			if l > 0 {
				before, after := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
				into = before.Sub(p).Unit().Add(after.Sub(p).Unit())
			}
			corners = append(corners, corner{p, into})
		}
	}
	slices.SortStableFunc(corners, func(a, b corner) int {
		return cmp.Or(cmp.Compare(a.p.Y, b.p.Y), cmp.Compare(a.p.X, b.p.X))
	})
	var shared []corner
	for i := 1; i < len(corners); i++ {
		if a, b := corners[i-1], corners[i]; a.p == b.p {
			if b.into == (Vec{}) {
				b = a
			}
			shared = append(shared, b)
		}
	}
	if len(shared) == 0 {
		return p, into, false
	}
	s := shared[len(shared)/2]
	return s.p, s.into, true
}
