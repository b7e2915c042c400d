// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into planck 1.5.
// MIT License, see LICENSE. Copy this file and fillet-level.js. With the parsed JSON as file:
//   import * as planck from 'planck'
//   import { load } from './fillet-planck.js'
//   const world = new planck.World(), level = load(file, planck, world) // the world is in metres, y as in the file
//   level.step(1 / 60); world.step(1 / 60) // in each frame
// Options: scale (lengths in the world per length in the file), gravity: false (keeps the world's own). The user data
// of a fixture is the record of its collider. level.losses lists what planck cannot do.
import { makeLevel, mixes, normal } from './fillet-level.js'

// load creates the level in a world. It throws, and creates nothing, if it cannot.
export function load(file, planck, world, options = {}) {
  const { Vec2, Settings } = planck, slop = Settings.linearSlop * Settings.lengthUnitsPerMeter
  const vec = v => new Vec2(v[0], v[1]), int = bits => Number(BigInt.asIntN(32, bits))
  const sides = new WeakMap(), stopped = new WeakSet() // solid sides of our fixtures; contacts that these stop
  let level, ground, dt = 1 / 60

  // shapesOf returns the shapes of a part. planck does not round polygons, so circles fill their corners.
  function shapesOf({ points, radius, isLine, isClosed }) {
    if (isLine) return points.length > 1 ? [new planck.Chain(points.map(vec), isClosed)] : []
    if (points.length === 2 && !radius) return [new planck.Edge(...points.map(vec))]
    const shapes = radius ? points.map(p => new planck.Circle(vec(p), radius)) : []
    const beside = (p, q) => [p, q].map(v => v.map((x, k) => x + normal(p, q)[k] * radius))
    const hull = radius ? points.flatMap((p, i) => beside(p, points[(i + 1) % points.length])) : points
    for (let i = 1; points.length > 1 && i < hull.length - 1; i += 10) { // a polygon has up to 12 vertices
      const part = [hull[0], ...hull.slice(i, i + 11)].map(vec), polygon = new planck.Polygon(part)
      if (part.some(v => Vec2.areEqual(v, polygon.m_vertices[0]))) shapes.push(polygon) // else planck makes a box
    }
    return shapes
  }
  // prepareBody returns how to make and remove a body.
  function prepareBody(plan, lose) {
    const fixtures = []
    for (const part of plan.parts) {
      const { record: c, sides } = part, shapes = shapesOf(part)
      if (!shapes.length) lose(c, 'a part is left out, as it is too thin for planck')
      const def = {
        friction: c.friction ?? 0.6, restitution: c.restitution ?? 0, isSensor: c.role === 'trigger', userData: c,
        filterCategoryBits: int(plan.category), filterMaskBits: int(plan.mask), filterGroupIndex: plan.group,
      }
      for (const shape of shapes) fixtures.push([{ ...def, shape }, sides.map(v => v && vec(v))])
    }
    const make = pose => {
      const body = world.createBody({ type: plan.type, position: vec(pose), angle: pose[2] }), center = vec(plan.center)
      for (const [def, solid] of fixtures) sides.set(body.createFixture(def), solid)
      if (plan.type !== 'dynamic') return body
      body.setMassData({ mass: plan.mass, center, I: plan.inertia + plan.mass * center.lengthSquared() })
      setVelocity(body, plan.velocity, plan.spin)
      return body
    }
    return { make, remove: body => world.destroyBody(body) }
  }
  // prepareJoint returns how to make and remove a joint.
  function prepareJoint(j, lose) {
    if (j.kind === 'rope' && j.frequency) lose(j.record, 'it does not stretch, as ropes of planck do not')
    const kinds = {
      hinge: [planck.RevoluteJoint, {
        referenceAngle: j.angle, enableLimit: j.isLimited, lowerAngle: j.lower, upperAngle: j.upper,
        enableMotor: j.torque > 0, motorSpeed: j.speed, maxMotorTorque: j.torque,
      }],
      spring: [planck.DistanceJoint, { length: j.length, frequencyHz: j.frequency, dampingRatio: j.damping }],
      rope: [planck.RopeJoint, { maxLength: j.length }],
    }
    const [Joint, own] = kinds[j.kind], localAnchorA = vec(j.anchorA), localAnchorB = vec(j.anchorB)
    const make = () => world.createJoint(new Joint({
      ...own, localAnchorA, localAnchorB, collideConnected: j.collide,
      bodyA: j.a?.made ?? ground, bodyB: j.b?.made ?? ground,
    }))
    return { make, remove: joint => world.destroyJoint(joint) }
  }
  function setVelocity(body, velocity, spin) {
    body.setLinearVelocity(vec(velocity))
    body.setAngularVelocity(spin)
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
  const endContact = contact => stopped.delete(contact)

  makeLevel(file, options, {
    categories: 32, prepareBody, prepareJoint, setVelocity,
    begin(of) {
      level = of
      ground = world.createBody()
      world.on('pre-solve', preSolve).on('end-contact', endContact)
    },
    end() {
      world.off('pre-solve', preSolve).off('end-contact', endContact).destroyBody(ground)
    },
    step(seconds) { dt = seconds },
    setGravity: v => world.setGravity(vec(v)),
    setDamping(body, damping, spinDamping) {
      body.setLinearDamping(damping)
      body.setAngularDamping(spinDamping)
    },
    poseOf: body => [body.getPosition().x, body.getPosition().y, body.getAngle()],
    setPose: (body, pose) => body.setTransform(vec(pose), pose[2]),
    push: (body, force) => body.applyForceToCenter(vec(force), false),
  })
  return level
}
