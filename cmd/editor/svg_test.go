package main

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/svg"

	"pgregory.net/rapid"
)

// TestSVGReadsBack exports random levels as SVG and imports them again: each collider comes back with all its data and
// with its drawn shape.
func TestSVGReadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.svg")
	registry := importers.NewRegistry(svg.New())
	rapid.Check(t, func(t *rapid.T) {
		doc := svgLevel(t)
		report, err := export.ToFile(context.Background(), export.SVG(), doc.Snapshot(), export.Options{}, path)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Losses) > 0 {
			t.Fatalf("losses on export: %v", report.Losses)
		}
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Issues) > 0 {
			t.Fatalf("issues on import: %v", res.Issues)
		}
		if got, want := res.Document.Settings(), doc.Settings(); got.Origin != want.Origin || got.Size != want.Size ||
			!slices.Equal(got.Categories, want.Categories) ||
			got.Name != want.Name || got.PixelsPerMetre != want.PixelsPerMetre {
			t.Fatalf("the level comes back as %q %v %v %v %v, want %q %v %v %v %v", got.Name, got.Origin, got.Size,
				got.Categories, got.PixelsPerMetre,
				want.Name, want.Origin, want.Size, want.Categories, want.PixelsPerMetre)
		}
		back := map[string]*level.Collider{}
		for c := range res.Document.Colliders() {
			back[c.Source.ID] = c
		}
		if len(back) != doc.Len() || res.Document.Len() != doc.Len() {
			t.Fatalf("%d of %d colliders come back", res.Document.Len(), doc.Len())
		}
		for c := range doc.Colliders() {
			sameInSVG(t, doc, c, res.Document, back[c.ID.String()])
		}
	})
}

// svgLevel draws a random level with categories.
func svgLevel(t *rapid.T) *level.Document {
	doc := tiledLevel(t)
	before := doc.Settings()
	after := *before
	after.Categories = append(slices.Clone(before.Categories), "player, one", "crates") // colliders use the old ones
	after.Name = rapid.SampledFrom([]string{before.Name, "the \"deep\" <cave>", ""}).Draw(t, "level's name")
	after.PixelsPerMetre = rapid.SampledFrom([]float64{before.PixelsPerMetre, 1, 0.3, 64}).Draw(t, "pixels per metre")
	diff := level.Diff{Settings: level.Changed(before, &after)}
	for c := range doc.Colliders() {
		changed := *c
		changed.Name = rapid.SampledFrom([]string{c.Name, "water", "bg wall", "exit trigger", ""}).Draw(t, "called")
		if rapid.Bool().Draw(t, "member") {
			changed.Categories = []string{"crates", "player, one"}
		}
		if rapid.Bool().Draw(t, "tagged") {
			changed.Tags = rapid.SampledFrom([][]string{{"a, b"}, {"[x]"}, {"one", "two,three", "[]"}}).Draw(t,
				"tags with commas")
		}
		changed.CollidesWith = rapid.SampledFrom([][]string{nil, {}, {"crates"}}).Draw(t, "meets")
		diff.Colliders = append(diff.Colliders, level.Changed(c, &changed))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func sameInSVG(t *rapid.T, doc *level.Document, want *level.Collider, backDoc *level.Document, got *level.Collider) {
	if got == nil {
		t.Fatalf("%+v does not come back", *want)
	}
	if got.Name != want.Name || got.Role != want.Role || got.Body != want.Body || got.Group != want.Group ||
		!slices.Equal(got.Tags, want.Tags) ||
		got.Friction != want.Friction || got.Restitution != want.Restitution || got.Density != want.Density ||
		!maps.Equal(got.Properties, want.Properties) ||
		!slices.Equal(got.Categories, want.Categories) || !slices.Equal(got.CollidesWith, want.CollidesWith) ||
		(got.CollidesWith == nil) != (want.CollidesWith == nil) {
		t.Fatalf("got\n%+v\nwant\n%+v", *got, *want)
	}
	if side := func(c *level.Collider) level.Vec {
		return c.Transform().Q.Apply(c.OneWay)
	}; side(got).Dist(side(want)) > 1e-6 {
		t.Fatalf("%v is solid toward %v, want %v", want.ID, side(got), side(want))
	}
	const near = 1e-4
	a, b := &want.Shape, &got.Shape
	if a.Kind != b.Kind || math.Abs(a.Radius-b.Radius) > near || a.OneSided != b.OneSided || a.Closed != b.Closed ||
		len(a.Points) != len(b.Points) || len(a.Holes) != len(b.Holes) ||
		a.Radius > 0 && a.Rounding != b.Rounding {
		t.Fatalf("%v comes back as %+v, want %+v", want.ID, *b, *a)
	}
	if a.Kind == level.Point {
		if got.Position.Dist(want.Position) > near {
			t.Fatalf("the marker %v comes back at %v, want %v", want.ID, got.Position, want.Position)
		}
		return
	}
	bounds := func(doc *level.Document, c *level.Collider) collision.AABB {
		box := collision.EmptyAABB()
		for _, s := range doc.Baked(c.ID).Pieces {
			box = box.Union(s.Bounds(c.Transform()))
		}
		return box
	}
	x, y := bounds(doc, want), bounds(backDoc, got)
	if x.Min.Dist(y.Min) > near || x.Max.Dist(y.Max) > near {
		t.Fatalf("%v comes back in the box %v, want %v", want.ID, y, x)
	}
	if p, q := doc.Baked(want.ID).Mass().Area, backDoc.Baked(got.ID).Mass().Area; math.Abs(p-q) > near*(1+p) {
		t.Fatalf("%v comes back with an area of %g, want %g", want.ID, q, p)
	}
}
