package ui

import (
	"math"
	"testing"

	"fillet/editor/play"
	"fillet/editor/ui/kit"
)

// The stick has a dead zone, reaches its full value before its edge, and never exceeds 1. The D-pad takes precedence.
func TestStick(t *testing.T) {
	for _, c := range []struct {
		held kit.Gamepad
		x, y float64
	}{
		{kit.Gamepad{}, 0, 0},
		{kit.Gamepad{X: 0.2, Y: -0.1}, 0, 0},
		{kit.Gamepad{X: 0.97}, 1, 0},
		{kit.Gamepad{X: -1}, -1, 0},
		{kit.Gamepad{X: 0.6}, 0.5, 0},
		{kit.Gamepad{X: 1, Y: 1}, 0.75, 0.75}, // a stick in a square frame
		{kit.Gamepad{X: 0.1, Y: 0.96}, 0.125, 1},
		{kit.Gamepad{X: 1, Left: true}, -1, 0},
		{kit.Gamepad{X: 1, Left: true, Right: true}, 1, 0},
		{kit.Gamepad{Y: 1, Up: true}, 0, -1},
		{kit.Gamepad{X: 0.3, Y: 0.01}, 0.125, 0},
	} {
		if x, y := padStick(c.held); x != c.x || y != c.y {
			t.Errorf("padStick(%+v) = %v, %v, want %v, %v", c.held, x, y, c.x, c.y)
		}
	}
	for i := range 3600 {
		a := float64(i) * math.Pi / 1800
		x, y := padStick(kit.Gamepad{X: math.Cos(a), Y: math.Sin(a)})
		if math.Hypot(x, y) > 1.1 || math.Abs(x) > 1 || math.Abs(y) > 1 || math.Abs(x-math.Cos(a)) > 1.0/16+1e-9 {
			t.Fatalf("a stick at %v degrees moves by %v, %v", float64(i)/10, x, y)
		}
	}
}

// A gamepad walks, jumps and crouches. A button acts once per press, like its key, and input is ignored while another
// program has the focus. Keys take precedence over the gamepad.
func TestGamepadPlays(t *testing.T) {
	m := modeForTest(t)
	var held kit.Gamepad
	m.Look.Gamepads.Read = func() kit.Gamepad { return held }
	snap := m.Session.Document().Snapshot()
	settings, start, err := play.SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{w: m, doc: m.Session.Document(), Run: play.NewRun(snap, settings, start)}
	read := func(g kit.Gamepad) play.Input {
		held = g
		p.readPad()
		return p.input()
	}
	for _, c := range []struct {
		held kit.Gamepad
		want play.Input
	}{
		{kit.Gamepad{X: 1}, play.Input{X: 1}},
		{kit.Gamepad{X: 0.6, A: true}, play.Input{X: 0.5, Jump: true}},
		{kit.Gamepad{B: true}, play.Input{Jump: true}},
		{kit.Gamepad{X: 0.9, Y: 0.4}, play.Input{X: 0.875}}, // held slightly slanted
		{kit.Gamepad{Y: 1}, play.Input{Y: 1}},
		{kit.Gamepad{Down: true}, play.Input{Y: 1}},
	} {
		if got := read(c.held); got != c.want {
			t.Errorf("input of %+v = %+v, want %+v", c.held, got, c.want)
		}
	}
	p.Held[toLeft] = fixedKey
	if got := read(kit.Gamepad{X: 1}); got.X != -1 {
		t.Errorf("with Left held too, X is %v", got.X)
	}
	p.Held = heldKeys{}
	m.Look.Gamepads.Away = true
	if got := read(kit.Gamepad{X: 1, A: true}); got != (play.Input{}) {
		t.Errorf("without the focus the input is still %+v", got)
	}
	m.Look.Gamepads.Away = false
	settings.Mode = play.TopDown
	p.Run = play.NewRun(snap, settings, start)
	if got := read(kit.Gamepad{X: 0.6, Y: 0.6}); got.X != got.Y || got.X <= 0.5 || got.X == 1 {
		t.Errorf("in a top-down level a slanted stick gives the input %+v", got)
	}
}
