# Imports a collider file of Fillet as the scene of a FilletLevel. MIT License, see LICENSE.
@tool
extends EditorImportPlugin

func _get_importer_name() -> String:
	return "fillet.level"

func _get_visible_name() -> String:
	return "Fillet Level"

func _get_recognized_extensions() -> PackedStringArray:
	return ["colliders.json", "fillet"] # before 4.6, Godot knows only what follows the last dot

func _get_save_extension() -> String:
	return "scn"

func _get_resource_type() -> String:
	return "PackedScene"

func _get_preset_count() -> int:
	return 1

func _get_preset_name(_preset: int) -> String:
	return "Default"

func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return [{"name": "set_gravity", "default_value": true}]

func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true

func _get_import_order() -> int:
	return IMPORT_ORDER_DEFAULT

func _get_priority() -> float:
	return 1.0

func _can_import_threaded() -> bool:
	return false

func _import(source_file: String, save_path: String, options: Dictionary, _platform_variants: Array[String],
		_gen_files: Array[String]) -> Error:
	var level := FilletLevel.load(source_file, {"gravity": options.set_gravity})
	if level == null:
		return ERR_PARSE_ERROR # the log says why
	var scene := level.pack()
	level.free()
	return ResourceSaver.save(scene, "%s.%s" % [save_path, _get_save_extension()])
