-- "Cavern", written by Fillet
--
--     local level = require("cavern")
--     love.physics.setMeter(level.meter)
--     local world = love.physics.newWorld(0, level.gravity)
--     world:setCallbacks(nil, nil, level.preSolve) -- for one-way colliders
--     local bodies = level.create(world)
--
-- Each collider's shapes are in its own frame, which is at x, y and rotated by angle. Polygons are convex, with up to 8
-- vertices. The user data of a body and of its fixtures is the collider's entry here.
local level = {
  name = "Cavern", width = 512, height = 256, meter = 32,
  gravity = 800, -- in pixels per second squared
  colliders = {},
}

local function add(list)
  for _, c in ipairs(list) do
    table.insert(level.colliders, c)
  end
end

-- At most 1000 colliders per function, because Lua limits the constants of a function.
add((function()
  return {
    { id = "c1", name = "floor", body = "static", x = 0, y = 240, angle = 0,
      sensor = false, category = 1, mask = 3, group = 0,
      tags = {},
      density = 1, friction = 0.6, restitution = 0,
      shapes = {
        { kind = "polygon", 4, 16, 2, 15.464101615137755, 0.5358983848622456, 14, 0, 12, 0, 4, 0.5358983848622452, 2 },
        { kind = "polygon", 60, 0, 62, 0.5358983848622452, 63.46410161513776, 1.9999999999999996, 64, 4, 64, 12, 63.46410161513776, 14, 62, 15.464101615137753 },
        { kind = "polygon", 62, 15.464101615137753, 60, 16, 4, 16, 0.5358983848622452, 2, 1.9999999999999996, 0.5358983848622456, 4, 0, 60, 0 },
      } },
    { id = "c2", name = "frame", body = "static", x = 128, y = 64, angle = 0,
      sensor = false, category = 1, mask = 3, group = 0,
      tags = {},
      density = 1, friction = 0.6, restitution = 0,
      shapes = {
        { kind = "polygon", 0, 0, 64, 0, 64, 16, 0, 16 },
        { kind = "polygon", 0, 16, 16, 16, 16, 48, 0, 48 },
        { kind = "polygon", 48, 16, 64, 16, 64, 48, 48, 48 },
        { kind = "polygon", 0, 48, 64, 48, 64, 64, 0, 64 },
      } },
    { id = "c3", name = "bridge", body = "static", x = 100, y = 200, angle = 0.5235987755982988,
      sensor = false, one_way = { 0.49999999999999994, -0.8660254037844387 }, category = 1, mask = 0, group = 0,
      tags = {},
      density = 3, friction = 0.25, restitution = 0.5,
      shapes = {
        { kind = "polygon", -24, -6, 24, -6, 25.414213562373096, -5.414213562373095, 26, -4, 26, 4, 25.414213562373096, 5.414213562373095, 24, 6 },
        { kind = "polygon", 24, 6, -24, 6, -25.414213562373096, 5.414213562373095, -26, 4, -26, -4, -25.414213562373096, -5.414213562373095, -24, -6 },
      } },
    { id = "c4", name = "", body = "dynamic", x = 30, y = 236, angle = 0,
      sensor = false, category = 2, mask = 3, group = -3,
      tags = {"yes", "two words", "naïve \034quoted\034", "😀 \001"},
      density = 1, friction = 0.6, restitution = 0,
      mass = { x = 0, y = 0, mass = 0.19634954084936207, inertia = 0.006135923151542565 }, -- kg and kg m2, about the frame's origin
      shapes = {
        { kind = "circle", x = 0, y = 0, radius = 8 },
      } },
    { id = "c5", name = "door", body = "static", x = 40, y = 230, angle = -1.5707963267948966,
      sensor = true, category = 1, mask = 3, group = 0,
      tags = {},
      density = 1, friction = 0.6, restitution = 0,
      shapes = {
        { kind = "polygon", -10, -5, 10, -5, 12.938926261462367, -4.045084971874737, 14.755282581475768, -1.5450849718747373, 14.755282581475768, 1.5450849718747368, 12.938926261462367, 4.045084971874736, 10, 5 },
        { kind = "polygon", 10, 5, -10, 5, -12.938926261462367, 4.045084971874737, -14.755282581475768, 1.5450849718747373, -14.755282581475768, -1.5450849718747368, -12.938926261462367, -4.045084971874736, -10, -5 },
      } },
    { id = "c6", name = "rope", body = "kinematic", x = 300, y = 10, angle = 0,
      sensor = false, category = 1, mask = 3, group = 0,
      tags = {},
      density = 1, friction = 0.6, restitution = 0,
      shapes = {
        { kind = "polygon", 0, -1.5, 32, -1.5, 33.06066017177982, -1.0606601717798214, 33.5, -9.184850993605148e-17, 33.06066017177982, 1.0606601717798212, 32, 1.5 },
        { kind = "polygon", 32, 1.5, 0, 1.5, -1.0606601717798212, 1.0606601717798214, -1.5, 9.184850993605148e-17, -1.0606601717798214, -1.0606601717798212, 0, -1.5 },
        { kind = "polygon", 33.5, 0, 33.5, 32, 33.06066017177982, 33.06066017177982, 32, 33.5, 30.939339828220177, 33.06066017177982, 30.5, 32 },
        { kind = "polygon", 30.5, 32, 30.5, 0, 30.939339828220177, -1.0606601717798212, 32, -1.5, 33.06066017177982, -1.0606601717798214, 33.5, 0 },
      } },
    { id = "c7", name = "loop", body = "static", x = 400, y = 10, angle = 0,
      sensor = false, category = 1, mask = 3, group = 0,
      tags = {},
      density = 1, friction = 0.6, restitution = 0,
      shapes = {
        { kind = "loop", 0, 0, 32, 0, 32, 32 },
      } },
    { id = "c8", name = "spawn", body = "static", x = 20, y = 20, angle = 0,
      sensor = false, category = 0, mask = 0, group = 0,
      tags = {},
      density = 1, friction = 0.6, restitution = 0,
      shapes = {
      } },
  }
end)())

local shapes = {
  circle = function(s) return love.physics.newCircleShape(s.x, s.y, s.radius) end,
  polygon = function(s) return love.physics.newPolygonShape(s) end,
  chain = function(s) -- prev and next are ghost vertices, so that nothing trips over the ends
    local chain = love.physics.newChainShape(false, s)
    if s.prev then chain:setPreviousVertex(s.prev[1], s.prev[2]) end
    if s.next then chain:setNextVertex(s.next[1], s.next[2]) end
    return chain
  end,
  loop = function(s) return love.physics.newChainShape(true, s) end,
}

-- Creates the bodies in a world and returns them by collider id. Call love.physics.setMeter(level.meter) first.
-- Markers, which have no shapes, get no body.
function level.create(world)
  local bodies = {}
  for _, c in ipairs(level.colliders) do
    if #c.shapes > 0 then
      local body = love.physics.newBody(world, c.x, c.y, c.body)
      body:setAngle(c.angle)
      body:setUserData(c)
      for _, s in ipairs(c.shapes) do
        local fixture = love.physics.newFixture(body, shapes[s.kind](s), c.density)
        fixture:setFriction(c.friction)
        fixture:setRestitution(c.restitution)
        fixture:setSensor(c.sensor)
        fixture:setFilterData(c.category, c.mask, c.group)
        fixture:setUserData(c)
      end
      if c.mass then
        body:setMassData(c.mass.x, c.mass.y, c.mass.mass, c.mass.inertia * level.meter ^ 2)
      end
      bodies[c.id] = body
    end
  end
  return bodies
end

-- Disables the contacts of bodies that pass a one-way collider from a side other than the one that one_way points to.
function level.preSolve(a, b, contact)
  local nx, ny = contact:getNormal() -- from a to b
  for _, side in ipairs({ { a, b, 1 }, { b, a, -1 } }) do
    local ledge, other = side[1], side[2]
    local c = ledge:getUserData()
    local d = type(c) == "table" and c.one_way
    if d then
      local vx, vy = other:getBody():getLinearVelocity()
      local wx, wy = ledge:getBody():getLinearVelocity()
      local out = (vx - wx) * d[1] + (vy - wy) * d[2] -- the speed away from the solid side
      if side[3] * (nx * d[1] + ny * d[2]) < 0.5 or out > 0.01 * level.meter then
        contact:setEnabled(false)
      end
    end
  end
end

return level
