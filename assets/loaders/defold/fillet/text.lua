-- Writes values in the text form of Defold's files; see fillet.editor_script.
-- MIT License, see LICENSE.
local text = {}

-- Returns a number as Defold's files have it.
function text.num(x)
  return tostring(math.floor(x * 1e6 + 0.5) / 1e6)
end

-- Returns a text as a string of Defold's files.
function text.quote(value)
  return '"' .. value:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"):gsub("%c", "?") .. '"'
end

-- Returns the text of an embedded shape of spheres.
function text.spheres(spheres, scale, up)
  local lines = { "embedded_collision_shape {" }
  for i, s in ipairs(spheres) do
    table.insert(lines, "  shapes {\n    shape_type: TYPE_SPHERE\n    position {")
    table.insert(lines, ("      x: %s\n      y: %s\n    }"):format(text.num(s[1] * scale), text.num(s[2] * scale * up)))
    table.insert(lines, ("    rotation {\n      w: 1.0\n    }\n    index: %d\n    count: 1\n  }"):format(i - 1))
  end
  for _, s in ipairs(spheres) do table.insert(lines, "  data: " .. text.num(s[3] * scale)) end
  return table.concat(lines, "\n") .. "\n}\n"
end

-- Returns the text of a convex shape, counter-clockwise with y up.
function text.hull(polygon, scale, up)
  local lines = { "shape_type: TYPE_HULL" }
  for i = 1, #polygon do
    local p = polygon[up > 0 and i or #polygon + 1 - i]
    table.insert(lines, ("data: %s\ndata: %s\ndata: 0.0"):format(text.num(p[1] * scale), text.num(p[2] * scale * up)))
  end
  return table.concat(lines, "\n") .. "\n"
end

-- Returns the text of a game object of a collection.
function text.instance(id, components, x, y, angle)
  local lines = { "embedded_instances {", "  id: " .. text.quote(id), '  data: ""' }
  for i, path in ipairs(components) do
    local component = ('components {\n  id: "object%d"\n  component: %s\n}\n'):format(i, text.quote(path))
    table.insert(lines, "  " .. text.quote(component))
  end
  local place = "  position {\n    x: %s\n    y: %s\n  }\n  rotation {\n    z: %s\n    w: %s\n  }\n}\n"
  return table.concat(lines, "\n") .. "\n" .. place:format(text.num(x), text.num(y),
    text.num(math.sin(angle / 2)), text.num(math.cos(angle / 2)))
end

return text
