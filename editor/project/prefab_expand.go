package project

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// orderStep separates the orders of the parts of an instance; it is so small that no other record can come between
// them.
const orderStep = 1.0 / (1 << 24)

// Expand implements [level.Expander].
func (e *expander) Expand(of *level.Instance, s *level.Settings) ([]level.ColliderSnapshot, error) {
	if from := e.made[of.ID]; from != nil {
		e.total -= from.weight
	}
	delete(e.made, of.ID)
	if len(e.unused) > 0 {
		delete(e.unused, of.ID)
	}
	f, err := e.lookUp(of.Prefab)
	if err != nil {
		return nil, err
	}
	limit := MaxLevelParts
	if len(e.stack) > 1 { // inside a prefab
		limit = MaxInstanceParts
	}
	if e.total+f.prefab.weight > limit {
		return nil, ErrTooMany
	}
	p, err := e.finished(f)
	if err != nil {
		return nil, err
	}
	e.total += p.weight
	e.made[of.ID] = p
	e.jointed = e.jointed || len(p.joints) > 0
	out := make([]level.ColliderSnapshot, 0, len(p.parts))
	records := make([]level.Collider, len(p.parts))
	tags := make([]level.Part, len(p.parts))
	place := placing{of: of, prefab: p, settings: s}
	place.prepare()
	changes := of.Changes
	var unused []level.UnusedChange
	for i := range p.parts {
		from := &p.parts[i]
		shape := from.at(p.origin, of.Flip)
		if len(changes) > 0 {
			if own := changesOf(of, from.path); len(own) > 0 {
				var gone bool
				var idle []level.UnusedChange
				if shape, idle, gone = changedPart(from, own, s, p.origin, of.Flip); gone {
					continue
				}
				unused = append(unused, idle...)
			}
		}
		c, tag := &records[i], &tags[i]
		*c = *shape.Collider
		*tag = level.Part{Instance: of.ID, Path: from.path, Prefab: of.Prefab, Body: from.body}
		c.ID, c.Part = level.PartID(of.ID, from.path), tag
		c.Order = of.Order + float64(float64(i+1)*orderStep)
		place.put(c)
		out = append(out, level.ColliderSnapshot{Collider: c, Baked: shape.Baked})
	}
	for _, c := range changes {
		if _, ok := p.byPath[c.Part]; !ok {
			unused = append(unused, level.UnusedChange{PartChange: c, Why: "the prefab has no such part"})
		}
	}
	if len(unused) > 0 {
		e.unused[of.ID] = unused
	}
	return out, nil
}

// Unused implements [level.Expander].
func (e *expander) Unused(id level.InstanceID) []level.UnusedChange { return e.unused[id] }

// Nested implements [level.Expander].
func (e *expander) Nested(of *level.Instance, path string) *level.Instance {
	p, err := e.find(of.Prefab)
	if err != nil {
		return nil
	}
	return p.nested[path]
}

// placing places the parts of a prefab in a level for one instance.
type placing struct {
	of       *level.Instance
	prefab   *prefab
	settings *level.Settings
	first    []string // the category of parts without one; nil for the level's first
	foreign  bool     // the prefab has categories that the level lacks
}

func (p *placing) prepare() {
	for _, name := range p.prefab.categories {
		p.foreign = p.foreign || !slices.Contains(p.settings.Categories, name)
	}
	if c := p.prefab.categories; len(c) > 0 && len(p.settings.Categories) > 0 && c[0] != p.settings.Categories[0] &&
		slices.Contains(p.settings.Categories, c[0]) {
		p.first = c[:1]
	}
}

// put places a copy of a part. The copy comes in the prefab's frame, mirrored already if the instance is.
func (p *placing) put(c *level.Collider) {
	of := p.of
	at := c.Position.Sub(p.prefab.origin)
	if of.Angle != 0 {
		at = of.Angle.Rotation().Apply(at)
		c.Angle = (c.Angle + of.Angle).Normalized()
	}
	c.Position = of.Position.Add(at)
	if c.Motion != nil && of.Angle != 0 {
		c.Start(c.Started().Through(of.Angle.Rotation().Apply, 1))
	}
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

// known returns the categories that the level has too.
func (p *placing) known(names []string) []string {
	var out []string
	for _, name := range names {
		if slices.Contains(p.settings.Categories, name) {
			out = append(out, name)
		}
	}
	return out
}

// back returns a part of the level in the prefab's frame.
func (p *placing) back(c *level.Collider) *level.Collider {
	out := *c
	at := c.Position.Sub(p.of.Position)
	if p.of.Angle != 0 {
		at = (-p.of.Angle).Rotation().Apply(at)
		out.Angle = (c.Angle - p.of.Angle).Normalized()
	}
	out.Position = tidy(at.Add(p.prefab.origin))
	if c.Motion != nil && p.of.Angle != 0 {
		turn := (-p.of.Angle).Rotation()
		out.Start(c.Started().Through(func(v level.Vec) level.Vec { return tidy(turn.Apply(v)) }, 1))
	}
	if p.of.Flip {
		return mirrored(&out, p.prefab.origin)
	}
	return &out
}

// tidy removes the rounding errors of rotating a point back and forth.
func tidy(v level.Vec) level.Vec {
	const fine = 1 << 20
	round := func(x float64) float64 { return float64(math.Round(float64(x*fine)) / fine) }
	return level.Vec{X: round(v.X), Y: round(v.Y)}
}

// changesOf returns the overrides of a part.
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

// changedPart returns a part with its overrides, in the prefab's frame, mirrored if flip is set. Overrides that no
// longer fit the prefab are left out and listed; a corner radius is reduced to the largest that fits.
func changedPart(
	from *part, changes []level.PartChange, s *level.Settings, origin level.Vec, flip bool,
) (out level.ColliderSnapshot, unused []level.UnusedChange, gone bool) {
	c := *from.collider
	c.Properties = maps.Clone(c.Properties)
	for _, change := range changes {
		if change.Key == level.RemovedKey {
			return out, nil, true
		}
		if err := apply(&c, change, s); err != nil {
			unused = append(unused, level.UnusedChange{PartChange: change, Why: err.Error()})
		}
	}
	if len(c.Properties) == 0 {
		c.Properties = nil
	}
	baked := from.baked
	if !c.Shape.Equal(from.collider.Shape) {
		var err error
		if baked, err = c.Shape.Bake(); err != nil {
			why := err.Error()
			c.Shape = c.Shape.Clamped()
			baked, err = c.Shape.Bake()
			// Clamped to the largest that fits.
			isIdle := func(key string) bool { return key == level.ShapeKey || key == "radius" }
			if err != nil {
				isIdle = level.IsShapeKey
				c.Shape, baked = from.collider.Shape, from.baked
			}
			refused := unused
			for _, change := range changes {
				if isIdle(change.Key) && !slices.ContainsFunc(refused, func(u level.UnusedChange) bool {
					return u.Key == change.Key
				}) {
					unused = append(unused, level.UnusedChange{PartChange: change, Why: why})
				}
			}
		}
	}
	if !flip {
		return level.ColliderSnapshot{Collider: &c, Baked: baked}, unused, false
	}
	m := mirrored(&c, origin)
	if b, err := m.Shape.Bake(); err == nil {
		baked = b
	}
	return level.ColliderSnapshot{Collider: m, Baked: baked}, unused, false
}

// apply applies an override to a part. If that fails the part is unchanged.
func apply(c *level.Collider, change level.PartChange, s *level.Settings) error {
	f, ok := level.ColliderField(change.Key)
	if !ok {
		return errors.New("unknown key")
	}
	if change.Key != level.ShapeKey && isOtherKind(c, change.Key) {
		return fmt.Errorf("the part is a %v now", c.Shape.Kind)
	}
	with := *c
	with.Properties = maps.Clone(c.Properties)
	if with.Properties == nil {
		with.Properties = level.Properties{}
	}
	if err := f.Set(&with, change.Value); err != nil {
		return err
	}
	if err := with.Check(); err != nil {
		return err
	}
	for _, names := range [][]string{with.Categories, with.CollidesWith} {
		for _, name := range names {
			if !slices.Contains(s.Categories, name) && !slices.Contains(c.Categories, name) &&
				!slices.Contains(c.CollidesWith, name) {
				return fmt.Errorf("the level has no category %q", quote.Excerpt(name))
			}
		}
	}
	*c = with
	return nil
}

// isOtherKind reports whether a key belongs to another kind of shape than the collider has now.
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

// Default returns a part of an instance without the instance's overrides, in the prefab's frame.
func (l *Library) Default(levelPath string, of *level.Instance, path string) (*level.Collider, error) {
	p, err := l.For(levelPath).(*expander).find(of.Prefab)
	if err != nil {
		return nil, err
	}
	i, ok := p.byPath[path]
	if !ok {
		return nil, fmt.Errorf("the prefab no longer has a part %s", path)
	}
	return p.parts[i].collider, nil
}
