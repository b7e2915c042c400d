-- No window and no sound: physics only.
function love.conf(t)
  for name in pairs(t.modules) do
    t.modules[name] = name == "physics" or name == "event" or name == "timer" or name == "math" or name == "data"
  end
end
