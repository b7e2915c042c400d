package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/godot"

	"pgregory.net/rapid"
)

// TestGodotReadsBack exports random levels as Godot scenes and imports them again: the level is the same, except for
// ids.
func TestGodotReadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.tscn")
	registry := importers.NewRegistry(godot.New())
	rapid.Check(t, func(t *rapid.T) {
		doc := godotLevel(t)
		opts := export.Options{Tolerance: rapid.SampledFrom([]float64{0.05, 0.25, 1}).Draw(t, "tolerance")}
		if _, err := export.ToFile(context.Background(), export.Godot(), doc.Snapshot(), opts, path); err != nil {
			t.Fatal(err)
		}
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sameLevel(t, doc, res)
	})
}

// TestGodotReadsBackWhatGodotSaved does the same with numbers rounded to the digits that Godot keeps when it saves a
// scene.
func TestGodotReadsBackWhatGodotSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.tscn")
	registry := importers.NewRegistry(godot.New())
	number := regexp.MustCompile(`-?[0-9]+\.[0-9]+`)
	rapid.Check(t, func(t *rapid.T) {
		doc := godotLevel(t)
		if _, err := export.ToFile(context.Background(), export.Godot(), doc.Snapshot(), export.Options{},
			path); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data = number.ReplaceAllFunc(data, func(b []byte) []byte {
			x, _ := strconv.ParseFloat(string(b), 64) // the pattern only matches numbers
			return strconv.AppendFloat(nil, x, 'g', 6, 64)
		})
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Issues) > 0 || res.Document.Len() != doc.Len() {
			t.Fatalf("%d of %d colliders come back; %v", res.Document.Len(), doc.Len(), res.Issues)
		}
	})
}

// The samples come back from Godot unchanged.
func TestGodotReadsSamplesBack(t *testing.T) {
	samples, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(samples) == 0 {
		t.Fatalf("samples %q, %v", samples, err)
	}
	registry := importers.NewRegistry(godot.New())
	for _, sample := range samples {
		t.Run(filepath.Base(sample), func(t *testing.T) {
			res, _, err := registry.Load(context.Background(), sample, importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "level.tscn")
			if _, err := export.ToFile(context.Background(), export.Godot(), res.Document.Snapshot(), export.Options{},
				path); err != nil {
				t.Fatal(err)
			}
			back, _, err := registry.Load(context.Background(), path, importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			sameLevel(t, res.Document, back)
		})
	}
}

// sameLevel fails the test unless an import equals the exported level.
func sameLevel(t rapid.TB, doc *level.Document, res *importers.Result) {
	t.Helper()
	if len(res.Issues) > 0 {
		t.Fatalf("issues %v", res.Issues)
	}
	want, got := doc.Settings(), res.Document.Settings()
	if got.Name != want.Name || got.Origin != want.Origin || got.Size != want.Size || got.Grid.Size != want.Grid.Size ||
		got.PixelsPerMetre != want.PixelsPerMetre || !slices.Equal(got.Categories, want.Categories) {
		t.Fatalf("got a level with\n%+v\nwant\n%+v", got, want)
	}
	var layers [2][]*level.Layer
	for _, l := range doc.Layers() {
		if len(doc.InLayer(l.ID)) > 0 {
			layers[0] = append(layers[0], l)
		}
	}
	layers[1] = res.Document.Layers()
	if len(layers[0]) != len(layers[1]) {
		t.Fatalf("%d of %d layers come back", len(layers[1]), len(layers[0]))
	}
	for i, l := range layers[0] {
		back := layers[1][i]
		if back.Name != l.Name {
			t.Fatalf("layer %q comes back as %q", l.Name, back.Name)
		}
		was, now := doc.InLayer(l.ID), res.Document.InLayer(back.ID)
		if len(was) != len(now) {
			t.Fatalf("layer %q: %d of %d colliders come back", l.Name, len(now), len(was))
		}
		for k := range was {
			sameCollider(t, doc, was[k], res.Document, now[k])
		}
	}
}

func sameCollider(t rapid.TB, doc *level.Document, want *level.Collider, backDoc *level.Document, got *level.Collider) {
	t.Helper()
	near := func(a, b level.Vec) bool { return a.Dist(b) < 1e-6 }
	s, o := doc.Settings(), backDoc.Settings()
	angle := float64((got.Angle - want.Angle).Normalized())
	if want.Shape.Kind == level.Circle || want.Shape.Kind == level.Point {
		angle = 0
	}
	switch {
	case got.Name != want.Name, got.Role != want.Role, got.Body != want.Body, got.Group != want.Group,
		!slices.Equal(got.Tags, want.Tags),
		got.Friction != want.Friction, got.Restitution != want.Restitution, got.Density != want.Density,
		!maps.Equal(got.Properties, want.Properties),
		!got.Shape.Equal(want.Shape), !near(got.Position, want.Position), math.Abs(angle) > 1e-7,
		s.CategoryBits(want.Categories) != o.CategoryBits(got.Categories),
		s.MaskBits(want.CollidesWith) != o.MaskBits(got.CollidesWith):
		t.Fatalf("got\n%+v\nwant\n%+v", *got, *want)
	}
	if a, b := want.Transform().Q.Apply(want.OneWay), got.Transform().Q.Apply(got.OneWay); a.Dist(b) > 1e-6 {
		t.Fatalf("%q is solid toward %v, want %v", want.Name, b, a)
	}
}

// godotLevel draws a random level with every kind of shape, on several layers, with names that Godot does not accept
// unchanged.
func godotLevel(t *rapid.T) *level.Document {
	s := level.DefaultSettings()
	s.Name = rapid.SampledFrom([]string{"level", "A/B", "12%"}).Draw(t, "level")
	s.Origin = level.Vec{
		X: float64(rapid.IntRange(-300, 300).Draw(t, "x")),
		Y: float64(rapid.IntRange(-300, 300).Draw(t, "y")),
	}
	s.PixelsPerMetre = rapid.SampledFrom([]float64{32, 100}).Draw(t, "metre")
	s.Categories = []string{"default"}
	for i := range rapid.SampledFrom([]int{0, 1, 4, 40}).Draw(t, "categories") {
		s.Categories = append(s.Categories, fmt.Sprintf("kind %d", i))
	}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	var diff level.Diff
	word := rapid.OneOf(rapid.StringMatching(`[a-z]{1,8}`),
		rapid.SampledFrom([]string{"a/b", "Shape1", "a\nb", `"q" \`, "é"}))
	for i, name := range rapid.SliceOfNDistinct(word, 1, 3, rapid.ID[string]).Draw(t, "layers") {
		diff.Layers = append(diff.Layers, level.Added(&level.Layer{
			ID: level.LayerID(i + 1), Name: name,
			Order: float64(i),
		}))
	}
	number := rapid.OneOf(rapid.Float64Range(-1000, 1000), rapid.Map(rapid.IntRange(-1000, 1000), func(i int) float64 {
		return float64(i)
	}))
	for i := range rapid.IntRange(1, 8).Draw(t, "n") {
		layer := level.LayerID(rapid.IntRange(1, len(diff.Layers)).Draw(t, "layer"))
		c := level.NewCollider(level.ID(i+1), layer, rapid.OneOf(word, rapid.Just("")).Draw(t, "name"), tiledShape(t),
			level.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")})
		c.Order = float64(i)
		c.Angle = level.Degrees(rapid.OneOf(rapid.SampledFrom([]float64{0, 0, 30, -90, 180, 123.4}),
			rapid.Float64Range(-170, 170)).Draw(t, "angle"))
		c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Trigger, level.OneWay}).Draw(t, "role")
		if c.Role == level.OneWay {
			c.OneWay = rapid.SampledFrom([]level.Vec{level.Up, {X: 0.6, Y: 0.8}, {X: -1}}).Draw(t, "side")
		}
		c.Body = rapid.SampledFrom([]level.BodyType{level.Static, level.Dynamic, level.Kinematic}).Draw(t, "body")
		c.Tags = rapid.SliceOfNDistinct(word, 0, 3, rapid.ID[string]).Draw(t, "tags")
		c.Properties = rapid.MapOfN(rapid.OneOf(word, rapid.SampledFrom([]string{"mass", "fillet_id", "position.x"})),
			rapid.OneOf(
				rapid.Map(rapid.Bool(), func(b bool) any {
					return b
				}), rapid.Map(rapid.String(), func(s string) any { return s }),
				rapid.Map(rapid.Float64Range(-1e6, 1e6), func(x float64) any { return x + 0 }),
			), 0, 3).Draw(t, "properties")
		c.Group = rapid.SampledFrom([]int32{0, 0, 7, -2, math.MaxInt32}).Draw(t, "group")
		c.Friction = rapid.SampledFrom([]float64{level.DefaultFriction, 0, 0.3}).Draw(t, "friction")
		c.Restitution = rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "restitution")
		c.Density = rapid.SampledFrom([]float64{level.DefaultDensity, 0, 2.5}).Draw(t, "density")
		c.Categories = rapid.SliceOfNDistinct(rapid.SampledFrom(s.Categories), 0, 2, rapid.ID[string]).Draw(t, "in")
		if rapid.Bool().Draw(t, "choosy") {
			c.CollidesWith = append([]string{}, rapid.SliceOfNDistinct(rapid.SampledFrom(s.Categories), 0, 2,
				rapid.ID[string]).Draw(t, "with")...)
		}
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}
