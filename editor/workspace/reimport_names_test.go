package workspace_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/godot"
	"fillet/importers/svg"
	"fillet/importers/tiled"
)

// In drawings and scenes, ids are names. An object renamed in its place remains the same record, with the designer's
// edits; an object that takes over the name or place of another does not.
func TestRenamedObjects(t *testing.T) {
	t.Parallel()
	drawing := func(ids ...string) (importers.Importer, *importers.Source) {
		var b strings.Builder
		for i, id := range ids {
			if id != "" {
				fmt.Fprintf(&b, `<rect id="%s" x="%d" y="0" width="%d" height="20"/>`, id, 100*i, 20+i)
			}
		}
		return svg.New(), importers.NewSource("/levels/a.svg",
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><g id="Walls">`+b.String()+
				`</g></svg>`), fstest.MapFS{})
	}
	scene := func(ids ...string) (importers.Importer, *importers.Source) {
		var shapes, nodes strings.Builder
		for i, id := range ids {
			if id != "" {
				fmt.Fprintf(&shapes, "[sub_resource type=\"RectangleShape2D\" id=\"s%d\"]\nsize = Vector2(%d, 20)\n\n",
					i, 20+i)
				fmt.Fprintf(&nodes, "[node name=\"%s\" type=\"StaticBody2D\" parent=\".\"]\nposition = Vector2(%d, "+
					"10)\n\n[node name=\"Shape\" type=\"CollisionShape2D\" parent=\"%s\"]\nshape = "+
					"SubResource(\"s%d\")\n\n", id, 100*i+10, id, i)
			}
		}
		return godot.New(), importers.NewSource("/levels/a.tscn",
			[]byte("[gd_scene format=3]\n\n"+shapes.String()+"[node name=\"Level\" type=\"Node2D\"]\n\n"+
				nodes.String()), fstest.MapFS{})
	}
	// A format whose ids are unique numbers.
	objects := func(ids ...string) (importers.Importer, *importers.Source) {
		var b strings.Builder
		for i, id := range ids {
			if id != "" {
				fmt.Fprintf(&b, `<object id="%d" name="rock" x="%d" y="0" width="%d" height="20"/>`, 1+id[0]-'a', 100*i,
					20+i)
			}
		}
		return tiled.New(), importers.NewSource("/levels/a.tmx",
			[]byte(`<map version="1.10" orientation="orthogonal" width="60" height="20" tilewidth="16" tileheight="16"><objectgroup id="1" name="Walls">`+b.String()+`</objectgroup></map>`), fstest.MapFS{})
	}
	formats := map[string]func(...string) (importers.Importer, *importers.Source){"svg": drawing, "godot": scene, "tiled": objects}
	for _, tt := range []struct {
		name     string
		was, now []string
		want     map[string]int // the old id and the place that each edit comes from; -1: it has a conflict
	}{
		{"one renamed", []string{"a", "b", "c"}, []string{"a", "x", "c"}, map[string]int{"svg": 1, "godot": 1, "tiled": -1}},
		{"all renamed", []string{"a", "b", "c"}, []string{"x", "y", "z"}, map[string]int{"svg": 1, "godot": 1, "tiled": -1}},
		{"renamed, and its old name elsewhere", []string{"a", "b"}, []string{"a", "x", "", "b"}, map[string]int{"svg": 3, "godot": 3, "tiled": 3}},
		{"deleted, another one new elsewhere", []string{"a", "b", "c"}, []string{"a", "", "c", "x"}, map[string]int{"svg": -1, "godot": -1, "tiled": -1}},
	} {
		for format, file := range formats {
			t.Run(tt.name+" in "+format, func(t *testing.T) {
				load := func(ids []string) *level.Document {
					im, src := file(ids...)
					res, err := im.Import(context.Background(), src, importers.Options{})
					if err != nil {
						t.Fatal(err)
					}
					return res.Document
				}
				s := editor.NewSession(load(tt.was))
				place := func(c *level.Collider) int { return int(level.DrawnBounds(c).Min.X+50) / 100 }
				for c := range s.Document().Colliders() {
					if place(c) == 1 {
						after := *c
						after.Tags, after.Friction = []string{"mine"}, 0.125
						if err := s.Do("design", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &after)}}); err != nil {
							t.Fatal(err)
						}
					}
				}
				r, err := workspace.PlanReimport(s.Document(), theImport(s), load(tt.now))
				if err != nil {
					t.Fatal(err)
				}
				want := tt.want[format]
				if got := len(r.Conflicts) > 0; got != (want < 0) {
					t.Errorf("conflicts: %v, want one: %v", r.Conflicts, want < 0)
				}
				if err := s.Do("re-import", r.Diff()); err != nil {
					t.Fatal(err)
				}
				there := map[int]int{}
				for c := range s.Document().Colliders() {
					there[place(c)]++
					if want >= 0 && (c.Friction == 0.125) != (place(c) == want) {
						t.Errorf("the shape in place %d has the edit: %v, want it in place %d", place(c),
							c.Friction == 0.125, want)
					}
				}
				for i, n := range there {
					if n > 1 && want >= 0 {
						t.Errorf("%d shapes are in place %d", n, i)
					}
				}
			})
		}
	}
}

// If a node with children is renamed, its children match, even those that were moved at the same time. If nodes have
// unique ids, any of them may be renamed and moved.
func TestRenamedContainer(t *testing.T) {
	t.Parallel()
	type place struct {
		container, name string
		x               int
	}
	scene := func(ids []string, list ...place) *level.Document {
		text := "[gd_scene format=3]\n[sub_resource type=\"RectangleShape2D\" id=\"s\"]\n[node name=\"L\" type=\"Node2D\"]\n"
		made := map[string]bool{}
		for i, p := range list {
			if !made[p.container] {
				made[p.container] = true
				text += fmt.Sprintf("[node name=%q type=\"Node2D\" parent=\".\"]\n", p.container)
			}
			text += fmt.Sprintf("[node name=%q type=\"StaticBody2D\" parent=%q]\nposition = Vector2(%d, 0)\n", p.name, p.container, p.x)
			id := ""
			if ids != nil {
				id = " unique_id=" + ids[i]
			}
			text += fmt.Sprintf("[node name=\"S\" type=\"CollisionShape2D\" parent=%q%s]\nshape = SubResource(\"s\")\n", p.container+"/"+p.name, id)
		}
		res, err := godot.New().Import(context.Background(), importers.NewSource("/levels/a.tscn", []byte(text), fstest.MapFS{}), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return res.Document
	}
	for _, tt := range []struct {
		name     string
		ids      []string
		was, now []place
	}{
		{"only renamed", nil, []place{{"Walls", "Floor", 100}, {"Walls", "Post", 200}}, []place{{"Terrain", "Floor", 100}, {"Terrain", "Post", 200}}},
		{"the sibling moved", nil, []place{{"Walls", "Floor", 100}, {"Walls", "Post", 200}}, []place{{"Terrain", "Floor", 100}, {"Terrain", "Post", 300}}},
		{
			"the edited one moved", nil,
			[]place{{"Walls", "Floor", 100}, {"Walls", "Post", 200}, {"Walls", "Beam", 400}},
			[]place{{"Terrain", "Floor", 150}, {"Terrain", "Post", 200}, {"Terrain", "Beam", 400}},
		},
		{"all by ids", []string{"1", "2"}, []place{{"Walls", "Floor", 100}, {"Walls", "Post", 200}}, []place{{"Terrain", "Ground", 150}, {"Terrain", "Beam", 300}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := editor.NewSession(scene(tt.ids, tt.was...))
			var edited level.ID
			for c := range s.Document().Colliders() {
				if strings.HasPrefix(c.Name, "Floor") {
					after := *c
					after.Tags, edited = []string{"mine"}, c.ID
					if err := s.Do("design", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &after)}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			r, err := workspace.PlanReimport(s.Document(), theImport(s), scene(tt.ids, tt.now...))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Do("re-import", r.Diff()); err != nil {
				t.Fatal(err)
			}
			if r.Added != 0 || r.Removed != 0 || len(r.Conflicts) > 0 || s.Document().Len() != len(tt.was) {
				t.Errorf("%d added, %d removed, %d colliders, conflicts %v; want the same as before", r.Added,
					r.Removed, s.Document().Len(), r.Conflicts)
			}
			c := s.Document().Collider(edited)
			now := tt.now[0]
			if c == nil || len(c.Tags) == 0 || c.Position.X != float64(now.x) || c.Source.Layer != now.container {
				t.Errorf("edited floor = %+v, want it at %d in %s", c, tt.now[0].x, tt.now[0].container)
			}
		})
	}
}
