package workspace_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/tiled"
)

// A re-import keeps the defaults of the first import: an older level gets no walls from layer names until it is
// imported with today's defaults. Then the walls come from the file, and the designer's changes stay.
func TestReimportKeepsItsDefaults(t *testing.T) {
	t.Parallel()
	const file = `<map orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"/>` +
		`<layer id="1" name="Walls" width="4" height="1"><data encoding="csv">1,2,0,0</data></layer>` +
		`<objectgroup id="2" name="Platforms"><object id="7" name="Spikes" x="0" y="0" width="16" height="16"/></objectgroup></map>`
	load := func(opts importers.Options) *level.Document {
		t.Helper()
		res, err := tiled.New().Import(t.Context(), importers.NewSource("/levels/m.tmx", []byte(file), nil), opts)
		if err != nil {
			t.Fatal(err)
		}
		return res.Document
	}
	s := editor.NewSession(load(importers.Options{Defaults: importers.FirstDefaults}))
	spikes := named(t, s, "Spikes")
	after := *spikes
	after.Tags = []string{"mine"}
	if err := s.Do("Tag", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(spikes, &after)}}); err !=
		nil {
		t.Fatal(err)
	}
	s = reopened(t, s)
	plan := func(opts importers.Options) *workspace.Reimport {
		t.Helper()
		r, err := workspace.PlanReimport(s.Document(), theImport(s), load(opts))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	opts, err := importers.OptionsOf(theImport(s))
	if err != nil {
		t.Fatal(err)
	}
	if r := plan(opts); !r.IsEmpty() {
		t.Errorf("re-importing the unchanged file changes the level: %s", r.Summary())
	}
	opts.Defaults = importers.NewestDefaults
	r := plan(opts)
	if len(r.Conflicts) > 0 || r.Added != 1 || r.Updated != 1 {
		t.Fatalf("today's defaults give %s", r.Summary())
	}
	if err := r.Apply(s); err != nil {
		t.Fatal(err)
	}
	s = reopened(t, s)
	if c := named(t, s, "Spikes"); c.Role != level.Trigger || len(c.Tags) != 1 {
		t.Errorf("the object is a %s with the tags %q", c.Role, c.Tags)
	}
	if c := named(t, s, "Walls"); c.Role != level.Solid {
		t.Errorf("the walls are a %s", c.Role)
	}
	if opts, err = importers.OptionsOf(theImport(s)); err != nil || opts.Defaults != importers.NewestDefaults {
		t.Errorf("the next re-import has the defaults %d (%v)", opts.Defaults, err)
	}
	if r := plan(opts); !r.IsEmpty() {
		t.Errorf("a second re-import gives %s", r.Summary())
	}
}
