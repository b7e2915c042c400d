package godot_test

import (
	"context"
	"fmt"

	"fillet/importers"
	"fillet/importers/godot"
)

func Example() {
	const scene = `[gd_scene format=3]

[sub_resource type="CapsuleShape2D" id="1"]
radius = 4.0
height = 24.0

[node name="Cave" type="Node2D"]

[node name="Pillar" type="StaticBody2D" parent="."]
position = Vector2(12, 12)

[node name="CollisionShape2D" type="CollisionShape2D" parent="Pillar"]
shape = SubResource("1")

[node name="Exit" type="Area2D" parent="."]

[node name="CollisionPolygon2D" type="CollisionPolygon2D" parent="Exit"]
polygon = PackedVector2Array(32, 0, 48, 0, 40, 24)
`
	src := importers.NewSource("cave.tscn", []byte(scene), nil)
	res, err := godot.New().Import(context.Background(), src, importers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range res.Document.Colliders() {
		fmt.Println(c.Name, c.Role, c.Shape.Kind, c.Position, c.Shape.Radius)
	}
	// Output:
	// Pillar solid capsule (12, 12) 4
	// Exit trigger polygon (0, 0) 0
}
