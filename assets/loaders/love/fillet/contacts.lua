-- Handles contacts: one-way colliders and the level's rules for materials; see init.lua.
-- MIT License, see LICENSE.
local rad, contacts = math.rad, {}
local mixes = {
  average = function(a, b) return (a + b) / 2 end, product = function(a, b) return a * b end,
  geometric = function(a, b) return (a * b) ^ 0.5 end, minimum = math.min, maximum = math.max,
}
local weak = { __mode = "k" }
local heard = setmetatable({}, weak) -- pre-solve callbacks and the levels that they call

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

-- Listens to the contacts of the level's world, after the game's callbacks, unless it does so already.
function contacts.listen(level)
  local begin, finish, pre, post = level.world:getCallbacks()
  if heard[pre] and heard[pre][level] then return end
  local function end_contact(a, b, contact, ...)
    level.held[contact] = nil
    if finish then finish(a, b, contact, ...) end
  end
  local function solve(a, b, contact, ...)
    pre_solve(level, a, b, contact)
    if pre then pre(a, b, contact, ...) end
  end
  heard[solve] = setmetatable({ [level] = true }, weak)
  for other in pairs(heard[pre] or {}) do heard[solve][other] = true end
  level.world:setCallbacks(begin, end_contact, solve, post)
  level.before = { finish = finish, pre = pre, end_contact = end_contact, solve = solve }
end

-- Gives the world the callbacks that it had before, unless others have replaced the level's.
function contacts.ignore(level)
  local old, begin, finish, pre, post = level.before, level.world:getCallbacks()
  if finish == old.end_contact and pre == old.solve then
    level.world:setCallbacks(begin, old.finish, old.pre, post)
  end
end

return contacts
