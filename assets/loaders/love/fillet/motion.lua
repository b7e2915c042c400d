-- Moves platforms, and handles contacts: one-way colliders and the level's rules for materials; see init.lua.
-- MIT License, see LICENSE.
local rad, joints, motion = math.rad, require((...):gsub("motion$", "joints") .. ""), {}
local mixes = {
  average = function(a, b) return (a + b) / 2 end, product = function(a, b) return a * b end,
  geometric = function(a, b) return (a * b) ^ 0.5 end, minimum = math.min, maximum = math.max,
}

-- Returns the pose of a body on its path: its position in pixels, its angle, and the number of the period.
local function pose(c, time, scale)
  local keys = c.path.keys or { { 0, c.position[1], c.position[2], c.angle } }
  local period, i = keys[#keys][1], 1
  local round = c.path.loop ~= "once" and period > 0 and math.floor(time / period) or 0
  local now = time - round * period
  while keys[i + 1] and keys[i + 1][1] <= now do i = i + 1 end
  local a, b = keys[i], keys[i + 1] or keys[i]
  local part = b[1] > a[1] and (now - a[1]) / (b[1] - a[1]) or 0
  local function mix(k) return a[k] + (b[k] - a[k]) * part end
  return mix(2) * scale, mix(3) * scale, rad(mix(4) + (c.path.turn or 0) * time), round
end

-- Puts a body where its path is now.
function motion.place(level, body)
  local c = level.paths[body]
  if not c then return end
  local x, y, angle = pose(c, level.time, level.form.scale)
  body:setPosition(x, y)
  body:setAngle(angle)
end

-- Gives a body the velocity that brings it to its pose after a step. It jumps if its path begins again elsewhere.
local function follow(level, body, c, dt)
  local scale, keys = level.form.scale, c.path.keys or {}
  local _, _, _, before = pose(c, level.time - dt, scale)
  local x, y, angle, now = pose(c, level.time, scale)
  local first, last = keys[1], keys[#keys]
  if now ~= before and (math.abs(first[2] - last[2]) + math.abs(first[3] - last[3])) * scale > 0.1 then
    motion.place(level, body)
  end
  local turn = (angle - body:getAngle() + math.pi) % (2 * math.pi) - math.pi
  body:setLinearVelocity((x - body:getX()) / dt, (y - body:getY()) / dt)
  body:setAngularVelocity(turn / dt)
end

-- Moves bodies along their paths, and applies constant forces, in the next step of the world.
function motion.step(level, dt)
  if dt <= 0 then return end
  level.time, level.dt = level.time + dt, dt
  for body, c in pairs(level.paths) do
    if not body:isDestroyed() then follow(level, body, c, dt) end
  end
  for body, force in pairs(level.forces) do
    if not body:isDestroyed() and body:isAwake() then body:applyForce(force[1], force[2]) end
  end
  for rope, joint in pairs(level.ropes) do
    if not rope:isDestroyed() then joints.slacken(rope, joint, level.form.scale) end
  end
end

-- Returns the direction in which a fixture is solid, or nil if it is from all sides.
local function facing(level, fixture, child)
  local c, body, shape = fixture:getUserData(), fixture:getBody(), fixture:getShape()
  if type(c) ~= "table" or level.colliders[c.id] ~= c then return nil end
  if c.one_way then
    local turn = body:getAngle() - rad(body:getUserData().angle)
    local x, y, cos, sin = c.one_way[1], c.one_way[2], math.cos(turn), math.sin(turn)
    return x * cos - y * sin, x * sin + y * cos
  elseif c.shape.one_sided and shape:getType() == "chain" then
    local x1, y1, x2, y2 = shape:getChildEdge(child):getPoints()
    local length = ((x2 - x1) ^ 2 + (y2 - y1) ^ 2) ^ 0.5 * (level.form.up and -1 or 1)
    return body:getWorldVector((y2 - y1) / length, (x1 - x2) / length)
  end
end

-- Returns how far a fixture's convex shape extends in a direction.
local function extent(fixture, child, x, y)
  local shape, body, most = fixture:getShape(), fixture:getBody(), -math.huge
  if shape:getType() == "chain" then shape = shape:getChildEdge(child) end
  local p = { body:getWorldPoints((shape.getPoints or shape.getPoint)(shape)) }
  for i = 1, #p, 2 do most = math.max(most, p[i] * x + p[i + 1] * y) end
  return most + (shape:getType() == "circle" and shape:getRadius() or 0)
end

-- Disables a contact with the open side of a one-way collider. The solid side holds a body that was outside before the
-- last step, until they part. It also mixes the materials by the level's rules.
local function pre_solve(level, a, b, contact)
  local child_a, child_b = contact:getChildren()
  local nx, ny = contact:getNormal() -- from a to b
  local ax, ay = facing(level, a, child_a)
  local bx, by = facing(level, b, child_b)
  if ax or bx then
    local holds = (not ax or ax * nx + ay * ny >= 0.5) and (not bx or bx * nx + by * ny <= -0.5)
    if holds and not level.held[contact] then
      local x, y = contact:getPositions()
      local ux, uy = a:getBody():getLinearVelocityFromWorldPoint(x, y)
      local vx, vy = b:getBody():getLinearVelocityFromWorldPoint(x, y)
      local closing = math.max((ux - vx) * nx + (uy - vy) * ny, 0)
      local depth = extent(a, child_a, nx, ny) + extent(b, child_b, -nx, -ny)
      holds = depth <= 2 * level.form.weld + closing * level.dt
    end
    level.held[contact] = holds or nil
    if not holds then contact:setEnabled(false) end
  end
  local friction, restitution = level.level.friction_mix or "geometric", level.level.restitution_mix or "maximum"
  if friction ~= "geometric" then contact:setFriction(mixes[friction](a:getFriction(), b:getFriction())) end
  if restitution ~= "maximum" then
    contact:setRestitution(mixes[restitution](a:getRestitution(), b:getRestitution()))
  end
end

-- Listens to the contacts of the level's world, beside the game's callbacks. Returns a function that ends it.
function motion.listen(level)
  local begin, finish, pre, post = level.world:getCallbacks()
  local function end_contact(a, b, contact, ...)
    level.held[contact] = nil
    if finish then finish(a, b, contact, ...) end
  end
  local function solve(a, b, contact, ...)
    pre_solve(level, a, b, contact)
    if pre then pre(a, b, contact, ...) end
  end
  level.world:setCallbacks(begin, end_contact, solve, post)
  return function()
    local _, ended, solved = level.world:getCallbacks()
    if ended == end_contact and solved == solve then level.world:setCallbacks(begin, finish, pre, post) end
  end
end

return motion
