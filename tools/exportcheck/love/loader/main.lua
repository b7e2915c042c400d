-- Loads levels with the loader, runs them, and prints what their bodies do or what a check finds. The arguments are
-- "move FILE STEPS", with the steps of a sixtieth of a second, or "check NAME".
local fillet = require("fillet")

-- Prints a line for each body and frame: id, position of the frame, angle, centre of mass.
local function move(name, steps, frames)
  local level = fillet.load(name)
  for _, loss in ipairs(level.losses) do print("loss", loss) end
  for frame = 0, tonumber(frames) do
    for i = 1, frame > 0 and tonumber(steps) or 0 do
      level.step(1 / 60 / steps)
      level.world:update(1 / 60 / steps)
    end
    for id, body in pairs(level.bodies) do
      local x, y = body:getPosition()
      local cx, cy = body:getWorldCenter()
      print(id, ("%.9g\t%.9g\t%.9g\t%.9g\t%.9g"):format(x, y, body:getAngle(), cx, cy))
    end
  end
  level.destroy()
  if level.world:getBodyCount() > 0 then error("destroy leaves bodies") end
end

function love.load(args)
  local ok, problem = xpcall(function()
    if args[1] == "move" then move(args[2], args[3], args[4]) else require("checks")(fillet) end
  end, debug.traceback)
  if not ok then io.stderr:write(tostring(problem), "\n") end
  love.event.quit(ok and 0 or 1)
end
