package main

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fillet/editor/level"
)

// contactsInTurn yields the same contacts as Contacts, which finds all of them in one world.
func TestContactsInTurnMatchContacts(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a"})}}
	roles := []level.Role{level.Solid, level.Trigger, level.OneWay}
	for i := range 200 {
		shape := level.Shape{Kind: level.Circle, Radius: 5 + 10*random.Float64()}
		if i%3 == 0 {
			shape = level.Shape{
				Kind: level.Polygon, Points: []level.Vec{{}, {X: 30}, {X: 30, Y: 30}, {X: 20, Y: 10}},
				Rounding: level.Inset,
			}
		}
		c := level.NewCollider(level.ID(i+1), 1, "", shape, level.Vec{
			X: 200 * random.Float64(),
			Y: 200 * random.Float64(),
		})
		if c.Role = roles[i%len(roles)]; c.Role == level.OneWay {
			c.OneWay = level.Up
		}
		c.Order = random.Float64()
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	at := Contacts(context.Background(), doc.Snapshot())
	turn := contactsInTurn(context.Background(), doc.Snapshot())
	want, i := slices.Collect(at), 0
	for c := range turn { // each is valid until the next one
		if i == len(want) {
			t.Fatalf("more than %d contacts", i)
		}
		w := want[i]
		if c.A != w.A || c.B != w.B || c.Kind != w.Kind || c.State != w.State || math.Abs(c.Depth-w.Depth) > 1e-9 {
			t.Errorf("contact %d is between %v and %v, %g deep, want %v and %v, %g", i, c.A.ID, c.B.ID, c.Depth, w.A.ID,
				w.B.ID, w.Depth)
		}
		i++
	}
	if i < len(want) || i < 100 {
		t.Errorf("%d contacts, want %d", i, len(want))
	}
}
