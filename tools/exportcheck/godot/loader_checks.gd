# Checks FilletLevel on the files that loader_checks_test in Go writes, and prints a line for each check that fails, and
# one with the number of all checks.
extends Node2D

const FilletLevel = preload("res://fillet_level.gd")

var checks := 0

func expect(what: String, got: Variant, want: Variant) -> void:
	checks += 1
	var is_same: bool = absf(got - want) < 0.75 if got is float and want is float else got == want
	if not is_same:
		print("FILLET %s: got %s, want %s" % [what, got, want])

func record(level: FilletLevel, name_of_collider: String) -> Dictionary:
	return level.colliders[level.find(name_of_collider)].duplicate(true)

func body(level: FilletLevel, name_of_collider: String) -> Node2D:
	return level.bodies.get(level.find(name_of_collider))

func wait(frames: int) -> void:
	for i in frames:
		await get_tree().physics_frame

func _ready() -> void:
	Engine.physics_ticks_per_second = 240
	for file: String in ["contract", "contract-up"]:
		var level := FilletLevel.load("res://%s.colliders.json" % file)
		await nodes(file, level)
		await motion(file, level)
		level.destroy()
		expect(file + ": bodies after destroy", all_bodies(), 0)
	await packed()
	await changes()
	errors()
	print("FILLET checks: %d" % checks)
	get_tree().quit()

func all_bodies() -> int:
	var query := PhysicsShapeQueryParameters2D.new()
	query.shape = RectangleShape2D.new()
	query.shape.size = Vector2(1e5, 1e5)
	query.collide_with_areas = true
	query.collision_mask = 0xffffffff
	return get_world_2d().direct_space_state.intersect_shape(query, 1000).size()

func nodes(file: String, level: FilletLevel) -> void:
	add_child(level)
	expect(file + ": classes", ["floor", "crate 1", "ferry", "door", "spawn"].map(func(n: String) -> String:
		return body(level, n).get_class() if body(level, n) else ""),
		["StaticBody2D", "RigidBody2D", "AnimatableBody2D", "Area2D", ""])
	expect(file + ": find", level.colliders[level.find("door")].name, "door")
	expect(file + ": find nothing", level.find("nothing"), "")
	expect(file + ": tagged", level.tagged("loot").map(func(id: String) -> String: return level.colliders[id].name),
		["door", "head"])
	expect(file + ": groups", get_tree().get_nodes_in_group("loot"), [body(level, "door"), body(level, "head")])
	expect(file + ": properties", body(level, "door").get_meta("fillet_properties"),
		{"opens": "gate", "speed": 2.5})
	expect(file + ": marker", record(level, "spawn").tags, ["spawn"])
	expect(file + ": one body", body(level, "head"), body(level, "shaft"))
	expect(file + ": shapes of one body", range(2).map(func(i: int) -> String:
		return level.collider_of(body(level, "head"), i).name), ["head", "shaft"])
	expect(file + ": shapes", ["crate 1", "ball", "pill", "line", "stone"].map(func(n: String) -> String:
		return body(level, n).get_child(0).shape.get_class()),
		["RectangleShape2D", "CircleShape2D", "CapsuleShape2D", "ConcavePolygonShape2D", "ConvexPolygonShape2D"])
	expect(file + ": losses", Array(level.losses), ["c3 (door)", "c10 (beam)"].map(
		func(label: String) -> String: return label + ": a trigger asks only its own mask in Godot, and no groups"))

func motion(file: String, level: FilletLevel) -> void:
	var entered := []
	(body(level, "door") as Area2D).body_shape_entered.connect(
		func(_rid: RID, other: Node2D, shape: int, _own: int) -> void:
			entered.append(level.collider_of(other, shape).name))
	var ferry: float = body(level, "rider").position.x - body(level, "ferry").position.x
	await wait(240 * 3)
	expect(file + ": the door sees", entered, ["ball"])
	for i in range(1, 8): # pads under crates: do they meet?
		var rests: bool = body(level, "crate %d" % i).position.y < 500
		expect("%s: crate %d rests" % [file, i], rests, record(level, "crate %d" % i).properties.rests)
	expect(file + ": the rider stays on its ferry",
		body(level, "rider").position.x - body(level, "ferry").position.x, ferry)
	expect(file + ": the sled stays on its line", body(level, "sled").position.y, 490.0)
	expect(file + ": the rocket lands on its line from behind", body(level, "rocket").position.y, 495.0)
	expect(file + ": the faller passes its line", body(level, "faller").position.y > 600, true)
	expect(file + ": the walker stays on its awning", body(level, "walker").position.y, 490.0)
	expect(file + ": the riser passes and lands", body(level, "riser").position.y, 490.0)
	expect(file + ": the sinker falls out", body(level, "sinker").position.y > 700, true)
	expect(file + ": the moving trigger", body(level, "beam").position.x, 1100.0)

func packed() -> void:
	var level := FilletLevel.load("res://contract.colliders.json")
	expect("packed: saved", ResourceSaver.save(level.pack(), "user://level.scn"), OK)
	level.free()
	var scene: PackedScene = ResourceLoader.load("user://level.scn")
	var copy: FilletLevel = scene.instantiate()
	add_child(copy)
	await wait(240)
	expect("packed: bodies", copy.bodies.size() > 20, true)
	expect("packed: find", copy.bodies[copy.find("floor")].get_class(), "StaticBody2D")
	expect("packed: the crate rests", body(copy, "crate 1").position.y, 490.0)
	expect("packed: joints", copy.joints.size(), 1)
	expect("packed: groups", get_tree().get_nodes_in_group("loot").size(), 2)
	expect("packed: the ferry", body(copy, "ferry").position.x, 1100.0)
	expect("packed: the hammer hangs", body(copy, "head").position.distance_to(Vector2(1500, 300)) < 40, true)
	copy.destroy()

func changes() -> void:
	var level := FilletLevel.load("res://contract.colliders.json")
	add_child(level)
	var file: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://contract.colliders.json"))
	expect("difference: none", level.difference(file), {})
	var index := func(n: String) -> int: return level.colliders.keys().find(level.find(n))
	var head_record: Dictionary = file.colliders[index.call("head")]
	file.colliders.remove_at(index.call("head"))
	file.colliders.append(head_record)
	var moved_body := level.difference(file)
	var added_ids: Array = moved_body.added.map(func(r: Dictionary) -> String: return r.id)
	expect("difference: another order of one body", [moved_body.removed, added_ids, moved_body.has("changed")],
		[["c13", "c14"], ["c14", "c13"], false])
	await wait(60)
	var faller: RigidBody2D = body(level, "faller")
	var at := faller.position
	var fast := faller.linear_velocity
	var floor_id := level.find("floor")
	var old_floor := body(level, "floor")
	var moved := record(level, "floor")
	moved.position[1] += 20.0
	for piece in moved.pieces:
		for vertex in piece.vertices:
			vertex[1] += 20.0
	expect("apply", level.apply({"changed": [moved]}), true)
	expect("apply: a new floor", body(level, "floor") != old_floor and not old_floor.is_inside_tree(), true)
	expect("apply: moved", body(level, "floor").position.y, moved.position[1])
	expect("apply: the faller is the same", [body(level, "faller"), faller.position, faller.linear_velocity],
		[faller, at, fast])
	var settings: Dictionary = file.level.merged({"gravity": [0.0, -400.0], "damping": 0.5}, true)
	expect("apply: the level", level.apply({"level": settings}), true)
	expect("apply: damping", snappedf(faller.linear_damp, 0.01), 0.5)
	expect("apply: gravity", PhysicsServer2D.area_get_param(get_world_2d().space,
		PhysicsServer2D.AREA_PARAM_GRAVITY_VECTOR), Vector2(0, -1))
	expect("apply: the level again", level.apply({"level": file.level}), true)
	var names := range(33).map(func(i: int) -> String: return "category %d" % i)
	expect("apply: too many categories", level.apply({"categories": names}), false)
	var joint: Joint2D = level.joints.values()[0]
	var head := record(level, "head")
	expect("apply: change of a jointed body", level.apply({"changed": [head]}), true)
	expect("apply: the joint is new", level.joints.size() == 1 and level.joints.values()[0] != joint, true)
	await wait(240 * 2)
	var hammer := body(level, "shaft")
	expect("apply: the hammer hangs", (hammer.transform * Vector2(8, 0)).distance_to(Vector2(1500, 300)), 0.0)
	var added := record(level, "ball")
	added.id = "c900"
	added.name = "new"
	expect("apply: add and remove", level.apply({"added": [added], "removed": [level.find("ball")]}), true)
	expect("apply: added", [level.find("ball"), level.find("new"), level.bodies.has("c900")], ["", "c900", true])
	var members := [record(level, "shaft"), record(level, "head")]
	var ids := members.map(func(r: Dictionary) -> String: return r.id)
	expect("apply: another order of one body", level.apply({"removed": ids, "added": members}), true)
	expect("apply: its first", body(level, "head").get_meta("fillet_ids")[0], members[0].id)
	var stone := record(level, "stone")
	body(level, "stone").free()
	body(level, "head").free()
	await wait(2)
	expect("apply: after the game has freed bodies", level.apply({"changed": [stone, record(level, "head")]}), true)
	expect("apply: they are back", [body(level, "stone").get_class(), body(level, "head").get_class(),
		level.joints.size()], ["StaticBody2D", "RigidBody2D", 1])
	expect("apply: joint change", level.apply({"joints": {"removed": [level.joints.keys()[0]]}}), true)
	expect("apply: no joint", level.joints, {})
	var count := level.get_child_count()
	moved = record(level, "floor")
	moved.erase("pieces")
	FilletLevel.error = ""
	expect("apply: refused", level.apply({"removed": ["c900"], "changed": [moved]}), false)
	expect("apply: why", FilletLevel.error, "The change has a damaged collider %s (floor): pieces" % floor_id)
	expect("apply: nothing changed", [level.get_child_count(), level.bodies.has("c900")], [count, true])
	await wait(240)
	level.destroy()
	expect("apply: bodies after destroy", all_bodies(), 0)

func errors() -> void:
	var good: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://contract.colliders.json"))
	var names := range(33).map(func(i: int) -> String: return "category %d" % i)
	var breaks := {
		"is no collider file": func(file: Dictionary) -> void: file.format = "tiled",
		"is version 1: export it again without --version 1": func(file: Dictionary) -> void: file.version = 1.0,
		"version that this loader does not know": func(file: Dictionary) -> void: file.version = 3.0,
		"has polygons in level space": func(file: Dictionary) -> void: file.level.frame = "level",
		"has 33 categories": func(file: Dictionary) -> void: file.categories = names,
		"is damaged": func(file: Dictionary) -> void: file.erase("level"),
		"has two colliders with the id c1": func(file: Dictionary) -> void: file.colliders[1].id = "c1",
		"collider c1 (floor): angle": func(file: Dictionary) -> void: file.colliders[0].angle = "up",
		"collider c1 (floor): position": func(file: Dictionary) -> void: file.colliders[0].position = [1.0],
		"collider c1 (floor): pieces": func(file: Dictionary) -> void: file.colliders[0].pieces[0].vertices = [[1.0]],
		"damaged collider 7": func(file: Dictionary) -> void: file.colliders[0] = 7.0,
		"collider c1 (floor) with an unknown role": func(file: Dictionary) -> void: file.colliders[0].role = "liquid",
		"is damaged: units": func(file: Dictionary) -> void: file.level.units = "feet",
		"damaged joint j1 (hanger)": func(file: Dictionary) -> void: file.joints[0].kind = "rope",
		"damaged joint j1": func(file: Dictionary) -> void: file.joints[0].erase("local_a"),
	}
	for want: String in breaks:
		var file := good.duplicate(true)
		breaks[want].call(file)
		var count := Performance.get_monitor(Performance.OBJECT_NODE_COUNT)
		expect("error: " + want, FilletLevel.load(file), null)
		expect("error: %s: message %s" % [want, FilletLevel.error], FilletLevel.error.contains(want), true)
		expect("error: nothing created", Performance.get_monitor(Performance.OBJECT_NODE_COUNT), count)
	expect("error: no file", FilletLevel.load("res://nothing.json"), null)
	expect("error: no file: message", FilletLevel.error.begins_with("res://nothing.json is no collider file"), true)
	var lost := good.duplicate(true)
	lost.joints[0].b = "c999"
	var level := FilletLevel.load(lost)
	expect("a joint with a missing collider", level.joints, {})
	level.free()
