package workspace_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/tiled"
)

// Edits survive a change to the tile shape file, merged three ways as with any change to an import: the designer's
// changes stay, other properties follow the file, and tags are merged one by one.
func TestEditsSurviveOtherTileShapes(t *testing.T) {
	t.Parallel()
	// Ground of tiles 1 with a hill of tiles 2, and separate coins 3.
	const world = `<map orientation="orthogonal" width="6" height="3" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="t.png" width="64" height="16"/></tileset>
<layer id="1" name="Ground" width="6" height="3"><data encoding="csv">3,0,0,3,0,0, 0,0,2,0,0,0, 1,1,1,1,1,1</data></layer></map>`
	imported := func(shapes string) *level.Document {
		t.Helper()
		fs := fstest.MapFS{"t.tiles.yaml": {Data: []byte("fillet_tiles: 1\nimage: t.png\ntile: [16, 16]\nshapes:\n" +
			shapes)}}
		r, err := tiled.New().Import(context.Background(), importers.NewSource("/levels/world.tmx", []byte(world), fs),
			importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Document
	}
	coin := func(radius int, more string) string {
		return fmt.Sprintf("  2:\n    - {name: coin, kind: circle, radius: %d, position: [8, 8], role: trigger%s}\n",
			radius, more)
	}
	const before = "  0: [full]\n  1: [half-bottom]\n"
	for _, tt := range []struct {
		name, after string
		area        float64 // approximate area of the ground
		radius      float64 // of the coin that was moved
		tags        []string
	}{
		{"nothing else", before + coin(4, ""), 6*256 + 128, 4, []string{"mine"}},
		{
			"the hill becomes a slope", "  0: [full]\n  1: [slope-45-right]\n" + coin(4, ""), 6*256 + 128, 4,
			[]string{"mine"},
		},
		{"the hill becomes full tiles", "  0: [full]\n  1: [full]\n" + coin(4, ""), 7 * 256, 4, []string{"mine"}},
		{"the coins grow", before + coin(6, ""), 6*256 + 128, 6, []string{"mine"}},
		{"the coins get a tag", before + coin(4, ", tags: [gold]"), 6*256 + 128, 4, []string{"gold", "mine"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := editor.NewSession(imported(before + coin(4, "")))
			var ground, moved, coin2 *level.Collider
			for c := range s.Document().Colliders() {
				switch {
				case c.Name != "coin":
					ground = c
				case moved == nil:
					moved = c
				default:
					coin2 = c
				}
			}
			if ground == nil || coin2 == nil || s.Document().Len() != 3 {
				t.Fatalf("the import has %d colliders", s.Document().Len())
			}
			g, m := *ground, *moved
			g.Name, g.Friction = "my ground", 0.125
			m.Position, m.Tags = m.Position.Add(level.Vec{X: 3, Y: -5}), []string{"mine"}
			if err := s.Do("design", level.Diff{Colliders: []level.Change[level.Collider]{
				level.Changed(ground, &g),
				level.Changed(moved, &m),
			}}); err != nil {
				t.Fatal(err)
			}
			own := level.NewCollider(s.Document().NewID(), ground.Layer, "own",
				level.Shape{Kind: level.Circle, Radius: 3}, level.Vec{X: 40, Y: 8})
			if err := s.Do("add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(own)}}); err != nil {
				t.Fatal(err)
			}
			r, err := workspace.PlanReimport(s.Document(), theImport(s), imported(tt.after))
			if err != nil || len(r.Conflicts) > 0 {
				t.Fatalf("%v, %v; want no conflict", r.Conflicts, err)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			doc := s.Document()
			now := doc.Collider(ground.ID)
			if now == nil || now.Name != "my ground" || now.Friction != 0.125 {
				t.Fatalf("ground = %+v", now)
			}
			if mass := doc.Baked(now.ID).Mass(); mass.Area < tt.area-0.01 || mass.Area > tt.area+0.01 {
				t.Errorf("the ground has %g px², want %g", mass.Area, tt.area)
			}
			c := doc.Collider(moved.ID)
			if c == nil || c.Position != m.Position || !slices.Equal(slices.Sorted(slices.Values(c.Tags)), tt.tags) ||
				c.Shape.Radius != tt.radius {
				t.Errorf("the coin that was moved is %+v, want it at %v with radius %g", c, m.Position, tt.radius)
			}
			if doc.Collider(own.ID) == nil || doc.Len() != 4 {
				t.Errorf("there are %d colliders, want 4, and the designer's own", doc.Len())
			}
		})
	}
}
