package render

import (
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

// objectScene shows each gameplay object in its initial state and in the states that a run gives it.
func objectScene(t testing.TB, theme *Theme, scale float64) *Scene {
	b := newBuilder(t, Camera{
		Zoom: 2 * scale, Width: int(640 * scale), Height: int(300 * scale),
		Center: Vec{X: 160, Y: 75},
	})
	b.scene.Scale, b.scene.Theme = scale, theme
	b.scene.Frame = collision.AABB{Max: Vec{X: 320, Y: 150}}
	i := 0
	put := func(o *level.Object, fate Fate, change func(*level.Collider)) {
		it := b.add(o.Title, box(26, 18, 0), Vec{X: 24 + 39*float64(i%8), Y: 30 + 44*float64(i/8)},
			func(c *level.Collider) {
				c.Role, c.Tags = o.Roles[0], []string{o.Tag}
				if c.Role == level.OneWay {
					c.OneWay = level.Up
				}
				if change != nil {
					change(c)
				}
			})
		it.Fate = fate
		i++
	}
	for k := range level.Objects() {
		put(&level.Objects()[k], Fate{}, nil)
	}
	put(level.ObjectOf(level.SpringObject), Fate{}, func(c *level.Collider) { c.Angle = 60 })
	put(level.ObjectOf(level.ConveyorObject), Fate{}, func(c *level.Collider) {
		c.Properties = level.Properties{level.ConveyorSpeedKey: -50.0}
	})
	for _, k := range []level.ObjectKind{level.CheckpointObject, level.SwitchObject} {
		put(level.ObjectOf(k), Fate{On: true}, nil)
	}
	for _, k := range []level.ObjectKind{level.DoorObject, level.CrumblingObject, level.CollectableObject} {
		put(level.ObjectOf(k), Fate{Gone: true}, nil)
	}
	put(level.ObjectOf(level.CrumblingObject), Fate{Cracks: 3}, nil)
	// A conveyor that does not work has no sign.
	put(level.ObjectOf(level.ConveyorObject), Fate{}, func(c *level.Collider) { c.Role = level.Trigger })
	return b.scene
}

func TestGoldenObjects(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*Scene{
		"things":       objectScene(t, Dark(), 1),
		"things_light": objectScene(t, Light(), 1), "things@2": objectScene(t, Dark(), 2),
	} {
		t.Run(name, func(t *testing.T) { checkGolden(t, name, Picture(s)) })
	}
}

// TestEveryObjectHasASign checks that the picture shows a sign for every object of the table, except for objects that
// are drawn differently.
func TestEveryObjectHasASign(t *testing.T) {
	t.Parallel()
	for _, o := range level.Objects() {
		has := o.Kind == level.SpawnObject || o.Kind == level.OneWayObject
		for _, s := range objectSigns {
			has = has || s.kind == o.Kind
		}
		if !has {
			t.Errorf("%s has no sign", o.Title)
		}
	}
}
