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
	"fillet/importers/godot"
)

// A spawn that was set in the level remains the only one, whatever the file calls its entities.
func TestSpawnSurvivesReimport(t *testing.T) {
	t.Parallel()
	scene := func(names ...string) *level.Document {
		text := "[gd_scene format=3]\n[sub_resource type=\"RectangleShape2D\" id=\"s\"]\n[node name=\"L\" " +
			"type=\"Node2D\"]\n"
		for i, name := range names {
			text += fmt.Sprintf("[node name=%q type=\"StaticBody2D\" parent=\".\"]\nposition = Vector2(%d, 0)\n", name,
				100*i)
			text += fmt.Sprintf("[node name=\"S\" type=\"CollisionShape2D\" parent=%q]\nshape = SubResource(\"s\")\n",
				name)
		}
		res, err := godot.New().Import(context.Background(), importers.NewSource("/levels/a.tscn", []byte(text),
			fstest.MapFS{}), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return res.Document
	}
	for _, tt := range []struct {
		name     string
		was, now []string
		tag, off string // the tag by which the designer makes it a spawn, and the tag that is removed
		want     string
	}{
		{"as imported", []string{"Player", "Rock"}, []string{"Player", "Rock", "Tree"}, "", "", "Player"},
		{"set elsewhere", []string{"Player", "Rock"}, []string{"Player", "Rock", "Tree"}, "Rock", "Player", "Rock"},
		{"set elsewhere too", []string{"Player", "Rock"}, []string{"Player", "Rock", "Tree"}, "Rock", "", "Rock"},
		{"set before the file had one", []string{"Rock"}, []string{"Rock", "Player"}, "Rock", "", "Rock"},
		{"none", []string{"Player", "Rock"}, []string{"Player", "Rock", "Tree"}, "", "Player", ""},
		{"the file has one now", []string{"Rock"}, []string{"Rock", "Player"}, "", "", "Player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := editor.NewSession(scene(tt.was...))
			var diff level.Diff
			for c := range s.Document().Colliders() {
				after := *c
				switch c.Name {
				case tt.tag:
					after.Tags = append(slices.Clone(c.Tags), level.SpawnTag)
				case tt.off:
					after.Tags = nil
				default:
					continue
				}
				diff.Colliders = append(diff.Colliders, level.Changed(c, &after))
			}
			if err := s.Do("design", diff); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				r, err := workspace.PlanReimport(s.Document(), theImport(s), scene(tt.now...))
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Conflicts) > 0 {
					t.Errorf("conflicts: %v", r.Conflicts)
				}
				if err := r.Apply(s); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for c := range s.Document().Colliders() {
				if slices.Contains(c.Tags, level.SpawnTag) {
					got = append(got, c.Name)
				}
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("spawns = %v, want %q", got, tt.want)
			}
		})
	}
}
