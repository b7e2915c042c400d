// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into Box2D v3 (box2d3-wasm 5.2).
// MIT License, see LICENSE. With the parsed JSON as file and a b2WorldId as world, which will be in metres:
//   import Box2DFactory from 'box2d3-wasm'
//   import { load } from './fillet-box2d.js'
//   const b2 = await Box2DFactory(), level = load(file, b2, world)
//   level.step(1 / 60); b2.b2World_Step(world, 1 / 60, 4) // in each frame
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The record of a
// shape is level.recordOf(shapeId). It sets the world's pre-solve callback. level.losses lists what Box2D cannot do.
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
export function load(file, b2, world, options = {}) {
  const fault = text => { throw new Error(text) }, name = 'level.colliders.json', slop = 0.005
  if (file?.format !== 'fillet-colliders') fault(`not a level: write it with fillet export LEVEL -o ${name}`)
  if (file.version < 2) fault(`${name} is version ${file.version}: export it again without --version 1`)
  if (file.version !== 2) fault(`${name} is version ${file.version}, this loader reads 2: copy that of the newer Fillet`)
  const perMetre = head => head.units === 'm' ? 1 : head.pixels_per_metre, all = () => [...level.colliders.values()]
  const scale = options.scale ?? 1 / perMetre(file.level), metre = scale * perMetre(file.level)
  let things = new Map(), joints = new Map(), shapes = new Map(), stopped = new Map(), ground, time = 0, dt = 1 / 60, steps = 0, callback
  const checked = v => v?.length > 1 && v.every(Number.isFinite) ? v : fault('a number is missing')
  const vec = (v, by = scale) => new b2.b2Vec2(checked(v)[0] * by, v[1] * by)
  const read = v => { const out = [v.x, v.y]; v.delete(); return out } // objects of Box2D are freed by hand
  const use = (v, call) => { call(v); v.delete() }, keyOf = shape => `${shape.index1} ${shape.generation}`
  const level = { scale, colliders: new Map(), step, apply, find: name => all().find(c => c.name === name)?.id ?? null,
    tagged: tag => all().filter(c => c.tags.includes(tag)).map(c => c.id), destroy, preSolve, recordOf: id => shapes.get(keyOf(id))?.record }
  function hullOf(points, radius) { // returns functions that create the shapes of a convex hull
    const [p, q] = points, r = radius * scale
    if (points.length === 1) return radius ? [(body, def) => b2.b2CreateCircleShape(body, def, Object.assign(new b2.b2Circle(), { center: vec(p), radius: r }))] : []
    if (points.length === 2 && !radius) return [(body, def) => b2.b2CreateSegmentShape(body, def, Object.assign(new b2.b2Segment(), { point1: vec(p), point2: vec(q) }))]
    if (points.length === 2) return [(body, def) => b2.b2CreateCapsuleShape(body, def, Object.assign(new b2.b2Capsule(), { center1: vec(p), center2: vec(q), radius: r }))]
    const out = []
    for (let i = 1; i < points.length - 1; i += 6) { // a polygon has up to 8 vertices
      const hull = b2.b2ComputeHull([points[0], ...points.slice(i, i + 7)].map(v => vec(v)))
      if (hull.count) out.push((body, def) => b2.b2CreatePolygonShape(body, def, b2.b2MakePolygon(hull, r))) // else it is too thin
    }
    return out
  }
  function lineOf(pieces, isOneSided) { // returns functions that create chains, which are solid on one side
    const points = [pieces[0][0], ...pieces.map(p => p.at(-1))], isLoop = points.length > 3 && !distance(points[0], points.at(-1)) && !!points.pop()
    const beyond = (a, b) => [2 * a[0] - b[0], 2 * a[1] - b[1]]
    const ends = isLoop ? points : [beyond(points[0], points[1]), ...points, beyond(points.at(-1), points.at(-2))]
    const chain = list => (body, def) => {
      const of = b2.b2DefaultChainDef()
      of.SetPoints(list.map(v => vec(v)))
      Object.assign(of, { isLoop, filter: def.filter, enableSensorEvents: true })
      b2.b2CreateChain(body, of)
    }
    return isOneSided ? [chain(ends)] : [chain(ends), chain(ends.toReversed())]
  }
  function bodyOf(members) { // describes a body, and finds what is wrong before anything is created
    const first = members[0], angle = radians(first.angle), parts = [], losses = []
    const local = v => turned([checked(v)[0] - first.position[0], v[1] - first.position[1]], -angle)
    const [category, mask] = ['category', 'mask'].map(k => String(members.reduce((bits, c) => bits | BigInt(c[k]), 0n)))
    const group = members.find(c => c.group)?.group ?? 0
    for (const c of members) {
      const { one_way, shape: { kind, radius, one_sided } } = c, pieces = c.pieces.map(p => p.vertices.map(local))
      const isLine = kind === 'chain' && !radius && c.role !== 'trigger' && !one_way
      const made = isLine ? [[lineOf(pieces, one_sided), []]] : pieces.map((p, i) => [hullOf(p, c.pieces[i].radius), p, c.pieces[i].radius])
      for (const [make, points, radius] of made) {
        const side = isLine ? null : one_way ? turned(one_way, -angle) : one_sided ? normal(...points) : null
        parts.push({ make, record: c, side, points, radius })
        if (!make.length) losses.push(`${label(c)}: a part is left out, as it is too thin for Box2D`)
      }
    }
    const { mass = 1e-3, inertia = 1e-4, center = local(first.centroid) } = members.find(c => c.mass) ?? {}
    const { velocity = [0, 0], spin = 0 } = members.find(c => c.velocity || c.spin) ?? {}
    const type = first.body === 'dynamic' && first.role === 'trigger' ? 'kinematic' : first.body // triggers do not fall
    const force = members.reduce((sum, { force: f = [0, 0] }) => [sum[0] + f[0] * metre, sum[1] + f[1] * metre], [0, 0])
    return { first, type, losses, force, members, remove(body) {
      for (const s of b2.b2Body_GetShapes(body, b2.b2Body_GetShapeCount(body))) shapes.delete(keyOf(s))
      b2.b2DestroyBody(body)
    }, make() {
      const pose = poseAt(first, time), def = b2.b2DefaultBodyDef(), shape = b2.b2DefaultShapeDef()
      Object.assign(def, { type: b2.b2BodyType[`b2_${type}Body`], position: vec(pose), rotation: b2.b2MakeRot(radians(pose[2])) })
      const body = b2.b2CreateBody(world, def)
      for (const part of parts) {
        const { friction = 0.6, restitution = 0, role } = part.record
        Object.assign(shape, { isSensor: role === 'trigger', enableSensorEvents: true, enableContactEvents: true,
          enablePreSolveEvents: !!part.side, updateBodyMass: false })
        shape.filter.setCategoryBits64(category); shape.filter.setMaskBits64(mask); shape.filter.groupIndex = group
        for (const make of part.make) make(body, shape)
        for (const s of b2.b2Body_GetShapes(body, b2.b2Body_GetShapeCount(body))) {
          if (shapes.has(keyOf(s))) continue
          shapes.set(keyOf(s), { ...part, body })
          b2.b2Shape_SetFriction(s, friction); b2.b2Shape_SetRestitution(s, restitution)
        }
      }
      if (type === 'dynamic') {
        b2.b2Body_ApplyMassFromShapes(body) // measures the body, which its sleep depends on
        b2.b2Body_SetMassData(body, Object.assign(new b2.b2MassData(), { mass, center: vec(center), rotationalInertia: inertia * metre ** 2 }))
        b2.b2Body_SetLinearVelocity(body, vec(velocity)); b2.b2Body_SetAngularVelocity(body, radians(spin))
      }
      return body
    } }
  }
  function jointOf(j, a, b) { // describes a joint between two bodies or the ground
    const { limits, torque = 0, speed = 0, frequency = 0, damping = 0, length = 0 } = j, [lower, upper] = (limits ?? [0, 0]).map(radians)
    const atA = checked(a ? j.local_a : j.at_a).map(x => x * scale), atB = checked(b ? j.local_b : j.at_b).map(x => x * scale)
    const losses = j.pulls_only && frequency ? [`${label(j)}: it does not stretch, as Box2D's ropes do not`] : []
    const isLimited = !!limits && lower > -3.1 && upper < 3.1
    if (limits && !isLimited) losses.push(`${label(j)}: it has no limits, as Box2D's are less than half a turn`)
    return { losses, remove: joint => b2.b2DestroyJoint(joint, true), make() {
      const def = j.kind === 'hinge' ? b2.b2DefaultRevoluteJointDef() : b2.b2DefaultDistanceJointDef(), { base } = def
      base.bodyIdA = a?.made ?? ground; base.bodyIdB = b?.made ?? ground; base.collideConnected = !!j.collide
      base.localFrameA.p.Set(...atA); base.localFrameB.p.Set(...atB)
      if (j.kind === 'hinge') {
        base.localFrameA.q.SetAngle(radians((b?.first.angle ?? 0) - (a?.first.angle ?? 0)))
        Object.assign(def, { enableLimit: isLimited, lowerAngle: lower, upperAngle: upper, enableMotor: torque > 0,
          motorSpeed: radians(speed), maxMotorTorque: torque * metre ** 2 })
        return b2.b2CreateRevoluteJoint(world, def)
      }
      const rest = Math.max(length * scale, slop)
      Object.assign(def, { length: rest, enableSpring: frequency > 0 || !!j.pulls_only, hertz: j.pulls_only ? 0 : frequency, dampingRatio: damping })
      if (j.pulls_only) Object.assign(def, { enableLimit: true, minLength: slop, maxLength: rest })
      return b2.b2CreateDistanceJoint(world, def)
    } }
  }
  // apply makes the bodies and joints anew that a change touches.
  function apply({ level: head = level.level, categories = level.categories, joints: links, ...change }) {
    if (head.frame === 'level') fault(`${name} has polygons in level space: export it again without --frame level`)
    if (scale * perMetre(head) !== metre) fault(`${name} has other units than before: load it again`)
    if (categories.length > 53) fault(`${name} has ${categories.length} categories, and numbers in JSON have 53 bits: use fewer`)
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
    ground ??= b2.b2CreateBody(world, b2.b2DefaultBodyDef())
    for (const x of next.values()) x.made ??= x.make()
    for (const { made } of bodies.values()) { b2.b2Body_SetLinearDamping(made, head.damping ?? 0); b2.b2Body_SetAngularDamping(made, head.spin_damping ?? 0) }
    if (options.gravity !== false) b2.b2World_SetGravity(world, vec(head.gravity ?? [0, 0]))
    if (head.friction_mix !== 'geometric') b2.b2World_SetFrictionCallback(world, (a, idA, b) => mixes[level.level.friction_mix](a, b))
    if (head.restitution_mix !== 'maximum') b2.b2World_SetRestitutionCallback(world, (a, idA, b) => mixes[level.level.restitution_mix](a, b))
    things = next, joints = nextJoints
    const made = ids => new Map([...ids].filter(([, x]) => x).map(([id, x]) => [id, x.made]))
    Object.assign(level, { level: head, categories, colliders, losses: [...things.values()].flatMap(x => x.losses),
      bodies: made(bodies), joints: made([...joints.keys()].map(id => [id, things.get(`joint ${id}`)])) })
  }
  // step moves kinematic bodies along their paths, and applies constant forces.
  function step(seconds) {
    const later = time + (dt = seconds)
    steps++
    for (const { first, made: body, force, type } of things.values()) {
      if (type === 'dynamic' && (force[0] || force[1])) use(vec(force, 1), f => b2.b2Body_ApplyForceToCenter(body, f, false))
      if (type !== 'kinematic' || !first.path) continue
      const { keys = [[0]], loop } = first.path, to = poseAt(first, later), rounds = t => Math.floor(t / keys.at(-1)[0])
      const isJump = loop === 'loop' && rounds(later) > rounds(time) && distance(keys[0].slice(1), keys.at(-1).slice(1)) > 0
      if (isJump) b2.b2Body_SetTransform(body, vec(to), b2.b2MakeRot(radians(to[2])))
      const at = read(b2.b2Body_GetPosition(body)), q = b2.b2Body_GetRotation(body), turn = (radians(to[2]) - q.GetAngle()) / (2 * Math.PI)
      q.delete()
      use(vec([to[0] * scale - at[0], to[1] * scale - at[1]], 1 / dt), v => b2.b2Body_SetLinearVelocity(body, v))
      b2.b2Body_SetAngularVelocity(body, (turn - Math.round(turn)) * 2 * Math.PI / dt)
    }
    time = later
  }
  function preSolve(idA, idB, point, normal) { // lets bodies pass solid sides from behind, even if they come to rest inside
    const a = shapes.get(keyOf(idA)), b = shapes.get(keyOf(idB)), key = `${keyOf(idA)} ${keyOf(idB)}`
    if (!a?.side && !b?.side) return true
    const inside = (s, sign) => { // returns how deep the point is in the shape, or null if its solid side faces elsewhere
      if (!s?.side) return 0
      const q = b2.b2Body_GetRotation(s.body), angle = q.GetAngle(), n = turned([normal.x * sign, normal.y * sign], -angle)
      q.delete()
      const p = read(b2.b2Body_GetLocalPoint(s.body, point)), along = v => v[0] * n[0] + v[1] * n[1]
      return along(s.side) < 0.5 ? null : Math.max(...s.points.map(along)) * scale + s.radius * scale - along(p)
    }
    const speed = id => { const v = read(b2.b2Body_GetWorldPointVelocity(b2.b2Shape_GetBody(id), point)); return v[0] * normal.x + v[1] * normal.y }
    const inA = inside(a, 1), inB = inside(b, -1), depth = 2 * Math.max(inA, inB), closing = Math.max(speed(idA) - speed(idB), 0)
    const stops = inA !== null && inB !== null && (stopped.get(key) >= steps - 1 || depth < 4 * slop + closing * dt)
    if (stops) stopped.set(key, steps)
    return stops
  }
  function destroy() {
    apply({ removed: [...level.colliders.keys()], joints: { removed: [...joints.keys()] } })
    b2.b2DestroyBody(ground)
    b2.b2World_SetPreSolveCallback(world, () => true)
    b2.b2World_DeleteCallback(callback)
  }
  apply({ level: file.level, categories: file.categories, added: file.colliders, joints: { added: file.joints } })
  callback = b2.b2World_SetPreSolveCallback(world, preSolve)
  return level
}
