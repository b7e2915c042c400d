package main

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fillet/editor/level"
)

// Colours of the canvas during a playtest.
var (
	characterBlue = [3]int{51, 98, 153}
	frameBlue     = [3]int{0x4c, 0x9f, 0xfe}
	warnAmber     = [3]int{0xff, 0xb4, 0x54}
	goalGreen     = [3]int{0x5f, 0xd3, 0x8d}
	regionCyan    = [3]int{0x5c, 0xc8, 0xd8}
)

// wallLevel is a level with a spawn at the left, a low wall that a jump clears, and a goal behind it.
const wallLevel = `fillet: 1
name: Yard
size: [480, 240]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - id: c1
        name: floor
        kind: box
        size: [480, 32]
        position: [240, 224]
      - id: c2
        name: wall
        kind: box
        size: [16, 32]
        position: [208, 192]
      - id: c3
        name: goal
        kind: box
        size: [48, 96]
        position: [416, 160]
        role: trigger
        tags: [goal]
      - id: c4
        name: spawn
        kind: point
        position: [64, 190]
        tags: [spawn]
`

// F5 plays the level with the keys up to the goal, and Escape restores it.
func TestWindowPlaytest(t *testing.T) {
	t.Parallel()
	desk := newDeskOf(t, "yard.level.yaml", wallLevel, 1440, 900)
	desk.calibrate()
	canvas := image.Rect(70, 110, 1120, 800) // without the banner and the rulers
	desk.moveTo(1300, 700)
	before := desk.shot()
	desk.key("F5")
	desk.waitFor("the character at the spawn", func() bool {
		return countNear(desk.shot(), desk.pixel(level.Vec{X: 64, Y: 196}), 8, characterBlue) > 100
	})
	if n := countNear(desk.shot(), level.Vec{X: 308, Y: 400}, 4, frameBlue); n == 0 {
		t.Error("the canvas has no frame")
	}

	// Run to the wall, which stops the character, and jump over it.
	desk.do("keydown", "Right")
	atWall := desk.pixel(level.Vec{X: 193, Y: 196})
	desk.waitFor("the character at the wall", func() bool {
		return countNear(desk.shot(), atWall, 6, characterBlue) > 80
	})
	for range 30 { // each picture is some steps later
		desk.settle()
		if n := countNear(desk.shot(), atWall, 6, characterBlue); n < 80 {
			t.Fatal("the character does not stop at the wall")
		}
	}
	desk.do("keydown", "space")
	banner := level.Vec{X: 718, Y: 78}
	desk.waitFor("the goal", func() bool { return countNear(desk.shot(), banner, 160, goalGreen) > 200 })
	desk.do("keyup", "space", "keyup", "Right")

	// Replay the same run, paused and stepped, and leave it in the middle.
	desk.key("l")
	desk.waitFor("the replay's end", func() bool { return countNear(desk.shot(), banner, 160, goalGreen) > 200 })

	desk.key("r", "p")
	paused := desk.shot()
	for range 10 {
		desk.settle()
		if n := changedPixels(crop(paused, canvas), crop(desk.shot(), canvas)); n > 0 {
			t.Fatalf("%d pixels change while paused", n)
		}
	}
	desk.key("i", "o", "o", "o", "o", "o", "o")
	desk.waitFor("single steps with flipped gravity", func() bool {
		return changedPixels(crop(paused, canvas), crop(desk.shot(), canvas)) > 0
	})
	desk.key("Escape")
	desk.moveTo(1300, 700)
	desk.waitFor("the original canvas", func() bool {
		return changedPixels(crop(before, canvas), crop(desk.shot(), canvas)) == 0
	})
	desk.save()
	if now, err := os.ReadFile(desk.path); err != nil || !bytes.Equal(now, []byte(wallLevel)) {
		t.Errorf("after the playtest the level differs (%v):\n%s", err, now)
	}

	// Show where the character fits: the ground grows by half its height, and the rest of the picture stays.
	band := func() image.Image {
		top, bottom := desk.pixel(level.Vec{X: 240, Y: 194}), desk.pixel(level.Vec{X: 400, Y: 206})
		return crop(desk.shot(), image.Rect(int(top.X), int(top.Y), int(bottom.X), int(bottom.Y)))
	}
	above := func() image.Image {
		top, bottom := desk.pixel(level.Vec{X: 240, Y: 20}), desk.pixel(level.Vec{X: 380, Y: 180})
		return crop(desk.shot(), image.Rect(int(top.X), int(top.Y), int(bottom.X), int(bottom.Y)))
	}
	free, sky := band(), above()
	desk.key("f")
	desk.waitFor("where the character fits", func() bool { return changedPixels(free, band()) > 500 })
	if n := changedPixels(sky, above()); n > 0 {
		t.Errorf("%d pixels change where the character fits", n)
	}
	desk.key("f")
	desk.waitFor("the free space to disappear", func() bool { return changedPixels(free, band()) == 0 })
	desk.quit()
}

// crop returns a part of a picture.
func crop(img image.Image, r image.Rectangle) image.Image {
	return img.(interface {
		SubImage(r image.Rectangle) image.Image
	}).SubImage(r)
}

// With -update this takes the documentation's screenshots of playtests; otherwise it checks that the samples run in the
// window.
func TestWindowPlaytestPictures(t *testing.T) {
	nightly(t)
	t.Parallel()
	open := func(sample string) *desk {
		path := filepath.Join(t.TempDir(), sample+".level.yaml")
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "samples", sample+".level.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return newDesk(t, path, 1440, 900)
	}
	blue := func(d *desk) int { return countNear(d.shot(), level.Vec{X: 600, Y: 460}, 400, characterBlue) }

	d := open("platformer")
	d.moveTo(340, 430)
	for range 5 {
		d.do("click", "4")
	}
	d.key("F5", "j")
	d.play([]string{"keydown", "Right"}, 102)
	d.do("keyup", "Right")
	d.steps(60)
	if blue(d) < 200 {
		t.Error("the platformer's character is missing")
	}
	d.keep("images/playtest.png", d.shot())
	d.click(1220, 385) // Character…
	d.keep("images/playtest-character.png", d.shot())
	d.key("Escape", "Escape", "ctrl+q")

	d = open("pile")
	d.key("F5", "k")
	d.play(nil, 360)
	d.keep("images/playtest-pile.png", d.shot())
	d.key("Escape", "ctrl+q")

	d = open("jetpack")
	d.key("f")
	d.moveTo(514, 420)
	if n := countNear(d.shot(), level.Vec{X: 600, Y: 460}, 400, regionCyan); n < 1000 {
		t.Errorf("%d pixels show where the character fits", n)
	}
	d.keep("images/playtest-fits.png", d.shot())
	d.key("f", "ctrl+q")

	d = open("machines")
	d.moveTo(590, 540)
	for range 4 {
		d.do("click", "4")
	}
	d.key("F5")
	d.play([]string{"keydown", "Right"}, 54)
	d.do("keyup", "Right")
	d.keep("guide/machines.png", d.shot())
	d.key("Escape", "ctrl+q")

	// Step back a few steps, and show the impacts: a stack, a ball that hits it, a crate on a slope, a lamp on a chain.
	d = newDeskOf(t, "crates.level.yaml", crates, 1440, 900)
	d.key("F5", "k", "n")
	d.play(nil, 90)
	d.key("b", "b", "b", "b", "b", "b")
	banner := level.Vec{X: 718, Y: 78}
	if n := countNear(d.shot(), banner, 160, warnAmber); n <= 100 {
		t.Errorf("%d pixels of the banner show that the playtest is paused", n)
	}
	d.keep("guide/stepping.png", d.shot())
	d.key("Escape", "ctrl+q")
}

// play restarts the playtest, sends input and runs a number of steps. The playtest is paused afterwards.
func (d *desk) play(input []string, steps int) {
	d.t.Helper()
	d.do(slices.Concat([]string{"key", "r"}, input, stepKeys(steps))...)
}

// steps runs a number of steps of the playtest. It is paused afterwards.
func (d *desk) steps(n int) {
	d.t.Helper()
	d.do(stepKeys(n)...)
}

// stepKeys returns the key for one step, n times, for xdotool.
func stepKeys(n int) []string {
	return append([]string{"key", "--delay", "1"}, slices.Repeat([]string{"o"}, n)...)
}

// crates is a level with dynamic bodies, two of them on joints.
const crates = `fillet: 2
name: Crates
size: [640, 360]
pixels_per_metre: 32
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 32], position: [320, 344]}
      - {id: c2, name: slope, kind: polygon, position: [0, 0], points: [[20, 328], [20, 248], [180, 328]]}
      - {id: c3, name: spawn, kind: point, position: [600, 300], tags: [spawn]}
      - {id: c4, name: beam, kind: box, size: [120, 12], position: [480, 120]}
  - id: l2
    name: Props
    colliders:
      - {id: c5, name: crate, kind: box, size: [32, 32], position: [330, 312], body: dynamic}
      - {id: c6, name: crate, kind: box, size: [32, 32], position: [330, 280], body: dynamic}
      - {id: c7, name: crate, kind: box, size: [32, 32], position: [332, 248], body: dynamic}
      - {id: c8, name: chest, kind: box, size: [28, 20], position: [79, 264], angle: 26.565, body: dynamic, friction: 0.8}
      - {id: c9, name: lamp, kind: box, size: [20, 60], position: [450, 160], body: dynamic, velocity: [40, 0]}
      - {id: c10, name: weight, kind: circle, radius: 12, position: [510, 190], body: dynamic}
joints:
  - {id: j1, kind: hinge, a: c4, b: c9, at_a: [-30, 6], at_b: [0, -36]}
  - {id: j2, kind: spring, a: c4, b: c10, at_a: [30, 6], at_b: [0, -12], length: 50, frequency: 1.5}
`
