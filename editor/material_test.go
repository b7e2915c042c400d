package editor_test

import (
	"testing"

	"fillet/editor/level"
)

// Setting a different value clears the material's name. Setting the same value keeps it.
func TestMaterialByName(t *testing.T) {
	t.Parallel()
	s := open(t, level.NewCollider(1, 1, "c", level.Shape{Kind: level.Circle, Radius: 8}, level.Vec{}))
	id := level.ID(1)
	shapes := s.Shapes([]level.ID{id})
	if err := shapes.SetMaterial(func(c *level.Collider) {
		c.Material, c.Friction, c.Restitution, c.Density = "ice", 0.02, 0, 0.9
	}); err != nil {
		t.Fatal(err)
	}
	if c := s.Document().Collider(id); c.Material != "ice" || c.Friction != 0.02 {
		t.Errorf("collider = %+v", c)
	}
	if err := shapes.SetMaterialValues(func(c *level.Collider) { c.Friction = 0.02 }); err != nil {
		t.Fatal(err)
	}
	if c := s.Document().Collider(id); c.Material != "ice" {
		t.Errorf("setting the same friction gives the material %q", c.Material)
	}
	if err := shapes.SetMaterialValues(func(c *level.Collider) { c.Friction = 0.5 }); err != nil {
		t.Fatal(err)
	}
	if c := s.Document().Collider(id); c.Material != "" || c.Friction != 0.5 || c.Density != 0.9 {
		t.Errorf("with a custom friction it is %+v", c)
	}
	s.Undo()
	if name, mixed := s.Common([]level.ID{id}).Material(); name != "ice" || mixed {
		t.Errorf("after undo the material is %q", name)
	}
}
