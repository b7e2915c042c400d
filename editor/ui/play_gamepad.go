package ui

import (
	"math"

	"fillet/editor/play"
	"fillet/editor/ui/kit"
)

// padInput is a gamepad's state as input of a run.
type padInput struct {
	x, y float64 // steering direction
	jump bool
	was  kit.Gamepad // the previous state
}

// steers reports whether the gamepad steers the character.
func (d *padInput) steers() bool { return d.x != 0 || d.y != 0 || d.jump }

// padButtons maps gamepad buttons to playtest actions.
var padButtons = []struct {
	held func(kit.Gamepad) bool
	do   func(*player)
}{
	{func(g kit.Gamepad) bool { return g.Start }, (*player).Pause},
	{func(g kit.Gamepad) bool { return g.Back }, (*player).Restart},
	{func(g kit.Gamepad) bool { return g.Bumper }, (*player).Slow},
}

// readPad reads the gamepad before the steps of a frame.
func (p *player) readPad() {
	now, was := p.w.Look.Gamepads.Held(), p.pad.was
	p.pad.was = now
	held := p.pad.steers()
	p.pad.x, p.pad.y = padStick(now)
	p.pad.jump = now.A || now.B
	if p.Run.Settings().Mode == play.Platformer {
		p.pad.y = fullTilt(p.pad.y)
	}
	if !held && p.pad.steers() {
		p.takeOver()
	}
	for _, b := range padButtons {
		if b.held(now) && !b.held(was) {
			b.do(p)
		}
	}
}

// padStick returns the steering direction: the D-pad's, or the stick's beyond its dead zone. It is rounded to eighths
// because a hand is never quite still and every change adds a line to a recording.
func padStick(g kit.Gamepad) (x, y float64) {
	const dead, full, parts = 0.25, 0.95, 8
	if far := math.Hypot(g.X, g.Y); far > dead {
		by := min((far-dead)/(full-dead), 1) / far
		x, y = math.Round(g.X*by*parts)/parts, math.Round(g.Y*by*parts)/parts
	}
	if c := keyAxis(g.Left, g.Right); c != 0 {
		x = c
	}
	if c := keyAxis(g.Up, g.Down); c != 0 {
		y = c
	}
	return x + 0, y + 0
}

// fullTilt rounds an axis to -1, 0 or 1, so that a slightly slanted stick does not make a walking character crouch or
// climb.
func fullTilt(x float64) float64 {
	const enough = 0.6
	switch {
	case x >= enough:
		return 1
	case x <= -enough:
		return -1
	}
	return 0
}

// keyAxis returns the axis value of two opposite keys.
func keyAxis(low, high bool) float64 {
	switch {
	case low && !high:
		return -1
	case high && !low:
		return 1
	}
	return 0
}

// strongerInput returns the keys' axis, or the gamepad's if no key is pressed.
func strongerInput(keys, pad float64) float64 {
	if keys != 0 {
		return keys
	}
	return pad
}
