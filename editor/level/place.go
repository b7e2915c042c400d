package level

import (
	"maps"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

// The places of an imported file's levels and layers, as stored in a level file: one line per level.

var (
	placeKeys      = []string{"level", "id", "at", "size", "layers", "properties"}
	layerPlaceKeys = []string{"layer", "id", "offset", "values"}
	tilesetKeys    = []string{"name", "first"}
)

func (e *encoder) places(m *Import) {
	if len(m.Places) > 0 {
		e.text("    places:\n")
	}
	for i := range m.Places {
		p := &m.Places[i]
		e.text("      - {level: ")
		e.flow(p.Level)
		e.also("id", p.ID)
		e.more("at", p.At)
		e.more("size", p.Size)
		e.levelProperties(p.Properties)
		if len(p.Layers) > 0 {
			e.text(", layers: [")
			for k := range p.Layers {
				if k > 0 {
					e.text(", ")
				}
				e.layerPlace(&p.Layers[k])
			}
			e.text("]")
		}
		e.text("}\n")
	}
	if len(m.Tilesets) == 0 {
		return
	}
	e.text("    tilesets:\n")
	for _, t := range m.Tilesets {
		e.text("      - {name: ")
		e.flow(t.Name)
		e.more("first", t.First)
		e.text("}\n")
	}
}

// levelProperties writes the imported file's values for a level.
func (e *encoder) levelProperties(list Properties) {
	if len(list) == 0 {
		return
	}
	e.text(", properties: {")
	for i, name := range slices.Sorted(maps.Keys(list)) {
		if i > 0 {
			e.text(", ")
		}
		e.flow(name)
		e.text(": ")
		e.inline(list[name])
	}
	e.text("}")
}

func (e *encoder) layerPlace(l *LayerPlace) {
	e.text("{layer: ")
	e.flow(l.Layer)
	e.also("id", l.ID)
	e.also("offset", l.Offset)
	if len(l.Values) > 0 {
		e.text(", values: {")
		for i, v := range slices.Sorted(maps.Keys(l.Values)) {
			if i > 0 {
				e.text(", ")
			}
			e.value(v)
			e.text(": ")
			e.flow(l.Values[v])
		}
		e.text("}")
	}
	e.text("}")
}

func (d *decoder) place(to *[]Place, n *yaml.Node) error {
	var p Place
	err := d.values(n, placeKeys, func(key string, v *yaml.Node) error {
		if key == "properties" {
			p.Properties = Properties{}
			return d.propertyList(v, p.Properties)
		}
		return d.Sequence(v, func(_ int, n *yaml.Node) error { return d.layerPlace(&p.Layers, n) })
	}, &p.Level, &p.ID, &p.At, &p.Size)
	*to = append(*to, p)
	return err
}

func (d *decoder) layerPlace(to *[]LayerPlace, n *yaml.Node) error {
	var l LayerPlace
	err := d.values(n, layerPlaceKeys, func(_ string, v *yaml.Node) error {
		l.Values = map[int]string{}
		return d.layerValues(l.Values, v)
	}, &l.Layer, &l.ID, &l.Offset)
	*to = append(*to, l)
	return err
}

func (d *decoder) layerValues(to map[int]string, n *yaml.Node) error {
	return d.Mapping(n, nil, func(key string, v *yaml.Node) error {
		i, err := strconv.Atoi(key)
		if err != nil {
			return d.Errorf(v, "%q is not a layer value: expected a whole number", key)
		}
		var s string
		err = d.Text(v, &s)
		to[i] = s
		return err
	})
}

func (d *decoder) tileset(to *[]Tileset, n *yaml.Node) error {
	var t Tileset
	err := d.values(n, tilesetKeys, nil, &t.Name, &t.First)
	*to = append(*to, t)
	return err
}
