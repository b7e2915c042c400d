# Loads the scenes that scenes.json names and prints a line of JSON for each: its collision objects with their shapes,
# the overlapping pairs, the scene as the engine saves it, the objects at the points of a grid, and the positions of
# bodies after two seconds.
extends Node2D

func _ready() -> void:
	var scenes: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://scenes.json"))
	for file: String in scenes:
		var packed: PackedScene = load("res://" + file)
		if packed == null:
			push_error("not a scene: " + file)
			continue
		var scene := packed.instantiate()
		var objects: Array[CollisionObject2D] = []
		var players: Array[AnimationPlayer] = []
		collect(scene, objects, players)
		add_child(scene)
		await get_tree().physics_frame
		await get_tree().physics_frame
		var out := {"scene": file.get_basename(), "bodies": {}, "overlaps": overlaps(objects), "saved": saved(packed)}
		out["rows"] = rows(scenes[file])
		for o in objects:
			out["bodies"][name_of(o)] = described(scene, o)
		for o in objects:
			if o is RigidBody2D:
				o.freeze = false
		for p in players:
			p.speed_scale = 1
		for i in 120:
			await get_tree().physics_frame
		for o in objects:
			out["bodies"][name_of(o)]["after"] = [o.global_position.x, o.global_position.y]
		print("FILLET " + JSON.stringify(out, "", true, true))
		scene.free()
	get_tree().quit()

func collect(node: Node, into: Array[CollisionObject2D], players: Array[AnimationPlayer]) -> void:
	if node is CollisionObject2D:
		into.append(node)
	if node is AnimationPlayer:
		players.append(node)
		node.speed_scale = 0 # until everything is measured
	if node is RigidBody2D:
		node.freeze = true # until everything is measured
	for child in node.get_children():
		collect(child, into, players)

func name_of(o: CollisionObject2D) -> String:
	return o.get_meta("fillet_id", String(o.get_path()))

func numbers(t: Transform2D) -> Array:
	return [t.x.x, t.x.y, t.y.x, t.y.y, t.origin.x, t.origin.y]

func described(scene: Node, o: CollisionObject2D) -> Dictionary:
	var out := {"class": o.get_class(), "layer": o.collision_layer, "mask": o.collision_mask, "groups": o.get_groups().map(func(g): return String(g)),
		"at": numbers(o.global_transform), "path": String(scene.get_path_to(o)), "shapes": []}
	if o is RigidBody2D:
		out["mass"] = o.mass
	if not o is Area2D and o.physics_material_override != null:
		out["friction"] = o.physics_material_override.friction
		out["bounce"] = o.physics_material_override.bounce
	for owner in o.get_shape_owners():
		for i in o.shape_owner_get_shape_count(owner):
			var shape := o.shape_owner_get_shape(owner, i)
			var box := shape.get_rect()
			var points := PackedVector2Array()
			var at := o.global_transform * o.shape_owner_get_transform(owner)
			if shape is ConvexPolygonShape2D:
				points = shape.points
			elif shape is RectangleShape2D or shape is CircleShape2D or shape is CapsuleShape2D:
				points = [box.position, box.end]
			out["shapes"].append({"class": shape.get_class(), "at": numbers(at), "one_way": o.is_shape_owner_one_way_collision_enabled(owner),
				"points": Array(points).map(func(p): return [p.x, p.y])})
	return out

# Pairs with overlapping shapes, on any layers.
func overlaps(objects: Array[CollisionObject2D]) -> Array:
	var out := []
	for i in objects.size():
		for j in range(i + 1, objects.size()):
			if touch(objects[i], objects[j]):
				out.append([name_of(objects[i]), name_of(objects[j])])
	return out

func touch(a: CollisionObject2D, b: CollisionObject2D) -> bool:
	for p in a.get_shape_owners():
		for q in b.get_shape_owners():
			for i in a.shape_owner_get_shape_count(p):
				for j in b.shape_owner_get_shape_count(q):
					if a.shape_owner_get_shape(p, i).collide(a.global_transform * a.shape_owner_get_transform(p),
							b.shape_owner_get_shape(q, j), b.global_transform * b.shape_owner_get_transform(q)):
						return true
	return false

func saved(packed: PackedScene) -> String:
	var copy := PackedScene.new()
	var scene := packed.instantiate()
	copy.pack(scene)
	scene.free()
	if ResourceSaver.save(copy, "user://saved.tscn") != OK:
		push_error("the scene cannot be saved")
	return FileAccess.get_file_as_string("user://saved.tscn")

# The objects at each point of a grid (left, top, width, height and distance of points): s is a body, a an area, b both.
func rows(grid: Array) -> Array:
	var out := []
	var space := get_world_2d().direct_space_state
	var query := PhysicsPointQueryParameters2D.new()
	query.collision_mask = 0xffffffff
	query.collide_with_areas = true
	for i in int(grid[3] / grid[4]):
		var row := ""
		for j in int(grid[2] / grid[4]):
			query.position = Vector2(grid[0] + j * grid[4], grid[1] + i * grid[4])
			var found := 0
			for hit in space.intersect_point(query, 64):
				found |= 2 if hit.collider is Area2D else 1
			row += ".sab"[found]
		out.append(row)
	return out
