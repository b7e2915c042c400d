package render_test

import (
	"fmt"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/render"
)

func Example() {
	floor := level.NewCollider(1, 1, "floor", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 200, Y: 40}, Radius: 8, Rounding: level.Inset,
	}, level.Vec{X: 100, Y: 100})
	ball := level.NewCollider(2, 1, "ball", level.Shape{Kind: level.Circle, Radius: 20}, level.Vec{X: 100, Y: 65})
	snap := level.Snapshot{
		Settings: level.DefaultSettings(),
		Layers:   []level.LayerSnapshot{{Layer: &level.Layer{ID: 1}}},
	}
	for _, c := range []*level.Collider{floor, ball} {
		baked, err := c.Shape.Bake()
		if err != nil {
			fmt.Println(err)
			return
		}
		snap.Layers[0].Colliders = append(snap.Layers[0].Colliders, level.ColliderSnapshot{Collider: c, Baked: baked})
	}

	camera := render.Camera{Width: 400, Height: 300}.Framing(render.LevelBounds(snap), 10)
	scene := render.LevelScene(snap, camera, nil)
	world, colliders := level.NewWorld(snap)
	world.Update()
	scene.Meet(contacts.All(world, colliders, nil), contacts.ExitsIn(snap, world))
	scene.Show = render.Show{ContactPoints: true, Normals: true, Depths: true}

	picture := render.Picture(scene)
	fmt.Println(picture.Rect.Size(), len(scene.Contacts), "contact,", scene.Contacts[0].Depth, "px deep")
	// Output: (400,300) 1 contact, 5 px deep
}
