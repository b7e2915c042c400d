package main

import (
	"fmt"
	"image"
	"math"
	"testing"

	"fillet/editor/level"
)

// The inspector works by hand: dragging numbers by their labels, sections, materials and chips. The minimap appears
// when it is useful.
func TestWindowPanels(t *testing.T) {
	t.Parallel()
	d := newBoard(t)
	const labels, letterX, fields = 1004, 1096, 1175 // x coordinates in the inspector of a 1280 x 800 window
	row := func(n int) float64 { return 110 + 30*float64(n) }
	drag := func(x, y, by float64) {
		t.Helper()
		d.grab(x, y, x+by, y)
		d.release()
	}
	t.Run("dragging the angle's label is one step", func(t *testing.T) {
		d.pick(crate)
		drag(labels, row(3), 15)
		doc := d.expect("the angle", func(doc *level.Document) string {
			a := float64(doc.Collider(crate).Angle)
			if a < 10 || a > 20 || a != math.Round(a) {
				return fmt.Sprintf("a drag by 15 pixels turns it by %v degrees", a)
			}
			return ""
		})
		if got := doc.Collider(crate).Position; got != v(120, 200) {
			t.Errorf("it is at %v", got)
		}
		d.key("ctrl+z")
		d.expect("undo", func(doc *level.Document) string { return want("the angle", doc.Collider(crate).Angle, 0) })
	})
	t.Run("in tens with Shift, and unchanged after Escape", func(t *testing.T) {
		d.pick(crate)
		d.do("keydown", "shift")
		drag(letterX, row(1), -10)
		d.do("keyup", "shift")
		doc := d.expect("the place", func(doc *level.Document) string {
			if x := doc.Collider(crate).Position.X; x < -20 || x > 60 {
				return fmt.Sprintf("a drag by 10 pixels to the left with Shift moves it from 120 to %v", x)
			}
			return ""
		})
		was := doc.Collider(crate).Position
		d.grab(letterX, row(1), letterX+40, row(1))
		d.key("Escape")
		d.moveTo(letterX+60, row(1))
		d.release()
		d.expect("Escape", func(doc *level.Document) string {
			return want("the place", doc.Collider(crate).Position, was)
		})
	})
	t.Run("a material of the presets", func(t *testing.T) {
		d.pick(crate)
		d.click(fields, row(8))
		d.key("Down", "Down", "Return")
		d.expect("the material", func(doc *level.Document) string {
			c := doc.Collider(crate)
			return want("ice", [3]float64{c.Friction, c.Restitution, c.Density}, [3]float64{0.05, 0.1, 0.92})
		})
	})
	t.Run("tags as chips", func(t *testing.T) {
		d.pick(crate)
		d.click(fields, row(10)+2)
		d.typeText("heavy")
		d.key("Return")
		d.typeText("push,")
		d.expect("the tags", func(doc *level.Document) string {
			return want("they", fmt.Sprint(doc.Collider(crate).Tags), "[heavy push]")
		})
		d.key("BackSpace", "Escape")
		d.expect("Backspace", func(doc *level.Document) string {
			return want("the tags", fmt.Sprint(doc.Collider(crate).Tags), "[heavy]")
		})
	})
	t.Run("the minimap comes with the zoom", func(t *testing.T) {
		d.key("Escape", "Escape", "1")
		corner := image.Rect(800, 80, 968, 190) // the minimap may be in either lower corner, and the floor is in both
		accent := func() (n int) {
			m := d.shot()
			for y := corner.Min.Y; y < corner.Max.Y; y++ {
				for x := corner.Min.X; x < corner.Max.X; x++ {
					if r, g, b, _ := m.At(x, y).RGBA(); r>>8 == 0x4c && g>>8 == 0x9f && b>>8 == 0xfe {
						n++
					}
				}
			}
			return n
		}
		if n := accent(); n > 0 {
			t.Errorf("with the whole level in view, %d pixels of the minimap's frame are drawn", n)
		}
		at := d.pixel(v(120, 100))
		d.moveTo(at.X, at.Y)
		for range 6 {
			d.do("click", "4")
		}
		d.waitFor("the map", func() bool { return accent() > 20 })
	})
}
