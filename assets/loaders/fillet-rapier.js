// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into Rapier 0.21 for JavaScript.
// MIT License, see LICENSE. With the parsed JSON as file and a RAPIER.World as world, which will be in metres:
//   import RAPIER from '@dimforge/rapier2d-compat'
//   import { load } from './fillet-rapier.js'
//   await RAPIER.init(); const level = load(file, RAPIER, world)
//   level.step(world.timestep); world.step(events, level.hooks) // in each frame; the hooks decide one-way and groups
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The userData of
// a Collider is the record of its collider. level.losses lists what Rapier cannot do.
const radians = degrees => degrees * Math.PI / 180, label = r => r.id + (r.name ? ` (${r.name})` : '')
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])
const normal = (a, b) => [(b[1] - a[1]) / distance(a, b), (a[0] - b[0]) / distance(a, b)] // outward, of an edge
const turned = ([x, y], a) => [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)]
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
export function load(file, RAPIER, world, options = {}) {
  const fault = text => { throw new Error(text) }, name = 'level.colliders.json', { ColliderDesc, RigidBodyDesc, JointData } = RAPIER
  if (file?.format !== 'fillet-colliders') fault(`not a level: write it with fillet export LEVEL -o ${name}`)
  if (file.version < 2) fault(`${name} is version ${file.version}: export it again without --version 1`)
  if (file.version !== 2) fault(`${name} is version ${file.version}, this loader reads 2: copy that of the newer Fillet`)
  const perMetre = head => head.units === 'm' ? 1 : head.pixels_per_metre, all = () => [...level.colliders.values()]
  const scale = options.scale ?? 1 / perMetre(file.level), metre = scale * perMetre(file.level), slop = 0.002 * metre
  const rules = { average: 'Average', minimum: 'Min', maximum: 'Max', product: 'Multiply', geometric: 'Multiply' }
  let things = new Map(), joints = new Map(), filters = new Map(), stopped = new Set(), ground, time = 0
  const checked = v => v?.length > 1 && v.every(Number.isFinite) ? v : fault('a number is missing')
  const vec = (v, by = scale) => ({ x: checked(v)[0] * by, y: v[1] * by })
  const level = { scale, colliders: new Map(), step, apply, find: name => all().find(c => c.name === name)?.id ?? null,
    tagged: tag => all().filter(c => c.tags.includes(tag)).map(c => c.id), destroy, hooks: { filterContactPair, filterIntersectionPair } }
  function hullOf(points, radius) { // describes the collider of a convex hull
    const [p, q] = points, flat = Float32Array.from(points.flat(), x => x * scale)
    if (points.length > 2) return radius ? ColliderDesc.roundConvexHull(flat, radius * scale) : ColliderDesc.convexHull(flat)
    if (!radius) return q ? ColliderDesc.segment(vec(p), vec(q)) : null
    if (!q) return ColliderDesc.ball(radius * scale).setTranslation(p[0] * scale, p[1] * scale)
    const capsule = ColliderDesc.capsule(distance(p, q) * scale / 2, radius * scale) // along y
    return capsule.setTranslation((p[0] + q[0]) * scale / 2, (p[1] + q[1]) * scale / 2).setRotation(Math.atan2(p[0] - q[0], q[1] - p[1]))
  }
  function lineOf(pieces) {
    const points = [pieces[0][0], ...pieces.map(p => p.at(-1))]
    return ColliderDesc.polyline(Float32Array.from(points.flat(), x => x * scale))
  }
  function bodyOf(members) { // describes a body, and finds what is wrong before anything is created
    const first = members[0], angle = radians(first.angle), parts = [], losses = []
    const local = v => turned([checked(v)[0] - first.position[0], v[1] - first.position[1]], -angle)
    const [category, mask] = ['category', 'mask'].map(k => members.reduce((bits, c) => bits | c[k], 0))
    const group = members.find(c => c.group)?.group ?? 0, isPlain = !group && (category | mask) >>> 16 === 0 // else by the hooks
    const mixes = level.level
    for (const c of members) {
      const { one_way, shape: { kind, radius, one_sided } } = c, pieces = c.pieces.map(p => p.vertices.map(local))
      const isLine = kind === 'chain' && !radius && !one_sided
      const descs = isLine ? [lineOf(pieces)] : pieces.map((p, i) => hullOf(p, c.pieces[i].radius))
      for (const [i, desc] of descs.entries()) {
        if (!desc) { losses.push(`${label(c)}: a part is left out, as it is too thin for Rapier`); continue }
        const side = one_way ? turned(one_way, -angle) : one_sided ? normal(pieces[i][0], pieces[i][1]) : null
        parts.push({ desc, record: c, side, group, category, mask, isPlain })
      }
    }
    const { mass = 1e-3, inertia = 1e-4, center = local(first.centroid) } = members.find(c => c.mass) ?? {}
    const { velocity = [0, 0], spin = 0 } = members.find(c => c.velocity || c.spin) ?? {}
    const type = first.body === 'dynamic' && first.role === 'trigger' ? 'kinematic' : first.body // triggers do not fall
    const force = members.reduce((sum, { force: f = [0, 0] }) => [sum[0] + f[0] * metre, sum[1] + f[1] * metre], [0, 0])
    return { first, type, losses, force, mass, inertia: inertia * metre ** 2, center: vec(center), remove(body) {
      for (let i = 0; i < body.numColliders(); i++) filters.delete(body.collider(i).handle)
      world.removeRigidBody(body)
    }, make(head) {
      const [x, y, degrees] = poseAt(first, time), kinds = { static: 'fixed', dynamic: 'dynamic', kinematic: 'kinematicVelocityBased' }
      const desc = RigidBodyDesc[kinds[type]]().setTranslation(x * scale, y * scale).setRotation(radians(degrees)).setUserData(first)
      if (type === 'dynamic') desc.setLinvel(...velocity.map(v => v * scale)).setAngvel(radians(spin))
        .setAdditionalMassProperties(mass, this.center, this.inertia).setSoftCcdPrediction(metre)
      const body = world.createRigidBody(desc)
      for (const part of parts) {
        const { friction = 0.6, restitution = 0, role } = part.record, hooks = part.isPlain ? part.side ? 1 : 0 : 3
        const surface = (value, mix) => mix === 'geometric' ? Math.sqrt(value) : value // Rapier multiplies
        const groups = part.isPlain ? part.category << 16 | part.mask : 0xffffffff
        const collider = world.createCollider(part.desc.setDensity(0).setSensor(role === 'trigger').setActiveHooks(hooks)
          .setFriction(surface(friction, head.friction_mix)).setFrictionCombineRule(RAPIER.CoefficientCombineRule[rules[head.friction_mix]])
          .setRestitution(surface(restitution, head.restitution_mix)).setRestitutionCombineRule(RAPIER.CoefficientCombineRule[rules[head.restitution_mix]])
          .setCollisionGroups(groups), body)
        collider.userData = part.record
        filters.set(collider.handle, { ...part, collider, body })
      }
      body.recomputeMassPropertiesFromColliders()
      if (force[0] || force[1]) body.addForce(vec(force, 1), true) // until resetForces
      return body
    } }
  }
  function jointOf(j, a, b) { // describes a joint between two bodies or the ground
    const { limits, torque = 0, speed = 0, frequency = 0, damping = 0, length = 0 } = j
    const atA = vec(a ? j.local_a : j.at_a), atB = vec(b ? j.local_b : j.at_b)
    const losses = j.pulls_only && frequency ? [`${label(j)}: it does not stretch, as Rapier's ropes do not`] : []
    const start = radians((b?.first.angle ?? 0) - (a?.first.angle ?? 0))
    const [lower, upper] = (limits ?? [0, 0]).map(x => radians(x) + start), whole = 2 * Math.PI * Math.round((lower + upper) / (4 * Math.PI))
    const isLimited = limits && lower - whole > -Math.PI && upper - whole < Math.PI
    if (limits && !isLimited) losses.push(`${label(j)}: it has no limits, as Rapier's are less than half a turn`)
    return { losses, remove: joint => world.removeImpulseJoint(joint, true), make() {
      const data = j.kind === 'hinge' ? JointData.revolute(atA, atB) : j.pulls_only ? JointData.rope(length * scale, atA, atB)
        : JointData.spring(length * scale, ...springOf(j, a, b), atA, atB)
      const joint = world.createImpulseJoint(data, a?.made ?? ground, b?.made ?? ground, true)
      joint.setContactsEnabled(!!j.collide)
      if (isLimited) joint.setLimits(lower - whole, upper - whole)
      if (torque) { joint.configureMotorVelocity(radians(speed), 1e6); joint.setMotorMaxForce(torque * metre ** 2) }
      return joint
    } }
  }
  function springOf(j, a, b) { // returns the stiffness and the damping for a frequency; a rod is a stiff spring
    const [x, y] = [j.at_b[0] - j.at_a[0], j.at_b[1] - j.at_a[1]], l = Math.hypot(x, y) || 1, axis = [x / l, y / l]
    const inverse = [[a, j.at_a], [b, j.at_b]].reduce((sum, [body, at]) => {
      if (body?.type !== 'dynamic') return sum
      const c = turned([body.center.x, body.center.y], radians(body.first.angle)), p = body.first.position
      const arm = ((at[0] - p[0]) * scale - c[0]) * axis[1] - ((at[1] - p[1]) * scale - c[1]) * axis[0]
      return sum + 1 / body.mass + arm * arm / body.inertia
    }, 0)
    const omega = 2 * Math.PI * (j.frequency || 60)
    return [omega ** 2 / inverse, 2 * (j.frequency ? j.damping ?? 0 : 1) * omega / inverse]
  }
  // apply makes the bodies and joints anew that a change touches.
  function apply({ level: head = level.level, categories = level.categories, joints: links, ...change }) {
    if (head.frame === 'level') fault(`${name} has polygons in level space: export it again without --frame level`)
    if (scale * perMetre(head) !== metre) fault(`${name} has other units than before: load it again`)
    if (categories.length > 32) fault(`${name} has ${categories.length} categories, and this loader takes 32: use fewer`)
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
    ground ??= world.createRigidBody(RigidBodyDesc.fixed())
    for (const x of next.values()) x.made ??= x.make(head)
    for (const { made } of bodies.values()) { made.setLinearDamping(head.damping ?? 0); made.setAngularDamping(head.spin_damping ?? 0) }
    if (options.gravity !== false) world.gravity = vec(head.gravity ?? [0, 0])
    things = next, joints = nextJoints
    const made = ids => new Map([...ids].filter(([, x]) => x).map(([id, x]) => [id, x.made]))
    Object.assign(level, { level: head, categories, colliders, losses: [...things.values()].flatMap(x => x.losses),
      bodies: made(bodies), joints: made([...joints.keys()].map(id => [id, things.get(`joint ${id}`)])) })
  }
  // step moves kinematic bodies along their paths, applies constant forces, and finds what one-way colliders stop.
  function step(dt) {
    const later = time + dt
    for (const { first, made: body, type } of things.values()) {
      if (type !== 'kinematic' || !first.path) continue
      const { keys = [[0]], loop } = first.path, to = poseAt(first, later), rounds = t => Math.floor(t / keys.at(-1)[0])
      const isJump = loop === 'loop' && rounds(later) > rounds(time) && distance(keys[0].slice(1), keys.at(-1).slice(1)) > 0
      if (isJump) { body.setTranslation(vec(to), true); body.setRotation(radians(to[2]), true) }
      const turn = (radians(to[2]) - body.rotation()) / (2 * Math.PI), from = body.translation()
      body.setLinvel({ x: (to[0] * scale - from.x) / dt, y: (to[1] * scale - from.y) / dt }, true)
      body.setAngvel((turn - Math.round(turn)) * 2 * Math.PI / dt, true)
    }
    time = later
    const before = stopped
    stopped = new Set()
    for (const { collider, side, body } of filters.values()) {
      if (side) world.contactPairsWith(collider, other => { if (stops(collider, other, dt, before)) stopped.add(pairOf(collider.handle, other.handle)) })
    }
  }
  const pairOf = (a, b) => a < b ? `${a} ${b}` : `${b} ${a}`
  function stops(a, b, dt, before) { // reports whether the solid sides of two colliders stop the other
    const contact = a.contactCollider(b, 2 * metre)
    if (!contact) return false
    const n = contact.normal1, faces = (c, sign) => {
      const side = filters.get(c.handle)?.side, [x, y] = side ? turned(side, c.parent().rotation()) : [n.x * sign, n.y * sign]
      return (x * n.x + y * n.y) * sign >= 0.5
    }
    const speed = (c, at) => { const v = c.parent()?.velocityAtPoint(at) ?? { x: 0, y: 0 }; return v.x * n.x + v.y * n.y }
    const closing = Math.max(speed(a, contact.point1) - speed(b, contact.point1), 0)
    const isOutside = before.has(pairOf(a.handle, b.handle)) || contact.distance > -4 * slop - closing * dt * 2
    return isOutside && faces(a, 1) && faces(b, -1)
  }
  function filterIntersectionPair(h1, h2) { // applies the groups and categories of colliders that Rapier's 16 bits do not hold
    const a = filters.get(h1), b = filters.get(h2)
    if (!a || !b) return true
    return a.group && a.group === b.group ? a.group > 0 : !!(a.mask & b.category && b.mask & a.category)
  }
  function filterContactPair(h1, h2) {
    if (!filterIntersectionPair(h1, h2)) return null
    const isOneWay = filters.get(h1)?.side || filters.get(h2)?.side
    return isOneWay && !stopped.has(pairOf(h1, h2)) ? null : RAPIER.SolverFlags.COMPUTE_IMPULSE
  }
  function destroy() {
    apply({ removed: [...level.colliders.keys()], joints: { removed: [...joints.keys()] } })
    world.removeRigidBody(ground)
  }
  apply({ level: file.level, categories: file.categories, added: file.colliders, joints: { added: file.joints } })
  return level
}
