// Package maze is a small game without its window: a player with a jetpack in a level exported from Fillet, simulated
// in steps of a sixtieth of a second. fillet/collision does all its collision detection.
//
// Lengths are pixels, y points down, times are seconds.
package maze

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/export/colliders"
)

//go:generate go -C ../../.. run ./cmd/editor export examples/jetpack/maze/maze.level.yaml --all-presets

//go:embed maze.colliders.json
var level []byte

// Level loads the collider file of the maze.
func Level() (*colliders.File, error) { return colliders.Load(bytes.NewReader(level)) }

// Step is the time of one step of the game.
const Step = 1.0 / 60

// Constants of the player's motion and shape.
const (
	gravity  = 520 // pixels per second squared
	thrust   = 1120
	push     = 900 // sideways
	drag     = 700 // on the ground and in the air, without input
	maxRun   = 130 // pixels per second
	maxRise  = 190
	maxFall  = 330
	FullFuel = 1.5 // seconds of flight
	refill   = 1.5 // seconds of flight per second on the ground
	radius   = 6.0
	half     = 5.0                // half the distance between the centres of the caps
	steepest = 53 * math.Pi / 180 // steepest ground to stand on
	step     = 3.0                // height that the player climbs without flying
)

// Input holds the player's controls in one step.
type Input struct{ Left, Right, Jet bool }

// State is the state of a game.
type State int

// The states.
const (
	Playing State = iota
	Won
)

// Game is one game in the maze.
type Game struct {
	File  *colliders.File
	World *collision.World
	Shape collision.Shape // the player's shape, about its centre

	At       collision.Vec // the player's centre; may be set
	Velocity collision.Vec
	Fuel     float64 // seconds of flight left
	Grounded bool
	Jets     bool
	State    State
	Time     float64 // seconds since the start
	Deaths   int
	Taken    map[collision.Key]bool // canisters that are used up

	spawn  collision.Vec
	lifts  []lift
	mover  collision.Mover
	probed []collision.Contact
}

// lift is a kinematic collider that moves along its path.
type lift struct {
	key  collision.Key
	path *polygon.Path
	at   collision.Vec
	step collision.Vec // its motion in the last step
}

// Lifts returns the keys of the colliders that move.
func (g *Game) Lifts() []collision.Key {
	keys := make([]collision.Key, len(g.lifts))
	for i, l := range g.lifts {
		keys[i] = l.key
	}
	return keys
}

// New starts a game in a level, which must have a marker tagged "spawn" and a trigger tagged "goal".
func New(f *colliders.File) (*Game, error) {
	w, err := f.World()
	if err != nil {
		return nil, err
	}
	shape, err := collision.Capsule(collision.Vec{Y: -half}, collision.Vec{Y: half}, radius)
	if err != nil {
		return nil, err
	}
	g := &Game{File: f, World: w, Shape: shape}
	g.mover = collision.Mover{
		Shape: shape, Up: collision.Vec{Y: -1}, MaxSlope: steepest, StepHeight: step,
		Query: collision.Query{Filter: player}, Shift: g.shift,
	}
	if err := g.find(); err != nil {
		return nil, err
	}
	g.Taken = map[collision.Key]bool{}
	g.respawn()
	return g, nil
}

// find finds the spawn, the goal and the lifts in the level.
func (g *Game) find() error {
	spawned, hasGoal := false, false
	for i := range g.File.Colliders {
		switch c := &g.File.Colliders[i]; {
		case has(c, "spawn"):
			g.spawn, spawned = c.Position, true
		case has(c, "goal"):
			hasGoal = true
		}
	}
	if !spawned || !hasGoal {
		return errors.New(`the level needs a marker tagged "spawn" and a trigger tagged "goal"`)
	}
	g.lifts = nil
	for k := range g.World.Bodies() {
		path, err := g.File.At(k).Moving()
		if err != nil {
			return err
		}
		if path != nil {
			g.lifts = append(g.lifts, lift{key: k, path: path, at: path.At(g.Time).P})
		}
	}
	return nil
}

// Apply changes the level while the game is played. The player stays where it is.
func (g *Game) Apply(c *colliders.Change) error {
	if err := g.File.Apply(c, g.World); err != nil {
		return err
	}
	return g.find()
}

func has(c *colliders.Collider, tag string) bool { return slices.Contains(c.Tags, tag) }

func (g *Game) respawn() {
	g.At, g.Velocity, g.Fuel, g.mover.Ground = g.spawn, collision.Vec{}, FullFuel, collision.Ground{}
}

// Advance simulates one step.
func (g *Game) Advance(in Input) {
	if g.State == Won {
		return
	}
	g.Time += Step
	g.moveLifts()
	g.fly(in)
	g.move()
	if g.Grounded {
		g.Fuel = min(g.Fuel+refill*Step, FullFuel)
	}
	g.triggers()
}

// moveLifts moves the lifts along their paths.
func (g *Game) moveLifts() {
	for i := range g.lifts {
		l := &g.lifts[i]
		to := l.path.At(g.Time).Transform
		l.step, l.at = to.P.Sub(l.at), to.P
		g.World.Move(l.key, to)
	}
}

// shift returns the motion of a lift in this step, which carries the player along.
func (g *Game) shift(k collision.Key, _ collision.Vec) collision.Vec {
	for i := range g.lifts {
		if g.lifts[i].key == k {
			return g.lifts[i].step
		}
	}
	return collision.Vec{}
}

// fly changes the velocity according to the input.
func (g *Game) fly(in Input) {
	v := &g.Velocity
	switch {
	case in.Right == in.Left:
		v.X -= math.Copysign(min(drag*Step, math.Abs(v.X)), v.X)
	case in.Right:
		v.X = min(v.X+push*Step, maxRun)
	default:
		v.X = max(v.X-push*Step, -maxRun)
	}
	if g.Grounded {
		v.Y = 0
	}
	v.Y += gravity * Step
	if g.Jets = in.Jet && g.Fuel > 0; g.Jets {
		v.Y -= thrust * Step
		g.Fuel = max(g.Fuel-Step, 0)
	}
	v.Y = min(max(v.Y, -maxRise), maxFall)
}

// move moves the player, which slides along obstacles.
func (g *Game) move() {
	g.mover.Position = g.At
	g.Velocity = g.mover.Move(g.World, g.Velocity.Mul(Step)).Clip(g.Velocity)
	g.At, g.Grounded = g.mover.Position, g.mover.Ground.On
}

// player is the player's collision filter.
var player = collision.Filter{Category: 2}

func (g *Game) body() collision.Body {
	return collision.Body{Shapes: []collision.Shape{g.Shape}, Transform: collision.Transform{
		P: g.At,
		Q: collision.Rot{C: 1},
	}, Filter: player}
}

// triggers applies the triggers that the player touches.
func (g *Game) triggers() {
	g.probed = g.World.AppendProbe(g.probed[:0], g.body())
	for _, c := range g.probed {
		if !c.Trigger {
			continue
		}
		at := g.File.At(c.B)
		switch {
		case has(at, "goal"):
			g.State = Won
		case has(at, "spikes"):
			g.Deaths++
			g.respawn()
			return
		case has(at, "fuel") && !g.Taken[c.B]:
			g.Fuel = FullFuel
			g.Taken[c.B] = true
		}
	}
}

// String describes the state of the game.
func (g *Game) String() string {
	return fmt.Sprintf("%.2f s at (%.1f, %.1f), fuel %.2f, state %d", g.Time, g.At.X, g.At.Y, g.Fuel, g.State)
}
