package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/cmd/editor"
	"fillet/importers"
	"fillet/importers/godot"
	"fillet/importers/ldtk"
)

// In a folder, schemas do not count as levels, and scenes without a collider are counted and skipped.
func TestFoldersSkipOtherFiles(t *testing.T) {
	const head = "[gd_scene format=3]\n"
	const shape = "[sub_resource type=\"CircleShape2D\" id=\"s\"]\n[node name=\"B\" type=\"StaticBody2D\"]\n[node " +
		"name=\"S\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"s\")\n"
	uses := func(scene string) string {
		return head + "[ext_resource type=\"PackedScene\" path=\"res://" + scene +
			"\" id=\"1\"]\n[node name=\"R\" type=\"Node2D\"]\n[node name=\"A\" parent=\".\" " +
			"instance=ExtResource(\"1\")]\n"
	}
	dir := t.TempDir()
	for name, data := range map[string]string{
		"project.godot": "", "body.tscn": head + shape, "menu.tscn": head + "[node name=\"M\" type=\"Control\"]\n",
		"level.tscn":  uses("body.tscn"),
		"screen.tscn": uses("menu.tscn"), "damaged.tscn": head + "[node\n", "gone.tscn": uses("no.tscn"),
		"schema.json":  `{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "LDtk", "jsonVersion": 1, "properties": {"defs": {}, "levels": {}}}`,
		"schema.ldtk":  `{"title": "LDtk", "$schema": "http://json-schema.org/draft-07/schema#", "jsonVersion": {}, "defs": {}}`,
		"draft.json":   `{"$id": "levels", "$defs": {}, "jsonVersion": {}, "defs": {}, "levels": {}}`,
		"world.ldtk":   `{"$schema": "levels.schema.json", "jsonVersion": "1.5.3", "defs": {}, "levels": []}`,
		"nothing.ldtk": `{`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := main.Search{
		What: "converted", Importers: importers.NewRegistry(godot.New(), ldtk.New()),
		IsOwn: func(string) bool {
			return false
		},
	}
	found, err := s.Find([]string{dir, filepath.Join(dir, "menu.tscn")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found.Files {
		got = append(got, filepath.Base(f.Path))
	}
	slices.Sort(got)
	want := []string{"body.tscn", "damaged.tscn", "gone.tscn", "level.tscn", "menu.tscn", "nothing.ldtk", "world.ldtk"}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if all := strings.Join(found.Notes, "\n"); !strings.Contains(all,
		"skipped 2 scenes without colliders or tile layers") {
		t.Errorf("notes = %q", all)
	}
}
