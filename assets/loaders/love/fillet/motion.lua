-- Moves platforms, and applies forces; see init.lua.
-- MIT License, see LICENSE.
local folder, motion = (...):gsub("motion$", "") .. "", {}
local rad, joints, contacts = math.rad, require(folder .. "joints"), require(folder .. "contacts")

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
  contacts.listen(level) -- again, if the game has set callbacks since
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

return motion
