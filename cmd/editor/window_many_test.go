package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"fillet/editor/level"
)

// platforms returns a level with eight boxes side by side, the last of them dynamic, on a separate layer.
func platforms() string {
	var b strings.Builder
	b.WriteString(`fillet: 1
name: Platforms
size: [640, 400]
pixels_per_metre: 32
grid: {size: [10, 10]}
categories: [default]
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 40], position: [320, 380]}
  - id: l2
    name: Platforms
    color: "#5fd38d"
    colliders:
`)
	for i := range 8 {
		body := ""
		if i == 7 {
			body = ", body: dynamic"
		}
		fmt.Fprintf(&b, "      - {id: c%d, name: plat, kind: box, size: [40, 16], tags: [wood], position: "+
			"[%d, %d]%s}\n", i+2, 60+70*i, 250-20*i, body)
	}
	return b.String()
}

// TestWindowManyAtOnce renames with numbers, replaces in names, jumps in the history and makes a layer faint. After
// each it checks the saved file.
func TestWindowManyAtOnce(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newDeskOf(t, "platforms.level.yaml", platforms(), 1280, 800)
	d.key("Escape", "1", "ctrl+shift+h") // opens the history panel
	marked := [3]int{0x28, 0x40, 0x5f}   // the row of the current step
	if n := countNear(d.shot(), level.Vec{X: 880, Y: 137}, 8, marked); n < 200 {
		t.Errorf("%d pixels of the history's row are drawn", n)
	}
	d.key("ctrl+shift+h")
	d.save()
	before, err := os.ReadFile(d.path)
	if err != nil {
		t.Fatal(err)
	}
	names := func(doc *level.Document) string {
		var out []string
		for c := range doc.Colliders() {
			out = append(out, c.Name)
		}
		return strings.Join(out, ", ")
	}
	wants := func(what, want string) {
		t.Helper()
		d.expect(what, func(doc *level.Document) string {
			if got := names(doc); got != want {
				return "the names are " + got
			}
			return ""
		})
	}

	// Find all tagged colliders, and name them after a pattern.
	d.key("ctrl+f")
	d.typeText("wood")
	d.key("ctrl+Return", "F2")
	d.typeText("plat ##")
	d.keep("guide/rename.png", d.shot())
	d.key("Return")
	wants("renamed", "floor, plat 01, plat 02, plat 03, plat 04, plat 05, plat 06, plat 07, plat 08")

	// Replace in the selection.
	d.key("ctrl+h")
	d.typeText("plat 0")
	d.tab(1)
	d.typeText("step ")
	d.key("Return")
	wants("replaced", "floor, step 1, step 2, step 3, step 4, step 5, step 6, step 7, step 8")

	// Go back to the start of the history and forward again with keys.
	d.key("Right", "ctrl+z")
	d.key("ctrl+shift+h")
	d.keep("guide/history.png", d.shot())
	d.key("Up", "Up", "Up", "Up", "Return")
	d.save()
	if saved, err := os.ReadFile(d.path); err != nil || !bytes.Equal(saved, before) {
		t.Errorf("back at the start of the history, the file differs (%v)", err)
	}
	d.key("Down", "Down", "Return")
	wants("two steps on", "floor, step 1, step 2, step 3, step 4, step 5, step 6, step 7, step 8")
	d.key("ctrl+shift+h")

	// Make a layer faint.
	d.command("layer colour and opacity")
	d.tab(10)
	d.key("Left", "Left", "Escape")
	d.expect("the opacity", func(doc *level.Document) string {
		if alpha := doc.Layers()[0].Alpha(); alpha != 0.9 {
			return fmt.Sprintf("the layer's opacity is %g", alpha)
		}
		return ""
	})
	for range 12 {
		d.key("ctrl+z")
	}
	d.save()
	if saved, err := os.ReadFile(d.path); err != nil || !bytes.Equal(saved, before) {
		t.Errorf("after undoing everything, the file differs (%v):\n%s", err, saved)
	}
	d.quit()
}
