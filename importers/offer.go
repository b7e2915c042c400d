package importers

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Offer is a suggested rule that would make walls in a file that otherwise has none.
type Offer struct {
	Rule  Rule
	Cells int // number that the rule matches
}

// Where names the rule's layer, and its value if it has one.
func (o *Offer) Where() string {
	if o.Rule.Value != nil {
		return fmt.Sprintf("value %d in layer %q", *o.Rule.Value, quote.Excerpt(o.Rule.Layer))
	}
	return fmt.Sprintf("layer %q", quote.Excerpt(o.Rule.Layer))
}

// String explains that nothing is solid, and gives the rule as the text of a mapping file.
func (o *Offer) String() string {
	noun := "tile"
	if o.Rule.Value != nil {
		noun = "cell"
	}
	what := fmt.Sprintf("nothing in it is solid. To make the %s of %s solid", quote.Count(o.Cells, noun), o.Where())
	const limit = 1000 // bytes of a message
	text := o.Text()
	if len(text) > limit {
		return what + ", add a mapping with a rule for it"
	}
	return what + ", use this mapping: " + text
}

// Text returns the mapping file on one line.
func (o *Offer) Text() string { return "rules: [" + ruleText(&o.Rule) + "]" }

// tilesSeen holds the tiles of each layer of a file, imported or not.
type tilesSeen struct{ layers []*seenLayer }

type seenLayer struct {
	layer  TileLayer
	counts map[int]int // by value: the number of tiles
	cells  float64     // of the layer, in all levels
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

// Tiles records how often each tile occurs in a layer of tiles with the given number of cells. Layers with the same
// name in several levels count together. It reports whether the layer leaves no cell empty.
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

// offer returns a rule for a file that has tiles or values but nothing solid, else nil. It takes the tile layer with
// the most tiles, but prefers layers with empty cells, and takes scenery last.
func (b *Builder) offer() *Offer {
	for c := range b.doc.Colliders() {
		if c.Role != level.Trigger {
			return nil
		}
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
	var largest *FoundValue
	for _, v := range b.found.all().Values {
		if largest == nil || v.Cells > largest.Cells {
			largest = &v
		}
	}
	if largest == nil {
		return nil
	}
	return &Offer{Rule{Layer: largest.Layer, Value: &largest.Value, Effect: Effect{Role: level.Solid}}, largest.Cells}
}

// offer returns the rule for a layer. If hardly any cell is empty, the most common tile is probably the floor, so the
// rule is for the next one.
func (s *seenLayer) offer() *Offer {
	o := &Offer{Rule{Layer: s.layer.Name, Merge: s.layer.Name[strings.LastIndexByte(s.layer.Name, '/')+1:]}, s.count()}
	if !s.isFull() || len(s.counts) < 2 {
		return o
	}
	values := slices.SortedFunc(maps.Keys(s.counts), func(a, b int) int { return cmp.Or(s.counts[b]-s.counts[a], a-b) })
	o.Rule.Value, o.Rule.Merge, o.Cells = &values[1], "", s.counts[values[1]]
	return o
}

// scenery counts the cells that are left out because of their names.
type scenery struct {
	cells int
	of    []string
}

// names lists the first few names that were left out, and the number of others.
func (s *scenery) names() string {
	const limit = 4
	slices.Sort(s.of)
	out := make([]string, 0, limit)
	for _, name := range s.of[:min(len(s.of), limit)] {
		out = append(out, fmt.Sprintf("%q", quote.Excerpt(name)))
	}
	if len(s.of) > limit {
		out = append(out, fmt.Sprintf("%d more", len(s.of)-limit))
	}
	return strings.Join(out, ", ")
}

// Found lists the parts of a file that mapping rules can match, for a dialog that edits the rules.
type Found struct {
	Values   []FoundValue
	Entities []FoundEntity
	Tilesets []FoundTileset
}

// FoundTileset is a tileset that may have a file of tile shapes.
type FoundTileset struct {
	Name   string // display name
	Shapes string // file of its shapes, relative to the source; empty if none was found
	Named  bool   // whether the mapping names that file
	Tiles  int    // number of tiles with shapes
}

// FoundValue is a value of a layer of cells, or the set of tiles of a layer that one rule merges.
type FoundValue struct {
	Layer string // as [Rule] matches it
	Value int    // the lowest value of merged tiles
	Name  string
	Tiles int // number of different merged tiles; 0 for a value
	Cells int
	Rule  Rule // the rule that the import applied
}

// Match returns a rule that matches this value or these tiles, but no other entry of the layer.
func (f *FoundValue) Match() Rule {
	if f.Tiles > 0 {
		return Rule{Layer: f.Layer, Name: f.Rule.Name, Field: f.Rule.Field, FieldValue: f.Rule.FieldValue}
	}
	value := f.Value
	return Rule{Layer: f.Layer, Value: &value}
}

// FoundEntity is a kind of entity that a file contains.
type FoundEntity struct {
	Name  string // as [EntityRule] matches it
	Layer string // the layer of the first one
	Count int
	Role  level.Role // the role if no rule sets it
	Rule  EntityRule // the rule that the import applied to the first one
}

// foundTilesets lists the tilesets whose shapes the import asked for.
func (b *Builder) foundTilesets() []FoundTileset {
	var out []FoundTileset
	for _, t := range b.shapes.asked[:min(len(b.shapes.asked), maxFound)] {
		f := FoundTileset{Name: cmp.Or(t.Name, stemOf(t.Picture), stemOf(t.File))}
		if s := b.shapes.of[t]; s != nil {
			f.Shapes, f.Tiles = s.name, s.tiles
			f.Named = slices.ContainsFunc(b.shapes.named, func(n namedTiles) bool { return n.shapes == s })
		}
		out = append(out, f)
	}
	return out
}

// maxFound limits the number of values, kinds of entities and tilesets that are listed.
const maxFound = 500

type valueKey struct {
	layer string
	value int
	rule  string // for merged tiles: the rule's conditions
}

// findings collects the entries of [Found].
type findings struct {
	values   map[valueKey]*FoundValue
	entities map[string]*FoundEntity
}

func (f *findings) value(l *CellLayer, value, cells int, r Rule) {
	if f.values == nil {
		f.values = map[valueKey]*FoundValue{}
	}
	k := valueKey{layer: l.Layer, value: value}
	isMerged := l.Tiles != nil && r.Merge != "" && r.Value == nil
	if isMerged {
		k.value, k.rule = 0, matcher(&r)
	}
	v := f.values[k]
	if v == nil {
		if len(f.values) == maxFound {
			return
		}
		v = &FoundValue{Layer: l.Layer, Value: value, Name: l.Name(value), Rule: r}
		if isMerged {
			v.Name = r.Merge
		}
		f.values[k] = v
	}
	if isMerged {
		v.Tiles++
	}
	v.Value = min(v.Value, value)
	v.Cells += cells
}

// entity counts entities by their kind if they have one, because each may have a different name.
func (f *findings) entity(e Entity, role level.Role, r EntityRule, count int) {
	name := e.Name
	if len(e.Kinds) > 0 && e.Kinds[0] != "" {
		name = e.Kinds[0]
	}
	if f.entities == nil {
		f.entities = map[string]*FoundEntity{}
	}
	if f.entities[name] == nil {
		if len(f.entities) == maxFound {
			return
		}
		f.entities[name] = &FoundEntity{Name: name, Layer: e.Source.Layer, Role: role, Rule: r}
	}
	f.entities[name].Count += count
}

func (f *findings) all() Found {
	var out Found
	for _, v := range f.values {
		out.Values = append(out.Values, *v)
	}
	for _, e := range f.entities {
		out.Entities = append(out.Entities, *e)
	}
	slices.SortFunc(out.Values, func(a, b FoundValue) int {
		return cmp.Or(quote.Natural(a.Layer, b.Layer), cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.Value, b.Value),
			cmp.Compare(matcher(&a.Rule), matcher(&b.Rule)))
	})
	slices.SortFunc(out.Entities, func(a, b FoundEntity) int {
		return cmp.Or(quote.Natural(a.Name, b.Name), cmp.Compare(a.Name, b.Name))
	})
	return out
}
