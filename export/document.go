package export

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"

	"fillet/editor/level"
	"fillet/export/colliders"
)

// Document returns the level that a file was written from. The grid, layer colours, and locked and hidden states are
// not in the file. Pieces are baked again from the drawn shapes. Ids in the editor's form are kept; other ids are
// replaced by ids derived from them, and layers get ids derived from their names. Data that a level cannot represent is
// left out; if lose is not nil, it is called with the place in the file and a description.
func Document(f *colliders.File, lose func(place, what string)) (*level.Document, error) {
	if lose == nil {
		lose = func(string, string) {}
	}
	if f.IsCompact {
		return nil, errors.New("a compact binary file has no drawn shapes: open the level, or its JSON or YAML")
	}
	if f.Level.Y == colliders.Up || f.Level.Units != colliders.Pixels {
		return nil, errors.New("only files in pixels with y down can become levels")
	}
	s := level.DefaultSettings()
	if f.Version > 1 {
		worldOf(&f.Level, &s.Playtest)
	}
	s.Name, s.Origin, s.Size = f.Level.Name, f.Level.Origin, f.Level.Size
	s.PixelsPerMetre = f.Level.PixelsPerMetre
	s.Categories = f.Categories
	doc, err := level.NewDocument(s)
	if err != nil {
		return nil, err
	}
	ids := levelIDs(f)
	var diff level.Diff
	layers := layerIDs{taken: map[level.LayerID]bool{}}
	groups := bodyGroups{of: map[string]*level.Group{}, taken: map[level.GroupID]bool{}}
	for i := range f.Colliders {
		c := &f.Colliders[i]
		layer := layers.of(&diff, c.Layer)
		record, err := recordOf(c, s)
		if err != nil {
			return nil, fmt.Errorf("collider %s: %w", c.ID, err)
		}
		place := fmt.Sprintf("colliders[%d]", i)
		var lost string
		if record.Path, lost, err = pathRecord(c); err != nil {
			lost = "it does not move: " + err.Error()
		}
		if lost != "" {
			lose(place+".path", lost)
		}
		if c.OneBody != "" {
			g := groups.find(&diff, c.OneBody, layer)
			if record.GroupOf = g.ID; g.Layer != layer {
				record.GroupOf = 0
				lose(place+".one_body", "it moves on its own: it is in a different layer from the rest of its body")
			}
		}
		record.ID, record.Layer, record.Order = ids[i], layer, float64(i+1)
		diff.Colliders = append(diff.Colliders, level.Added(record))
	}
	with := *doc.Settings()
	if with.Joints = jointsOf(f, ids, lose); len(with.Joints) > 0 {
		diff.Settings = level.Changed(doc.Settings(), &with)
	}
	if err := doc.Apply(diff); err != nil {
		return nil, err
	}
	return doc, nil
}

// bodyGroups creates groups for colliders that form one body.
type bodyGroups struct {
	of    map[string]*level.Group // by body name
	taken map[level.GroupID]bool
}

// find returns the group of a body, creating it on first use. If the body's name is a group id, the group gets that id.
func (b *bodyGroups) find(diff *level.Diff, name string, layer level.LayerID) *level.Group {
	if g := b.of[name]; g != nil {
		return g
	}
	id, err := level.ParseGroupID(name)
	if err != nil {
		id = level.HashedGroupID(hashOf(name))
	}
	for b.taken[id] {
		id = level.HashedGroupID(uint64(id) + 1)
	}
	b.taken[id] = true
	g := &level.Group{ID: id, Layer: layer, OneBody: true}
	b.of[name] = g
	diff.Groups = append(diff.Groups, level.Added(g))
	return g
}

// layerIDs assigns ids to layers.
type layerIDs struct {
	taken map[level.LayerID]bool
	free  level.FreeIDs[level.LayerID]
}

// of returns the layer of a collider: the previous collider's layer if it has the same name, else a new one. Colliders
// are in drawing order in the file, layer by layer.
func (l *layerIDs) of(diff *level.Diff, name string) level.LayerID {
	if n := len(diff.Layers); n > 0 && diff.Layers[n-1].After.Name == name {
		return diff.Layers[n-1].After.ID
	}
	id := l.free.Find(level.HashedLayerID(hashOf(name)), func(id level.LayerID) bool { return l.taken[id] })
	l.taken[id] = true
	diff.Layers = append(diff.Layers, level.Added(&level.Layer{
		ID: id, Name: name, Order: float64(len(diff.Layers) + 1),
	}))
	return id
}

// levelIDs returns a level id for each collider.
func levelIDs(f *colliders.File) []level.ID {
	ids := make([]level.ID, len(f.Colliders))
	taken := make(map[level.ID]bool, len(ids))
	for i := range f.Colliders {
		if id, err := level.ParseID(f.Colliders[i].ID); err == nil {
			ids[i], taken[id] = id, true
		}
	}
	var free level.FreeIDs[level.ID]
	for i, id := range ids {
		if id != 0 {
			continue
		}
		ids[i] = free.Find(level.HashedID(hashOf(f.Colliders[i].ID)), func(id level.ID) bool { return taken[id] })
		taken[ids[i]] = true
	}
	return ids
}

// hashOf hashes a string, with the same result on every machine.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // a hash never fails
	return h.Sum64()
}

func recordOf(c *colliders.Collider, s *level.Settings) (*level.Collider, error) {
	r := &level.Collider{
		Name: c.Name, Position: c.Position, Angle: level.Degrees(c.Angle), Group: c.Group,
		Tags: slices.Clone(c.Tags), Properties: maps.Clone(level.Properties(c.Properties)),
		Friction: c.Friction, Restitution: c.Restitution, Density: c.Density, Source: (*level.Source)(c.Source),
	}
	r.Start(level.Motion{Velocity: c.Velocity, Spin: level.Degrees(c.Spin), Force: c.Force})
	var err error
	r.Shape, err = shapeOf(&c.Shape)
	err = errors.Join(err, r.Role.UnmarshalText([]byte(c.Role)), r.Body.UnmarshalText([]byte(c.Body)))
	if err != nil {
		return nil, err
	}
	if c.OneWay != nil {
		r.OneWay = c.Transform().Q.ApplyInv(*c.OneWay).Unit()
	}
	if c.Category != 1 {
		names, rest := categoryNames(s.Categories, c.Category)
		if rest != 0 {
			return nil, fmt.Errorf("category %#x has bits without a category of the level", c.Category)
		}
		r.Categories = names
	}
	if all := s.MaskBits(nil); c.Mask&all != all {
		r.CollidesWith, _ = categoryNames(s.Categories, c.Mask) // no collider has the other bits
	}
	return r, nil
}

// categoryNames returns the names of the bits, never nil, and the bits without a name.
func categoryNames(names []string, bits uint64) (named []string, rest uint64) {
	named = []string{}
	for i, name := range names {
		if bits&(1<<i) != 0 {
			named = append(named, name)
			bits &^= 1 << i
		}
	}
	return named, bits
}

// jointsOf returns the joints of a file whose colliders exist, and reports the others. It replaces ids that are not in
// the editor's form by numbers.
func jointsOf(f *colliders.File, ids []level.ID, lose func(place, what string)) []level.Joint {
	if len(f.Joints) == 0 {
		return nil
	}
	at := make(map[string]int, len(f.Colliders))
	for i := range f.Colliders {
		at[f.Colliders[i].ID] = i
	}
	var list []level.Joint
	taken := map[level.JointID]bool{}
	next := level.JointID(1)
	for i := range f.Joints {
		j := &f.Joints[i]
		out := level.Joint{
			Name: j.Name, Collide: j.Collide, Limited: j.HasLimit, Lower: level.Degrees(j.Lower),
			Upper: level.Degrees(j.Upper),
			Speed: level.Degrees(j.Speed), Torque: j.Torque, Length: j.Length, Frequency: j.Frequency,
			Damping: j.Damping, PullsOnly: j.PullsOnly,
		}
		if out.Kind = level.Hinge; j.Kind == colliders.Spring {
			out.Kind = level.Spring
		}
		side := func(name string, anchor Vec) (level.ID, Vec, bool) {
			if name == "" {
				return 0, anchor, true
			}
			k, ok := at[name]
			if !ok {
				return 0, Vec{}, false
			}
			return ids[k], tidy(within(f.Colliders[k].Transform().ApplyInv(anchor))), true
		}
		var okA, okB bool
		out.A, out.AnchorA, okA = side(j.A, j.AnchorA)
		out.B, out.AnchorB, okB = side(j.B, j.AnchorB)
		switch {
		case !okA || !okB:
			lose(fmt.Sprintf("joints[%d]", i), "the joint is left out: it joins a collider that is not in the file")
			continue
		case out.A == out.B:
			lose(fmt.Sprintf("joints[%d]", i), "the joint is left out: it joins a collider to itself")
			continue
		}
		id, err := level.ParseJointID(j.ID)
		if err != nil || taken[id] {
			for taken[next] {
				next++
			}
			id = next
		}
		out.ID, taken[id] = id, true
		list = append(list, out)
	}
	slices.SortFunc(list, func(a, b level.Joint) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// within clamps a point to the coordinate limits of a level if only rounding moved it outside.
func within(v Vec) Vec {
	round := func(x float64) float64 {
		if over := math.Abs(x) - level.MaxCoordinate; over > 0 && over < 1e-6 {
			return math.Copysign(level.MaxCoordinate, x)
		}
		return x
	}
	return Vec{X: round(v.X), Y: round(v.Y)}
}

// worldOf sets how bodies move in a playtest.
func worldOf(l *colliders.Level, p *level.Playtest) {
	with := *p
	with.Gravity, with.Reversed = math.Abs(l.Gravity.Y), l.Gravity.Y < 0
	with.Damping, with.SpinDamping, with.RollingResistance = l.Damping, l.SpinDamping, l.RollingResistance
	with.FrictionMix = cmp.Or(l.FrictionMix, with.FrictionMix)
	with.RestitutionMix = cmp.Or(l.RestitutionMix, with.RestitutionMix)
	if with.Validate() == nil {
		*p = with
	}
}
