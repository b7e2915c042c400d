package ldtk

import (
	"fmt"
	"math"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"

	"github.com/solarlune/ldtkgo"
)

// fieldImport holds the state of importing one entity's fields.
//
// A field with one value becomes a property. So do a list, as JSON, and a reference to an entity, as the entity's iid.
// A point becomes a point on the entity's layer, and a list of points becomes a chain, or points if LDtk shows it that
// way. Each is a trigger named entity.field, and its source id is the entity's id followed by the field's name.
type fieldImport struct {
	*levelImport
	l      *levelRecord
	layer  *layerRecord
	e      *entityRecord
	source level.Source
}

// isPoints reports whether a property is a point or a list of points.
func isPoints(p *ldtkgo.Property) bool { return p.Type == "Point" || p.Type == "Array<Point>" }

func (f *fieldImport) path(i int) string { return fmt.Sprintf("%s.fieldInstances[%d]", f.e.path, i) }

// properties returns the fields that are not points.
func (f *fieldImport) properties(read *ldtkgo.Entity) level.Properties {
	out := level.Properties{}
	for i, p := range read.Properties {
		path := f.path(i)
		switch {
		case p.IsNull():
			if v := f.e.fields[i].value; !importers.IsJSONNull(v) {
				f.issue(f.l, importers.Loss, path, "%s is not a value that can be kept", importers.JSONRaw(v))
			}
		case !isPoints(p):
			f.property(out, p, path)
		}
	}
	return out
}

// pointFields adds the colliders of the fields that hold points.
func (f *fieldImport) pointFields(read *ldtkgo.Entity) error {
	for i, p := range read.Properties {
		if p.IsNull() || !isPoints(p) {
			continue
		}
		list := []any{p.Value}
		if p.Type == "Array<Point>" {
			var ok bool
			if list, ok = p.Value.([]any); !ok {
				f.issue(f.l, importers.Loss, f.path(i), "%s is not a list of points",
					importers.JSONRaw(f.e.fields[i].value))
				continue
			}
		}
		if err := f.points(p, f.path(i), list); err != nil {
			return err
		}
	}
	return nil
}

func (f *fieldImport) property(to level.Properties, p *ldtkgo.Property, path string) {
	if _, twice := to[p.Identifier]; twice {
		f.issue(f.l, importers.Warning, path, "field %q is repeated; the last value is kept", p.Identifier)
	}
	switch v := p.Value.(type) {
	case string, bool:
		to[p.Identifier] = v
	case float64:
		to[p.Identifier] = v
		f.fewerNumbers = f.fewerNumbers || math.Abs(v) > 1<<53 && p.Type == "Int"
	default:
		if ref, ok := entityRef(v); ok {
			to[p.Identifier] = ref
			return
		}
		if list, ok := v.([]any); ok {
			for i, e := range list {
				if ref, ok := entityRef(e); ok {
					list[i] = ref
				}
			}
		}
		data, err := importers.CompactJSON(v)
		if err != nil {
			f.issue(f.l, importers.Loss, path, "the value cannot be kept: %v", err)
			return
		}
		to[p.Identifier] = data
	}
}

// levelProperties returns the fields of a level. Points become JSON with their cells, because a level's field names no
// layer on which they could be shapes.
func (im *levelImport) levelProperties(l *levelRecord) level.Properties {
	out := level.Properties{}
	for i, v := range importers.JSONElements(l.object["fieldInstances"]) {
		path := fmt.Sprintf("%s.fieldInstances[%d]", l.path, i)
		o := importers.JSONMembers(v)
		name, value := o.Text("__identifier"), o["__value"]
		switch p := importers.JSONProperty(value); {
		case name == "":
			im.issue(l, importers.Loss, path, "a field without a name was left out")
		case importers.IsJSONNull(value):
		case p == nil:
			im.issue(l, importers.Loss, path, "%s is not a value that can be kept", importers.JSONRaw(value))
		default:
			if ref, ok := entityRef(value.Value()); ok && value.IsObject() {
				p = ref
			}
			if n, ok := p.(float64); ok && math.Abs(n) > 1<<53 && o.Text("__type") == "Int" {
				im.fewerNumbers = true
			}
			out[name] = p
		}
	}
	return out
}

// entityRef returns the iid in a reference to an entity.
func entityRef(v any) (string, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return "", false
	}
	iid, ok := m["entityIid"].(string)
	return iid, ok
}

func (f *fieldImport) points(p *ldtkgo.Property, path string, list []any) error {
	var at []level.Vec
	for i, v := range list {
		if v == nil {
			f.issue(f.l, importers.Note, path, "point %d of field %q is not set", i, p.Identifier)
			continue
		}
		point, ok := f.point(v)
		if !ok {
			f.issue(f.l, importers.Loss, path, "point %d of field %q is not in the level", i, p.Identifier)
			continue
		}
		at = append(at, point)
	}
	name := f.e.name + "." + p.Identifier
	display := f.e.def.display[p.Identifier]
	apart := display == "Points" || display == "PointStar"
	closed := display == "PointPathLoop"
	if s, corner, dropped, ok := importers.Path(at, closed); ok && !apart {
		if dropped > 0 {
			f.issue(f.l, importers.Note, path, "dropped %s from field %q", quote.Count(dropped, "repeated point"),
				p.Identifier)
		}
		return f.add(name, s, corner, "."+p.Identifier)
	}
	for i, q := range at {
		suffix := "." + p.Identifier
		if len(at) > 1 {
			suffix = fmt.Sprintf("%s[%d]", suffix, i)
		}
		if err := f.add(name, level.Shape{Kind: level.Point}, q, suffix); err != nil {
			return err
		}
	}
	return nil
}

func (f *fieldImport) add(name string, s level.Shape, at level.Vec, suffix string) error {
	source := f.source
	source.ID += suffix
	c, err := f.b.Add(strings.TrimSpace(name), s, at, source)
	if err == nil {
		c.Role = level.Trigger
	}
	return err
}

// point returns the centre, in the document, of the cell that a point names.
func (f *fieldImport) point(v any) (level.Vec, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return level.Vec{}, false
	}
	cx, okX := m["cx"].(float64)
	cy, okY := m["cy"].(float64)
	p := f.layer.at(f.l, cx+0.5, cy+0.5)
	return p, okX && okY && importers.InReach(p.X, p.Y)
}
