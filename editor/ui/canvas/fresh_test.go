package canvas

import (
	"image"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/tool"
)

// A picture that is patched, shifted or drawn from only some of the items equals a fresh picture of all items.
func TestCanvasEqualsFreshPicture(t *testing.T) {
	const n = 200
	w := boxesForTest(t, n, func(i int) level.Vec {
		return level.Vec{X: float64(i % 20 * 18), Y: float64(i / 20 * 30)}
	})
	c, s := w.canvas, w.session
	for i, name := range []string{"more", "most"} {
		l, err := s.Layers().Add(name)
		if err != nil {
			t.Fatal(err)
		}
		_ = s.Shapes([]level.ID{level.ID(5 + i), level.ID(25 + i), level.ID(60 + i)}).MoveToLayer(l)
	}
	const width, height = 701, 501
	rapid.Check(t, func(t *rapid.T) {
		layers := s.Document().Layers()
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			id := level.ID(rapid.IntRange(1, n).Draw(t, "id"))
			ids := []level.ID{id, id + 20, id + 21}
			layer := layers[rapid.IntRange(0, len(layers)-1).Draw(t, "layer")].ID
			on := rapid.Bool().Draw(t, "on")
			at := level.Vec{
				X: float64(rapid.IntRange(-10, 370).Draw(t, "x")),
				Y: float64(rapid.IntRange(-10, 310).Draw(t, "y")),
			}
			pointer := func(kind tool.EventKind) {
				s.Batch(func() { w.tools.Pointer(tool.Event{Kind: kind, Pos: at, Button: tool.Primary}) })
			}
			switch rapid.IntRange(0, 26).Draw(t, "step") {
			case 0:
				s.Selection().Set(id)
			case 1:
				s.Selection().Set(ids...)
			case 2:
				// impossible edits fail, here and below, and change nothing
				_ = s.Nudge(float64(rapid.IntRange(-20, 20).Draw(t, "dx")), 3)
			case 3:
				s.Undo()
			case 4:
				s.Redo()
			case 5:
				_ = s.DeleteSelection()
			case 6:
				_ = s.Layers().SetHidden(layer, on)
			case 7:
				_ = s.Layers().SetLocked(layer, on)
			case 8:
				c.dimOthers = on
			case 9:
				s.SetActiveLayer(layer)
			case 10:
				_ = s.Shapes(ids).SetRole([]level.Role{
					level.Solid, level.Trigger,
					level.OneWay,
				}[rapid.IntRange(0, 2).Draw(t, "role")])
			case 11:
				c.Shows.Labels = on
			case 12:
				c.Shows.Bounds = on
			case 13:
				c.Shows.Pieces, c.Shows.Depths = on, !on
			case 14:
				c.Shows.Inner, c.Shows.Centroids = on, on
			case 15:
				by := level.Vec{
					X: float64(rapid.IntRange(-90, 90).Draw(t, "dx")),
					Y: float64(rapid.IntRange(-90, 90).Draw(t, "dy")),
				}
				c.Camera.Center = c.Camera.Center.Sub(by.Mul(1 / c.Camera.Zoom))
			case 16:
				c.Camera.Zoom = rapid.SampledFrom([]float64{0.02, 0.13, 1, 1.7, 2, 9, 300}).Draw(t, "zoom")
			case 17:
				c.Camera.Center = at
			case 18:
				pointer(tool.Move)
			case 19:
				pointer(tool.Down)
			case 20:
				pointer(tool.Up)
			case 21:
				w.tools.Cancel()
			case 22:
				_ = s.Rename([]level.ID{id}, []string{"a", "quite a long name"}[rapid.IntRange(0, 1).Draw(t, "name")])
			case 23:
				c.Grid = on
			case 24:
				c.Shows.ContactPoints, c.Shows.Normals = on, rapid.Bool().Draw(t, "normals")
			case 25:
				c.Shows.Features = on
			case 26:
				c.Pointed = [2]level.ID{id, id + 1}
			}
			c.moved = true
			if rapid.IntRange(0, 3).Draw(t, "draws") == 0 {
				continue
			}
			c.Draw(width, height)
			scene := c.Scene()
			scene.Items = slices.Clone(c.stage.items)
			base, all := image.NewRGBA(c.picture.Rect), image.NewRGBA(c.picture.Rect)
			render.NewRenderer().DrawBase(base, scene)
			render.NewRenderer().DrawTop(all, base, scene)
			const limit = 4 // of 255: the effect of 1/64 pixel
			for i, v := range all.Pix {
				if d := int(v) - int(c.picture.Pix[i]); d > limit || d < -limit {
					t.Fatalf("pixel %d, %d differs by %d", i/4%width, i/4/width, d)
				}
			}
		}
	})
}
