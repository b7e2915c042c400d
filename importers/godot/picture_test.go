package godot

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

// Sprites and tiles are where Godot draws them, from back to front.
func TestPictures(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 64, 32))); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"project.godot": {}, "art/sheet.png": {Data: b.Bytes()}}
	const resources = `[ext_resource type="Texture2D" path="res://art/sheet.png" id="sheet"]
[ext_resource type="Texture2D" path="res://art/none.png" id="none"]
[sub_resource type="AtlasTexture" id="part"]
atlas = ExtResource("sheet")
region = Rect2(16, 0, 16, 32)
[sub_resource type="AtlasTexture" id="whole"]
atlas = SubResource("part")
[sub_resource type="AtlasTexture" id="endless"]
atlas = ExtResource("sheet")
region = Rect2(inf, 0, 16, 32)
[sub_resource type="SpriteFrames" id="frames"]
animations = [{
"frames": [{
"duration": 1.0,
"texture": SubResource("part")
}],
"loop": true,
"name": &"default",
"speed": 5.0
}]
[sub_resource type="TileSetAtlasSource" id="atlas"]
texture = ExtResource("sheet")
margins = Vector2i(1, 2)
separation = Vector2i(2, 0)
texture_region_size = Vector2i(8, 16)
1:0/0 = 0
1:0/0/texture_origin = Vector2i(0, 4)
[sub_resource type="TileSet" id="tiles"]
sources/0 = SubResource("atlas")
`
	node := func(name, class, properties string) string {
		return fmt.Sprintf("[node name=%q type=%q parent=\".\"]\n%s\n", name, class, properties)
	}
	for _, tt := range []struct{ name, nodes, want string }{
		{
			"a sprite", node("S", "Sprite2D", "position = Vector2(100, 50)\ntexture = ExtResource(\"sheet\")"),
			"0,0 64x32 at (68, 34) along (64, 0), (0, 32) 1",
		},
		{
			"one that is not centered", node("S", "Sprite2D",
				"texture = ExtResource(\"sheet\")\ncentered = false\noffset = Vector2(1, 2)"),
			"0,0 64x32 at (1, 2) along (64, 0), (0, 32) 1",
		},
		{
			"a frame", node("S", "Sprite2D",
				"texture = ExtResource(\"sheet\")\nhframes = 4\nvframes = 2\nframe = 6\ncentered = false"),
			"32,16 16x16 at (0, 0) along (16, 0), (0, 16) 1",
		},
		{
			"a region, mirrored", node("S", "Sprite2D",
				"texture = ExtResource(\"sheet\")\nregion_enabled = true\nregion_rect = Rect2(8, 8, 16, 8)\nflip_h = true"),
			"8,8 16x8 at (8, -4) along (-16, 0), (0, 8) 1",
		},
		{
			"a part of an atlas, turned", node("S", "Sprite2D", "texture = SubResource(\"part\")\nrotation = 1.5708"),
			"16,0 16x32 at (16, -8) along (0, 16), (-32, 0) 1",
		},
		{
			"an atlas without a region", node("S", "Sprite2D", "texture = SubResource(\"whole\")"),
			"16,0 16x32 at (-8, -16) along (16, 0), (0, 32) 1",
		},
		{
			"a region that is none", node("S", "Sprite2D", "texture = SubResource(\"endless\")"),
			"0,0 64x32 at (-32, -16) along (64, 0), (0, 32) 1",
		},
		{
			"one that fades", node("S", "Sprite2D",
				"texture = SubResource(\"part\")\nmodulate = Color(1, 1, 1, 0.5)\nself_modulate = Color(1, 0, 0, 0.5)"),
			"16,0 16x32 at (-8, -16) along (16, 0), (0, 32) 0.25",
		},
		{
			"an animation", node("S", "AnimatedSprite2D", "sprite_frames = SubResource(\"frames\")"),
			"16,0 16x32 at (-8, -16) along (16, 0), (0, 32) 1",
		},
		{"hidden ones", node("S", "Node2D", "visible = false") + `[node name="T" type="Sprite2D" parent="S"]` +
			"\ntexture = SubResource(\"part\")\n" + node("H", "CanvasLayer", "") +
			`[node name="T" type="Sprite2D" parent="H"]` + "\ntexture = SubResource(\"part\")\n", ""},
		{
			"an order", node("A", "Sprite2D", "texture = SubResource(\"part\")\nz_index = 2") + node("B", "Sprite2D",
				"texture = ExtResource(\"sheet\")"),
			"0,0 64x32 at (-32, -16) along (64, 0), (0, 32) 1\n16,0 16x32 at (-8, -16) along (16, 0), (0, 32) 1",
		},
		{"tiles", node("T", "TileMapLayer",
			"tile_set = SubResource(\"tiles\")\ntile_map_data = PackedByteArray(0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, "+
				"0, 0, 16)"), "11,2 8x16 at (44, -4) along (-8, 0), (0, 16) 1"},
		{"tiles without collisions", node("T", "TileMapLayer", "collision_enabled = false\n"+
			"tile_set = SubResource(\"tiles\")\ntile_map_data = PackedByteArray(0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, "+
			"0, 0, 0)"), "11,2 8x16 at (36, -4) along (8, 0), (0, 16) 1"},
		{"a turned tile", node("T", "TileMapLayer",
			"tile_set = SubResource(\"tiles\")\ntile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, "+
				"0, 0, 64)"), "11,2 8x16 at (0, 0) along (0, 8), (16, 0) 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := importers.NewSource("m.tscn", []byte(sceneOf(resources, tt.nodes)), files)
			res, err := New().Import(context.Background(), src, importers.Options{Pictures: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range res.Pictures {
				got = append(got, fmt.Sprintf("%d,%d %dx%d at %v along %v, %v %v", p.X, p.Y, p.W, p.H, p.At, p.U, p.V,
					p.Alpha))
			}
			if d := cmp.Diff(tt.want, strings.Join(got, "\n")); d != "" {
				t.Errorf("(-want +got):\n%s\n%v", d, res.Issues)
			}
		})
	}
	res, err := New().Import(context.Background(), importers.NewSource("m.tscn",
		[]byte(sceneOf(resources, node("S", "Sprite2D", "texture = ExtResource(\"none\")"))), files),
		importers.Options{Pictures: true})
	if err != nil || !hasIssue(res, importers.Warning, "none.png") {
		t.Errorf("a missing picture: %v, %v", res, err)
	}
}
