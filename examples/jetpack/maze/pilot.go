package maze

import (
	"math"

	"fillet/collision"
)

// Pilot plays the game on its own. It flies from place to place, and rests at some until the tank is full.
type Pilot struct {
	Way  []Leg
	next int
}

// Leg is a part of the pilot's route.
type Leg struct {
	To   collision.Vec
	Rest bool // whether to wait there until the tank is full
}

// NewPilot returns a pilot that knows the way through the maze.
func NewPilot() *Pilot {
	return &Pilot{Way: []Leg{
		{To: collision.Vec{X: 202, Y: 322}},
		{To: collision.Vec{X: 252, Y: 322}, Rest: true},
		{To: collision.Vec{X: 256, Y: 220}},
		{To: collision.Vec{X: 300, Y: 220}, Rest: true}, // on the first ledge
		{To: collision.Vec{X: 318, Y: 130}},
		{To: collision.Vec{X: 350, Y: 130}, Rest: true}, // on the second
		{To: collision.Vec{X: 396, Y: 80}},
		{To: collision.Vec{X: 470, Y: 130}},
		{To: collision.Vec{X: 572, Y: 150}},
		{To: collision.Vec{X: 590, Y: 310}},
	}}
}

// Input returns the pilot's controls for the next step.
func (p *Pilot) Input(g *Game) Input {
	if p.next >= len(p.Way) {
		return Input{}
	}
	leg := p.Way[p.next]
	const near = 12
	away := leg.To.Sub(g.At)
	if leg.Rest && g.Grounded && math.Abs(away.X) < 2*near {
		if g.Fuel >= FullFuel {
			p.next++
		}
		return Input{}
	}
	if !leg.Rest && away.Len() < near {
		p.next++
	}
	const ahead = 0.15 // seconds to look ahead
	x := away.X - g.Velocity.X*ahead
	y := away.Y - g.Velocity.Y*ahead
	return Input{Left: x < -3, Right: x > 3, Jet: y < 0}
}
