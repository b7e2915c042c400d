-- Finds the surfaces that continue chains, so that nothing catches on the ends of chains; see init.lua.
-- MIT License, see LICENSE.
local seams = {}
local gap, straight = 0.051, 0.99996 -- how far surfaces can be apart, in pixels, and the cosine of their largest angle

-- Calls add with both ends of each side of a collider, in level space.
local function sides(c, add)
  local turn = math.rad(c.angle)
  local cos, sin, x, y = math.cos(turn), math.sin(turn), c.position[1], c.position[2]
  local function place(p) return { x + p[1] * cos - p[2] * sin, y + p[1] * sin + p[2] * cos } end
  for _, loop in ipairs(c.outline or {}) do
    for i, p in ipairs(loop) do add(place(p), place(loop[i % #loop + 1])) end
  end
  for _, piece in ipairs(c.outline and {} or c.pieces) do
    if #piece.vertices == 2 then add(piece.vertices[1], piece.vertices[2]) end
  end
end

-- Returns the ends of the sides of static solid colliders in a grid of pixels.
local function index(colliders, scale)
  local grid = {}
  for _, c in pairs(colliders) do
    local function add(p, q)
      for _, side in ipairs({ { at = p, next = q, of = c }, { at = q, next = p, of = c } }) do
        local cell = math.floor(side.at[1] * scale) .. " " .. math.floor(side.at[2] * scale)
        grid[cell] = grid[cell] or {}
        table.insert(grid[cell], side)
      end
    end
    if c.body == "static" and c.role ~= "trigger" then sides(c, add) end
  end
  return grid
end

-- Reports whether two colliders are solid to the same things.
local function alike(a, b)
  local v, w = a.one_way or { 0, 0 }, b.one_way or { 0, 0 }
  return a.role == b.role and a.category == b.category and a.mask == b.mask and a.group == b.group and v[1] == w[1]
    and v[2] == w[2]
end

-- Returns a function that finds the point after an end of a collider's line, in level space. It returns nil if no
-- surface continues the line straight on. from is the point before the end.
function seams.finder(colliders, scale)
  local grid
  return function(c, from, at)
    if c.body ~= "static" or c.role == "trigger" then return nil end
    grid = grid or index(colliders, scale)
    local dx, dy, x, y = at[1] - from[1], at[2] - from[2], at[1] * scale, at[2] * scale
    for column = math.floor(x - gap), math.floor(x + gap) do
      for row = math.floor(y - gap), math.floor(y + gap) do
        for _, side in ipairs(grid[column .. " " .. row] or {}) do
          local ex, ey = side.next[1] - side.at[1], side.next[2] - side.at[2]
          local near = math.abs(side.at[1] * scale - x) <= gap and math.abs(side.at[2] * scale - y) <= gap
          local product = ((dx * dx + dy * dy) * (ex * ex + ey * ey)) ^ 0.5
          if near and dx * ex + dy * ey >= straight * product and alike(c, side.of) then return side.next end
        end
      end
    end
  end
end

return seams
