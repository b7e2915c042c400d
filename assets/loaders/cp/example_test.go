package cploader_test

import (
	"fmt"
	"strings"

	cploader "fillet/assets/loaders/cp"
	"fillet/export/colliders"

	"github.com/jakecoffman/cp/v2"
)

// A level with a floor and a ball, as fillet export writes it.
const small = `{
	"format": "fillet-colliders", "version": 2,
	"level": {"name": "small", "size": [400, 300], "pixels_per_metre": 32, "y": "down", "gravity": [0, 800],
		"friction_mix": "geometric", "restitution_mix": "maximum"},
	"categories": ["default"],
	"colliders": [
		{"id": "c1", "name": "floor", "role": "solid", "one_way": null, "body": "static", "category": 1, "mask": 1,
			"tags": ["ground"], "properties": {"sound": "stone"},
			"shape": {"kind": "box", "size": [400, 20], "radius": 0, "rounding": "inset"},
			"position": [200, 290], "angle": 0,
			"pieces": [{"vertices": [[0, 280], [400, 280], [400, 300], [0, 300]], "radius": 0}],
			"bounds": [0, 280, 400, 300], "area": 8000, "centroid": [200, 290], "source": null},
		{"id": "c2", "name": "ball", "role": "solid", "one_way": null, "body": "dynamic", "category": 1, "mask": 1,
			"tags": [], "properties": {}, "shape": {"kind": "circle", "radius": 16}, "position": [200, 100], "angle": 0,
			"pieces": [{"vertices": [[200, 100]], "radius": 16}], "bounds": [184, 84, 216, 116], "area": 804.25,
			"centroid": [200, 100], "mass": 0.7854, "inertia": 0.09817, "center": [0, 0], "source": null}
	]
}`

func ExampleLoad() {
	file, err := colliders.Load(strings.NewReader(small))
	if err != nil {
		panic(err)
	}
	space := cp.NewSpace()
	level, err := cploader.Load(file, space)
	if err != nil {
		panic(err)
	}
	for range 120 {
		level.Step(1.0 / 60) // before each step of the space
		space.Step(1.0 / 60)
	}
	fmt.Printf("the ball is at %.0f\n", level.Bodies[level.Find("ball")].Position().Y)
	for _, id := range level.Tagged("ground") {
		fmt.Println(level.Colliders[id].Name, "sounds like", level.Colliders[id].Properties["sound"])
	}
	level.Destroy()

	// Output:
	// the ball is at 264
	// floor sounds like stone
}
