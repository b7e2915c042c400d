// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into Box2D v3 (box2d3-wasm 5.2).
// MIT License, see LICENSE. Copy this file and fillet-level.js. With the parsed JSON as file:
//   import Box2DFactory from 'box2d3-wasm'; import { load } from './fillet-box2d.js'
//   const b2 = await Box2DFactory(), world = b2.b2CreateWorld(b2.b2DefaultWorldDef()) // in metres, y as in the file
//   const level = load(file, b2, world)
//   level.step(1 / 60); b2.b2World_Step(world, 1 / 60, 4) // in each frame
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). It sets the
// world's pre-solve callback. level.recordOf(shapeId) is a collider's record. level.losses lists what Box2D cannot do.
import { distance, makeLevel, mixes, turned } from './fillet-level.js'
// load creates the level in a world. It throws, and creates nothing, if it cannot.
export function load(file, b2, world, options = {}) {
  const slop = 0.005, ours = new Map(), stopped = new Map() // our shapes; the steps in which solid sides stopped pairs
  const vec = v => new b2.b2Vec2(v[0], v[1]), set = Object.assign, keyOf = id => `${id.index1} ${id.generation}`
  const shapeIds = body => b2.b2Body_GetShapes(body, b2.b2Body_GetShapeCount(body))
  // Box2D's objects are freed by hand: using frees an argument, and read a result.
  const using = (object, call) => { const out = call(object); object.delete(); return out }
  const read = object => using(object, v => 'x' in v ? [v.x, v.y] : v.GetAngle())
  let level, ground, callback, dt = 1 / 60, steps = 0
  // shapesOf returns functions that create the shapes of a part.
  function shapesOf({ record, points, radius, sides, isLine, isClosed, hulls: parts }) {
    if (isLine && record.role === 'solid') return chainsOf(points, isClosed, sides[0])
    if (isLine) return parts.flatMap(shapesOf)
    const [p, q] = points.map(vec), circle = set(new b2.b2Circle(), { center: p, radius })
    if (!q) return radius ? [(body, def) => b2.b2CreateCircleShape(body, def, circle)] : []
    const capsule = set(new b2.b2Capsule(), { center1: p, center2: q, radius })
    if (points.length === 2 && radius) return [(body, def) => b2.b2CreateCapsuleShape(body, def, capsule)]
    const segment = set(new b2.b2Segment(), { point1: p, point2: q })
    if (points.length === 2) return [(body, def) => b2.b2CreateSegmentShape(body, def, segment)]
    const upTo8 = points.slice(2).flatMap((v, i) => i % 6 ? [] : [[points[0], ...points.slice(i + 1, i + 8)].map(vec)])
    const hulls = upTo8.map(part => b2.b2ComputeHull(part)).filter(hull => hull.count)
    return hulls.map(hull => (b, def) => b2.b2CreatePolygonShape(b, def, b2.b2MakePolygon(hull, radius)))
  }
  // chainsOf returns functions that create chains, which are solid on one side.
  function chainsOf(points, isLoop, isOneSided) {
    const beyond = (a, b) => [2 * a[0] - b[0], 2 * a[1] - b[1]] // the first and the last point of a chain are ghosts
    const all = isLoop ? points : [beyond(points[0], points[1]), ...points, beyond(points.at(-1), points.at(-2))]
    return (isOneSided ? [all] : [all, all.toReversed()]).map(list => (body, { filter, enableSensorEvents }) => {
      const def = set(b2.b2DefaultChainDef(), { isLoop, filter, enableSensorEvents })
      def.SetPoints(list.map(vec))
      b2.b2CreateChain(body, def)
    })
  }
  // prepareBody returns how to make and remove a body.
  function prepareBody(plan, lose) {
    const isChain = p => p.isLine && p.record.role === 'solid', { category, mask, group, mass, center, inertia } = plan
    const parts = plan.parts.map(p => ({ ...p, makers: shapesOf(p), side: isChain(p) ? null : p.sides[0] }))
    for (const p of parts) if (!p.makers.length) lose(p.record, 'a part is left out, as it is too thin for Box2D')
    function make([x, y, a]) {
      const type = b2.b2BodyType[`b2_${plan.type}Body`], at = { type, position: vec([x, y]), rotation: b2.b2MakeRot(a) }
      const body = b2.b2CreateBody(world, set(b2.b2DefaultBodyDef(), at)), shape = b2.b2DefaultShapeDef()
      set(shape.filter, { groupIndex: group }).setMaskBits64(`${mask}`); shape.filter.setCategoryBits64(`${category}`)
      const { rolling_resistance: rollingResistance = 0 } = level.level, isVisitor = plan.type !== 'static'
      for (const part of parts) {
        const { friction = 0.6, restitution = 0, role } = part.record, isSensor = role === 'trigger'
        set(shape, { isSensor, enableContactEvents: true, enablePreSolveEvents: !!part.side })
        shape.enableSensorEvents = isSensor || isVisitor
        for (const maker of part.makers) maker(body, shape)
        for (const id of shapeIds(body).filter(id => !ours.has(keyOf(id)))) {
          const material = set(b2.b2Shape_GetSurfaceMaterial(id), { friction, restitution, rollingResistance })
          b2.b2Shape_SetSurfaceMaterial(id, material); material.delete(); ours.set(keyOf(id), { ...part, body })
        }
      }
      if (plan.type !== 'dynamic') return body
      b2.b2Body_SetMassData(body, set(new b2.b2MassData(), { mass, center: vec(center), rotationalInertia: inertia }))
      setVelocity(body, plan.velocity, plan.spin)
      return body
    }
    return { make, remove(body) { shapeIds(body).forEach(id => ours.delete(keyOf(id))); b2.b2DestroyBody(body) } }
  }
  // prepareJoint returns how to make and remove a joint.
  function prepareJoint(j, lose) {
    const isLimited = j.isLimited && j.upper < 3.1 && j.lower > -3.1, { kind, frequency, torque } = j
    if (j.isLimited && !isLimited) lose(j.record, 'it has no limits, as those of Box2D are less than half a turn')
    if (kind === 'rope' && frequency) lose(j.record, 'it does not stretch, as ropes of Box2D do not')
    const limits = { enableLimit: isLimited, lowerAngle: j.lower, upperAngle: j.upper }
    const length = Math.max(j.length, slop), kinds = {
      hinge: { ...limits, enableMotor: torque > 0, motorSpeed: j.speed, maxMotorTorque: torque },
      spring: { length, enableSpring: frequency > 0, hertz: frequency, dampingRatio: j.damping },
      rope: { length, enableSpring: true, hertz: 0, enableLimit: true, minLength: slop, maxLength: length },
    }
    function make() {
      const def = kind === 'hinge' ? b2.b2DefaultRevoluteJointDef() : b2.b2DefaultDistanceJointDef(), { base } = def
      set(def, kinds[kind])
      set(base, { bodyIdA: j.a?.made ?? ground, bodyIdB: j.b?.made ?? ground, collideConnected: j.collide })
      base.localFrameA.p.Set(...j.anchorA); base.localFrameB.p.Set(...j.anchorB); base.localFrameA.q.SetAngle(j.angle)
      return kind === 'hinge' ? b2.b2CreateRevoluteJoint(world, def) : b2.b2CreateDistanceJoint(world, def)
    }
    return { make, remove: joint => b2.b2DestroyJoint(joint, true) }
  }
  function setVelocity(body, velocity, spin) {
    using(vec(velocity), v => b2.b2Body_SetLinearVelocity(body, v)); b2.b2Body_SetAngularVelocity(body, spin)
  }
  // depthIn returns how deep a point is in a shape with a solid side, or null if that side faces elsewhere.
  function depthIn(shape, point, [x, y]) {
    if (!shape?.side) return 0
    const [nx, ny] = turned([x, y], -read(b2.b2Body_GetRotation(shape.body))), along = v => v[0] * nx + v[1] * ny
    const surface = Math.max(...shape.points.map(along)) + shape.radius
    return along(shape.side) < 0.5 ? null : surface - along(read(b2.b2Body_GetLocalPoint(shape.body, point)))
  }
  // preSolve lets bodies pass solid sides from behind, even if they come to rest inside. The point is halfway inside.
  function preSolve(idA, idB, point, { x, y }) {
    const a = ours.get(keyOf(idA)), b = ours.get(keyOf(idB)), pair = `${keyOf(idA)} ${keyOf(idB)}`
    if (!a?.side && !b?.side) return true
    const inA = depthIn(a, point, [x, y]), inB = depthIn(b, point, [-x, -y])
    const velocity = id => read(b2.b2Body_GetWorldPointVelocity(b2.b2Shape_GetBody(id), point))
    const [va, vb] = [velocity(idA), velocity(idB)], closing = Math.max((va[0] - vb[0]) * x + (va[1] - vb[1]) * y, 0)
    const isOutside = stopped.get(pair) >= steps - 1 || 2 * Math.max(inA, inB) < 4 * slop + closing * dt
    return inA !== null && inB !== null && isOutside && !!stopped.set(pair, steps)
  }
  makeLevel(file, options, {
    categories: 53, rolls: true, prepareBody, prepareJoint, setVelocity, // numbers in JSON have 53 bits
    begin(of) {
      level = Object.assign(of, { preSolve, recordOf: id => ours.get(keyOf(id))?.record })
      ground = b2.b2CreateBody(world, b2.b2DefaultBodyDef()); callback = b2.b2World_SetPreSolveCallback(world, preSolve)
      b2.b2World_SetFrictionCallback(world, (a, idA, b) => mixes[level.level.friction_mix](a, b))
      b2.b2World_SetRestitutionCallback(world, (a, idA, b) => mixes[level.level.restitution_mix](a, b))
    },
    end() {
      b2.b2DestroyBody(ground); b2.b2World_SetPreSolveCallback(world, () => true); b2.b2World_DeleteCallback(callback)
      b2.b2World_SetFrictionCallback(world, null); b2.b2World_SetRestitutionCallback(world, null)
    },
    step(seconds) { dt = seconds; steps++ },
    setGravity: v => using(vec(v), g => b2.b2World_SetGravity(world, g)),
    setDamping(body, way, spin) { b2.b2Body_SetLinearDamping(body, way); b2.b2Body_SetAngularDamping(body, spin) },
    poseOf: body => [...read(b2.b2Body_GetPosition(body)), read(b2.b2Body_GetRotation(body))],
    setPose: (body, pose) => b2.b2Body_SetTransform(body, vec(pose), b2.b2MakeRot(pose[2])),
    push: (body, force) => using(vec(force), f => b2.b2Body_ApplyForceToCenter(body, f, false)),
  })
  return level
}
