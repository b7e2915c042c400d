package svg

import (
	"errors"
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/importers"
)

// Limits on crossing edges. The number of crossings can grow with the square of the number of edges; memory and time
// grow with the crossings.
const (
	maxCrossings    = 1 << 17 // per element, plus crossingPerEdge for each edge
	allCrossings    = 1 << 19 // of all elements
	crossingPerEdge = 4
	maxDrawn        = 1 << 19 // points of colliders, plus one for each byte of the file
)

var errTangled = errors.New("its edges cross too often")

// filled is the area inside an element under a transform, before clipping.
type filled struct {
	area polygon.Region
	at   level.Vec // the transform's translation
	err  error
}

// filledKey identifies an element under a transform, whose translation is left out because it only moves the area.
type filledKey struct {
	node    *importers.XMLNode
	x, y    level.Vec
	view    viewport
	evenOdd bool
	em      float64
}

// enclosed returns the area inside an element's loops, with outlines that do not touch themselves. Results for elements
// that a use draws are cached.
func (im *drawing) enclosed(n *importers.XMLNode, s scope, loops [][]level.Vec) (polygon.Region, error) {
	key := filledKey{n, s.matrix.X, s.matrix.Y, s.view, s.look.evenOdd, s.look.em}
	if f, ok := im.filled[key]; ok {
		move := collision.Identity()
		move.P = s.matrix.At.Sub(f.at)
		return f.area.Placed(move), f.err
	}
	f := filled{at: s.matrix.At}
	if f.area, f.err = im.fillLoops(s.look.evenOdd, loops); f.err == nil {
		f.area, f.err = polygon.Detach(f.area)
	}
	if _, hasVars := im.sheet.declared[n]; len(s.clones) > 0 && !hasVars {
		im.filled[key] = f
	}
	return f.area, f.err
}

// fillLoops returns the area inside loops, or an error if their edges cross too often.
func (im *drawing) fillLoops(evenOdd bool, loops [][]level.Vec) (polygon.Region, error) {
	if err := im.ctx.Err(); err != nil {
		return nil, err
	}
	edges, crossings := crossings(loops)
	if crossings > maxCrossings+crossingPerEdge*edges {
		return nil, fmt.Errorf("%w: about %d times, and the limit is %d", errTangled, crossings,
			maxCrossings+crossingPerEdge*edges)
	}
	if crossings > crossingPerEdge*edges {
		im.crossings += crossings - crossingPerEdge*edges
	}
	rule := polygon.NonZero
	if evenOdd {
		rule = polygon.EvenOdd
	}
	area, err := im.clipper.Fill(rule, loops...)
	return area.Clone(), err
}

// checkCrossings returns an error if the drawing's edges cross too often in total.
func (im *drawing) checkCrossings(n *importers.XMLNode) error {
	if im.crossings > allCrossings {
		return im.fail(n, fmt.Errorf("%w of %d crossings of edges", errTooMuch, allCrossings))
	}
	return nil
}

func spanOf(a, b level.Vec) collision.AABB { return collision.AABB{Min: a.Min(b), Max: a.Max(b)} }

// crossings estimates how many pairs of edges cross. If there are many edges, it tests a fixed pseudo-random sample of
// pairs.
func crossings(loops [][]level.Vec) (edges, count int) {
	type edge struct{ from, to level.Vec }
	var list []edge
	for _, l := range loops {
		for i, p := range l {
			list = append(list, edge{p, l[(i+1)%len(l)]})
		}
	}
	edges = len(list)
	cross := func(a, b *edge) bool {
		if !spanOf(a.from, a.to).Overlaps(spanOf(b.from, b.to)) {
			return false
		}
		u, v := a.to.Sub(a.from), b.to.Sub(b.from)
		return u.Cross(b.from.Sub(a.from))*u.Cross(b.to.Sub(a.from)) < 0 &&
			v.Cross(a.from.Sub(b.from))*v.Cross(a.to.Sub(b.from)) < 0
	}
	const least, perEdge = 1 << 12, 16 // limits on the tested pairs; 128 of them cross at the limit of crossings
	pairs := edges * (edges - 1) / 2
	if pairs <= least {
		for i := range list {
			for k := range i {
				if cross(&list[i], &list[k]) {
					count++
				}
			}
		}
		return edges, count
	}
	tests := min(pairs, max(least, perEdge*edges))
	random := uint64(1) // xorshift
	next := func() int {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		return int((random >> 11) % uint64(edges))
	}
	for range tests {
		if cross(&list[next()], &list[next()]) {
			count++
		}
	}
	return edges, int(float64(count) / float64(tests) * float64(pairs))
}
