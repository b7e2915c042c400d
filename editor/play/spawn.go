package play

import (
	"cmp"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// GoalTag marks a trigger that ends the run when the character enters it.
const GoalTag = "goal"

// HasGoal reports whether a level has a trigger that ends a run.
func HasGoal(snap level.Snapshot) bool {
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Role == level.Trigger && slices.Contains(c.Tags, GoalTag) && !c.IsHidden(l.Layer) {
				return true
			}
		}
	}
	return false
}

// SpawnOf returns the collider where the character starts: the first one tagged "spawn", or nil.
func SpawnOf(snap level.Snapshot) *level.Collider {
	for c := range snap.Colliders() {
		if slices.Contains(c.Tags, level.SpawnTag) {
			return c.Collider
		}
	}
	return nil
}

// SpawnParts returns the colliders that form the character: the level's spawn and the other colliders of its group that
// are tagged "spawn". They take no part in the run.
func SpawnParts(snap level.Snapshot) []*level.Collider {
	spawn := SpawnOf(snap)
	if spawn == nil {
		return nil
	}
	parts := []*level.Collider{spawn}
	if spawn.GroupOf == 0 {
		return parts
	}
	for c := range snap.Colliders() {
		if c.Collider != spawn && c.GroupOf == spawn.GroupOf && slices.Contains(c.Tags, level.SpawnTag) {
			parts = append(parts, c.Collider)
		}
	}
	return parts
}

// SettingsOf returns the settings of a playtest and the character's start. The settings are the level's own, except for
// these overrides by the spawn:
//
//   - its shape is the character's, unless it is a point, together with the "spawn" shapes of its group;
//   - for a point, the property "body" is box, capsule or circle, and "width" and "height" are its size;
//   - "mode" is platformer or top-down, and "friction_mix" and "restitution_mix" are words as in the level file;
//   - every other setting is a number or a boolean under its key in the level file, such as jump_height or jetpack;
//   - its categories and mask are the character's, if it names any.
//
// Other properties are the designer's own. In a level without a spawn the character starts in the middle. The error
// names the spawn and the property.
func SettingsOf(snap level.Snapshot) (Settings, Vec, error) {
	s := Settings{Playtest: snap.Settings.Playtest}
	start := snap.Settings.Origin.MulAdd(snap.Settings.Size, 0.5)
	spawn := SpawnOf(snap)
	if spawn == nil {
		return s.sane(), start, nil
	}
	start = spawn.Position
	if err := s.take(spawn, snap.Settings); err != nil {
		return DefaultSettings().sane(), start, fmt.Errorf("spawn %s: %w", spawn.Label(), err)
	}
	for _, c := range SpawnParts(snap) {
		if c.Shape.Kind == level.Point {
			continue
		}
		if err := s.takeBody(c, c.Position.Sub(start)); err != nil {
			return DefaultSettings().sane(), start, fmt.Errorf("spawn %s: %w", c.Label(), err)
		}
	}
	return s.sane(), start, nil
}

// Overrides lists the keys of the playtest settings that the level's spawn overrides, including "body" and "size" if
// its shape is the character's. It is empty without a spawn.
func Overrides(snap level.Snapshot) []string {
	spawn := SpawnOf(snap)
	if spawn == nil {
		return nil
	}
	var keys []string
	if slices.ContainsFunc(SpawnParts(snap), func(c *level.Collider) bool { return c.Shape.Kind != level.Point }) {
		keys = append(keys, "body", "size")
	}
	p := level.DefaultPlaytest()
	has := func(key, property string) {
		if _, ok := spawn.Properties[property]; ok && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	has("friction_mix", "friction_mix")
	has("restitution_mix", "restitution_mix")
	has("mode", "mode")
	has("body", "body")
	for _, x := range p.Switches() {
		has(x.Key, x.Key)
	}
	has("size", "width")
	has("size", "height")
	for _, n := range p.Numbers() {
		has(n.Key, n.Key)
	}
	return keys
}

// take applies the settings that a spawn overrides.
func (s *Settings) take(c *level.Collider, settings *level.Settings) error {
	if err := s.takeProperties(c.Properties); err != nil {
		return err
	}
	if err := s.Validate(); err != nil {
		return err
	}
	if len(c.Categories) > 0 || c.CollidesWith != nil || c.Group != 0 {
		f, ok := level.WorldFilter(c.Filter(settings), len(settings.Categories))
		if !ok {
			return fmt.Errorf("it collides with nothing, which is not possible in a level with %d categories",
				level.MaxCategories)
		}
		s.Filter = f
	}
	return nil
}

func (s *Settings) takeProperties(p level.Properties) error {
	numbers := append(s.Numbers(), level.PlayNumber{Key: "width", Value: &s.Size.X},
		level.PlayNumber{Key: "height", Value: &s.Size.Y})
	for _, n := range numbers {
		if err := property(p, n.Key, n.Value); err != nil {
			return err
		}
	}
	if err := cmp.Or(word(p, "mode", &s.Mode), word(p, "body", &s.Form), word(p, "friction_mix", &s.FrictionMix),
		word(p, "restitution_mix", &s.RestitutionMix)); err != nil {
		return err
	}
	for _, x := range s.Switches() {
		if err := property(p, x.Key, x.On); err != nil {
			return err
		}
	}
	return nil
}

// takeBody adds a collider's shape to the character's, at an offset from the character's position.
func (s *Settings) takeBody(c *level.Collider, at Vec) error {
	baked, err := c.Shape.Bake()
	if err != nil {
		return err
	}
	xf := collision.Transform{P: at, Q: c.Transform().Q}
	for _, p := range baked.Pieces {
		part, err := placed(p, xf)
		if err != nil {
			return err
		}
		s.Body = append(s.Body, part)
	}
	return nil
}

// word reads a property that is text, like [property].
func word[T ~string](p level.Properties, name string, to *T) error {
	text := string(*to)
	err := property(p, name, &text)
	*to = T(text)
	return err
}

// property reads the property with the given name into to, if there is one.
func property[T any](p level.Properties, name string, to *T) error {
	v, ok := p[name]
	if !ok {
		return nil
	}
	t, ok := v.(T)
	if !ok {
		if s, ok := v.(string); ok {
			v = fmt.Sprintf("%.100q", s)
		}
		return fmt.Errorf("%s must be %s, not %v", name, kindOf(t), v)
	}
	*to = t
	return nil
}

// kindOf names the type of a value in messages.
func kindOf(v any) string {
	switch v.(type) {
	case float64:
		return "a number"
	case bool:
		return "true or false"
	}
	return "text"
}

// placed returns a transformed shape.
func placed(s collision.Shape, xf collision.Transform) (collision.Shape, error) {
	if xf == collision.Identity() {
		return s, nil
	}
	points := s.Vertices()
	for i := range points {
		points[i] = xf.Apply(points[i])
	}
	return collision.NewShape(points, s.Radius())
}
