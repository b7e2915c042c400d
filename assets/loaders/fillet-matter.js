// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into Matter.js 0.20.
// MIT License, see LICENSE. Copy this file, fillet-level.js and fillet-matter-step.js. With the parsed JSON as file:
//   import { load } from './fillet-matter.js'
//   const level = load(file, Matter, engine) // a Matter.Engine, in pixels, with y as in the file
//   level.step(1 / 60); Matter.Engine.update(engine, 1000 / 60) // in each frame
// Options: scale (pixels per length in the file), gravity: false (keeps the engine's own). The record of a collider is
// plugin.collider of its body and of its body's parts. level.losses lists what Matter.js cannot do.
import { makeLevel } from './fillet-level.js'
import { stepper } from './fillet-matter-step.js'

export function load(file, Matter, engine, options = {}) {
  const on = (event, call) => Matter.Events.on(engine, event, call)
  const off = (event, call) => Matter.Events.off(engine, event, call)
  return build(file, { ...Matter, engine, on, off }, options)
}
// build is load for an engine with Matter.js inside.
export function build(file, { Body, Composite, Constraint, Vector, Vertices, engine, on, off }, options) {
  const vec = v => ({ x: v[0], y: v[1] }), events = ['collisionStart', 'collisionActive']
  const ways = new Map(), objects = new Map() // velocities of kinematic bodies; game objects of removed bodies (Phaser)
  const { judge, joints, setForces } = stepper(engine, Vector, () => level.level)
  let level
  // rounded returns a convex outline grown by a radius, with arcs that are at most 0.02 pixels off.
  function rounded(points, radius) {
    const count = Math.min(128, Math.ceil(Math.PI / Math.acos(1 - 0.02 / Math.max(radius, 0.1))))
    const circle = Array.from({ length: count }, (_, i) => Vector.rotate({ x: radius, y: 0 }, 2 * Math.PI * i / count))
    return Vertices.hull(points.flatMap(p => circle.map(v => Vector.add(p, v))))
  }
  // outlinesOf returns the outlines of a part and their solid sides. A line becomes a box behind each solid side.
  function outlinesOf({ record, points, radius, sides: [side] }) {
    const [p, q] = points.map(vec), way = side && vec(side)
    if (radius > 0) return [[rounded(points.map(vec), radius), way]]
    if (points.length > 2) return [[points.map(vec), way]]
    if (record.role === 'trigger' || !q) return [[rounded(points.map(vec), 0.25)]]
    const left = Vector.perp(Vector.normalise(Vector.sub(q, p)), true)
    const solid = [left, Vector.neg(left)].filter(v => !way || Vector.dot(v, way) > 0)
    const behind = v => [p, q].map(at => Vector.sub(at, Vector.mult(v, 16)))
    return solid.map(v => [Vertices.clockwiseSort([p, q, ...behind(v)]), way || v])
  }
  // prepareBody makes a body in its own frame, and returns how to add it to the world and remove it.
  function prepareBody(plan, lose) {
    const { first, mass, inertia, center } = plan, isDynamic = plan.type === 'dynamic'
    const hasMass = plan.parts.some(part => part.record.mass)
    const pieces = plan.parts.flatMap(part => (part.hulls ?? [part]).map(hull => ({ ...part, ...hull })))
    const parts = pieces.flatMap(part => outlinesOf(part).map(([vertices, side]) => {
      const { record: c, points: { length }, radius } = part, circleRadius = length === 1 ? radius : 0
      const one = Body.create({ vertices, position: Vertices.centre(vertices), label: c.name || c.id })
      return Object.assign(one, { circleRadius, isSensor: c.role === 'trigger', plugin: { collider: c, side } })
    }))
    const body = parts.length > 1 ? Body.create({ parts, label: parts[0].label }) : parts[0]
    if (isDynamic && !hasMass) lose(first, 'it has no mass, so Matter.js gives it one')
    if (isDynamic && hasMass) Body.set(body, { centre: vec(center), mass, inertia })
    body.inverseInertia *= body.circleRadius ? 0 : 0.25 // in contacts: as in Matter.js's bodies, or stacks fall over
    if (!isDynamic) Body.setStatic(body, true)
    const { friction = 0.6, restitution = 0 } = first, int = bits => Number(BigInt.asIntN(32, bits))
    const collisionFilter = { category: int(plan.category), mask: int(plan.mask), group: plan.group }
    const plugin = { ...parts[0].plugin, centre: { ...body.position }, joined: new Set() }
    Object.assign(body, { friction, restitution, collisionFilter, plugin })
    const make = pose => {
      setPose(body, pose)
      if (isDynamic) Body.set(body, { velocity: Vector.div(vec(plan.velocity), 60), angularVelocity: plan.spin / 60 })
      Composite.add(engine.world, body)
      objects.get(first.id)?.setExistingBody(body, false)
      return body
    }
    const remove = () => {
      Composite.remove(engine.world, body)
      if (body.gameObject) objects.set(first.id, body.gameObject)
    }
    return { make, remove }
  }
  // prepareJoint returns how to make and remove a joint. Its constraint has no stiffness, as setForces does its work.
  function prepareJoint(j) {
    const remove = link => {
      Composite.remove(engine.world, link)
      joints.delete(link.plugin)
      j.a?.made.plugin.joined.delete(j.b?.made)
    }
    const make = () => {
      const bodyA = j.a?.made, bodyB = j.b?.made, label = j.record.name || j.record.id
      const at = (body, v) => Vector.sub(vec(v), body?.plugin.centre ?? vec([0, 0]))
      const a = at(bodyA, j.anchorA), b = at(bodyB, j.anchorB)
      const link = Constraint.create({ bodyA, bodyB, pointA: { ...a }, pointB: { ...b }, label })
      Object.assign(link, { length: j.length, stiffness: 0, plugin: { ...j, link, a, b, isRope: j.record.pulls_only } })
      joints.add(link.plugin)
      if (bodyA && bodyB && !j.collide) bodyA.plugin.joined.add(bodyB)
      for (const body of [bodyA, bodyB]) if (body) body.sleepThreshold = Infinity // joints do not wake bodies
      Composite.add(engine.world, link)
      return link
    }
    return { make, remove }
  }
  // setPose puts a body's frame somewhere.
  function setPose(body, [x, y, angle]) {
    Body.setAngle(body, angle)
    Body.setPosition(body, Vector.add({ x, y }, Vector.rotate(body.plugin.centre, angle)))
  }
  const poseOf = ({ position, angle, plugin: { centre } }) => {
    const { x, y } = Vector.sub(position, Vector.rotate(centre, angle))
    return [x, y, angle]
  }
  // step moves kinematic bodies, and sets forces for the next step of the engine.
  function step(dt) {
    for (const [body, [velocity, spin]] of ways) {
      const { position: { x, y }, angle } = body
      setPose(body, poseOf(body).map((at, i) => at + (velocity[i] ?? spin) * dt))
      Object.assign(body, { positionPrev: { x, y }, anglePrev: angle }) // the velocity with which it carries
    }
    for (const body of new Set(level.bodies.values())) {
      const { isStatic, angularVelocity, plugin: { damping } } = body
      if (damping && !isStatic) Body.setAngularVelocity(body, angularVelocity * Math.exp(-damping * dt))
    }
    for (const done of [ways, objects]) done.clear()
    setForces(dt)
  }
  const scale = file?.level?.units === 'm' ? file.level.pixels_per_metre : 1
  return makeLevel(file, { scale, ...options }, {
    categories: 32, prepareBody, prepareJoint, setPose, poseOf, step,
    begin: of => [level = of, ...events.map(event => on(event, judge))],
    end: () => events.map(event => off(event, judge)),
    setGravity: v => Object.assign(engine.gravity, Vector.div(vec(v), 1e6 * (engine.gravity.scale || 1))),
    setDamping(body, damping, spinDamping) {
      body.frictionAir = 1 - Math.exp(-damping / 60)
      body.plugin.damping = spinDamping - damping // of its spin alone
    },
    setVelocity: (body, velocity, spin) => ways.set(body, [velocity, spin]),
    push(body, force) {
      body.force = Vector.add(body.force, Vector.div(vec(force), 1e6))
    },
  })
}
