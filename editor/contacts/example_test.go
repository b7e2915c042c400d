package contacts_test

import (
	"context"
	"fmt"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// A crate is 2 px deep in the floor and overlaps a trigger.
func ExampleLive() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		panic(err)
	}
	box := func(w, h float64) level.Shape {
		return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}
	}
	floor := level.NewCollider(1, 1, "floor", box(200, 20), level.Vec{Y: 10})
	crate := level.NewCollider(2, 1, "crate", box(20, 20), level.Vec{Y: -8})
	goal := level.NewCollider(3, 1, "goal", box(40, 40), level.Vec{Y: -20})
	crate.Body, goal.Role = level.Dynamic, level.Trigger
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "ground", Order: 1})}}
	for i, c := range []*level.Collider{floor, crate, goal} {
		c.Order = float64(i + 1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		panic(err)
	}
	live := contacts.NewLive(doc)
	for _, p := range live.Contacts() {
		fmt.Println(doc.Collider(p.A).Name, doc.Collider(p.B).Name, p.Kind, p.State, p.Depth)
	}
	fmt.Printf("%+v\n", live.Counts())
	// Output:
	// floor crate solid overlapping 2
	// floor goal trigger expected 0
	// crate goal trigger triggered 18
	// {Overlaps:1 Touching:0 Triggers:1 Expected:1 Harmless:0}
}

// A block and a crate have sunk into the floor. Separate moves them; the floor stays.
func ExampleSeparate() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		panic(err)
	}
	box := func(id level.ID, name string, w, h, x, y float64) *level.Collider {
		return level.NewCollider(id, 1, name, level.Shape{
			Kind: level.Box, Size: level.Vec{X: w, Y: h},
			Rounding: level.Inset,
		}, level.Vec{X: x, Y: y})
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "ground", Order: 1})}}
	for i, c := range []*level.Collider{
		box(1, "block", 40, 40, 60, 182), box(2, "floor", 200, 20, 100, 200),
		box(3, "crate", 20, 20, 140, 184),
	} {
		c.Order = float64(i + 1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		panic(err)
	}
	plan, err := contacts.Separate(context.Background(), doc.Snapshot(), contacts.Separating{})
	if err != nil {
		panic(err)
	}
	for _, m := range plan.Moves {
		fmt.Println(doc.Collider(m.ID).Name, "goes from", m.From, "to", m.To)
	}
	fmt.Println(plan.Done, "pairs separated,", len(plan.Left), "left")
	// Output:
	// block goes from (60, 182) to (60, 170)
	// crate goes from (140, 184) to (140, 180)
	// 2 pairs separated, 0 left
}
