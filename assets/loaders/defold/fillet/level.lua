-- Converts a Fillet level to the files of a Defold collection; see fillet.editor_script.
-- MIT License, see LICENSE.
local text = require("fillet.text")
local level = {}

-- Raises an error about a record of the file.
local function refuse(record, reason)
  error(("%s (%s): %s"):format(tostring(record.id), tostring(record.name), reason), 0)
end

-- Returns a file's table, or raises an error if its form is unknown.
local function read(json_text, path)
  local data = json.decode(json_text)
  local problem = data.format ~= "fillet-colliders" and "it was not written by fillet export"
    or data.version ~= 2 and ("it is version %s: export it again, as version 2"):format(tostring(data.version))
    or data.level.frame == "level" and "its polygons are in level space: export it again without --frame level"
    or #data.categories > 16 and "Defold has 16 collision groups: use fewer categories"
  return problem and error(path .. ": " .. problem, 0) or data
end

-- Returns the names of the categories of a mask.
local function names(categories, mask)
  local list = {}
  for i, name in ipairs(categories) do
    if math.floor(mask / 2 ^ (i - 1)) % 2 == 1 then table.insert(list, name) end
  end
  return list
end

-- Returns the spheres of a collider, as {x, y, radius}, or else its convex polygons, in its body's frame.
local function shapes(c, frame, lose)
  local spheres, polygons, size, turn = {}, c.polygons or {}, c.shape.size, -math.rad(frame.angle)
  for _, piece in ipairs(c.pieces) do
    local x, y = piece.vertices[1][1] - frame.position[1], piece.vertices[1][2] - frame.position[2]
    local sphere = { x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn), piece.radius }
    if #piece.vertices == 1 and piece.radius > 0 then table.insert(spheres, sphere) end
  end
  if #spheres == #c.pieces then return spheres, {} end
  for i, polygon in ipairs(polygons) do
    if c.radii and c.radii[i] > 0 then refuse(c, "shapes are never round: export it again without --keep-radius") end
    if #polygon > 8 then refuse(c, "shapes have at most 8 vertices: export it again with --polygons 8") end
  end
  if #polygons == 0 then lose(c, "a line without thickness has no shape") end
  if #polygons > 1 and c.body == "dynamic" and c.role ~= "trigger" then -- a dynamic object has at most one
    if not size or c.shape.rounding == "outset" or c ~= frame then
      lose(c, "only its first convex part is left: a dynamic object has one")
      return {}, { polygons[1] }
    end
    lose(c, "its corners become sharp")
    local x, y = size[1] / 2, size[2] / 2
    return {}, { { { -x, -y }, { x, -y }, { x, y }, { -x, y } } }
  end
  return {}, polygons
end

-- Lists what a collision object cannot have.
local function lose_values(c, groups, lose)
  if #groups > 1 then lose(c, "only its first category is left") end
  if c.group then lose(c, "its group is left out") end
  if c.role == "one-way" then lose(c, "it is solid from all sides") end
  if c.one_body then lose(c, "it moves apart from the other parts of its body") end
  if c.path then lose(c, "its path is left out: move its game object") end
  if c.velocity or c.spin or c.force then lose(c, "its initial motion and its force are left out") end
end

-- Returns the text of a collision object, without its shapes.
local function object(c, data, groups)
  local kind, metre, mass = c.body, data.level.units == "m" and 1 or data.level.pixels_per_metre, 0
  if c.role == "trigger" then
    kind = "trigger"
  elseif kind == "dynamic" then -- its mass must not be 0
    mass = not c.one_body and c.mass or math.max(c.area * (c.density or 1) / metre ^ 2, 1e-3)
  end
  local lines = {
    "type: COLLISION_OBJECT_TYPE_" .. kind:upper(), "mass: " .. text.num(mass),
    "friction: " .. text.num(c.friction or 0.6), "restitution: " .. text.num(c.restitution or 0),
    "group: " .. text.quote(groups[1] or "default"),
  }
  for _, name in ipairs(names(data.categories, c.mask)) do table.insert(lines, "mask: " .. text.quote(name)) end
  table.insert(lines, "linear_damping: " .. text.num(data.level.damping or 0))
  table.insert(lines, "angular_damping: " .. text.num(data.level.spin_damping or 0))
  return table.concat(lines, "\n") .. "\n"
end

-- Returns the texts of all files by their paths in the project, and the losses.
function level.convert(json_text, path)
  local data = read(json_text, path)
  local files, losses, frames, seen, info = {}, {}, {}, {}, data.level
  local scale, up = info.units == "m" and info.pixels_per_metre or 1, info.y == "up" and 1 or -1
  local bottom = (info.origin or { 0, 0 })[2] - info.size[2] * up
  local folder = path:gsub("%.colliders%.json$", "_collision/")
  local collection = { ("name: %s\nscale_along_z: 0\n"):format(text.quote(info.name)) }
  local function lose(record, reason)
    table.insert(losses, ("%s (%s): %s"):format(record.id, record.name, reason))
  end
  if (info.rolling_resistance or 0) > 0 then
    table.insert(losses, "no rolling resistance: round bodies roll farther")
  end
  for _, c in ipairs(data.colliders) do
    if seen[c.id] then refuse(c, "its id is not unique") end
    seen[c.id] = true
    local frame = c.one_body and frames[c.one_body] or c
    local id, components, groups = c.id:gsub("[^%w]", "_"), {}, names(data.categories, c.category)
    if c.one_body then frames[c.one_body] = frame end
    local spheres, polygons = shapes(c, frame, lose)
    if #c.pieces > 0 then lose_values(c, groups, lose) end
    for i = 1, #spheres > 0 and 1 or #polygons do
      local base, own = ("%s%s_%d"):format(folder, id, i), object(c, data, groups)
      table.insert(components, base .. ".collisionobject")
      if #spheres > 0 then
        files[base .. ".collisionobject"] = own .. text.spheres(spheres, scale, up)
      else
        files[base .. ".collisionobject"] = "collision_shape: " .. text.quote(base .. ".convexshape") .. "\n" .. own
        files[base .. ".convexshape"] = text.hull(polygons[i], scale, up)
      end
    end
    local x, y = frame.position[1] * scale, (frame.position[2] - bottom) * scale * up
    table.insert(collection, text.instance(id, components, x, y, math.rad(frame.angle) * up))
  end
  for _, joint in ipairs(data.joints or {}) do lose(joint, "the joint is left out") end
  files[folder .. path:match("([^/]*)%.colliders%.json$") .. ".collection"] = table.concat(collection)
  return files, losses
end

return level
