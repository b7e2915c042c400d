# Loads the levels that cases.json names with FilletLevel, runs each for three seconds, and prints a line of JSON for
# each: the centre of mass and the turn of each body at the start and after each frame, the frames after a second and a
# half, and the losses.
extends Node2D

const FilletLevel = preload("res://fillet_level.gd")

func _ready() -> void:
	var cases: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://cases.json"))
	for file: String in cases:
		Engine.physics_ticks_per_second = 60 * int(cases[file])
		var steps := int(cases[file])
		await get_tree().physics_frame # the first frame of a rate may have another length
		var level := FilletLevel.load("res://" + file)
		add_child(level) # the signal comes before a step
		var tracks := {}
		var frames := {}
		for i in 181:
			for id: String in level.bodies:
				var body: Node2D = level.bodies[id]
				note(body, tracks.get_or_add(id, []))
				if i == 90:
					frames[id] = [body.position.x, body.position.y, body.rotation]
			for step in steps:
				await get_tree().physics_frame
		var out := {"file": file, "tracks": tracks, "frames": frames, "losses": level.losses}
		print("FILLET " + JSON.stringify(out, "", true, true))
		level.destroy()
	get_tree().quit()

func note(body: CollisionObject2D, track: Array) -> void:
	var at := body.position
	if body is RigidBody2D:
		at = body.global_transform * body.center_of_mass
	var turn: float = body.rotation
	if not track.is_empty():
		turn = track[-1][2] + angle_difference(track[-1][2], turn)
	track.append([at.x, at.y, turn])
