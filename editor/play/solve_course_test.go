package play

import (
	"math"
	"path/filepath"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"

	"pgregory.net/rapid"
)

// spawn places the character's centre at the start.
func (y *levelBuilder) spawn(x, at float64, change ...func(*level.Collider)) level.ID {
	return y.add("spawn", level.Shape{Kind: level.Point}, Vec{X: x, Y: at}, append(change, tagged(level.SpawnTag))...)
}

func (y *levelBuilder) goal(x, top, w, h float64, change ...func(*level.Collider)) level.ID {
	return y.box("goal", x, top, w, h, append(change, isTrigger, tagged(GoalTag))...)
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

func sampleWithPrefabs(t testing.TB, name string) level.Snapshot {
	return open(t, "..", "..", "assets", "samples", name+extension)
}

// settingsOf returns the settings of a level with valid settings.
func settingsOf(t testing.TB, snap level.Snapshot) (Settings, Vec) {
	t.Helper()
	s, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	return s, start
}

// cave returns a random level in a closed room of 300 by 200, which may contain closed spaces.
func cave(rt *rapid.T, t testing.TB) level.Snapshot { return cavern(rt, t).snapshot() }

// cavern returns a level builder with such a level, to which more can be added.
func cavern(rt *rapid.T, t testing.TB) *levelBuilder {
	y := newLevelBuilder(t)
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
		s := level.Shape{Kind: level.Box, Size: Vec{
			X: rapid.Float64Range(4, 160).Draw(rt, "w"),
			Y: rapid.Float64Range(4, 160).Draw(rt, "h"),
		}, Rounding: level.Inset}
		switch rapid.IntRange(0, 4).Draw(rt, "form") {
		case 0:
			s = level.Shape{Kind: level.Circle, Radius: rapid.Float64Range(3, 40).Draw(rt, "r")}
		case 1:
			s = level.Shape{
				Kind: level.Capsule, Points: []Vec{{X: -s.Size.X / 2}, {X: s.Size.X / 2}},
				Radius: s.Size.Y / 8,
			}
		case 2:
			s = level.Shape{Kind: level.Chain, Closed: true, Points: []Vec{
				{},
				{X: s.Size.X},
				{X: s.Size.X / 2, Y: s.Size.Y},
			}}
		}
		y.add("wall", s, Vec{X: x, Y: top}, func(c *level.Collider) { c.Angle = turn })
	}
	return y
}
