package level

import (
	"maps"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

// placeSchema holds the keys of the place of an imported file's level: one line per level.
var placeSchema = newSchema(
	plainField("level", func(p *Place) *string { return &p.Level }, texts),
	row("id", func(p *Place) *string { return &p.ID }, texts, "", nil),
	plainField("at", func(p *Place) *Vec { return &p.At }, vectors),
	plainField("size", func(p *Place) *Vec { return &p.Size }, vectors),
	Field[Place]{
		Key:     "properties",
		isUsual: func(p *Place) bool { return len(p.Properties) == 0 },
		text: func(e *encoder, p *Place) {
			e.text("{")
			for i, name := range slices.Sorted(maps.Keys(p.Properties)) {
				if i > 0 {
					e.text(", ")
				}
				e.flow(name)
				e.text(": ")
				e.inline(p.Properties[name])
			}
			e.text("}")
		},
		read: func(d *decoder, n *yaml.Node, p *Place) error {
			p.Properties = Properties{}
			return d.propertyList(n, p.Properties)
		},
	},
	recordList("layers", func(p *Place) *[]LayerPlace { return &p.Layers }, layerPlaceSchema),
)

// layerPlaceSchema holds the keys of the place of a layer.
var layerPlaceSchema = newSchema(
	plainField("layer", func(l *LayerPlace) *string { return &l.Layer }, texts),
	row("id", func(l *LayerPlace) *string { return &l.ID }, texts, "", nil),
	row("offset", func(l *LayerPlace) *Vec { return &l.Offset }, vectors, Vec{}, nil),
	Field[LayerPlace]{
		Key:     "values",
		isUsual: func(l *LayerPlace) bool { return len(l.Values) == 0 },
		text: func(e *encoder, l *LayerPlace) {
			e.text("{")
			for i, v := range slices.Sorted(maps.Keys(l.Values)) {
				if i > 0 {
					e.text(", ")
				}
				e.value(v)
				e.text(": ")
				e.flow(l.Values[v])
			}
			e.text("}")
		},
		read: func(d *decoder, n *yaml.Node, l *LayerPlace) error {
			l.Values = map[int]string{}
			return d.Mapping(n, nil, func(key string, v *yaml.Node) error {
				i, err := strconv.Atoi(key)
				if err != nil {
					return d.Errorf(v, "%q is not a layer value: expected a whole number", key)
				}
				var s string
				err = d.Text(v, &s)
				l.Values[i] = s
				return err
			})
		},
	},
)

var tilesetSchema = newSchema(
	plainField("name", func(t *Tileset) *string { return &t.Name }, texts),
	plainField("first", func(t *Tileset) *int { return &t.First }, wholes),
)
