package importers

import (
	"context"
	"errors"
	"fmt"

	"fillet/collision"
)

// DefaultTraceThreshold is the value from which a pixel counts as solid: half.
const DefaultTraceThreshold = 128

// maxPoints limits the length of all borders of a picture together: more is noise rather than outlines.
const maxPoints = 4_000_000

// ErrTooRagged reports a picture whose borders are too long or too many to be outlines.
var ErrTooRagged = errors.New("the picture is too ragged to trace")

// PixelContour holds the border of the solid part of a picture: closed loops with the solid on their right, so that
// outer ones run clockwise on the screen and holes the other way.
type PixelContour struct {
	loops [][]collision.Vec
	areas []float64 // twice each loop's area, negative for holes
}

// side is a side of a cell, where the border can cross it.
type side uint8

const (
	fieldTop side = iota
	right
	bottom
	left
)

// walks holds the paths of the border through a cell, by which of its corners are solid: 1 for the top left one, 2, 4
// and 8 for the others clockwise. In the two cells with solid corners diagonally opposite, the solid parts are separate
// here.
var walks = [16][]struct{ from, to side }{
	1: {{fieldTop, left}}, 2: {{right, fieldTop}}, 4: {{bottom, right}}, 8: {{left, bottom}},
	3: {{right, left}}, 6: {{bottom, fieldTop}}, 12: {{left, right}}, 9: {{fieldTop, bottom}},
	14: {{left, fieldTop}}, 13: {{fieldTop, right}}, 11: {{right, bottom}}, 7: {{bottom, left}},
	5: {{fieldTop, left}, {bottom, right}}, 10: {{right, fieldTop}, {left, bottom}},
}

// joined holds the paths for these two cells with the solid parts joined.
var joined = map[int][]struct{ from, to side }{
	5: {{fieldTop, right}, {bottom, left}}, 10: {{left, fieldTop}, {right, bottom}},
}

// pixelStep is the path through a cell from one crossing to the next.
type pixelStep struct {
	to     uint64
	corner collision.Vec
	turns  bool // it passes the corner of a pixel
}

// tracer finds the crossings and the paths between them. A cell is between the centres of four pixels; cell (0, 0) has
// the picture's first pixel as its lower right corner.
type tracer struct {
	field     PixelField
	threshold uint8
	steps     map[uint64]pixelStep
	starts    []uint64
}

// PixelContours finds the border of the pixels that are at least as solid as a threshold, 1 to 255. The error is
// ErrTooRagged, or the context's.
func PixelContours(ctx context.Context, f PixelField, threshold uint8) (*PixelContour, error) {
	t := &tracer{field: f, threshold: max(threshold, 1), steps: map[uint64]pixelStep{}}
	for y := 0; y <= f.Height; y++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for x := 0; x <= f.Width; x++ {
			t.cell(x, y)
		}
		if len(t.starts) > maxPoints {
			return nil, fmt.Errorf("%w: its borders have more than %d points", ErrTooRagged, maxPoints)
		}
	}
	c := &PixelContour{}
	for _, s := range t.starts {
		if loop := t.loop(s); len(loop) >= 3 {
			c.loops = append(c.loops, loop)
			c.areas = append(c.areas, doubleArea(loop))
		}
	}
	return c, nil
}

// corners returns the values at a cell's corners, clockwise from the top left.
func (t *tracer) corners(x, y int) [4]uint8 {
	return [4]uint8{t.field.at(x-1, y-1), t.field.at(x, y-1), t.field.at(x, y), t.field.at(x-1, y)}
}

func (t *tracer) cell(x, y int) {
	v := t.corners(x, y)
	kind, sum, hard := 0, 0, true
	for i, a := range v {
		if a >= t.threshold {
			kind |= 1 << i
		}
		sum += int(a)
		hard = hard && (a == 0 || a == 255)
	}
	ways := walks[kind]
	if len(ways) == 2 && !hard && sum >= 4*int(t.threshold) {
		ways = joined[kind]
	}
	for _, w := range ways {
		// Between fully solid and fully empty pixels the border turns where they do, at the cell's middle; two solid
		// corners diagonally opposite do not meet there.
		s := pixelStep{to: t.crossing(x, y, w.to), corner: collision.Vec{X: float64(x), Y: float64(y)}}
		s.turns = len(ways) == 1 && (w.from+w.to)%2 == 1 && hard
		from := t.crossing(x, y, w.from)
		t.steps[from] = s
		t.starts = append(t.starts, from)
	}
}

// crossing returns the number of a side of a cell. Each cell numbers its top and left sides.
func (t *tracer) crossing(x, y int, s side) uint64 {
	across := uint64(0)
	switch s {
	case left:
		across = 1
	case bottom:
		y++
	case right:
		x, across = x+1, 1
	}
	return (uint64(y)*uint64(t.field.Width+2)+uint64(x))*2 + across
}

// place returns the point where the border crosses a side.
func (t *tracer) place(crossing uint64) collision.Vec {
	cell := crossing / 2
	x, y := int(cell%uint64(t.field.Width+2)), int(cell/uint64(t.field.Width+2))
	v := t.corners(x, y)
	first, second := v[0], v[1]
	if crossing%2 == 1 {
		second = v[3]
	}
	part := 0.5
	if first%255 != 0 || second%255 != 0 {
		part = (float64(t.threshold) - 0.5 - float64(first)) / (float64(second) - float64(first))
	}
	if crossing%2 == 1 {
		return collision.Vec{X: float64(x) - 0.5, Y: float64(y) - 0.5 + part}
	}
	return collision.Vec{X: float64(x) - 0.5 + part, Y: float64(y) - 0.5}
}

// loop removes and returns the loop that passes a crossing, or nil if it has been removed already.
func (t *tracer) loop(start uint64) []collision.Vec {
	var points []collision.Vec
	for at := start; ; {
		s, ok := t.steps[at]
		if !ok {
			break
		}
		delete(t.steps, at)
		points = append(points, t.place(at))
		if s.turns {
			points = append(points, s.corner)
		}
		at = s.to
	}
	return straightened(points)
}

// straightened returns a loop without the points on the straight line between their neighbours.
func straightened(points []collision.Vec) []collision.Vec {
	n := len(points)
	out := points[:0:0]
	for i, p := range points {
		before := points[(i+n-1)%n]
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		a, b := p.Sub(before), points[(i+1)%n].Sub(p)
		if a.Cross(b) != 0 || a.Dot(b) < 0 {
			out = append(out, p)
		}
	}
	// The first point was compared with a neighbour that may be gone.
	for len(out) > 3 {
		a, b := out[0].Sub(out[len(out)-1]), out[1].Sub(out[0])
		if a.Cross(b) != 0 || a.Dot(b) < 0 {
			break
		}
		out = out[1:]
	}
	return out
}

func doubleArea(loop []collision.Vec) float64 {
	sum := 0.0
	for i, p := range loop {
		sum += p.Sub(loop[0]).Cross(loop[(i+1)%len(loop)].Sub(loop[0]))
	}
	return sum
}

// contains reports whether a loop goes around a point that does not lie on it.
func contains(loop []collision.Vec, p collision.Vec) bool {
	in := false
	for i, a := range loop {
		b := loop[(i+1)%len(loop)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+float64((p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X)) {
			in = !in
		}
	}
	return in
}
