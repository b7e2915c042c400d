package collision_test

import (
	"fmt"

	"fillet/collision"
)

// Bodies are put, moved and removed; the next Update reports how their contacts changed.
func ExampleNewWorld() {
	w := newLevel()
	fmt.Println(w.Len(), "bodies,", len(w.Update()), "contacts")

	w.Move(hero, collision.NewTransform(collision.Vec{Y: 20}, 0))
	for _, e := range w.Update() {
		fmt.Println(e.Kind, e.Contact.A, e.Contact.B, "trigger:", e.Contact.Trigger)
	}
	w.Remove(coin)
	for _, e := range w.Update() {
		fmt.Println(e.Kind, e.Contact.A, e.Contact.B)
	}
	// Output:
	// 4 bodies, 0 contacts
	// begin 1 3 trigger: true
	// end 1 3
}

// Putting a body again, for example after it has grown, replaces the old one.
func ExampleWorld_Put() {
	w := newLevel()
	body, _ := w.Body(hero)
	large, _ := collision.Circle(collision.Vec{}, 20)
	body.Shapes = []collision.Shape{large}
	w.Put(hero, body)
	fmt.Println(len(w.Update()), "contact")
	// Output: 1 contact
}

// Move and Remove report whether the key is known.
func ExampleWorld_Move() {
	w := newLevel()
	fmt.Println(w.Move(hero, collision.NewTransform(collision.Vec{X: 5}, 0)), w.Move(99, collision.Identity()))
	// Output: true false
}

func ExampleWorld_Remove() {
	w := newLevel()
	fmt.Println(w.Remove(coin), w.Remove(coin), w.Len())
	// Output: true false 3
}

// The events of an Update are the contacts that began, changed or ended, sorted.
func ExampleWorld_Update() {
	w := newLevel()
	for _, y := range []float64{41, 42, 42, 0} {
		w.Move(hero, collision.NewTransform(collision.Vec{Y: y}, 0))
		for _, e := range w.Update() {
			if e.Contact.B == floor {
				fmt.Println("at", y, e.Kind)
			}
		}
	}
	// Output:
	// at 41 begin
	// at 42 change
	// at 0 end
}

func ExampleWorld_Body() {
	body, ok := newLevel().Body(ledge)
	fmt.Println(ok, body.OneWay, body.Transform.P)
	// Output: true (0, -1) (0, -30)
}

// Contacts returns everything that touches now, not only changes.
func ExampleWorld_Contacts() {
	w := newLevel()
	w.Move(hero, collision.NewTransform(collision.Vec{Y: 41}, 0))
	w.Update()
	for c := range w.Contacts() {
		fmt.Printf("%d and %d, depth %.3g\n", c.A, c.B, c.Depth())
	}
	// Output: 1 and 2, depth 1
}

func ExampleWorld_ContactsOf() {
	w := newLevel()
	w.Move(hero, collision.NewTransform(collision.Vec{Y: 39}, 0))
	w.Move(coin, collision.NewTransform(collision.Vec{Y: 30}, 0))
	w.Update()
	for c := range w.ContactsOf(coin) {
		fmt.Println(c.A, c.B)
	}
	// Output: 1 3
}

// The keys may come in either order.
func ExampleWorld_Contact() {
	w := newLevel()
	w.Move(hero, collision.NewTransform(collision.Vec{Y: 41}, 0))
	w.Update()
	c, ok := w.Contact(floor, hero)
	fmt.Println(ok, "from", c.A, "to", c.B, "down:", c.Manifolds[0].Normal.Y > 0)
	// Output: true from 1 to 2 down: true
}

// A game stops bodies that fall onto a platform, and lets all others through.
func ExampleContact_Blocks() {
	w := newLevel()
	for _, y := range []float64{-39, -22} { // on the ledge, and below it
		w.Move(hero, collision.NewTransform(collision.Vec{Y: y}, 0))
		w.Update()
		if c, ok := w.Contact(hero, ledge); ok {
			fmt.Println("at", y, c.Blocks(&c.Manifolds[0]))
		}
	}
	// Output:
	// at -39 true
	// at -22 false
}

// Bodies at rest on each other touch; beyond the slop they overlap.
func ExampleContact_Touching() {
	w := newLevel()
	for _, y := range []float64{40, 41} {
		w.Move(hero, collision.NewTransform(collision.Vec{Y: y}, 0))
		w.Update()
		if c, ok := w.Contact(hero, floor); ok {
			fmt.Println("at", y, c.Touching(w.Slop))
		}
	}
	// Output:
	// at 40 true
	// at 41 false
}

// Can a tower be built here? Probe returns what it would touch, without putting it there.
func ExampleWorld_Probe() {
	w := newLevel()
	w.Update()
	tower, _ := collision.Box(10, 30, 0)
	for _, c := range w.Probe(collision.Body{
		Shapes:    []collision.Shape{tower},
		Transform: collision.NewTransform(collision.Vec{X: 60, Y: 20}, 0),
	}) {
		fmt.Println("in the way:", c.B, "depth", c.Depth())
	}
	// Output: in the way: 2 depth 2
}

// AppendProbe does the same in every frame, without allocating.
func ExampleWorld_AppendProbe() {
	w := newLevel()
	w.Update()
	post, _ := collision.Box(5, 30, 0)
	var found []collision.Contact
	for _, x := range []float64{50, 95, 140} {
		found = w.AppendProbe(found[:0], collision.Body{
			Shapes:    []collision.Shape{post},
			Transform: collision.NewTransform(collision.Vec{X: x, Y: 20}, 0),
		})
		fmt.Println(x, len(found))
	}
	// Output:
	// 50 1
	// 95 1
	// 140 0
}

func ExampleWorld_Bounds() {
	b := newLevel().Bounds()
	fmt.Println(b.Min, b.Max)
	// Output: (-100, -32) (100, 64)
}

// The game postpones an Update that would take too long.
func ExampleWorld_PendingPairs() {
	w := collision.NewWorld()
	ball, _ := collision.Circle(collision.Vec{}, 5)
	for k := range collision.Key(10) { // all in one place
		w.Put(k+1, collision.Body{Shapes: []collision.Shape{ball}, Transform: collision.Identity()})
	}
	pieces, pairs := w.PendingPairs(1000)
	fmt.Println(pieces, "pieces,", pairs, "pairs")
	// Output: 10 pieces, 45 pairs
}
