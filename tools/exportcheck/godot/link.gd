# Follows the link whose address is in address.txt with FilletLink, and prints what happens.
extends Node2D

const FilletLevel = preload("res://fillet_level.gd")
const FilletLink = preload("res://fillet_link.gd")

var lines := PackedStringArray()

func say(line: String) -> void:
	print("FILLET " + line)

func _ready() -> void:
	parse()
	var level := FilletLevel.load("res://contract.colliders.json")
	add_child(level)
	var address := FileAccess.get_file_as_string("res://address.txt")
	var link := FilletLink.follow(address, level)
	add_child(link)
	link.changed.connect(func(change: Dictionary) -> void:
		say("change %s %s %s %.0f %s" % [change.get("removed", []), change.get("changed", []).map(func(r): return r.id),
			change.get("added", []).map(func(r): return r.id), level.bodies[level.find("floor")].position.y,
			level.colliders["c2"].name])
		link.report(Vector2(12, 34)))
	say("closed " + await link.closed)
	var refused := FilletLink.follow(address.replace("TOKEN", "WRONG"), level)
	add_child(refused)
	say("closed " + await refused.closed)
	var wrong := FilletLink.follow("localhost:1", level)
	say("open %s" % wrong.is_open)
	wrong.free()
	get_tree().quit()

# Feeds a stream in pieces of every length.
func parse() -> void:
	var text := ": hello\n\nevent: closed\r\ndata: {\"reason\": \"Tür zu\"}\r\n\r\n"
	var bytes := text.to_utf8_buffer()
	for size in range(1, bytes.size() + 1):
		var link := FilletLink.new()
		var reasons := []
		link.closed.connect(reasons.append)
		for from in range(0, bytes.size(), size):
			link.receive(bytes.slice(from, from + size))
		if reasons != ["Tür zu"]:
			say("pieces of %d bytes: %s" % [size, reasons])
		link.free()
