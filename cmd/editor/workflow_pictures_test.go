package main

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/level"
)

// drawAfter is a level with a picture next to it: a green hill on a transparent background.
const drawAfter = `fillet: 1
name: Hill
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [600, 20], position: [320, 380]}
`

// hill returns a picture of a hill under a transparent sky.
func hill(w, h int) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			dx, dy := float64(2*x-w)/float64(w), float64(h-y)/float64(h)
			if dx*dx+dy*dy < 1 {
				m.Set(x, y, color.NRGBA{R: uint8(70 + 40*y/h), G: uint8(150 - 60*y/h), B: 80, A: 255})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// A picture is added from its file, moved, scaled by a handle, turned, faded and locked by the strip, and traced in
// place. Then the level is saved as a picture.
func TestWindowOwnPictures(t *testing.T) {
	nightly(t)
	t.Parallel()
	dir := t.TempDir()
	path, art := filepath.Join(dir, "hill.level.yaml"), filepath.Join(dir, "art", "hill.png")
	if err := errors.Join(os.WriteFile(path, []byte(drawAfter), 0o644), os.Mkdir(filepath.Dir(art), 0o755),
		os.WriteFile(art, hill(200, 120), 0o644)); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, path, 1280, 800)
	d.calibrate()
	d.key("ctrl+shift+i")
	d.typeText(art)
	d.key("Return")
	one := func(what string, check func(p level.Picture) string) {
		t.Helper()
		d.expect(what, func(doc *level.Document) string {
			p, ok := doc.Settings().Picture("hill")
			if !ok {
				return "there is no picture"
			}
			return check(p)
		})
	}
	var at level.Vec
	one("added", func(p level.Picture) string {
		at = p.Position
		if p.File != "art/hill.png" && p.File != filepath.ToSlash(art) {
			return want("the file", p.File, "art/hill.png")
		}
		return want("the size", p.Size, v(200, 120))
	})
	d.dragLevel(at, at.Add(v(-100, 60)))
	one("moved", func(p level.Picture) string {
		if p.Position.Dist(at.Add(v(-100, 60))) > 6 { // its corner snaps
			return want("the place", p.Position, at.Add(v(-100, 60)))
		}
		at = p.Position
		return ""
	})
	d.dragLevel(at.Add(v(100, 60)), at.Add(v(200, 120)))
	one("scaled", func(p level.Picture) string {
		at = p.Position
		if p.Size.X < 290 || p.Size.X > 310 || p.Size.Y < 174 || p.Size.Y > 186 {
			return want("the size", p.Size, v(300, 180))
		}
		return ""
	})
	d.keep("guide/pictures.png", d.shot())
	d.key("Delete")
	d.expect("removed", func(doc *level.Document) string { return want("pictures", len(doc.Settings().Pictures), 0) })
	d.key("ctrl+z")
	one("undone", func(level.Picture) string { return "" })
	d.click(d.pixel(at).X, d.pixel(at).Y)
	d.command("Trace this picture")
	d.key("Return")
	d.expect("traced", func(doc *level.Document) string {
		for c := range doc.Colliders() {
			if c.Name != "hill" {
				continue
			}
			b := level.DrawnBounds(c)
			if b.Size().X < 280 || b.Size().X > 310 || b.Center().Dist(at) > 12 {
				return want("the middle of the outline's box", b.Center(), at)
			}
			return ""
		}
		return "there is no outline"
	})
	saved := filepath.Join(dir, "picture.png")
	d.command("whole level")
	d.typeText(saved)
	d.key("Return")
	d.waitFor("the saved picture", func() bool {
		data, err := os.ReadFile(saved)
		if err != nil {
			return false
		}
		m, err := png.DecodeConfig(bytes.NewReader(data))
		return err == nil && m.Width == 640 && m.Height == 400
	})
}
