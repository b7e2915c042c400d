package ui

import (
	"cmp"
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
		const enough = 0.6 // a slightly slanted stick must not make a walking character crouch or climb
		p.pad.y = keyAxis(p.pad.y <= -enough, p.pad.y >= enough)
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

// padStick returns the steering direction: the D-pad's, or the stick's beyond its dead zone. It rounds to eighths,
// because a hand is never quite still and every change adds a line to a recording.
func padStick(g kit.Gamepad) (x, y float64) {
	const dead, full, parts = 0.25, 0.95, 8
	if far := math.Hypot(g.X, g.Y); far > dead {
		by := min((far-dead)/(full-dead), 1) / far
		x, y = math.Round(g.X*by*parts)/parts, math.Round(g.Y*by*parts)/parts
	}
	return cmp.Or(keyAxis(g.Left, g.Right), x) + 0, cmp.Or(keyAxis(g.Up, g.Down), y) + 0
}

// keyAxis returns the axis value of two opposite keys.
func keyAxis(low, high bool) float64 { return float64(kit.BoolInt(high) - kit.BoolInt(low)) }
