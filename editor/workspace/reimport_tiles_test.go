package workspace_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/tiled"
)

// shapedMap imports a map of full tiles (1), lower halves (2) and slopes (3).
func shapedMap(t *testing.T, opts importers.Options, rows ...string) *level.Document {
	t.Helper()
	w := len(strings.Split(rows[0], ","))
	data := fmt.Sprintf(`<map orientation="orthogonal" width="%d" height="%d" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16">`, w, len(rows)) +
		`<tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>` +
		`<tile id="1"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile>` +
		`<tile id="2"><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,16 0,16"/></object></objectgroup></tile></tileset>` +
		fmt.Sprintf(`<layer id="1" name="L" width="%d" height="%d"><data encoding="csv">%s</data></layer></map>`, w,
			len(rows), strings.Join(rows, ","))
	res, err := tiled.New().Import(context.Background(), importers.NewSource("/levels/world.tmx", []byte(data),
		fstest.MapFS{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return res.Document
}

// A level that was imported when each shape of a tile was a collider keeps these colliders and their edits until the
// user asks for outlines. Then separate shapes keep their edits, the edit to a shape that becomes part of an outline is
// a conflict, and a deleted shape that becomes part of an outline is reported.
func TestTileShapesOfOlderImport(t *testing.T) {
	t.Parallel()
	rows := []string{"2,2,2,0,2", "0,0,0,0,0", "0,3,0,0,0"}
	first := importers.Options{Defaults: importers.FirstDefaults}
	s := editor.NewSession(shapedMap(t, first, rows...))
	if n := s.Document().Len(); n != 5 {
		t.Fatalf("%d colliders, want 5", n)
	}
	at := func(x, y float64) *level.Collider {
		for c := range s.Document().Colliders() {
			if b := level.DrawnBounds(c); b.Contains(level.Vec{X: x, Y: y}) {
				return c
			}
		}
		t.Fatalf("nothing at (%g, %g)", x, y)
		return nil
	}
	edited := func(c *level.Collider, tag string) level.Change[level.Collider] {
		after := *c
		after.Tags, after.Shape.Radius = []string{tag}, 2
		return level.Changed(c, &after)
	}
	joined, alone, slope, gone := at(8, 12), at(72, 12), at(20, 46), at(24, 12)
	d := level.Diff{Colliders: []level.Change[level.Collider]{
		edited(joined, "joined"), edited(alone, "alone"),
		edited(slope, "slope"), level.Removed(gone),
	}}
	if err := s.Do("design", d); err != nil {
		t.Fatal(err)
	}

	opts, err := importers.OptionsOf(theImport(s))
	if err != nil {
		t.Fatal(err)
	}
	r, err := workspace.PlanReimport(s.Document(), theImport(s), shapedMap(t, opts, "2,2,2,0,2", "0,0,0,0,0",
		"1,3,0,0,0"))
	if err != nil || len(r.Conflicts) > 0 || r.Added != 1 || r.Removed+r.Updated > 0 {
		t.Fatalf("as it was imported: %s, %v, %v; want one more, and the others as they are", r.Summary(), r.Conflicts,
			err)
	}

	r, err = workspace.PlanReimport(s.Document(), theImport(s), shapedMap(t, importers.Options{}, rows...))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Conflicts) != 1 || r.Conflicts[0].Ours.ID != joined.ID || r.Conflicts[0].Theirs != nil {
		t.Errorf("merged, the conflicts are %v, want one about the collider that is part of an outline", r.Conflicts)
	}
	if !slices.ContainsFunc(r.Notes, func(n string) bool {
		return strings.Contains(n, "deleted shapes that are back in one: 1")
	}) {
		t.Errorf("notes = %q; one must mention the deleted shape", r.Notes)
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*level.Collider{joined, alone, slope} {
		if now := s.Document().Collider(c.ID); now == nil || now.Shape.Radius != 2 || len(now.Tags) != 1 {
			t.Errorf("the edit at %v became %v", c.Position, now)
		}
	}
	if n := s.Document().Len(); n != 4 { // the three, and the outline
		t.Errorf("%d colliders, want 4", n)
	}
	r, err = workspace.PlanReimport(s.Document(), theImport(s), shapedMap(t, importers.Options{}, rows...))
	if err != nil || len(r.Conflicts) != 1 || len(r.Notes) > 0 || r.Added+r.Removed+r.Updated > 0 {
		t.Errorf("once more: %s, %v, %q, %v; want nothing but the conflict that nobody decided", r.Summary(),
			r.Conflicts, r.Notes, err)
	}
}

// An outline that grows keeps its edits, even if it grows by tiles of a different form. So does a single tile that gets
// neighbours.
func TestOutlinesOfTilesKeepTheirEdits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, was, changed string }{
		{"half tiles get a neighbour", "0,2,2,0", "0,2,2,3"},
		{"a single tile gets a neighbour", "0,2,0,0", "0,2,1,0"},
		{"a neighbour is removed", "1,2,3,0", "1,2,0,0"},
		{"a tile is replaced", "1,2,1,0", "1,3,1,0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := editor.NewSession(shapedMap(t, importers.Options{}, tt.was))
			var was *level.Collider
			for c := range s.Document().Colliders() {
				was = c
			}
			after := *was
			after.Tags, after.Shape.Radius, after.Friction = []string{"mine"}, 1.5, 0.125
			if err := s.Do("design", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(was,
				&after)}}); err != nil {
				t.Fatal(err)
			}
			later := shapedMap(t, importers.Options{}, tt.changed)
			r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
			if err != nil || len(r.Conflicts) > 0 {
				t.Fatalf("%v, %v; want no conflict", r.Conflicts, err)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			now := s.Document().Collider(was.ID)
			if s.Document().Len() != later.Len() || now == nil || now.Tags[0] != "mine" || now.Shape.Radius != 1.5 ||
				now.Friction != 0.125 {
				t.Errorf("%d colliders, edited one = %+v", s.Document().Len(), now)
			}
		})
	}
}
