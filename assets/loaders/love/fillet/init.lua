-- Loads a level of Fillet (fillet export LEVEL -o level.colliders.json) into LÖVE 11. Copy the folder that this is in.
-- MIT License, see LICENSE.
--
--     level = require("fillet").load("level.colliders.json") -- makes level.world, in the level's metres
--     function love.update(dt)
--       level.step(dt) -- moves platforms, and applies constant forces
--       level.world:update(dt)
--     end
--
-- load(file, world, options) also takes a decoded table, and a world of yours.
-- options.scale is in pixels per unit of the file; options.gravity = false keeps the world's gravity.
local name, fillet = ((...):gsub("%.init$", "")), {}
local file, bodies = require(name .. ".file"), require(name .. ".bodies")
local joints, motion = require(name .. ".joints"), require(name .. ".motion")
local seams, contacts, losses_of = require(name .. ".seams"), require(name .. ".contacts"), require(name .. ".losses")

-- Returns a level's units: pixels per unit of the file and per metre, and how near points are one for Box2D.
local function form_of(level, options)
  local scale = options.scale or level.units == "m" and level.pixels_per_metre or 1
  local metre = level.units == "m" and scale or level.pixels_per_metre * scale
  return { scale = scale, metre = metre, weld = 0.00501 * metre, up = level.y == "up" }
end

-- Returns the touched bodies with the shapes of their colliders, or raises an error if LÖVE cannot take a collider.
local function plan(colliders, order, touched, form)
  local named, list = {}, {}
  for _, id in ipairs(order) do
    local c = colliders[id]
    if touched[file.body_of(c)] and #c.pieces > 0 then
      local b = named[file.body_of(c)]
      if not b then
        b = { first = c, members = {}, category = 0, mask = 0, group = 0 }
        named[file.body_of(c)], list[#list + 1] = b, b
      end
      local ok, problem = pcall(bodies.add, b, c, form)
      if not ok then file.refuse(c, problem) end
    end
  end
  return list
end

-- Prepares the world, and sets what belongs to it.
local function settle(level, options)
  local gravity, info = level.level.gravity or { 0, 0 }, level.level
  level.world = level.world or love.physics.newWorld()
  if options.gravity ~= false then
    level.world:setGravity(gravity[1] * level.form.scale, gravity[2] * level.form.scale)
  end
  for _, body in pairs(level.bodies) do bodies.damp(body, info) end
end

-- Applies a change of the file, as the running editor sends it: whole bodies that it touches are made anew.
local function apply(level, options, change)
  local touched, rejoined = {}, {}
  local info, categories = change.level or level.level, change.categories or level.categories
  if #categories > 16 then error(("LÖVE has 16 categories, and the level %d: merge some"):format(#categories), 0) end
  local function touch(c) touched[file.body_of(c)] = true end
  local function rejoin(joint) rejoined[joint.id] = true end
  local colliders, order = file.merge(level.colliders, level.order, change, touch)
  local records, joint_order = file.merge(level.joint_records, level.joint_order, change.joints or {}, rejoin)
  local form = form_of(info, options)
  form.beyond = seams.finder(colliders, form.scale)
  local planned = plan(colliders, order, touched, form)
  for id, joint in pairs(records) do
    joints.check(joint)
    for _, end_id in pairs({ joint.a or nil, joint.b or nil }) do
      local c = colliders[end_id] or level.colliders[end_id]
      rejoined[id] = rejoined[id] or c and touched[file.body_of(c)]
    end
  end
  for id in pairs(rejoined) do joints.remove(level, id) end
  for id in pairs(level.bodies) do
    if touched[file.body_of(level.colliders[id])] then bodies.remove(level, id) end
  end
  level.level, level.categories, level.form, level.colliders, level.order = info, categories, form, colliders, order
  level.joint_records, level.joint_order = records, joint_order
  if change.level then settle(level, options) end
  for _, b in ipairs(planned) do motion.place(level, bodies.make(level, b)) end
  for _, id in ipairs(joint_order) do
    if rejoined[id] then joints.make(level, records[id]) end
  end
  level.losses = losses_of(level)
end

-- Loads a level.
function fillet.load(source, world, options)
  local data, level = file.read(source), {
    world = world, time = 0, dt = 1 / 60, colliders = {}, order = {}, bodies = {}, joints = {}, joint_records = {},
    joint_order = {}, paths = {}, forces = {}, ropes = {}, held = {}, lost = {},
  }
  options = options or {}
  if not world then love.physics.setMeter(form_of(data.level, options).metre) end
  apply(level, options, { level = data.level, categories = data.categories, added = data.colliders,
    joints = { added = data.joints } })
  contacts.listen(level)

  function level.apply(change) apply(level, options, change) end
  function level.step(dt) motion.step(level, dt) end

  function level.find(text)
    for _, id in ipairs(level.order) do
      if level.colliders[id].name == text then return id end
    end
  end

  function level.tagged(tag)
    local found = {}
    for _, id in ipairs(level.order) do
      for _, t in ipairs(level.colliders[id].tags) do
        if t == tag then table.insert(found, id) end
      end
    end
    return found
  end

  function level.destroy()
    apply(level, options, { removed = level.order, joints = { removed = level.joint_order } })
    if level.ground then level.ground:destroy() end
    level.ground = nil
    contacts.ignore(level)
  end

  return level
end

return fillet
