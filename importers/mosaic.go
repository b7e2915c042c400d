package importers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
)

// Mosaic is a rectangle of cells with tiles. The areas of a tile may cover all or parts of its cell, or reach beyond
// it.
type Mosaic struct {
	Width, Height         int     // in cells
	Tiles                 []int32 // by cell, row by row: the number of its tile, from 1; 0 is none
	Areas                 [][]Area
	CellWidth, CellHeight float64 // in pixels
	// Corner returns the origin of the frame of the areas in a cell; nil uses the upper left corners of rectangular
	// cells. The vector between the corners of two cells depends only on their distance in columns and rows, and on
	// which of these are odd.
	Corner     func(x, y int) Vec
	MaxRegions int // limit on the number of regions; 0 means no limit
}

// Area is one connected area of a tile.
type Area struct {
	Value   int     // areas with the same value merge
	Outline [][]Vec // clockwise on the screen, then its holes; valid for package collision; from the cell's corner
	Side    Side    // where it merges
}

// Side selects where areas merge. For example, a row of platforms that are solid from above becomes one, but in a stack
// each platform keeps its top.
type Side int8

// The sides.
const (
	AnySide     Side = iota // wherever they touch or overlap
	UprightSide             // where vertical sides touch and start or end at the same height
	LevelSide               // where horizontal sides touch and start or end at the same x
)

// MosaicRegion is a region of touching areas of one value.
type MosaicRegion struct {
	CellRegion
	// Cell and Area locate an area that touches no other: its cell in Tiles, and its index in the tile's Areas.
	// Otherwise Cell is -1.
	Cell, Area int
}

// MosaicResult is the result of [Mosaic.Merge]; see [MergeResult].
type MosaicResult struct {
	Regions  []MosaicRegion
	Detached map[int]int
	Split    map[int]int
}

// mosaic holds the state of a merge.
type mosaic struct {
	*Mosaic
	limit      int
	areas      []tileArea // all areas; the first is a whole cell
	of         [][]int32  // by tile: indices of its areas other than whole cells
	fullValues []int      // by tile: the value that covers its cell, or 0
	offsets    [][2]int   // from a cell to cells whose areas may touch its own; one of each opposite pair
	relations  map[pairOf]*relation
	table      []*relation // the relations by way, then by areas, if ways differ only by columns and rows
	units      []unit      // the areas that are not whole cells, cell by cell
	first      []int32     // by cell: index of the first of its units, plus 1; 0 is none
	out        *MosaicResult
	clip       polygon.Clipper
}

// tileArea is an area of a tile, with data for merging.
type tileArea struct {
	Area
	tile, index int
	box         collision.AABB
	isRect      bool
}

// unit is an area at a cell.
type unit struct{ cell, area int32 }

// maxOffset limits the distance, in columns and rows, between cells whose areas are compared. Importers do not merge
// larger areas.
const maxOffset = 19

// Merge joins areas of one value that touch along an edge or overlap. Each region is an outline with holes that
// [polygon.Validate] accepts. Its points are points of the areas, or crossings of their edges; see package polygon.
//
// A region is cut if it has too many corners or would meet itself at a corner: between cells, where no straight edge
// continues from one part to the other. The parts do not overlap, even if the areas of their cells do.
func (m Mosaic) Merge(ctx context.Context, opt MergeOptions) (*MosaicResult, error) {
	s := &mosaic{
		Mosaic: &m, limit: opt.limit(), relations: map[pairOf]*relation{},
		out: &MosaicResult{Detached: map[int]int{}, Split: map[int]int{}},
	}
	m.Areas = m.aligned(ctx)
	g := s.collect()
	if err := cmp.Or(g.Check(), ctx.Err()); err != nil {
		return nil, err
	}
	l, err := g.label()
	if err != nil {
		return nil, err
	}
	w := s.connect(l)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, v := range l.of { // components of whole cells only are merged as in a grid
		if v != 0 && w.labels.of[i] != 0 {
			g.Cells[(i/l.stride-1)*m.Width+i%l.stride-1] = 0
		}
	}
	if slices.ContainsFunc(g.Cells, func(v int) bool { return v != 0 }) {
		plain, err := g.Merge(ctx, opt)
		if err != nil {
			return nil, err
		}
		for _, r := range plain.Regions {
			s.out.Regions = append(s.out.Regions, MosaicRegion{r, -1, 0})
		}
		maps.Copy(s.out.Detached, plain.Detached)
		maps.Copy(s.out.Split, plain.Split)
	}
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	slices.SortStableFunc(s.out.Regions, func(a, b MosaicRegion) int { return compare(top(a.Outline), top(b.Outline)) })
	return s.out, nil
}

// collect lists the areas and the units and returns the grid of whole cells.
func (s *mosaic) collect() *Grid {
	g := &Grid{
		Width: s.Width, Height: s.Height, CellWidth: s.CellWidth, CellHeight: s.CellHeight, MaxShapes: s.MaxRegions,
	}
	cell := []Vec{{}, {X: s.CellWidth}, {X: s.CellWidth, Y: s.CellHeight}, {Y: s.CellHeight}}
	add := func(a Area, tile, index int) {
		box := collision.BoundsOf(a.Outline[0])
		s.areas = append(s.areas, tileArea{a, tile, index, box, len(a.Outline) == 1 && isRect(a.Outline[0], box)})
	}
	add(Area{Outline: [][]Vec{cell}}, -1, 0)
	s.of, s.fullValues = make([][]int32, len(s.Areas)), make([]int, len(s.Areas))
	for t, list := range s.Areas {
		for i, a := range list {
			add(a, t, i)
			last := s.areas[len(s.areas)-1]
			if s.Corner == nil && s.fullValues[t] == 0 && a.Side == AnySide && last.isRect &&
				last.box == s.areas[0].box {
				s.fullValues[t] = a.Value
				s.areas = s.areas[:len(s.areas)-1]
				continue
			}
			s.of[t] = append(s.of[t], int32(len(s.areas)-1))
		}
	}
	if s.Width < 0 || s.Height < 0 || s.Width > MaxGridSide || s.Height > MaxGridSide ||
		len(s.Tiles) != s.Width*s.Height || len(s.Tiles) > MaxCells {
		return g // Check reports the fault
	}
	g.Cells = make([]int, len(s.Tiles))
	for c, t := range s.Tiles {
		if t == 0 {
			continue
		}
		g.Cells[c] = s.fullValues[t-1]
		if len(s.of[t-1]) > 0 && s.first == nil {
			s.first = make([]int32, len(s.Tiles))
		}
		for i, a := range s.of[t-1] {
			if i == 0 {
				s.first[c] = int32(len(s.units)) + 1
			}
			s.units = append(s.units, unit{int32(c), a})
		}
	}
	s.findOffsets()
	return g
}

// isRect reports whether a loop is the boundary of its box.
func isRect(loop []Vec, box collision.AABB) bool {
	if len(loop) != 4 {
		return false
	}
	for i, p := range loop {
		q := loop[(i+1)%4]
		if p.X != box.Min.X && p.X != box.Max.X || p.Y != box.Min.Y && p.Y != box.Max.Y ||
			(p.X == q.X) == (p.Y == q.Y) {
			return false
		}
	}
	return true
}

// At returns the origin of the areas' frame in a cell.
func (m *Mosaic) At(cell int) Vec { return m.at(cell%m.Width, cell/m.Width) }

func (m *Mosaic) at(x, y int) Vec {
	if m.Corner == nil {
		return Vec{X: float64(float64(x) * m.CellWidth), Y: float64(float64(y) * m.CellHeight)}
	}
	return m.Corner(x, y)
}

func (s *mosaic) corner(cell int32) Vec { return s.At(int(cell)) }

// findOffsets finds the offsets from a cell to the cells whose areas may touch its own.
func (s *mosaic) findOffsets() {
	box := collision.EmptyAABB()
	for _, a := range s.areas {
		if a.tile >= 0 || s.Corner == nil {
			box = box.Union(a.box)
		}
	}
	s.offsets = s.Mosaic.offsets(box, nearness)
	if n := len(s.areas) * len(s.areas) * (1 + 2*len(s.offsets)); s.Corner == nil && n <= maxInTable {
		s.table = make([]*relation, n)
	}
}

// offsets lists the offsets between cells whose areas may be within reach of each other, one of each opposite pair. All
// areas are inside the box.
func (m *Mosaic) offsets(box collision.AABB, reach float64) [][2]int {
	var out [][2]int
	touches := func(dx, dy int) bool {
		for _, p := range [4][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} { // cells in odd columns or rows may be shifted
			if d := m.at(p[0]+dx, p[1]+dy).Sub(m.at(p[0], p[1])); touch(box, box, d, reach) {
				return true
			}
		}
		return false
	}
	for dy := range maxOffset + 1 {
		for dx := -maxOffset; dx <= maxOffset; dx++ {
			if (dy > 0 || dx > 0) && touches(dx, dy) {
				out = append(out, [2]int{dx, dy})
			}
		}
	}
	return out
}

// nearness is the distance within which areas touch. It exceeds the distance within which package polygon joins points.
const nearness = 1e-6

// touch reports whether two boxes, the second one shifted, are within reach of each other.
func touch(a, b collision.AABB, by Vec, reach float64) bool {
	return a.Min.X <= b.Max.X+by.X+reach && b.Min.X+by.X <= a.Max.X+reach && a.Min.Y <= b.Max.Y+by.Y+reach &&
		b.Min.Y+by.Y <= a.Max.Y+reach
}

// pairOf is a pair of areas and the offset from the first one's cell to the second one's.
type pairOf struct {
	a, b int32
	by   Vec
}

// relation describes how two areas meet.
type relation struct {
	joined bool   // together they form one area
	welds  []weld // computed on demand
	known  bool
}

// way is the offset from one cell to another.
type way struct {
	index    int32 // among all ways
	backward bool  // the second cell comes before the first
	by       Vec   // from the first cell's corner to the second's
}

// relation returns the relation of two areas, computing it on first use.
func (s *mosaic) relation(a, b int32, to way) *relation {
	if s.table != nil {
		r := &s.table[(int(to.index)*len(s.areas)+int(a))*len(s.areas)+int(b)]
		if *r == nil {
			*r = &relation{joined: s.joined(&s.areas[a], &s.areas[b], to.by)}
		}
		return *r
	}
	k := pairOf{a, b, to.by}
	r := s.relations[k]
	if r == nil {
		r = &relation{joined: s.joined(&s.areas[a], &s.areas[b], to.by)}
		s.relations[k] = r
	}
	return r
}

// maxInTable limits the size of the table of relations.
const maxInTable = 1 << 20

func (s *mosaic) joined(a, b *tileArea, by Vec) bool {
	if !touch(a.box, b.box, by, nearness) {
		return false
	}
	if a.Side != AnySide || b.Side != AnySide {
		return a.Side == b.Side && sharedSide(a, b, by)
	}
	if a.isRect && b.isRect {
		wide := min(a.box.Max.X, b.box.Max.X+by.X) - max(a.box.Min.X, b.box.Min.X+by.X)
		high := min(a.box.Max.Y, b.box.Max.Y+by.Y) - max(a.box.Min.Y, b.box.Min.Y+by.Y)
		return wide > nearness || high > nearness
	}
	both, err := s.clip.Union(polygon.Region{a.Outline}, polygon.Region{moved(b.Outline, by)})
	return err == nil && len(both) == 1
}

// sharedSide reports whether two areas that merge only in rows are next to each other in a row.
func sharedSide(a, b *tileArea, by Vec) bool {
	upright := func(p Vec) Vec {
		if a.Side == LevelSide {
			p.X, p.Y = p.Y, p.X
		}
		return p
	}
	// side returns the extent of the edges that run along one end of a box.
	side := func(t *tileArea, by Vec, end float64) (low, high float64, ok bool) {
		low, high = math.Inf(1), math.Inf(-1)
		loop := t.Outline[0]
		for i, p := range loop {
			p, q := upright(p.Add(by)), upright(loop[(i+1)%len(loop)].Add(by))
			if p.X == end && q.X == end {
				low, high = min(low, p.Y, q.Y), max(high, p.Y, q.Y)
			}
		}
		return low, high, low < high
	}
	aMin, aMax := upright(a.box.Min), upright(a.box.Max)
	bMin, bMax := upright(b.box.Min.Add(by)), upright(b.box.Max.Add(by))
	same := func(aEnd, bEnd float64) bool {
		if aEnd != bEnd {
			return false
		}
		low, high, ok := side(a, Vec{}, aEnd)
		l, h, k := side(b, by, bEnd)
		return ok && k && (low == l || high == h)
	}
	return same(aMax.X, bMin.X) || same(aMin.X, bMax.X)
}

func moved(loops [][]Vec, by Vec) [][]Vec {
	out := make([][]Vec, len(loops))
	for i, loop := range loops {
		out[i] = make([]Vec, len(loop))
		for k, p := range loop {
			out[i][k] = p.Add(by)
		}
	}
	return out
}

// connect finds the components of whole cells and units that contain units.
func (s *mosaic) connect(l *labels) *mosaicWork {
	n := len(l.values)
	parent := make(forest, n+len(s.units)) // of labels, then of units
	for i := range parent {
		parent[i] = int32(i)
	}
	for i, u := range s.units {
		a := &s.areas[u.area]
		s.around(int(u.cell)%s.Width, int(u.cell)/s.Width, func(cell int32, to way) {
			if label := l.of[l.index(int(cell)%s.Width, int(cell)/s.Width)]; label != 0 && l.values[label] == a.Value &&
				s.relation(u.area, 0, to).joined {
				parent.join(label, int32(n+i))
			}
			if to.backward {
				return
			}
			for k := s.first[cell]; k > 0 && int(k) <= len(s.units) && s.units[k-1].cell == cell; k++ {
				if o := s.units[k-1]; int(k-1) != i && s.areas[o.area].Value == a.Value &&
					s.relation(u.area, o.area, to).joined {
					parent.join(int32(n+i), int32(n)+k-1)
				}
			}
		})
	}
	w := &mosaicWork{
		mosaic: s, labels: &labels{stride: l.stride, of: make([]int32, len(l.of)), values: []int{0}},
		parts: []component{{}},
	}
	of := map[int32]int32{} // by root
	for i, u := range s.units {
		root := parent.find(int32(n + i))
		c, ok := of[root]
		if !ok {
			c = w.labels.addValue(s.areas[u.area].Value)
			of[root] = c
			w.parts = append(w.parts, component{})
		}
		w.parts[c].units = append(w.parts[c].units, int32(i))
	}
	mixed := make([]int32, n) // by label
	for label := range mixed {
		if label > 0 {
			mixed[label] = of[parent.find(int32(label))]
		}
	}
	for i, v := range l.of {
		if v != 0 {
			w.labels.of[i] = mixed[v]
		}
	}
	return w
}

// around calls found for the cell itself and for each cell whose areas may touch its own.
func (s *mosaic) around(x, y int, found func(cell int32, to way)) {
	cell := int32(y*s.Width + x)
	found(cell, way{})
	at := s.at(x, y)
	for i, o := range s.offsets {
		for k, sign := range [2]int{1, -1} {
			cx, cy := x+sign*o[0], y+sign*o[1]
			if cx >= 0 && cy >= 0 && cx < s.Width && cy < s.Height {
				found(int32(cy*s.Width+cx), way{int32(1 + 2*i + k), sign < 0, s.at(cx, cy).Sub(at)})
			}
		}
	}
}

// component holds the units of one region, or of several regions that touch at points. The whole cells with its label
// also belong to it.
type component struct {
	units  []int32
	before []unit // areas of parts that were split off from the same component and keep what they share with it
}

// mosaicWork holds the components that contain units, by label.
type mosaicWork struct {
	*mosaic
	labels *labels // of whole cells
	parts  []component
	inCell []int32 // by cell: its last node in the component that is being cut, plus 1; 0 is none
}

// run turns all components into regions. It divides components that are too large or meet themselves, until none are
// left.
func (w *mosaicWork) run(ctx context.Context) error {
	g := &Grid{Width: w.Width, Height: w.Height, CellWidth: w.CellWidth, CellHeight: w.CellHeight}
	for from := 1; from < len(w.parts); {
		loops := make([][][]Vec, len(w.parts)-from)
		err := g.trace(ctx, w.labels, func(label int32, loop []Vec) error {
			loops[int(label)-from] = append(loops[int(label)-from], loop)
			return nil
		})
		if err != nil {
			return err
		}
		var bad []*breakage
		done := make([]bool, len(w.parts))
		for c := from; c < len(w.parts); c++ {
			if err := cmp.Or(ctx.Err(), g.checkCount(len(w.out.Regions))); err != nil {
				return err
			}
			b, err := w.component(int32(c), loops[c-from])
			if err != nil {
				return err
			}
			if done[c] = b == nil; b != nil {
				bad = append(bad, b)
			}
		}
		from = len(w.parts)
		if len(bad) == 0 {
			return nil
		}
		for i, v := range w.labels.of {
			if v != 0 && done[v] {
				w.labels.of[i] = 0
			}
		}
		if err := w.split(ctx, bad); err != nil {
			return err
		}
	}
	return nil
}

// breakage is the reason why a component cannot become regions: it meets itself at points, or it is too large.
type breakage struct {
	label   int32
	meets   []Vec
	corners int // the approximate number, if there are too many
}

var errTooLarge = errors.New("too many corners")

// component turns a component into regions, or returns why that fails. The loops are the boundaries of its whole cells.
func (w *mosaicWork) component(label int32, loops [][]Vec) (*breakage, error) {
	units, value := w.parts[label].units, w.labels.values[label]
	if len(units) == 1 && len(loops) == 0 {
		u := w.units[units[0]]
		a := &w.areas[u.area]
		own, isCut := w.without(polygon.Region{moved(a.Outline, w.corner(u.cell))}, w.parts[label].before)
		if isCut {
			w.add(value, own, -1, 0)
		} else {
			w.add(value, own, int(u.cell), a.index)
		}
		return nil, nil
	}
	area, err := w.area(units, loops)
	switch {
	case errors.Is(err, errTooLarge), errors.Is(err, polygon.ErrTooIntricate):
		return &breakage{label: label, corners: max(w.maxOnTheWay(), corners(loops), len(units)/4)}, nil
	case err != nil:
		return nil, fmt.Errorf("shapes of tiles: %w", err)
	}
	for _, outline := range area {
		if n := corners(outline); n > w.limit {
			return &breakage{label: label, corners: n}, nil
		}
	}
	if meets := w.clip.Meetings(); len(meets) > 0 {
		return &breakage{label: label, meets: slices.Clone(meets)}, nil
	}
	own, _ := w.without(area, w.parts[label].before)
	w.add(value, own, -1, 0)
	return nil, nil
}

func (w *mosaicWork) add(value int, area polygon.Region, cell, index int) {
	for _, o := range area {
		w.out.Regions = append(w.out.Regions, MosaicRegion{CellRegion{value, o[0], o[1:]}, cell, index})
	}
}

// without subtracts areas that overlap an area from it. The result may have a few corners more than the limit, because
// a single cell cannot be cut further.
func (w *mosaicWork) without(area polygon.Region, before []unit) (rest polygon.Region, isCut bool) {
	if len(before) == 0 {
		return area, false
	}
	var others polygon.Region
	for _, u := range before {
		others = append(others, moved(w.areas[u.area].Outline, w.corner(u.cell)))
	}
	common, err := w.clip.Intersect(area, others)
	if err != nil || len(common) == 0 {
		return area, false
	}
	if rest, err = w.clip.Subtract(area, others); err == nil {
		rest, err = polygon.Detach(rest)
	}
	if err != nil {
		return area, false // too intricate: the regions overlap
	}
	return rest, true
}

// atOnce is the approximate number of points that are joined in one step.
const atOnce = 4096

// maxOnTheWay returns the corner limit for intermediate parts of a region. It is generous, because the final region
// usually has fewer corners.
func (w *mosaicWork) maxOnTheWay() int { return 8 * w.limit }

// area returns the area that units and the loops around whole cells cover together.
func (w *mosaicWork) area(units []int32, loops [][]Vec) (polygon.Region, error) {
	limit := w.maxOnTheWay()
	if corners(loops) > limit {
		return nil, errTooLarge
	}
	var join func(list []int32, loops [][]Vec) (polygon.Region, error)
	join = func(list []int32, loops [][]Vec) (polygon.Region, error) {
		n := corners(loops)
		for _, u := range list {
			if n += corners(w.areas[w.units[u].area].Outline); n > atOnce && len(list) > 1 {
				break
			}
		}
		if n > atOnce && len(list) > 1 {
			a, err := join(list[:len(list)/2], nil)
			if err != nil {
				return nil, err
			}
			b, err := join(list[len(list)/2:], loops)
			if err != nil {
				return nil, err
			}
			area, err := w.clip.Union(a, b)
			return checked(area, limit, err)
		}
		for _, i := range list {
			u := w.units[i]
			loops = append(loops, moved(w.areas[u.area].Outline, w.corner(u.cell))...)
		}
		area, err := w.clip.Fill(polygon.Positive, loops...)
		return checked(area, limit, err)
	}
	return join(w.nearby(units), slices.Clip(loops))
}

// checked returns a copy of an area, or an error if it has more than limit corners.
func checked(area polygon.Region, limit int, err error) (polygon.Region, error) {
	n := 0
	for _, o := range area {
		n += corners(o)
	}
	if err == nil && n > limit {
		err = errTooLarge
	}
	if err != nil {
		return nil, err
	}
	return area.Clone(), nil
}

// nearby sorts units so that close ones follow each other: along a Z-order curve of blocks.
func (w *mosaicWork) nearby(units []int32) []int32 {
	if len(units) < atOnce/8 {
		return units
	}
	const block = 8
	key := func(i int32) uint64 {
		cell := int(w.units[i].cell)
		return spread(uint32(cell%w.Width/block)) | spread(uint32(cell/w.Width/block))<<1
	}
	out := slices.Clone(units)
	slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(key(a), key(b)) })
	return out
}

// spread inserts a zero bit before each bit.
func spread(x uint32) uint64 {
	v := uint64(x)
	v = (v | v<<16) & 0x0000FFFF0000FFFF
	v = (v | v<<8) & 0x00FF00FF00FF00FF
	v = (v | v<<4) & 0x0F0F0F0F0F0F0F0F
	v = (v | v<<2) & 0x3333333333333333
	return (v | v<<1) & 0x5555555555555555
}
