package collision_test

import (
	"fmt"

	"fillet/collision"
)

// Keys of the bodies in the examples' level.
const (
	hero collision.Key = iota + 1
	floor
	coin
	ledge
)

// newLevel returns a hero over a floor 40 below, a coin between them, and a
// ledge over the hero that is solid from above only. y points down.
func newLevel() *collision.World {
	ball, _ := collision.Circle(collision.Vec{}, 8)
	wide, _ := collision.Box(100, 8, 0)
	thin, _ := collision.Box(30, 2, 0)
	w := collision.NewWorld()
	put := func(k collision.Key, s collision.Shape, y float64, b collision.Body) {
		b.Shapes, b.Transform = []collision.Shape{s}, collision.NewTransform(collision.Vec{Y: y}, 0)
		w.Put(k, b)
	}
	put(hero, ball, 0, collision.Body{})
	put(floor, wide, 56, collision.Body{Static: true})
	put(coin, ball, 24, collision.Body{Trigger: true})
	put(ledge, thin, -30, collision.Body{Static: true, OneWay: collision.Vec{Y: -1}})
	return w
}

// The hero finds the ground below, and never hits himself.
func ExampleWorld_Raycast() {
	w := newLevel()
	down := collision.RayTo(collision.Vec{}, collision.Vec{Y: 100})
	if hit, ok := w.Raycast(down, collision.Query{Exclude: []collision.Key{hero}}); ok {
		fmt.Println("body", hit.Key, "at", hit.Point, "after", hit.T, "of the way")
	}
	// The ledge lets rays from below through.
	up := collision.RayTo(collision.Vec{}, collision.Vec{Y: -100})
	_, ok := w.Raycast(up, collision.Query{Exclude: []collision.Key{hero}})
	fmt.Println("anything above:", ok)
	// Output:
	// body 2 at (0, 48) after 0.48 of the way
	// anything above: false
}

// Everything that a beam goes through, triggers included.
func ExampleWorld_RaycastAll() {
	beam := collision.Ray{Origin: collision.Vec{Y: -50}, Dir: collision.Vec{Y: 1}, Max: 200}
	for _, hit := range newLevel().RaycastAll(beam, collision.Query{Triggers: true}) {
		fmt.Println("body", hit.Key, "shape", hit.Shape, "after", hit.T)
	}
	// Output:
	// body 4 shape 0 after 18
	// body 1 shape 0 after 42
	// body 3 shape 0 after 66
	// body 2 shape 0 after 98
}

// AppendRaycast reuses a buffer, so that a frame allocates nothing.
func ExampleWorld_AppendRaycast() {
	w := newLevel()
	var hits []collision.BodyHit
	for x := range 3 {
		sight := collision.RayTo(collision.Vec{X: float64(20 * x), Y: -20}, collision.Vec{X: float64(20 * x), Y: 80})
		hits = w.AppendRaycast(hits[:0], sight, collision.Query{})
		fmt.Println(len(hits))
	}
	// Output:
	// 2
	// 1
	// 1
}

// The distance that the hero falls.
func ExampleWorld_Cast() {
	w := newLevel()
	body, _ := w.Body(hero)
	fall := collision.Vec{Y: 80}
	hit, ok := w.Cast(body.Shapes[0], body.Transform, fall, collision.Query{Exclude: []collision.Key{hero}})
	fmt.Println(ok, "lands on", hit.Key, "after", hit.T*fall.Len(), "with normal", hit.Normal)
	// Output: true lands on 2 after 40 with normal (0, -1)
}

// The coins that the hero picks up on his way, in order.
func ExampleWorld_CastAll() {
	w := newLevel()
	body, _ := w.Body(hero)
	q := collision.Query{Triggers: true, Predicate: func(k collision.Key) bool {
		b, _ := w.Body(k)
		return b.Trigger
	}}
	for _, hit := range w.CastAll(body.Shapes[0], body.Transform, collision.Vec{Y: 40}, q) {
		fmt.Println("picks up", hit.Key, "after", hit.T)
	}
	// Output: picks up 3 after 0.2
}

func ExampleWorld_AppendCast() {
	w := newLevel()
	body, _ := w.Body(hero)
	hits := make([]collision.BodyHit, 0, 8)
	hits = w.AppendCast(hits, body.Shapes[0], body.Transform, collision.Vec{Y: 60}, collision.Query{})
	for _, hit := range hits {
		fmt.Println(hit.Key, hit.T)
	}
	// Output:
	// 1 0
	// 2 0.6666666666666666
}

// The body under the pointer.
func ExampleWorld_QueryPoint() {
	w := newLevel()
	fmt.Println(w.QueryPoint(collision.Vec{Y: 20}, collision.Query{}))
	fmt.Println(w.QueryPoint(collision.Vec{Y: 20}, collision.Query{Triggers: true}))
	// Output:
	// []
	// [3]
}

func ExampleWorld_AppendPoint() {
	w := newLevel()
	var keys []collision.Key
	keys = w.AppendPoint(keys[:0], collision.Vec{Y: 50}, collision.Query{})
	fmt.Println(keys)
	// Output: [2]
}

// The bodies that an explosion's box reaches, except the thrower.
func ExampleWorld_QueryBox() {
	reach := collision.AABB{Min: collision.Vec{X: -40, Y: -40}, Max: collision.Vec{X: 40, Y: 40}}
	fmt.Println(newLevel().QueryBox(reach, collision.Query{Exclude: []collision.Key{hero}}))
	// Output: [4]
}

func ExampleWorld_AppendBox() {
	keys := []collision.Key{99}
	keys = newLevel().AppendBox(keys, collision.BoundsOf([]collision.Vec{{Y: 20}, {Y: 60}}),
		collision.Query{Triggers: true})
	fmt.Println(keys)
	// Output: [99 2 3]
}

// Is there room for the hero to stand up here?
func ExampleWorld_QueryShape() {
	w := newLevel()
	tall, _ := collision.Capsule(collision.Vec{Y: -30}, collision.Vec{}, 8)
	fmt.Println(w.QueryShape(tall, collision.Identity(), collision.Query{Exclude: []collision.Key{hero}}))
	// Output: [4]
}

func ExampleWorld_AppendShape() {
	near, _ := collision.Circle(collision.Vec{}, 50)
	keys := newLevel().AppendShape(nil, near, collision.Identity(),
		collision.Query{Filter: collision.Filter{Category: 1, Mask: 1}})
	fmt.Println(keys)
	// Output: [1 2 4]
}

// The zero Query selects every solid body; each field narrows or
// widens that.
func ExampleQuery() {
	w := newLevel()
	all := collision.AABB{Min: collision.Vec{X: -500, Y: -500}, Max: collision.Vec{X: 500, Y: 500}}
	fmt.Println(w.QueryBox(all, collision.Query{}))
	fmt.Println(w.QueryBox(all, collision.Query{Triggers: true, Exclude: []collision.Key{hero}}))
	fmt.Println(w.QueryBox(all, collision.Query{Predicate: func(k collision.Key) bool { return k > floor }}))
	// Output:
	// [1 2 4]
	// [2 3 4]
	// [4]
}

func ExampleWorld_Bodies() {
	for key, body := range newLevel().Bodies() {
		fmt.Println(key, body.Transform.P, body.Static)
	}
	// Output:
	// 1 (0, 0) false
	// 2 (0, 56) true
	// 3 (0, 24) false
	// 4 (0, -30) true
}

// The bodies within 45 of the hero, and their distances.
func ExampleWorld_AppendNear() {
	w := newLevel()
	body, _ := w.Body(hero)
	for _, c := range w.AppendNear(nil, body, 45, collision.Query{Exclude: []collision.Key{hero}}) {
		fmt.Println("body", c.B, "is", -c.Depth(), "away")
	}
	// Output:
	// body 2 is 40 away
	// body 4 is 20 away
}

// The shapes of the floor that a crate overlaps after sinking in by 1.
func ExampleWorld_AppendTouches() {
	w := newLevel()
	crate, _ := collision.Box(10, 10, 0)
	at := collision.NewTransform(collision.Vec{X: 40, Y: 39}, 0)
	for _, t := range w.AppendTouches(nil, crate, at, 1, collision.Query{}) {
		fmt.Println("body", t.Key, "shape", t.Shape, "depth", t.Depth())
	}
	// Output:
	// body 2 shape 0 depth 1
}
