# Makes the nodes of the records of a level for FilletLevel. MIT License, see LICENSE.
@tool
extends RefCounted

var level := {} # the record of the level in the file
var scale := 1.0 # pixels of Godot in a length of the file
var metre := 1.0 # pixels of Godot in a metre
var flip := 1.0 # -1 in a file with y up
var group_layers := {} # the layers that groups above 0 share
var category_count := 0
var materials := {} # [friction, restitution] → PhysicsMaterial

func _init(of: Dictionary, category_names: int, options: Dictionary, layers: Dictionary) -> void:
	var in_metres := of.has("units")
	level = of
	scale = options.get("scale", level.pixels_per_metre if in_metres else 1.0)
	metre = scale if in_metres else scale * level.pixels_per_metre
	flip = -1.0 if level.y == "up" else 1.0
	category_count = category_names
	group_layers = layers

# Returns a point, a velocity or an acceleration in pixels with y down.
func vec(v: Array) -> Vector2:
	return Vector2(v[0], v[1] * flip) * scale

func angle(degrees: float) -> float:
	return deg_to_rad(degrees) * flip

# Returns a point in the frame of a record. The difference is one of doubles, exact also far from the origin.
func local(v: Array, record: Dictionary) -> Vector2:
	return vec([v[0] - record.position[0], v[1] - record.position[1]]).rotated(-angle(record.angle))

# Returns a place in the units of the file: x, y and degrees.
func to_file(place: Transform2D) -> Array:
	var at := place.origin / scale
	return [at.x, at.y * flip, rad_to_deg(place.get_rotation()) * flip]

# Returns the place of a collider's frame on its path.
func pose(record: Dictionary, seconds: float) -> Transform2D:
	var path: Dictionary = record.get("path", {})
	var keys: Array = path.get("keys", [])
	var at := [0.0, record.position[0], record.position[1], record.angle]
	if keys.size() > 1:
		var period: float = keys[-1][0]
		var now := minf(seconds, period) if path.get("loop", "") == "once" else fmod(seconds, period)
		var is_before := func(key: Array, t: float) -> bool: return key[0] <= t
		var next := clampi(keys.bsearch_custom(now, is_before), 1, keys.size() - 1)
		var from: Array = keys[next - 1]
		var part: float = (now - from[0]) / maxf(keys[next][0] - from[0], 1e-9)
		for i in 4:
			at[i] = lerpf(from[i], keys[next][i], part)
	return Transform2D(angle(at[3] + path.get("turn", 0.0) * seconds), vec([at[1], at[2]]))

# Returns the filter of a body: [category, mask, group]. It has the categories and masks of all its colliders.
static func filter_of(members: Array) -> Array:
	var filter := [0, 0, 0]
	for record: Dictionary in members:
		filter[0] |= int(record.category)
		filter[1] |= int(record.mask)
		filter[2] = filter[2] if filter[2] else int(record.get("group", 0))
	return filter

# Returns whether two filters let colliders meet in Fillet.
static func do_meet(a: Array, b: Array) -> bool:
	if a[2] != 0 and a[2] == b[2]:
		return a[2] > 0
	return a[1] & b[0] and b[1] & a[0]

# Returns the body of colliders, the first of which has its frame; null for a marker.
func make_body(members: Array, seconds: float) -> CollisionObject2D:
	var first: Dictionary = members[0]
	if first.pieces.is_empty():
		return null
	var body: CollisionObject2D
	if first.role == "trigger":
		body = Area2D.new()
	elif first.body == "dynamic":
		body = _make_rigid(members)
	else:
		body = AnimatableBody2D.new() if first.body == "kinematic" else StaticBody2D.new()
	if body is PhysicsBody2D:
		body.physics_material_override = _material(first)
	body.name = str(first.name if first.name else first.id).validate_node_name()
	body.transform = pose(first, seconds)
	var filter := filter_of(members)
	var shared := _layer_of(filter[2])
	body.collision_layer = filter[0] | shared
	body.collision_mask = filter[1] | shared
	var properties := {}
	for record: Dictionary in members:
		properties.merge(record.properties)
		for tag: String in record.tags:
			body.add_to_group(tag, true)
		for shape in _make_shapes(record, first):
			shape.set_meta("fillet_id", record.id)
			body.add_child(shape, true)
	body.set_meta("fillet_ids", members.map(func(record: Dictionary) -> String: return record.id))
	body.set_meta("fillet_body", first.get("one_body", first.id))
	body.set_meta("fillet_filter", filter)
	body.set_meta("fillet_properties", properties)
	return body

# Returns the layer on which the colliders of a group above 0 always meet, or 0 if all 32 layers are used.
func _layer_of(group: int) -> int:
	if group > 0 and not group_layers.has(group) and category_count + group_layers.size() < 32:
		group_layers[group] = 1 << (31 - group_layers.size())
	return group_layers.get(group, 0)

func _material(record: Dictionary) -> PhysicsMaterial:
	var key := [record.get("friction", 0.6), record.get("restitution", 0.0)]
	if not materials.has(key):
		materials[key] = PhysicsMaterial.new()
		materials[key].friction = key[0]
		materials[key].bounce = key[1]
	return materials[key]

func _make_rigid(members: Array) -> RigidBody2D:
	var body := RigidBody2D.new()
	var first: Dictionary = members[0]
	damp(body)
	if first.get("mass", 0.0) > 0:
		body.mass = first.mass
		body.inertia = first.inertia * metre * metre
		body.center_of_mass_mode = RigidBody2D.CENTER_OF_MASS_MODE_CUSTOM
		body.center_of_mass = vec(first.center)
	for record: Dictionary in members:
		if body.linear_velocity == Vector2.ZERO and body.angular_velocity == 0:
			body.linear_velocity = vec(record.get("velocity", [0, 0]))
			body.angular_velocity = angle(record.get("spin", 0.0))
		body.constant_force += vec(record.get("force", [0, 0])) / scale * metre
	return body

# Gives a body the level's damping, v' = -damping v. Godot damps once a step.
func damp(body: RigidBody2D) -> void:
	var rate := Engine.physics_ticks_per_second
	body.linear_damp_mode = RigidBody2D.DAMP_MODE_REPLACE
	body.linear_damp = (1.0 - exp(-level.get("damping", 0.0) / rate)) * rate
	body.angular_damp_mode = RigidBody2D.DAMP_MODE_REPLACE
	body.angular_damp = (1.0 - exp(-level.get("spin_damping", 0.0) / rate)) * rate

# Returns the shapes of a collider in the frame of its body's first collider. What is solid from one side only is one
# shape, because Godot decides for each shape whether it stops a body, and would drop one that slides onto the next.
func _make_shapes(record: Dictionary, first: Dictionary) -> Array[CollisionShape2D]:
	var shapes: Array[CollisionShape2D] = []
	var pieces: Array = record.pieces.map(func(piece: Dictionary) -> PackedVector2Array:
		return PackedVector2Array(piece.vertices.map(local.bind(first))))
	var facing := facing_of(record).rotated(-angle(first.angle))
	var lines := PackedVector2Array()
	if is_line(record):
		for points: PackedVector2Array in pieces:
			lines.append_array([points[0], points[-1]])
	elif record.role == "one-way" and pieces.size() > 1:
		lines = _surface(record, facing)
	if not lines.is_empty():
		shapes.append(_one_way(facing))
		shapes[0].shape = ConcavePolygonShape2D.new()
		shapes[0].shape.segments = Transform2D(-shapes[0].rotation, Vector2.ZERO) * lines
		return shapes
	var area: float = record.area * scale * scale if pieces.size() == 1 else 0.0
	for i in pieces.size():
		shapes.append(_make_shape(pieces[i], record.pieces[i].radius * scale, facing, area))
	return shapes

static func is_line(record: Dictionary) -> bool:
	return record.shape.kind == "chain" and record.shape.get("radius", 0.0) == 0

# Returns the direction in which a collider that is solid from one side is solid, or zero if it is solid from all.
func facing_of(record: Dictionary) -> Vector2:
	if record.role == "one-way":
		return vec(record.one_way).normalized()
	var normals: Array = []
	if record.shape.get("one_sided", false) and is_line(record):
		normals = record.pieces.map(func(piece: Dictionary) -> Vector2:
			return (vec(piece.vertices[-1]) - vec(piece.vertices[0])).orthogonal().normalized() * flip)
	var facing: Vector2 = normals.reduce(func(sum: Vector2, n: Vector2) -> Vector2: return sum + n, Vector2.ZERO)
	facing = facing.normalized()
	return facing if normals.all(func(n: Vector2) -> bool: return n.dot(facing) > 0.1) else Vector2.ZERO

# Returns the edges of a one-way collider that are solid: those within 60 degrees of its direction.
func _surface(record: Dictionary, facing: Vector2) -> PackedVector2Array:
	var lines := PackedVector2Array()
	for loop: Array in record.outline:
		for i in loop.size():
			var from := vec(loop[i - 1])
			var to := vec(loop[i])
			if (to - from).orthogonal().normalized().dot(facing) * flip >= 0.5:
				lines.append_array([from, to])
	return lines

func _one_way(facing: Vector2) -> CollisionShape2D:
	var node := CollisionShape2D.new()
	node.one_way_collision = facing != Vector2.ZERO
	if node.one_way_collision:
		node.rotation = facing.angle() + PI / 2 # its own -y is solid
		node.position = facing * 0.013 # Godot lets a body through whose distance at the start is exactly 0
	return node

# Returns the shape of a piece, exact but for rounded polygons, whose arcs are at most 0.05 pixels off.
func _make_shape(points: PackedVector2Array, radius: float, facing: Vector2, area: float) -> CollisionShape2D:
	var node := _one_way(facing)
	var turned := Transform2D(-node.rotation, Vector2.ZERO) * points
	var box := Rect2(turned[0], Vector2.ZERO)
	for point in turned:
		box = box.expand(point)
	if points.size() == 1 and radius > 0:
		node.shape = CircleShape2D.new()
		node.shape.radius = radius
		node.position += points[0]
	elif points.size() < 3 and radius == 0:
		node.shape = SegmentShape2D.new()
		node.shape.a = turned[0]
		node.shape.b = turned[-1]
	elif points.size() == 2 and not node.one_way_collision:
		node.shape = CapsuleShape2D.new()
		node.shape.height = points[0].distance_to(points[1]) + 2 * radius
		node.shape.radius = radius
		node.position = (points[0] + points[1]) / 2
		node.rotation = (points[1] - points[0]).angle() + PI / 2
	elif points.size() == 4 and radius == 0 and absf(box.get_area() - area) < 1e-5 * area:
		node.shape = RectangleShape2D.new()
		node.shape.size = box.size
		node.position += box.get_center().rotated(node.rotation)
	else:
		node.shape = ConvexPolygonShape2D.new()
		node.shape.points = turned if radius == 0 else _rounded(turned, radius)
	return node

func _rounded(points: PackedVector2Array, radius: float) -> PackedVector2Array:
	var cloud := PackedVector2Array()
	var count := maxi(ceili(PI / acos(maxf(1.0 - 0.05 / radius, 0.0))), 4)
	for i in points.size():
		var next := points[(i + 1) % points.size()]
		var side := (next - points[i]).orthogonal().normalized() * radius
		cloud.append_array([points[i] + side, next + side, points[i] - side, next - side])
		for k in count:
			cloud.append(points[i] + Vector2.from_angle(TAU * k / count) * radius)
	return Geometry2D.convex_hull(cloud).slice(0, -1)

# Returns what Godot does in another way than the playtest.
func find_losses(colliders: Array, joints: Array) -> PackedStringArray:
	var rolls: bool = level.get("rolling_resistance", 0.0) == 0.0
	var found := PackedStringArray([] if rolls else ["no rolling resistance: round bodies roll farther"])
	var firsts := {}
	var kinds := {} # what is alike → colliders
	for record: Dictionary in colliders.filter(func(record: Dictionary) -> bool: return record.pieces.size() > 0):
		var material := [record.get("friction", 0.6), record.get("restitution", 0.0)]
		var kind := [filter_of([record])] + material + [record.role, record.body]
		kinds.get_or_add(kind, []).append(record)
		if firsts.get_or_add(record.get("one_body", record.id), kind) != kind:
			found.append(label(record) + ": a body has one material, layer and mask in Godot")
		if kind[0][2] > 0 and _layer_of(kind[0][2]) == 0:
			found.append(label(record) + ": all 32 layers are in use, so that its group has no effect")
		if record.shape.get("one_sided", false) and facing_of(record) == Vector2.ZERO:
			found.append(label(record) + ": it is solid from both sides in Godot")
		if record.body == "dynamic" and is_line(record):
			found.append(label(record) + ": a line does not meet other lines in Godot")
		if record.has("path") and record.path.has("points") and not record.path.has("keys"):
			found.append(label(record) + ": its path has no keys: it stands still")
	for kind: Array in kinds:
		var differences := {}
		for other: Array in kinds:
			if kind != other or kinds[kind].size() > 1:
				_compare(kind, other, differences)
		for record: Dictionary in kinds[kind]:
			for difference: String in differences:
				found.append("%s: %s" % [label(record), difference])
	for record: Dictionary in joints:
		if record.kind == "spring" and record.get("frequency", 0.0) == 0:
			found.append(label(record) + ": a rod or a rope is a stiff spring in Godot, and gives way a little")
	return found

# Notes how a kind of collider meets another in Godot, but not in Fillet.
func _compare(kind: Array, other: Array, differences: Dictionary) -> void:
	var do_both := do_meet(kind[0], other[0])
	if kind[3] == "trigger":
		if not do_both and kind[0][1] & other[0][0] and other[4] != "static":
			differences["a trigger asks only its own mask in Godot, and no groups"] = true
	elif do_both and kind[4] == "dynamic" and other[3] != "trigger":
		if absf(minf(kind[1], other[1]) - _mix(level.get("friction_mix", ""), kind[1], other[1])) > 1e-6:
			differences["Godot takes the smaller of two frictions"] = true
		if absf(minf(kind[2] + other[2], 1) - _mix(level.get("restitution_mix", ""), kind[2], other[2])) > 1e-6:
			differences["Godot adds restitutions"] = true

func _mix(rule: String, a: float, b: float) -> float:
	match rule:
		"geometric": return sqrt(a * b)
		"average": return (a + b) / 2
		"minimum": return minf(a, b)
		"maximum": return maxf(a, b)
	return a * b

static func label(record: Variant) -> String:
	if not record is Dictionary:
		return str(record)
	return "%s (%s)" % [record.get("id"), record.name] if record.get("name") else str(record.get("id"))

# Returns whether a value is a list of lists of numbers.
static func are_points(list: Variant, numbers: int) -> bool:
	return list is Array and not list.is_empty() and list.all(func(point: Variant) -> bool: return point is Array \
		and point.size() == numbers and point.all(func(x: Variant) -> bool: return x is float))
