package importers

import (
	"cmp"
	"path"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Found lists what a file contains that rules of a mapping can match, for a dialog that offers them.
type Found struct {
	Values   []FoundValue
	Entities []FoundEntity
	Tilesets []FoundTileset
}

// FoundTileset is a tileset whose tiles can get shapes from a file of tile shapes.
type FoundTileset struct {
	Name    string // display name
	Picture string // file of its picture, relative to the source; may be empty
	Shapes  string // file of its shapes, relative to the source; empty if none was found
	Named   bool   // whether the mapping names that file
	Tiles   int    // number of tiles with shapes
}

// FoundValue is a value of a layer of cells, or the tiles of a layer that one rule merges.
type FoundValue struct {
	Layer string // as [Rule] matches it
	Value int    // the lowest one of merged tiles
	Name  string
	Tiles int // number of different tiles that are merged; 0 for a value
	Cells int
	Rule  Rule // rule that the import applied
}

// Match returns a rule that matches this value or these tiles, and nothing of the layer that has another row.
func (f *FoundValue) Match() Rule {
	if f.Tiles > 0 {
		return Rule{Layer: f.Layer, Name: f.Rule.Name, Field: f.Rule.Field, Is: f.Rule.Is}
	}
	value := f.Value
	return Rule{Layer: f.Layer, Value: &value}
}

// FoundEntity is a kind of entity that a file contains.
type FoundEntity struct {
	Name  string // as [EntityRule] matches it
	Layer string // layer of the first one
	Count int
	Role  level.Role // role if no rule sets it
	Rule  EntityRule // rule that the import applied to the first one
}

// foundTilesets lists the tilesets whose shapes the import asked for.
func (b *Builder) foundTilesets() []FoundTileset {
	var out []FoundTileset
	for _, t := range b.shapes.asked[:min(len(b.shapes.asked), maxFound)] {
		f := FoundTileset{Name: cmp.Or(t.Name, stemOf(t.Picture), stemOf(t.File))}
		if t.Picture != "" {
			f.Picture = path.Join(t.Dir, slashed(t.Picture))
		}
		if s := b.shapes.of[t]; s != nil {
			f.Shapes, f.Tiles = s.name, s.tiles
			f.Named = slices.ContainsFunc(b.shapes.named, func(n namedTiles) bool { return n.shapes == s })
		}
		out = append(out, f)
	}
	return out
}

// maxFound limits how many values, kinds of entities and tilesets are listed.
const maxFound = 500

type valueKey struct {
	layer string
	value int
	rule  string // of merged tiles: what it matches
}

// findings collects what is found.
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
		k.value, k.rule = 0, matcher(r)
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

// entity counts entities by their kind if they have one, as each may have a name of its own.
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
			cmp.Compare(matcher(a.Rule), matcher(b.Rule)))
	})
	slices.SortFunc(out.Entities, func(a, b FoundEntity) int {
		return cmp.Or(quote.Natural(a.Name, b.Name), cmp.Compare(a.Name, b.Name))
	})
	return out
}
