package main

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
)

// Alt copies during a drag, and releasing it opens no menu. The menus open by pointer and by F10, their
// shortcuts can be read, and the shortcuts work while a field has the focus.
func TestWindowMenus(t *testing.T) {
	t.Parallel()
	desk := newDeskOf(t, "yard.level.yaml", wallLevel, 1440, 900)
	desk.calibrate()
	menus := image.Rect(0, 0, 330, 200) // where one of the first menus would open, outside the level
	from, to := desk.pixel(level.Vec{X: 208, Y: 192}), desk.pixel(level.Vec{X: 240, Y: 160})
	desk.click(from.X, from.Y)
	desk.moveTo(from.X, from.Y+100)
	before := desk.shot()

	desk.do("keydown", "alt")
	desk.grab(from.X, from.Y, to.X, to.Y)
	desk.release()
	desk.do("keyup", "alt")
	doc := desk.save()
	if doc.Len() != 5 {
		t.Errorf("Alt+drag makes %d colliders of 4", doc.Len())
	}
	for c := range doc.Colliders() {
		want := level.Vec{X: 208, Y: 192}
		if c.Name == "wall 2" {
			want = level.Vec{X: 240, Y: 160}
		}
		if strings.HasPrefix(c.Name, "wall") && c.Position.Dist(want) > 8 {
			t.Errorf("after Alt+drag, %s is at %v", c.Name, c.Position)
		}
	}
	desk.key("ctrl+z")
	desk.save() // the tab shows a cross again
	desk.moveTo(from.X, from.Y+100)
	if n := differing(before, desk.shot(), menus); n > 0 {
		t.Errorf("after Alt+drag, %d pixels differ where menus open", n)
	}
	desk.key("alt")
	if n := differing(before, desk.shot(), menus); n > 0 {
		t.Errorf("after Alt alone, %d pixels differ where menus open", n)
	}

	desk.click(63, 13) // Edit
	desk.moveTo(600, 800)
	opened := desk.shot()
	if n := differing(before, opened, menus); n < 5000 {
		t.Errorf("a click on Edit changes %d pixels", n)
	}
	keys := image.Rect(285, 30, 330, 120) // shortcuts of Undo, Redo, Cut
	ground := opened.At(160, 32)
	if best := bestContrast(opened, keys, ground); best < 4.5 {
		t.Errorf("the shortcuts in the menu have a contrast of %.2f", best)
	}
	desk.key("Escape")
	if n := differing(before, desk.shot(), menus); n > 0 {
		t.Errorf("after Escape, %d pixels differ where the menu was", n)
	}

	desk.key("F10", "Right")
	desk.key("s", "Return", "Delete") // Select all
	if doc := desk.save(); doc.Len() != 0 {
		t.Errorf("Select all, chosen by keys, and Delete leave %d colliders", doc.Len())
	}
	desk.key("alt+e", "Return") // Undo
	if doc := desk.save(); doc.Len() != 4 {
		t.Errorf("Undo, chosen by keys, brings %d of 4 colliders back", doc.Len())
	}
	desk.click(1340, 163) // a field of the inspector
	desk.key("ctrl+d")
	if doc := desk.save(); doc.Len() != 8 {
		t.Errorf("Ctrl+D in a field makes %d colliders of 4", doc.Len())
	}
	desk.quit()
}

// differing counts the pixels of an area that differ between two pictures.
func differing(a, b image.Image, in image.Rectangle) int {
	n := 0
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

// bestContrast returns the highest contrast of a pixel in an area against a background, from 1 to 21.
func bestContrast(img image.Image, in image.Rectangle, ground color.Color) float64 {
	light := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		linear := func(v uint32) float64 {
			x := float64(v) / 0xffff
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b) + 0.05
	}
	best, on := 1.0, light(ground)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			l := light(img.At(x, y))
			best = max(best, max(l, on)/min(l, on))
		}
	}
	return best
}
