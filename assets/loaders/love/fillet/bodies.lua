-- Makes LÖVE's shapes, bodies and joints; see init.lua.
-- MIT License, see LICENSE.
local flat, bor = require((...):gsub("bodies$", "file") .. "").flat, require("bit").bor
local rad, max, bodies = math.rad, math.max, {}

-- Adds the hull of flat points. LÖVE has no rounded shapes, so circles and boxes along the edges add the radius.
local function add_hull(add, p, radius, weld)
  if #p > 4 or radius == 0 then add(#p > 4 and "newPolygonShape" or "newEdgeShape", unpack(p)) end
  for i = 1, radius > 0 and #p or 0, 2 do
    local x, y, dx, dy = p[i], p[i + 1], (p[i + 2] or p[1]) - p[i], (p[i + 3] or p[2]) - p[i + 1]
    local length = (dx * dx + dy * dy) ^ 0.5
    local nx, ny = -dy / length * radius, dx / length * radius
    add("newCircleShape", x, y, radius)
    if length > weld and (#p > 4 or i == 1) then
      add("newPolygonShape", x + nx, y + ny, x - nx, y - ny, x + dx - nx, y + dy - ny, x + dx + nx, y + dy + ny)
    end
  end
end

-- Adds the chain of a line's pieces, in the order in which it was drawn, without vertices that Box2D would reject.
local function add_line(add, c, frame, form)
  local p = {}
  local function near(v, w) return ((v[1] - w[1]) ^ 2 + (v[2] - w[2]) ^ 2) ^ 0.5 * form.scale <= form.weld end
  for _, piece in ipairs(c.pieces) do
    for i = 1, #piece.vertices do
      local v = piece.vertices[form.up and #piece.vertices + 1 - i or i] -- with y up, each piece is backward
      if #p == 0 or not near(v, p[#p]) then p[#p + 1] = v end
    end
  end
  local closed = #p > 3 and near(p[1], p[#p]) and table.remove(p) ~= nil
  local chain = add("newChainShape", closed, flat(p, form.scale, frame))
  if not chain or closed then return end
  local before, after = form.beyond(c, p[2], p[1]), form.beyond(c, p[#p - 1], p[#p]) -- ghost vertices
  if before then chain:setPreviousVertex(unpack(flat({ before }, form.scale, frame))) end
  if after then chain:setNextVertex(unpack(flat({ after }, form.scale, frame))) end
end

-- Returns the shapes of a collider in the frame of its body's first collider, and the losses.
local function shapes_of(c, frame, form)
  local shapes, losses, most, radius = {}, {}, 0, 0
  local function add(make, ...)
    local ok, shape = pcall(love.physics[make], ...)
    if ok then table.insert(shapes, shape) else losses[1] = "a part that is too thin for Box2D is left out" end
    return ok and shape
  end
  for _, p in ipairs(c.pieces) do most, radius = max(most, #p.vertices), max(radius, p.radius) end
  local line = most < 3 and radius == 0
  if line then add_line(add, c, frame, form) end
  for i, part in ipairs(line and {} or most < 3 and c.pieces or c.polygons or {}) do
    local p = flat(part.vertices or part, form.scale, part.vertices and frame)
    if #p > 16 then error("LÖVE's polygons have at most 8 vertices: export it with --polygons 8", 0) end
    add_hull(add, p, (part.radius or c.radii and c.radii[i] or 0) * form.scale, form.weld)
  end
  if #shapes == 0 then losses[1] = "it has no shape that is thick enough for Box2D" end
  if line and c.body == "dynamic" then table.insert(losses, "its lines pass through other lines") end
  if c.shape.one_sided and not line then table.insert(losses, "a thick line is solid on both sides") end
  return shapes, losses
end

-- Adds a collider to a planned body, or raises an error if LÖVE cannot take it.
function bodies.add(b, c, form)
  local shapes, losses = shapes_of(c, b.first, form)
  if not (c.position and c.angle and c.body) then error("its position, its angle or its body is missing", 0) end
  if math.abs(c.group or 0) > 32767 then error("LÖVE's groups are from -32767 to 32767", 0) end
  table.insert(b.members, { collider = c, shapes = shapes, losses = losses })
  b.category, b.mask = bor(b.category, c.category), bor(b.mask, c.mask)
  if b.group == 0 then b.group = c.group or 0 end
end

-- Sets a body's damping.
function bodies.damp(body, info)
  body:setLinearDamping(info.damping or 0)
  body:setAngularDamping(info.spin_damping or 0)
end

-- Makes a planned body and its fixtures.
function bodies.make(level, b)
  local first, scale, k, metre = b.first, level.form.scale, b.first.body, level.form.metre
  if first.role == "trigger" and k == "dynamic" then k = "kinematic" end -- triggers do not fall in Fillet
  local body = love.physics.newBody(level.world, first.position[1] * scale, first.position[2] * scale, k)
  local vx, vy, spin, fx, fy = 0, 0, 0, 0, 0
  body:setAngle(rad(first.angle))
  body:setUserData(first)
  for _, m in ipairs(b.members) do
    local c = m.collider
    for _, shape in ipairs(m.shapes) do
      local fixture = love.physics.newFixture(body, shape, c.density or 1)
      fixture:setFriction(c.friction or 0.6)
      fixture:setRestitution(c.restitution or 0)
      fixture:setSensor(c.role == "trigger")
      fixture:setFilterData(b.category, b.mask, b.group)
      fixture:setUserData(c)
    end
    local v, f = c.velocity or { 0, 0 }, c.force or { 0, 0 }
    if vx == 0 and vy == 0 and spin == 0 then vx, vy, spin = v[1] * scale, v[2] * scale, rad(c.spin or 0) end
    fx, fy = fx + f[1] * metre, fy + f[2] * metre
    level.bodies[c.id], level.lost[c.id] = body, m.losses
  end
  if k == "dynamic" then
    bodies.damp(body, level.level)
    if first.mass then
      local x, y = first.center[1] * scale, first.center[2] * scale
      body:setMassData(x, y, first.mass, first.inertia * metre ^ 2 + first.mass * (x * x + y * y))
    end
    body:setLinearVelocity(vx, vy)
    body:setAngularVelocity(spin)
    if fx ~= 0 or fy ~= 0 then level.forces[body] = { fx, fy } end
  elseif k == "kinematic" and first.path then
    level.paths[body] = first
  end
  return body
end

-- Removes a body, unless the game has done so.
function bodies.remove(level, id)
  local body = level.bodies[id]
  level.paths[body], level.forces[body], level.bodies[id], level.lost[id] = nil, nil, nil, nil
  if not body:isDestroyed() then body:destroy() end
end

return bodies
