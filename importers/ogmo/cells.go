package ogmo

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/quote"
	"fillet/importers"
)

// table reads a layer's array of one or two dimensions into a grid; cell returns the number of a value. A level cell
// without a value in the array is empty.
//
// In an array without rows, the length of a row follows from the level's width, because gridCellsX is one too large if
// the width is not a whole number of cells.
func (im *levelImport) table(
	ctx context.Context, l *levelRecord, layer *layerRecord, list, rows string, cell func(value) int,
) (importers.Grid, error) {
	g := importers.Grid{CellWidth: layer.cell.X, CellHeight: layer.cell.Y}
	key := rows
	if !layer.object[rows].IsArray() {
		key = list
	}
	array := layer.object[key]
	path := layer.path + "." + key
	count, longest, height, ragged := 0, 0, 0, false
	array.ForEach(func(_, v value) bool {
		n := 1
		if key == rows {
			n = 0
			v.ForEach(func(_, _ value) bool { n++; return true })
			ragged = ragged || height > 0 && n != longest
		}
		longest = max(longest, n)
		count += n
		height++
		return true
	})
	if count == 0 {
		return g, nil
	}
	g.Width, g.Height = longest, height
	if key == list {
		g.Width = im.stride(l, layer, path, count)
		g.Height = (count + g.Width - 1) / g.Width
		if g.Height == 1 {
			g.Width = min(g.Width, count)
		}
	}
	// A few long rows among many short rows span a grid far larger than the file.
	if g.Width > importers.MaxGridSide || g.Height > importers.MaxGridSide ||
		g.Width*g.Height > min(importers.MaxCells, 4*count+4096) {
		return g, l.file.Fail(path, array, "%d values span %d by %d cells, beyond the limit", count, g.Width, g.Height)
	}
	if ragged {
		im.issue(l, importers.Warning, path, "the rows differ in length; missing cells are empty")
	}
	g.Cells = make([]int, g.Width*g.Height)
	at := 0
	var err error
	put := func(v value) {
		if g.Cells[at] = cell(v); at%4096 == 0 {
			err = ctx.Err()
		}
		at++
	}
	array.ForEach(func(_, v value) bool {
		if key == list {
			put(v)
			return err == nil
		}
		end := at + g.Width
		v.ForEach(func(_, v value) bool { put(v); return err == nil })
		at = end
		return err == nil
	})
	return g, err
}

// stride returns the number of cells per row in a list of count cells.
func (im *levelImport) stride(l *levelRecord, layer *layerRecord, path string, count int) int {
	says := layer.object.Number("gridCellsX")
	n := math.Ceil((l.Width - layer.offset.X) / layer.cell.X)
	isCount := func(x float64) bool { return x >= 1 && x <= importers.MaxGridSide && x == math.Trunc(x) }
	switch {
	case !isCount(n) && !isCount(says):
		im.issue(l, importers.Warning, path,
			"neither the level's width nor gridCellsX gives the number of cells in a row; all were read as one row")
		return min(count, importers.MaxGridSide)
	case !isCount(n) || isCount(says) && count%int(n) != 0 && count%int(says) == 0:
		im.issue(l, importers.Warning, path,
			"the number of cells in a row is %g, from gridCellsX, not %g, from the level's width", says, n)
		return int(says)
	default:
		if rows := max(math.Ceil((l.Height-layer.offset.Y)/layer.cell.Y), 0); rows*n != float64(count) {
			im.issue(l, importers.Loss, path, "found %s for %g by %g cells", quote.Count(count, "value"), n, rows)
		}
	}
	return int(n)
}

// gridLayer imports a layer of values. A value is a string: a key of the layer's legend, whose first key means empty.
func (im *levelImport) gridLayer(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	n := im.set.newNumbering(layer)
	if len(layer.def.legend) == 0 {
		im.issue(l, importers.Note, layer.path, "the layer has no legend; the value 0 is taken for empty")
	}
	g, err := im.table(ctx, l, layer, "grid", "grid2D", n.number)
	if err != nil || len(g.Cells) == 0 {
		return err
	}
	if len(n.unknown) > 0 && layer.def != noLayer {
		im.issue(l, importers.Warning, layer.path, "the project's legend lacks %s; the first is %q",
			quote.Count(len(n.unknown), "value"), n.unknown[0])
	}
	im.issueCount(l, importers.Loss, layer.path, n.odd, "cell", "treated %s without a text value as empty")
	return im.b.Cells(ctx, importers.CellLayer{
		Grid: g, Origin: l.Corner().Add(layer.offset),
		Level: l.Name, Layer: layer.name, Path: l.file.Place(layer.path), Name: n.name, Key: n.name,
	})
}

// numbering assigns numbers to the keys of a legend. The empty key has 0; numeric keys, even those found only in
// levels, keep their numbers; the others get the next free numbers in the legend's order.
type numbering struct {
	empty   string
	taken   map[int]bool // numbers of numeric keys
	of      map[string]int
	names   map[int]string // names of keys that are not numeric
	next    int
	unknown []string
	odd     int
}

// keyNumber returns the number of a numeric key.
func keyNumber(key string) (int, bool) {
	k, ok := arrayIndex(key)
	return k, ok && k > 0
}

// keyOf returns the key of a cell, or "" if it has none.
func keyOf(v value) string {
	if x, isNumber := importers.JSONNumber(v); isNumber {
		if k := int(min(max(x, -1), math.MaxInt32)); float64(k) == x && strings.ContainsAny(v.Raw, ".eE") {
			return strconv.Itoa(k)
		}
		return v.Raw
	}
	return importers.JSONText(v)
}

// eachCell calls f for the cells of a layer of values, until it returns false.
func (layer *layerRecord) eachCell(f func(value) bool) {
	more := true
	cell := func(v value) bool { more = f(v); return more }
	for _, key := range []string{"grid", "grid2D"} {
		layer.object[key].ForEach(func(_, v value) bool {
			if !v.IsArray() {
				return cell(v)
			}
			v.ForEach(func(_, v value) bool { return cell(v) })
			return more
		})
	}
}

// numbersOf returns the numeric keys that the levels' cells of a layer have, whether or not its legend has them.
func (s *levelSet) numbersOf(layer *layerRecord) map[int]bool {
	if out, ok := s.numbers[layer.eid]; ok {
		return out
	}
	out := map[int]bool{}
	for _, l := range s.levels {
		for _, one := range l.layers {
			if one.eid != layer.eid || one.kind() != kindGrid {
				continue
			}
			last := ""
			one.eachCell(func(v value) bool {
				if key := keyOf(v); key != last {
					if last = key; len(out) < maxLegend {
						if k, ok := keyNumber(key); ok {
							out[k] = true
						}
					}
				}
				return true
			})
		}
	}
	if s.numbers == nil {
		s.numbers = map[string]map[int]bool{}
	}
	s.numbers[layer.eid] = out
	return out
}

func (s *levelSet) newNumbering(layer *layerRecord) *numbering {
	n := &numbering{empty: "0", taken: s.numbersOf(layer), of: map[string]int{}, names: map[int]string{}, next: 1}
	legend := layer.def.legend
	if len(legend) > 0 {
		n.empty = legend[0].key
		legend = legend[1:]
	}
	n.of[n.empty] = 0
	for _, e := range legend {
		if k, ok := keyNumber(e.key); ok {
			n.of[e.key] = k
			n.next = max(n.next, k+1)
		}
	}
	for _, e := range legend {
		n.add(e.key)
	}
	return n
}

// add numbers a key that has no number yet.
func (n *numbering) add(key string) int {
	if k, ok := n.of[key]; ok {
		return k
	}
	for n.taken[n.next] {
		n.next++
	}
	n.of[key] = n.next
	n.names[n.next] = key
	n.next++
	return n.next - 1
}

func (n *numbering) number(v value) int {
	key := keyOf(v)
	if key == "" {
		n.odd++
		return 0
	}
	k, ok := n.of[key]
	if !ok {
		if len(n.unknown) == maxLegend {
			n.odd++
			return 0
		}
		n.unknown = append(n.unknown, key)
		if i, isNumber := keyNumber(key); isNumber && n.taken[i] {
			n.of[key] = i
			return i
		}
		k = n.add(key)
	}
	return k
}

func (n *numbering) name(i int) string { return n.names[i] }

// unknownColumns is the number of tiles per row for numbering tiles if the tileset's width is unknown.
const unknownColumns = 1000

// tileLayer imports the tiles of a layer that have shapes, and other tiles if a mapping rule or the layer's name
// selects them. Tiles that are not selected are only pictures.
func (im *levelImport) tileLayer(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	list, rows, coords := "data", "data2D", false
	if layer.object["dataCoords"].IsArray() || layer.object["dataCoords2D"].IsArray() {
		list, rows, coords = "dataCoords", "dataCoords2D", true
	}
	columns := 0
	if set := im.tileset(layer); set != nil {
		columns = set.columns
	}
	unknown := columns == 0
	if unknown {
		columns = unknownColumns
	}
	bad, tiles := 0, 0
	g, err := im.table(ctx, l, layer, list, rows, func(v value) int {
		id, ok := tileNumber(v, coords, columns)
		if !ok {
			bad++
		}
		if id < 0 {
			return 0
		}
		tiles++
		return id + 1
	})
	if err != nil {
		return err
	}
	im.issueCount(l, importers.Loss, layer.path, bad, "invalid tile value", "treated %s as empty")
	if tiles == 0 {
		return nil
	}
	flips, err := im.table(ctx, l, layer, "tileFlags", "tileFlags2D", func(v value) int {
		n := importers.JSONNumberOr(v, 0)
		return int(min(max(n, 0), 7))
	})
	if err != nil {
		return err
	}
	var flip []importers.Flip // by cell; nil if no tile is flipped
	if flips.Width == g.Width && flips.Height == g.Height {
		flip = make([]importers.Flip, len(flips.Cells))
		for i, f := range flips.Cells {
			flip[i] = importers.Flip(f)
		}
	} else if slices.ContainsFunc(flips.Cells, func(f int) bool { return f != 0 }) {
		im.issue(l, importers.Loss, layer.path, "left out the flips of layer %q: they are %d by %d cells, and the "+
			"layer is %d by %d", layer.name, flips.Width, flips.Height, g.Width, g.Height)
	}
	shown := columns
	if unknown && !coords {
		shown = 0
	}
	im.tilePictures(l, layer, g, flip, shown)
	says := im.tilesOf(l, layer, &g)
	shaped, err := im.tileShapes(ctx, l, layer, &g, flip, coords && unknown)
	if err != nil {
		return err
	}
	if says.IsPicture = says.IsPicture || shaped > 0; tiles == shaped {
		return nil
	}
	if !im.b.TakesTiles(says) {
		if !im.b.WantsPictures() {
			im.issue(l, importers.Note, layer.path, "left out %s of layer %q without collision shapes; a mapping rule "+
				"for the layer turns tiles into colliders", quote.Count(tiles-shaped, "tile"), layer.name)
		}
		return nil
	}
	if coords && unknown {
		im.issue(l, importers.Note, layer.path,
			"the tileset's width is unknown; the tile in column x and row y has the number y*%d + x", unknownColumns)
	}
	return im.b.Cells(ctx, importers.CellLayer{
		Grid: g, Origin: l.Corner().Add(layer.offset),
		Level: l.Name, Layer: layer.name, Path: l.file.Place(layer.path), Tiles: says, Flips: flip,
		Value: func(cell int) int { return cell - 1 },
		Name:  func(int) string { return "" },
	})
}

// tilesOf describes the layer for the defaults. Its name does not make its tiles solid if the layer fills every cell,
// or if a grid defines the level's solid cells.
func (im *levelImport) tilesOf(l *levelRecord, layer *layerRecord, g *importers.Grid) *importers.TileLayer {
	says := &importers.TileLayer{Name: layer.name}
	counts := map[int]int{}
	for _, cell := range g.Cells {
		if cell != 0 {
			counts[cell-1]++
		}
	}
	isFull := im.b.Tiles(says, counts, float64(len(g.Cells)))
	says.IsPicture = isFull || im.b.NamesWalls(says) != importers.NoWalls && im.hasSolidGrid(l)
	return says
}

// hasSolidGrid reports whether a grid layer defines a level's solid cells.
func (im *levelImport) hasSolidGrid(l *levelRecord) bool {
	for _, layer := range l.layers {
		if layer.kind() != kindGrid {
			continue
		}
		n, found := im.set.newNumbering(layer), false
		layer.eachCell(func(v value) bool {
			k := n.number(v)
			found = k != 0 && im.b.IsSolidValue(layer.name, k, n.name(k))
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// tileNumber returns a tile's number, or -1 for none; ok is false if the value is not a tile.
func tileNumber(v value, coords bool, columns int) (id int, ok bool) {
	toInt := func(v value) (int, bool) {
		n, ok := importers.JSONNumber(v)
		if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<20 {
			return -1, false
		}
		return int(n), true
	}
	if !coords {
		id, ok = toInt(v)
		return max(id, -1), ok
	}
	var xy [2]int
	n := 0
	for i, e := range importers.JSONElements(v) {
		if i == len(xy) {
			break
		}
		if xy[i], ok = toInt(e); !ok {
			return -1, false
		}
		n++
	}
	switch {
	case n == 1 && xy[0] == -1: // an empty cell
		return -1, true
	case n != 2 || xy[0] < 0 || xy[1] < 0 || xy[0] >= columns || xy[1] > math.MaxInt32/columns:
		return -1, false
	}
	return xy[1]*columns + xy[0], true
}
