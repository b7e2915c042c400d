package importers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// build returns a document with the colliders that add adds to its only layer.
func build(t *testing.T, opts importers.Options, add func(b *importers.Builder)) *importers.Result {
	t.Helper()
	b, err := importers.NewBuilder(importers.NewSource("f.x", nil, nil), *level.DefaultSettings(), opts)
	if err == nil {
		err = b.Layer("L", "", level.LayerPlace{Layer: "L"})
	}
	if err != nil {
		t.Fatal(err)
	}
	add(b)
	res, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestRolesOfEntities(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		entity importers.Entity
		want   string
		first  string // under the first defaults
	}{
		{"nothing said", importers.Entity{Name: "Coin"}, "trigger []", "trigger []"},
		{"its name", importers.Entity{Name: "Wall_2"}, "solid []", "solid []"},
		{"its layer", importers.Entity{Name: "Object", Hints: []string{"Collisions"}}, "solid []", "solid []"},
		{
			"its own name before its layer's",
			importers.Entity{Name: "Spikes", Hints: []string{"Platforms"}},
			"trigger []", "solid []",
		},
		{"an outright layer before water", importers.Entity{
			Name: "pond", Kinds: []string{"water"},
			Hints: []string{"impassables"},
		}, "solid []", "trigger []"},
		{
			"one-way by its layer",
			importers.Entity{Name: "Platform", Hints: []string{"one way"}},
			"one-way []",
			"one-way []",
		},
		{
			"solid by its name",
			importers.Entity{Name: "SolidThing", Hints: []string{"one way"}},
			"solid []",
			"one-way []",
		},
		{
			"a field",
			importers.Entity{Name: "Wall", Fields: level.Properties{"Is_Solid": false}},
			"trigger []",
			"trigger []",
		},
		{
			"a field as text",
			importers.Entity{Name: "Box", Fields: level.Properties{"collides": "true"}},
			"solid []",
			"trigger []",
		},
		{"a tile's shape", importers.Entity{Name: "Object", Role: level.Solid}, "solid []", "solid []"},
		{"a tile's shape of the class spikes", importers.Entity{
			Name: "Object", Kinds: []string{"spikes"},
			Role: level.Solid,
		}, "trigger [spike]", "solid []"},
		{"scenery with a shape", importers.Entity{Name: "decor", Role: level.Solid}, "solid []", "solid []"},
		{"not solid", importers.Entity{Name: "no collision"}, "trigger []", "solid []"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for version, want := range map[int]string{0: tt.want, importers.FirstDefaults: tt.first} {
				e := tt.entity
				e.Shape, e.Source = level.Shape{Kind: level.Point}, level.Source{ID: "1"}
				res := build(t, importers.Options{Defaults: version}, func(b *importers.Builder) {
					if _, err := b.Entity(e); err != nil {
						t.Fatal(err)
					}
				})
				for c := range res.Document.Colliders() {
					if got := fmt.Sprintf("%s %v", c.Role, c.Tags); got != want {
						t.Errorf("defaults %d: role = %s, want %s", version, got, want)
					}
				}
			}
		})
	}
}

func TestSlopesOfEntities(t *testing.T) {
	t.Parallel()
	m, err := importers.ReadMapping(strings.NewReader("entities:\n  - {name: Ramp, slope: 45 floor right, role: "+
		"solid, radius: 2}\n  - {name: Roof, slope: 22 high ceiling left}\n  - {name: Flat, slope: none}\n"), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 20}, Rounding: level.Inset}
	res := build(t, importers.Options{Mapping: m}, func(b *importers.Builder) {
		for i, e := range []importers.Entity{
			{Name: "Ramp", Shape: box},
			{Name: "Roof", Shape: box},
			{Name: "Flat", Shape: box},
			{Name: "Ramp", Shape: level.Shape{Kind: level.Circle, Radius: 4}},
		} {
			e.At, e.Source.ID = level.Vec{X: 100, Y: 50}, fmt.Sprint(i)
			if _, err := b.Entity(e); err != nil {
				t.Fatal(err)
			}
		}
	})
	var got []string
	for c := range res.Document.Colliders() {
		got = append(got, fmt.Sprintf("%s %s %v %v r%g at %v", c.Name, c.Shape.Kind, c.Shape.Points, c.Shape.Size,
			c.Shape.Radius, c.Position))
	}
	want := []string{
		"Ramp polygon [(20, -10) (20, 10) (-20, 10)] (0, 0) r2 at (100, 50)",
		"Roof polygon [(20, 0) (-20, 10) (-20, -10) (20, -10)] (0, 0) r0 at (100, 50)",
		"Flat box [] (40, 20) r0 at (100, 50)",
		"Ramp circle [] (0, 0) r4 at (100, 50)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("they became\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == importers.Warning && strings.Contains(i.Message,
			"Ramp: only boxes can have a slope, and this is a circle")
	}) {
		t.Errorf("no issue mentions the circle: %v", res.Issues)
	}
}

// A level keeps the defaults that it was imported with.
func TestDefaultsAreKept(t *testing.T) {
	t.Parallel()
	for _, version := range []int{0, importers.FirstDefaults, importers.WordDefaults} {
		res := build(t, importers.Options{Defaults: version}, func(*importers.Builder) {})
		m := res.Document.Settings().Imports[0]
		opts, err := importers.OptionsOf(m)
		if err != nil {
			t.Fatal(err)
		}
		want := version
		if want == 0 {
			want = importers.NewestDefaults
		}
		if opts.Defaults != want {
			t.Errorf("imported with defaults %d, re-imported with %d", version, opts.Defaults)
		}
	}
	if _, err := importers.OptionsOf(&level.Import{File: "f.x", Defaults: importers.NewestDefaults + 1}); err == nil ||
		!strings.Contains(err.Error(), "a newer Fillet") {
		t.Errorf("later defaults give the error %v", err)
	}
}
