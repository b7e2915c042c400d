-- Checks the loader with the level loader.level.yaml, exported as checks.colliders.json.
local file = require("fillet.file")

local function check(ok, ...)
  if not ok then error(table.concat({ ... }, " "), 2) end
end

local function near(a, b, room, what)
  if not (math.abs(a - b) <= room) then error(("%s is %s, want %s"):format(what, a, b), 2) end
end

-- Runs a level.
local function run(level, seconds)
  for _ = 1, seconds * 60 do
    level.step(1 / 60)
    level.world:update(1 / 60)
  end
end

-- Returns a copy of a table.
local function copy(value)
  if type(value) ~= "table" then return value end
  local out = {}
  for k, v in pairs(value) do out[k] = copy(v) end
  return out
end

return function(fillet)
  local name = "checks.colliders.json"
  local entered, solved = {}, 0
  local world = love.physics.newWorld(0, 0)
  love.physics.setMeter(32)
  world:setCallbacks(function(a, b) entered[a:getUserData().name .. " " .. b:getUserData().name] = true end, nil,
    function() solved = solved + 1 end)
  local level = fillet.load(name, world)
  local function body(of) return level.bodies[level.find(of)] end

  -- identity
  check(level.find("ledge") == "c2" and level.find("nothing") == nil, "find")
  check(table.concat(level.tagged("ground"), " ") == "c1 c2", "tagged")
  check(level.bodies.c11 == level.bodies.c12 and level.bodies.c11 ~= nil, "the parts of a body share it")
  check(level.bodies.c13 == nil and level.colliders.c13.tags[1] == "spawn", "a marker has no body")
  check(#body("head"):getFixtures() == 2, "a body has the shapes of its parts")
  check(level.losses[1] == nil, "losses: ", tostring(level.losses[1]))
  for _, fixture in ipairs(body("head"):getFixtures()) do
    local c = fixture:getUserData()
    check(level.colliders[c.id] == c, "the user data of a fixture is its collider's record")
  end
  local _, gy = world:getGravity()
  near(gy, 800, 1e-3, "gravity")
  near(body("faller"):getLinearDamping(), 0.2, 1e-6, "damping")
  near(body("faller"):getAngularDamping(), 0.3, 1e-6, "damping of spin")
  local vx = body("head"):getLinearVelocity()
  near(vx, 30, 1e-3, "the velocity of a body")

  -- motion
  level.step(0)
  run(level, 3)
  near(body("above"):getY(), 392, 1, "y above")
  near(body("below"):getY(), 392, 1, "y below")
  near(body("stuck"):getY(), 585, 1, "y of the stuck box")
  near(body("zone"):getY(), 500, 1e-3, "y of the trigger")
  check(entered["zone faller"] or entered["faller zone"], "the trigger reports the faller")
  near(body("faller"):getY(), 592, 1, "y of the faller")
  check(body("ghost"):getY() > 700, "the ghost falls through the floor")
  near(body("friend"):getY(), 592, 1, "y of the friend")
  near(body("lander"):getY(), 392, 1, "y of the lander")
  near(body("jumper"):getY(), 392, 1, "y of the jumper")
  near(body("lift"):getY(), 500, 0.1, "y of the lift")
  near(body("rider"):getY(), 486, 1, "y of the rider")
  near(body("rider"):getX(), 1000, 1, "x of the rider")
  near(body("rotor"):getAngle() % (2 * math.pi), 1.5 * math.pi, 1e-3, "angle of the rotor")
  near(body("wheel"):getAngularVelocity(), math.pi / 2, 0.02, "spin of the wheel")
  near(body("float"):getY(), 300, 1, "y of the float")
  near(body("pill"):getY(), 592, 1, "y of the pill")
  near(body("pill"):getMass(), (40 * 16 + math.pi * 64) / 1024, 1e-3, "mass of the pill")
  check(solved > 0, "the game's own callbacks are called")

  -- changes
  local fallen = copy(level.colliders.c7)
  fallen.position[2] = 100 / level.form.scale
  level.apply({ changed = { fallen } })
  run(level, 0.25)
  local arm, pin, faller = body("arm"), level.joints.j1, body("faller")
  local _, vy = faller:getLinearVelocity()
  near(vy, 800 * 0.25, 10, "speed of the faller")
  local wall = copy(level.colliders.c25)
  wall.position[1] = 1960 / level.form.scale
  level.apply({ changed = { wall }, removed = { "c9", "c10" } })
  check(body("faller") == faller and select(2, faller:getLinearVelocity()) == vy, "what is not changed keeps its velocity")
  near(level.bodies.c25:getX(), 1960, 1e-3, "x of the wall")
  check(level.bodies.c9 == nil and level.colliders.c9 == nil, "a removed collider is gone")
  check(level.joints.j1 == pin and body("arm") == arm, "what is not changed keeps its joints")
  level.apply({ changed = { copy(level.colliders.c20) } })
  check(level.joints.j1 ~= pin and not level.joints.j1:isDestroyed(), "the joints of changed bodies are made anew")
  run(level, 1)
  near(math.sqrt((body("arm"):getX() - 1500) ^ 2 + (body("arm"):getY() - 200) ^ 2), 30, 1, "distance from the pin")
  level.apply({ joints = { removed = { "j1" } } })
  check(level.joints.j1 == nil, "a removed joint is gone")
  run(level, 1)
  check(body("arm"):getY() > 500, "nothing holds the arm")
  level.apply({ removed = { "c21" } })
  check(level.joints.j2 == nil, "a joint without its body is gone")
  level.apply({ added = { copy(wall) }, removed = { "c25" } })
  near(level.bodies.c25:getX(), 1960, 1e-3, "x of the wall")
  local before = body("lift"):getY()
  level.apply({ changed = { copy(level.colliders.c14) } })
  near(body("lift"):getY(), before, 0.1, "y of a platform that is made anew")
  local calm = copy(level.level)
  calm.gravity, calm.damping = { 0, 10 / level.form.scale }, 0.5
  level.apply({ level = calm })
  near(select(2, world:getGravity()), 10, 1e-3, "changed gravity")
  near(body("faller"):getLinearDamping(), 0.5, 1e-6, "changed damping")
  body("pill"):destroy()
  run(level, 0.1)
  level.destroy()
  check(world:getBodyCount() == 0 and world:getJointCount() == 0, "destroy leaves nothing")
  check(world:getCallbacks() and not select(2, world:getCallbacks()), "destroy restores the callbacks")

  -- callbacks that the game sets after it has loaded a level, or two
  local late, started = fillet.load(name), false
  local second = fillet.load(name, late.world)
  second.destroy()
  late.world:setCallbacks(function() started = true end)
  run(late, 3)
  near(late.bodies[late.find("below")]:getY(), 392, 1, "y below, with callbacks that are set later")
  second = fillet.load(name, late.world)
  late.world:setCallbacks(function() started = true end)
  for _ = 1, 2 do
    second.step(1 / 60)
    run(late, 1 / 60)
  end
  local solve = select(3, late.world:getCallbacks())
  second.step(1 / 60)
  run(late, 1 / 60)
  check(started and solve and select(3, late.world:getCallbacks()) == solve, "callbacks are set once")

  -- losses
  local lossy = copy(file.read(name))
  lossy.level.rolling_resistance = 0.1
  for _, c in ipairs(lossy.colliders) do if c.path then c.path.keys = nil end end
  local list = fillet.load(lossy).losses
  check(list[1] == "no rolling resistance: round bodies roll farther", "losses: ", tostring(list[1]))
  check(list[2]:find("(lift): its path has no keys: it stands still", 1, true), "losses: ", tostring(list[2]))

  -- materials
  local data = file.read(name)
  local bouncy = copy(data)
  bouncy.level.friction_mix, bouncy.level.restitution_mix = "minimum", "average"
  bouncy.colliders[1].friction, bouncy.colliders[1].restitution = 0, 1
  bouncy.colliders[7].velocity = { 20 / level.form.scale, 0 }
  local rubber = fillet.load(bouncy)
  local lowest, highest = 0, 1000
  for _ = 1, 90 do
    run(rubber, 1 / 60)
    local y = rubber.bodies.c7:getY()
    if y > lowest then lowest, highest = y, y end
    highest = math.min(highest, y)
  end
  near((592 - highest) / (592 - 300), 0.25, 0.1, "height of a bounce with a restitution of 0.5")
  near(rubber.bodies.c7:getAngularVelocity(), 0, 1e-3, "spin without friction")

  -- errors
  local function refused(want, alter)
    local other, empty = copy(data), love.physics.newWorld()
    alter(other)
    local ok, problem = pcall(fillet.load, other, empty)
    check(not ok and tostring(problem):find(want, 1, true), "want an error with ", want, " not ", tostring(problem))
    check(empty:getBodyCount() == 0, "an error leaves bodies: ", tostring(problem))
  end
  refused("is version 1", function(d) d.version = 1 end)
  refused("is version 3", function(d) d.version = 3 end)
  refused("damaged", function(d) d.level = nil end)
  check(tostring(select(2, pcall(fillet.load, "none.json"))):find("^Could not open file none.json"), "a missing file")
  refused("fillet export", function(d) d.format = "tiled" end)
  refused("--frame level", function(d) d.level.frame = "level" end)
  refused("17", function(d) for i = 1, 17 do d.categories[i] = "k" .. i end end)
  refused("c2 (ledge): its id is missing or not unique", function(d) table.insert(d.colliders, copy(d.colliders[2])) end)
  refused("nil (floor): its id is missing", function(d) d.colliders[1].id = nil end)
  refused("c3 (above)", function(d) d.colliders[3].pieces = { { vertices = { { 0, 0 } } } } end)
  refused("c4 (below)", function(d) d.colliders[4].position = nil end)
  refused("c9 (friend): LÖVE's groups", function(d) d.colliders[9].group = 40000 end)
  refused("c5 (stuck): LÖVE's polygons", function(d)
    for i = 1, 9 do d.colliders[5].polygons[1][i] = { math.cos(i), math.sin(i) } end
  end)
  refused("j1 (pin): LÖVE has no", function(d) d.joints[1].kind = "weld" end)
  for text, want in pairs({ ['{"a": }'] = "line 1", ["[1,\n2"] = "line 2", ['{"a" 1}'] = "colon", ["01"] = "not a value",
    ["[1.]"] = "not a value", ["nope"] = "not a value", ['"a'] = "does not end", ["[] []"] = "after the end",
    ['"\\x"'] = "escape", ["[1e999]"] = "not a value", [("["):rep(1000)] = "nested", ["{1: 2}"] = "a key" }) do
    love.filesystem.write("broken.json", text)
    local ok, problem = pcall(fillet.load, "broken.json")
    check(not ok and problem:find("broken.json", 1, true) and problem:find(want), text, ": ", tostring(problem))
  end
  love.filesystem.write("odd.json", ' {"a" : [ ], "\\u00e9\\ud83d\\ude00\\n":[-1.5E+2,null , true,false,{}]} ')
  local _, problem = pcall(fillet.load, "odd.json")
  check(problem:find("not written by", 1, true), problem)
end
