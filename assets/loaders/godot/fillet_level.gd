# FilletLevel makes nodes from a level of Fillet, in Godot 4.3 or newer. MIT License, see LICENSE.
# Copy fillet_level.gd, fillet_nodes.gd and fillet_joint.gd into a folder of the project.
#	fillet export cavern.level.yaml -o cavern.colliders.json
#	var level := FilletLevel.load("res://cavern.colliders.json")
#	add_child(level) # bodies fall, platforms move
#	level.bodies[level.find("door")].hide()
#	for id in level.tagged("coin"): level.bodies[id].body_entered.connect(take)
#	print(level.losses) # what Godot does in another way than the playtest
@tool
class_name FilletLevel extends Node2D

const Nodes = preload("fillet_nodes.gd")
const Driver = preload("fillet_joint.gd")
const TYPES := {"id": TYPE_STRING, "name": TYPE_STRING, "role": TYPE_STRING, "body": TYPE_STRING,
	"category": TYPE_FLOAT, "mask": TYPE_FLOAT, "tags": TYPE_ARRAY, "properties": TYPE_DICTIONARY,
	"shape": TYPE_DICTIONARY, "position": TYPE_ARRAY, "angle": TYPE_FLOAT, "pieces": TYPE_ARRAY, "area": TYPE_FLOAT}
const VALUES := {"role": ["solid", "trigger", "one-way"], "body": ["static", "kinematic", "dynamic"]}

static var error := "" ## why the last load or apply failed

@export_storage var colliders := {} ## id → the record in the file: name, tags, properties, role, layer and so on
@export_storage var _level := {} # the record of the level in the file
@export_storage var _categories := []
@export_storage var _joint_records := {}
@export_storage var _options := {}
@export_storage var _group_layers := {}
var bodies := {} ## id → StaticBody2D, RigidBody2D, AnimatableBody2D or Area2D; markers have none
var joints := {} ## id → PinJoint2D or DampedSpringJoint2D
var time := 0.0 ## seconds since the start: where kinematic bodies are on their paths
var losses: PackedStringArray: ## what Godot does in another way, such as "c12 (crate): ..."
	get: return _nodes.find_losses(colliders.values(), _joint_records.values())
var _nodes: Nodes
var _moving := {} # id → record with a path
var _kinds := {} # [category, mask, group, whether they are rigid] → bodies

## Returns the level in a file, or in its parsed JSON; null if it has an error, which is in FilletLevel.error and the
## log. Options: "scale", the pixels of Godot in a length of the file, and "gravity": false, which keeps the world's.
@warning_ignore("shadowed_global_identifier")
static func load(file: Variant, options := {}) -> FilletLevel:
	var data: Variant = file
	if file is String:
		data = JSON.parse_string(FileAccess.get_file_as_string(file))
	error = _check_file(data)
	if error:
		error = "%s %s" % [file if file is String else "The level", error]
		push_error(error)
		return null
	var level := new()
	level.name = str(data.level.name if data.level.name else "Level").validate_node_name()
	level._options = options
	level._change({"level": data.level, "categories": data.categories, "added": data.colliders,
		"joints": {"added": data.get("joints", [])}})
	return level

## Applies a change of the running editor: {level, categories, removed, added, changed, joints}, every key optional. The
## touched bodies and their joints are made anew, all others stay where the game has moved them. Returns false, and
## changes nothing, if the change has an error.
func apply(change: Dictionary) -> bool:
	error = _check_change(change)
	if error:
		error = "The change " + error
		push_error(error)
		return false
	_change(change)
	return true

## Returns the id of the first collider with a name, or "" if there is none.
func find(collider_name: String) -> String:
	for id: String in colliders:
		if colliders[id].name == collider_name:
			return id
	return ""

## Returns the ids of all colliders with a tag.
func tagged(tag: String) -> Array:
	return colliders.keys().filter(func(id: String) -> bool: return tag in colliders[id].tags)

## Returns the record of a shape by its number in the body, as signals such as body_shape_entered report it.
func collider_of(body: CollisionObject2D, shape_index := 0) -> Dictionary:
	var shape: Node = body.shape_owner_get_owner(body.shape_find_owner(shape_index))
	return colliders.get(shape.get_meta("fillet_id", ""), {})

## Moves kinematic bodies along their paths. The level calls it before each physics step.
func step(delta: float) -> void:
	time += delta
	for id: String in _moving:
		if is_instance_valid(bodies[id]):
			bodies[id].transform = _nodes.pose(_moving[id], time)

## Returns the change from the level as it is to a whole file, for apply.
func difference(file: Dictionary) -> Dictionary:
	var change := _compare(colliders, file.colliders)
	var joint_change := _compare(_joint_records, file.get("joints", []))
	if not joint_change.is_empty():
		change.joints = joint_change
	if file.level != _level or file.categories != _categories:
		change.merge({"level": file.level, "categories": file.categories})
	return change

## Removes everything that the level made, and the level.
func destroy() -> void:
	if get_parent():
		get_parent().remove_child(self)
	queue_free()

## Returns the level as a scene, for the importer.
func pack() -> PackedScene:
	for node in find_children("*", "", true, false):
		node.owner = self
	var scene := PackedScene.new()
	scene.pack(self)
	return scene

func _enter_tree() -> void:
	if bodies.is_empty(): # the level comes from a scene
		_nodes = Nodes.new(_level, _categories.size(), _options, _group_layers)
		for child in get_children():
			_register(child)
	_set_world()

# Sets the gravity of the world and the damping of the bodies.
func _set_world() -> void:
	for body: Node in bodies.values().filter(is_instance_valid):
		if body is RigidBody2D:
			_nodes.damp(body)
	if not Engine.is_editor_hint() and _options.get("gravity", true):
		var gravity := _nodes.vec(_level.get("gravity", [0, 0]))
		var space := get_world_2d().space
		PhysicsServer2D.area_set_param(space, PhysicsServer2D.AREA_PARAM_GRAVITY, gravity.length())
		PhysicsServer2D.area_set_param(space, PhysicsServer2D.AREA_PARAM_GRAVITY_VECTOR, gravity.normalized())

func _physics_process(delta: float) -> void:
	if not Engine.is_editor_hint():
		step(delta)

func _change(change: Dictionary) -> void:
	var touched := {} # the ids and names of bodies
	var stale := {} # the ids of joints
	_level = change.get("level", _level)
	_categories = change.get("categories", _categories)
	_merge(colliders, change, touched)
	_merge(_joint_records, change.get("joints", {}), stale)
	for record: Dictionary in _joint_records.values():
		for end: String in [record.get("a", ""), record.get("b", "")]:
			if touched.has(end) or touched.has(_body_of(colliders.get(end, {"id": end}))):
				stale[record.id] = true
	for id: String in stale:
		_drop(joints, id)
	var members := {}
	for record: Dictionary in colliders.values().filter(func(r: Dictionary) -> bool: return touched.has(_body_of(r))):
		members.get_or_add(_body_of(record), []).append(record)
		touched[record.id] = true
	for id: String in touched:
		_drop(bodies, id)
	_nodes = Nodes.new(_level, _categories.size(), _options, _group_layers)
	for list: Array in members.values():
		_register(_nodes.make_body(list, time))
	for id: String in stale:
		if _joint_records.has(id):
			_register(_make_joint(_joint_records[id]))
	if change.has("level") and is_inside_tree():
		_set_world()

# Removes, replaces and appends records, and notes the ids and the bodies that they had or have.
func _merge(records: Dictionary, change: Dictionary, touched: Dictionary) -> void:
	var next: Array = change.get("changed", []) + change.get("added", [])
	var removed: Array = change.get("removed", [])
	for id: String in removed + next.map(func(record: Dictionary) -> String: return record.id):
		touched[id] = true
		touched[_body_of(records.get(id, {"id": id}))] = true
	for id: String in removed:
		records.erase(id)
	for record: Dictionary in next:
		touched[_body_of(record)] = true
		records[record.id] = record

# Returns what differs between records and a list: whole bodies if their members are others.
func _compare(records: Dictionary, list: Array) -> Dictionary:
	var before := _member_ids(records.values())
	var after := _member_ids(list)
	var is_same := func(record: Dictionary) -> bool: return before.get(_body_of(record)) == after.get(_body_of(record))
	var change := {
		"removed": records.keys().filter(func(id: String) -> bool: return not is_same.call(records[id])),
		"added": list.filter(func(record: Dictionary) -> bool: return not is_same.call(record)),
		"changed": list.filter(
			func(record: Dictionary) -> bool: return is_same.call(record) and records[record.id] != record)}
	for key: String in change.keys().filter(func(key: String) -> bool: return change[key].is_empty()):
		change.erase(key)
	return change

func _member_ids(records: Array) -> Dictionary:
	var ids := {}
	for record: Dictionary in records:
		ids.get_or_add(_body_of(record), []).append(record.id)
	return ids

func _body_of(record: Dictionary) -> String:
	return record.get("one_body", record.id)

# Adds a body or a joint to the tree and the lists. Bodies that meet in Godot, where one mask is enough, but not in
# Fillet, get an exception.
func _register(node: Node) -> void:
	if node and not node.get_parent():
		add_child(node, true)
	if node is Joint2D:
		joints[node.get_meta("fillet_joint")] = node
	for id: String in node.get_meta("fillet_ids", []) if node else []:
		bodies[id] = node
		if colliders[id].has("path"):
			_moving[id] = colliders[id]
	if node is PhysicsBody2D and node.has_meta("fillet_filter"):
		var kind: Array = node.get_meta("fillet_filter") + [node is RigidBody2D]
		for other: Array in _kinds:
			if (kind[3] or other[3]) and (kind[1] & other[0] or other[1] & kind[0]) and not Nodes.do_meet(kind, other):
				for body: PhysicsBody2D in _kinds[other].filter(is_instance_valid):
					node.add_collision_exception_with(body)
		_kinds.get_or_add(kind, []).append(node)

# Removes a node, unless the game has, from the tree and the lists.
func _drop(nodes: Dictionary, id: String) -> void:
	var node: Node = nodes[id] if is_instance_valid(nodes.get(id)) else null
	nodes.erase(id)
	_moving.erase(id)
	if node and node.has_meta("fillet_filter"):
		_kinds.get(node.get_meta("fillet_filter") + [node is RigidBody2D], []).erase(node)
	if node and node.get_parent() == self:
		remove_child(node)
		node.queue_free()

func _make_joint(record: Dictionary) -> Joint2D:
	var ends: Array[PhysicsBody2D] = []
	var start := 0.0
	for key: String in ["a", "b"]:
		var id: String = record.get(key, "")
		var body: CollisionObject2D = bodies[id] if is_instance_valid(bodies.get(id)) else null
		ends.append(_ground() if id.is_empty() or body is Area2D else body as PhysicsBody2D)
		if body is PhysicsBody2D:
			var first: Dictionary = colliders[body.get_meta("fillet_ids")[0]]
			start += _nodes.pose(first, 0.0).get_rotation() * (1 if key == "b" else -1)
	return Driver.make(record, ends[0], ends[1], start, _nodes)

# Returns the body without a shape to which joints with the level are attached.
func _ground() -> PhysicsBody2D:
	if not has_node("FilletGround"):
		var ground := StaticBody2D.new()
		ground.name = "FilletGround"
		ground.collision_layer = 0
		ground.collision_mask = 0
		add_child(ground)
	return $FilletGround

static func _check_file(data: Variant) -> String:
	if not data is Dictionary or data.get("format") != "fillet-colliders":
		return "is no collider file: export the level with fillet export LEVEL -o NAME.colliders.json"
	if data.get("version") == 1.0:
		return "is version 1: export it again without --version 1"
	if data.get("version") != 2.0:
		return "has a version that this loader does not know: copy the loader of the Fillet that wrote it"
	if not data.get("level") is Dictionary or not data.get("categories") is Array or not data.get("colliders") is Array:
		return "is damaged: level, categories or colliders is missing"
	if data.level.get("frame", "body") != "body":
		return "has polygons in level space: export it again without --frame level"
	if data.level.get("units", "m") != "m" or not data.level.get("y") in ["up", "down"] \
			or not data.level.get("pixels_per_metre") is float:
		return "is damaged: units, y or pixels_per_metre of the level"
	return _check_change({"categories": data.categories, "added": data.colliders,
		"joints": {"added": data.get("joints", [])}})

# Returns what is wrong with the records of a change, or "".
static func _check_change(change: Dictionary) -> String:
	var ids := {}
	if change.get("categories", []).size() > 32:
		return "has %d categories, and Godot 32 layers: use fewer" % change.categories.size()
	for record: Variant in change.get("added", []) + change.get("changed", []):
		for key: String in TYPES:
			if not record is Dictionary or typeof(record.get(key)) != TYPES[key]:
				return "has a damaged collider %s: %s" % [Nodes.label(record), key]
		if ids.has(record.id):
			return "has two colliders with the id %s" % record.id
		ids[record.id] = true
		for key: String in VALUES:
			if not record[key] in VALUES[key]:
				return "has a collider %s with an unknown %s, %s" % [Nodes.label(record), key, record[key]]
		if record.role == "one-way" and not Nodes.are_points([record.get("one_way")], 2):
			return "has a damaged collider %s: one_way" % Nodes.label(record)
		for p: Variant in record.pieces:
			if not p is Dictionary or not p.get("radius") is float or not Nodes.are_points(p.get("vertices"), 2):
				return "has a damaged collider %s: pieces" % Nodes.label(record)
		var keys: Variant = record.get("path", {}).get("keys", [])
		if not Nodes.are_points([record.position], 2) or not (keys == [] or Nodes.are_points(keys, 4)):
			return "has a damaged collider %s: position or path" % Nodes.label(record)
	ids.clear()
	var joint_change: Dictionary = change.get("joints", {})
	for record: Variant in joint_change.get("added", []) + joint_change.get("changed", []):
		if not record is Dictionary or not record.get("id") is String or ids.has(record.id) \
				or not record.get("kind") in ["hinge", "spring"] or not Nodes.are_points(
				["at_a", "at_b", "local_a", "local_b"].map(func(k: String) -> Variant: return record.get(k)), 2):
			return "has a damaged joint %s" % Nodes.label(record)
		ids[record.id] = true
	return ""
