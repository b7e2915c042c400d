package solve

import (
	"math"
	"path/filepath"
	"testing"

	"fillet/editor/level"
	"fillet/editor/playtest"
	"fillet/editor/project"

	"pgregory.net/rapid"
)

// yard is a level under construction.
type yard struct {
	t    testing.TB
	diff level.Diff
	next level.ID
}

func newYard(t testing.TB) *yard { return &yard{t: t, next: 1} }

func (y *yard) add(name string, s level.Shape, at Vec, change ...func(*level.Collider)) level.ID {
	c := level.NewCollider(y.next, 1, name, s, at)
	for _, f := range change {
		f(c)
	}
	y.diff.Colliders = append(y.diff.Colliders, level.Added(c))
	y.next++
	return c.ID
}

// box adds a box by its left, top, width and height.
func (y *yard) box(name string, x, top, w, h float64, change ...func(*level.Collider)) level.ID {
	return y.add(name, level.Shape{Kind: level.Box, Size: Vec{X: w, Y: h}, Rounding: level.Inset}, Vec{X: x + w/2, Y: top + h/2}, change...)
}

// spawn is where the character's middle is at first.
func (y *yard) spawn(x, at float64, change ...func(*level.Collider)) level.ID {
	return y.add("spawn", level.Shape{Kind: level.Point}, Vec{X: x, Y: at}, append(change, tagged(level.SpawnTag))...)
}

func (y *yard) goal(x, top, w, h float64, change ...func(*level.Collider)) level.ID {
	return y.box("goal", x, top, w, h, append(change, isTrigger, tagged(playtest.GoalTag))...)
}

func (y *yard) snapshot() level.Snapshot {
	y.t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		y.t.Fatal(err)
	}
	y.diff.Layers = []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all"})}
	if err := doc.Apply(y.diff); err != nil {
		y.t.Fatal(err)
	}
	return doc.Snapshot()
}

func isTrigger(c *level.Collider)   { c.Role = level.Trigger }
func isDynamic(c *level.Collider)   { c.Body = level.Dynamic }
func isKinematic(c *level.Collider) { c.Body = level.Kinematic }
func isOneWay(c *level.Collider)    { c.Role, c.OneWay = level.OneWay, level.Up }

func tagged(tags ...string) func(*level.Collider) {
	return func(c *level.Collider) { c.Tags = append(c.Tags, tags...) }
}

func with(p level.Properties) func(*level.Collider) {
	return func(c *level.Collider) { c.Properties = p }
}

func open(t testing.TB, path ...string) level.Snapshot {
	t.Helper()
	doc, err := level.Open(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(doc, filepath.Join(path...), "")
	return doc.Snapshot()
}

func sample(t testing.TB, name string) level.Snapshot {
	return open(t, "..", "..", "assets", "samples", name+extension)
}

// settingsOf are those of a level that has some.
func settingsOf(t testing.TB, snap level.Snapshot) (playtest.Settings, Vec) {
	t.Helper()
	s, start, err := playtest.SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	return s, start
}

// cave is a random level in a closed room of 300 by 200, some of whose rooms are closed.
func cave(rt *rapid.T, t testing.TB) level.Snapshot { return cavern(rt, t).snapshot() }

// cavern is such a level, to which more can be added.
func cavern(rt *rapid.T, t testing.TB) *yard {
	y := newYard(t)
	y.box("floor", -20, 200, 340, 20)
	y.box("lid", -20, -20, 340, 20)
	y.box("left", -20, -20, 20, 240)
	y.box("right", 300, -20, 20, 240)
	for range rapid.IntRange(0, 12).Draw(rt, "walls") {
		x, top := rapid.Float64Range(0, 300).Draw(rt, "x"), rapid.Float64Range(0, 200).Draw(rt, "y")
		if rapid.Bool().Draw(rt, "on the grid") {
			x, top = math.Round(x/16)*16, math.Round(top/16)*16
		}
		turn := level.Degrees(rapid.SampledFrom([]float64{0, 0, 30, 45, 77.3}).Draw(rt, "angle"))
		s := level.Shape{Kind: level.Box, Size: Vec{X: rapid.Float64Range(4, 160).Draw(rt, "w"), Y: rapid.Float64Range(4, 160).Draw(rt, "h")}, Rounding: level.Inset}
		switch rapid.IntRange(0, 4).Draw(rt, "form") {
		case 0:
			s = level.Shape{Kind: level.Circle, Radius: rapid.Float64Range(3, 40).Draw(rt, "r")}
		case 1:
			s = level.Shape{Kind: level.Capsule, Points: []Vec{{X: -s.Size.X / 2}, {X: s.Size.X / 2}}, Radius: s.Size.Y / 8}
		case 2:
			s = level.Shape{Kind: level.Chain, Closed: true, Points: []Vec{{}, {X: s.Size.X}, {X: s.Size.X / 2, Y: s.Size.Y}}}
		}
		y.add("wall", s, Vec{X: x, Y: top}, func(c *level.Collider) { c.Angle = turn })
	}
	return y
}
