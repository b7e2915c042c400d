package importers

import (
	"cmp"
	"slices"

	"fillet/editor/level"
)

// Found lists what a file contains that rules of a mapping can match, for a dialog that offers them.
type Found struct {
	Values   []FoundValue
	Entities []FoundEntity
}

// FoundValue is a value of a layer of cells.
type FoundValue struct {
	Layer string // as [Rule] matches it
	Value int
	Name  string
	Cells int
	Rule  Rule // what the import made of it
}

// FoundEntity is the entities of one kind.
type FoundEntity struct {
	Name  string // as [EntityRule] matches it
	Layer string // of the first of them
	Count int
	Role  level.Role // what they are where no rule says so
	Rule  EntityRule // what the import made of the first of them
}

// maxFound is how many values and how many kinds of entities are listed at most.
const maxFound = 500

type valueKey struct {
	layer string
	value int
}

// findings gathers what is found.
type findings struct {
	values   map[valueKey]*FoundValue
	entities map[string]*FoundEntity
}

func (f *findings) value(layer string, value int, name string, cells int, r Rule) {
	if f.values == nil {
		f.values = map[valueKey]*FoundValue{}
	}
	k := valueKey{layer, value}
	if f.values[k] == nil {
		if len(f.values) == maxFound {
			return
		}
		f.values[k] = &FoundValue{Layer: layer, Value: value, Name: name, Rule: r}
	}
	f.values[k].Cells += cells
}

// entity counts an entity under its kind, which says more than a name that may be each one's own.
func (f *findings) entity(e Entity, r EntityRule) {
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
		f.entities[name] = &FoundEntity{Name: name, Layer: e.Source.Layer, Role: e.DefaultRole(), Rule: r}
	}
	f.entities[name].Count++
}

func (f *findings) all() Found {
	var out Found
	for _, v := range f.values {
		out.Values = append(out.Values, *v)
	}
	for _, e := range f.entities {
		out.Entities = append(out.Entities, *e)
	}
	slices.SortFunc(out.Values, func(a, b FoundValue) int { return cmp.Or(cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.Value, b.Value)) })
	slices.SortFunc(out.Entities, func(a, b FoundEntity) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
