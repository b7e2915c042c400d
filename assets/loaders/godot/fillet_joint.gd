# Drives its parent, a PinJoint2D or a DampedSpringJoint2D that FilletLevel made: Godot's pins have a motor without a
# torque and limits that give way, and its springs know no frequency. MIT License, see LICENSE.
@tool
extends Node

const ROD_SWING := 1.0 # rods and ropes are springs that swing this many radians in a step
const LIMIT_PULL := 0.2 # the part of the angle beyond a limit that a step takes back

@export var anchor_a := Vector2.ZERO ## in the frame of body A
@export var anchor_b := Vector2.ZERO
@export_group("Spring")
@export var frequency := 0.0 ## in hertz; 0 is a rod or a rope
@export var damping_ratio := 0.0
@export var pulls_only := false
@export_group("Hinge")
@export var has_limits := false
@export var limits := Vector2.ZERO ## of the angle of B relative to A, in radians from the start
@export var start := 0.0 ## the angle of B relative to A at the start
@export var speed := 0.0 ## of the motor, in radians per second
@export var torque := 0.0 ## the motor's maximum, in kilograms times square pixels per square second

var angle := 0.0 ## of B relative to A since the start, beyond half a turn too
var _is_pinned := false

# JointEnd holds the motion of a body at one end of the joint, after the damping, gravity and forces of the next step.
class JointEnd:
	var inverse_mass := 0.0
	var inverse_inertia := 0.0
	var at: Vector2 # the anchor
	var arm := Vector2.ZERO # from the centre of mass to the anchor
	var velocity: Vector2
	var spin: float

	func _init(body: PhysicsBody2D, anchor: Vector2, delta: float) -> void:
		var state := PhysicsServer2D.body_get_direct_state(body.get_rid())
		at = body.global_transform * anchor
		velocity = state.linear_velocity
		spin = state.angular_velocity
		var rigid := body as RigidBody2D
		if rigid:
			inverse_mass = 1.0 / rigid.mass
			inverse_inertia = 1.0 / rigid.inertia if rigid.inertia > 0 else state.inverse_inertia
			arm = at - rigid.global_transform * rigid.center_of_mass
			spin *= 1.0 - rigid.angular_damp * delta
			velocity *= 1.0 - rigid.linear_damp * delta
			velocity += (state.total_gravity + rigid.constant_force * inverse_mass) * delta

# Returns the joint of two bodies of which one is rigid, or else null. A body without fillet_body is the level; at_start
# is the angle of B relative to A at the start.
static func make(record: Dictionary, a: PhysicsBody2D, b: PhysicsBody2D, at_start: float, units: RefCounted) -> Joint2D:
	if a == null or b == null or a == b or not (a is RigidBody2D or b is RigidBody2D):
		return null
	var joint: Joint2D = PinJoint2D.new() if record.kind == "hinge" else DampedSpringJoint2D.new()
	var driver := new()
	driver.anchor_a = units.vec(record.local_a if a.has_meta("fillet_body") else record.at_a)
	driver.anchor_b = units.vec(record.local_b if b.has_meta("fillet_body") else record.at_b)
	joint.node_a = NodePath("../" + a.name)
	joint.node_b = NodePath("../" + b.name)
	joint.position = a.transform * driver.anchor_a
	if joint is DampedSpringJoint2D:
		var line := b.transform * driver.anchor_b - joint.position
		joint.rotation = line.angle() - PI / 2
		joint.length = line.length()
		joint.rest_length = record.get("length", 0.0) * units.scale
		driver.frequency = record.get("frequency", 0.0)
		driver.damping_ratio = record.get("damping", 0.0)
		driver.pulls_only = record.get("pulls_only", false)
	else:
		var ends := [units.angle(record.get("limits", [0, 0])[0]), units.angle(record.get("limits", [0, 0])[1])]
		driver.start = at_start
		driver.has_limits = record.has("limits")
		driver.limits = Vector2(ends.min(), ends.max())
		driver.speed = units.angle(record.get("speed", 0.0))
		driver.torque = record.get("torque", 0.0) * units.metre * units.metre
		for body: PhysicsBody2D in [a, b]:
			if driver.torque > 0 and driver.speed != 0 and body is RigidBody2D:
				body.can_sleep = false # a motor may be slower than what Godot takes for rest
	joint.disable_collision = not record.get("collide", false)
	joint.name = str(record.name if record.name else record.id).validate_node_name()
	joint.set_meta("fillet_joint", record.id)
	driver.name = "Driver"
	joint.add_child(driver)
	return joint

func _physics_process(delta: float) -> void:
	var joint := get_parent() as Joint2D
	var a := joint.get_node_or_null(joint.node_a) as PhysicsBody2D
	var b := joint.get_node_or_null(joint.node_b) as PhysicsBody2D
	if Engine.is_editor_hint() or a == null or b == null or not (_is_awake(a) or _is_awake(b)):
		return
	if joint is PinJoint2D and not _is_pinned:
		_pin(joint, a, b)
	var end_a := JointEnd.new(a, anchor_a, delta)
	var end_b := JointEnd.new(b, anchor_b, delta)
	if joint is DampedSpringJoint2D:
		_tune(joint, end_a, end_b, delta)
	elif has_limits or torque > 0:
		angle += angle_difference(angle, angle_difference(a.global_rotation, b.global_rotation) - start)
		var impulse := _impulse(end_a, end_b, delta)
		for body: PhysicsBody2D in [a, b]:
			if body is RigidBody2D and impulse != 0:
				body.apply_torque_impulse(impulse if body == b else -impulse)

# Pins anchors that are apart. Godot takes both from the joint's place, so a body is there for a moment.
func _pin(joint: Joint2D, a: PhysicsBody2D, b: PhysicsBody2D) -> void:
	var apart := b.global_transform * anchor_b - a.global_transform * anchor_a
	_is_pinned = true
	if apart.length() < 0.01:
		return
	var body := b if b is RigidBody2D else a
	var place := body.global_transform
	body.global_position += apart if body == a else -apart
	joint.global_position = a.global_transform * anchor_a
	var path := joint.node_b
	joint.node_b = NodePath()
	joint.node_b = path
	body.global_transform = place

func _is_awake(body: PhysicsBody2D) -> bool:
	return body is RigidBody2D and not body.sleeping

# Gives a spring its frequency for the masses that move along it now. A rod is a stiff spring, a slack rope is none.
func _tune(joint: DampedSpringJoint2D, a: JointEnd, b: JointEnd, delta: float) -> void:
	var line := b.at - a.at
	var axis := line.normalized()
	var inverse := a.inverse_mass + a.inverse_inertia * a.arm.cross(axis) ** 2 \
		+ b.inverse_mass + b.inverse_inertia * b.arm.cross(axis) ** 2
	var omega := TAU * frequency if frequency > 0 else ROD_SWING / delta
	var ratio := damping_ratio if frequency > 0 else 1.0
	if pulls_only and line.length() < joint.rest_length:
		omega = 0.0
	var iterations: int = ProjectSettings.get_setting("physics/2d/solver/solver_iterations")
	joint.stiffness = omega * omega / inverse
	joint.damping = 2.0 * ratio * omega / inverse / (iterations / 2.0) # Godot damps in every second iteration

# Returns the angular impulse with which the motor and the limits turn B relative to A.
func _impulse(a: JointEnd, b: JointEnd, delta: float) -> float:
	var spin := _relative_spin(a, b, 0.0)
	var gain := _relative_spin(a, b, 1.0) - spin
	var motor := clampf((speed - spin) / gain, -torque * delta, torque * delta)
	if not has_limits:
		return motor
	spin += gain * motor
	var low := minf(limits.x, lerpf(angle, limits.x, LIMIT_PULL))
	var high := maxf(limits.y, lerpf(angle, limits.y, LIMIT_PULL))
	return motor + ((clampf(angle + spin * delta, low, high) - angle) / delta - spin) / gain

# Returns the spin of B relative to A after an angular impulse, once the pin holds their anchors together again.
func _relative_spin(a: JointEnd, b: JointEnd, impulse: float) -> float:
	var spin_a := a.spin - a.inverse_inertia * impulse
	var spin_b := b.spin + b.inverse_inertia * impulse
	var gap := b.velocity - b.arm.orthogonal() * spin_b - a.velocity + a.arm.orthogonal() * spin_a
	var mass := a.inverse_mass + b.inverse_mass
	var both := -a.inverse_inertia * a.arm.x * a.arm.y - b.inverse_inertia * b.arm.x * b.arm.y
	var x := Vector2(mass + a.inverse_inertia * a.arm.y ** 2 + b.inverse_inertia * b.arm.y ** 2, both)
	var y := Vector2(both, mass + a.inverse_inertia * a.arm.x ** 2 + b.inverse_inertia * b.arm.x ** 2)
	var push := Transform2D(x, y, Vector2.ZERO).affine_inverse() * -gap
	return spin_b - spin_a + b.inverse_inertia * b.arm.cross(push) + a.inverse_inertia * a.arm.cross(push)
