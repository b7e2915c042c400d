package prefab

import (
	"fmt"
	"math"
	"slices"

	"fillet/editor/level"
)

// orderStep is between the orders of the parts of one instance: so little that no other record lies between.
const orderStep = 1.0 / (1 << 24)

// Expand is [level.Expander]'s.
func (e *expander) Expand(of *level.Instance, s *level.Settings) ([]level.ColliderSnapshot, error) {
	e.total -= e.counts[of.ID]
	delete(e.counts, of.ID)
	p, err := e.find(of.Prefab)
	if err != nil {
		return nil, err
	}
	if len(p.parts) > MaxParts || e.total+len(p.parts) > MaxTotal || len(e.stack) > 1 && e.total+len(p.parts) > MaxParts {
		return nil, ErrTooMany
	}
	e.total += len(p.parts)
	e.counts[of.ID] = len(p.parts)
	out := make([]level.ColliderSnapshot, 0, len(p.parts))
	records := make([]level.Collider, len(p.parts))
	tags := make([]level.Part, len(p.parts))
	place := placing{of: of, prefab: p, settings: s}
	place.prepare()
	changes := of.Changes
	changed := 0
	for i := range p.parts {
		from := &p.parts[i]
		shape := from.at(p.origin, of.Flip)
		if len(changes) > 0 {
			if own := changesOf(of, from.path); len(own) > 0 {
				changed += len(own)
				var gone bool
				if shape, gone = changedPart(from, own, p.origin, of.Flip); gone {
					continue
				}
			}
		}
		c, tag := &records[i], &tags[i]
		*c = *shape.Collider
		*tag = level.Part{Instance: of.ID, Path: from.path, Prefab: of.Prefab}
		c.ID, c.Part = level.PartID(of.ID, from.path), tag
		c.Order = of.Order + float64(float64(i+1)*orderStep)
		place.put(c)
		out = append(out, level.ColliderSnapshot{Collider: c, Baked: shape.Baked})
	}
	return out, nil
}

// placing puts the parts of a prefab where an instance is.
type placing struct {
	of       *level.Instance
	prefab   *prefab
	settings *level.Settings
	first    []string // the category of parts that name none; nil for the level's first
	foreign  bool     // the prefab has categories that the level does not have
}

func (p *placing) prepare() {
	for _, name := range p.prefab.categories {
		p.foreign = p.foreign || !slices.Contains(p.settings.Categories, name)
	}
	if c := p.prefab.categories; len(c) > 0 && len(p.settings.Categories) > 0 && c[0] != p.settings.Categories[0] && slices.Contains(p.settings.Categories, c[0]) {
		p.first = c[:1]
	}
}

// put places a copy of a part, which stands as in the prefab, mirrored already where that is so.
func (p *placing) put(c *level.Collider) {
	of := p.of
	at := c.Position.Sub(p.prefab.origin)
	if of.Angle != 0 {
		at = of.Angle.Rotation().Apply(at)
		c.Angle = (c.Angle + of.Angle).Normalized()
	}
	c.Position = of.Position.Add(at)
	c.Layer, c.GroupOf = of.Layer, of.GroupOf
	c.Hidden, c.Locked = c.Hidden || of.Hidden, c.Locked || of.Locked
	if len(c.Categories) == 0 {
		c.Categories = p.first
	} else if p.foreign {
		c.Categories = p.known(c.Categories)
	}
	if c.CollidesWith != nil && p.foreign {
		c.CollidesWith = p.known(c.CollidesWith)
		if c.CollidesWith == nil {
			c.CollidesWith = []string{}
		}
	}
}

// known is the categories that the level has as well.
func (p *placing) known(names []string) []string {
	var out []string
	for _, name := range names {
		if slices.Contains(p.settings.Categories, name) {
			out = append(out, name)
		}
	}
	return out
}

// back is a part of the level as it would stand in the prefab.
func (p *placing) back(c *level.Collider) *level.Collider {
	out := *c
	at := c.Position.Sub(p.of.Position)
	if p.of.Angle != 0 {
		at = (-p.of.Angle).Rotation().Apply(at)
		out.Angle = (c.Angle - p.of.Angle).Normalized()
	}
	out.Position = tidy(at.Add(p.prefab.origin))
	if p.of.Flip {
		return mirrored(&out, p.prefab.origin)
	}
	return &out
}

// tidy takes away what turning and turning back leaves of rounding.
func tidy(v level.Vec) level.Vec {
	const fine = 1 << 20
	round := func(x float64) float64 { return float64(math.Round(float64(x*fine)) / fine) }
	return level.Vec{X: round(v.X), Y: round(v.Y)}
}

// changesOf is what an instance has otherwise of a part.
func changesOf(of *level.Instance, path string) []level.PartChange {
	at, _ := slices.BinarySearchFunc(of.Changes, path, func(c level.PartChange, path string) int {
		if c.Part < path {
			return -1
		}
		return 1
	})
	end := at
	for end < len(of.Changes) && of.Changes[end].Part == path {
		end++
	}
	return of.Changes[at:end]
}

// changedPart is a part with its changes, in the prefab's frame or mirrored there. A shape that cannot be with them, as the prefab has
// changed, has a smaller radius, or else is as in the prefab.
func changedPart(from *part, changes []level.PartChange, origin level.Vec, flip bool) (out level.ColliderSnapshot, gone bool) {
	c := *from.collider
	c.Properties = nil
	if len(from.collider.Properties) > 0 {
		c.Properties = make(level.Properties, len(from.collider.Properties))
		for k, v := range from.collider.Properties {
			c.Properties[k] = v
		}
	}
	for _, change := range changes {
		if change.Key == level.RemovedKey {
			return out, true
		}
		if f, ok := level.ColliderField(change.Key); ok && (change.Key == level.ShapeKey || !isOtherKind(&c, change.Key)) {
			_ = f.Set(&c, change.Value) // it was checked when it was made
		}
	}
	if len(c.Properties) == 0 {
		c.Properties = nil
	}
	baked := from.baked
	if !c.Shape.Equal(from.collider.Shape) {
		var err error
		if baked, err = c.Shape.Bake(); err != nil {
			c.Shape = c.Shape.Clamped()
			if baked, err = c.Shape.Bake(); err != nil {
				c.Shape, baked = from.collider.Shape, from.baked
			}
		}
	}
	if !flip {
		return level.ColliderSnapshot{Collider: &c, Baked: baked}, false
	}
	m := mirrored(&c, origin)
	if b, err := m.Shape.Bake(); err == nil {
		baked = b
	}
	return level.ColliderSnapshot{Collider: m, Baked: baked}, false
}

// isOtherKind reports whether a key is of a shape of another kind than a collider has now.
func isOtherKind(c *level.Collider, key string) bool {
	if !level.IsShapeKey(key) || key == level.ShapeKey {
		return false
	}
	for _, f := range level.ColliderFields(c) {
		if f.Key == key {
			return false
		}
	}
	return true
}

// Leftover lists the changes of an instance that are about parts that its prefab does not have any more.
func (e *expander) Leftover(of *level.Instance) []level.PartChange {
	p, err := e.find(of.Prefab)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(of.Changes), func(c level.PartChange) bool { _, ok := p.byPath[c.Part]; return ok })
}

// Leftover lists the changes of an instance of the level at a path that are about parts that its prefab does not have any more. They
// are kept, as the parts may come back.
func (l *Library) Leftover(levelPath string, of *level.Instance) []level.PartChange {
	return l.For(levelPath).(*expander).Leftover(of)
}

// Default is a part of an instance as it is in its prefab, without what the instance changes, in the prefab's frame.
func (l *Library) Default(levelPath string, of *level.Instance, path string) (*level.Collider, error) {
	p, err := l.For(levelPath).(*expander).find(of.Prefab)
	if err != nil {
		return nil, err
	}
	i, ok := p.byPath[path]
	if !ok {
		return nil, fmt.Errorf("the prefab has no part %s any more", path)
	}
	return p.parts[i].collider, nil
}
