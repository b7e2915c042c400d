package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/strictyaml"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/tiled"

	"pgregory.net/rapid"
)

// TestTiledReadsBack exports random levels as Tiled maps and imports them again. Each collider keeps its name, role,
// body, tags, materials, properties and one-way side. Its shape is exact if Tiled has such a shape, and otherwise
// within the tolerance.
func TestTiledReadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.tmj")
	registry := importers.NewRegistry(tiled.New())
	rapid.Check(t, func(t *rapid.T) {
		doc := tiledLevel(t)
		tolerance := rapid.SampledFrom([]float64{0.05, 0.25, 1}).Draw(t, "tolerance")
		if _, err := export.ToFile(context.Background(), export.Tiled(), doc.Snapshot(),
			export.Options{Tolerance: tolerance}, path); err != nil {
			t.Fatal(err)
		}
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := res.Losses(); n > 0 {
			t.Fatalf("%d losses on import: %v", n, res.Issues)
		}
		back := map[string][]*level.Collider{}
		ids := map[string]string{} // by name, because a property of the level may be called fillet.id
		for c := range doc.Colliders() {
			ids[c.Name] = c.ID.String()
		}
		for c := range res.Document.Colliders() {
			back[ids[c.Name]] = append(back[ids[c.Name]], c)
		}
		if len(back) != doc.Len() {
			t.Fatalf("%d of %d colliders come back", len(back), doc.Len())
		}
		was, now := doc.Settings(), res.Document.Settings()
		if !slices.Equal(was.Categories, now.Categories) || was.PixelsPerMetre != now.PixelsPerMetre {
			t.Fatalf("got the categories %q and %g pixels per metre", now.Categories, now.PixelsPerMetre)
		}
		origin := was.Origin
		for c := range doc.Colliders() {
			parts := back[c.ID.String()]
			for _, p := range parts {
				sameMeaning(t, c, p)
				if was.CategoryBits(c.Categories) != now.CategoryBits(p.Categories) ||
					was.MaskBits(c.CollidesWith) != now.MaskBits(p.CollidesWith) {
					t.Fatalf("%v in %q, which collides with %q, comes back in %q and with %q", c.ID, c.Categories,
						c.CollidesWith, p.Categories, p.CollidesWith)
				}
			}
			sameShape(t, doc, c, res.Document, parts, origin, tolerance)
		}
	})
}

// tiledLevel draws a random level with every kind of shape. Its colliders do not touch.
func tiledLevel(t *rapid.T) *level.Document {
	s := level.DefaultSettings()
	s.Size = level.Vec{X: 2000, Y: 400}
	s.Origin = level.Vec{
		X: float64(rapid.IntRange(-3, 3).Draw(t, "x")) * 16,
		Y: float64(rapid.IntRange(-3, 3).Draw(t, "y")) * 16,
	}
	s.PixelsPerMetre = rapid.SampledFrom([]float64{32, 100}).Draw(t, "metre")
	for i := range rapid.SampledFrom([]int{0, 1, 4, 40}).Draw(t, "categories") {
		s.Categories = append(s.Categories, fmt.Sprintf("kind %d", i))
	}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Things"})}}
	word := rapid.StringMatching(`[a-z]{1,8}`)
	for i := range rapid.IntRange(1, 6).Draw(t, "n") {
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprintf("%s %d", word.Draw(t, "name"), i), tiledShape(t),
			level.Vec{X: 100 + 200*float64(i), Y: rapid.Float64Range(50, 300).Draw(t, "at")}.Add(s.Origin))
		c.Angle = level.Degrees(rapid.SampledFrom([]float64{0, 0, 30, -90, 123.4}).Draw(t, "angle"))
		c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Trigger, level.OneWay}).Draw(t, "role")
		if c.Role == level.OneWay {
			c.OneWay = rapid.SampledFrom([]level.Vec{level.Up, {X: 0.6, Y: 0.8}}).Draw(t, "side")
		}
		c.Body = rapid.SampledFrom([]level.BodyType{level.Static, level.Dynamic, level.Kinematic}).Draw(t, "body")
		c.Tags = rapid.SliceOfNDistinct(word, 0, 3, rapid.ID[string]).Draw(t, "tags")
		ours := rapid.SampledFrom([]string{
			"fillet.id", "fillet.role", "fillet.body", "fillet.categories", "fillet.collides_with", "fillet.group",
			"fillet.one_way_x", "fillet.one_way_y",
			"fillet.one_sided", "fillet.tags", "fillet.friction", "fillet.restitution", "fillet.density", "fillet.",
			"fillet.own", "fillet.own.role", "fillet.own.own.role", "fillet.hp",
		})
		c.Categories = rapid.SliceOfNDistinct(rapid.SampledFrom(s.Categories), 0, 2, rapid.ID[string]).Draw(t, "in")
		if rapid.Bool().Draw(t, "choosy") {
			c.CollidesWith = append([]string{}, rapid.SliceOfNDistinct(rapid.SampledFrom(s.Categories), 0, 2,
				rapid.ID[string]).Draw(t, "with")...)
		}
		c.Properties = rapid.MapOfN(rapid.OneOf(word, ours), rapid.OneOf(
			rapid.SampledFrom([]any{"trigger", "one-way", "kinematic", 3.0, true}),
			rapid.Map(rapid.Bool(), func(b bool) any {
				return b
			}), rapid.Map(rapid.String(), func(s string) any { return s }),
			rapid.Map(rapid.Float64Range(-1e6, 1e6), func(x float64) any { return x + 0 }),
		), 0, 3).Draw(t, "properties")
		c.Group = rapid.SampledFrom([]int32{0, 7, -2, math.MaxInt32}).Draw(t, "group")
		c.Friction = rapid.SampledFrom([]float64{level.DefaultFriction, 0, 0.3}).Draw(t, "friction")
		c.Restitution = rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "restitution")
		c.Density = rapid.SampledFrom([]float64{level.DefaultDensity, 0, 2.5}).Draw(t, "density")
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func tiledShape(t *rapid.T) level.Shape {
	r := rapid.Float64Range(1, 20).Draw(t, "r")
	rounding := rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(t, "rounding")
	switch rapid.SampledFrom(level.Kinds).Draw(t, "kind") {
	case level.Polygon:
		s := level.Shape{Kind: level.Polygon, Rounding: rounding, Points: []level.Vec{
			{X: -40, Y: -30},
			{X: 40, Y: -30},
			{X: 40, Y: 30},
			{X: rapid.Float64Range(-10, 10).Draw(t, "dent"), Y: -10},
			{X: -40, Y: 30},
		}}
		if rapid.Bool().Draw(t, "hole") {
			s.Holes = [][]level.Vec{{{X: -30, Y: -26}, {X: 30, Y: -26}, {X: 20, Y: -20}, {X: -20, Y: -20}}}
		}
		s.Radius = rapid.SampledFrom([]float64{0, 1}).Draw(t, "radius")
		return s
	case level.Box:
		return level.Shape{
			Kind: level.Box, Size: level.Vec{X: 3 * r, Y: 2 * r},
			Radius: rapid.SampledFrom([]float64{0, r / 2}).Draw(t, "radius"), Rounding: rounding,
		}
	case level.Circle:
		return level.Shape{Kind: level.Circle, Radius: r}
	case level.Capsule:
		return level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: -r, Y: 3}, {X: r, Y: -8}}, Radius: r}
	case level.Chain:
		return level.Shape{
			Kind: level.Chain, Points: []level.Vec{{X: -r}, {X: r}, {Y: r}},
			Radius: rapid.SampledFrom([]float64{0, 2}).Draw(t, "thick"),
			Closed: rapid.Bool().Draw(t, "closed"), OneSided: rapid.Bool().Draw(t, "one-sided"),
		}
	default:
		return level.Shape{Kind: level.Point}
	}
}

func sameMeaning(t *rapid.T, want, got *level.Collider) {
	properties := maps.Clone(got.Properties)
	if _, own := want.Properties["fillet.id"]; !own { // the import keeps it, unless the level has its own
		delete(properties, "fillet.id")
	}
	switch {
	case got.Name != want.Name, got.Role != want.Role, got.Body != want.Body, got.Group != want.Group,
		!slices.Equal(got.Tags, want.Tags),
		got.Shape.OneSided != (want.Shape.OneSided && want.Shape.Radius == 0 && got.Shape.Kind == level.Chain),
		got.Friction != want.Friction, got.Restitution != want.Restitution, got.Density != want.Density,
		!maps.Equal(properties, want.Properties):
		t.Fatalf("got\n%+v with %v\nwant\n%+v", *got, properties, *want)
	}
	if want.Role == level.OneWay {
		side := func(c *level.Collider) level.Vec { return c.Transform().Q.Apply(c.OneWay) }
		if side(got).Dist(side(want)) > 1e-9 {
			t.Fatalf("%v is solid toward %v, want %v", want.ID, side(got), side(want))
		}
	}
}

// sameShape compares a collider that came back with the original. Vertices that approximate arcs are on them, so the
// area is smaller by at most the tolerance along the whole boundary.
func sameShape(
	t *rapid.T, doc *level.Document, c *level.Collider, backDoc *level.Document, parts []*level.Collider,
	origin level.Vec, tolerance float64,
) {
	if c.Shape.Kind == level.Point {
		if len(parts) != 1 || parts[0].Shape.Kind != level.Point ||
			parts[0].Position.Add(origin).Dist(c.Position) > 1e-6 {
			t.Fatalf("the marker %v comes back as %v", c, parts)
		}
		return
	}
	exact := c.Shape.Radius == 0 || c.Shape.Kind == level.Circle || c.Shape.Kind == level.Capsule ||
		c.Shape.Kind == level.Chain
	room := 1e-6
	if !exact {
		room += tolerance
	}
	var area float64
	box := collision.EmptyAABB()
	length := 0.0
	for _, p := range parts {
		for _, s := range backDoc.Baked(p.ID).Pieces {
			box = box.Union(s.Bounds(p.Transform()))
		}
		m := backDoc.Baked(p.ID).Mass()
		area += m.Area
	}
	want := collision.EmptyAABB()
	for _, s := range doc.Baked(c.ID).Pieces {
		b := s.Bounds(c.Transform())
		want = want.Union(collision.AABB{Min: b.Min.Sub(origin), Max: b.Max.Sub(origin)})
		size := b.Size()
		length += 2 * (size.X + size.Y)
	}
	if box.Min.Dist(want.Min) > room*math.Sqrt2 || box.Max.Dist(want.Max) > room*math.Sqrt2 {
		t.Fatalf("%v comes back in the box %v, want %v within %g", c.ID, box, want, room)
	}
	if len(parts) > 1 && c.Shape.Radius > 0 {
		return // rounded parts overlap
	}
	if full := doc.Baked(c.ID).Mass().Area; area > full+1e-3 || area < full-room*length-1e-3 {
		t.Fatalf("%v comes back with an area of %g, want %g within %g", c.ID, area, full, room*length)
	}
}

// TestTiledWorldReadsBack exports levels that were imported from several levels as Tiled worlds, and imports them
// again. Each level keeps its name, place and properties, and each collider its place.
func TestTiledWorldReadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.world")
	registry := importers.NewRegistry(tiled.New())
	rapid.Check(t, func(t *rapid.T) {
		s := level.DefaultSettings()
		s.Size, s.Origin = level.Vec{X: 4000, Y: 400}, level.Vec{X: -800}
		s.Categories = append(s.Categories, "water")
		m := &level.Import{File: "w.ldtk"}
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B_2", "all", "Cave of ice", "é"}), 0, 3,
			rapid.ID[string]).Draw(t, "levels")
		for i, name := range names {
			m.Places = append(m.Places, level.Place{
				Level: name, At: level.Vec{X: float64(-800 + 800*i), Y: float64(rapid.IntRange(-40, 40).Draw(t, "y"))},
				Size:       level.Vec{X: 640, Y: 320},
				Properties: level.Properties{"music": "drips " + name},
			})
		}
		s.Imports = append(s.Imports, m)
		doc, err := level.NewDocument(s)
		if err != nil {
			t.Fatal(err)
		}
		var diff level.Diff
		want := map[string]level.Vec{}
		rest := false
		for i := range rapid.IntRange(1, 3).Draw(t, "layers") {
			l := &level.Layer{ID: level.LayerID(i + 1), Name: fmt.Sprintf("L%d", i), Order: float64(i)}
			in := -1
			if len(names) > 0 {
				if in = rapid.IntRange(-1, len(names)-1).Draw(t, "in"); in >= 0 {
					l.Name = names[in] + "/" + l.Name
				}
			}
			diff.Layers = append(diff.Layers, level.Added(l))
			for k := range rapid.IntRange(1, 3).Draw(t, "n") {
				at := level.Vec{X: 3000 + float64(20*k), Y: 10}
				c := level.NewCollider(level.ID(10*i+k+1), l.ID, fmt.Sprintf("c%d.%d", i, k),
					level.Shape{Kind: level.Circle, Radius: 4}, at)
				if in >= 0 {
					c.Position = m.Places[in].At.Add(level.Vec{X: rapid.Float64Range(0, 600).Draw(t, "x"), Y: 100})
					c.Source = &level.Source{File: "w.ldtk", Level: names[in], Layer: "x"}
				}
				c.Categories = rapid.SampledFrom([][]string{nil, {"water"}}).Draw(t, "category")
				rest = rest || in < 0
				want[c.Name+" in "+l.Name] = c.Position
				diff.Colliders = append(diff.Colliders, level.Added(c))
			}
		}
		if err := doc.Apply(diff); err != nil {
			t.Fatal(err)
		}
		if _, err := export.ToFile(context.Background(), export.TiledWorld(), doc.Snapshot(), export.Options{},
			path); err != nil {
			t.Fatal(err)
		}
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Issues) > 0 {
			t.Fatal(res.Issues)
		}
		got := map[string]level.Vec{}
		for c := range res.Document.Colliders() {
			layer := res.Document.Layer(c.Layer).Name
			if c.Source.Level == fileName(s.Name) {
				layer = strings.TrimPrefix(layer, c.Source.Level+"/")
			}
			got[c.Name+" in "+layer] = c.Position
			if was := doc.Settings().CategoryBits(find(doc, c.Name).Categories); was !=
				res.Document.Settings().CategoryBits(c.Categories) {
				t.Fatalf("%s is in %q", c.Name, c.Categories)
			}
		}
		for name, at := range want {
			if back, ok := got[name]; !ok || back.Dist(at) > 1e-9 {
				t.Fatalf("%s is at %v, want %v, from %v", name, back, at, got)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		places := res.Document.Settings().Imports[0].Places
		if extra := len(places) - len(names); extra != 0 && !(extra == 1 && (rest || len(names) == 0)) {
			t.Fatalf("%d of %d levels come back", len(places), len(names))
		}
		for _, p := range m.Places {
			i := slices.IndexFunc(places, func(q level.Place) bool { return q.Level == fileName(p.Level) })
			if i < 0 || places[i].At != p.At || places[i].Size != p.Size ||
				places[i].Properties["music"] != p.Properties["music"] {
				t.Fatalf("level %+v is not among %+v", p, places)
			}
		}
	})
}

// fileName returns the file name of a level.
func fileName(name string) string {
	if name == "" {
		return "level"
	}
	return name
}

func find(doc *level.Document, name string) *level.Collider {
	for c := range doc.Colliders() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Reading back one of Fillet's maps and exporting it again gives the same map, except for ids: repeated trips lose
// nothing.
func TestTiledReadsBackTwice(t *testing.T) {
	dir := t.TempDir()
	registry := importers.NewRegistry(tiled.New())
	res, _, err := importers.NewRegistry().Load(context.Background(),
		filepath.Join("..", "..", "assets", "samples", "cavern.level.yaml"), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var maps [2][]byte
	for i := range maps {
		path := filepath.Join(dir, "cavern.tmj")
		if _, err := export.ToFile(context.Background(), export.Tiled(), res.Document.Snapshot(), export.Options{},
			path); err != nil {
			t.Fatal(err)
		}
		if res, _, err = registry.Load(context.Background(), path, importers.Options{}); err != nil {
			t.Fatal(err)
		}
		maps[i] = shapesOf(t, res.Document)
	}
	if !bytes.Equal(maps[0], maps[1]) {
		t.Error("the shapes differ after exporting and reading a second time")
	}
}

func shapesOf(t *testing.T, doc *level.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	for c := range doc.Colliders() {
		for _, p := range doc.Baked(c.ID).Pieces {
			box := p.Bounds(c.Transform())
			for _, x := range []float64{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y} {
				b.Write(strictyaml.AppendNumber(nil, math.Round(x*1e6)/1e6))
				b.WriteByte(' ')
			}
		}
		b.WriteString(c.Role.String() + "\n")
	}
	return b.Bytes()
}
