-- Reads collider files of Fillet; see init.lua.
-- MIT License, see LICENSE.
local file, read_value, utf8 = {}, nil, require("utf8")
local words = { ["true"] = true, ["false"] = false, null = false } -- no nil, so that arrays keep their length
local escapes = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local next_character = "^[ \t\r\n]*()(.?)" -- matches the position of the next character, and the character

-- Raises an error at a position of a JSON text.
local function fail(text, at, message)
  local _, lines = text:sub(1, at - 1):gsub("\n", "")
  error(("line %d: %s"):format(lines + 1, message), 0)
end

-- Reads an escape such as \n or \u00e9 after its backslash. Like all readers, it also returns the position behind it.
local function read_escape(text, at)
  local plain, hex = escapes[text:sub(at, at)], text:match("^u(%x%x%x%x)", at)
  if plain then return plain, at + 1 end
  local code = tonumber(hex or fail(text, at, "unknown escape in a string"), 16)
  local low = code >= 0xD800 and code < 0xDC00 and text:match("^\\u([dD][c-fC-F]%x%x)", at + 5)
  if not low then return utf8.char(code), at + 5 end
  return utf8.char(0x10000 + (code - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00), at + 11
end

-- Reads a string after its opening quote.
local function read_string(text, at)
  local parts = {}
  while true do
    local stop = text:find('["\\%z\1-\31]', at) or #text + 1
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:find('^"', stop) then return table.concat(parts), stop + 1 end
    if not text:find("^\\", stop) then fail(text, stop, "a string does not end") end
    parts[#parts + 1], at = read_escape(text, stop + 1)
  end
end

-- Reads an array or an object after its opening bracket.
local function read_items(text, from, close, depth)
  local items, at, c = {}, text:match(next_character, from)
  for i = 1, c == close and 0 or math.huge do
    local key = i
    if close == "}" then
      if not text:find('^"', at) then fail(text, at, "a key must be a string") end
      key, at = read_string(text, at + 1)
      at = text:match("^[ \t\r\n]*:()", at) or fail(text, at, "a colon is missing")
    end
    items[key], at = read_value(text, at, depth)
    at, c = text:match(next_character, at)
    if c == close then break end
    if c ~= "," then fail(text, at, ("a comma or %s is missing"):format(close)) end
    at = text:match(next_character, at + 1)
  end
  return items, at + 1
end

-- Reads a value. It limits the depth, because deep nesting would overflow the stack.
function read_value(text, from, depth)
  local at, c = text:match(next_character, from)
  if c == '"' then return read_string(text, at + 1) end
  if depth > 200 then fail(text, at, "too many nested values") end
  if c == "{" or c == "[" then return read_items(text, at + 1, c == "{" and "}" or "]", depth + 1) end
  local word = text:match("^[%w.+-]*", at)
  local number = word:find("^-?%d") and not word:find("%.$") and not word:find("%.%D") and not word:find("^-?0%w")
    and tonumber(word)
  if words[word] == nil and (not number or number - number ~= 0) then fail(text, at, "not a value") end
  return words[word] or number, at + #word
end

-- Returns the value of a JSON text.
function file.decode(text)
  local value, at = read_value(text, 1, 0)
  if text:find("[^ \t\r\n]", at) then fail(text, at, "text after the end") end
  return value
end

-- Returns the table of a file, which can be the name of one, if it has a form that the loader reads.
function file.read(source)
  local name, ok = "the level", true
  if type(source) == "string" then
    local text, missing = love.filesystem.read(source)
    if not text then error(missing .. " Copy it into the folder of main.lua.", 0) end
    name, ok, source = source, pcall(file.decode, text)
  end
  local problem = not ok and source
    or (type(source) ~= "table" or source.format ~= "fillet-colliders") and "it was not written by fillet export"
    or source.version == 1 and "it is version 1: export it again without --version 1"
    or source.version ~= 2 and ("it is version %s: copy the loader of your Fillet"):format(tostring(source.version))
    or not (source.level and source.level.pixels_per_metre and source.categories and source.colliders) and "damaged"
    or source.level.frame == "level" and "its polygons are in level space: export it again without --frame level"
  return problem and error(("%s: %s"):format(name, problem), 0) or source
end

-- Returns the records by id and their ids in order, after a change. It calls touch with what comes and what goes.
function file.merge(records, order, change, touch)
  local new, ids, seen, gone = {}, {}, {}, {}
  for _, id in ipairs(change.removed or {}) do gone[id] = true end
  for _, id in ipairs(order) do
    if gone[id] then touch(records[id]) else new[id], ids[#ids + 1] = records[id], id end
  end
  for _, list in ipairs({ change.added or {}, change.changed or {} }) do
    for _, record in ipairs(list) do
      local id = record.id
      if type(id) ~= "string" or seen[id] then file.refuse(record, "its id is missing or not unique") end
      if new[id] then touch(new[id]) else ids[#ids + 1] = id end
      new[id], seen[id] = record, true
      touch(record)
    end
  end
  return new, ids
end

-- Returns points as a flat list in pixels. With a frame, the points are in level space and the list is in the frame.
function file.flat(points, scale, frame)
  local list, at, turn = {}, frame and frame.position or { 0, 0 }, frame and -math.rad(frame.angle) or 0
  local c, s = math.cos(turn), math.sin(turn)
  for _, p in ipairs(points) do
    local x, y = (p[1] - at[1]) * scale, (p[2] - at[2]) * scale
    list[#list + 1], list[#list + 2] = x * c - y * s, x * s + y * c
  end
  return list
end

-- Returns the name of a collider's body.
function file.body_of(c) return c.one_body and "body " .. c.one_body or c.id end

-- Raises an error about a collider or a joint.
function file.refuse(record, reason)
  error(("%s (%s): %s"):format(tostring(record.id), tostring(record.name), tostring(reason)), 0)
end

return file
