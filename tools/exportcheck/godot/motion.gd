# Loads the scene motion.tscn into a world with a gravity of 800, runs it for three seconds, and prints a line of JSON: the
# centre of mass of each rigid body and its angle since the start, at the start and after each frame.
extends Node2D

const STEPS := 8 # a sixtieth of a second

var bodies: Array[RigidBody2D] = []
var turned := {}
var out := {}

func _ready() -> void:
	PhysicsServer2D.area_set_param(get_world_2d().space, PhysicsServer2D.AREA_PARAM_GRAVITY, 800)
	var scene: Node = (load("res://motion.tscn") as PackedScene).instantiate()
	for node in scene.find_children("*", "RigidBody2D", true, false):
		bodies.append(node)
	add_child(scene)
	for b in bodies:
		turned[b] = [b.rotation, 0.0]
	Engine.physics_ticks_per_second = 60 * STEPS
	for i in 181:
		for b in bodies:
			note(b)
		for step in STEPS:
			await get_tree().physics_frame
	print("FILLET " + JSON.stringify(out, "", true, true))
	get_tree().quit()

func note(b: RigidBody2D) -> void:
	var turn: Array = turned[b]
	turn[1] += angle_difference(turn[0], b.rotation)
	turn[0] = b.rotation
	var at := b.global_transform * (PhysicsServer2D.body_get_param(b.get_rid(), PhysicsServer2D.BODY_PARAM_CENTER_OF_MASS) as Vector2)
	out.get_or_add(b.get_meta("fillet_id"), []).append([at.x, at.y, turn[1]])
