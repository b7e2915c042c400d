# FilletLink lets a running game follow the level that is being edited in Fillet. MIT License, see LICENSE.
#
#	fillet serve cavern.level.yaml # or Play > Link running game: prints an address
#
#	var link := FilletLink.follow("http://127.0.0.1:40711/c7Q0kfXo2mWn3rTz", level) # level: a FilletLevel
#	add_child(link)
#	link.report(player.position) # draws the player and the rigid bodies in the editor, 20 times a second
class_name FilletLink extends Node

signal changed(change: Dictionary) ## the level has applied a change
signal closed(reason: String) ## the editor closed the level, or refused the game

const SILENCE := 15.0 # seconds without a byte after which the stream is dead
const PAUSE := 1.0 # seconds before it connects again
const REPORT_PAUSE := 0.05 # seconds between reports

var level: Node2D
var is_open := true ## whether it follows, or tries to
var _host := ""
var _port := 80
var _path := ""
var _query := ""
var _stream := HTTPClient.new()
var _post := HTTPClient.new()
var _is_requested := false
var _connect_at := 0.0 # times are in seconds since the engine started, also in a game that is paused or slowed down
var _heard_at := 0.0
var _report := "" # the newest report that was not sent
var _report_at := 0.0
var _received := PackedByteArray() # the start of a line
var _event := ""
var _data := ""

## Returns a link that follows the address and applies changes to the level. Add it to the tree.
static func follow(address: String, to: Node2D) -> FilletLink:
	var link := new()
	link.process_mode = PROCESS_MODE_ALWAYS
	var parts := RegEx.create_from_string("^http://([^/:]+):(\\d+)(/[^?]+)\\??(.*)$").search(address)
	link.level = to
	if parts == null:
		push_error("%s is no address of a link: copy the one that fillet serve prints" % address)
		link.is_open = false
		return link
	link._host = parts.get_string(1)
	link._port = int(parts.get_string(2))
	link._path = parts.get_string(3)
	var game: String = ProjectSettings.get_setting("application/config/name", "Godot")
	link._query = "%s&units=%s&y=%s&frame=body&client=g%08x&name=%s" \
		% [parts.get_string(4), to._level.get("units", "px"), to._level.y, randi(), game.uri_encode()]
	return link

## Sends the places of the level's rigid bodies, and of the player if there is one, in the level's frame.
func report(player: Variant = null) -> void:
	var state := {"bodies": {}}
	for id: String in level.bodies:
		if is_instance_valid(level.bodies[id]) and level.bodies[id] is RigidBody2D:
			state.bodies[id] = level._nodes.to_file(level.bodies[id].transform)
	if player is Vector2:
		state.player = level._nodes.to_file(Transform2D(0, player)).slice(0, 2)
	_report = JSON.stringify(state)

func _process(_delta: float) -> void:
	if is_open:
		_follow(_now())
	if is_open:
		_send(_now())

func _now() -> float:
	return Time.get_ticks_msec() / 1000.0

func _exit_tree() -> void:
	_stream.close()
	_post.close()

func _follow(now: float) -> void:
	_stream.poll()
	match _stream.get_status():
		HTTPClient.STATUS_DISCONNECTED:
			if now >= _connect_at:
				_is_requested = false
				_heard_at = now
				_received.clear()
				_stream.connect_to_host(_host, _port)
		HTTPClient.STATUS_CONNECTED:
			if _is_requested: # the stream ended without "closed"
				_reconnect()
			else:
				_is_requested = true
				_stream.request(HTTPClient.METHOD_GET, _url("events"), ["Accept: text/event-stream"])
		HTTPClient.STATUS_BODY:
			_read()
		HTTPClient.STATUS_CANT_RESOLVE, HTTPClient.STATUS_CANT_CONNECT, HTTPClient.STATUS_CONNECTION_ERROR:
			_reconnect()
	if _stream.get_status() != HTTPClient.STATUS_DISCONNECTED and now > _heard_at + SILENCE:
		_reconnect()

func _url(what: String) -> String:
	return "%s/%s?%s" % [_path, what, _query.trim_prefix("&")]

func _reconnect() -> void:
	_stream.close()
	_connect_at = _now() + PAUSE

func _read() -> void:
	var code := _stream.get_response_code()
	var bytes := _stream.read_response_body_chunk()
	if not bytes.is_empty():
		_heard_at = _now()
	if code == 200:
		receive(bytes)
	elif code == 503: # too many games: one may go
		_reconnect()
	elif not bytes.is_empty():
		_close("%d: %s" % [code, bytes.get_string_from_utf8().strip_edges()])

func _close(reason: String) -> void:
	is_open = false
	_stream.close()
	closed.emit(reason)

## Takes bytes of the stream of server-sent events, in pieces of any length.
func receive(bytes: PackedByteArray) -> void:
	var from := 0
	var end := bytes.find(10)
	while end >= 0 and is_open:
		_received.append_array(bytes.slice(from, end))
		_take(_received.get_string_from_utf8().trim_suffix("\r"))
		_received.clear()
		from = end + 1
		end = bytes.find(10, from)
	_received.append_array(bytes.slice(from))

func _take(line: String) -> void:
	if line.begins_with("event:"):
		_event = line.trim_prefix("event:").strip_edges()
	elif line.begins_with("data:"):
		_data += line.trim_prefix("data:")
	elif line.is_empty() and not _data.is_empty():
		var data: Variant = JSON.parse_string(_data)
		var event := _event
		_event = ""
		_data = ""
		match event:
			"level": _apply(level.difference(data))
			"change": _apply(data)
			"closed": _close(data.reason)

func _apply(change: Dictionary) -> void:
	if not change.is_empty() and level.apply(change):
		changed.emit(change)

func _send(now: float) -> void:
	_post.poll()
	match _post.get_status():
		HTTPClient.STATUS_BODY:
			_post.read_response_body_chunk()
		HTTPClient.STATUS_CONNECTED when _report != "" and now >= _report_at:
			_post.request(HTTPClient.METHOD_POST, _url("state"), ["Content-Type: application/json"], _report)
			_report = ""
			_report_at = now + REPORT_PAUSE
		HTTPClient.STATUS_DISCONNECTED when _report != "" and now >= _report_at:
			_post.connect_to_host(_host, _port)
			_report_at = now + REPORT_PAUSE
		HTTPClient.STATUS_CANT_RESOLVE, HTTPClient.STATUS_CANT_CONNECT, HTTPClient.STATUS_CONNECTION_ERROR:
			_post.close()
			_report_at = now + PAUSE
