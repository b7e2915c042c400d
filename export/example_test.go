package export_test

import (
	"fmt"
	"log"
	"strings"

	"fillet/collision"
	"fillet/export"
)

// A game loads the file, asks the world what a moving body meets, and finds out from the file what that is.
func Example() {
	const file = `
format: fillet-colliders
version: 1
level: {name: Yard, size: [320, 200], pixels_per_metre: 32, "y": down}
categories: [default]
colliders:
  - id: c1
    name: ground
    role: solid
    one_way: null
    body: static
    category: 1
    mask: 1
    tags: [grass]
    properties: {slippery: false}
    shape: {kind: box, size: [320, 40], radius: 4, rounding: inset}
    position: [160, 180]
    angle: 0
    pieces:
      - {vertices: [[4, 164], [316, 164], [316, 196], [4, 196]], radius: 4}
    bounds: [0, 160, 320, 200]
    area: 12786.27
    centroid: [160, 180]
    source: null
`
	level, err := export.Load(strings.NewReader(file))
	if err != nil {
		log.Fatal(err)
	}
	world, err := level.World()
	if err != nil {
		log.Fatal(err)
	}

	hero, err := collision.Capsule(collision.Vec{Y: -8}, collision.Vec{Y: 8}, 6)
	if err != nil {
		log.Fatal(err)
	}
	at := collision.NewTransform(collision.Vec{X: 100, Y: 100}, 0)
	fall := collision.Vec{Y: 80}
	if key, hit, ok := world.Cast(hero, at, fall, collision.Filter{}); ok {
		ground := level.At(key)
		fmt.Printf("lands on %s %v after %.0f pixels\n", ground.Name, ground.Tags, hit.T*fall.Len())
	}
	// Output: lands on ground [grass] after 46 pixels
}
