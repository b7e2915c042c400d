package level_test

import (
	"strings"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// drawPath returns a random valid path, often nil.
func drawPath(t *rapid.T) *level.Path {
	if !rapid.Bool().Draw(t, "has path") {
		return nil
	}
	number := rapid.Float64Range(0, 1e6)
	p := &level.Path{
		Ease: rapid.SampledFrom([]level.Ease{level.LinearEase, level.SmoothEase}).Draw(t, "ease"),
		Loop: rapid.SampledFrom([]level.Loop{
			level.LoopAsDrawn, level.LoopBackAndForth, level.LoopAround,
			level.LoopOnce,
		}).Draw(t, "loop"), Stops: rapid.SampledFrom([]level.Stops{
			level.StopAtEnds,
			level.StopAtPoints,
		}).Draw(t, "stops"),
		Phase: rapid.Float64Range(0, 1).Draw(t, "phase"), Wait: number.Draw(t, "wait"),
	}
	switch rapid.IntRange(0, 2).Draw(t, "way") {
	case 0:
		at := rapid.Float64Range(-1e7, 1e7)
		for range rapid.IntRange(2, 5).Draw(t, "points") {
			p.Points = append(p.Points, level.Vec{X: at.Draw(t, "x") + 0, Y: at.Draw(t, "y") + 0})
		}
	case 1:
		p.Chain = level.ID(rapid.IntRange(1, 50).Draw(t, "chain"))
	default:
		p.Turn = 30
	}
	if rapid.Bool().Draw(t, "by speed") {
		p.Speed = number.Draw(t, "speed")
	} else {
		p.Time = number.Draw(t, "time")
	}
	if p.Turn == 0 {
		p.Follow = rapid.Bool().Draw(t, "follow")
	}
	return p
}

const pathFile = `fillet: 2
name: paths
size: [100, 100]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: things
    colliders:
      - id: c1
        kind: box
        size: [20, 5]
        position: [10, 10]
        body: kinematic
        path: {points: [[0, 0], [200, 0]]}
`

// Each invalid path is rejected with its position and the reason.
func TestInvalidPaths(t *testing.T) {
	if _, err := level.Parse([]byte(pathFile), "a.level.yaml"); err != nil {
		t.Fatal(err)
	}
	many := strings.Repeat("[0, 0], ", level.MaxPathPoints) + "[1, 1]"
	for path, want := range map[string]string{
		"{points: [[0, 0]]}":                    "a.level.yaml:16:15: the path has one point",
		"{}":                                    "a.level.yaml:16:15: the path has no points",
		"{speed: 5}":                            "a.level.yaml:16:15: the path has no points",
		"{points: [[0, 0], [1, 1]], chain: c9}": "a.level.yaml:16:15: the path has points and a chain",
		"{chain: x9}":                           "a.level.yaml:16:23: ",
		"{chain: c0}":                           "a.level.yaml:16:23: ",
		"{points: [[0, 0], [1, 1]], speed: 1, time: 1}":        "a.level.yaml:16:15: the path has a speed and a time",
		"{points: [[0, 0], [1, 1]], turn: 1, follow: true}":    "a.level.yaml:16:15: the path has turn and follow",
		"{points: [[0, 0], [1, 1]], speed: -1}":                "a.level.yaml:16:49: the path's speed is -1",
		"{points: [[0, 0], [1, 1]], speed: 1e9}":               "a.level.yaml:16:49: ",
		"{points: [[0, 0], [1, 1]], speed: .nan}":              "a.level.yaml:16:49: ",
		"{points: [[0, 0], [1, 1]], phase: 1.5}":               "a.level.yaml:16:49: the path's phase is 1.5",
		"{points: [[0, 0], [1, 1]], ease: bouncy}":             "a.level.yaml:16:48: ",
		"{points: [[0, 0], [1, 1]], loop: never}":              "a.level.yaml:16:48: ",
		"{points: [[0, 0], [1, 1]], colour: red}":              "a.level.yaml:16:",
		"{points: [[0, 0], [1e8, 1]]}":                         "a.level.yaml:16:15: point 1 of the path",
		"{points: [[0, 0], [.inf, 1]]}":                        "a.level.yaml:16:",
		"{points: [" + many + "]}":                             "a.level.yaml:16:24: the path has more than",
		"[[0, 0], [1, 1]]":                                     "a.level.yaml:16:15: ",
		"{points: [[0, 0], [1, 1]], points: [[0, 0], [1, 1]]}": "a.level.yaml:16:",
	} {
		_, err := level.Parse([]byte(strings.Replace(pathFile, "{points: [[0, 0], [200, 0]]}", path, 1)),
			"a.level.yaml")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", path, err, want)
		}
	}
}
