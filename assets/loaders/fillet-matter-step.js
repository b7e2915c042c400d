// Contacts, friction and joints for fillet-matter.js and fillet-phaser.js, as in Fillet's playtest: Matter.js's joints
// swing too slowly, its friction does not depend on the load, it has no one-way bodies. MIT License, see LICENSE.
import { mixes } from './fillet-level.js'
// accepts reports whether two colliders can touch.
function accepts(a, b) {
  return a.group && a.group === b.group ? a.group > 0 : !!(a.mask & b.category && b.mask & a.category)
}
const cross = (r, t) => t ? r.x * t.y - r.y * t.x : 1 // how an impulse along t at r turns a body
// yielding returns how far a unit impulse along t moves a and b apart.
function yielding(a, b, t, ra, rb) {
  return (t ? a.inverse + b.inverse : 0) + cross(ra, t) ** 2 * a.spin + cross(rb, t) ** 2 * b.spin
}
// rowOf returns a function that moves a and b along t, or turns them if there is no t, until their error is 0 or the
// sum of its impulses reaches a limit.
function rowOf(a, b, t, ra, rb, error, low = -Infinity, high = Infinity) {
  const { x, y } = t ?? { x: 0, y: 0 }, k = yielding(a, b, t, ra, rb)
  const push = (m, r, impulse) => {
    m.x += x * impulse * m.inverse
    m.y += y * impulse * m.inverse
    m.turn += cross(r, t) * impulse * m.spin
  }
  let sum = 0
  return () => {
    const next = Math.max(low, Math.min(sum - error() / k, high))
    push(a, ra, sum - next)
    push(b, rb, next - sum)
    sum = next
  }
}
// stepper returns what a level does in the steps of an engine. headOf returns the level's record.
export function stepper(engine, Vector, headOf) {
  const surfaces = new WeakMap(), joints = new Set() // the friction and the first impact of pairs
  // grazes reports whether only the corners of two parts touch. Bodies that slide over a seam would catch there.
  function grazes({ bodyA, bodyB, collision: { tangent } }) {
    const ranges = [bodyA, bodyB].map(({ vertices }) => vertices.map(v => Vector.dot(v, tangent)))
    return Math.min(...ranges.map(r => Math.max(...r))) - Math.max(...ranges.map(r => Math.min(...r))) < 1
  }
  // judge decides which pairs collide: one-way parts stop what comes from outside, and let everything else pass.
  function judge({ pairs }) {
    for (const pair of pairs) {
      const { bodyA, bodyB, collision: { normal, depth, parentA, parentB } } = pair // normal: from B to A
      const { collider: a, side: sideA } = bodyA.plugin, { collider: b, side: sideB } = bodyB.plugin
      if (!a && !b || bodyA.isSensor || bodyB.isSensor) continue
      const faces = (part, side, sign) => sign * Vector.dot(Vector.rotate(side, part.parent.angle), normal) >= 0.5
      const speed = body => Vector.dot(Vector.sub(body.position, body.positionPrev), normal)
      const closing = Math.max(0, speed(parentB) - speed(parentA)), isNew = pair.timeCreated === pair.timeUpdated
      const isOutside = depth < 0.1 + closing || !isNew && !pair.isSensor || !sideA && !sideB
      if (isNew && a && b) mix(pair, a, b, closing / (parentA.inverseMass + parentB.inverseMass))
      const stops = (!sideA || faces(bodyA, sideA, -1)) && (!sideB || faces(bodyB, sideB, 1)) && isOutside
      const isJoined = parentA.plugin.joined?.has(parentB) || parentB.plugin.joined?.has(parentA)
      const isParted = isJoined || a && b && !accepts(a, b)
      pair.isSensor = !stops || !!isParted || (isNew || pair.isSensor) && grazes(pair)
    }
  }
  // mix gives a pair the level's mixture of materials. Matter.js would set its own in every step.
  function mix(pair, a, b, impact) {
    const keep = (key, value) => Object.defineProperty(pair, key, { get: () => value, set: () => {} })
    keep('restitution', mixes[headOf().restitution_mix](a.restitution ?? 0, b.restitution ?? 0))
    keep('friction', 0) // setForces does its work
    surfaces.set(pair, { friction: mixes[headOf().friction_mix](a.friction ?? 0.6, b.friction ?? 0.6), impact })
  }
  // predicted returns where a body is, and how far it moves in the next step without joints and friction.
  function predicted(body, dt) {
    if (!body) return { at: { x: 0, y: 0 }, angle: 0, x: 0, y: 0, turn: 0, inverse: 0, spin: 0 }
    const { position, positionPrev, angle, anglePrev, velocity, force, inverseMass: inverse, inertia } = body
    if (body.isStatic || body.isSleeping) { // a kinematic body is there already
      const moved = Vector.sub(position, positionPrev)
      return { at: { ...positionPrev }, angle: anglePrev, ...moved, turn: angle - anglePrev, inverse: 0, spin: 0 }
    }
    const { x, y, scale } = engine.gravity, pull = body.ignoreGravity ? 0 : scale * body.mass, ms2 = (dt * 1000) ** 2
    const keep = (1 - body.frictionAir * dt * 60) * dt * 60, pulls = Vector.add(force, { x: x * pull, y: y * pull })
    const free = Vector.add(Vector.mult(velocity, keep), Vector.mult(pulls, inverse * ms2))
    free.turn = body.angularVelocity * keep + body.torque / inertia * ms2
    return { ...free, free, at: { ...position }, angle, inverse, spin: 1 / inertia }
  }
  // jointRows returns the rows of a joint.
  function jointRows({ kind, a, b, link, angle, torque, speed, isLimited, lower, upper, ...j }, motionOf, dt) {
    const A = motionOf(link.bodyA), B = motionOf(link.bodyB), rows = []
    const ra = link.pointA = Vector.rotate(a, A.angle), rb = link.pointB = Vector.rotate(b, B.angle)
    const end = (m, v) => Vector.add(Vector.add(m.at, m), Vector.rotate(v, m.angle + m.turn))
    const gap = () => Vector.sub(end(B, b), end(A, a)), now = Vector.sub(Vector.add(B.at, rb), Vector.add(A.at, ra))
    const add = (t, error, low, high) => rows.push(rowOf(A, B, t, ra, rb, error, low, high))
    if (kind === 'hinge') {
      const turned = () => B.angle + B.turn - A.angle - A.turn - angle, most = torque * dt ** 2
      if (torque) add(null, () => B.turn - A.turn - speed * dt, -most, most)
      if (isLimited) add(null, () => turned() - lower, 0)
      if (isLimited) add(null, () => turned() - upper, -Infinity, 0)
      add({ x: 1, y: 0 }, () => gap().x - now.x / 2) // contacts pull joints apart; half of that closes in a step
      add({ x: 0, y: 1 }, () => gap().y - now.y / 2)
      return rows
    }
    const apart = Vector.magnitude(now), t = Vector.div(now, apart || 1), longer = apart - j.length
    const change = () => Vector.magnitude(gap()) - apart
    if (!j.frequency) add(t, () => change() + Math.min(longer, longer / 2), -Infinity, j.isRope ? 0 : Infinity)
    else if (longer > 0 || !j.isRope) {
      const omega = 2 * Math.PI * j.frequency * dt, brake = 2 * j.damping * omega, k = yielding(A, B, t, ra, rb)
      const ahead = omega > 0.5 ? 1 : 0 // fast springs act as they do at the end of the step, which is stable
      const force = (omega ** 2 * (longer + ahead * change()) + brake * change()) / (1 + brake + ahead * omega ** 2) / k
      add(t, () => 0, -force, -force)
    }
    return rows
  }
  // pairRows returns a row for the friction of each contact. Contacts hold bodies that are not round from turning.
  function pairRows(pair, motionOf) {
    const { collision: { parentA, parentB, tangent: { x, y } }, contacts, contactCount } = pair
    const surface = surfaces.get(pair), { friction, impact } = surface // Matter.js keeps no impulse of an impact
    surface.impact = 0
    const a = motionOf(parentA), b = motionOf(parentB), turns = body => body.circleRadius ? 1 : 0.25
    return contacts.slice(0, contactCount).map(({ vertex, normalImpulse }) => {
      const [ra, rb] = [parentA, parentB].map(body => Vector.sub(vertex, body.position))
      const arms = [Vector.mult(ra, turns(parentA)), Vector.mult(rb, turns(parentB))]
      const slip = (m, r) => (m.x - m.turn * r.y) * x + (m.y + m.turn * r.x) * y
      const error = () => slip(b, rb) - slip(a, ra), most = friction * (impact / contactCount - normalImpulse)
      return rowOf(a, b, { x, y }, ...arms, error, -most, most)
    })
  }
  // setForces adds the forces of joints and friction for the next step of the engine.
  function setForces(dt) {
    const motions = new Map(), ms2 = (dt * 1000) ** 2
    const motionOf = body => motions.get(body) ?? motions.set(body, predicted(body, dt)).get(body)
    const met = engine.pairs.list.filter(pair => surfaces.has(pair) && pair.isActive && !pair.isSensor)
    const rows = [...joints].flatMap(j => jointRows(j, motionOf, dt)).concat(met.flatMap(p => pairRows(p, motionOf)))
    for (let round = 0; round < 10; round++) for (const solve of rows) solve()
    for (const [body, { x, y, turn, free, inverse, spin }] of motions) {
      if (free) body.force = Vector.add(body.force, Vector.div(Vector.sub({ x, y }, free), inverse * ms2))
      if (spin) body.torque += (turn - free.turn) / spin / ms2
    }
  }
  return { judge, joints, setForces }
}
