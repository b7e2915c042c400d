package play

import (
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

const threeBoxes = `fillet: 2
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [100, 20], position: [50, 10]}
      - {id: c2, name: shelf, kind: box, size: [50, 20], position: [175, -40]}
      - {id: c3, name: pit, kind: box, size: [20, 20], position: [130, 110]}
`

// threeStretches returns a survey of a floor, a shelf with a way there and back, and a pit without a way out.
func threeStretches() Survey {
	line := func(from, to Vec) [][2]Vec {
		mid := from.Add(to).Mul(0.5)
		return [][2]Vec{{mid, to}, {from, mid}}
	}
	stretch := func(id level.ID, from, to Vec, back bool) Stretch {
		s := Stretch{Ground: id, On: []level.ID{id}, Spots: []Vec{from, to}, Lines: line(from, to), Back: back}
		s.Box.Min, s.Box.Max = from.Min(to), from.Max(to)
		return s
	}
	inputs := Recording{Held: []Held{{Input: Input{X: 1}, Steps: 90}}}
	way := func(from, to int, path ...Vec) Way {
		return Way{From: from, To: to, Inputs: inputs, Leaves: 60, Path: path}
	}
	return Survey{
		Steps: 12345, Stretches: []Stretch{
			stretch(1, Vec{X: 0, Y: -12}, Vec{X: 100, Y: -12}, true),
			stretch(2, Vec{X: 150, Y: -62}, Vec{X: 200, Y: -62}, true),
			stretch(3, Vec{X: 120, Y: 88}, Vec{X: 140, Y: 88}, false),
		},
		Ways: []Way{
			way(0, 1, Vec{X: 90, Y: -12}, Vec{X: 120, Y: -80}, Vec{X: 160, Y: -62}),
			way(0, 2, Vec{X: 100, Y: -12}, Vec{X: 130, Y: 88}), way(1, 0, Vec{X: 150, Y: -62}, Vec{X: 80, Y: -12}),
		},
	}
}

func chartOf(t *testing.T) *Chart {
	t.Helper()
	doc, err := level.Parse([]byte(threeBoxes), "ways.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return NewChart(threeStretches(), doc.Snapshot(), DefaultSettings())
}

// bright counts the lines and arrows that are not dimmed, by ink.
func bright(items []overlay.Item) (lines, arrows map[overlay.Ink]int) {
	lines, arrows = map[overlay.Ink]int{}, map[overlay.Ink]int{}
	for _, o := range items {
		switch o := o.(type) {
		case overlay.Line:
			if !o.Faint {
				lines[o.Ink]++
			}
		case overlay.Arrow:
			arrows[o.Ink]++
		}
	}
	return lines, arrows
}

// Each stretch is drawn as a line along the feet, and two opposite ways as one line with two heads.
func TestChartIsDrawn(t *testing.T) {
	t.Parallel()
	c := chartOf(t)
	lines, arrows := bright(c.Overlays(Pick{}, 1, false))
	if lines[overlay.Bright] != 2 || lines[overlay.Danger] != 1 || lines[overlay.Accent] != 1 ||
		lines[overlay.Warn] != 1 || arrows[overlay.Accent] != 2 || arrows[overlay.Warn] != 1 {
		t.Errorf("lines %v, arrows %v", lines, arrows)
	}
	for _, o := range c.Overlays(Pick{}, 1, false) {
		if l, ok := o.(overlay.Line); ok && l.Ink == overlay.Danger &&
			(len(l.Points) != 3 || l.Points[0] != Vec{X: 120, Y: 100}) {
			t.Errorf("the pit is drawn at %v", l.Points)
		}
	}
	lines, arrows = bright(c.Overlays(Pick{PickGround, 2}, 1, false)) // the pit, and the way that leads there
	if lines[overlay.Bright] != 1 || lines[overlay.Danger] != 1 || lines[overlay.Accent] != 0 ||
		lines[overlay.Warn] != 1 || arrows[overlay.Accent] != 0 {
		t.Errorf("for the pit: lines %v, arrows %v", lines, arrows)
	}
	lines, _ = bright(c.Overlays(Pick{PickWay, 2}, 1, false))
	if lines[overlay.Bright] != 2 || lines[overlay.Danger] != 0 || lines[overlay.Accent] != 1 ||
		lines[overlay.Warn] != 0 {
		t.Errorf("for the way back: lines %v", lines)
	}
	if lines, arrows = bright(c.Overlays(Pick{}, 1, true)); len(lines) != 0 || len(arrows) != 0 {
		t.Errorf("after a change: lines %v, arrows %v", lines, arrows)
	}
}

// Ways and ground are picked exactly where they are drawn, and Next steps through them.
func TestPick(t *testing.T) {
	t.Parallel()
	c := chartOf(t)
	for _, x := range []struct {
		at   Vec
		pick Pick
		want Pick
	}{
		{Vec{X: 20, Y: 2}, Pick{}, Pick{PickGround, 0}},
		{Vec{X: 20, Y: 30}, Pick{}, Pick{}},
		{Vec{X: 138, Y: 101}, Pick{}, Pick{PickGround, 2}},
		{Vec{X: 115, Y: 50}, Pick{}, Pick{PickWay, 1}},
		{Vec{X: 105, Y: -34}, Pick{}, Pick{PickWay, 0}},
		{Vec{X: 115, Y: -25}, Pick{}, Pick{}}, // the way back is not drawn
		{Vec{X: 115, Y: -25}, Pick{PickGround, 1}, Pick{PickWay, 2}},
	} {
		if got := c.At(x.at, 5, x.pick); got != x.want {
			t.Errorf("At(%v) with %v picked is %v, want %v", x.at, x.pick, got, x.want)
		}
	}
	p, round := Pick{PickGround, 0}, []int(nil)
	for range 4 {
		p = c.Next(p, 1)
		round = append(round, p.Index)
	}
	if !slices.Equal(round, []int{0, 1, 2, 0}) || c.Next(Pick{PickGround, 0}, -1).Index != 2 {
		t.Errorf("Next gives %v", round)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	c := chartOf(t)
	what, worth := c.Summary()
	if what != "3 stretches of ground, 3 ways: 2 there and back (blue), 1 one way only (amber) · 1 dead end (red)" ||
		!strings.Contains(worth, "12,345 steps") {
		t.Errorf("the summary is %q, %q", what, worth)
	}
	for pick, want := range map[Pick]string{
		{}:              "",
		{PickGround, 0}: "floor: 2 ways lead away, 1 way leads here. The character starts here",
		{PickGround, 2}: "pit: 0 ways lead away, 1 way leads here. A dead end: no way to the start or the goal " +
			"was found",
		{PickWay, 1}: "From floor to pit, 0.5 s through the air, 1.0 s after the start. No way straight back was found",
	} {
		if got := c.Describe(pick); !strings.HasSuffix(got, want) || want == "" && got != "" {
			t.Errorf("%v is %q", pick, got)
		}
	}
	empty := NewChart(Survey{}, level.Snapshot{Settings: level.DefaultSettings()}, DefaultSettings())
	if what, _ := empty.Summary(); what != "0 stretches of ground, 0 ways" || empty.Next(Pick{}, 1) != (Pick{}) ||
		len(empty.Overlays(Pick{}, 1, false)) != 0 {
		t.Errorf("description of nothing = %q", what)
	}
}
