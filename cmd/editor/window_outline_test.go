package main

import (
	"slices"
	"testing"

	"fillet/editor/level"
)

// Centres of the outline's rows in a 1440 x 900 window.
const (
	outlineName = 130
	outlineEye  = 247
	outlineLock = 266
	outlineLine = 108 // the filter field
)

func outlineY(row int) float64 { return 141 + 24*float64(row) }

// namesIn returns a string for each layer, from bottom to top: the names of its colliders in drawing order.
func namesIn(doc *level.Document) (out []string) {
	for _, l := range doc.Layers() {
		text := l.Name + ":"
		for _, c := range doc.InLayer(l.ID) {
			text += " " + c.Name
		}
		out = append(out, text)
	}
	return out
}

// The outline works by mouse and keys: dragging selected rows to another layer, filtering, renaming in place, hiding,
// locking, and Escape during a drag. The test checks the saved file after each.
func TestWindowOutline(t *testing.T) {
	t.Parallel()
	desk := newDeskOf(t, "board.level.yaml", boardLevel, 1440, 900)
	expect := func(what string, want ...string) *level.Document {
		t.Helper()
		return desk.expect(what, func(doc *level.Document) string {
			if got := namesIn(doc); !slices.Equal(got, want) {
				return "the file has " + got[0] + "; " + got[len(got)-1]
			}
			return ""
		})
	}
	const ground, props = "Ground: floor", "Props: crate barrel stone sunk"

	// Rows: Props, sunk, stone, barrel, crate, Ground, floor.
	desk.click(outlineName, outlineY(3))
	desk.do("keydown", "ctrl")
	desk.click(outlineName, outlineY(4))
	desk.do("keyup", "ctrl")
	desk.grab(outlineName, outlineY(4), outlineName, outlineY(5))
	desk.release()
	expect("two rows dragged to the lower layer", "Ground: floor crate barrel", "Props: stone sunk")
	desk.key("ctrl+z")
	expect("one undo", ground, props)

	desk.click(outlineName, outlineY(1))
	desk.grab(outlineName, outlineY(1), outlineName, outlineY(4)+8)
	desk.key("Escape")
	desk.release()
	expect("Escape while dragging", ground, props)
	desk.grab(outlineName, outlineY(1), outlineName, outlineY(4)+8)
	desk.release()
	expect("dragged below the lowest", ground, "Props: sunk crate barrel stone")
	desk.key("ctrl+z")
	expect("undone", ground, props)

	desk.click(outlineLock, outlineY(5)) // the lock of Ground
	desk.grab(outlineName, outlineY(2), outlineName, outlineY(5))
	desk.release()
	doc := expect("dragged to a locked layer", ground, props)
	if !doc.Layers()[0].Locked {
		t.Error("a click on the lock does not lock the layer")
	}
	desk.click(outlineLock, outlineY(5))

	desk.click(outlineName, outlineLine)
	desk.typeText("kind:circle")
	desk.key("ctrl+Return", "Delete")
	expect("everything that matches the filter is deleted", ground, "Props: crate stone sunk")
	desk.key("ctrl+z")
	expect("and is back", ground, props)
	desk.click(outlineName, outlineLine)
	desk.key("ctrl+a")
	desk.typeText("body:dynamic")
	desk.moveTo(outlineName, outlineY(2))
	desk.click(outlineName, outlineLine)
	desk.key("Escape")

	desk.click(outlineName, outlineY(2))
	desk.key("F2")
	desk.typeText("boulder")
	desk.key("Return")
	expect("renamed in its place", ground, "Props: crate barrel boulder sunk")
	desk.key("Down", "shift+Down", "Delete") // barrel and crate
	expect("picked by key and deleted", ground, "Props: boulder sunk")
	desk.key("ctrl+z")
	expect("and back", ground, "Props: crate barrel boulder sunk")

	desk.click(outlineEye, outlineY(4)) // the eye of crate, which is selected with the barrel
	desk.expect("the eye", func(doc *level.Document) string {
		for c := range doc.Colliders() {
			if want := c.Name == "crate" || c.Name == "barrel"; c.Hidden != want {
				return c.Name + " is hidden or not"
			}
		}
		return ""
	})

	shown := desk.shot()
	desk.key("ctrl+b")
	desk.waitFor("the dock to close", func() bool { return changedPixels(shown, desk.shot()) > 20_000 })
	desk.key("ctrl+b")
	desk.waitFor("the dock", func() bool { return changedPixels(shown, desk.shot()) < 10_000 })
	desk.quit()
}
