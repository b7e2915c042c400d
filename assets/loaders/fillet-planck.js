// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into planck 1.5.
// MIT License, see LICENSE. With the parsed JSON as file and a planck.World, which will be in metres, as world:
//   import * as planck from 'planck'
//   import { load } from './fillet-planck.js'
//   const level = load(file, planck, world)
//   level.step(1 / 60); world.step(1 / 60) // in each frame
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The user data
// of a fixture is the record of its collider. level.losses lists what planck cannot do.
const radians = degrees => degrees * Math.PI / 180, label = r => r.id + (r.name ? ` (${r.name})` : '')
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])
const normal = (a, b) => [(b[1] - a[1]) / distance(a, b), (a[0] - b[0]) / distance(a, b)] // outward, of an edge
const turned = ([x, y], a) => [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)]
const mixes = { geometric: (a, b) => Math.sqrt(a * b), average: (a, b) => (a + b) / 2, product: (a, b) => a * b,
  minimum: Math.min, maximum: Math.max }
// poseAt returns the x, y and degrees of a body's frame after a time.
function poseAt({ position, angle, path: { keys = [[0, ...position, angle]], loop, turn = 0 } = {} }, time) {
  const end = keys.at(-1), t = loop === 'once' || !end[0] ? Math.min(time, end[0]) : time % end[0]
  const i = keys.findIndex(k => k[0] > t), [from, to] = i > 0 ? [keys[i - 1], keys[i]] : [end, end]
  const part = (t - from[0]) / (to[0] - from[0] || 1)
  return [1, 2, 3].map(k => from[k] + (to[k] - from[k]) * part + (k === 3 ? turn * time : 0))
}
// merged returns records by their ids after a change.
function merged(records, { added = [], changed = [], removed = [] } = {}) {
  const out = new Map([...records].filter(([id]) => !removed.includes(id)).concat(changed.map(r => [r.id, r])))
  for (const r of added) if (out.size === out.set(r.id, r).size) throw new Error(`${label(r)}: its id is used twice`)
  return out
}
// load creates the level in a world. It throws, and creates nothing, if it cannot.
export function load(file, planck, world, options = {}) {
  const fault = text => { throw new Error(text) }, name = 'level.colliders.json', { Vec2, Settings } = planck
  if (file?.format !== 'fillet-colliders') fault(`not a level: write it with fillet export LEVEL -o ${name}`)
  if (file.version < 2) fault(`${name} is version ${file.version}: export it again without --version 1`)
  if (file.version !== 2) fault(`${name} is version ${file.version}, this loader reads 2: copy that of the newer Fillet`)
  const perMetre = head => head.units === 'm' ? 1 : head.pixels_per_metre, all = () => [...level.colliders.values()]
  const scale = options.scale ?? 1 / perMetre(file.level), metre = scale * perMetre(file.level)
  const slop = Settings.linearSlop * Settings.lengthUnitsPerMeter, sides = new WeakMap(), stopped = new WeakSet()
  let things = new Map(), joints = new Map(), ground, time = 0, dt = 1 / 60
  const checked = v => v?.length > 1 && v.every(Number.isFinite) ? v : fault('a number is missing')
  const vec = (v, by = scale) => new Vec2(checked(v)[0] * by, v[1] * by)
  const level = { scale, colliders: new Map(), step, apply, find: name => all().find(c => c.name === name)?.id ?? null,
    tagged: tag => all().filter(c => c.tags.includes(tag)).map(c => c.id), destroy }
  function hullOf(points, radius) { // returns shapes; planck does not round polygons, so circles fill their corners
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
    const isClosed = points.length > 3 && !distance(points[0], points.at(-1)) && !!points.pop()
    return { points, shapes: [new planck.Chain(points.map(v => vec(v)), isClosed)] }
  }
  function bodyOf(members) { // describes a body, and finds what is wrong before anything is created
    const first = members[0], angle = radians(first.angle), fixtures = [], losses = []
    const local = v => turned([checked(v)[0] - first.position[0], v[1] - first.position[1]], -angle)
    const [filterCategoryBits, filterMaskBits] = ['category', 'mask'].map(k => members.reduce((bits, c) => bits | c[k], 0))
    const filter = { filterCategoryBits, filterMaskBits, filterGroupIndex: members.find(c => c.group)?.group ?? 0 }
    for (const c of members) {
      const { one_way, shape: { kind, radius, one_sided }, friction = 0.6, restitution = 0 } = c
      const parts = c.pieces.map(p => hullOf(p.vertices.map(local), p.radius)), isLine = kind === 'chain' && !radius
      const def = { friction, restitution, isSensor: c.role === 'trigger', userData: c, ...filter }
      for (const { points, shapes } of isLine ? [lineOf(parts)] : parts) {
        const side = (p, i) => one_way ? turned(one_way, -angle) : one_sided ? normal(p, points[i + 1] ?? points[0]) : null
        for (const shape of shapes) fixtures.push([{ shape, ...def }, points.map(side).map(v => v && vec(v, 1))])
        if (!shapes.length) losses.push(`${label(c)}: a part is left out, as it is too thin for planck`)
      }
    }
    const { mass = 1e-3, inertia = 1e-4, center = local(first.centroid) } = members.find(c => c.mass) ?? {}, at = vec(center)
    const { velocity = [0, 0], spin = 0 } = members.find(c => c.velocity || c.spin) ?? {}
    const type = first.body === 'dynamic' && first.role === 'trigger' ? 'kinematic' : first.body // triggers do not fall
    const force = members.reduce((sum, c) => sum.add(vec(c.force ?? [0, 0], metre)), vec([0, 0]))
    return { first, type, losses, force, remove: body => world.destroyBody(body), make() {
      const pose = poseAt(first, time), body = world.createBody({ type, position: vec(pose), angle: radians(pose[2]) })
      for (const [def, solid] of fixtures) sides.set(body.createFixture(def), solid)
      body.setMassData({ mass, center: at, I: inertia * metre ** 2 + mass * at.lengthSquared() }) // if it is dynamic
      if (type === 'dynamic') { body.setLinearVelocity(vec(velocity)); body.setAngularVelocity(radians(spin)) }
      return body
    } }
  }
  function jointOf(j, a, b) { // describes a joint between two bodies or the ground
    const { limits, torque = 0, speed = 0, frequency: frequencyHz = 0, damping: dampingRatio = 0, length = 0 } = j
    const ends = { localAnchorA: vec(a ? j.local_a : j.at_a), localAnchorB: vec(b ? j.local_b : j.at_b) }
    const [lowerAngle, upperAngle] = (limits ?? [0, 0]).map(radians), collideConnected = !!j.collide
    const [Joint, own] = j.pulls_only ? [planck.RopeJoint, { maxLength: length * scale }]
      : j.kind === 'spring' ? [planck.DistanceJoint, { length: length * scale, frequencyHz, dampingRatio }]
      : [planck.RevoluteJoint, { referenceAngle: radians((b?.first.angle ?? 0) - (a?.first.angle ?? 0)), lowerAngle,
        upperAngle, enableLimit: !!limits, enableMotor: torque > 0, motorSpeed: radians(speed), maxMotorTorque: torque * metre ** 2 }]
    return { losses: j.pulls_only && frequencyHz ? [`${label(j)}: it does not stretch, as planck's ropes do not`] : [],
      remove: joint => world.destroyJoint(joint), make: () => world.createJoint(new Joint({ ...ends, ...own,
        bodyA: a?.made ?? ground, bodyB: b?.made ?? ground, collideConnected })) }
  }
  // apply makes the bodies and joints anew that a change touches.
  function apply({ level: head = level.level, categories = level.categories, joints: links, ...change }) {
    if (head.frame === 'level') fault(`${name} has polygons in level space: export it again without --frame level`)
    if (scale * perMetre(head) !== metre) fault(`${name} has other units than before: load it again`)
    if (categories.length > 32) fault(`${name} has ${categories.length} categories, and planck has 32: use fewer`)
    const colliders = merged(level.colliders, change), groups = new Map(), bodies = new Map(), next = new Map()
    const keep = (key, inputs, describe) => { // describes a body or joint, unless all that it is made from is the same
      const old = things.get(key), isSame = old?.inputs.length === inputs.length && inputs.every((x, i) => x === old.inputs[i])
      try { next.set(key, isSame ? old : { inputs, ...describe() }) } catch (e) { fault(`${label(inputs[0])}: ${e.message}`) }
    }
    for (const c of colliders.values()) if (c.pieces.length) {
      const key = c.one_body ? `body ${c.one_body}` : `collider ${c.id}`
      groups.set(key, [...groups.get(key) ?? [], c])
    }
    for (const [key, members] of groups) {
      keep(key, members, () => bodyOf(members))
      for (const c of members) bodies.set(c.id, next.get(key))
    }
    const nextJoints = merged(joints, links)
    for (const j of nextJoints.values()) {
      const [a, b] = [j.a, j.b].map(id => bodies.get(id)), isWhole = [j.a, j.b].every(id => id === undefined || colliders.has(id))
      if (isWhole && a !== b && [a?.type, b?.type].includes('dynamic')) keep(`joint ${j.id}`, [j, a, b], () => jointOf(j, a, b))
    }
    for (const [key, x] of [...things].reverse()) if (next.get(key) !== x) x.remove(x.made) // joints first
    ground ??= world.createBody()
    for (const x of next.values()) x.made ??= x.make()
    for (const { made } of bodies.values()) { made.setLinearDamping(head.damping ?? 0); made.setAngularDamping(head.spin_damping ?? 0) }
    if (options.gravity !== false) world.setGravity(vec(head.gravity ?? [0, 0]))
    things = next, joints = nextJoints
    const made = ids => new Map([...ids].filter(([, x]) => x).map(([id, x]) => [id, x.made]))
    Object.assign(level, { level: head, categories, colliders, losses: [...things.values()].flatMap(x => x.losses),
      bodies: made(bodies), joints: made([...joints.keys()].map(id => [id, things.get(`joint ${id}`)])) })
  }
  // step moves kinematic bodies along their paths, and applies constant forces.
  function step(seconds) {
    const later = time + (dt = seconds)
    for (const { first, made: body, force, type } of things.values()) {
      if (type === 'dynamic') body.applyForceToCenter(force, false)
      if (type !== 'kinematic' || !first.path) continue
      const { keys = [[0]], loop } = first.path, to = poseAt(first, later), rounds = t => Math.floor(t / keys.at(-1)[0])
      const isJump = loop === 'loop' && rounds(later) > rounds(time) && distance(keys[0].slice(1), keys.at(-1).slice(1)) > 0
      if (isJump) body.setTransform(vec(to), radians(to[2]))
      const turn = (radians(to[2]) - body.getAngle()) / (2 * Math.PI)
      body.setLinearVelocity(vec(to).sub(body.getPosition()).mul(1 / dt))
      body.setAngularVelocity((turn - Math.round(turn)) * 2 * Math.PI / dt)
    }
    time = later
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
  function destroy() {
    apply({ removed: [...level.colliders.keys()], joints: { removed: [...joints.keys()] } })
    world.off('pre-solve', preSolve).off('end-contact', endContact).destroyBody(ground)
  }
  apply({ level: file.level, categories: file.categories, added: file.colliders, joints: { added: file.joints } })
  world.on('pre-solve', preSolve).on('end-contact', endContact)
  return level
}
