-- Loads the modules named on the command line, which examples/templates/colliders.lua.tmpl has written, creates their
-- bodies and simulates them. Prints a line for each body: module, id, shapes, mass, square pixels of its fixtures, and
-- its position before and after.
local function measure(name)
  local level = require(name)
  love.physics.setMeter(level.meter)
  local world = love.physics.newWorld(0, 9.81 * level.meter)
  world:setCallbacks(nil, nil, level.preSolve)
  local bodies, found = level.create(world), {}
  for _, c in ipairs(level.colliders) do
    local body = bodies[c.id]
    if body then
      local area = 0
      for _, fixture in ipairs(body:getFixtures()) do
        fixture:setDensity(1)
        local _, _, mass = fixture:getMassData()
        area = area + mass * level.meter ^ 2
        local category, mask, group = fixture:getFilterData()
        if category ~= c.category or mask ~= c.mask or group ~= c.group then error(c.id .. ": LÖVE has another filter") end
        if fixture:isSensor() ~= c.sensor or math.abs(fixture:getFriction() - c.friction) > 1e-6 or math.abs(fixture:getRestitution() - c.restitution) > 1e-6 then
          error(c.id .. ": LÖVE has other values")
        end
      end
      local x, y = body:getPosition()
      found[#found + 1] = { body = body, name, c.id, #body:getFixtures(), body:getMass(), area, x, y }
      if c.name == "jumps" then body:setLinearVelocity(0, -14 * level.meter) end
    end
  end
  if world:getBodyCount() ~= #found then error("there are " .. world:getBodyCount() .. " bodies, and " .. #found .. " were made") end
  for _ = 1, (name == "ledge" or name == "seams") and 240 or 60 do world:update(1 / 60) end
  for _, f in ipairs(found) do
    local x, y = f.body:getPosition()
    print(f[1], f[2], f[3], string.format("%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g", f[4], f[5], f[6], f[7], x, y))
  end
end

function love.load(names)
  local code = 0
  for _, name in ipairs(names) do
    local ok, problem = pcall(measure, name)
    if not ok then
      io.stderr:write(name, ": ", tostring(problem), "\n")
      code = 1
    end
  end
  love.event.quit(code)
end
