package ui

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// crowd is a level of random shapes of all kinds, some of them locked, in a small frame.
func crowd(t *testing.T, seed uint64) *level.Document {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	settings := level.DefaultSettings()
	settings.Size = level.Vec{X: 500, Y: 300}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Layer 1", Order: 1})}}
	for i := range 3 + rng.IntN(8) {
		shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 20 + 100*rng.Float64(), Y: 20 + 60*rng.Float64()}, Rounding: level.Inset}
		switch rng.IntN(4) {
		case 0:
			shape = level.Shape{Kind: level.Circle, Radius: 10 + 25*rng.Float64()}
		case 1:
			shape = level.Shape{Kind: level.Polygon, Rounding: level.Inset, Radius: 2, Points: []level.Vec{
				{X: -40, Y: -30}, {X: 40, Y: -30}, {X: 40, Y: -10}, {X: -20, Y: -10}, {X: -20, Y: 30}, {X: -40, Y: 30},
			}}
		}
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprint("shape ", i+1), shape, level.Vec{X: 500 * rng.Float64(), Y: 300 * rng.Float64()})
		c.Order, c.Angle = float64(i+1), level.Degrees(15*rng.IntN(24))
		c.Body = []level.BodyType{level.Static, level.Dynamic, level.Kinematic}[rng.IntN(3)]
		c.Locked = rng.IntN(4) == 0
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestArrowGhostAndSeparateAgree opens random levels, selects a shape or two, and compares the arrows on the canvas, the ghosts
// of the tool, and where Separate moves the shapes.
func TestArrowGhostAndSeparateAgree(t *testing.T) {
	w := benchWindow(t, 0, nil)
	moved, stuck := 0, 0
	for seed := range uint64(150) {
		doc := crowd(t, seed)
		w.Session.Replace(doc)
		w.Canvas.Frame(collision.AABB{Max: level.Vec{X: 500, Y: 300}})
		n := level.ID(doc.Len())
		id := level.ID(seed)%n + 1
		w.Session.Selection().Set(id)
		if seed%3 == 0 {
			w.Session.Selection().Add(id%n + 1)
		}
		arrow := map[level.ID]level.Vec{}
		scene := w.Canvas.Scene()
		for i := range scene.Exits {
			arrow[scene.Exits[i].Of] = scene.Exits[i].Way
		}
		ghosts := map[level.Vec]bool{}
		for _, o := range w.Tools.Overlays() {
			if g, ok := o.(overlay.Outline); ok && g.Dashed {
				ghosts[g.At.P] = true
			}
		}
		for _, p := range w.Session.Live().Contacts() {
			if p.State != contacts.Overlapping {
				continue
			}
			before := doc.Snapshot()
			err := w.Session.Separate(p.A, p.B)
			switch {
			case errors.Is(err, editor.ErrLocked):
				continue
			case errors.Is(err, editor.ErrStuck):
				stuck++
				if arrow[p.A] != (level.Vec{}) && arrow[p.B] != (level.Vec{}) {
					t.Errorf("seed %d: Separate has no way for %v and %v; their arrows are %v and %v", seed, p.A, p.B, arrow[p.A], arrow[p.B])
				}
				continue
			case err != nil:
				t.Fatal(err)
			}
			for _, c := range before.Layers[0].Colliders {
				now := doc.Collider(c.ID).Position
				if now == c.Position {
					continue
				}
				moved++
				if way := arrow[c.ID]; way.Dist(now.Sub(c.Position)) > 2e-9 {
					t.Errorf("seed %d: Separate moves %v by %v, its arrow is %v", seed, c.ID, now.Sub(c.Position), way)
				}
				isGhost := ghosts[c.Position.Add(arrow[c.ID])]
				if want := slices.Contains(w.Session.Selection().IDs(), c.ID); isGhost != want {
					t.Errorf("seed %d: Separate moves %v; it has a ghost there: %v, is selected: %v", seed, c.ID, isGhost, want)
				}
			}
			w.Session.Undo()
		}
	}
	if moved < 150 || stuck == 0 {
		t.Errorf("%d were moved, %d could not be", moved, stuck)
	}
}
