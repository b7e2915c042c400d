package canvas

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/render"
)

// freshItems computes from scratch the items that the stage should hold.
func freshItems(s *editor.Session, hover level.ID, moving []level.ID) []render.Item {
	doc := s.Document()
	var items []render.Item
	for _, l := range doc.Layers() {
		for _, c := range doc.InLayer(l.ID) {
			if l.Hidden || c.Hidden {
				continue
			}
			items = append(items, render.Item{
				Collider: c, Baked: doc.Baked(c.ID), At: c.Transform(), State: s.Live().State(c.ID),
				Selected: s.Selection().Has(c.ID),
				Hovered:  c.ID == hover, Dimmed: l.Locked || c.Locked, Moving: slices.Contains(moving, c.ID),
				Tint: render.LayerTint(l), Alpha: l.Opacity,
			})
		}
	}
	return items
}

// After random changes to the document, the selection and the gesture, the stage equals one built from scratch. Its
// version changes whenever an item that does not move changes.
func TestStageEqualsFreshItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, err := editor.NewLevel(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		s := editor.NewSession(doc)
		var st stage
		var before []render.Item
		version := uint64(0)
		camera := render.Camera{Width: 60, Height: 30, Zoom: 1}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			var ids []level.ID
			for c := range s.Document().Colliders() {
				ids = append(ids, c.ID)
			}
			some := func(label string) []level.ID {
				return slices.DeleteFunc(slices.Clone(ids), func(level.ID) bool {
					return rapid.IntRange(0, 2).Draw(t, label) > 0
				})
			}
			switch rapid.IntRange(0, 10).Draw(t, "step") {
			case 0, 1, 2:
				shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 10, Y: 6}, Rounding: level.Inset}
				c := level.NewCollider(0, 0, "", shape, level.Vec{X: float64(rapid.IntRange(0, 40).Draw(t, "x"))})
				c.Angle = level.Degrees(rapid.IntRange(0, 3).Draw(t, "angle") * 30)
				if _, err := s.Add(*c); err != nil {
					t.Fatal(err)
				}
			case 3:
				s.Selection().Set(some("select")...)
			case 4:
				_ = s.DeleteSelection() // fails without a selection, which is fine
			case 5:
				s.Undo()
			case 6:
				s.Redo()
			case 7:
				_ = s.Layers().SetHidden(s.Document().Layers()[0].ID, rapid.Bool().Draw(t, "hidden"))
				_ = s.Layers().SetOpacity(s.Document().Layers()[0].ID,
					rapid.SampledFrom([]float64{0.3, 1}).Draw(t, "opacity"))
			case 8:
				_, _ = s.Layers().Add("more") // later shapes are added to it
			case 9:
				_ = s.Nudge(float64(rapid.IntRange(-9, 9).Draw(t, "dx")), 0) // fails without a selection
			case 10:
				// fails without shapes
				_ = s.Shapes(some("role")).SetRole([]level.Role{
					level.Solid,
					level.Trigger,
				}[rapid.IntRange(0, 1).Draw(t, "trigger")])
			}
			moving := some("moving")
			hover := rapid.SampledFrom(append(slices.Clip(ids), 0)).Draw(t, "hover")
			if s.Document().Collider(hover) == nil {
				hover = 0
			}
			st.sync(s, hover, moving)
			got := slices.DeleteFunc(slices.Clone(st.items), func(it render.Item) bool { return it.Collider == nil })
			want := freshItems(s, hover, moving)
			if !slices.Equal(got, want) {
				t.Fatalf("the stage holds\n%+v\nwant\n%+v", got, want)
			}
			for k, it := range st.items {
				if it.Collider == nil {
					continue
				}
				if at, ok := st.at(it.Collider.ID); !ok || at != k {
					t.Fatalf("%v is at index %d, but is found at %d", it.Collider.ID, k, at)
				}
			}
			if rapid.Bool().Draw(t, "looks elsewhere") {
				camera.Center = level.Vec{X: float64(rapid.IntRange(-120, 160).Draw(t, "view"))}
			}
			seen := func(it render.Item) bool {
				return placedBounds(it.Baked.Bounds, it.At).Overlaps(camera.Visible().Grow(reach))
			}
			inView := slices.DeleteFunc(slices.Clone(want), func(it render.Item) bool { return !seen(it) })
			got = slices.DeleteFunc(slices.Clone(st.visible(camera, 1)), func(it render.Item) bool {
				return it.Collider == nil || !seen(it)
			})
			if !slices.Equal(got, inView) {
				t.Fatalf("in the view at %v the items are\n%+v\nwant\n%+v", camera.Center, got, inView)
			}
			labels := rapid.Bool().Draw(t, "labels")
			over := slices.DeleteFunc(slices.Clone(want), func(it render.Item) bool {
				return !it.Moving && !(labels && render.Labelled(it.Collider))
			})
			all := slices.Clone(st.items)
			top := st.above(&render.Scene{Items: all, Show: render.Show{Labels: labels}})
			if isAll := len(all) > 0 && len(top) == len(all) && &top[0] == &all[0]; !isAll && !slices.Equal(top, over) {
				t.Fatalf("over the base the items are\n%+v\nwant\n%+v", top, over)
			}
			part := camera.Visible()
			part.Min.Y += 3
			got = st.within(part, nil)
			inPart := slices.DeleteFunc(want, func(it render.Item) bool {
				return !placedBounds(it.Baked.Bounds, it.At).Overlaps(part)
			})
			if !slices.Equal(got, inPart) {
				t.Fatalf("in a part of the view at %v the items are\n%+v\nwant\n%+v", camera.Center, got, inPart)
			}
			want = freshItems(s, hover, moving)
			still := slices.DeleteFunc(want, func(it render.Item) bool { return it.Moving })
			for i := range still { // the other states are drawn with the contacts: see markIntruders
				still[i].State = still[i].Standing()
			}
			if !slices.Equal(still, before) && st.version == version {
				t.Fatalf("still items have changed without a new version:\n%+v\nwere\n%+v", still, before)
			}
			before, version = still, st.version
		}
	})
}

// Items that the stage leaves out are invisible.
func TestStageShowsVisibleItems(t *testing.T) {
	w := boxesForTest(t, 400, func(i int) level.Vec {
		return level.Vec{X: float64(i % 20 * 20), Y: float64(i / 20 * 20)}
	})
	c := w.canvas
	c.Draw(600, 400)
	for _, zoom := range []float64{0.05, 1, 3, 40} {
		c.Camera.Zoom, c.Camera.Center = zoom, level.Vec{X: 203, Y: 90}
		scene := c.Scene()
		culled := render.Picture(scene)
		scene.Items = slices.Clone(c.stage.items)
		if !slices.Equal(render.Picture(scene).Pix, culled.Pix) {
			t.Errorf("at zoom %g the picture of the items in view differs from the picture of all items", zoom)
		}
	}
	if n := len(c.stage.shown); n > 60 {
		t.Errorf("%d items are drawn at a zoom of 40", n)
	}
}

func TestPlacedBoundsContainBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-50, 50)
		box := collision.EmptyAABB()
		for range 2 {
			p := level.Vec{X: x.Draw(t, "x"), Y: x.Draw(t, "y")}
			box = box.Union(collision.AABB{Min: p, Max: p})
		}
		at := collision.NewTransform(level.Vec{X: x.Draw(t, "px"), Y: x.Draw(t, "py")}, x.Draw(t, "angle"))
		placed := placedBounds(box, at).Grow(1e-9)
		for _, corner := range []level.Vec{
			box.Min, box.Max,
			{X: box.Min.X, Y: box.Max.Y},
			{X: box.Max.X, Y: box.Min.Y},
		} {
			if p := at.Apply(corner); !placed.Contains(p) {
				t.Fatalf("%v is not inside %v", p, placed)
			}
		}
	})
}

// Dimming all layers but one works for every active layer, and can be switched off.
func TestOtherLayersAreDimmed(t *testing.T) {
	w := boxesForTest(t, 3, func(i int) level.Vec { return level.Vec{X: float64(40 * i)} })
	if _, err := w.session.Layers().Add("Behind"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.session.Add(*level.NewCollider(0, 0, "wall", level.Shape{Kind: level.Circle, Radius: 9},
		level.Vec{Y: 60})); err != nil {
		t.Fatal(err)
	}
	layers := w.session.Document().Layers()
	check := func(what string, alone level.LayerID) {
		t.Helper()
		w.canvas.Scene()
		s := &w.canvas.stage
		for k, c := range s.records {
			if want := alone != 0 && c.Layer != alone; s.items[k].Dimmed != want && !c.Hidden {
				t.Errorf("%s: %s is dimmed: %v", what, c.Label(), s.items[k].Dimmed)
			}
		}
	}
	check("at first", 0)
	w.canvas.dimOthers = true
	for _, l := range layers[:2] {
		w.session.SetActiveLayer(l.ID)
		check("with "+l.Name, l.ID)
	}
	w.canvas.dimOthers = false
	check("in the end", 0)
}
