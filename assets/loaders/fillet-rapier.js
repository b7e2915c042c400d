// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into Rapier 0.21 for JavaScript.
// MIT License, see LICENSE. Copy this file and fillet-level.js. With the parsed JSON as file, after RAPIER.init():
//   import RAPIER from '@dimforge/rapier2d-compat'; import { load } from './fillet-rapier.js'
//   const world = new RAPIER.World({ x: 0, y: 0 }), events = new RAPIER.EventQueue(true) // in metres, y as in the file
//   const level = load(file, RAPIER, world)
//   level.step(world.timestep); world.step(events, level.hooks) // in each frame; Rapier needs events for hooks
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The userData of
// a Collider is its collider's record. level.losses lists what Rapier cannot do.
import { distance, makeLevel, turned } from './fillet-level.js'
// load creates the level in a world. It throws, and creates nothing, if it cannot.
export function load(file, RAPIER, world, options = {}) {
  const { ColliderDesc, RigidBodyDesc, JointData, ActiveHooks } = RAPIER
  const vec = ([x, y]) => ({ x, y }), flat = points => Float32Array.from(points.flat())
  let level, ground, ours = new Map(), stopped = new Set() // our colliders by handle; pairs that a solid side stops
  const kinds = { static: 'fixed', dynamic: 'dynamic', kinematic: 'kinematicVelocityBased' }
  const { Average: average, Min: minimum, Max: maximum, Multiply: product } = RAPIER.CoefficientCombineRule
  const rules = { average, minimum, maximum, product, geometric: product } // the root of a product is one of roots
  // shapesOf describes the shapes of a part.
  function shapesOf({ points, radius, isLine, isClosed, hulls, sides }) {
    if (isLine && !sides[0]) return [ColliderDesc.polyline(flat(isClosed ? [...points, points[0]] : points))]
    if (isLine) return hulls.flatMap(shapesOf) // each with its own side
    const [p, q] = points
    if (!q) return radius ? [ColliderDesc.ball(radius).setTranslation(...p)] : []
    if (points.length > 2 && radius) return [ColliderDesc.roundConvexHull(flat(points), radius)]
    if (points.length > 2) return [ColliderDesc.convexHull(flat(points))]
    if (!radius) return [ColliderDesc.segment(vec(p), vec(q))]
    const capsule = ColliderDesc.capsule(distance(p, q) / 2, radius).setRotation(Math.atan2(p[0] - q[0], q[1] - p[1]))
    return [capsule.setTranslation((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)]
  }
  // prepareBody returns how to make and remove a body. Groups, and categories beyond 16, are left to the hooks.
  function prepareBody(plan, lose) {
    const [category, mask] = [plan.category, plan.mask].map(Number), { group, type } = plan
    const isPlain = !group && (category | mask) >>> 16 === 0, groups = isPlain ? category << 16 | mask : 0xffffffff
    const colliders = plan.parts.flatMap(part => {
      const { record, sides } = part, shapes = shapesOf(part).filter(shape => shape)
      if (!shapes.length) lose(record, 'a part is left out, as it is too thin for Rapier')
      return shapes.map((desc, i) => ({ desc, record, side: sides[i], group, category, mask }))
    })
    const make = ([x, y, angle]) => {
      const desc = RigidBodyDesc[kinds[type]]().setTranslation(x, y).setRotation(angle).setUserData(plan.first)
      desc.setAdditionalMassProperties(plan.mass, vec(plan.center), plan.inertia)
      if (type === 'dynamic') desc.setLinvel(...plan.velocity).setAngvel(plan.spin).setSoftCcdPrediction(level.metre)
      const body = world.createRigidBody(desc), { friction_mix, restitution_mix } = level.level
      const root = (x, mix) => mix === 'geometric' ? Math.sqrt(x) : x
      for (const c of colliders) {
        const { role, friction = 0.6, restitution = 0 } = c.record
        c.desc.setDensity(0).setSensor(role === 'trigger').setCollisionGroups(groups)
        c.desc.setFriction(root(friction, friction_mix)).setRestitution(root(restitution, restitution_mix))
        c.desc.setFrictionCombineRule(rules[friction_mix]).setRestitutionCombineRule(rules[restitution_mix])
        const both = ActiveHooks.FILTER_CONTACT_PAIRS | ActiveHooks.FILTER_INTERSECTION_PAIRS
        c.collider = world.createCollider(c.desc.setActiveHooks(c.side || !isPlain ? both : 0), body)
        if (role === 'trigger') c.collider.setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS)
        c.collider.userData = c.record; ours.set(c.collider.handle, c)
      }
      body.recomputeMassPropertiesFromColliders()
      if (type === 'dynamic') body.addForce(vec(plan.force), false) // until resetForces
      return body
    }
    const forget = c => ours.delete(c.collider.handle)
    return { make, remove(body) { colliders.forEach(forget); world.removeRigidBody(body) } }
  }
  // stiffnessOf returns the stiffness and the damping of a spring. A rod is a stiff spring.
  function stiffnessOf({ a, b, ends, frequency, damping }) {
    const length = distance(...ends) || 1, axis = ends[1].map((x, k) => (x - ends[0][k]) / length)
    const inverse = (body, end) => { // of the mass that moves along the spring
      if (body?.type !== 'dynamic') return 0
      const center = turned(body.center, body.first.angle * Math.PI / 180)
      const [x, y] = center.map((c, k) => end[k] - body.first.position[k] * level.scale - c)
      return 1 / body.mass + (x * axis[1] - y * axis[0]) ** 2 / body.inertia
    }
    const omega = 2 * Math.PI * (frequency || 60), mass = 1 / (inverse(a, ends[0]) + inverse(b, ends[1]))
    return [mass * omega ** 2, 2 * (frequency ? damping : 1) * mass * omega]
  }
  // prepareJoint returns how to make and remove a joint.
  function prepareJoint(j, lose) {
    const turns = 2 * Math.PI * Math.round((j.lower + j.upper + 2 * j.angle) / (4 * Math.PI)) // Rapier's are within one
    const limits = [j.lower, j.upper].map(x => x + j.angle - turns), isWide = limits.some(x => Math.abs(x) > 3.13)
    const isLimited = j.isLimited && !isWide, ends = [vec(j.anchorA), vec(j.anchorB)]
    if (j.isLimited && isWide) lose(j.record, 'it has no limits, as those of Rapier are less than half a turn')
    if (j.kind === 'rope' && j.frequency) lose(j.record, 'it does not stretch, as ropes of Rapier do not')
    const make = () => {
      const data = { hinge: () => JointData.revolute(...ends), rope: () => JointData.rope(j.length, ...ends),
        spring: () => JointData.spring(j.length, ...stiffnessOf(j), ...ends) }
      const joint = world.createImpulseJoint(data[j.kind](), j.a?.made ?? ground, j.b?.made ?? ground, true)
      joint.setContactsEnabled(j.collide)
      if (isLimited) joint.setLimits(...limits)
      if (j.torque) { joint.configureMotorVelocity(j.speed, 1e6); joint.setMotorMaxForce(j.torque) }
      return joint
    }
    return { make, remove: joint => world.removeImpulseJoint(joint, true) }
  }
  // findStopped finds the pairs that a solid side stops, before a step: hooks cannot ask for contacts.
  const pairOf = (a, b) => a < b ? `${a} ${b}` : `${b} ${a}`
  function findStopped(dt) {
    const before = stopped; stopped = new Set()
    for (const { side, collider: a } of ours.values()) if (side) world.contactPairsWith(a, b => {
      if (stops(a, b, dt, before.has(pairOf(a.handle, b.handle)))) stopped.add(pairOf(a.handle, b.handle))
    })
  }
  // stops reports whether two colliders stop each other: both solid sides face the other, which came from outside.
  function stops(a, b, dt, wasStopped) {
    const contact = a.contactCollider(b, 2 * level.metre), { normal1: n } = contact ?? {}
    if (!contact) return false
    const dot = (v, w) => v.x * w.x + v.y * w.y, sideOf = c => ours.get(c.handle)?.side
    const faces = (c, sign) => !sideOf(c) || dot(vec(turned(sideOf(c), c.parent().rotation())), n) * sign >= 0.5
    const speed = c => dot(c.parent()?.velocityAtPoint(contact.point1) ?? { x: 0, y: 0 }, n)
    const reach = 0.01 * level.metre + 2 * Math.max(speed(a) - speed(b), 0) * dt // a new pair is not known for a step
    return (wasStopped || contact.distance > -reach) && faces(a, 1) && faces(b, -1)
  }
  const hooks = { // apply groups, categories and solid sides
    filterIntersectionPair(handleA, handleB) {
      const a = ours.get(handleA), b = ours.get(handleB), isSame = a && b && a.group && a.group === b.group
      return !a || !b || (isSame ? a.group > 0 : (a.mask & b.category && b.mask & a.category) !== 0)
    },
    filterContactPair(a, b) {
      const isOpen = (ours.get(a)?.side || ours.get(b)?.side) && !stopped.has(pairOf(a, b))
      return isOpen || !hooks.filterIntersectionPair(a, b) ? null : RAPIER.SolverFlags.COMPUTE_IMPULSE
    },
  }
  makeLevel(file, options, {
    categories: 32, prepareBody, prepareJoint, step: findStopped,
    begin(of) { level = Object.assign(of, { hooks }); ground = world.createRigidBody(RigidBodyDesc.fixed()) },
    end: () => world.removeRigidBody(ground), setGravity: v => { world.gravity = vec(v) },
    setDamping(body, damping, spinDamping) { body.setLinearDamping(damping); body.setAngularDamping(spinDamping) },
    poseOf: body => [body.translation().x, body.translation().y, body.rotation()],
    setPose(body, pose) { body.setTranslation(vec(pose), true); body.setRotation(pose[2], true) },
    setVelocity(body, velocity, spin) { body.setLinvel(vec(velocity), true); body.setAngvel(spin, true) },
  })
  return level
}
