package godot

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

const samples = "testdata/samples"

var sampleFiles = []string{
	"all.tscn", "tiles.tscn", "isometric.tscn", "hexagonal.tscn", "halfoffset.tscn",
	"things/heavy_crate.tscn",
}

// savedFiles lists scenes that Godot 4.6 created and saved; make exportcheck compares the positions in them with
// Godot's.
var savedFiles = []string{
	"saved/bodies.tscn", "saved/squares.tscn", "saved/diamonds.tscn", "saved/half_cells.tscn",
	"saved/hexagons.tscn",
}

func TestFormat(t *testing.T) {
	t.Parallel()
	var list []testkit.Sample
	for _, name := range slices.Concat(sampleFiles, savedFiles) {
		list = append(list, testkit.Sample{Name: name, Path: name, Files: os.DirFS(samples)})
	}
	testkit.RunSamples(t, New(), list)
}

func readSample(t testing.TB, name string, opts importers.Options) *importers.Result {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(samples, name))
	if err != nil {
		t.Fatal(err)
	}
	src := importers.NewSourceIn(name, data, os.DirFS(samples), filepath.ToSlash(filepath.Dir(name)))
	res, err := New().Import(context.Background(), src, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Concat(sampleFiles, savedFiles) {
		t.Run(name, func(t *testing.T) {
			testkit.CompareGolden(t, filepath.Join("testdata", filepath.Base(name)+".golden"),
				testkit.DumpImport(readSample(t, name, importers.Options{})), *update)
		})
	}
}

func imported(data string, files fs.FS) (*importers.Result, error) {
	return New().Import(context.Background(), importers.NewSource("m.tscn", []byte(data), files), importers.Options{})
}

func hasIssue(res *importers.Result, severity importers.Severity, part string) bool {
	return slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == severity && strings.Contains(i.String(), part)
	})
}

const head = "[gd_scene format=3]\n"

// sceneOf returns a scene of one static body with the given shapes and nodes.
func sceneOf(resources, nodes string) string {
	return head + resources + "\n[node name=\"Root\" type=\"Node2D\"]\n" + nodes
}

// bodyOf returns a scene with a body of one shape.
func bodyOf(class, properties, shape, shapeProperties string) string {
	return sceneOf("[sub_resource type=\""+shape+"\" id=\"s\"]\n"+shapeProperties,
		"[node name=\"Body\" type=\""+class+"\" parent=\".\"]\n"+properties+
			"\n[node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Body\"]\nshape = SubResource(\"s\")\n")
}

// doubling returns a scene that instances the next scene twice.
func doubling(next int) string {
	return fmt.Sprintf("[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://s%d.tscn\" "+
		"id=\"1\"]\n[node name=\"R\" type=\"Node2D\"]\n[node name=\"A\" parent=\".\" "+
		"instance=ExtResource(\"1\")]\n[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n", next)
}

func TestBadFiles(t *testing.T) {
	files := fstest.MapFS{
		"project.godot": {Data: []byte("config_version=5\n")},
		"a.tscn":        {Data: []byte(strings.ReplaceAll(doubling(0), "s0", "b"))},
		"b.tscn":        {Data: []byte(strings.ReplaceAll(doubling(0), "s0", "a"))},
		"self.tscn": {Data: []byte(head + `[ext_resource type="PackedScene" path="self.tscn" id="1"]` + "\n" +
			`[node name="R" instance=ExtResource("1")]`)},
		"s40.tscn": {Data: []byte(head + `[node name="Leaf" type="Node2D"]`)},
		"t30.tscn": {Data: []byte(head + `[node name="Leaf" type="Node2D"]`)},
		"many.tscn": {Data: []byte(head + `[node name="Body" type="StaticBody2D"]` + "\n" + strings.Repeat("x = 1\n",
			3000) + `[node name="P" type="CollisionPolygon2D" parent="."]` +
			"\npolygon = PackedVector2Array(0, 0, 1, 0, 1, 1)\n")},
	}
	for i := range 40 {
		files[fmt.Sprintf("s%d.tscn", i)] = &fstest.MapFile{Data: []byte(doubling(i + 1))}
	}
	deep := sceneOf("", "")
	parent := "."
	for range 400 {
		deep += "[node name=\"N\" type=\"Node2D\" parent=\"" + parent + "\"]\n"
		if parent += "/N"; strings.HasPrefix(parent, "./") {
			parent = parent[2:]
		}
	}
	many := head + `[ext_resource type="PackedScene" path="res://many.tscn" id="1"]` +
		"\n[node name=\"R\" type=\"Node2D\"]\n"
	for i := range 6000 {
		many += fmt.Sprintf("[node name=\"M%d\" parent=\".\" instance=ExtResource(\"1\")]\n", i)
	}
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", "", "empty"},
		{"other text", "hello = 1\n", "not a Godot scene"},
		{"another section", "[remap]\nimporter=\"texture\"\n", "not a Godot scene"},
		{"a resource", "[gd_resource type=\"TileSet\" format=3]\n[resource]\n", "a Godot resource, not a scene"},
		{"Godot 3", "[gd_scene load_steps=2 format=2]\n", "m.tscn:1: this file is from Godot 3"},
		{"a newer format", "[gd_scene format=5]\n", "format 5 is too new"},
		{"no format", "[gd_scene]\n", "Godot 3 or older"},
		{"a header cut short", "[gd_scene format=3", "m.tscn:1"},
		{"a header without a name", "[gd_scene format=3]\n[ name=1]", "m.tscn:2"},
		{"a header of something else", "[gd_scene format=3]\n[node name]", "key=value"},
		{"a property without a value", sceneOf("", "x =\n"), "no value"},
		{"a string cut short", sceneOf("", "a = 1\nx = \"abc\n"), "m.tscn:5: a string is not closed"},
		{"a list cut short", sceneOf("", "x = [1, 2\n"), "m.tscn:4: a value is not closed"},
		{"a value closed twice", sceneOf("", "x = 1)\n"), "closes nothing"},
		{"a line of nothing", sceneOf("", "hello\n"), "m.tscn:4: expected key = value"},
		{
			"values deep in each other", head + "[node name=" + strings.Repeat("[", 500) + "]",
			"nested more than 64 deep",
		},
		{"nodes deep under each other", deep, "256 deep"},
		{"a long name", head + "[node name=\"" + strings.Repeat("a", 5000) + "\" type=\"Node2D\"]", "5000 bytes"},
		{"scenes that instance each other", strings.ReplaceAll(doubling(0), "s0", "a"), "in a cycle: res://a.tscn"},
		{"a scene that inherits itself", strings.ReplaceAll(doubling(0), "s0", "self"), "in a cycle"},
		{"two to the power of forty", doubling(0), "more than 1048576 nodes"},
		{"properties of too many instances", many, "properties and animation keys together"},
		{"a tile that is its own map", `[gd_scene format=3]
[ext_resource type="PackedScene" path="res://m.tscn" id="1"]
[sub_resource type="TileSetScenesCollectionSource" id="c"]
scenes/1/scene = ExtResource("1")
[sub_resource type="TileSet" id="t"]
sources/0 = SubResource("c")
[node name="R" type="TileMapLayer"]
tile_map_data = PackedByteArray(0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0)
tile_set = SubResource("t")
`, "in a cycle"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files["m.tscn"] = &fstest.MapFile{Data: []byte(tt.data)}
			var err error
			took := testkit.AllocatedBytes(func() { _, err = imported(tt.data, files) })
			var e *importers.Error
			if !errors.As(err, &e) || e.File != "m.tscn" || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want an error that says %q", err, tt.want)
			}
			largest := uint64(64*len(tt.data) + 1<<20)
			if strings.Contains(tt.name, "forty") || strings.Contains(tt.name, "too many") {
				largest = 2 << 30 // the limits on repetition hold for every file
			}
			if took > largest {
				t.Errorf("%d bytes were allocated for a file of %d", took, len(tt.data))
			}
		})
	}
}

func TestOddFiles(t *testing.T) {
	t.Parallel()
	shape := func(class, properties string) string { return bodyOf("StaticBody2D", "", class, properties) }
	body := func(nodes string) string {
		return sceneOf("", "[node name=\"Body\" type=\"StaticBody2D\" parent=\".\"]\n"+nodes)
	}
	for _, tt := range []struct {
		name, data string
		colliders  int
		severity   importers.Severity
		issue      string
	}{
		{"a scene without nodes", head, 0, importers.Warning, "no nodes"},
		{
			"a flat rectangle", shape("RectangleShape2D", "size = Vector2(0, 5)\n"), 0, importers.Note,
			"line 8: Body/Shape: a rectangle of 0 by 5",
		},
		{
			"a capsule of no width", shape("CapsuleShape2D", "radius = 0.0\n"), 0, importers.Note,
			"a capsule of radius 0",
		},
		{
			"a size that is none", shape("RectangleShape2D", "size = 5\n"), 1, importers.Warning,
			"line 3: Body/Shape: size is not a Vector2: 5",
		},
		{
			"a size that cannot be read", shape("RectangleShape2D", "size = Vector2(5, x)\n"), 1, importers.Warning,
			`"x" is not a number`,
		},
		{
			"a size without end", shape("RectangleShape2D", "size = Vector2(inf, 5)\n"), 1, importers.Warning,
			"not a Vector2",
		},
		{"a circle of nothing", shape("CircleShape2D", "radius = 0.0\n"), 0, importers.Note, "radius 0"},
		{"a rectangle of nothing", shape("RectangleShape2D", "size = Vector2(0, 0)\n"), 0, importers.Note, "0 by 0"},
		{
			"a negative size", shape("RectangleShape2D", "size = Vector2(-4, 5)\n"), 1, importers.Warning,
			"size = Vector2(-4, 5) is invalid in Godot",
		},
		{
			"a mass of nothing", bodyOf("RigidBody2D", "mass = 0.0", "CircleShape2D", ""), 1, importers.Warning,
			"mass = 0.0 is invalid in Godot",
		},
		{
			"a capsule of negative height", shape("CapsuleShape2D", "height = -5.0\n"), 1, importers.Warning,
			"height = -5.0 is invalid in Godot",
		},
		{
			"a polygon of two points", shape("ConvexPolygonShape2D", "points = PackedVector2Array(0, 0, 1, 1)\n"), 0,
			importers.Note, "2 points",
		},
		{
			"a polygon of half a point", shape("ConvexPolygonShape2D", "points = PackedVector2Array(0, 0, 1)\n"), 0,
			importers.Warning, "not a PackedVector2Array",
		},
		{"no segments", shape("ConcavePolygonShape2D", ""), 0, importers.Note, "no line segments"},
		{
			"a boundary without a direction", shape("WorldBoundaryShape2D", "normal = Vector2(0, 0)\n"), 0, importers.Loss,
			"without a direction",
		},
		{
			"an area that is a boundary", bodyOf("Area2D", "", "WorldBoundaryShape2D", ""), 0, importers.Loss,
			"an area that is a world boundary",
		},
		{"an unknown shape", shape("BlobShape2D", ""), 0, importers.Loss, "the shape class BlobShape2D is unknown"},
		{
			"no shape", body(`[node name="S" type="CollisionShape2D" parent="Body"]`), 0, importers.Warning,
			"it has no shape",
		},
		{
			"a resource that is not there",
			body("[node name=\"S\" type=\"CollisionShape2D\" parent=\"Body\"]\nshape = SubResource(\"x\")"), 0,
			importers.Loss, `no resource "x"`,
		},
		{
			"a polygon that crosses itself",
			body("[node name=\"S\" type=\"CollisionPolygon2D\" parent=\"Body\"]\npolygon = PackedVector2Array(0, 0, " +
				"10, 10, 10, 0, 0, 10)"), 2, importers.Note, "in 2 parts",
		},
		{
			"a body far away", bodyOf("StaticBody2D", "position = Vector2(1e9, 0)", "CircleShape2D", ""), 0,
			importers.Loss, "beyond the limit",
		},
		{
			"a scaled rigid body", bodyOf("RigidBody2D", "scale = Vector2(2, 2)", "CircleShape2D", ""), 1,
			importers.Warning, "it is scaled",
		},
		{
			"a node of no parent", sceneOf("", "[node name=\"A\" type=\"Node2D\" parent=\"B\"]\n"), 0, importers.Loss,
			`its parent node "B" does not exist`,
		},
		{
			"a node that is not there", sceneOf("", "[node name=\"A\" parent=\".\"]\n"), 0, importers.Warning,
			"no such node",
		},
		{
			"a header of lines", sceneOf("", "[node\nname\n=\n\"A\" parent=\".\"\n]\n"), 0, importers.Warning,
			"no such node",
		},
		{"a scene that is not there", sceneOf("[ext_resource type=\"PackedScene\" path=\"res://no.tscn\" id=\"1\"]",
			"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss, "no.tscn"},
		{"a scene outside", sceneOf("[ext_resource type=\"PackedScene\" path=\"res://../no.tscn\" id=\"1\"]",
			"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss, "outside"},
		{"a hidden scene", sceneOf("[ext_resource type=\"PackedScene\" path=\"res://.godot/no.tscn\" id=\"1\"]",
			"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss, "begins with a dot"},
		{
			"a scene of the user's", sceneOf("[ext_resource type=\"PackedScene\" path=\"user://no.tscn\" id=\"1\"]",
				"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss,
			"not a file of the project",
		},
		{"a scene without a path", sceneOf("[ext_resource type=\"PackedScene\" uid=\"uid://x\" id=\"1\"]",
			"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss, "no path"},
		{"a binary scene", sceneOf("[ext_resource type=\"PackedScene\" path=\"res://bin.scn\" id=\"1\"]",
			"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss, "binary format"},
		{
			"a model", sceneOf("[ext_resource type=\"PackedScene\" path=\"res://model.glb\" id=\"1\"]",
				"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss,
			"not a Godot scene or resource",
		},
		{"a damaged scene", sceneOf("[ext_resource type=\"PackedScene\" path=\"res://bad.tscn\" id=\"1\"]",
			"[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"), 0, importers.Loss, "res://bad.tscn:2"},
		{
			"a placeholder", sceneOf("", "[node name=\"A\" parent=\".\" instance_placeholder=\"res://no.tscn\"]\n"), 0,
			importers.Loss, "placeholder",
		},
		{
			"two nodes with the same name", body(strings.Repeat("[node name=\"S\" type=\"CollisionPolygon2D\" "+
				"parent=\"Body\"]\npolygon = PackedVector2Array(0, 0, 10, 10, 10, 0)\n", 2)), 2, importers.Warning,
			"the path names 2 nodes",
		},
		{
			"layers that are none", bodyOf("StaticBody2D", "collision_layer = 1.5", "CircleShape2D", ""), 1,
			importers.Warning, "a set of 32 layers",
		},
		{"a body in a control", strings.Replace(bodyOf("StaticBody2D", "", "CircleShape2D", ""), `"Node2D"]`,
			"\"Control\"]\nanchor_left = 0.5\n", 1), 1, importers.Warning, "depends on the window"},
		{
			"a tile map without a set", sceneOf("",
				"[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = "+
					"PackedByteArray(\"AAAAAAAAAAAAAAAAAAA=\")\ntile_set = SubResource(\"x\")\n"), 0, importers.Loss,
			"its tile set cannot be read",
		},
		{
			"tiles of a different version", sceneOf("",
				"[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(9, 0)\n"), 0,
			importers.Loss, "version 9",
		},
		{
			"tiles cut short", sceneOf("",
				"[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(0, 0, 1)\n"), 0,
			importers.Loss, "within a cell",
		},
		{
			"a source that is not there", sceneOf("[sub_resource type=\"TileSet\" id=\"t\"]\n",
				"[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = "+
					"PackedByteArray(\"AAAAAAAAAAAAAAAAAAA=\")\ntile_set = SubResource(\"t\")\n"), 0, importers.Note,
			"left out 1 cell without a tile (no source 0",
		},
		{
			"tiles without a set", sceneOf("",
				"[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = "+
					"PackedByteArray(\"AAAAAAAAAAAAAAAAAAA=\")\n"), 0, importers.Note,
			"left out 1 cell without a tile set",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := imported(tt.data, fstest.MapFS{
				"project.godot": {}, "bin.scn": {Data: []byte("RSRC\x00\x01")}, "model.glb": {Data: []byte("glTF")},
				"bad.tscn": {Data: []byte(head + "x")},
			})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(tt.issue, "area") && len(res.Issues) != 1 {
				t.Errorf("issues are %v, want one", res.Issues)
			}
			if res.Document.Len() != tt.colliders || !hasIssue(res, tt.severity, tt.issue) {
				t.Errorf("%d colliders, want %d; issues %v, want %s: %s", res.Document.Len(), tt.colliders, res.Issues,
					tt.severity, tt.issue)
			}
		})
	}
}

// Values in Godot's notation are parsed.
func TestValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want any
	}{
		{`true`, true},
		{`null`, nil},
		{` -1.5e3 `, -1500.0},
		{`"a\"b\\c\n\t\u00e9\U01f600\'"`, "a\"b\\c\n\t\u00e9\U0001f600'"},
		{`"\ud83d\ude00"`, "\U0001f600"},
		{"\"two\nlines\"", "two\nlines"},
		{`&"name"`, "name"},
		{`StringName("name")`, "name"},
		{`^"../Path"`, nodePath("../Path")},
		{`NodePath("a:b")`, nodePath("a:b")},
		{`Vector2(1, -2)`, call{name: "Vector2", nums: []float64{1, -2}}},
		{`Color( 1 , .5, 0, 1 )`, call{name: "Color", nums: []float64{1, 0.5, 0, 1}}},
		{`PoolVector2Array(1, 2)`, call{name: "PackedVector2Array", nums: []float64{1, 2}}},
		{`PoolIntArray(1)`, call{name: "PackedInt32Array", nums: []float64{1}}},
		{`PackedVector2Array()`, call{name: "PackedVector2Array", nums: []float64{}}},
		{`PackedByteArray(1, 2, 255)`, []byte{1, 2, 255}},
		{`PackedByteArray("AQL/")`, []byte{1, 2, 255}},
		{`PackedStringArray("a", "b")`, call{name: "PackedStringArray", args: []any{"a", "b"}}},
		{`ExtResource("1_a")`, call{name: "ExtResource", args: []any{"1_a"}}},
		{`SubResource( 3 )`, call{name: "SubResource", args: []any{3.0}}},
		{"[1, ; a comment\n \"b\", ]", []any{1.0, "b"}},
		{`Array[int]([1, 2])`, []any{1.0, 2.0}},
		{`Array[ExtResource("1")]([null])`, []any{nil}},
		{`Dictionary[String, int]({"a": 1})`, dictionary{{"a", 1.0}}},
		{
			"{\n\"a\": [Rect2(0, 0, 1, 1)],\n2: {}\n}",
			dictionary{{"a", []any{call{name: "Rect2", nums: []float64{0, 0, 1, 1}}}}, {2.0, dictionary{}}},
		},
		{`Object(InputEventKey,"keycode":32,"x":null)`, call{name: "Object"}},
		{`inf`, math.Inf(1)},
		{`-inf`, math.Inf(-1)},
		{`inf_neg`, math.Inf(-1)},
		{`#ff0000`, "#ff0000"},
		{`#azAZ09_é`, "#azAZ09_é"},
	} {
		got, err := newReader(tt.text, 1).singleValue()
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(call{}, entry{})); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		// Skipping a value stops exactly at its end.
		r := newReader(tt.text+"\nnext", 1)
		if raw, err := r.skip(); err != nil || raw != strings.TrimSpace(tt.text) {
			t.Errorf("%s: skipped %q, %v", tt.text, raw, err)
		}
	}
	for _, tt := range []struct {
		text string
		line int
	}{
		{"", 1},
		{"[1,\n2", 2},
		{"{\"a\"\n1}", 2},
		{"Vector2(1,\n\nx)", 3},
		{"nothing", 0},
		{"1 2", 1},
		{`"a`, 1},
		{`"\u12"`, 1},
		{"PackedByteArray(\"%\")", 1},
		{"1_000", 1},
		{"0x10", 1},
		{strings.Repeat("[", 100), 1},
		{"[" + strings.Repeat("1,", 70_000) + "]", 1},
	} {
		v, err := newReader(tt.text, 1).singleValue()
		var e *syntaxError
		if tt.line == 0 {
			continue
		}
		if !errors.As(err, &e) || e.line != tt.line {
			t.Errorf("%.40s is %v with the error %v, want one in line %d", tt.text, v, err, tt.line)
		}
	}
}

// Layers and masks become categories so that objects that meet in Godot also meet in the level.
func TestLayersBecomeCategories(t *testing.T) {
	t.Parallel()
	area := func(name string, layer, mask int) string {
		return fmt.Sprintf("[node name=%q type=\"Area2D\" parent=\".\"]\ncollision_layer = %d\ncollision_mask = "+
			"%d\n[node name=\"S\" type=\"CollisionShape2D\" parent=%[1]q]\nshape = SubResource(\"s\")\n", name, layer,
			mask)
	}
	res, err := imported(sceneOf("[sub_resource type=\"CircleShape2D\" id=\"s\"]\n",
		strings.NewReplacer(`"Area2D" parent="."]`+"\ncollision_layer = 1\ncollision_mask = 1",
			`"StaticBody2D" parent="."]`,
			"Hero\" type=\"Area2D", "Hero\" type=\"CharacterBody2D").Replace(area("Wall", 1, 1)+area("Hero", 2, 1)+
			area("Sense", 0, 2)+area("Coin", 8, 2)+area("Nobody", 8, 0))),
		fstest.MapFS{"project.godot": {Data: []byte(
			"[layer_names]\n\n2d_physics/layer_1=\"world\"\n2d_physics/layer_2=\"player\"\n2d_navigation/layer_3=\"x\"\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{
		"world", "player", "layer 3", "layer 4",
		"no layer",
	}; !slices.Equal(res.Document.Settings().Categories, want) {
		t.Errorf("categories = %q, want %q", res.Document.Settings().Categories, want)
	}
	got := map[string]string{}
	for c := range res.Document.Colliders() {
		got[c.Name] = fmt.Sprintf("%q %q %v", c.Categories, c.CollidesWith, c.CollidesWith == nil)
	}
	want := map[string]string{
		"Wall":   `[] [] true`, // does not move, so it meets everything whose mask includes it
		"Hero":   `["player"] ["world" "layer 4" "no layer"] false`,
		"Sense":  `["no layer"] ["player"] false`,
		"Coin":   `["layer 4"] ["player"] false`,
		"Nobody": `["layer 4"] [] false`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Layers have different categories, even if one has the name that another gets without a name of its own.
func TestNamesOfLayersThatRepeat(t *testing.T) {
	t.Parallel()
	res, err := imported(bodyOf("CharacterBody2D", "collision_layer = 15", "CircleShape2D", ""),
		fstest.MapFS{"project.godot": {Data: []byte(
			"[layer_names]\n2d_physics/layer_1=\"layer 2\"\n2d_physics/layer_3=\"layer 2\"\n")}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"layer 2", "layer 2 (2)", "layer 2 (3)", "layer 4"}
	if got := res.Document.Settings().Categories; !slices.Equal(got, want) {
		t.Errorf("the categories are %q, want %q", got, want)
	}
}

// Two objects collide in the level if and only if they do in Godot: a moving body collides with objects that have a
// layer in its mask, and an area detects objects that have a layer in the area's mask. Each object has its own layer,
// because colliders of one category cannot be told apart.
func TestLayersMeetAsInGodot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		type object struct {
			name, class string
			layer, mask int
		}
		var list []object
		var b strings.Builder
		n := rapid.IntRange(2, 7).Draw(t, "objects")
		unlayered := rapid.IntRange(-1, n-1).Draw(t, "unlayered")
		for i := range n {
			o := object{
				name: fmt.Sprint("O", i), layer: 1 << i,
				class: rapid.SampledFrom([]string{
					"StaticBody2D", "AnimatableBody2D", "CharacterBody2D", "RigidBody2D",
					"Area2D",
				}).Draw(t, "class"),
				mask: rapid.IntRange(0, 1<<n-1).Draw(t, "mask"),
			}
			if i == unlayered {
				o.layer = 0
			}
			if rapid.IntRange(0, 5).Draw(t, "all") == 0 {
				o.mask = allBits
			}
			list = append(list, o)
			fmt.Fprintf(&b, "[node name=%q type=%q parent=\".\"]\nposition = Vector2(%d, 0)\ncollision_layer = %d\n"+
				"collision_mask = %d\n[node name=\"S\" type=\"CollisionShape2D\" parent=%[1]q]\n"+
				"shape = SubResource(\"s\")\n", o.name, o.class, 100*i, o.layer, o.mask)
		}
		res, err := imported(sceneOf("[sub_resource type=\"CircleShape2D\" id=\"s\"]\n", b.String()), nil)
		if err != nil {
			t.Fatal(err)
		}
		filters := map[string]collision.Filter{}
		for c := range res.Document.Colliders() {
			filter, ok := level.WorldFilter(c.Filter(res.Document.Settings()), n+1)
			if !ok {
				t.Fatal("there are too many categories")
			}
			filters[c.Name] = filter
		}
		isStill := func(o object) bool { return o.class == "StaticBody2D" || o.class == "AnimatableBody2D" }
		detects := func(a, b object) bool { return a.mask&b.layer != 0 && !isStill(a) }
		for i, a := range list {
			for _, b := range list[:i] {
				want := detects(a, b) || detects(b, a)
				switch aIsArea, bIsArea := a.class == "Area2D", b.class == "Area2D"; {
				case isStill(a) && isStill(b):
					continue // neither moves
				case aIsArea && !bIsArea:
					want = detects(a, b)
				case bIsArea && !aIsArea:
					want = detects(b, a)
				}
				if got := filters[a.name].Accepts(filters[b.name]); got != want {
					t.Errorf("%+v and %+v meet: %v, want %v; their filters are %+v and %+v", a, b, got, want,
						filters[a.name], filters[b.name])
				}
			}
		}
	})
}

// Exported shapes are restored if their parts are unchanged in Godot.
func TestUnchangedShapesAreRestored(t *testing.T) {
	t.Parallel()
	const scene = `[gd_scene format=3]
[sub_resource type="ConvexPolygonShape2D" id="a"]
points = PackedVector2Array(0, 0, 20, 0, 20, 10, 0, 10)
[sub_resource type="ConvexPolygonShape2D" id="b"]
points = PackedVector2Array(0, 10, 10, 10, 10, 30, 0, 30)
[node name="Root" type="Node2D"]
[node name="L" type="StaticBody2D" parent="."]
position = Vector2(100, 50)
metadata/fillet_id = "c1"
metadata/fillet_properties = {"hp": 3.0}
metadata/fillet_collider = {"name": "an L", "node": "L", "shape": {"kind": "polygon", "points": PackedVector2Array(0, 0, 20, 0, 20, 10, 10, 10, 10, 30, 0, 30), "rounding": "inset"}}
[node name="Shape1" type="CollisionShape2D" parent="L"]
shape = SubResource("a")
[node name="Shape2" type="CollisionShape2D" parent="L"]
shape = SubResource("b")
`
	shapes, err := level.Shape{
		Kind: level.Polygon, Rounding: level.Inset,
		Points: []level.Vec{{}, {X: 20}, {X: 20, Y: 10}, {X: 10, Y: 10}, {X: 10, Y: 30}, {Y: 30}},
	}.Bake()
	if err != nil || len(shapes.Pieces) != 2 {
		t.Fatalf("%v, %v", shapes, err)
	}
	data := scene
	for i, id := range []string{"a", "b"} {
		var points []string
		for _, v := range shapes.Pieces[i].Vertices() {
			points = append(points, fmt.Sprintf("%g, %g", v.X, v.Y))
		}
		from := strings.Index(data, `id="`+id+`"]`)
		to := from + strings.Index(data[from:], ")")
		from += strings.Index(data[from:], "PackedVector2Array(")
		data = data[:from] + "PackedVector2Array(" + strings.Join(points, ", ") + data[to:]
	}
	for _, tt := range []struct {
		name, was, now string
		want           []string
	}{
		{"as it was", "", "", []string{"an L polygon 6"}},
		{
			"the body moved, turned and renamed", `name="L" type="StaticBody2D" parent="."]` +
				"\nposition = Vector2(100, 50)", `name="M" type="StaticBody2D" parent="."]` + "\nrotation = 1.0",
			[]string{"M polygon 6"},
		},
		{"digits lost", "(100, 50)", "(100.00001, 50)", []string{"an L polygon 6"}},
		{
			"a part moved", "parent=\"L\"]\nshape = SubResource(\"b\")",
			"parent=\"L\"]\nposition = Vector2(0, 1)\nshape = SubResource(\"b\")",
			[]string{"L/Shape1 polygon 4", "L/Shape2 polygon 4"},
		},
		{
			"a part disabled", "shape = SubResource(\"b\")", "shape = SubResource(\"b\")\ndisabled = true",
			[]string{"an L polygon 4"},
		},
		{
			"a part of another shape", "shape = SubResource(\"b\")", "shape = SubResource(\"a\")",
			[]string{"L/Shape1 polygon 4", "L/Shape2 polygon 4"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.ReplaceAll(data, tt.was, tt.now)
			if tt.was == "" {
				changed = data
			}
			if strings.Contains(tt.name, "renamed") {
				changed = strings.ReplaceAll(changed, `parent="L"`, `parent="M"`)
			}
			res, err := imported(changed, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for c := range res.Document.Colliders() {
				got = append(got, fmt.Sprintf("%s %s %d", c.Name, c.Shape.Kind, len(c.Shape.Points)))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q; %v", got, tt.want, res.Issues)
			}
		})
	}
}

// Cells are where Godot's documentation puts them, according to the neighbours on each side of a cell.
func TestCellsOfLayouts(t *testing.T) {
	t.Parallel()
	size := level.Vec{X: 64, Y: 32}
	for _, tt := range []struct {
		shape, layout int
		vertical      bool
		right, below  level.Vec // from cell (0, 0) to (1, 0) and (0, 1)
	}{
		{squareTiles, 0, false, level.Vec{X: 64}, level.Vec{Y: 32}},
		{isometricTiles, 0, false, level.Vec{X: 64}, level.Vec{X: 32, Y: 16}},
		{isometricTiles, 1, false, level.Vec{X: 64}, level.Vec{X: -32, Y: 16}},
		{isometricTiles, 2, false, level.Vec{X: 64}, level.Vec{X: 32, Y: 16}},
		{isometricTiles, 3, false, level.Vec{X: 32, Y: 16}, level.Vec{Y: 32}},
		{isometricTiles, 4, false, level.Vec{X: 32, Y: -16}, level.Vec{X: 32, Y: 16}},
		{isometricTiles, 5, false, level.Vec{X: 32, Y: 16}, level.Vec{X: -32, Y: 16}},
		{isometricTiles, 0, true, level.Vec{X: 32, Y: 16}, level.Vec{Y: 32}},
		{isometricTiles, 1, true, level.Vec{X: 32, Y: -16}, level.Vec{Y: 32}},
		{isometricTiles, 2, true, level.Vec{X: 64}, level.Vec{X: 32, Y: 16}},
		{isometricTiles, 3, true, level.Vec{X: 32, Y: 16}, level.Vec{Y: 32}},
		{isometricTiles, 4, true, level.Vec{X: 32, Y: -16}, level.Vec{X: 32, Y: 16}},
		{isometricTiles, 5, true, level.Vec{X: 32, Y: 16}, level.Vec{X: -32, Y: 16}},
		{hexagonTiles, 0, false, level.Vec{X: 64}, level.Vec{X: 32, Y: 24}},
		{hexagonTiles, 0, true, level.Vec{X: 48, Y: 16}, level.Vec{Y: 32}},
		{halfOffsetTiles, 0, false, level.Vec{X: 64}, level.Vec{X: 32, Y: 32}},
	} {
		s := &tileSet{shape: tt.shape, layout: tt.layout, vertical: tt.vertical, size: size}
		at := s.center(0, 0)
		if r, b := s.center(1, 0).Sub(at), s.center(0, 1).Sub(at); r != tt.right || b != tt.below {
			t.Errorf("shape %d, layout %d, vertical %v: right is %v, below %v; want %v, %v", tt.shape, tt.layout,
				tt.vertical, r, b, tt.right, tt.below)
		}
	}
}

// The flip bits of tile numbers flip shapes, here a ramp that fills the lower right half of its cell.
func TestFlippedTiles(t *testing.T) {
	t.Parallel()
	for flags, want := range map[int][4]bool{ // top, right, bottom, left of the cell
		0:                         {false, true, true, false},
		flipH:                     {false, false, true, true},
		flipV:                     {true, true, false, false},
		flipH | flipV:             {true, false, false, true},
		transpose:                 {false, true, true, false},
		transpose | flipH:         {false, false, true, true},
		transpose | flipV:         {true, true, false, false},
		transpose | flipH | flipV: {true, false, false, true},
	} {
		points := turned([]level.Vec{{X: 8, Y: -8}, {X: 8, Y: 8}, {X: -8, Y: 8}}, uint16(flags))
		b, err := level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}.Bake()
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range [4]level.Vec{{Y: -7}, {X: 7}, {Y: 7}, {X: -7}} {
			if got := b.Pieces[0].Contains(collision.Identity(), at); got != want[i] {
				t.Errorf("flags %x: the cell is solid at %v: %v, want %v", flags, at, got, want[i])
			}
		}
	}
}

// A mapping rule overrides the scene, and the tiles of a layer that a rule names become cells.
func TestRules(t *testing.T) {
	t.Parallel()
	m := &importers.Mapping{
		Entities: []importers.EntityRule{
			{Name: "coin", Effect: importers.Effect{Ignore: true}},
			{Name: "Hero", Body: level.Dynamic, Effect: importers.Effect{Categories: []string{"heroes"}}},
			{Name: "AnimatableBody2D", Effect: importers.Effect{Role: level.Trigger}},
		},
	}
	res := readSample(t, "all.tscn", importers.Options{Mapping: m})
	for c := range res.Document.Colliders() {
		switch c.Name {
		case "Coin", "Coin2":
			t.Errorf("%s was imported", c.Name)
		case "Hero":
			if c.Body != level.Dynamic || !slices.Equal(c.Categories, []string{"heroes"}) {
				t.Errorf("the hero is %v in %q", c.Body, c.Categories)
			}
		case "Door":
			if c.Role != level.Trigger || c.Body != level.Kinematic {
				t.Errorf("the door is %v, %v", c.Role, c.Body)
			}
		}
	}
	m = &importers.Mapping{Rules: []importers.Rule{{
		Layer: "Ground", Name: "4:0",
		Effect: importers.Effect{Role: level.Trigger},
	}, {
		Layer: "Ground", Name: "ramp", Slope: "45 floor right",
		Merge: "hill",
	}}}
	res = readSample(t, "tiles.tscn", importers.Options{Mapping: m})
	n := map[string]int{}
	for c := range res.Document.Colliders() {
		if c.Source.Layer == "Ground" && c.Source.ID == "" {
			n[c.Name+" "+c.Role.String()]++
		}
	}
	if want := map[string]int{
		"4:0 trigger": 1, "Ground solid": 2, "Ground one-way": 3, "Ground 2 solid": 1,
		"hill solid": 3,
	}; !maps.Equal(n, want) {
		t.Errorf("cells by name: %v, want %v", n, want)
	}
}

// The cost of scattered tiles depends only on their number.
func TestScatteredTiles(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 400 {
		x, y := uint16(i*97*3), uint16(i*61*5)
		fmt.Fprintf(&list, ", %d, %d, %d, %d, 0, 0, 0, 0, 0, 0, 0, 0", x&255, x>>8, y&255, y>>8)
	}
	scene := sceneOf(`[sub_resource type="TileSetAtlasSource" id="a"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
[sub_resource type="TileSet" id="t"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("a")
`, "[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(0, 0"+list.String()+")\ntile_set = SubResource(\"t\")\n")
	res, err := imported(scene, nil)
	if err != nil || res.Document.Len() != 400 {
		t.Fatalf("%v, %v", res, err)
	}
}

// Tiles whose outlines repeat points, cross themselves or narrowly miss their neighbours merge like all others. A
// repaired outline is reported once, however many cells have it.
func TestRepairedTilesMerge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, points, issue string
		area                float64
	}{
		{
			"a point that repeats another", "-8, -8, 8, -8, 8, 8, -8, 8, -8, -8",
			"tile 0:0: one of its 5 points repeats another (in 4 cells)", 4 * 256,
		},
		{
			"an outline that crosses itself", "-8, -8, 8, -8, 8, 8, -8, 8, -8, -8, 8, -8, 4, 0",
			"tile 0:0: its outline crosses or touches itself; it became the area that it encloses (in 4 cells)",
			4 * 256,
		},
		{"six digits", "-8, -8, 7.9999, -8, 7.99995, 8, -8, 8.00004", "", 4 * 256},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var list strings.Builder
			for x := range 4 {
				fmt.Fprintf(&list, ", %d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0", x)
			}
			res, err := imported(sceneOf(`[sub_resource type="TileSetAtlasSource" id="a"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(`+tt.points+`)
[sub_resource type="TileSet" id="t"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("a")
`, "[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(0, 0"+list.String()+")\ntile_set = SubResource(\"t\")\n"), nil)
			if err != nil {
				t.Fatal(err)
			}
			area := 0.0
			for c := range res.Document.Colliders() {
				area += res.Document.Baked(c.ID).Mass().Area
			}
			if res.Document.Len() != 1 || math.Abs(area-tt.area) > 1e-6 {
				t.Errorf("%d colliders of %g px², want one of %g", res.Document.Len(), area, tt.area)
			}
			if tt.issue == "" && len(res.Issues) > 0 || tt.issue != "" &&
				(len(res.Issues) != 1 || !hasIssue(res, importers.Note, tt.issue)) {
				t.Errorf("issues are %v, want only: %s", res.Issues, tt.issue)
			}
		})
	}
}

func FuzzImport(f *testing.F) {
	for _, name := range slices.Concat(sampleFiles, savedFiles) {
		data, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(bodyOf("RigidBody2D", "mass = 3.0\nscale = Vector2(1, -2)", "CapsuleShape2D", "radius = 4.0\n")))
	f.Add([]byte(animatedScene(ride, plays)))
	files := os.DirFS(samples)
	m := &importers.Mapping{Rules: []importers.Rule{{Layer: "Ground", Effect: importers.Effect{Radius: 2}}}}
	f.Add([]byte(`[gd_scene load_steps=2 format=3]

[sub_resource type="CircleShape2D" id="1"]
radius = 4.0

[node name="Cave" type="Node2D"]

[node name="Hammer" type="RigidBody2D" parent="."]
mass = 2.0
metadata/fillet_body = {"id": "g1", "name": "hammer"}

[node name="Shape1" type="CollisionShape2D" parent="Hammer" groups=["x"]]
shape = SubResource("1")
metadata/fillet_id = "c1"
metadata/fillet_collider = {"name": "head", "node": "Shape1", "friction": 0.5, "at": Vector2(4, 5), "turn": 0.5}

[node name="Shape2" type="CollisionShape2D" parent="Hammer"]
shape = SubResource("1")
metadata/fillet_id = "c2"
metadata/fillet_collider = {"shape": {"kind": "capsule", "points": PackedVector2Array(0, 0, 1, 1), "radius": 4.0}, "path": {"points": PackedVector2Array(0, 0, 1, 1), "time": 2.0}}

[node name="Ball" type="RigidBody2D" parent="."]

[node name="Shape" type="CollisionShape2D" parent="Ball"]
shape = SubResource("1")

[node name="Pin" type="PinJoint2D" parent="."]
node_a = NodePath("../Hammer")
node_b = NodePath("../Ball")
metadata/fillet_joint = {"id": "j1", "name": "p", "node": "Pin", "torque": 1.0, "at_b": Vector2(1, 2)}

[node name="Spring" type="DampedSpringJoint2D" parent="."]
node_a = NodePath("../Hammer")
node_b = NodePath("../Ball")
length = 60.0
`))
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.FuzzImporter(t, New(), func() *importers.Source {
			return importers.NewSource("m.tscn", data, files)
		}, importers.Options{Mapping: m, Pictures: true})
	})
}

// Properties that many instances share are read once, and a child among many is found without a search, so allocations
// only grow with the file.
func TestManyInstancesAreCheap(t *testing.T) {
	var frames strings.Builder
	for range 2000 {
		frames.WriteString(`{"duration": 1.0, "texture": null}, `)
	}
	files := fstest.MapFS{
		"project.godot": {},
		"thing.tscn": {Data: []byte(head +
			"[sub_resource type=\"SpriteFrames\" id=\"f\"]\nanimations = [{\"frames\": [" + frames.String() +
			"], \"name\": &\"default\"}]\n" +
			"[node name=\"Thing\" type=\"AnimatedSprite2D\"]\nsprite_frames = SubResource(\"f\")\n")},
	}
	allocated := func(n int) uint64 {
		var b strings.Builder
		b.WriteString(head + "[ext_resource type=\"PackedScene\" path=\"res://thing.tscn\" id=\"1\"]\n[node " +
			"name=\"R\" type=\"Node2D\"]\n")
		for i := range n {
			fmt.Fprintf(&b, "[node name=\"T%d\" parent=\".\" instance=ExtResource(\"1\")]\n", i)
		}
		return testkit.AllocatedBytes(func() {
			if _, err := New().Import(context.Background(), importers.NewSource("m.tscn", []byte(b.String()), files),
				importers.Options{Pictures: true}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := allocated(10), allocated(1010); many-few > 8<<20 {
		t.Errorf("a thousand more instances take %d more bytes", many-few)
	}
}

// plainTiles is a set of tiles without physics.
const plainTiles = `
[sub_resource type="TileSetAtlasSource" id="T1"]
texture_region_size = Vector2i(16, 16)
0:0/0 = 0
[sub_resource type="TileSet" id="TS"]
sources/0 = SubResource("T1")`

// wallTiles is a layer of five such tiles in a row.
const wallTiles = `
[node name="Walls" type="TileMapLayer" parent="."]
tile_set = SubResource("TS")
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAACAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAA=")`

// A scene whose tiles have no physics is empty and names the rule that would import its walls.
func TestTilesWithoutPhysicsAreOffered(t *testing.T) {
	t.Parallel()
	res, err := imported(sceneOf(plainTiles, wallTiles), nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.Offer == nil || res.Offer.Cells != 5 || res.Offer.Rule.Layer != "Walls" {
		t.Errorf("offered: %+v", res.Offer)
	}
	if !hasIssue(res, importers.Warning, "nothing in it is solid") {
		t.Errorf("issues are %v", res.Issues)
	}
}

// A rule applies to tiles without physics if it names their layer. A rule without conditions applies to cells only, not
// to tiles.
func TestRulesTakeTilesWithoutPhysics(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string]int{
		"rules:\n  - {layer: Walls}\n":                                  1,
		"rules:\n  - {ignore: true}\n  - {layer: Walls}\n":              1,
		"rules:\n  - {ignore: true}\n":                                  0,
		"rules:\n  - {layer: Walls, ignore: true}\n  - {role: solid}\n": 0,
	} {
		m, err := importers.ReadMapping(strings.NewReader(rules), "m.yaml")
		if err != nil {
			t.Fatal(err)
		}
		src := importers.NewSource("m.tscn", []byte(sceneOf(plainTiles, wallTiles)), nil)
		res, err := New().Import(t.Context(), src, importers.Options{Mapping: m})
		if err != nil {
			t.Fatal(err)
		}
		if n := res.Document.Len(); n != want {
			t.Errorf("%s: %d colliders, want %d", rules, n, want)
		}
	}
}

// solidTiles is a set with a tile that fills its cell, and a tile that is a scene with an area.
const solidTiles = `
[ext_resource type="PackedScene" path="res://coin.tscn" id="1"]
[sub_resource type="TileSetAtlasSource" id="T1"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
[sub_resource type="TileSetScenesCollectionSource" id="T2"]
scenes/1/scene = ExtResource("1")
[sub_resource type="TileSet" id="TS"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("T1")
sources/1 = SubResource("T2")
`

var coinFile = fstest.MapFS{"project.godot": {}, "coin.tscn": {Data: []byte(bodyOf("Area2D", "", "CircleShape2D", ""))}}

// A TileMap has all its layers, also behind a layer without properties, because Godot 4.3 and later save no defaults,
// and with one name.
func TestLayersOfATileMap(t *testing.T) {
	t.Parallel()
	res, err := imported(sceneOf(solidTiles, `
[node name="Map" type="TileMap" parent="."]
tile_set = SubResource("TS")
layer_0/name = "Ground"
layer_0/tile_data = PackedInt32Array(0, 0, 0)
layer_1/name = "Ground"
layer_1/tile_data = PackedInt32Array(2, 0, 0)
layer_3/tile_data = PackedInt32Array(5, 0, 0)
`), coinFile)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range res.Document.Layers() {
		for _, c := range res.Document.InLayer(l.ID) {
			got = append(got, fmt.Sprint(l.Name, " ", c.Position))
		}
	}
	want := []string{"Map/Ground (0, 0)", "Map/Ground (2) (32, 0)", "Map/layer 3 (80, 0)"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A rule for the cells of one physics layer loses no shapes of that layer that are not cells.
func TestRuleForOnePhysicsLayer(t *testing.T) {
	t.Parallel()
	m, err := importers.ReadMapping(strings.NewReader("rules:\n  - {name: Map 2}\n"), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	src := importers.NewSource("m.tscn", []byte(sceneOf(`
[sub_resource type="TileSetAtlasSource" id="T1"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, 8, -8, 8)
0:0/0/physics_layer_1/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8)
[sub_resource type="TileSet" id="TS"]
physics_layer_0/collision_layer = 1
physics_layer_1/collision_layer = 2
sources/0 = SubResource("T1")
`, `
[node name="Map" type="TileMap" parent="."]
tile_set = SubResource("TS")
layer_0/tile_data = PackedInt32Array(0, 0, 0)
`)), nil)
	res, err := New().Import(t.Context(), src, importers.Options{Mapping: m})
	if err != nil {
		t.Fatal(err)
	}
	if n := res.Document.Len(); n != 2 {
		t.Errorf("%d colliders, want one on each physics layer", n)
	}
}

// A layer of tiles without collisions keeps its pictures, and the scenes in its cells keep their shapes.
func TestTilesWithoutCollisions(t *testing.T) {
	t.Parallel()
	res, err := imported(sceneOf(solidTiles, `
[node name="Coins" type="TileMapLayer" parent="."]
collision_enabled = false
tile_set = SubResource("TS")
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAACAAAAAQAAAAAAAQA=")
`), coinFile)
	if err != nil {
		t.Fatal(err)
	}
	for c := range res.Document.Colliders() {
		if c.Role != level.Trigger || c.Position != (level.Vec{X: 40, Y: 8}) {
			t.Errorf("a %v at %v", c.Role, c.Position)
		}
	}
	if n := res.Document.Len(); n != 1 {
		t.Errorf("%d colliders, want the coin", n)
	}
}

// A level's frame has the largest size that it can have if its shapes are farther apart.
func TestBodiesFarApart(t *testing.T) {
	t.Parallel()
	res, err := imported(bodyOf("StaticBody2D", "position = Vector2(-9e6, 9e6)", "CircleShape2D", "")+
		"[node name=\"Far\" type=\"Marker2D\" parent=\".\"]\nposition = Vector2(9e6, 0)\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Document.Settings().Size; res.Document.Len() != 2 || got.X != level.MaxCoordinate {
		t.Errorf("%d colliders in a frame of %v", res.Document.Len(), got)
	}
}
