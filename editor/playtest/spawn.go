package playtest

import (
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Tags that mean something to a run.
const (
	SpawnTag = "spawn" // where the character starts; the collider itself is left out of the run
	GoalTag  = "goal"  // a trigger that ends the run when the character enters it
)

// SpawnOf returns the collider that says where the character starts: the first that is tagged "spawn", nil where there
// is none.
func SpawnOf(snap level.Snapshot) *level.Collider {
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if slices.Contains(c.Tags, SpawnTag) {
				return c.Collider
			}
		}
	}
	return nil
}

// SettingsOf returns the settings that a level asks for, and where its character starts. They are the defaults, but for
// what the spawn says:
//
//   - its shape is the character's, unless it is a point;
//   - for a point, the property "body" is box, capsule or circle, and "width" and "height" its size;
//   - "mode" is platformer or top-down, "jetpack" and "reversed" are true or false;
//   - every other setting is a number: speed, acceleration, air_control, jump_height, time_to_apex, coyote_time,
//     jump_buffer, max_fall, thrust, burst, fuel, refill, max_rise, max_slope (degrees), step_height, density, gravity;
//   - its categories and what it collides with are the character's, where it names any.
//
// Other properties are the designer's own. A level without a spawn starts in its middle. The error names the spawn and
// the property.
func SettingsOf(snap level.Snapshot) (Settings, Vec, error) {
	s := DefaultSettings()
	start := snap.Settings.Origin.MulAdd(snap.Settings.Size, 0.5)
	spawn := SpawnOf(snap)
	if spawn == nil {
		return s, start, nil
	}
	start = spawn.Position
	if err := s.take(spawn, snap.Settings); err != nil {
		return s, start, fmt.Errorf("spawn %s: %w", spawn.Label(), err)
	}
	return s, start, nil
}

// take reads the settings that a spawn asks for.
func (s *Settings) take(c *level.Collider, settings *level.Settings) error {
	if err := s.takeProperties(c.Properties); err != nil {
		return err
	}
	if err := s.takeBody(c); err != nil {
		return err
	}
	if len(c.Categories) > 0 || c.CollidesWith != nil || c.Group != 0 {
		f, ok := level.WorldFilter(c.Filter(settings), len(settings.Categories))
		if !ok {
			return fmt.Errorf("it collides with nothing, which a level of %d categories cannot say", level.MaxCategories)
		}
		s.Filter = f
	}
	return s.Validate()
}

func (s *Settings) takeProperties(p level.Properties) error {
	for _, l := range s.limits() {
		if err := property(p, l.name, l.value); err != nil {
			return err
		}
	}
	mode := string(s.Mode)
	if err := property(p, "mode", &mode); err != nil {
		return err
	}
	s.Mode = Mode(mode)
	if err := property(p, "jetpack", &s.Jetpack); err != nil {
		return err
	}
	return property(p, "reversed", &s.Reversed)
}

func (s *Settings) takeBody(c *level.Collider) error {
	if c.Shape.Kind != level.Point {
		baked, err := c.Shape.Bake()
		if err != nil {
			return err
		}
		q := c.Transform().Q
		for _, p := range baked.Pieces {
			turned, err := turn(p, q)
			if err != nil {
				return err
			}
			s.Body = append(s.Body, turned)
		}
		return nil
	}
	kind, width, height := "capsule", 14.0, 24.0
	for name, v := range map[string]*float64{"width": &width, "height": &height} {
		if err := property(c.Properties, name, v); err != nil {
			return err
		}
		if !(*v > 0 && *v <= maxLength) {
			return fmt.Errorf("%s is %g; it is more than 0 and at most %g", name, *v, float64(maxLength))
		}
	}
	if err := property(c.Properties, "body", &kind); err != nil {
		return err
	}
	var err error
	switch kind {
	case "box":
		s.Body, err = BoxBody(width, height)
	case "capsule":
		s.Body, err = CapsuleBody(width, height)
	case "circle":
		s.Body, err = CircleBody(width)
	default:
		err = fmt.Errorf("body is %q; it is box, capsule or circle", kind)
	}
	return err
}

// property reads one value where there is one of that name.
func property[T any](p level.Properties, name string, to *T) error {
	v, ok := p[name]
	if !ok {
		return nil
	}
	t, ok := v.(T)
	if !ok {
		return fmt.Errorf("%s is %v, which is a %T; it is a %T", name, v, v, t)
	}
	*to = t
	return nil
}

// turn returns the shape turned about the origin.
func turn(s collision.Shape, q collision.Rot) (collision.Shape, error) {
	if q == (collision.Rot{C: 1}) {
		return s, nil
	}
	points := s.Vertices()
	for i := range points {
		points[i] = q.Apply(points[i])
	}
	return collision.New(points, s.Radius())
}
