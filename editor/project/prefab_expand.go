package project

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// orderStep separates the orders of the parts of an instance. It is so small that no other record can come between
// them.
const orderStep = 1.0 / (1 << 24)

// Expand implements [level.Expander].
func (e *expander) Expand(of *level.Instance, s *level.Settings) ([]level.ColliderSnapshot, error) {
	e.total -= e.weights[of.ID]
	delete(e.weights, of.ID)
	delete(e.made, of.ID)
	delete(e.unused, of.ID)
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
	weight := p.weight
	out := make([]level.ColliderSnapshot, 0, len(p.parts))
	records := make([]level.Collider, len(p.parts))
	tags := make([]level.Part, len(p.parts))
	place := placing{of: of, prefab: p, settings: s}
	place.prepare()
	var unused []level.UnusedChange
	for i := range p.parts {
		from := &p.parts[i]
		shape, idle, gone := from.in(of, s, p.origin)
		if gone {
			continue
		}
		unused = append(unused, idle...)
		if len(of.Changes) > 0 {
			weight += max(partWeight(shape.Collider)-partWeight(from.collider), 0)
		}
		if e.total+weight > limit {
			return nil, ErrTooMany
		}
		c, tag := &records[i], &tags[i]
		*c = *shape.Collider
		*tag = level.Part{Instance: of.ID, Path: from.path, Prefab: of.Prefab, Body: from.body}
		c.ID, c.Part = level.PartID(of.ID, from.path), tag
		c.Order = of.Order + float64(float64(i+1)*orderStep)
		place.put(c)
		out = append(out, level.ColliderSnapshot{Collider: c, Baked: shape.Baked})
	}
	for _, c := range of.Changes {
		if _, ok := p.byPath[c.Part]; !ok {
			unused = append(unused, level.UnusedChange{PartChange: c, Why: "the prefab has no such part"})
		}
	}
	if len(unused) > 0 {
		e.unused[of.ID] = unused
	}
	e.total += weight
	e.made[of.ID], e.weights[of.ID] = p, weight
	e.jointed = e.jointed || len(p.joints) > 0
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
	first    []string // category of parts without one; nil: the level's first
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

// put places a copy of a part. c is in the prefab's frame, and already mirrored if the instance is.
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

// known returns the categories that the level has as well.
func (p *placing) known(names []string) []string {
	var out []string
	for _, name := range names {
		if slices.Contains(p.settings.Categories, name) {
			out = append(out, name)
		}
	}
	return out
}

// back converts a part in the level to the prefab's frame.
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
		return level.Mirrored(&out, p.prefab.origin, true)
	}
	return &out
}

// tidy removes the rounding errors of rotating a point back and forth.
func tidy(v level.Vec) level.Vec {
	const fine = 1 << 20
	round := func(x float64) float64 { return float64(math.Round(float64(x*fine)) / fine) }
	return level.Vec{X: round(v.X), Y: round(v.Y)}
}

// in returns the part in an instance, in the prefab's frame; see changedPart.
func (p *part) in(
	of *level.Instance, s *level.Settings, origin level.Vec,
) (out level.ColliderSnapshot, unused []level.UnusedChange, gone bool) {
	if changes := changesOf(of, p.path); len(changes) > 0 {
		return changedPart(p, changes, s, origin, of.Flip)
	}
	return p.at(origin, of.Flip), nil, false
}

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
// longer fit the prefab are skipped and listed; a corner radius is reduced to the largest that fits.
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
			// The radius is clamped to the largest that fits.
			isIdle := func(key string) bool { return key == level.ShapeKey || key == "radius" }
			if err != nil {
				isIdle = level.IsShapeKey
				c.Shape, baked = from.collider.Shape, from.baked
			}
			unfit := unused
			for _, change := range changes {
				if isIdle(change.Key) && !slices.ContainsFunc(unfit, func(u level.UnusedChange) bool {
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
	m := level.Mirrored(&c, origin, true)
	if b, err := m.Shape.Bake(); err == nil {
		baked = b
	}
	return level.ColliderSnapshot{Collider: m, Baked: baked}, unused, false
}

// apply applies an override to a part. If that fails, the part is unchanged.
func apply(c *level.Collider, change level.PartChange, s *level.Settings) error {
	f, ok := level.ColliderField(change.Key)
	if !ok {
		return errors.New("unknown key")
	}
	if isOtherKind(c, change.Key) {
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

// isOtherKind reports whether a key belongs to a kind of shape that is not the collider's current one.
func isOtherKind(c *level.Collider, key string) bool {
	return level.IsShapeKey(key) && key != level.ShapeKey &&
		!slices.ContainsFunc(level.ColliderFields(c), func(f level.Field[level.Collider]) bool { return f.Key == key })
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

// PrefabPiece is a part of an instance as drawn: a collider, its pieces and the transform of its frame in the level.
// The collider's position is relative to the prefab.
type PrefabPiece struct {
	Collider *level.Collider
	Baked    *level.Baked
	At       collision.Transform
}

// InstancesOf returns a function that reports whether an instance of a document uses a file, directly or nested.
func InstancesOf(doc *level.Document, file string) func(*level.Instance) bool {
	e, ok := doc.Prefabs().(*expander)
	if !ok {
		return func(*level.Instance) bool { return false }
	}
	rel := e.library.pathOf(file)
	return func(i *level.Instance) bool {
		of := e.names[i.Prefab]
		if of == "" || of == rel {
			return of != ""
		}
		f := e.library.files[of]
		return f != nil && slices.Contains(f.needs, rel)
	}
}

// PrefabPieces appends to list the current look of an instance's prefab if it may be visible within a box, regardless
// of the parts that the instance was expanded to. It only rebuilds parts that the instance overrides.
func PrefabPieces(doc *level.Document, of *level.Instance, in collision.AABB, list []PrefabPiece) []PrefabPiece {
	e, ok := doc.Prefabs().(*expander)
	if !ok {
		return list
	}
	p, err := e.find(of.Prefab)
	if err != nil {
		return list
	}
	at := InstanceTransform(of, p.origin)
	box := p.box(of.Flip)
	if len(of.Changes) == 0 && !placedBox(box, at).Overlaps(in) {
		return list
	}
	for k := range p.parts {
		part := &p.parts[k]
		if shape, _, gone := part.in(of, doc.Settings(), p.origin); !gone && !shape.Hidden {
			list = append(list, PrefabPiece{shape.Collider, shape.Baked, at.Mul(shape.Transform())})
		}
	}
	return list
}

// InstanceTransform returns the transform from a prefab to the level. The prefab is mirrored at its origin first if the
// instance is.
func InstanceTransform(of *level.Instance, origin level.Vec) collision.Transform {
	q := of.Angle.Rotation()
	return collision.Transform{P: of.Position.Sub(q.Apply(origin)), Q: q}
}

// box returns the bounds of all parts in the prefab's frame, mirrored or not.
func (p *prefab) box(flip bool) collision.AABB {
	k := 0
	if flip {
		k = 1
	}
	if !p.hasBox[k] {
		p.hasBox[k], p.boxes[k] = true, collision.EmptyAABB()
		for i := range p.parts {
			if s := p.parts[i].at(p.origin, flip); s.Baked != nil {
				p.boxes[k] = p.boxes[k].Union(placedBox(s.Baked.Bounds, s.Transform()))
			}
		}
	}
	return p.boxes[k]
}

// placedBox returns the bounds of a box that was moved and turned.
func placedBox(b collision.AABB, at collision.Transform) collision.AABB {
	if b.IsEmpty() {
		return b
	}
	half, middle := b.Size().Mul(0.5), at.Apply(b.Center())
	c, s := math.Abs(at.Q.C), math.Abs(at.Q.S)
	reach := level.Vec{X: float64(c*half.X) + float64(s*half.Y), Y: float64(s*half.X) + float64(c*half.Y)}
	return collision.AABB{Min: middle.Sub(reach), Max: middle.Add(reach)}
}

// joint is a joint of a prefab, with the paths of the parts that it joins; "" is the prefab's level.
type joint struct {
	path string
	level.Joint
	a, b string
}

// jointsOf returns the joints of a prefab's document, including nested ones, whose ends exist.
func jointsOf(doc *level.Document, byPath map[string]int) (out []joint) {
	for _, j := range slices.Concat(doc.Settings().Joints, level.PlacedJoints(doc)) {
		of := joint{path: j.IDText(), Joint: j}
		side := func(id level.ID) (string, bool) {
			if id == 0 {
				return "", true
			}
			c := doc.Collider(id)
			if c == nil {
				return "", false
			}
			_, ok := byPath[c.IDText()]
			return c.IDText(), ok
		}
		var okA, okB bool
		of.a, okA = side(j.A)
		of.b, okB = side(j.B)
		if okA && okB {
			out = append(out, of)
		}
	}
	return out
}

// HasJoints implements [level.Expander].
func (e *expander) HasJoints() bool { return e.jointed }

// Joints implements [level.Expander]. Anchors are in the frames of the parts; an instance either mirrors them left to
// right or leaves them as they are.
func (e *expander) Joints(of *level.Instance, part func(level.ID) *level.Collider) []level.Joint {
	p := e.made[of.ID]
	if p == nil || len(p.joints) == 0 {
		return nil
	}
	gone := map[string]bool{}
	for _, c := range of.Changes {
		if c.Key == level.RemovedKey {
			gone[c.Part] = true
		}
	}
	out := make([]level.Joint, 0, len(p.joints))
	for i := range p.joints {
		from := &p.joints[i]
		if gone[from.a] || gone[from.b] {
			continue
		}
		j := from.Placed(of.ID, from.path)
		ka, kb := level.Vec{X: 1, Y: 1}, level.Vec{X: 1, Y: 1}
		if len(of.Changes) > 0 {
			ka, kb = p.grown(of, from.a, part), p.grown(of, from.b, part)
			if from.a == "" {
				ka = kb
			} else if from.b == "" {
				kb = ka
			}
			if ka.X == ka.Y && ka.Dist(kb) < 1e-9 {
				j.Length = float64(j.Length * ka.X)
			}
		}
		j.A, j.PartA, j.AnchorA = p.side(of, from.a, j.AnchorA, ka)
		j.B, j.PartB, j.AnchorB = p.side(of, from.b, j.AnchorB, kb)
		if of.Flip {
			j.Lower, j.Upper, j.Speed = 0-j.Upper, 0-j.Lower, 0-j.Speed
		}
		out = append(out, j)
	}
	return out
}

// side returns one end of a joint in an instance.
func (p *prefab) side(of *level.Instance, path string, anchor, k level.Vec) (level.ID, string, level.Vec) {
	scaled := func(v level.Vec) level.Vec { return level.Vec{X: float64(v.X * k.X), Y: float64(v.Y * k.Y)} }
	if path == "" {
		at := scaled(anchor.Sub(p.origin))
		if of.Flip {
			at = level.MirroredPoint(at, true)
		}
		return 0, "", of.Position.Add(of.Angle.Rotation().Apply(at))
	}
	if anchor = scaled(anchor); of.Flip {
		anchor = level.MirroredPoint(anchor, true)
	}
	part := level.Part{Instance: of.ID, Path: path}
	return level.PartID(of.ID, path), part.String(), anchor
}

// grown returns the scale of a part in an instance relative to the prefab, along the axes of its own frame.
func (p *prefab) grown(of *level.Instance, path string, part func(level.ID) *level.Collider) level.Vec {
	k := level.Vec{X: 1, Y: 1}
	i, ok := p.byPath[path]
	now := part(level.PartID(of.ID, path))
	if !ok || now == nil || !slices.ContainsFunc(of.Changes, func(c level.PartChange) bool {
		return c.Part == path && level.IsShapeKey(c.Key)
	}) {
		return k
	}
	was, resized := level.LocalBounds(p.parts[i].collider.Shape).Size(), level.LocalBounds(now.Shape).Size()
	const least, near = 1e-9, 1e-6 // values from a file are rounded
	if was.X > least {
		k.X = resized.X / was.X
	}
	if was.Y > least {
		k.Y = resized.Y / was.Y
	}
	if k.X-k.Y < near && k.Y-k.X < near {
		k.Y = k.X
	}
	return k
}
