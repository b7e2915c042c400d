package render

import (
	"image/color"
	"iter"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// builder builds a cavern with every kind of collider, role and state, at the places of the design's picture.

type builder struct {
	t     testing.TB
	scene *Scene
	world *collision.World
	next  level.ID
}

func newBuilder(t testing.TB, cam Camera) *builder {
	return &builder{t: t, scene: &Scene{Camera: cam, Scale: 1, Theme: Dark()}, world: collision.NewWorld()}
}

func (b *builder) add(name string, s level.Shape, at Vec, edit func(*level.Collider)) *Item {
	b.t.Helper()
	b.next++
	c := level.NewCollider(b.next, 1, name, s, at)
	if edit != nil {
		edit(c)
	}
	baked, err := c.Shape.Bake()
	if err != nil {
		b.t.Fatalf("baking %s: %v", name, err)
	}
	if body, ok := level.BodyOf(c, baked, level.DefaultSettings()); ok {
		b.world.Put(collision.Key(c.ID), body)
	}
	b.scene.Items = append(b.scene.Items, Item{Collider: c, Baked: baked, At: c.Transform()})
	return &b.scene.Items[len(b.scene.Items)-1]
}

// pairs returns the contacts of the world, in which keys are ids.
func (b *builder) pairs() iter.Seq[contacts.Pair] {
	colliders := make([]*level.Collider, b.next+1)
	for i := range b.scene.Items {
		colliders[b.scene.Items[i].Collider.ID] = b.scene.Items[i].Collider
	}
	return contacts.All(b.world, colliders, nil)
}

// exit returns a function that finds the ways out of items, for the state of the world at the time of the call.
func (b *builder) exit() func(level.ID) (contacts.Exit, bool) {
	members := make([]contacts.Member, b.next+1)
	for i := range b.scene.Items {
		it := &b.scene.Items[i]
		members[it.Collider.ID] = contacts.Member{
			Side: contacts.Side{
				Collider: it.Collider, Layer: float64(i), Size: contacts.SizeOf(it.Collider, it.Baked),
				Locked: it.Collider.Locked, Held: it.Selected || it.Moving,
			},
			Placed: contacts.Placed{Baked: it.Baked, At: it.At},
		}
	}
	s := contacts.Surroundings{
		World: b.world, Frame: collision.EmptyAABB(),
		Member: func(k collision.Key) *contacts.Member {
			return &members[k]
		},
	}
	return func(id level.ID) (contacts.Exit, bool) { return s.Exit(collision.Key(id)) }
}

func (b *builder) item(name string) *Item {
	for i := range b.scene.Items {
		if b.scene.Items[i].Collider.Name == name {
			return &b.scene.Items[i]
		}
	}
	b.t.Fatalf("no item %q", name)
	return nil
}

func polygon(radius float64, xy ...float64) level.Shape {
	s := level.Shape{Kind: level.Polygon, Radius: radius, Rounding: level.Inset}
	for i := 0; i+1 < len(xy); i += 2 {
		s.Points = append(s.Points, Vec{X: xy[i], Y: xy[i+1]})
	}
	return s
}

func chain(radius float64, closed bool, xy ...float64) level.Shape {
	s := polygon(radius, xy...)
	return level.Shape{Kind: level.Chain, Points: s.Points, Radius: radius, Closed: closed, OneSided: radius == 0}
}

func box(w, h, radius float64) level.Shape {
	return level.Shape{Kind: level.Box, Size: Vec{X: w, Y: h}, Radius: radius, Rounding: level.Inset}
}

func circle(r float64) level.Shape { return level.Shape{Kind: level.Circle, Radius: r} }

func capsule(ax, ay, bx, by, r float64) level.Shape {
	return level.Shape{Kind: level.Capsule, Points: []Vec{{X: ax, Y: ay}, {X: bx, Y: by}}, Radius: r}
}

// cavern returns the scene of the design's picture at a scale, with the boulder selected and sunk into the floor.
func cavern(t testing.TB, width, height int, scale float64) *Scene {
	cam := Camera{Zoom: 2 * scale, Width: int(float64(width) * scale), Height: int(float64(height) * scale)}
	cam.Center = Vec{X: float64(width)/4 - 35, Y: float64(height)/4 - 25}
	b := newBuilder(t, cam)
	b.scene.Scale = scale
	b.scene.Frame = collision.AABB{Max: Vec{X: 640, Y: 411}}
	b.scene.Grid = &Grid{Size: Vec{X: 16, Y: 16}, Subdivisions: 1, Major: 4}
	b.add("floor", polygon(0, 0, 315, 160, 315, 160, 347, 224, 347, 224, 315, 384, 315, 384, 411, 0, 411), Vec{}, nil)
	b.add("ledge", polygon(0, 416, 283, 640, 283, 640, 411, 416, 411), Vec{}, nil)
	b.add("ceiling", polygon(0, 0, 0, 640, 0, 640, 32, 32, 32, 32, 235, 0, 235), Vec{}, nil)
	b.add("slope", polygon(0, 32, 267, 112, 315, 32, 315), Vec{}, nil)
	b.add("platform", box(112, 3, 0), Vec{X: 216, Y: 196}, func(c *level.Collider) {
		c.Role, c.OneWay = level.OneWay, level.Up
	})
	b.add("goal", box(64, 96, 0), Vec{X: 464, Y: 235}, func(c *level.Collider) { c.Role = level.Trigger })
	b.add("lamp", circle(23), Vec{X: 315, Y: 125}, func(c *level.Collider) { c.Body = level.Dynamic })
	b.add("log", capsule(-28, 0, 28, 0, 14), Vec{X: 127, Y: 97}, func(c *level.Collider) { c.Angle = -18 })
	b.add("boulder", polygon(13, 246, 245, 321, 234, 357, 275.5, 325, 328, 256, 325), Vec{}, func(c *level.Collider) {
		c.Body = level.Dynamic
	})
	b.add("crate", box(30, 30, 4), Vec{X: 60.5, Y: 372 - 71}, func(c *level.Collider) {
		c.Angle = 30.9637565
		c.Position = Vec{X: 80, Y: 278}
		c.Body = level.Dynamic
	})
	b.add("key", box(20, 20, 3), Vec{X: 464, Y: 273}, func(c *level.Collider) { c.Body = level.Dynamic })
	b.add("rope", chain(0, false, 540, 90, 556, 150, 590, 170, 620, 140), Vec{}, nil)
	b.add("pipe", chain(7, false, 520, 240, 560, 200, 600, 200, 610, 240), Vec{}, nil)
	b.add("gate", chain(0, false, 250, 60, 290, 60, 310, 72), Vec{}, func(c *level.Collider) {
		c.Role, c.OneWay = level.OneWay, level.Up
	})
	b.add("spawn", level.Shape{Kind: level.Point}, Vec{X: 60, Y: 70}, nil)
	b.add("ring", level.Shape{
		Kind: level.Polygon, Rounding: level.Inset, Radius: 6,
		Points: []Vec{{X: -40, Y: -25}, {X: 40, Y: -25}, {X: 40, Y: 25}, {X: -40, Y: 25}},
		Holes:  [][]Vec{{{X: -20, Y: -10}, {X: -20, Y: 10}, {X: 20, Y: 10}, {X: 20, Y: -10}}},
	}, Vec{X: 420, Y: 90}, func(c *level.Collider) { c.Body = level.Kinematic })
	b.world.Update()
	b.scene.Meet(b.pairs(), b.exit())
	boulder := b.item("boulder")
	for i := range b.scene.Contacts {
		c := &b.scene.Contacts[i]
		c.Emphasis = c.A == boulder.Collider.ID || c.B == boulder.Collider.ID
	}
	boulder.Selected = true
	b.scene.Show = Show{ContactPoints: true, Normals: true, Labels: true}
	b.selection(boulder)
	return b.scene
}

// selection returns the overlays of a selected collider.
func (b *builder) selection(it *Item) {
	bounds := collision.EmptyAABB()
	for _, piece := range it.Baked.Pieces {
		bounds = bounds.Union(piece.Bounds(it.At))
	}
	lo, hi, mid := bounds.Min, bounds.Max, bounds.Center()
	ghost := it.At
	ghost.P.Y -= 10
	b.scene.Overlays = append(b.scene.Overlays,
		overlay.Outline{Boundary: it.Baked.Boundary(), At: ghost, Ink: overlay.Bright, Width: 1.2, Dashed: true},
		overlay.Line{Points: []Vec{{Y: 315}, {X: 640, Y: 315}}, Ink: overlay.Danger, Width: 1, Dashed: true},
		overlay.Box{Bounds: bounds, Width: 1.2},
		overlay.Line{Points: []Vec{{X: mid.X, Y: lo.Y}, {X: mid.X, Y: lo.Y - 12}}, Width: 1.2},
		overlay.Handle{At: Vec{X: mid.X, Y: lo.Y - 14}, Form: overlay.RoundHandle},
	)
	for _, p := range []Vec{
		lo,
		{X: mid.X, Y: lo.Y},
		{X: hi.X, Y: lo.Y},
		{X: hi.X, Y: mid.Y},
		hi,
		{X: mid.X, Y: hi.Y},
		{X: lo.X, Y: hi.Y},
		{X: lo.X, Y: mid.Y},
	} {
		b.scene.Overlays = append(b.scene.Overlays, overlay.Handle{At: p})
	}
	b.scene.Overlays = append(b.scene.Overlays,
		overlay.Handle{At: Vec{X: 312, Y: 251}, Form: overlay.DotHandle, Ink: overlay.Warn},
		overlay.Label{At: Vec{X: 312, Y: 251}, Offset: Vec{X: 11, Y: -4}, Text: "r 13", Ink: overlay.Warn})
}

// sampler shows every state and overlay side by side.
func sampler(t testing.TB, theme *Theme, scale float64) *Scene {
	b := newBuilder(t, Camera{
		Center: Vec{X: 240, Y: 160}, Zoom: 2 * scale, Width: int(960 * scale),
		Height: int(640 * scale),
	})
	b.scene.Theme, b.scene.Scale = theme, scale
	b.scene.Frame = collision.AABB{Min: Vec{X: 8, Y: 8}, Max: Vec{X: 472, Y: 312}}
	b.scene.Grid = &Grid{Size: Vec{X: 16, Y: 16}, Subdivisions: 2, Major: 4}
	for i, state := range []contacts.State{
		contacts.Clear, contacts.Expected, contacts.Touching, contacts.Triggered,
		contacts.Overlapping,
	} {
		y := 36 + 48*float64(i)
		add := func(x float64, edit func(*Item)) {
			it := b.add("", box(34, 30, 6), Vec{X: x, Y: y}, nil)
			it.State = state
			edit(it)
		}
		add(36, func(*Item) {})
		add(80, func(it *Item) { it.Hovered = true })
		add(124, func(it *Item) { it.Selected = true })
		add(168, func(it *Item) { it.Dimmed = true })
		add(212, func(it *Item) { it.Collider.Body = level.Dynamic })
		add(256, func(it *Item) { it.Collider.Role = level.Trigger })
		add(300, func(it *Item) { it.Collider.Role, it.Collider.OneWay = level.OneWay, level.Up })
		add(344, func(it *Item) { it.Tint = color.NRGBA{R: 0xd0, G: 0x90, B: 0x40, A: 255} })
		it := b.add("", chain(0, false, 0, 0, 20, -8, 40, 4), Vec{X: 372, Y: y}, nil)
		it.State = state
		it = b.add("", level.Shape{Kind: level.Point}, Vec{X: 436, Y: y}, nil)
		it.State, it.Selected = state, i == 1
	}
	at := func(x float64) Vec { return Vec{X: x, Y: 276} }
	for i, form := range []overlay.HandleForm{
		overlay.SquareHandle, overlay.RoundHandle, overlay.DotHandle,
		overlay.DiamondHandle, overlay.CrossHandle,
	} {
		ink := overlay.Accent
		if form == overlay.DotHandle {
			ink = overlay.Warn
		}
		x := 24 + 16*float64(i)
		b.scene.Overlays = append(b.scene.Overlays, overlay.Handle{At: at(x), Form: form, Ink: ink},
			overlay.Handle{At: at(x).Add(Vec{Y: 16}), Form: form, Ink: ink, Hot: true})
	}
	disc, err := collision.Circle(Vec{}, 14)
	if err != nil {
		t.Fatal(err)
	}
	b.scene.Overlays = append(b.scene.Overlays,
		overlay.Handle{At: at(104), Angle: 0.4}, overlay.Ring{Center: at(130), Radius: 12},
		overlay.Ring{Center: at(130), Radius: 7, Dashed: true, Ink: overlay.OneWay},
		overlay.Box{
			Bounds: collision.AABB{Min: at(150).Sub(Vec{Y: 12}), Max: at(180).Add(Vec{Y: 12})}, Dashed: true,
			Fill: true,
		},
		overlay.Line{
			Points: []Vec{at(190), at(205).Sub(Vec{Y: 12}), at(220), at(210).Add(Vec{Y: 14})}, Closed: true,
			Fill: true, Ink: overlay.Danger,
		},
		overlay.Line{
			Points: []Vec{at(226).Sub(Vec{Y: 14}), at(226).Add(Vec{Y: 14})}, Ink: overlay.Danger, Dashed: true,
			Width: 1,
		},
		overlay.Arrow{From: at(232), To: at(256).Sub(Vec{Y: 8}), Ink: overlay.Bright},
		overlay.Outline{
			Boundary: disc.Boundary(), At: collision.NewTransform(at(280), 0), Ink: overlay.Danger,
			Hatched: true,
		},
		overlay.Outline{
			Boundary: disc.Boundary(), At: collision.NewTransform(at(314), 0), Ink: overlay.Bright,
			Dashed: true,
		},
		overlay.Label{At: at(335), Offset: Vec{X: 4}, Text: "19.6 px", Ink: overlay.Bright},
		overlay.Label{At: at(335), Offset: Vec{X: 4, Y: 26}, Text: "r 13", Ink: overlay.Warn},
		overlay.Label{At: at(385), Offset: Vec{X: 4}, Text: "48 × 32", Ink: overlay.Accent},
		overlay.Label{At: at(385), Offset: Vec{X: 4, Y: 26}, Text: "-15.0°", Ink: overlay.Danger},
	)
	return b.scene
}
