# Imports collider files of Fillet as scenes. Needs fillet_level.gd, fillet_nodes.gd and fillet_joint.gd in the project.
# MIT License, see LICENSE.
@tool
extends EditorPlugin

const Importer = preload("importer.gd")

var importer: Importer

func _enter_tree() -> void:
	importer = Importer.new()
	add_import_plugin(importer)

func _exit_tree() -> void:
	remove_import_plugin(importer)
	importer = null
