package editor_test

import (
	"maps"
	"slices"
	"testing"

	"fillet/editor/level"
)

// SetObject sets the tag, the numbers and a suitable role. It removes the fields of the previous object and keeps other
// tags and properties. Changing two shapes is one step.
func TestSetObject(t *testing.T) {
	t.Parallel()
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 20, Y: 20}, Rounding: level.Inset}
	a, b := level.NewCollider(1, 1, "a", box, level.Vec{}), level.NewCollider(2, 1, "b", box, level.Vec{X: 100})
	a.Tags, a.Properties = []string{"red"}, level.Properties{"worth": 3.0}
	b.Role = level.Trigger
	s := open(t, a, b)
	ids := []level.ID{1, 2}
	set := func(k level.ObjectKind) {
		t.Helper()
		if err := s.Shapes(ids).SetObject(k); err != nil {
			t.Fatal(err)
		}
		if got, mixed := s.Common(ids).Object(); got != k || mixed {
			t.Fatalf("the object is %v, mixed: %t, want %v", got, mixed, k)
		}
	}
	checkCollider := func(id level.ID, role level.Role, tags []string, p level.Properties) {
		t.Helper()
		if c := s.Document().Collider(id); c.Role != role || !slices.Equal(c.Tags, tags) ||
			!maps.Equal(c.Properties, p) {
			t.Errorf("%v is %v, %q, %v", id, c.Role, c.Tags, c.Properties)
		}
	}
	set(level.SpringObject)
	checkCollider(1, level.Solid, []string{"red", "spring"}, level.Properties{
		"worth": 3.0, "spring_speed": 500.0,
		"spring_direction": -90.0,
	})
	checkCollider(2, level.Trigger, []string{"spring"},
		level.Properties{"spring_speed": 500.0, "spring_direction": -90.0})
	set(level.CrumblingObject)
	checkCollider(1, level.Solid, []string{"red", "crumbling"}, level.Properties{
		"worth": 3.0, "crumble_time": 0.5,
		"crumble_return": 3.0,
	})
	checkCollider(2, level.Solid, []string{"crumbling"}, level.Properties{"crumble_time": 0.5, "crumble_return": 3.0})
	set(level.OneWayObject)
	checkCollider(1, level.OneWay, []string{"red"}, level.Properties{"worth": 3.0})
	set(level.GoalObject)
	checkCollider(2, level.Trigger, []string{"goal"}, nil)
	set(level.NoObject)
	checkCollider(1, level.Trigger, []string{"red"}, level.Properties{"worth": 3.0})
	for range 5 {
		s.Undo()
	}
	checkCollider(1, level.Solid, []string{"red"}, level.Properties{"worth": 3.0})
	checkCollider(2, level.Trigger, nil, nil)
}
