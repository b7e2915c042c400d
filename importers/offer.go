package importers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Offer is a rule that would make walls in a file that has none otherwise.
type Offer struct {
	Rule  Rule
	Cells int // number that it matches
}

// Where names the layer of the tiles, and their value if the rule is for one.
func (o *Offer) Where() string {
	if o.Rule.Value != nil {
		return fmt.Sprintf("value %d in layer %q", *o.Rule.Value, quote.Excerpt(o.Rule.Layer))
	}
	return fmt.Sprintf("layer %q", quote.Excerpt(o.Rule.Layer))
}

// String describes what is missing, and gives the rule as the text of a mapping file.
func (o *Offer) String() string {
	what := fmt.Sprintf("the %d tiles of %s", o.Cells, o.Where())
	if o.Rule.Value != nil {
		what = fmt.Sprintf("the %d cells of %s", o.Cells, o.Where())
	}
	const most = 1000 // bytes of a message
	text := o.Text()
	if len(text) > most {
		return fmt.Sprintf("nothing in it is solid. If %s are walls, add a mapping with a rule for it", what)
	}
	return fmt.Sprintf("nothing in it is solid. If %s are walls, use this mapping: %s", what, text)
}

// Text returns the mapping file on one line.
func (o *Offer) Text() string {
	var f flow
	o.Rule.match(&f)
	o.Rule.give(&f)
	return "rules: [" + f.String() + "]"
}

// tilesSeen holds the tiles of each layer of a file, imported or not.
type tilesSeen struct{ layers []*seenLayer }

type seenLayer struct {
	layer  TileLayer
	counts map[int]int // number of tiles by value
	cells  float64     // in all levels
}

// isFull reports whether there are tiles almost everywhere, as in a picture of the ground.
func (s *seenLayer) isFull() bool { return float64(s.count()) >= float64(0.9*s.cells) }

func (s *seenLayer) count() int {
	n := 0
	for _, k := range s.counts {
		n += k
	}
	return n
}

// Tiles records how often each tile occurs in a layer of tiles with the given number of cells. Layers of one name in
// several levels count together. It reports whether the layer leaves no cell empty.
func (b *Builder) Tiles(l *TileLayer, counts map[int]int, cells float64) (isFull bool) {
	i := slices.IndexFunc(b.tiles.layers, func(s *seenLayer) bool { return s.layer.Name == l.Name })
	if i < 0 {
		i = len(b.tiles.layers)
		b.tiles.layers = append(b.tiles.layers, &seenLayer{layer: *l, counts: map[int]int{}})
	}
	s := b.tiles.layers[i]
	s.cells += cells
	n := 0
	for v, k := range counts {
		s.counts[v] += k
		n += k
	}
	return float64(n) >= cells
}

// offer returns a rule for a file that has tiles or values but nothing solid, and nil for others. Among layers of
// tiles, it takes the one with the most tiles, but prefers layers with empty cells, and takes scenery last.
func (b *Builder) offer() *Offer {
	if b.hasSolid() {
		return nil
	}
	var best *seenLayer
	rank := func(s *seenLayer) []int {
		r := []int{2, s.count()}
		if s.isFull() {
			r[0] = 1
		}
		if v := s.layer.says(b.words()); v.isNone || v.role != 0 && v.tag != "" {
			r[0] = 0
		}
		return r
	}
	for _, s := range b.tiles.layers {
		if best == nil || slices.Compare(rank(s), rank(best)) > 0 {
			best = s
		}
	}
	if best != nil && best.count() > 0 {
		return best.offer()
	}
	var most *FoundValue
	for _, v := range b.found.all().Values {
		if most == nil || v.Cells > most.Cells {
			most = &v
		}
	}
	if most == nil {
		return nil
	}
	return &Offer{Rule{Layer: most.Layer, Value: &most.Value, Effect: Effect{Role: level.Solid}}, most.Cells}
}

// offer returns the rule for a layer. If hardly a cell is empty, the commonest tile is likely the floor, and the rule
// is for the next one.
func (s *seenLayer) offer() *Offer {
	o := &Offer{Rule{Layer: s.layer.Name, Merge: s.layer.Name[strings.LastIndexByte(s.layer.Name, '/')+1:]}, s.count()}
	if !s.isFull() || len(s.counts) < 2 {
		return o
	}
	values := make([]int, 0, len(s.counts))
	for v := range s.counts {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b int) int { return cmp.Or(s.counts[b]-s.counts[a], a-b) })
	o.Rule.Value, o.Rule.Merge, o.Cells = &values[1], "", s.counts[values[1]]
	return o
}

func (b *Builder) hasSolid() bool {
	for c := range b.doc.Colliders() {
		if c.Role != level.Trigger {
			return true
		}
	}
	return false
}

// scenery counts the cells that are left out because of their names.
type scenery struct {
	cells int
	of    []string
}

func (s *scenery) add(name string, cells int) {
	s.cells += cells
	if !slices.Contains(s.of, name) {
		s.of = append(s.of, name)
	}
}

// names lists what was left out: the first few and the number of others.
func (s *scenery) names() string {
	const most = 4
	slices.Sort(s.of)
	out := make([]string, 0, most)
	for _, name := range s.of[:min(len(s.of), most)] {
		out = append(out, fmt.Sprintf("%q", quote.Excerpt(name)))
	}
	if len(s.of) > most {
		out = append(out, fmt.Sprintf("%d more", len(s.of)-most))
	}
	return strings.Join(out, ", ")
}
