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
	"fillet/importers/svg"
	"fillet/importers/tiled"
)

// The parts of a path, or of an outline that crosses itself, are numbered by their order. An edit stays on its shape
// when parts before it are deleted or added, whatever number the shape has then. If parts cannot be told apart, the
// edit is a conflict.
func TestEditsStayOnTheirParts(t *testing.T) {
	t.Parallel()
	drawn := func(d string) (importers.Importer, *importers.Source) {
		data := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><g id="Walls"><path id="rocks" d=%q/></g></svg>`, d)
		return svg.New(), importers.NewSource("/levels/a.svg", []byte(data), fstest.MapFS{})
	}
	object := func(points string) (importers.Importer, *importers.Source) {
		data := fmt.Sprintf(`<map version="1.10" orientation="orthogonal" width="30" height="20" tilewidth="16" tileheight="16"><objectgroup id="1" name="Walls">`+
			`<object id="1" name="z" x="0" y="0"><polygon points=%q/></object></objectgroup></map>`, points)
		return tiled.New(), importers.NewSource("/levels/a.tmx", []byte(data), fstest.MapFS{})
	}
	const abc = "M0 0h20v20h-20z M60 0h20v20h-20z M120 0h50v50h-50z"
	for _, tt := range []struct {
		name       string
		file       func(string) (importers.Importer, *importers.Source)
		was, now   string
		edited     level.Vec // a point in the part that is edited
		want       level.Vec // a point in it afterwards
		isConflict bool
	}{
		{
			"the first subpath deleted", drawn, abc, "M60 0h20v20h-20z M120 0h50v50h-50z",
			level.Vec{X: 70, Y: 10},
			level.Vec{X: 70, Y: 10},
			false,
		},
		{
			"all but one deleted", drawn, abc, "M60 0h20v20h-20z",
			level.Vec{X: 70, Y: 10},
			level.Vec{X: 70, Y: 10},
			false,
		},
		{
			"another order", drawn, abc, "M120 0h50v50h-50z M60 0h20v20h-20z M0 0h20v20h-20z",
			level.Vec{X: 10, Y: 10},
			level.Vec{X: 10, Y: 10},
			false,
		},
		{
			"a subpath before", drawn, abc, "M300 0h9v9h-9z " + abc,
			level.Vec{X: 70, Y: 10},
			level.Vec{X: 70, Y: 10},
			false,
		},
		{
			"the first deleted, the second grown", drawn, abc, "M60 0h20v25h-20z M120 0h50v50h-50z",
			level.Vec{X: 70, Y: 10},
			level.Vec{X: 70, Y: 24},
			false,
		},
		{
			"one moved", drawn, abc, "M0 0h20v20h-20z M60 0h20v20h-20z M420 0h50v50h-50z",
			level.Vec{X: 130, Y: 30},
			level.Vec{X: 430, Y: 30},
			false,
		},
		{
			"all stretched to where others were", drawn, abc, "M0 0h40v40h-40z M120 0h40v40h-40z M240 0h100v100h-100z",
			level.Vec{X: 70, Y: 10},
			level.Vec{X: 130, Y: 30},
			false,
		},
		{
			"the edited one deleted", drawn, abc, "M60 0h20v20h-20z M120 0h50v50h-50z",
			level.Vec{X: 10, Y: 10},
			level.Vec{X: 10, Y: 10},
			true,
		},
		{
			"one of two equal ones deleted, the other moved", drawn, abc, "M0 200h20v20h-20z M120 0h50v50h-50z",
			level.Vec{X: 70, Y: 10},
			level.Vec{X: 70, Y: 10},
			true,
		},
		{
			"the first wing of a polygon deleted", object, "0,0 20,20 40,0 60,20 60,0 40,20 20,0 0,20",
			"20,20 40,0 60,20 60,0 40,20 20,0",
			level.Vec{X: 35, Y: 10},
			level.Vec{X: 35, Y: 10},
			false,
		},
		{
			"half of a polygon's wing left", object, "0,0 20,20 40,0 60,20 60,0 40,20 20,0 0,20",
			"20,20 40,0 60,20 60,0 40,20 20,0",
			level.Vec{X: 20, Y: 10},
			level.Vec{X: 25, Y: 10},
			false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			load := func(what string) *level.Document {
				im, src := tt.file(what)
				res, err := im.Import(context.Background(), src, importers.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return res.Document
			}
			s := editor.NewSession(load(tt.was))
			edits := 0
			for c := range s.Document().Colliders() {
				if level.DrawnBounds(c).Contains(tt.edited) {
					after := *c
					after.Tags = []string{"mine"}
					if err := s.Do("design", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c,
						&after)}}); err != nil {
						t.Fatal(err)
					}
					edits++
				}
			}
			if edits != 1 {
				t.Fatalf("%d colliders edited, want 1", edits)
			}
			r, err := workspace.PlanReimport(s.Document(), theImport(s), load(tt.now))
			if err != nil {
				t.Fatal(err)
			}
			if got := len(r.Conflicts) > 0; got != tt.isConflict {
				t.Errorf("conflicts: %v, want %v", r.Conflicts, tt.isConflict)
			}
			if err := s.Do("re-import", r.Diff()); err != nil {
				t.Fatal(err)
			}
			for c := range s.Document().Colliders() {
				if got, want := slices.Contains(c.Tags, "mine"), level.DrawnBounds(c).Contains(tt.want); got != want {
					t.Errorf("the collider over %v has the edit: %v, want %v", level.DrawnBounds(c), got, want)
				}
			}
		})
	}
}
