-- Lists what LÖVE does not do; see init.lua.
-- MIT License, see LICENSE.

-- Returns the losses of a level.
return function(level)
  local losses = {}
  local function lose(c, loss) table.insert(losses, ("%s (%s): %s"):format(c.id, c.name, loss)) end
  if (level.level.rolling_resistance or 0) > 0 then
    table.insert(losses, "no rolling resistance: round bodies roll farther")
  end
  for _, id in ipairs(level.order) do
    local c = level.colliders[id]
    if c.path and c.path.points and not c.path.keys then lose(c, "its path has no keys: it stands still") end
    for _, loss in ipairs(level.lost[id] or {}) do lose(c, loss) end
  end
  return losses
end
