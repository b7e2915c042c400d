package project_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"

	"pgregory.net/rapid"
)

// Renaming, reordering, adding or removing categories and materials changes every level of the project. A level that
// cannot be written is reported and does not stop the others.
func TestEdit(t *testing.T) {
	t.Parallel()
	text := "fillet: 2\nname: x\nsize: [64, 64]\npixels_per_metre: 32\ngrid: {size: [16, 16]}\ncategories: [terrain, " +
		"props, player]\nlayers:\n  - id: l1\n    name: a\n    colliders:\n" +
		"      - id: c1\n        kind: circle\n        radius: 4\n        position: [8, 8]\n        categories: " +
		"[props]\n        collides_with: [player]\n        material: ice\n        friction: 0.02\n" +
		"      - id: c2\n        kind: circle\n        radius: 4\n        position: [40, 8]\n"
	head, _, _ := strings.Cut(text, "layers:")
	dir := plant(t, map[string]string{
		"fillet.project.yaml": "fillet_project: 1\ncategories: [terrain, props, player]\nmaterials:\n  ice: " +
			"{friction: 0.02}\n",
		"a.level.yaml": text, "bad.level.yaml": "fillet: 1\nnom: x\n", "prefabs/c.level.yaml": text,
		"same.level.yaml": strings.Replace(head, "[terrain, props, player]", "[objects, terrain, player, water]", 1) +
			"layers: []\n",
	})
	p, err := project.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	after := *p
	after.Categories = []string{"objects", "terrain", "player", "water"}
	after.Materials = []project.Material{{Name: "black ice", Friction: 0.01, Density: 1}}
	e := project.Edit{
		After: &after, Renamed: map[string]string{"props": "objects"},
		Materials: map[string]string{"ice": "black ice"},
	}
	write := func(e project.Edit, files []project.Entry) (int, []error) {
		return project.Write(t.Context(), files, func(project.Entry) project.Steps { return e.Steps() }, nil)
	}
	written, failed := write(e, list.Entries)
	if written != 2 || len(failed) != 1 || !strings.Contains(failed[0].Error(), "bad.level.yaml:2:1") {
		t.Fatalf("%d files are written, %v", written, failed)
	}
	for _, name := range []string{"a.level.yaml", "prefabs/c.level.yaml"} {
		doc, err := level.Open(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		first, second := doc.Collider(1), doc.Collider(2)
		if !slices.Equal(doc.Settings().Categories, after.Categories) ||
			!slices.Equal(first.Categories, []string{"objects"}) || first.Material != "black ice" ||
			first.Friction != 0.01 || !slices.Equal(second.Categories, []string{"terrain"}) {
			t.Errorf("%s has %q, %+v and %q", name, doc.Settings().Categories, first, second.Categories)
		}
	}
	if written, failed := write(e, list.Of(project.Prefab)); written != 0 || len(failed) != 0 {
		t.Errorf("a second time %d files are written, %v", written, failed)
	}
	if err := os.Chmod(dir, 0o500); err == nil && os.Getuid() != 0 {
		defer func() { _ = os.Chmod(dir, 0o700) }()
		after.Categories = []string{"terrain", "objects", "player", "water"}
		if _, failed := write(e, list.Of(project.Level)[:1]); len(failed) != 1 {
			t.Errorf("in a read-only folder the errors are %v", failed)
		}
	}
}

// Renaming and reordering categories does not change which colliders collide with each other.
func TestEditKeepsContacts(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d"}
	rapid.Check(t, func(r *rapid.T) {
		before := rapid.Permutation(names).Draw(r, "before")
		to := rapid.Permutation([]string{"a", "b", "x", "y"}).Draw(r, "to")
		e := project.Edit{
			After:   &project.Project{Categories: rapid.Permutation(to).Draw(r, "after")},
			Renamed: map[string]string{},
		}
		for i, name := range before {
			e.Renamed[name] = to[i]
		}
		words := collidersOf(r, names)
		doc := levelWith(t, strings.Join(before, " "), words...)
		was := whoCollides(doc)
		if _, err := e.Steps().Change(doc); err != nil {
			r.Fatal(err)
		}
		if !slices.Equal(doc.Settings().Categories, e.After.Categories) || !slices.Equal(was, whoCollides(doc)) {
			r.Fatalf("%q as %q in %q with %q becomes %q", before, to, e.After.Categories, words,
				doc.Settings().Categories)
		}
	})
}

// Levels that place a prefab follow its new name, whatever folder they are in.
func TestFollow(t *testing.T) {
	t.Parallel()
	text := func(prefab string) string {
		return "fillet: 2\nname: a\nsize: [64, 64]\ninstances:\n  - {id: i1, prefab: " + prefab +
			", layer: l1, position: [0, 0]}\nlayers:\n  - {id: l1, name: a, colliders: []}\n"
	}
	dir := plant(t, map[string]string{
		"fillet.project.yaml": "fillet_project: 1\n", "prefabs/crate.level.yaml": "fillet: 1\nlayers: []\n",
		"a.level.yaml":      text("prefabs/crate.level.yaml"),
		"deep/b.level.yaml": text("../prefabs/crate.level.yaml"), "c.level.yaml": text("prefabs/barrel.level.yaml"),
	})
	p, err := project.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(dir, "prefabs", "crate.level.yaml")
	to, err := list.Of(project.Prefab)[0].Rename("wooden box")
	if err != nil {
		t.Fatal(err)
	}
	written, failed := project.Write(t.Context(), list.Of(project.Level), func(e project.Entry) project.Steps {
		return project.Follow(e.Path, from, to)
	}, nil)
	if written != 2 || len(failed) > 0 {
		t.Errorf("%d files are written, %v", written, failed)
	}
	for name, want := range map[string]string{
		"a":      "prefabs/wooden box.level.yaml",
		"deep/b": "../prefabs/wooden box.level.yaml", "c": "prefabs/barrel.level.yaml",
	} {
		doc, err := level.Open(filepath.Join(dir, filepath.FromSlash(name)+".level.yaml"))
		if err != nil || doc.Instances()[0].Prefab != want {
			t.Errorf("%s: got %v, want %s (%v)", name, doc.Instances()[0], want, err)
		}
	}
}
