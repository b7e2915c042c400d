package importers

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fillet/collision/polygon"
)

// merger merges labelled cells into regions. It works in units of half cells, in which all corners have whole
// coordinates.
type merger struct {
	g     *Grid
	l     *labels   // cells that share an edge have one label; with slopes, not all cells of a label share edges
	loops [][][]Vec // by label: the boundaries of its full cells and of its cells with slopes
	limit int       // of corners; 0 is none
	out   *MergeResult
	clip  polygon.Clipper
}

func (g *Grid) hasSlopes() bool {
	for i, f := range g.Forms {
		if f.Slope != FullSlope && g.Cells[i] != 0 {
			return true
		}
	}
	return false
}

func newMerger(g *Grid, l *labels, limit int) *merger {
	return &merger{
		g: g, l: l, limit: limit, out: &MergeResult{Detached: map[int]int{}, Split: map[int]int{}},
		clip: polygon.Clipper{KeepStraight: true}, // so that touching loops share a point
	}
}

// newShaped returns a merger for a grid with slopes. It first cuts components that have many times limit corners
// between cells, which is faster than cutting their areas.
func newShaped(ctx context.Context, g *Grid, limit int) (*merger, error) {
	l, err := g.label()
	if err != nil {
		return nil, err
	}
	s := newMerger(g, l, limit)
	if err := s.collect(ctx); err != nil || limit == 0 {
		return s, err
	}
	before := len(l.values)
	for v, loops := range s.loops {
		if corners(loops) <= 8*limit {
			continue
		}
		var list []int32
		for _, p := range slices.Concat(loops...) {
			list = append(list, int32(l.index(int(p.X/2), int(p.Y/2))))
		}
		s.out.Split[l.values[v]] += l.splitBoxes(int32(v), list, 8*limit) - 1
	}
	if len(l.values) > before {
		err = s.collect(ctx)
	}
	return s, err
}

func (s *merger) collect(ctx context.Context) error {
	s.loops = make([][][]Vec, len(s.l.values))
	full := &labels{stride: s.l.stride, of: slices.Clone(s.l.of), values: s.l.values}
	for i, v := range s.l.of {
		if v != 0 && s.form(i).Slope != FullSlope {
			s.loops[v] = append(s.loops[v], s.cell(i))
			full.of[i] = 0
		}
	}
	return s.trace(ctx, full, func(v int32, loop []Vec) { s.loops[v] = append(s.loops[v], loop) })
}

// trace walks the boundary loops of labels as [Grid.trace] does, in half cells.
func (s *merger) trace(ctx context.Context, l *labels, found func(label int32, loop []Vec)) error {
	halves := *s.g
	halves.CellWidth, halves.CellHeight = 2, 2
	return halves.trace(ctx, l, func(label int32, loop []Vec) error {
		found(label, loop)
		return nil
	})
}

// form returns the form of the cell at index i of the labels.
func (s *merger) form(i int) TileForm {
	if s.g.Forms == nil {
		return TileForm{}
	}
	return s.g.Forms[(i/s.l.stride-1)*s.g.Width+i%s.l.stride-1]
}

// cell returns the outline of the filled part of the cell at index i of the labels.
func (s *merger) cell(i int) []Vec {
	var out []Vec
	x, y := 2*(i%s.l.stride-1), 2*(i/s.l.stride-1)
	for _, p := range s.form(i).outline() {
		out = append(out, Vec{X: float64(x + p.x), Y: float64(y + p.y)})
	}
	return out
}

// each calls found with the area of each label, as outlines of cells that share edges. The loops of an outline touch
// only at points.
func (s *merger) each(ctx context.Context, found func(value int, area polygon.Region) error) error {
	for v, loops := range s.loops {
		if len(loops) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		area, err := s.clip.Fill(polygon.Positive, loops...)
		if err == nil {
			err = found(s.l.values[v], area.Clone())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pinched returns the cells to remove from an outline where it touches itself: at each point that it passes twice, the
// cell with fewer neighbours.
func (s *merger) pinched(outline [][]Vec) []int {
	if len(outline) == 1 {
		return nil // a single loop passes no point twice
	}
	var out []int
	taken := map[int]bool{}
	passed := map[Vec]int{} // by point: the cell there
	for _, loop := range outline {
		for i, p := range loop {
			// cell is to the right of the edge that begins here.
			d := loop[(i+1)%len(loop)].Sub(p).Unit()
			inside := p.Add(d.Mul(0.5)).Add(d.Perp().Mul(0.0625))
			cell := s.l.index(int(math.Floor(inside.X/2)), int(math.Floor(inside.Y/2)))
			other, twice := passed[p]
			if !twice {
				passed[p] = cell
				continue
			}
			if taken[cell] || taken[other] {
				continue
			}
			if s.neighbours(other) <= s.neighbours(cell) {
				cell = other
			}
			taken[cell] = true
			out = append(out, cell)
		}
	}
	return out
}

// neighbours counts the cells of the same label that share an edge with cell i.
func (s *merger) neighbours(i int) int {
	n := 0
	for side, j := range [4]int{i - s.l.stride, i + 1, i + s.l.stride, i - 1} {
		if s.l.of[j] == s.l.of[i] && s.form(i).has(side) && s.form(j).has((side+2)%4) {
			n++
		}
	}
	return n
}

// halve cuts an outline along a line of the grid, across its longer side.
func (s *merger) halve(outline polygon.Region) (polygon.Region, error) {
	box := outline.Bounds()
	half, sum := box, box.Min.Add(box.Max)
	if size := box.Size(); size.X > size.Y {
		half.Max.X = float64(2 * math.Round(sum.X/4))
	} else {
		half.Max.Y = float64(2 * math.Round(sum.Y/4))
	}
	cut := polygon.Region{{{half.Min, {X: half.Max.X, Y: half.Min.Y}, half.Max, {X: half.Min.X, Y: half.Max.Y}}}}
	first, err := s.clip.Intersect(outline, cut)
	if err != nil {
		return nil, err
	}
	first = first.Clone()
	second, err := s.clip.Subtract(outline, cut)
	return append(first, second.Clone()...), err
}

func corners(loops [][]Vec) int {
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	return n
}

// straight removes the points in the middle of straight edges from a loop.
func straight(loop []Vec) []Vec {
	var out []Vec
	for i, p := range loop {
		if p.Sub(loop[(i+len(loop)-1)%len(loop)]).Cross(loop[(i+1)%len(loop)].Sub(p)) != 0 {
			out = append(out, p)
		}
	}
	return out
}

// inPixels converts a loop to the grid's frame, in place.
func (s *merger) inPixels(loop []Vec) []Vec {
	for i, p := range loop {
		loop[i] = Vec{X: float64(p.X * s.g.CellWidth / 2), Y: float64(p.Y * s.g.CellHeight / 2)}
	}
	return loop
}

// add turns outlines into regions. It removes cells where an outline touches itself, and halves outlines with too many
// corners.
func (s *merger) add(ctx context.Context, v int, work polygon.Region) error {
	for len(work) > 0 {
		if err := cmp.Or(ctx.Err(), s.g.checkCount(len(s.out.Regions)+len(work))); err != nil {
			return err
		}
		outline := work[len(work)-1]
		work = work[:len(work)-1]
		if cells := s.pinched(outline); len(cells) > 0 {
			var cut polygon.Region
			for _, i := range cells {
				cut = append(cut, [][]Vec{s.cell(i)})
			}
			rest, err := s.clip.Subtract(polygon.Region{outline}, cut)
			if err != nil {
				return err
			}
			work = append(append(work, rest.Clone()...), cut...)
			s.out.Detached[v] += len(cells)
			continue
		}
		for i := range outline {
			outline[i] = straight(outline[i])
		}
		if corners(outline) > s.limit {
			parts, err := s.halve(polygon.Region{outline})
			if err != nil {
				return err
			}
			work = append(work, parts...)
			s.out.Split[v] += len(parts) - 1
			continue
		}
		s.region(v, outline)
	}
	return nil
}

func (s *merger) region(v int, outline [][]Vec) {
	for _, loop := range outline {
		s.inPixels(loop)
	}
	s.out.Regions = append(s.out.Regions, CellRegion{Value: v, Outline: outline[0], Holes: outline[1:]})
}

// mergeShaped implements Merge for a grid with slopes.
func (g *Grid) mergeShaped(ctx context.Context, limit int) (*MergeResult, error) {
	s, err := newShaped(ctx, g, limit)
	if err != nil {
		return nil, err
	}
	if err := s.each(ctx, func(v int, area polygon.Region) error { return s.add(ctx, v, area) }); err != nil {
		return nil, err
	}
	s.sort()
	return s.out, nil
}

// sort orders the regions by their topmost, then leftmost, corners.
func (s *merger) sort() {
	slices.SortStableFunc(s.out.Regions, func(a, b CellRegion) int { return compare(top(a.Outline), top(b.Outline)) })
}

// top returns the topmost, then leftmost, of the points.
func top(points []Vec) Vec { return slices.MinFunc(points, compare) }

func compare(a, b Vec) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) }

// chainsShaped implements Chains for a grid with slopes.
func (g *Grid) chainsShaped(ctx context.Context) ([]CellChain, error) {
	s, err := newShaped(ctx, g, 0)
	if err != nil {
		return nil, err
	}
	var out []CellChain
	err = s.each(ctx, func(v int, area polygon.Region) error {
		for _, outline := range area {
			for k, loop := range outline {
				out = append(out, CellChain{v, s.inPixels(straight(loop)), k > 0})
			}
		}
		return g.checkCount(len(out))
	})
	return out, err
}

// Slopes returns one region for each cell that a slope fills only partly. Boxes and Rects leave these cells out.
func (g Grid) Slopes(ctx context.Context) ([]CellRegion, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if !g.hasSlopes() {
		return nil, ctx.Err()
	}
	var out []CellRegion
	for i, v := range g.Cells {
		if i%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if v == 0 || g.Forms[i].Slope == FullSlope {
			continue
		}
		corner := g.at(i%g.Width, i/g.Width)
		r := CellRegion{Value: v}
		for _, p := range g.Forms[i].In(Vec{X: g.CellWidth, Y: g.CellHeight}) {
			r.Outline = append(r.Outline, corner.Add(p))
		}
		out = append(out, r)
		if err := g.checkCount(len(out)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withoutSlopes returns the grid without the cells that slopes fill only partly.
func (g Grid) withoutSlopes() Grid {
	if !g.hasSlopes() {
		g.Forms = nil
		return g
	}
	cells := slices.Clone(g.Cells)
	for i, f := range g.Forms {
		if f.Slope != FullSlope {
			cells[i] = 0
		}
	}
	g.Cells, g.Forms = cells, nil
	return g
}
