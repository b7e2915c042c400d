package colliders_test

import (
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/export/colliders"
)

// A game loads the file, asks the world what a moving body hits, and looks up the hit collider in the file.
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
	level, err := colliders.Load(strings.NewReader(file))
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
	if hit, ok := world.Cast(hero, at, fall, collision.Query{}); ok {
		ground := level.At(hit.Key)
		fmt.Printf("lands on %s %v after %.0f pixels\n", ground.Name, ground.Tags, hit.T*fall.Len())
	}
	// Output: lands on ground [grass] after 46 pixels
}

// A box falls on the ground.
func Example_space() {
	const file = `
format: fillet-colliders
version: 2
level: {name: Yard, size: [320, 200], pixels_per_metre: 32, "y": down, gravity: [0, 800]}
categories: [default]
colliders:
  - {id: c1, name: ground, role: solid, one_way: null, body: static, category: 1, mask: 1, tags: [], properties: {},
     shape: {kind: box, size: [320, 40], radius: 0, rounding: inset}, position: [160, 180], angle: 0,
     pieces: [{vertices: [[0, 160], [320, 160], [320, 200], [0, 200]], radius: 0}],
     bounds: [0, 160, 320, 200], area: 12800, centroid: [160, 180], source: null}
  - {id: c2, name: box, role: solid, one_way: null, body: dynamic, category: 1, mask: 1, tags: [], properties: {},
     shape: {kind: box, size: [20, 20], radius: 0, rounding: inset}, position: [100, 50], angle: 0,
     pieces: [{vertices: [[90, 40], [110, 40], [110, 60], [90, 60]], radius: 0}],
     bounds: [90, 40, 110, 60], area: 400, centroid: [100, 50], mass: 0.39, inertia: 0.025, center: [0, 0],
     source: null}
`
	level, err := colliders.Load(strings.NewReader(file))
	if err != nil {
		log.Fatal(err)
	}
	space, err := level.Space()
	if err != nil {
		log.Fatal(err)
	}
	for range 120 { // two seconds
		space.Step(dynamics.StepTime)
		for touch := range space.Touches() {
			if touch.Began {
				fmt.Printf("%s hits %s\n", space.Collider(touch.A).Name, space.Collider(touch.B).Name)
			}
		}
	}
	fmt.Printf("%s rests at %.0f\n", level.Find("c2").Name, space.Body("c2").Pose.P)
	// Output:
	// box hits ground
	// box rests at {100 150}
}

// The example in the README.
func ExampleLoadFile() {
	level, err := colliders.LoadFile("../testdata/cavern.colliders.yaml")
	if err != nil {
		log.Fatal(err)
	}
	world, err := level.World() // a collision.World of the file's colliders
	if err != nil {
		log.Fatal(err)
	}
	hero, err := collision.Capsule(collision.Vec{Y: -8}, collision.Vec{Y: 8}, 6)
	if err != nil {
		log.Fatal(err)
	}
	at, fall := collision.NewTransform(collision.Vec{X: 100, Y: 40}, 0), collision.Vec{Y: 400}
	if hit, ok := world.Cast(hero, at, fall, collision.Query{}); ok {
		fmt.Printf("lands on %s after %.0f pixels\n", level.At(hit.Key).Name, hit.T*fall.Len())
	}
	// Output: lands on bridge after 138 pixels
}

// The example in the README is the code that is compiled and run here.
func TestReadmeShowsTheExample(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	between := func(text, from, to string) string {
		_, text, ok := strings.Cut(text, from)
		text, _, ended := strings.Cut(text, to)
		if !ok || !ended {
			t.Fatalf("there is no text between %q and %q", from, to)
		}
		return text
	}
	shown := between(read("../../README.md"), "```go\n", "```\n")
	ran := between(read("example_test.go"), "func ExampleLoadFile() {\n", "\t// Output:")
	ran = strings.ReplaceAll(ran, "../testdata/cavern.colliders.yaml", "world.colliders.yaml")
	if got := between(shown, "func main() {\n", "\n}\n") + "\n"; got != ran {
		t.Errorf("the README shows\n%s\nthe example is\n%s", got, ran)
	}
}
