package canvas

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
)

// tilesForTest returns tiles in two layers over a colour, some of them mirrored, rotated or translucent.
func tilesForTest() *render.Pictures {
	m := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	for i := range m.Pix {
		m.Pix[i] = uint8(i * 37)
		if i%4 == 3 {
			m.Pix[i] = []uint8{255, 255, 128, 0}[i/4%4]
		}
	}
	of := &overlay.Pictures{Images: []image.Image{m}, Sprites: []overlay.Sprite{
		{
			Image: overlay.Plain, Color: color.NRGBA{R: 90, G: 40, B: 60, A: 255}, U: level.Vec{X: 360},
			V: level.Vec{Y: 450}, Alpha: 1,
		},
		{W: 100, H: 450, Wraps: true, At: level.Vec{X: 30}, U: level.Vec{X: 100}, V: level.Vec{Y: 450}, Alpha: 0.5},
	}}
	for i := range 600 {
		s := overlay.Sprite{
			W: 8, H: 8, At: level.Vec{X: float64(i % 20 * 16), Y: float64(i / 20 % 15 * 16)},
			U: level.Vec{X: 16}, V: level.Vec{Y: 16}, Alpha: 1,
		}
		switch i % 4 {
		case 1:
			s.At.X, s.U.X = s.At.X+16, -16
		case 2:
			s.U, s.V = s.V, s.U
		case 3:
			s.U, s.V = level.Vec{X: 11, Y: 11}, level.Vec{X: -11, Y: 11}
		}
		of.Sprites = append(of.Sprites, s)
	}
	return render.NewPictures(of)
}

// After random changes between two frames, the patched base equals a freshly drawn one.
func TestPatchedBaseEqualsFresh(t *testing.T) {
	w := boxesForTest(t, 300, func(i int) level.Vec {
		return level.Vec{X: float64(i % 20 * 18), Y: float64(i / 20 * 30)}
	})
	c := w.canvas
	c.Pictures = tilesForTest()
	for _, zoom := range []float64{1.7, 0.13} {
		c.Draw(700, 500)
		c.Camera.Zoom, c.moved = zoom, true
		c.Draw(700, 500)
		cases, patched := 0, 0
		rapid.Check(t, func(t *rapid.T) {
			cases++
			for range rapid.IntRange(1, 6).Draw(t, "steps") {
				id := level.ID(rapid.IntRange(1, 300).Draw(t, "id"))
				switch rapid.IntRange(0, 7).Draw(t, "step") {
				case 0, 1, 2:
					if w.session.Document().Collider(id) != nil {
						w.session.Selection().Set(id)
					}
					// fails without a selection, which is fine
					_ = w.session.Nudge(float64(rapid.IntRange(-20, 20).Draw(t, "dx")), 0)
				case 3:
					w.session.Undo()
				case 4:
					_ = w.session.DeleteSelection() // fails without a selection
				case 5:
					_ = w.session.Shapes([]level.ID{id}).SetBody(level.Dynamic) // fails if it was deleted
				case 6:
					w.session.Selection().Clear()
				case 7:
					_ = w.session.Shapes([]level.ID{id}).SetRole(level.Trigger) // fails if it was deleted
				}
			}
			before := c.base.key
			scene := c.Scene()
			if areas, known := c.stage.areas(before.version, c.Camera, c.Scale); known && len(areas) > 0 {
				patched++
			}
			c.Draw(700, 500)
			scene.Items = slices.Clone(c.stage.items)
			fresh := image.NewRGBA(c.picture.Rect)
			render.NewRenderer().DrawTop(fresh, c.base.picture, scene)
			if !slices.Equal(fresh.Pix, c.picture.Pix) {
				t.Fatal("leaving out the items that are not drawn over the base changes the picture")
			}
			render.NewRenderer().DrawBase(fresh, scene)
			for i, v := range fresh.Pix {
				// a part's pixels have other coordinates, which round differently, and edges overlap
				if d := int(v) - int(c.base.picture.Pix[i]); d > 2 || d < -2 {
					t.Fatalf("pixel %d, %d of the patched base differs by %d", i/4%700, i/4/700, d)
				}
			}
		})
		if cases >= 200 && patched == 0 { // with fewer cases it may be chance
			t.Errorf("at zoom %g nothing was ever patched", zoom)
		}
	}
}

// After random panning, a base that was shifted and redrawn at the edges equals a freshly drawn one.
func TestShiftedBaseEqualsFresh(t *testing.T) {
	w := boxesForTest(t, 300, func(i int) level.Vec {
		return level.Vec{X: float64(i % 20 * 18), Y: float64(i / 20 * 30)}
	})
	c := w.canvas
	c.Pictures = tilesForTest()
	for i, id := range []level.ID{3, 40, 77, 120, 160, 201} {
		// roles with patterns and ticks
		_ = w.session.Shapes([]level.ID{id, id + 1}).SetRole([]level.Role{level.Trigger, level.OneWay}[i%2])
		w.session.Selection().Set(id)
		_ = w.session.Nudge(7.3, 4.1)
	}
	// half pixels at integer zooms, which must always round the same way
	const width, height = 701, 501
	for _, zoom := range []float64{2.3, 2, 1, 0.5, 0.13} {
		cases, slid := 0, 0
		rapid.Check(t, func(t *rapid.T) {
			cases++
			center := rapid.SampledFrom([]level.Vec{
				{X: 170.3, Y: 190.7},
				{X: 170, Y: 190},
				{X: 170.25, Y: 190.5},
			}).Draw(t, "center")
			c.Camera.Zoom, c.Camera.Center, c.moved = zoom, center, true
			c.Draw(width, height)
			for range rapid.IntRange(1, 8).Draw(t, "steps") {
				by := level.Vec{
					X: float64(rapid.IntRange(-90, 90).Draw(t, "dx")),
					Y: float64(rapid.IntRange(-90, 90).Draw(t, "dy")),
				}
				if rapid.IntRange(0, 9).Draw(t, "part") == 0 {
					by.X += 0.4 // not whole pixels
				}
				c.Camera.Center = c.Camera.Center.Sub(by.Mul(1 / zoom))
				c.Draw(width, height)
			}
			if c.base.slid.by != (image.Point{}) {
				slid++
			}
			scene := c.Scene()
			scene.Items = slices.Clone(c.stage.items)
			fresh := image.NewRGBA(c.picture.Rect)
			render.NewRenderer().DrawBase(fresh, scene)
			const limit = 4 // of 255: the effect of 1/64 pixel
			for i, v := range fresh.Pix {
				if d := int(v) - int(c.base.picture.Pix[i]); d > limit || d < -limit {
					t.Fatalf("pixel %d, %d differs by %d", i/4%width, i/4/width, d)
				}
			}
		})
		if cases >= 200 && slid == 0 { // with fewer cases it may be chance
			t.Errorf("at zoom %g the picture was never shifted", zoom)
		}
	}
}
