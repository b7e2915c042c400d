// Command jetpack is a small game in a level exported from Fillet: fly through the maze to the goal.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"log"
	"math"

	"fillet/collision"
	"fillet/examples/jetpack/maze"
	"fillet/export/colliders"
	"fillet/export/colliders/link"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/hajimehoshi/ebiten/v2/vector"
)

// zoom is the number of screen pixels per pixel of the level.
const zoom = 2

var (
	sky    = color.RGBA{0x15, 0x18, 0x1d, 0xff}
	rock   = color.RGBA{0x3d, 0x48, 0x59, 0xff}
	ledge  = color.RGBA{0x5f, 0xd3, 0x8d, 0xff}
	steel  = color.RGBA{0xff, 0xb4, 0x54, 0xff}
	goal   = color.RGBA{0x5a, 0x46, 0x80, 0xff}
	danger = color.RGBA{0xff, 0x5d, 0x5d, 0xff}
	tank   = color.RGBA{0x4c, 0x9f, 0xfe, 0xff}
	flame  = color.RGBA{0xff, 0xd0, 0x66, 0xff}
	suit   = color.RGBA{0xd7, 0xdc, 0xe5, 0xff}
)

func main() {
	demo := flag.Bool("demo", false, "let the pilot play")
	address := flag.String("link", "", "follow the level at the `address` from Play > Link running game or fillet serve")
	flag.Parse()
	app := &app{demo: *demo}
	if *address != "" {
		var err error
		app.link, err = link.Follow(context.Background(), *address, link.Options{Name: "jetpack"})
		if err != nil {
			log.Fatal(err)
		}
	}
	if err := app.start(); err != nil {
		log.Fatal(err)
	}
	ebiten.SetWindowTitle("Jetpack")
	ebiten.SetWindowSize(1280, 720)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	if err := ebiten.RunGame(app); err != nil {
		log.Fatal(err)
	}
}

// app is the window of the game: it reads input, runs the game and draws it.
type app struct {
	demo   bool
	link   *link.Link // to the editor; nil: none
	notice string     // why the last change of the level was not taken
	game   *maze.Game
	pilot  *maze.Pilot
	walls  *ebiten.Image // a picture of everything that never changes
	pixel  *ebiten.Image
	moving map[collision.Key]bool
}

func (a *app) start() error {
	file, err := maze.Level()
	if a.link != nil {
		file, err = a.link.File, nil
	}
	if err != nil {
		return err
	}
	if a.game, err = maze.New(file); err != nil {
		return err
	}
	a.pilot = maze.NewPilot()
	a.look()
	return nil
}

// look prepares to draw the level as it is now.
func (a *app) look() {
	a.walls, a.moving = nil, map[collision.Key]bool{}
	for _, k := range a.game.Lifts() {
		a.moving[k] = true
	}
}

// follow changes the level as in the editor, and reports where the player is.
func (a *app) follow() {
	change, err := a.link.Poll()
	if change != nil {
		err = a.game.Apply(change)
		a.look()
		a.notice = ""
	}
	if err != nil {
		a.notice = err.Error()
	}
	state := link.State{Player: &a.game.At, Bodies: map[string]link.Pose{}}
	for k := range a.moving {
		if body, ok := a.game.World.Body(k); ok {
			state.Bodies[a.game.File.At(k).ID] = link.Pose{Position: body.Transform.P}
		}
	}
	a.link.Report(state)
}

// Layout implements ebiten.Game. The screen shows the whole level.
func (a *app) Layout(int, int) (int, int) {
	size := a.game.File.Level.Size
	return int(size.X * zoom), int(size.Y * zoom)
}

// Update implements ebiten.Game, which calls it 60 times a second.
func (a *app) Update() error {
	if inpututil.IsKeyJustPressed(ebiten.KeyR) {
		return a.start()
	}
	in := maze.Input{
		Left:  ebiten.IsKeyPressed(ebiten.KeyLeft) || ebiten.IsKeyPressed(ebiten.KeyA),
		Right: ebiten.IsKeyPressed(ebiten.KeyRight) || ebiten.IsKeyPressed(ebiten.KeyD),
		Jet: ebiten.IsKeyPressed(ebiten.KeySpace) || ebiten.IsKeyPressed(ebiten.KeyUp) ||
			ebiten.IsKeyPressed(ebiten.KeyW),
	}
	if a.demo {
		in = a.pilot.Input(a.game)
	}
	a.game.Advance(in)
	if a.link != nil {
		a.follow()
	}
	return nil
}

// Draw implements ebiten.Game.
func (a *app) Draw(screen *ebiten.Image) {
	if a.walls == nil {
		a.walls = a.drawWalls(screen.Bounds())
	}
	screen.Fill(sky)
	g := a.game
	a.drawMatching(screen, func(k collision.Key, c *colliders.Collider) bool {
		return c.Role == colliders.Trigger && !g.Taken[k]
	})
	screen.DrawImage(a.walls, nil)
	a.drawMatching(screen, func(k collision.Key, _ *colliders.Collider) bool { return a.moving[k] })
	at := collision.Transform{P: g.At, Q: collision.Rot{C: 1}}
	if g.Jets {
		length := 9 + 3*math.Sin(g.Time*70)
		for _, x := range []float64{-4, 4} {
			if s, err := collision.NewShape([]collision.Vec{
				{X: x - 2.5, Y: 8}, {X: x + 2.5, Y: 8}, {X: x, Y: 8 + length},
			}, 0); err == nil {
				a.fill(screen, []collision.Shape{s}, at, flame, true)
			}
		}
	}
	a.fill(screen, []collision.Shape{g.Shape}, at, suit, true)
	a.drawPanel(screen)
}

// drawMatching draws the wanted colliders at their current positions.
func (a *app) drawMatching(screen *ebiten.Image, wanted func(collision.Key, *colliders.Collider) bool) {
	for k, body := range a.game.World.Bodies() {
		if c := a.game.File.At(k); wanted(k, c) {
			a.fill(screen, body.Shapes, body.Transform, paint(c), true)
		}
	}
}

// paint returns a collider's colour.
func paint(c *colliders.Collider) color.RGBA {
	for _, tag := range c.Tags {
		switch tag {
		case "goal":
			return goal
		case "spikes":
			return danger
		case "fuel":
			return tank
		}
	}
	switch {
	case c.Role == colliders.OneWay:
		return ledge
	case c.Body == colliders.Kinematic:
		return steel
	}
	return rock
}

// drawWalls draws the static colliders to a picture, once. It draws them without smoothing at twice the size, so that
// no seam shows between the convex pieces of a shape, and then scales the picture down, which smooths it.
func (a *app) drawWalls(size image.Rectangle) *ebiten.Image {
	const fine = 2
	large := ebiten.NewImage(size.Dx()*fine, size.Dy()*fine)
	for k, body := range a.game.World.Bodies() {
		if c := a.game.File.At(k); !a.moving[k] && c.Role != colliders.Trigger {
			a.fillAt(large, body.Shapes, body.Transform, paint(c), zoom*fine, false)
		}
	}
	walls := ebiten.NewImage(size.Dx(), size.Dy())
	op := &ebiten.DrawImageOptions{Filter: ebiten.FilterLinear}
	op.GeoM.Scale(1.0/fine, 1.0/fine)
	walls.DrawImage(large, op)
	return walls
}

func (a *app) fill(to *ebiten.Image, shapes []collision.Shape, at collision.Transform, c color.RGBA, smooth bool) {
	a.fillAt(to, shapes, at, c, zoom, smooth)
}

// fillAt fills the exact outlines of shapes, including arcs.
func (a *app) fillAt(
	to *ebiten.Image, shapes []collision.Shape, at collision.Transform, c color.RGBA, scale float64, smooth bool,
) {
	if a.pixel == nil {
		a.pixel = ebiten.NewImage(3, 3)
		a.pixel.Fill(color.White)
	}
	for _, s := range shapes {
		var path vector.Path
		for _, contour := range s.Boundary() {
			for i, p := range contour.Flatten(0.1/scale, nil) {
				p = at.Apply(p).Mul(scale)
				if i == 0 {
					path.MoveTo(float32(p.X), float32(p.Y))
				} else {
					path.LineTo(float32(p.X), float32(p.Y))
				}
			}
			path.Close()
		}
		vs, is := path.AppendVerticesAndIndicesForFilling(nil, nil)
		for i := range vs {
			vs[i].SrcX, vs[i].SrcY = 1, 1
			vs[i].ColorR, vs[i].ColorG, vs[i].ColorB, vs[i].ColorA = float32(c.R)/255, float32(c.G)/255,
				float32(c.B)/255, float32(c.A)/255
		}
		to.DrawTriangles(vs, is, a.pixel, &ebiten.DrawTrianglesOptions{AntiAlias: smooth})
	}
}

// drawPanel draws the fuel gauge and the message.
func (a *app) drawPanel(screen *ebiten.Image) {
	g := a.game
	const x, y, w, h = 24, 16, 200, 12
	vector.DrawFilledRect(screen, x, y, w, h, sky, false)
	vector.DrawFilledRect(screen, x, y, float32(w*g.Fuel/maze.FullFuel), h, tank, false)
	text := fmt.Sprintf("fuel        %.1f s        arrows or WASD move, Space flies, R begins again", g.Time)
	if g.State == maze.Won {
		text = fmt.Sprintf("You made it in %.1f s with %d crashes. R begins again.", g.Time, g.Deaths)
	}
	if a.notice != "" {
		text = a.notice
	}
	ebitenutil.DebugPrintAt(screen, text, x+w+12, y-2)
}
