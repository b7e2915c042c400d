// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into planck 1.5.
// MIT License, see LICENSE. With the parsed JSON as file and a planck.World in metres as world:
//   import * as planck from 'planck'
//   import { load } from './fillet-planck.js'
//   const level = load(file, planck, world)
//   level.step(1 / 60); world.step(1 / 60) // in each frame
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The user data
// of a fixture is the record of its collider.
const label = r => r.id + (r.name ? ` (${r.name})` : ''), radians = degrees => degrees * Math.PI / 180
const turned = ([x, y], a) => [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)]
const normal = ([ax, ay], [bx, by], l = Math.hypot(bx - ax, by - ay)) => [(by - ay) / l, (ax - bx) / l] // out of an edge
const mixes = { geometric: (a, b) => Math.sqrt(a * b), average: (a, b) => (a + b) / 2, product: (a, b) => a * b,
  minimum: Math.min, maximum: Math.max }
// poseAt returns the x, y and degrees of a body's frame after a time.
function poseAt({ position, angle, path = {} }, time) {
  const { keys = [[0, ...position, angle]], loop, turn = 0 } = path, end = keys.at(-1), period = end[0]
  const t = loop === 'once' || !period ? Math.min(time, period) : time % period, i = keys.findIndex(k => k[0] > t)
  const from = keys[i - 1] ?? end, to = keys[i] ?? end, part = i > 0 ? (t - from[0]) / (to[0] - from[0]) : 0
  return [1, 2, 3].map(k => from[k] + (to[k] - from[k]) * part + (k === 3 ? turn * time : 0))
}
// merged returns records by their ids after a change.
function merged(records, { added = [], changed = [], removed = [] } = {}) {
  const out = new Map([...records].filter(([id]) => !removed.includes(id)).concat(changed.map(r => [r.id, r])))
  for (const r of added) if (out.size === out.set(r.id, r).size) throw new Error(`${label(r)}: its id is used twice`)
  return out
}
// named calls a function, and begins its errors with the name of a record.
function named(record, call) {
  try { return call(record) } catch (e) { throw new Error(`${label(record)}: ${e.message}`) }
}
// load creates the level in a world. It throws, and creates nothing, if it cannot.
export function load(file, planck, world, options = {}) {
  const fault = text => { throw new Error(`level.colliders.json ${text}`) }
  if (file?.format !== 'fillet-colliders') fault('is no level: write it with fillet export LEVEL -o level.colliders.json')
  if (file.version < 2) fault(`is version ${file.version}: export it again without --version 1`)
  if (file.version !== 2) fault(`is version ${file.version}, this loader reads 2: copy the one of the newer Fillet`)
  const perMetre = head => head.units === 'm' ? 1 : head.pixels_per_metre, { Vec2 } = planck
  const scale = options.scale ?? 1 / perMetre(file.level), metre = scale * perMetre(file.level)
  const slop = planck.Settings.linearSlop * planck.Settings.lengthUnitsPerMeter
  const sides = new WeakMap(), stopped = new WeakSet() // solid sides of our fixtures; contacts that these stop
  let plans = new Map(), links = new Map(), records = new Map(), ground, time = 0, dt = 1 / 60
  const level = {
    scale, colliders: new Map(), bodies: new Map(), joints: new Map(), losses: [], step, apply,
    find: name => [...level.colliders.values()].find(c => c.name === name)?.id ?? null,
    tagged: tag => [...level.colliders.values()].filter(c => c.tags.includes(tag)).map(c => c.id),
    destroy() {
      apply({ removed: [...level.colliders.keys()], joints: { removed: [...records.keys()] } })
      world.off('pre-solve', preSolve).off('end-contact', endContact).destroyBody(ground)
    },
  }
  function vec([x, y], unit = scale) {
    if (Number.isFinite((x + y) * unit)) return new Vec2(x * unit, y * unit)
    throw new Error('a coordinate is not a number')
  }
  // hullOf returns the shapes of a convex hull. planck does not round polygons, so circles fill their corners.
  function hullOf(points, radius) {
    const beside = (p, q) => [p, q].map(v => v.map((x, k) => x + normal(p, q)[k] * radius))
    const hull = radius ? points.flatMap((p, i) => beside(p, points[(i + 1) % points.length])) : points
    const shapes = radius ? points.map(p => new planck.Circle(vec(p), radius * scale)) : []
    for (let i = 1; points.length > 1 && i < hull.length - 1; i += 10) { // a polygon has up to 12 vertices
      const part = [hull[0], ...hull.slice(i, i + 11)].map(v => vec(v)), polygon = new planck.Polygon(part)
      if (part.some(v => Vec2.areEqual(v, polygon.m_vertices[0]))) shapes.push(polygon) // not a box for a thin one
    }
    return { points, shapes }
  }
  function lineOf(parts) {
    const points = [parts[0].points[0], ...parts.map(p => p.points.at(-1))]
    const isClosed = points.length > 3 && points[0].every((x, k) => x === points.at(-1)[k])
    if (isClosed) points.pop()
    return [{ points, shapes: [new planck.Chain(points.map(v => vec(v)), isClosed)] }]
  }
  // planOf describes a body. It finds what is wrong before anything is created.
  function planOf(members) {
    const first = members[0], angle = radians(first.angle), fixtures = [], losses = []
    const local = v => turned([v[0] - first.position[0], v[1] - first.position[1]], -angle)
    const any = key => members.reduce((bits, c) => bits | c[key], 0), group = members.find(c => c.group)?.group ?? 0
    for (const c of members) {
      const hulls = c.pieces.map(p => hullOf(p.vertices.map(local), p.radius)), isLine = c.shape.kind === 'chain' && !c.shape.radius
      const { one_way, friction = 0.6, restitution = 0 } = c, way = one_way && vec(turned(one_way, -angle), 1)
      for (const { points, shapes } of isLine ? lineOf(hulls) : hulls) {
        const solid = points.map((p, i) => way ?? (c.shape.one_sided ? vec(normal(p, points[i + 1] ?? points[0]), 1) : null))
        for (const shape of shapes) fixtures.push({ shape, solid, friction, restitution, userData: c,
          isSensor: c.role === 'trigger', filterCategoryBits: any('category'), filterMaskBits: any('mask'), filterGroupIndex: group })
        if (!shapes.length) losses.push(`${label(c)}: a part is left out, as planck takes nothing thinner than ${slop}`)
      }
    }
    const { mass = 1e-3, inertia = 1e-4, center = local(first.centroid) } = members.find(c => c.mass) ?? {}, at = vec(center)
    const { velocity = [0, 0], spin = 0 } = members.find(c => c.velocity || c.spin) ?? {}
    return { members, first, fixtures, losses, velocity: vec(velocity), spin: radians(spin),
      type: first.body === 'dynamic' && first.role === 'trigger' ? 'kinematic' : first.body, // triggers do not fall
      mass: { mass, center: at, I: inertia * metre ** 2 + mass * at.lengthSquared() },
      force: members.reduce((sum, c) => sum.add(vec(c.force ?? [0, 0], metre)), vec([0, 0])) }
  }
  // linkOf describes a joint between two bodies or the ground. It returns null if neither moves.
  function linkOf(j, a, b) {
    if (a === b || a?.type !== 'dynamic' && b?.type !== 'dynamic') return null
    const { limits, torque = 0, speed = 0, frequency: frequencyHz = 0, damping: dampingRatio = 0 } = j
    const localAnchorA = vec(a ? j.local_a : j.at_a), localAnchorB = vec(b ? j.local_b : j.at_b), length = (j.length ?? 0) * scale
    const [lowerAngle, upperAngle] = (limits ?? [0, 0]).map(radians), collideConnected = !!j.collide
    const referenceAngle = radians((b?.first.angle ?? 0) - (a?.first.angle ?? 0))
    return { j, a, b, losses: j.pulls_only && frequencyHz ? [`${label(j)}: it does not stretch, as planck's ropes do not`] : [], make() {
      const both = { bodyA: a?.body ?? ground, bodyB: b?.body ?? ground, localAnchorA, localAnchorB, collideConnected }
      if (j.pulls_only) return new planck.RopeJoint({ ...both, maxLength: length })
      if (j.kind === 'spring') return new planck.DistanceJoint({ ...both, length, frequencyHz, dampingRatio })
      return new planck.RevoluteJoint({ ...both, referenceAngle, enableLimit: !!limits, lowerAngle, upperAngle,
        enableMotor: torque > 0, motorSpeed: radians(speed), maxMotorTorque: torque * metre ** 2 })
    } }
  }
  // apply makes the bodies and joints anew that a change touches.
  function apply(change) {
    const { level: head = level.level, categories = level.categories } = change
    if (head.frame === 'level') fault('has polygons in level space: export it again without --frame level')
    if (scale * perMetre(head) !== metre) fault('has other units than before: load it again')
    if (categories.length > 32) fault(`has ${categories.length} categories, and planck has 32: use fewer`)
    const colliders = merged(level.colliders, change), joints = merged(records, change.joints)
    const groups = new Map(), next = new Map(), linked = new Map(), planOfId = new Map()
    for (const c of colliders.values()) {
      const key = c.one_body ? `body ${c.one_body}` : `collider ${c.id}`
      if (c.pieces.length) groups.set(key, [...groups.get(key) ?? [], c])
    }
    for (const [key, members] of groups) {
      const old = plans.get(key), isSame = members.length === old?.members.length && members.every((c, i) => c === old.members[i])
      next.set(key, isSame ? old : named(members[0], () => planOf(members)))
      for (const c of members) planOfId.set(c.id, next.get(key))
    }
    for (const [id, j] of joints) {
      if ([j.a, j.b].some(id => id !== undefined && !colliders.has(id))) continue
      const old = links.get(id), link = named(j, () => linkOf(j, planOfId.get(j.a), planOfId.get(j.b)))
      if (link) linked.set(id, old?.j === j && old.a === link.a && old.b === link.b ? old : link)
    }
    if (!ground) start()
    for (const [id, link] of links) if (linked.get(id) !== link) world.destroyJoint(link.joint)
    for (const [key, plan] of plans) if (next.get(key) !== plan) world.destroyBody(plan.body)
    for (const plan of next.values()) {
      plan.body ??= add(plan)
      plan.body.setLinearDamping(head.damping ?? 0)
      plan.body.setAngularDamping(head.spin_damping ?? 0)
    }
    for (const link of linked.values()) link.joint ??= world.createJoint(link.make())
    if (options.gravity !== false) world.setGravity(vec(head.gravity ?? [0, 0]))
    plans = next, links = linked, records = joints
    level.bodies = new Map([...planOfId].map(([id, plan]) => [id, plan.body]))
    level.joints = new Map([...links].map(([id, link]) => [id, link.joint]))
    level.losses = [...plans.values(), ...links.values()].flatMap(p => p.losses)
    Object.assign(level, { level: head, categories, colliders })
  }
  function start() { ground = world.createBody(); world.on('pre-solve', preSolve).on('end-contact', endContact) }
  function add({ type, first, fixtures, mass, velocity, spin }) {
    const pose = poseAt(first, time), body = world.createBody({ type, position: vec(pose), angle: radians(pose[2]) })
    for (const f of fixtures) sides.set(body.createFixture(f), f.solid)
    body.setMassData(mass)
    if (type === 'dynamic') { body.setLinearVelocity(velocity); body.setAngularVelocity(spin) }
    return body
  }
  // step moves kinematic bodies along their paths, and applies constant forces.
  function step(seconds) {
    dt = seconds
    for (const { first, body, force, type } of plans.values()) {
      if (type === 'dynamic') body.applyForceToCenter(force, false)
      if (type !== 'kinematic' || !first.path) continue
      const { keys = [[0]], loop } = first.path, period = keys.at(-1)[0], to = poseAt(first, time + dt)
      const isAgain = loop === 'loop' && Math.floor((time + dt) / period) > Math.floor(time / period)
      if (isAgain && String(keys[0].slice(1, 3)) !== String(keys.at(-1).slice(1, 3))) body.setTransform(vec(to), radians(to[2]))
      const turn = (radians(to[2]) - body.getAngle()) / (2 * Math.PI)
      body.setLinearVelocity(vec(to).sub(body.getPosition()).mul(1 / dt))
      body.setAngularVelocity((turn - Math.round(turn)) * 2 * Math.PI / dt)
    }
    time += dt
  }
  // preSolve mixes materials, and lets bodies pass solid sides from behind, even if they come to rest inside.
  function preSolve(contact) {
    const a = contact.getFixtureA(), b = contact.getFixtureB(), m = contact.getWorldManifold(null)
    if (!sides.has(a) && !sides.has(b)) return
    contact.setFriction(mixes[level.level.friction_mix](a.getFriction(), b.getFriction()))
    contact.setRestitution(mixes[level.level.restitution_mix](a.getRestitution(), b.getRestitution()))
    const sideA = sides.get(a)?.[contact.getChildIndexA()], sideB = sides.get(b)?.[contact.getChildIndexB()]
    if (!sideA && !sideB) return
    const faces = (f, side, sign) => !side || sign * Vec2.dot(f.getBody().getWorldVector(side), m.normal) >= 0.5
    const speed = f => Vec2.dot(f.getBody().getLinearVelocityFromWorldPoint(m.points[0]), m.normal)
    const depth = -Math.min(...m.separations.slice(0, m.pointCount)), closing = Math.max(speed(a) - speed(b), 0)
    const isOutside = stopped.has(contact) || depth < 4 * slop + closing * dt
    contact.setEnabled(isOutside && faces(a, sideA, 1) && faces(b, sideB, -1))
    stopped[contact.isEnabled() ? 'add' : 'delete'](contact)
  }
  function endContact(contact) { stopped.delete(contact) }
  apply({ level: file.level, categories: file.categories, added: file.colliders, joints: { added: file.joints } })
  return level
}
