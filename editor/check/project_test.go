package check_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/testkit"
)

// A level in a project must have the project's categories, bit by bit, but need not use all of them.
func TestProjectCategories(t *testing.T) {
	t.Parallel()
	p := &project.Project{Categories: []string{"terrain", "props", "player"}}
	for _, tt := range []struct {
		own, of string // categories of the level, and of its only collider
		want    string // rules, and whether they have a safe fix
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
		if err := doc.Apply(level.Diff{
			Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "x"})},
			Colliders: []level.Change[level.Collider]{level.Added(c)},
		}); err != nil {
			t.Fatal(err)
		}
		all, err := check.Find(t.Context(), doc.Snapshot(), check.Options{Project: p})
		found := all.List
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
			t.Errorf("the fix changes %s to %s, want %s", tt.own, got, tt.fixed)
		}
		if none, err := check.Find(t.Context(), doc.Snapshot(), check.Options{}); err != nil ||
			slices.ContainsFunc(none.List, func(f check.Finding) bool {
				return f.Rule == check.RuleProjectCategories
			}) {
			t.Errorf("without a project: %v, %v", none, err)
		}
	}
}

// If a level's categories leave no room for the project's, there is no fix, and the finding gives the reason.
func TestProjectCategoriesWithoutRoom(t *testing.T) {
	t.Parallel()
	s := level.DefaultSettings()
	s.Categories = nil
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "x"})}}
	for i := range 63 {
		c := level.NewCollider(level.ID(i+1), 1, "c", level.Shape{Kind: level.Circle, Radius: 8},
			level.Vec{X: float64(32 + 7*i), Y: 32})
		s.Categories = append(s.Categories, fmt.Sprintf("k%d", i))
		c.Categories = s.Categories[i:]
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	doc, err := level.NewDocument(s)
	if err == nil {
		err = doc.Apply(d)
	}
	if err != nil {
		t.Fatal(err)
	}
	all, err := check.Find(t.Context(), doc.Snapshot(),
		check.Options{Project: &project.Project{Categories: []string{"terrain", "player"}}})
	found := all.List
	i := slices.IndexFunc(found, func(f check.Finding) bool { return f.Rule == check.RuleProjectCategories })
	if err != nil || i < 0 || found[i].Fix != nil || !strings.Contains(found[i].Message,
		"together exceed the limit of 64") {
		t.Errorf("found %+v, %v", found, err)
	}
}

// Values in the file that differ from the project's material are reported once per material and fixed.
func TestProjectMaterials(t *testing.T) {
	t.Parallel()
	p := &project.Project{Materials: []project.Material{
		{Name: "ice", Friction: 0.02, Density: 0.9},
		{Name: "stone", Friction: 0.6, Density: 2},
	}}
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "x"})}}
	for i, name := range []string{"ice", "ice", "stone", "slime", ""} {
		c := level.NewCollider(level.ID(i+1), 1, "c", level.Shape{Kind: level.Circle, Radius: 8},
			level.Vec{X: float64(32 + 40*i), Y: 32})
		if c.Material = name; name == "stone" {
			c.Density = 2
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	all, err := check.Find(t.Context(), doc.Snapshot(), check.Options{Project: p})
	found := all.List
	if err != nil || len(found) != 2 || len(found[0].Colliders) != 2 || found[0].Fix == nil || !found[0].Fix.Safe ||
		found[1].Fix != nil || found[1].Colliders[0] != 4 {
		t.Fatalf("found %+v, %v", found, err)
	}
	if _, _, err := check.Repair(t.Context(), doc, check.Options{Project: p}); err != nil {
		t.Fatal(err)
	}
	for id, friction := range map[level.ID]float64{1: 0.02, 2: 0.02, 3: 0.6, 4: 0.6, 5: 0.6} {
		if c := doc.Collider(id); c.Friction != friction {
			t.Errorf("%v has a friction of %g, want %g", id, c.Friction, friction)
		}
	}
}

// An unreadable project file is an error in each of its levels, and no other project rule reports anything.
func TestProjectFileWithAnError(t *testing.T) {
	t.Parallel()
	doc := testkit.EmptyLevel(t)
	got, err := check.Find(t.Context(), doc.Snapshot(),
		check.Options{ProjectError: errors.New("fillet.project.yaml:3:1: unknown key")})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.List) != 1 || got.List[0].Rule != check.RuleProjectFile || got.List[0].Severity != check.Error ||
		!strings.Contains(got.List[0].Message, "fillet.project.yaml:3:1: unknown key") {
		t.Errorf("found %+v", got.List)
	}
}
