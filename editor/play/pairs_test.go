package play

import (
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// Thousands of adjacent bodies can be played, but not as many bodies in one place. Bodies that do not collide do not
// count.
func TestTooManyPairs(t *testing.T) {
	t.Parallel()
	run := func(n int, at func(i int) Vec, edit func(*level.Collider)) *Run {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "bodies", Order: 1})}}
		for i := range n {
			c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{Kind: level.Circle, Radius: 5}, at(i))
			c.Order = float64(i + 1)
			edit(c)
			d.Colliders = append(d.Colliders, level.Added(c))
		}
		if err := doc.Apply(d); err != nil {
			t.Fatal(err)
		}
		return NewRun(doc.Snapshot(), DefaultSettings(), Vec{X: -500})
	}
	dynamic := func(c *level.Collider) { c.Body = level.Dynamic }
	one := func(int) Vec { return Vec{X: 100, Y: 100} }
	rows := func(i int) Vec { return Vec{X: float64(i % 100 * 9), Y: float64(i / 100 * 9)} }
	if n := run(5000, rows, dynamic).space.TooManyPairs(); n != 0 {
		t.Errorf("5,000 bodies in rows are too many: %d pairs", n)
	}
	if n := run(400, one, dynamic).space.TooManyPairs(); n != 0 {
		t.Errorf("400 bodies in one place are too many: %d pairs", n)
	}
	if n := run(1000, one, dynamic).space.TooManyPairs(); n != 1000*999/2 {
		t.Errorf("1,000 bodies in one place have %d pairs, want %d", n, 1000*999/2)
	}
	if n := run(2500, one, dynamic).space.TooManyPairs(); n < 10*dynamics.MaxPairs || n > 11*dynamics.MaxPairs {
		t.Errorf("2,500 bodies in one place have %d pairs, want a count that stops at about %d", n, 10*dynamics.MaxPairs)
	}
	if n := run(8000, func(i int) Vec { return Vec{Y: float64(i * 20)} }, dynamic).space.TooManyPairs(); n < dynamics.MaxPairs {
		t.Errorf("8,000 bodies in a column are too many to sweep, but TooManyPairs is %d", n)
	}
	if n := run(5000, one, func(*level.Collider) {}).space.TooManyPairs(); n != 0 {
		t.Errorf("static colliders never collide, but count as %d pairs", n)
	}
	if n := run(2000, one, func(c *level.Collider) {
		if c.ID%10 == 0 {
			c.Body = level.Dynamic
		}
	}).space.TooManyPairs(); n != 200*199/2+200*1800 {
		t.Errorf("200 bodies in 1,800 static colliders have %d pairs, want %d", n, 200*199/2+200*1800)
	}
	for what, edit := range map[string]func(*level.Collider){
		"platforms": func(c *level.Collider) { c.Body = level.Kinematic },
		"triggers": func(c *level.Collider) {
			c.Body, c.Role = level.Dynamic, level.Trigger
		},
		"bodies of one group that do not meet": func(c *level.Collider) { c.Body, c.Group = level.Dynamic, -1 },
		"bodies that the ground of their group does not meet": func(c *level.Collider) {
			if c.Group = -1; c.ID%2 == 0 {
				c.Body = level.Dynamic
			}
		},
	} {
		if n := run(1000, one, edit).space.TooManyPairs(); n != 0 {
			t.Errorf("1,000 %s never collide, but count as %d pairs", what, n)
		}
	}
}
