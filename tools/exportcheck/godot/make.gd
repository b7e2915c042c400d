# Creates the scenes in importers/godot/testdata/samples/saved and prints each as Godot saves it, as a line of JSON:
#
#	node godot.cjs ../../importers/godot/testdata/samples/saved godot/make.gd
#
# Afterwards, the tile layers of two scenes were given physics_quadrant_size = 1: Godot 4.6 merges the shapes of a
# quadrant, and loses the common area of a mirrored shape and one that is not.
extends Node2D
var root: Node2D

func add(node: Node, to: Node, called: String) -> Node:
	node.name = called
	to.add_child(node)
	node.owner = root
	return node

func shape(to: Node, s: Shape2D, called := "Shape") -> CollisionShape2D:
	var c := CollisionShape2D.new()
	c.shape = s
	add(c, to, called)
	return c

func rect(w: float, h: float) -> RectangleShape2D:
	var s := RectangleShape2D.new(); s.size = Vector2(w, h); return s

func circle(r: float) -> CircleShape2D:
	var s := CircleShape2D.new(); s.radius = r; return s

func capsule(r: float, h: float) -> CapsuleShape2D:
	var s := CapsuleShape2D.new(); s.radius = r; s.height = h; return s

func convex(points: Array) -> ConvexPolygonShape2D:
	var s := ConvexPolygonShape2D.new(); s.points = PackedVector2Array(points); return s

func save(file: String) -> void:
	var p := PackedScene.new()
	if p.pack(root) != OK: push_error("pack")
	ResourceSaver.save(p, "user://x.tscn")
	print("FILLET " + JSON.stringify({"file": file, "text": FileAccess.get_file_as_string("user://x.tscn")}))

func begin(called: String) -> void:
	root = Node2D.new(); root.name = called

func _ready() -> void:
	bodies()
	tiles("squares", TileSet.TILE_SHAPE_SQUARE, TileSet.TILE_LAYOUT_STACKED, TileSet.TILE_OFFSET_AXIS_HORIZONTAL, Vector2i(16, 16))
	tiles("diamonds", TileSet.TILE_SHAPE_ISOMETRIC, TileSet.TILE_LAYOUT_DIAMOND_DOWN, TileSet.TILE_OFFSET_AXIS_HORIZONTAL, Vector2i(32, 16))
	tiles("half_cells", TileSet.TILE_SHAPE_HALF_OFFSET_SQUARE, TileSet.TILE_LAYOUT_STACKED_OFFSET, TileSet.TILE_OFFSET_AXIS_VERTICAL, Vector2i(16, 16))
	tiles("hexagons", TileSet.TILE_SHAPE_HEXAGON, TileSet.TILE_LAYOUT_STAIRS_RIGHT, TileSet.TILE_OFFSET_AXIS_HORIZONTAL, Vector2i(24, 20))
	get_tree().quit()

func bodies() -> void:
	begin("Bodies")
	var ground := add(Node2D.new(), root, "Ground") as Node2D
	ground.position = Vector2(40, 30); ground.rotation = 0.2; ground.scale = Vector2(1.5, 0.75)
	var floor_ := add(StaticBody2D.new(), ground, "Floor") as StaticBody2D
	floor_.position = Vector2(60, 90)
	floor_.add_to_group("stone", true)
	shape(floor_, rect(120, 20))
	var bump := shape(floor_, circle(14), "Bump"); bump.position = Vector2(30, -12)
	var pill := shape(floor_, capsule(6, 40), "Pill"); pill.position = Vector2(-30, -20); pill.rotation = 1.1
	var off := shape(floor_, rect(300, 300), "Off"); off.disabled = true
	var skewed := add(StaticBody2D.new(), root, "Skewed") as StaticBody2D
	skewed.position = Vector2(260, 60); skewed.skew = 0.4; skewed.rotation = -0.3
	shape(skewed, rect(50, 30))
	var pill2 := shape(skewed, capsule(8, 40), "Pill"); pill2.position = Vector2(10, 50)
	var mirror := add(Node2D.new(), root, "Mirror") as Node2D
	mirror.position = Vector2(380, 80); mirror.scale = Vector2(-1, 1); mirror.rotation = 0.5
	var wedge := add(StaticBody2D.new(), mirror, "Wedge") as StaticBody2D
	shape(wedge, convex([Vector2(0, 0), Vector2(50, 10), Vector2(20, 45)]))
	var ledge := shape(wedge, rect(40, 8), "Ledge"); ledge.position = Vector2(0, -40); ledge.one_way_collision = true; ledge.rotation = 0.3
	var poly := add(StaticBody2D.new(), root, "Concave") as StaticBody2D
	poly.position = Vector2(40, 200)
	var cp := CollisionPolygon2D.new()
	cp.polygon = PackedVector2Array([Vector2(0, 0), Vector2(90, 0), Vector2(90, 60), Vector2(60, 60), Vector2(60, 25), Vector2(30, 25), Vector2(30, 60), Vector2(0, 60)])
	add(cp, poly, "Polygon")
	var seg := add(StaticBody2D.new(), root, "Outline") as StaticBody2D
	seg.position = Vector2(500, 200)
	var cs := CollisionPolygon2D.new(); cs.build_mode = CollisionPolygon2D.BUILD_SEGMENTS
	cs.polygon = PackedVector2Array([Vector2(0, 0), Vector2(50, 5), Vector2(20, 40)])
	add(cs, seg, "Polygon")
	var water := add(Area2D.new(), root, "Water") as Area2D
	water.position = Vector2(200, 230); water.collision_layer = 4; water.collision_mask = 2; water.gravity_space_override = Area2D.SPACE_OVERRIDE_REPLACE; water.gravity = 100
	shape(water, rect(90, 50))
	var crate := add(RigidBody2D.new(), root, "Crate") as RigidBody2D
	crate.position = Vector2(300, 160); crate.rotation = 0.7; crate.mass = 3.5; crate.gravity_scale = 0.5
	var mat := PhysicsMaterial.new(); mat.friction = 0.3; mat.bounce = 0.6; crate.physics_material_override = mat
	shape(crate, rect(30, 30)); crate.set_meta("loot", 12)
	var lift := add(AnimatableBody2D.new(), root, "Lift") as AnimatableBody2D
	lift.position = Vector2(420, 250); lift.collision_layer = 3
	shape(lift, capsule(10, 60)).rotation = PI / 2
	var hero := add(CharacterBody2D.new(), root, "Hero") as CharacterBody2D
	hero.position = Vector2(350, 260); hero.scale = Vector2(2, 2)
	shape(hero, capsule(7, 24))
	var top := add(StaticBody2D.new(), ground, "TopLevel") as StaticBody2D
	top.top_level = true; top.position = Vector2(560, 60); top.rotation = 0.4
	shape(top, rect(40, 20))
	var hidden := add(StaticBody2D.new(), root, "Hidden") as StaticBody2D
	hidden.visible = false; hidden.position = Vector2(560, 130)
	shape(hidden, circle(18))
	var spawn := add(Marker2D.new(), root, "Spawn") as Marker2D
	spawn.position = Vector2(20, 20)
	save("bodies")
	root.free()

func tiles(called: String, form: int, layout: int, axis: int, size: Vector2i) -> void:
	begin(called.capitalize())
	var set := TileSet.new()
	set.tile_shape = form; set.tile_layout = layout; set.tile_offset_axis = axis; set.tile_size = size
	set.add_physics_layer(); set.add_physics_layer()
	set.set_physics_layer_collision_layer(1, 2)
	var texture := PlaceholderTexture2D.new(); texture.size = Vector2(size.x * 4, size.y * 4)
	var source := TileSetAtlasSource.new()
	source.texture = texture; source.texture_region_size = size
	set.add_source(source, 3)
	var w := size.x / 2.0
	var h := size.y / 2.0
	for i in 5:
		source.create_tile(Vector2i(i % 4, i / 4))
	var data := func(i: int, alternative := 0) -> TileData: return source.get_tile_data(Vector2i(i % 4, i / 4), alternative)
	var outline := [Vector2(-w, -h), Vector2(w, -h), Vector2(w, h), Vector2(-w, h)]
	if form == TileSet.TILE_SHAPE_ISOMETRIC: outline = [Vector2(0, -h), Vector2(w, 0), Vector2(0, h), Vector2(-w, 0)]
	if form == TileSet.TILE_SHAPE_HEXAGON: outline = [Vector2(0, -h), Vector2(w, -h / 2), Vector2(w, h / 2), Vector2(0, h), Vector2(-w, h / 2), Vector2(-w, -h / 2)]
	var put := func(d: TileData, layer: int, points: Array, one_way := false) -> void:
		var n := d.get_collision_polygons_count(layer)
		d.add_collision_polygon(layer)
		d.set_collision_polygon_points(layer, n, PackedVector2Array(points))
		d.set_collision_polygon_one_way(layer, n, one_way)
	put.call(data.call(0), 0, outline)
	put.call(data.call(1), 0, [Vector2(-w, h), Vector2(w, -h), Vector2(w, h)]) # a slope
	put.call(data.call(2), 0, [Vector2(-w, -h), Vector2(w, -h), Vector2(w, -h / 2), Vector2(-w, -h / 2)], true) # a ledge
	put.call(data.call(3), 0, [Vector2(-w, 0), Vector2(0, 0), Vector2(0, h), Vector2(-w, h)])
	put.call(data.call(3), 1, [Vector2(0, -h), Vector2(w, -h), Vector2(w, 0), Vector2(0, 0)])
	put.call(data.call(4), 0, [Vector2(-w, -h), Vector2(w, -h), Vector2(w, -h / 2), Vector2(0, -h / 2), Vector2(0, h), Vector2(-w, h)]) # an L
	var alternative := source.create_alternative_tile(Vector2i(1, 0))
	put.call(data.call(1, alternative), 0, [Vector2(-w, -h), Vector2(w, 0), Vector2(-w, h)])
	data.call(1, alternative).flip_h = true
	var second := TileSetAtlasSource.new() # of larger tiles
	second.texture = texture; second.texture_region_size = size * 2
	set.add_source(second, 7)
	second.create_tile(Vector2i(0, 0))
	var big := second.get_tile_data(Vector2i(0, 0), 0)
	big.texture_origin = Vector2i(0, 4)
	put.call(big, 0, [Vector2(-w * 2, 0), Vector2(0, -h * 2), Vector2(w * 2, 0), Vector2(0, h * 2)])
	var map := TileMapLayer.new(); map.tile_set = set
	add(map, root, "Walls")
	for x in 6:
		map.set_cell(Vector2i(x, 5), 3, Vector2i(0, 0))
	map.set_cell(Vector2i(-1, 4), 3, Vector2i(0, 0))
	map.set_cell(Vector2i(-2, -1), 3, Vector2i(0, 1))
	for i in 8: # a slope in all eight orientations
		var bits := (TileSetAtlasSource.TRANSFORM_FLIP_H if i & 1 else 0) | (TileSetAtlasSource.TRANSFORM_FLIP_V if i & 2 else 0) | (TileSetAtlasSource.TRANSFORM_TRANSPOSE if i & 4 else 0)
		map.set_cell(Vector2i(2 * (i % 4), 2 * (i / 4)), 3, Vector2i(1, 0), bits)
		map.set_cell(Vector2i(2 * (i % 4) + 1, 2 * (i / 4) + 1), 3, Vector2i(0, 1), bits)
	map.set_cell(Vector2i(8, 0), 3, Vector2i(1, 0), alternative)
	map.set_cell(Vector2i(8, 1), 3, Vector2i(1, 0), alternative | TileSetAtlasSource.TRANSFORM_FLIP_V)
	map.set_cell(Vector2i(9, 2), 3, Vector2i(2, 0))
	map.set_cell(Vector2i(10, 2), 3, Vector2i(2, 0))
	map.set_cell(Vector2i(9, 4), 3, Vector2i(3, 0))
	map.set_cell(Vector2i(10, 5), 3, Vector2i(3, 0), TileSetAtlasSource.TRANSFORM_FLIP_H)
	map.set_cell(Vector2i(12, 3), 7, Vector2i(0, 0))
	var turned := TileMapLayer.new(); turned.tile_set = set
	turned.position = Vector2(40, 200); turned.rotation = 0.5; turned.scale = Vector2(1.25, 1.25)
	add(turned, root, "Turned")
	for x in 3:
		turned.set_cell(Vector2i(x, 0), 3, Vector2i(0, 0))
	turned.set_cell(Vector2i(0, -1), 3, Vector2i(1, 0))
	turned.set_cell(Vector2i(2, 1), 3, Vector2i(0, 1), TileSetAtlasSource.TRANSFORM_TRANSPOSE)
	var without := TileMapLayer.new(); without.tile_set = set; without.collision_enabled = false
	add(without, root, "Scenery")
	without.set_cell(Vector2i(0, 12), 3, Vector2i(0, 0))
	save(called)
	root.free()
