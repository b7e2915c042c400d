package importers

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
)

// TraceOptions controls how a contour becomes outlines.
type TraceOptions struct {
	// Tolerance is the largest distance between the border and the outline, in pixels; 0 keeps every turn of the
	// border.
	Tolerance float64
	// LeastArea is the area, in pixels, below which a speck is left out or a hole is filled.
	LeastArea float64
	// Solid fills all holes.
	Solid bool
}

// TracedOutline is one solid part of a picture.
type TracedOutline struct {
	Points []collision.Vec   // clockwise on the screen
	Holes  [][]collision.Vec // the other way round
}

// Traced is the result of tracing a picture.
type Traced struct {
	Outlines  []TracedOutline // the largest first
	Deviation float64         // largest distance of a point of the border from its outline; at most the tolerance
	Specks    int             // parts that were left out as too small
	Filled    int             // holes that were filled
}

// Vertices returns the number of vertices of all outlines and holes.
func (r *Traced) Vertices() int {
	n := 0
	for _, o := range r.Outlines {
		n += len(o.Points)
		for _, h := range o.Holes {
			n += len(h)
		}
	}
	return n
}

// maxOutlines limits the outlines of a picture.
const maxOutlines = 10_000

// part is an outer loop of a contour with its holes, and the state of its simplification.
type part struct {
	loops     [][]collision.Vec
	area      float64
	tolerance float64
	deviation float64 // largest distance of a point of its loops from the outline
	outline   TracedOutline
	box       collision.AABB // of the outline
	settled   bool           // its tolerance has not changed since it was simplified
}

// Outlines simplifies the contour. A part that would cross itself or another one at the tolerance gets a smaller one.
// The error is ErrTooRagged, or the context's.
func (c *PixelContour) Outlines(ctx context.Context, o TraceOptions) (*Traced, error) {
	if !(o.Tolerance >= 0) || math.IsInf(o.Tolerance, 0) {
		o.Tolerance = 0
	}
	r := &Traced{}
	parts := c.parts(o, r)
	if len(parts) > maxOutlines {
		return nil, fmt.Errorf("%w: it has %d separate parts of at least %g pixels; the limit is %d", ErrTooRagged,
			len(parts), o.LeastArea, maxOutlines)
	}
	if err := settle(ctx, parts); err != nil {
		return nil, err
	}
	for _, p := range parts {
		r.Deviation = max(r.Deviation, p.deviation)
		r.Outlines = append(r.Outlines, p.outline)
	}
	return r, nil
}

// parts assigns every hole to the outer loop around it. Loops that are too small are left out and counted.
func (c *PixelContour) parts(o TraceOptions, r *Traced) []*part {
	var parts []*part
	for i, loop := range c.loops {
		if c.areas[i] <= 0 {
			continue
		}
		if c.areas[i]/2 < o.LeastArea {
			r.Specks++
			continue
		}
		parts = append(parts, &part{
			loops: [][]collision.Vec{loop}, area: c.areas[i], tolerance: o.Tolerance,
			box: collision.BoundsOf(loop),
		})
	}
	slices.SortStableFunc(parts, func(a, b *part) int {
		switch {
		case a.area > b.area:
			return -1
		case a.area < b.area:
			return 1
		}
		return 0
	})
	for i, loop := range c.loops {
		if c.areas[i] >= 0 {
			continue
		}
		if o.Solid || -c.areas[i]/2 < o.LeastArea {
			r.Filled++
			continue
		}
		for k := len(parts) - 1; k >= 0; k-- { // the smallest that is around it
			p := parts[k]
			if p.area > -c.areas[i] && p.box.Contains(loop[0]) && contains(p.loops[0], loop[0]) {
				p.loops = append(p.loops, loop)
				break
			}
		}
	}
	if o.Solid { // parts in a hole are now inside another part
		parts = slices.DeleteFunc(parts, func(p *part) bool {
			return slices.ContainsFunc(parts, func(q *part) bool {
				return q.area > p.area && q.box.Contains(p.loops[0][0]) && contains(q.loops[0], p.loops[0][0])
			})
		})
	}
	return parts
}

// settle simplifies the parts with smaller and smaller tolerances until none crosses itself or another. Without
// tolerance, none does.
func settle(ctx context.Context, parts []*part) error {
	const halvings = 6
	for round := 0; ; round++ {
		tighten := func(p *part) {
			p.settled = false
			if p.tolerance = float64(p.tolerance / 2); round >= halvings {
				p.tolerance = 0
			}
		}
		for _, p := range parts {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !p.settled {
				p.simplify()
			}
		}
		clean := true
		for _, p := range parts {
			if p.tolerance > 0 && !p.isValid() {
				tighten(p)
				clean = false
			}
		}
		if clean {
			for _, pair := range crossing(parts) {
				if p := parts[pair[0]]; p.settled && p.tolerance > 0 {
					tighten(p)
					clean = false
				}
				if p := parts[pair[1]]; p.settled && p.tolerance > 0 {
					tighten(p)
					clean = false
				}
			}
		}
		if clean {
			return nil
		}
	}
}

func (p *part) simplify() {
	p.deviation, p.outline = 0, TracedOutline{}
	for i, loop := range p.loops {
		kept, d := polygon.SimplifyLoop(loop, p.tolerance)
		p.deviation = max(p.deviation, d)
		if i == 0 {
			p.outline.Points = kept
		} else {
			p.outline.Holes = append(p.outline.Holes, kept)
		}
	}
	p.box = collision.BoundsOf(p.outline.Points)
	p.settled = true
}

func (p *part) isValid() bool {
	return doubleArea(p.outline.Points) > 0 && polygon.Validate(append([][]collision.Vec{p.outline.Points},
		p.outline.Holes...)) == nil
}

// crossing lists the pairs of parts whose edges meet.
func crossing(parts []*part) [][2]int {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case parts[i].box.Min.X < parts[j].box.Min.X:
			return -1
		case parts[i].box.Min.X > parts[j].box.Min.X:
			return 1
		}
		return i - j
	})
	var pairs [][2]int
	for k, i := range order {
		for _, j := range order[k+1:] {
			if parts[j].box.Min.X > parts[i].box.Max.X {
				break
			}
			if parts[i].box.Overlaps(parts[j].box) && meet(parts[i], parts[j]) {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// meet reports whether any edges of two parts have a point in common.
func meet(p, q *part) bool {
	both := p.box.Intersect(q.box)
	near := edgesIn(p, both)
	for _, e := range edgesIn(q, both) {
		for _, f := range near {
			if segmentsMeet(e[0], e[1], f[0], f[1]) {
				return true
			}
		}
	}
	return false
}

func edgesIn(p *part, box collision.AABB) [][2]collision.Vec {
	var edges [][2]collision.Vec
	for _, loop := range append([][]collision.Vec{p.outline.Points}, p.outline.Holes...) {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			if (collision.AABB{Min: a.Min(b), Max: a.Max(b)}).Overlaps(box) {
				edges = append(edges, [2]collision.Vec{a, b})
			}
		}
	}
	return edges
}

func segmentsMeet(a, b, c, d collision.Vec) bool {
	if !(collision.AABB{Min: a.Min(b), Max: a.Max(b)}).Overlaps(collision.AABB{Min: c.Min(d), Max: c.Max(d)}) {
		return false
	}
	ab, cd := b.Sub(a), d.Sub(c)
	return ab.Cross(c.Sub(a))*ab.Cross(d.Sub(a)) <= 0 && cd.Cross(a.Sub(c))*cd.Cross(b.Sub(c)) <= 0
}
