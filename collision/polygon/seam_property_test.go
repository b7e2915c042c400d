package polygon

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
)

// Seams never hide an overlap: if two pieces of different bodies overlap by more than a touch, so do the bodies.
func TestSeamsHideNoOverlap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := collision.NewWorld()
		a, b := drawCompound(t), drawCompound(t)
		w.Put(1, a)
		w.Put(2, b)
		w.Update()
		deepest := 0.0
		for _, p := range a.Shapes {
			for _, q := range b.Shapes {
				if m, ok := collision.Collide(p, a.Transform, q, b.Transform, 0); ok {
					deepest = max(deepest, m.Depth())
				}
			}
		}
		const touch = 0.05
		c, ok := w.Contact(1, 2)
		if deepest > touch && (!ok || c.Depth() <= w.Slop) {
			t.Fatalf("two pieces overlap by %v, the bodies by %v (contact: %v)", deepest, c.Depth(), ok)
		}
		if ok && c.Depth() > w.Slop && deepest <= 0 {
			t.Fatalf("no pieces overlap, but the bodies overlap by %v", c.Depth())
		}
	})
}

// drawCompound draws a body from the pieces of a random stepped outline, rotated by quarter turns or freely.
func drawCompound(t *rapid.T) collision.Body {
	step := rapid.Float64Range(1, 6)
	if rapid.Bool().Draw(t, "whole numbers") {
		step = rapid.Map(rapid.IntRange(1, 6), func(i int) float64 { return float64(i) })
	}
	n := rapid.IntRange(1, 4).Draw(t, "steps")
	var top, bottom []collision.Vec
	x := 0.0
	for range n {
		up, down := step.Draw(t, "up"), step.Draw(t, "down")
		next := x + step.Draw(t, "width")
		top = append(top, collision.Vec{X: x, Y: -up}, collision.Vec{X: next, Y: -up})
		bottom = append(bottom, collision.Vec{X: x, Y: down}, collision.Vec{X: next, Y: down})
		x = next
	}
	outline := slices.Clone(top)
	for i := len(bottom) - 1; i >= 0; i-- {
		outline = append(outline, bottom[i])
	}
	outline = slices.Compact(outline) // two steps with the same height
	parts, err := Decompose(outline)
	if err != nil {
		t.Fatalf("%v of %v", err, outline)
	}
	var body collision.Body
	radius := rapid.SampledFrom([]float64{0, 0, 0.5}).Draw(t, "radius")
	for _, p := range parts {
		s, err := collision.NewShape(p, radius)
		if err != nil {
			t.Fatal(err)
		}
		body.Shapes = append(body.Shapes, s)
	}
	angle := float64(rapid.IntRange(0, 3).Draw(t, "quarters")) * math.Pi / 2
	if rapid.Bool().Draw(t, "turned") {
		angle = rapid.Float64Range(-3, 3).Draw(t, "angle")
	}
	place := rapid.Map(rapid.IntRange(-8, 8), func(i int) float64 { return float64(i) })
	body.Transform = collision.NewTransform(collision.Vec{X: place.Draw(t, "x"), Y: place.Draw(t, "y")}, angle)
	return body
}
