package check_test

import (
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/editor/project"
)

// A level in a project has the project's categories, by bit; those of the project need no use in every level.
func TestProjectCategories(t *testing.T) {
	p := &project.Project{Categories: []string{"terrain", "props", "player"}}
	for _, tt := range []struct {
		own, of string // the level's, and those of its one collider
		want    string // rules and whether they have a safe fix
		fixed   string
	}{
		{"terrain props player", "terrain", "", ""},
		{"terrain player", "player", "project-categories safe", "terrain props player"},
		{"terrain props player water", "water", "project-categories", "terrain props player water"},
		{"terrain props player water", "terrain", "project-categories, unused-category", "terrain props player water"},
		{"water terrain", "water", "project-categories safe, project-categories", "terrain props player water"},
	} {
		s := level.DefaultSettings()
		s.Categories = strings.Fields(tt.own)
		doc, err := level.NewDocument(s)
		if err != nil {
			t.Fatal(err)
		}
		c := level.NewCollider(1, 1, "c", level.Shape{Kind: level.Circle, Radius: 8}, level.Vec{X: 32, Y: 32})
		c.Categories = []string{tt.of}
		if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "x"})}, Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
			t.Fatal(err)
		}
		found, err := check.Run(t.Context(), doc.Snapshot(), check.Options{Project: p})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			if f.Fix != nil && f.Fix.Safe {
				f.Rule += " safe"
			}
			got = append(got, f.Rule)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.own, got, tt.want)
		}
		if _, _, err := check.Repair(t.Context(), doc, check.Options{Project: p}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(doc.Settings().Categories, " "); tt.fixed != "" && got != tt.fixed {
			t.Errorf("%s is mended to %s, want %s", tt.own, got, tt.fixed)
		}
		if none, err := check.Run(t.Context(), doc.Snapshot(), check.Options{}); err != nil || slices.ContainsFunc(none, func(f check.Finding) bool { return f.Rule == check.RuleProjectCategories }) {
			t.Errorf("without a project: %v, %v", none, err)
		}
	}
}
