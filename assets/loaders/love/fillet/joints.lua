-- Makes LÖVE's joints; see init.lua.
-- MIT License, see LICENSE.
local file, rad, joints = require((...):gsub("joints$", "file") .. ""), math.rad, {}

-- Raises an error if LÖVE has no such joint.
function joints.check(joint)
  if joint.kind ~= "hinge" and joint.kind ~= "spring" then file.refuse(joint, "LÖVE has no joint of its kind") end
end

-- Returns the body at a side of a joint, "a" or "b", its anchor in the world and its angle at the start.
local function side(level, joint, key)
  local c, scale = level.colliders[joint[key]], level.form.scale
  local body = c and c.role ~= "trigger" and level.bodies[c.id]
  if joint[key] and not c or body and body:isDestroyed() then return nil end
  if body then
    local x, y = body:getWorldPoint(joint["local_" .. key][1] * scale, joint["local_" .. key][2] * scale)
    return body, x, y, rad(body:getUserData().angle)
  end
  level.ground = level.ground or love.physics.newBody(level.world)
  return level.ground, joint["at_" .. key][1] * scale, joint["at_" .. key][2] * scale, 0
end

-- Makes a joint, unless it has no effect.
function joints.make(level, joint)
  local a, ax, ay, turn_a = side(level, joint, "a")
  local b, bx, by, turn_b = side(level, joint, "b")
  if not a or not b or a == b or a:getType() ~= "dynamic" and b:getType() ~= "dynamic" then return end
  local made, length = nil, (joint.length or 0) * level.form.scale
  if joint.kind == "hinge" then
    made = love.physics.newRevoluteJoint(a, b, ax, ay, bx, by, joint.collide == true, turn_b - turn_a)
    made:setMotorEnabled((joint.torque or 0) > 0)
    made:setMotorSpeed(rad(joint.speed or 0))
    made:setMaxMotorTorque((joint.torque or 0) * level.form.metre ^ 2)
    made:setLimitsEnabled(joint.limits ~= nil)
    if joint.limits then made:setLimits(rad(joint.limits[1]), rad(joint.limits[2])) end
  elseif joint.pulls_only and not joint.frequency then
    made = love.physics.newRopeJoint(a, b, ax, ay, bx, by, length, joint.collide == true)
  else
    made = love.physics.newDistanceJoint(a, b, ax, ay, bx, by, joint.collide == true)
    made:setLength(length)
    made:setFrequency(joint.frequency or 0)
    made:setDampingRatio(joint.damping or 0)
    level.ropes[made] = joint.pulls_only and joint or nil
  end
  made:setUserData(joint)
  level.joints[joint.id] = made
end

-- Lets an elastic rope pull only while it is taut.
function joints.slacken(rope, joint, scale)
  local x1, y1, x2, y2 = rope:getAnchors()
  local slack = (x2 - x1) ^ 2 + (y2 - y1) ^ 2 < ((joint.length or 0) * scale) ^ 2
  rope:setFrequency(slack and 1e-4 or joint.frequency) -- 0 would make it rigid
  rope:setDampingRatio(slack and 0 or joint.damping or 0)
end

-- Removes a joint, which is gone if the game has destroyed one of its bodies.
function joints.remove(level, id)
  local joint = level.joints[id]
  if joint then level.ropes[joint] = nil end
  if joint and not joint:isDestroyed() then joint:destroy() end
  level.joints[id] = nil
end

return joints
