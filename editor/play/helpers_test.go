package play

import (
	"testing"

	"fillet/editor/level"
)

// levelBuilder builds a level.
type levelBuilder struct {
	t    testing.TB
	diff level.Diff
	next level.ID
}

func newLevelBuilder(t testing.TB) *levelBuilder { return &levelBuilder{t: t, next: 1} }

func (y *levelBuilder) add(name string, s level.Shape, at Vec, change ...func(*level.Collider)) level.ID {
	c := level.NewCollider(y.next, 1, name, s, at)
	for _, f := range change {
		f(c)
	}
	y.diff.Colliders = append(y.diff.Colliders, level.Added(c))
	y.next++
	return c.ID
}

// box adds a box with the given left, top, width and height.
func (y *levelBuilder) box(name string, x, top, w, h float64, change ...func(*level.Collider)) level.ID {
	return y.add(name, level.Shape{Kind: level.Box, Size: Vec{X: w, Y: h}, Rounding: level.Inset},
		Vec{X: x + w/2, Y: top + h/2}, change...)
}

func (y *levelBuilder) circle(name string, x, at, r float64, change ...func(*level.Collider)) level.ID {
	return y.add(name, level.Shape{Kind: level.Circle, Radius: r}, Vec{X: x, Y: at}, change...)
}

func (y *levelBuilder) polygon(name string, points []Vec, change ...func(*level.Collider)) level.ID {
	return y.add(name, level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}, Vec{}, change...)
}

func (y *levelBuilder) snapshot() level.Snapshot {
	y.t.Helper()
	s := level.DefaultSettings()
	s.Categories = []string{"default", "player", "ghost"}
	doc, err := level.NewDocument(s)
	if err != nil {
		y.t.Fatal(err)
	}
	y.diff.Layers = []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all"})}
	if err := doc.Apply(y.diff); err != nil {
		y.t.Fatal(err)
	}
	return doc.Snapshot()
}

func isDynamic(c *level.Collider)   { c.Body = level.Dynamic }
func isKinematic(c *level.Collider) { c.Body = level.Kinematic }
func isTrigger(c *level.Collider)   { c.Role = level.Trigger }
func isOneWay(c *level.Collider)    { c.Role, c.OneWay = level.OneWay, level.Up }

func tagged(tags ...string) func(*level.Collider) {
	return func(c *level.Collider) { c.Tags = append(c.Tags, tags...) }
}

func with(p level.Properties) func(*level.Collider) {
	return func(c *level.Collider) { c.Properties = p }
}

// boxSettings returns the settings of the default character with a box for a body.
func boxSettings(t testing.TB, w, h float64) Settings {
	t.Helper()
	s := DefaultSettings()
	body, err := level.Playtest{Form: level.BoxForm, Size: Vec{X: w, Y: h}}.Body()
	if err != nil {
		t.Fatal(err)
	}
	s.Body = body
	return s
}

// instantly makes the character reach its speed at once.
func instantly(s Settings) Settings {
	s.Acceleration, s.AirControl = level.MaxPlayAccel, level.MaxPlayAccel
	return s
}

func steps(r *Run, n int, in Input) {
	for range n {
		r.Step(in)
	}
}

// replay runs a recording from its start, if it has one, until the goal or the end of the recording.
func (r *Run) replay(rec *Recording) {
	if rec.HasStart {
		r.start = rec.Start
	}
	r.Restart()
	for in := range rec.Steps() {
		if r.ended {
			return
		}
		r.Step(in)
	}
}

// advance runs the steps due after dt seconds, each with the same input, and returns their number.
func (r *Run) advance(dt float64, in Input) int {
	n := r.Due(dt)
	for range n {
		r.Step(in)
	}
	return n
}
