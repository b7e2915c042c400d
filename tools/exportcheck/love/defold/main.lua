-- Runs the command of Defold's editor script in LÖVE's Lua, in place of Defold's editor, for each of the named files in
-- the working folder. Prints what the script prints.
json = { decode = require("love_fillet.file").decode }
editor = {
  get = function(path, key)
    if key == "path" then return path end
    local file = assert(io.open(path:sub(2)))
    local text = file:read("*a")
    file:close()
    return text
  end,
  create_directory = function(path) made = made and made .. path or path end, -- the test has made it
}

function love.load(paths)
  local command = love.filesystem.load("fillet/fillet.editor_script")().get_commands()[1]
  local code = 0
  for _, path in ipairs(paths) do
    assert(command.active({ selection = path }) and not command.active({ selection = path .. ".lua" }))
    local ok, problem = pcall(command.run, { selection = path })
    if not ok then
      print(problem)
      code = 1
    end
  end
  love.event.quit(code)
end
