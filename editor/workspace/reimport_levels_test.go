package workspace_test

import (
	"context"
	"fmt"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/ldtk"
)

// A re-import updates the properties of the file's levels, and undo restores the old ones.
func TestFieldsOfLevelsFollowTheFile(t *testing.T) {
	t.Parallel()
	read := func(music string) *level.Document {
		data := fmt.Sprintf(`{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defs":{"layers":[]},"levels":[{"identifier":"Cave","iid":"a","pxWid":32,"pxHei":32,
			"layerInstances":[{"__identifier":"C","__type":"IntGrid","__gridSize":16,"__cWid":2,"__cHei":2,"intGridCsv":[1,0,0,0]}],
			"fieldInstances":[{"__identifier":"music","__type":"String","__value":%q}]}]}`, music)
		res, err := ldtk.New().Import(context.Background(), importers.NewSource("/levels/world.ldtk", []byte(data),
			nil), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return res.Document
	}
	s := editor.NewSession(read("drips"))
	for _, closed := range []bool{false, true} {
		if closed {
			s = reopened(t, s)
		}
		r, err := workspace.PlanReimport(s.Document(), theImport(s), read("drips"))
		if err != nil || !r.IsEmpty() {
			t.Fatalf("closed in between %v: nothing changed, and the plan is %s, %v", closed, r.Summary(), err)
		}
	}
	r, err := workspace.PlanReimport(s.Document(), theImport(s), read("wind"))
	if err != nil || r.IsEmpty() || len(r.Conflicts) > 0 {
		t.Fatalf("%v, %v; want a change", r, err)
	}
	music := func() any { return s.Document().Settings().LevelProperties()["Cave.music"] }
	if err := r.Apply(s); err != nil || music() != "wind" {
		t.Errorf("after the re-import it is %v, %v", music(), err)
	}
	if _, ok := s.Undo(); !ok || music() != "drips" {
		t.Errorf("after undo it is %v", music())
	}
}
