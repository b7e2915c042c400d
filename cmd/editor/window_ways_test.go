package main

import (
	"image"
	"path/filepath"
	"testing"

	"fillet/editor/level"
)

// TestWindowWays shows the reachable ground of a sample, highlights the ways from one stretch of ground, plays one of
// them and hides them again. With -update it takes the pictures of the documentation.
func TestWindowWays(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "platformer.level.yaml", readFile(t, filepath.Join("..", "..", "assets", "samples",
		"platformer.level.yaml")), 1440, 900)
	canvas := image.Rect(320, 140, 1080, 780)
	d.moveTo(600, 200)
	before := d.shot()
	amber := func() int { return countNear(d.shot(), level.Vec{X: 600, Y: 460}, 400, warnAmber) }
	was := amber()
	d.command("Show reachable ground")
	d.waitFor("the ways", func() bool { return amber() > was+80 })
	d.moveTo(600, 200)
	all := d.shot()
	d.keep("images/playtest-ways.png", all)

	// Selecting a stretch of ground highlights its ways and dims the others.
	d.click(720, 505)
	d.moveTo(600, 200)
	d.waitFor("the ways of the hill", func() bool {
		return changedPixels(crop(all, canvas), crop(d.shot(), canvas)) > 500
	})
	d.keep("guide/ways.png", d.shot())

	// Choose its next way, then run that way.
	strip := image.Rect(380, 798, 1060, 832)
	words := crop(d.shot(), strip)
	d.click(660, 787) // Next way
	d.waitFor("the description of a way", func() bool { return changedPixels(words, crop(d.shot(), strip)) > 50 })
	d.key("Return")
	side := image.Rect(1140, 60, 1430, 400)
	inspector := crop(before, side)
	d.waitFor("the run of the way", func() bool { return changedPixels(inspector, crop(d.shot(), side)) > 1000 })
	d.key("Escape")
	d.waitFor("the ways again", func() bool { return changedPixels(inspector, crop(d.shot(), side)) == 0 })
	d.key("Escape")
	d.moveTo(600, 200)
	d.waitFor("the original canvas", func() bool {
		return changedPixels(crop(before, canvas), crop(d.shot(), canvas)) == 0
	})
	d.key("ctrl+q")
}
