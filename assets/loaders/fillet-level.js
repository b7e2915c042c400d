// Reads a level that Fillet exported, for the loaders of the engines: copy it beside them. MIT License, see LICENSE.
const radians = degrees => degrees * Math.PI / 180, label = r => r.id + (r.name ? ` (${r.name})` : '')
export const turned = ([x, y], a) => [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)]
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])
export const normal = (a, b) => [(b[1] - a[1]) / distance(a, b), (a[0] - b[0]) / distance(a, b)] // outward, of an edge
const geometric = (a, b) => Math.sqrt(a * b), average = (a, b) => (a + b) / 2, product = (a, b) => a * b
export const mixes = { geometric, average, product, minimum: Math.min, maximum: Math.max } // of two materials
const file = 'the level file', fault = text => { throw new Error(text) }
const checked = v => v?.length === 2 && v.every(Number.isFinite) ? v : fault('a number is missing')
// poseAt returns the pose of a body's frame after a time, in the units of the world.
function poseAt({ position, angle, path: { keys = [[0, ...position, angle]], loop, turn = 0 } = {} }, time, scale) {
  const end = keys.at(-1), t = loop === 'once' || !end[0] ? Math.min(time, end[0]) : time % end[0]
  const i = keys.findIndex(k => k[0] > t), [from, to] = i > 0 ? [keys[i - 1], keys[i]] : [end, end]
  const [x, y, a] = [1, 2, 3].map(k => from[k] + (to[k] - from[k]) * (t - from[0]) / (to[0] - from[0] || 1))
  return [x * scale, y * scale, radians(a + turn * time)]
}
// merged returns records by their ids after a change.
function merged(records, { added = [], changed = [], removed = [] } = {}) {
  const out = new Map(records); removed.forEach(id => out.delete(id)); changed.forEach(r => out.set(r.id, r))
  for (const r of added) if (out.size === out.set(r.id, r).size) fault(`${label(r)}: its id is used twice`)
  return out
}
// partsOf returns the convex hulls with radii of a collider in its body's frame, or the points of its line.
function partsOf(c, local, scale, angle) {
  const side = (p, q) => c.one_way ? turned(c.one_way, -angle) : c.shape.one_sided && q ? normal(p, q) : null
  const part = (points, radius) => ({ record: c, points, radius: radius * scale, sides: [side(...points)] })
  const hulls = c.pieces.map(p => part(p.vertices.map(local), p.radius))
  if (c.shape.kind !== 'chain' || c.shape.radius) return hulls
  const points = [hulls[0].points[0], ...hulls.map(h => h.points.at(-1))]
  const isClosed = points.length > 3 && distance(points[0], points.at(-1)) === 0 && !!points.pop()
  return [{ record: c, points, radius: 0, sides: hulls.map(h => h.sides[0]), isLine: true, isClosed, hulls }]
}
// bodyOf describes a body of colliders in the units of the world.
function bodyOf(members, scale, metre) {
  const first = members[0], angle = radians(first.angle), scaled = v => checked(v).map(x => x * scale)
  const local = v => turned(scaled([checked(v)[0] - first.position[0], v[1] - first.position[1]]), -angle)
  const { mass = 1e-3, inertia = 1e-4, center } = members.find(c => c.mass) ?? {}
  const { velocity = [0, 0], spin = 0 } = members.find(c => c.velocity || c.spin) ?? {}
  const { group = 0 } = members.find(c => c.group) ?? {}, bits = k => members.reduce((all, c) => all | BigInt(c[k]), 0n)
  return {
    first, mass, inertia: inertia * metre ** 2, spin: radians(spin), velocity: scaled(velocity),
    center: center ? scaled(center) : local(first.centroid ?? first.position), group,
    type: first.body === 'dynamic' && first.role === 'trigger' ? 'kinematic' : first.body, // triggers do not fall
    category: bits('category'), mask: bits('mask'), parts: members.flatMap(c => partsOf(c, local, scale, angle)),
    lost: first.path?.points && !first.path.keys ? [`${label(first)}: its path has no keys: it stands still`] : [],
    force: [0, 1].map(k => metre * members.reduce((sum, c) => sum + (c.force?.[k] ?? 0), 0)),
  }
}
// jointOf describes a joint between two bodies, or one and the level, in the units of the world.
function jointOf(j, a, b, scale, metre) {
  const scaled = v => checked(v).map(x => x * scale), [lower, upper] = (j.limits ?? [0, 0]).map(radians)
  const { speed = 0, torque = 0, length = 0, frequency = 0, damping = 0 } = j
  return {
    record: j, a, b, kind: j.pulls_only ? 'rope' : j.kind, collide: !!j.collide, ends: [j.at_a, j.at_b].map(scaled),
    anchorA: scaled(a ? j.local_a : j.at_a), anchorB: scaled(b ? j.local_b : j.at_b), lower, upper,
    isLimited: !!j.limits, angle: radians((b?.first.angle ?? 0) - (a?.first.angle ?? 0)), // at the start
    speed: radians(speed), torque: torque * metre ** 2, length: length * scale, frequency, damping,
  }
}
// makeLevel checks a file and makes the level with an engine: see the end of the loaders.
export function makeLevel(data, options, engine) {
  if (data?.format !== 'fillet-colliders') fault('not a level: pass the parsed JSON of fillet export LEVEL -f json')
  if (data.version < 2) fault(`${file} is version ${data.version}: export it again without --version 1`)
  if (data.version !== 2) fault(`${file} is version ${data.version}; this loader reads 2: copy the one of your Fillet`)
  const isWhole = (head = {}) => head.pixels_per_metre > 0 && mixes[head.friction_mix] && mixes[head.restitution_mix]
  if (![data.categories, data.colliders].every(Array.isArray) || !isWhole(data.level)) fault(`${file} is damaged`)
  const perMetre = head => head.units === 'm' ? 1 : head.pixels_per_metre
  const scale = options.scale ?? 1 / perMetre(data.level), metre = scale * perMetre(data.level)
  const list = map => [...map.values()], made = map => new Map([...map].map(([id, x]) => [id, x.made]))
  let things = new Map(), moving = [], ties = new Map(), time = 0 // bodies and joints; records of joints
  const level = {
    scale, metre, colliders: new Map(), apply, step,
    find: name => list(level.colliders).find(c => c.name === name)?.id ?? null,
    tagged: tag => list(level.colliders).filter(c => c.tags.includes(tag)).map(c => c.id),
    destroy() { apply({ removed: [...level.colliders.keys()], joints: { removed: [...ties.keys()] } }); engine.end() },
  }
  // described returns the thing with a key that is made from some records: the one before if they are the same.
  function described(key, inputs, describe, prepare) {
    const old = things.get(key)
    if (old?.inputs.length === inputs.length && inputs.every((x, i) => x === old.inputs[i])) return old
    try {
      const thing = describe(), losses = [...thing.lost ?? []], lose = (r, text) => losses.push(`${label(r)}: ${text}`)
      return { ...thing, inputs, losses, ...prepare(thing, lose) }
    } catch (e) { return fault(`${label(inputs[0])}: ${e.message}`) }
  }
  // apply makes the bodies and joints anew that a change touches. All that can fail comes first.
  function apply({ level: head = level.level, categories = level.categories, joints: links, ...change }) {
    if (head.frame === 'level') fault(`${file} has polygons in level space: export it again without --frame level`)
    if (scale * perMetre(head) !== metre) fault(`${file} has other units than before: load it again`)
    if (categories.length > engine.categories) fault(`${file} has more than ${engine.categories} categories: use fewer`)
    const colliders = merged(level.colliders, change), nextRecords = merged(ties, links), next = new Map()
    const groups = new Map(), bodies = new Map(), joints = new Map(), { gravity = [0, 0], damping = 0 } = head
    const keyOf = c => c.one_body ? `body ${c.one_body}` : `id ${c.id}`
    for (const c of list(colliders)) if (c.pieces?.length !== 0) // all but markers
      groups.set(keyOf(c), groups.get(keyOf(c)) ?? []).get(keyOf(c)).push(c)
    for (const [key, members] of groups) {
      next.set(key, described(key, members, () => bodyOf(members, scale, metre), engine.prepareBody))
      for (const c of members) bodies.set(c.id, next.get(key))
    }
    for (const j of list(nextRecords)) {
      const [a, b] = [bodies.get(j.a), bodies.get(j.b)], hasBoth = [j.a, j.b].every(id => !id || colliders.has(id))
      if (!hasBoth || a === b || ![a?.type, b?.type].includes('dynamic')) continue // no effect in the playtest either
      joints.set(j.id, described(`joint ${j.id}`, [j, a, b], () => jointOf(j, a, b, scale, metre), engine.prepareJoint))
      next.set(`joint ${j.id}`, joints.get(j.id))
    }
    if (!level.level) engine.begin(level)
    for (const [key, x] of [...things].reverse()) if (next.get(key) !== x) x.remove(x.made) // joints first
    const all = !head.rolling_resistance || engine.rolls ? [] : ['no rolling resistance: round bodies roll farther']
    Object.assign(level, { level: head, categories, colliders, losses: all.concat(list(next).flatMap(x => x.losses)) })
    const damp = x => x.type === 'dynamic' && engine.setDamping(x.made, damping, head.spin_damping ?? 0)
    for (const x of list(next)) { x.made ??= x.make(x.first && poseAt(x.first, time, scale)); damp(x) }
    if (options.gravity !== false) engine.setGravity(gravity.map(x => x * scale))
    moving = list(next).filter(x => x.type === 'kinematic' ? x.first.path : x.force?.some(f => f))
    Object.assign(level, { bodies: made(bodies), joints: made(joints) }); things = next; ties = nextRecords
  }
  // step moves kinematic bodies along their paths and applies constant forces.
  function step(dt) {
    for (const { first, made, type, force } of moving) {
      if (type !== 'kinematic') { engine.push?.(made, force); continue }
      const { keys = [[0]], loop } = first.path, round = t => Math.floor(t / keys.at(-1)[0])
      const [x, y, angle] = poseAt(first, time + dt, scale), isNext = loop === 'loop' && round(time + dt) > round(time)
      if (isNext && distance(keys[0].slice(1), keys.at(-1).slice(1))) engine.setPose(made, [x, y, angle]) // it jumps
      const from = engine.poseOf(made), turn = (angle - from[2]) / (2 * Math.PI)
      engine.setVelocity(made, [(x - from[0]) / dt, (y - from[1]) / dt], (turn - Math.round(turn)) * 2 * Math.PI / dt)
    }
    time += dt; engine.step?.(dt)
  }
  apply({ level: data.level, categories: data.categories, added: data.colliders, joints: { added: data.joints } })
  return level
}
