package ldtk

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/solarlune/ldtkgo"
)

// fieldImport is one entity's fields on their way in.
//
// A field of one value becomes a property. So does a list, as JSON text, and a reference to an entity, as that entity's
// iid. A point becomes a point on the entity's layer, a list of points a chain, or points where LDtk shows it as such;
// each is a trigger named entity.field, and its source's id is the entity's with the field's name behind it.
type fieldImport struct {
	*levelImport
	l      *levelRecord
	layer  *layerRecord
	e      *entityRecord
	source level.Source
}

func (f *fieldImport) all(c *level.Collider, read *ldtkgo.Entity) error {
	for i, p := range read.Properties {
		path := fmt.Sprintf("%s.fieldInstances[%d]", f.e.path, i)
		if p.IsNull() {
			if v := f.e.fields[i].value; !isNothing(v) {
				f.b.AddIssue(f.l.file.issue(importers.Loss, path, "%s is no value that can be kept", rawOf(v)))
			}
			continue
		}
		var err error
		switch {
		case p.Type == "Point":
			err = f.points(p, path, []any{p.Value})
		case p.Type == "Array<Point>":
			list, ok := p.Value.([]any)
			if !ok {
				f.b.AddIssue(f.l.file.issue(importers.Loss, path, "%s is not a list of points", rawOf(f.e.fields[i].value)))
				continue
			}
			err = f.points(p, path, list)
		default:
			f.property(c, p, path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *fieldImport) property(c *level.Collider, p *ldtkgo.Property, path string) {
	if c.Properties == nil {
		c.Properties = level.Properties{}
	}
	if _, twice := c.Properties[p.Identifier]; twice {
		f.b.AddIssue(f.l.file.issue(importers.Warning, path, "field %q stands twice; the last one holds", p.Identifier))
	}
	switch v := p.Value.(type) {
	case string, bool:
		c.Properties[p.Identifier] = v
	case float64:
		c.Properties[p.Identifier] = v
		f.fewerNumbers = f.fewerNumbers || math.Abs(v) > 1<<53 && p.Type == "Int"
	default:
		if ref, ok := entityRef(v); ok {
			c.Properties[p.Identifier] = ref
			return
		}
		if list, ok := v.([]any); ok {
			for i, e := range list {
				if ref, ok := entityRef(e); ok {
					list[i] = ref
				}
			}
		}
		data, err := compact(v)
		if err != nil {
			f.b.AddIssue(f.l.file.issue(importers.Loss, path, "the value cannot be kept: %v", err))
			return
		}
		c.Properties[p.Identifier] = data
	}
}

// compact is a value as JSON text.
func compact(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// entityRef is the iid that a reference names.
func entityRef(v any) (string, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return "", false
	}
	iid, ok := m["entityIid"].(string)
	return iid, ok
}

// points adds the colliders of a point field.
func (f *fieldImport) points(p *ldtkgo.Property, path string, list []any) error {
	var at []level.Vec
	for i, v := range list {
		if v == nil {
			f.b.AddIssue(f.l.file.issue(importers.Note, path, "point %d of field %q is not set", i, p.Identifier))
			continue
		}
		point, ok := f.point(v)
		if !ok {
			f.b.AddIssue(f.l.file.issue(importers.Loss, path, "point %d of field %q is no place in the level", i, p.Identifier))
			continue
		}
		at = append(at, point)
	}
	name := f.e.name + "." + p.Identifier
	display := f.e.def.display[p.Identifier]
	apart := display == "Points" || display == "PointStar"
	closed := display == "PointPathLoop"
	chain, dropped := distinct(at, closed)
	if len(chain) >= 2 && !apart {
		if dropped > 0 {
			f.b.AddIssue(f.l.file.issue(importers.Note, path, "%d points of field %q repeat the one before them", dropped, p.Identifier))
		}
		corner := chain[0]
		s := level.Shape{Kind: level.Chain, Closed: closed && len(chain) >= 3}
		for _, q := range chain {
			s.Points = append(s.Points, q.Sub(corner))
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

// point is the middle of the cell that a point names, in the document.
func (f *fieldImport) point(v any) (level.Vec, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return level.Vec{}, false
	}
	cx, okX := m["cx"].(float64)
	cy, okY := m["cy"].(float64)
	p := level.Vec{
		X: f.l.x + f.layer.offset.X + (cx+0.5)*f.layer.gridSize,
		Y: f.l.y + f.layer.offset.Y + (cy+0.5)*f.layer.gridSize,
	}
	return p, okX && okY && inReach(p.X, 0) && inReach(p.Y, 0)
}

// distinct is the points without those that repeat the one before them, or the first at a loop's end.
func distinct(points []level.Vec, closed bool) (out []level.Vec, dropped int) {
	for _, p := range points {
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	for closed && len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out, len(points) - len(out)
}
