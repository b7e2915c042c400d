// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into Rapier 0.21 for JavaScript.
// MIT License, see LICENSE. Copy this file and fillet-level.js. With the parsed JSON as file, after RAPIER.init():
//   import RAPIER from '@dimforge/rapier2d-compat'
//   import { load } from './fillet-rapier.js'
//   const world = new RAPIER.World({ x: 0, y: 0 }), events = new RAPIER.EventQueue(true) // in metres, y as in the file
//   const level = load(file, RAPIER, world)
//   level.step(world.timestep); world.step(events, level.hooks) // in each frame; Rapier needs events for hooks
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The userData of
// a Collider is its collider's record. level.losses lists what Rapier cannot do.
import { distance, makeLevel, turned } from './fillet-level.js'

// load creates the level in a world. It throws, and creates nothing, if it cannot.
export function load(file, RAPIER, world, options = {}) {
  const { ColliderDesc, RigidBodyDesc, JointData } = RAPIER
  const { FILTER_CONTACT_PAIRS, FILTER_INTERSECTION_PAIRS } = RAPIER.ActiveHooks
  const { Average, Min, Max, Multiply } = RAPIER.CoefficientCombineRule
  const vec = ([x, y]) => ({ x, y }), flat = points => Float32Array.from(points.flat())
  const ours = new Map() // what is known of our colliders, by handle
  let level, ground, stopped = new Set() // pairs of which a solid side stops one
  const kinds = { static: 'fixed', dynamic: 'dynamic', kinematic: 'kinematicVelocityBased' }
  const rules = { average: Average, minimum: Min, maximum: Max, product: Multiply, geometric: Multiply }
  // shapesOf describes the shapes of a part.
  function shapesOf({ points, radius, isLine, isClosed, hulls, sides }) {
    if (isLine && !sides[0]) return [ColliderDesc.polyline(flat(isClosed ? [...points, points[0]] : points))]
    if (isLine) return hulls.flatMap(shapesOf) // each with its own side
    const [p, q] = points
    if (!q) return radius ? [ColliderDesc.ball(radius).setTranslation(...p)] : []
    if (points.length > 2) return [radius ? ColliderDesc.roundConvexHull(flat(points), radius) : ColliderDesc.convexHull(flat(points))]
    if (!radius) return [ColliderDesc.segment(vec(p), vec(q))]
    const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], turn = Math.atan2(p[0] - q[0], q[1] - p[1]) // from the y axis
    return [ColliderDesc.capsule(distance(p, q) / 2, radius).setTranslation(...middle).setRotation(turn)]
  }
  // prepareBody returns how to make and remove a body. Groups, and categories beyond 16, are left to the hooks.
  function prepareBody(plan, lose) {
    const [category, mask] = [plan.category, plan.mask].map(Number), isPlain = !plan.group && (category | mask) >>> 16 === 0
    const colliders = plan.parts.flatMap(part => {
      const { record, sides } = part, shapes = shapesOf(part).filter(shape => shape)
      if (!shapes.length) lose(record, 'a part is left out, as it is too thin for Rapier')
      return shapes.map((desc, i) => ({ desc, record, side: sides[i], group: plan.group, category, mask }))
    })
    // addTo adds the colliders to a body. The root of a product is the product of the roots.
    function addTo(body) {
      const { friction_mix, restitution_mix } = level.level, root = (x, mix) => mix === 'geometric' ? Math.sqrt(x) : x
      for (const { desc, ...known } of colliders) {
        const { role, friction = 0.6, restitution = 0 } = known.record
        desc.setDensity(0).setSensor(role === 'trigger').setCollisionGroups(isPlain ? category << 16 | mask : 0xffffffff)
        desc.setFriction(root(friction, friction_mix)).setRestitution(root(restitution, restitution_mix))
        desc.setFrictionCombineRule(rules[friction_mix]).setRestitutionCombineRule(rules[restitution_mix])
        desc.setActiveHooks(isPlain ? known.side ? FILTER_CONTACT_PAIRS : 0 : FILTER_CONTACT_PAIRS | FILTER_INTERSECTION_PAIRS)
        const collider = world.createCollider(desc, body)
        collider.userData = known.record
        ours.set(collider.handle, { ...known, collider })
      }
    }
    const make = ([x, y, angle]) => {
      const desc = RigidBodyDesc[kinds[plan.type]]().setTranslation(x, y).setRotation(angle).setUserData(plan.first)
      if (plan.type === 'dynamic') {
        desc.setLinvel(...plan.velocity).setAngvel(plan.spin).setSoftCcdPrediction(level.metre) // hooks apply to soft CCD
        desc.setAdditionalMassProperties(plan.mass, vec(plan.center), plan.inertia)
      }
      const body = world.createRigidBody(desc)
      addTo(body)
      body.recomputeMassPropertiesFromColliders()
      if (plan.force[0] || plan.force[1]) body.addForce(vec(plan.force), true) // until resetForces
      return body
    }
    const remove = body => {
      for (let i = 0; i < body.numColliders(); i++) ours.delete(body.collider(i).handle)
      world.removeRigidBody(body)
    }
    return { make, remove }
  }
  // stiffnessOf returns the stiffness and the damping of a spring. A rod is a stiff spring.
  function stiffnessOf({ a, b, ends, frequency, damping }) {
    const length = distance(...ends) || 1, axis = ends[1].map((x, k) => (x - ends[0][k]) / length)
    const inverse = [a, b].map((body, i) => { // of the mass that moves along the spring
      if (body?.type !== 'dynamic') return 0
      const { first, center, mass, inertia } = body, { scale } = level
      const arm = turned(center, first.angle * Math.PI / 180).map((x, k) => ends[i][k] - first.position[k] * scale - x)
      return 1 / mass + (arm[0] * axis[1] - arm[1] * axis[0]) ** 2 / inertia
    })
    const omega = 2 * Math.PI * (frequency || 60), mass = 1 / (inverse[0] + inverse[1])
    return [mass * omega ** 2, 2 * (frequency ? damping : 1) * mass * omega]
  }
  // prepareJoint returns how to make and remove a joint.
  function prepareJoint(j, lose) {
    const [lower, upper] = [j.lower, j.upper].map(x => x + j.angle) // Rapier measures between the frames, within half a turn
    const turns = 2 * Math.PI * Math.round((lower + upper) / (4 * Math.PI))
    const isLimited = j.isLimited && lower - turns > -Math.PI && upper - turns < Math.PI
    if (j.isLimited && !isLimited) lose(j.record, 'it has no limits, as those of Rapier are less than half a turn')
    if (j.kind === 'rope' && j.frequency) lose(j.record, 'it does not stretch, as ropes of Rapier do not')
    const ends = [vec(j.anchorA), vec(j.anchorB)]
    const make = () => {
      const data = j.kind === 'hinge' ? JointData.revolute(...ends) : j.kind === 'rope' ? JointData.rope(j.length, ...ends)
        : JointData.spring(j.length, ...stiffnessOf(j), ...ends)
      const joint = world.createImpulseJoint(data, j.a?.made ?? ground, j.b?.made ?? ground, true)
      joint.setContactsEnabled(j.collide)
      if (isLimited) joint.setLimits(lower - turns, upper - turns)
      if (j.torque) { joint.configureMotorVelocity(j.speed, 1e6); joint.setMotorMaxForce(j.torque) }
      return joint
    }
    return { make, remove: joint => world.removeImpulseJoint(joint, true) }
  }
  // findStopped finds the pairs that a solid side stops, before a step: hooks cannot ask for contacts.
  const pairOf = (a, b) => a < b ? `${a} ${b}` : `${b} ${a}`
  function findStopped(dt) {
    const before = stopped
    stopped = new Set()
    for (const { side, collider } of ours.values()) if (side) world.contactPairsWith(collider, other => {
      const key = pairOf(collider.handle, other.handle)
      if (stops(collider, other, dt, before.has(key))) stopped.add(key)
    })
  }
  // stops reports whether two colliders stop each other: both solid sides face the other, which came from outside.
  function stops(a, b, dt, wasStopped) {
    const contact = a.contactCollider(b, 2 * level.metre)
    if (!contact) return false
    const n = contact.normal1, dot = (v, w) => v.x * w.x + v.y * w.y
    const sideOf = c => ours.get(c.handle)?.side
    const faces = (c, sign) => !sideOf(c) || dot(vec(turned(sideOf(c), c.parent().rotation())), n) * sign >= 0.5
    const speed = c => dot(c.parent()?.velocityAtPoint(contact.point1) ?? { x: 0, y: 0 }, n)
    const reach = 0.01 * level.metre + 2 * Math.max(speed(a) - speed(b), 0) * dt // a new pair is not known for a step
    return (wasStopped || contact.distance > -reach) && faces(a, 1) && faces(b, -1)
  }
  // filterIntersectionPair applies groups and categories.
  function filterIntersectionPair(handleA, handleB) {
    const a = ours.get(handleA), b = ours.get(handleB)
    if (!a || !b) return true
    return a.group && a.group === b.group ? a.group > 0 : (a.mask & b.category && b.mask & a.category) !== 0
  }
  function filterContactPair(a, b) {
    const isOpen = (ours.get(a)?.side || ours.get(b)?.side) && !stopped.has(pairOf(a, b))
    return isOpen || !filterIntersectionPair(a, b) ? null : RAPIER.SolverFlags.COMPUTE_IMPULSE
  }
  makeLevel(file, options, {
    categories: 32, prepareBody, prepareJoint, step: findStopped,
    begin(of) {
      level = Object.assign(of, { hooks: { filterContactPair, filterIntersectionPair } })
      ground = world.createRigidBody(RigidBodyDesc.fixed())
    },
    end: () => world.removeRigidBody(ground),
    setGravity: v => { world.gravity = vec(v) },
    setDamping(body, damping, spinDamping) { body.setLinearDamping(damping); body.setAngularDamping(spinDamping) },
    poseOf: body => [body.translation().x, body.translation().y, body.rotation()],
    setPose(body, pose) { body.setTranslation(vec(pose), true); body.setRotation(pose[2], true) },
    setVelocity(body, velocity, spin) { body.setLinvel(vec(velocity), true); body.setAngvel(spin, true) },
  })
  return level
}
