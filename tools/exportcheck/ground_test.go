package exportcheck

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// tolerance is the export tolerance of the checks: the distance of vertices from arcs, in pixels.
const tolerance = 0.05

// ground returns a level with shapes of every kind so close together that many touch. It is the same every time.
func ground(t testing.TB) *level.Document {
	t.Helper()
	s := level.DefaultSettings()
	s.Name, s.Size = "Proving ground", level.Vec{X: 640, Y: 640}
	s.Categories = []string{"terrain", "player", "ghost"}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all", Order: 1})}}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 240 {
		c := level.NewCollider(level.ID(i+1), 1, "", shape(r), level.Vec{
			X: math.Round(r.Float64() * 600),
			Y: math.Round(r.Float64() * 600),
		})
		c.Angle = level.Degrees(r.IntN(24) * 15)
		c.Body = []level.BodyType{level.Static, level.Dynamic, level.Kinematic}[r.IntN(3)]
		c.Role = []level.Role{level.Solid, level.Solid, level.Trigger}[r.IntN(3)]
		c.Categories = [][]string{nil, {"player"}, {"terrain", "ghost"}}[r.IntN(3)]
		c.CollidesWith = [][]string{nil, nil, {"terrain"}, {"player", "terrain"}}[r.IntN(4)]
		c.Group = []int32{0, 0, 0, -2}[r.IntN(4)]
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func shape(r *rand.Rand) level.Shape {
	size := func() float64 { return 10 + math.Round(r.Float64()*50) }
	radius := []float64{0, 3, 5}[r.IntN(3)]
	switch r.IntN(5) {
	case 0:
		return level.Shape{
			Kind: level.Box, Size: level.Vec{X: size(), Y: size()}, Radius: radius,
			Rounding: level.Inset,
		}
	case 1:
		return level.Shape{Kind: level.Circle, Radius: size() / 2}
	case 2:
		return level.Shape{Kind: level.Capsule, Points: []level.Vec{{}, {X: size()}}, Radius: 2 + radius}
	case 3:
		w, h := size()+10, size()+10
		return level.Shape{
			Kind: level.Polygon, Radius: radius, Rounding: level.Outset,
			Points: []level.Vec{{}, {X: w}, {X: w, Y: h}, {X: w / 2, Y: h}, {X: w / 2, Y: h / 2}, {Y: h / 2}},
		}
	default:
		w, h := size(), size()
		return level.Shape{
			Kind: level.Polygon, Radius: radius, Rounding: level.Outset,
			Points: []level.Vec{{}, {X: w, Y: h / 4}, {X: w / 2, Y: h}},
		}
	}
}

// stage returns a small level with a one-way ledge and bodies that fall onto it, for checks of motion.
func stage(t testing.TB) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	box := func(id level.ID, name string, w, h, x, y float64) *level.Collider {
		return level.NewCollider(id, 1, name, level.Shape{
			Kind: level.Box, Size: level.Vec{X: w, Y: h}, Radius: 2,
			Rounding: level.Inset,
		}, level.Vec{X: x, Y: y})
	}
	floor, ledge := box(1, "floor", 400, 20, 200, 300), box(2, "ledge", 100, 10, 100, 200)
	ledge.Role, ledge.OneWay = level.OneWay, level.Up
	above, below := box(3, "above", 16, 16, 100, 150), box(4, "below", 16, 16, 300, 250)
	above.Body, below.Body = level.Dynamic, level.Dynamic
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})}}
	for _, c := range []*level.Collider{floor, ledge, above, below} {
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func exported(t testing.TB, e export.Exporter, doc *level.Document, base string) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := e.Export(context.Background(), doc.Snapshot(), export.Options{Base: base, Tolerance: tolerance},
		&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// apart returns the distance of two colliders, or the negative depth of the deepest pair of pieces.
func apart(doc *level.Document, a, b *level.Collider) float64 {
	least := math.Inf(1)
	for _, p := range doc.Baked(a.ID).Pieces {
		for _, q := range doc.Baked(b.ID).Pieces {
			least = min(least, collision.Distance(p, a.Transform(), q, b.Transform()).Distance)
		}
	}
	return least
}

// pairs calls yield for each pair of colliders of the level, with their indices in drawing order.
func pairs(doc *level.Document, yield func(i, j int, a, b *level.Collider)) {
	var all []*level.Collider
	for c := range doc.Colliders() {
		all = append(all, c)
	}
	for i, a := range all {
		for j := i + 1; j < len(all); j++ {
			yield(i, j, a, all[j])
		}
	}
}

func accepts(doc *level.Document, a, b *level.Collider) bool {
	return a.Filter(doc.Settings()).Accepts(b.Filter(doc.Settings()))
}
