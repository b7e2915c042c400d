// Runs a loader of assets/loaders in its engine. The arguments are a JSON file with a list of jobs and the name of the
// loader: planck, rapier, ... A job has:
//
//	file      level in the native format, or the path of a level in the compact form
//	options   of the loader
//	rate      steps per second, a multiple of 60
//	frames    number of sixtieths of a second to run
//	actions   [{frame, apply: change}] and [{frame, velocity: {id: [x, y]}}], done before the frame's first step
//
// Prints what became of each, in the file's lengths: see loaderRun in loaders_test.go. To add an engine, add an adapter.
import { readFileSync } from "node:fs";
import { read } from "../../assets/loaders/fillet-fcol.js";

const loader = (name) => import(`../../assets/loaders/fillet-${name}.js`).then((m) => m.load);

// An adapter has functions for what only the engine knows. Lengths are the world's, angles are in radians.
//
//	world()                       returns an empty world without gravity
//	load(file, world, options)    calls the loader
//	step(world, level, seconds)   makes a step of the engine, after the level's
//	frame(body, level)            returns the pose of the body's frame: [x, y, angle]
//	velocity(body)                returns the velocity of the centre of mass and the spin: [x, y, spin]
//	setVelocity(body, [x, y])     sets it
//	mass(body)                    returns [mass, inertia about the centre of mass, x and y of it in the body's frame]
//	touching(world, level)        returns the pairs of records whose shapes touch, triggers too
//	size(world)                   returns the number of bodies and of joints
//	stepsLevel                    whether a step of the engine includes the level's
const adapters = {
  phaser: () => phaser("phaser"),
  phaser4: () => phaser("phaser4"),

  async matter() {
    const { default: Matter } = await import("matter-js"), load = await loader("matter");
    const world = () => Matter.Engine.create({ gravity: { y: 0 } });
    return matterLike(Matter, world, (file, engine, options) => load(file, Matter, engine, options));
  },

  async planck() {
    const planck = await import("planck"), load = await loader("planck");
    return {
      world: () => new planck.World(),
      load: (file, world, options) => load(file, planck, world, options),
      step: (world, level, seconds) => world.step(seconds, 8, 3),
      frame: (b) => [b.getPosition().x, b.getPosition().y, b.getAngle()],
      velocity: (b) => [b.getLinearVelocity().x, b.getLinearVelocity().y, b.getAngularVelocity()],
      setVelocity: (b, v) => b.setLinearVelocity(new planck.Vec2(...v)),
      mass(b) {
        const at = b.getLocalCenter(), mass = b.getMass();
        return [mass, b.getInertia() - mass * at.lengthSquared(), at.x, at.y];
      },
      touching(world) {
        const out = [];
        for (let c = world.getContactList(); c; c = c.getNext()) {
          if (c.isTouching() && c.isEnabled()) out.push([c.getFixtureA().getUserData(), c.getFixtureB().getUserData()]);
        }
        return out;
      },
      size: (world) => [world.getBodyCount(), world.getJointCount()],
    };
  },
  async rapier() {
    const { default: RAPIER } = await import("@dimforge/rapier2d-compat"), load = await loader("rapier");
    await RAPIER.init();
    const events = new RAPIER.EventQueue(true);
    return {
      world: () => new RAPIER.World({ x: 0, y: 0 }),
      load: (file, world, options) => load(file, RAPIER, world, options),
      step(world, level, seconds) {
        world.timestep = seconds;
        world.step(events, level.hooks);
      },
      frame: (b) => [b.translation().x, b.translation().y, b.rotation()],
      velocity: (b) => [b.linvel().x, b.linvel().y, b.angvel()],
      setVelocity: (b, [x, y]) => b.setLinvel({ x, y }, true),
      mass: (b) => [b.mass(), b.principalInertia(), b.localCom().x, b.localCom().y],
      touching(world) {
        const out = [];
        events.drainCollisionEvents((a, b) => out.push([world.getCollider(a).userData, world.getCollider(b).userData]));
        world.forEachCollider((a) => {
          world.contactPairsWith(a, (b) => world.contactPair(a, b, (m) => m.numSolverContacts() > 0 && out.push([a.userData, b.userData])));
        });
        return out;
      },
      size: (world) => [world.bodies.len(), world.impulseJoints.len()],
    };
  },
  async box2d() {
    const { default: factory } = await import("box2d3-wasm"), load = await loader("box2d");
    const b2 = await factory();
    const read = (v) => {
      const out = [v.x, v.y];
      v.delete();
      return out;
    };
    return {
      world: () => b2.b2CreateWorld(b2.b2DefaultWorldDef()),
      load: (file, world, options) => load(file, b2, world, options),
      step: (world, level, seconds) => b2.b2World_Step(world, seconds, 4),
      frame(b) {
        const turned = b2.b2Body_GetRotation(b), angle = turned.GetAngle();
        turned.delete();
        return [...read(b2.b2Body_GetPosition(b)), angle];
      },
      velocity: (b) => [...read(b2.b2Body_GetLinearVelocity(b)), b2.b2Body_GetAngularVelocity(b)],
      setVelocity: (b, [x, y]) => b2.b2Body_SetLinearVelocity(b, new b2.b2Vec2(x, y)),
      mass: (b) => [b2.b2Body_GetMass(b), b2.b2Body_GetRotationalInertia(b), ...read(b2.b2Body_GetLocalCenterOfMass(b))],
      touching(world, level) {
        const out = [], contacts = b2.b2World_GetContactEvents(world), sensors = b2.b2World_GetSensorEvents(world);
        for (let i = 0; i < contacts.beginCount; i++) {
          const e = contacts.GetBeginEvent(i);
          out.push([level.recordOf(e.shapeIdA), level.recordOf(e.shapeIdB)]);
        }
        for (let i = 0; i < sensors.beginCount; i++) {
          const e = sensors.GetBeginEvent(i);
          out.push([level.recordOf(e.sensorShapeId), level.recordOf(e.visitorShapeId)]);
        }
        return out;
      },
      size: (world) => [b2.b2World_GetCounters(world).bodyCount, b2.b2World_GetCounters(world).jointCount],
    };
  },
};

// phaser returns an adapter for the physics of a version of Phaser. Its world steps the level.
async function phaser(name) {
  const { createRequire } = await import("node:module"), require = createRequire(import.meta.url);
  const dir = `./node_modules/${name}/src/physics/matter-js/`, load = await loader("phaser");
  const World = require(dir + "World.js"), lib = (path) => require(`${dir}lib/${path}.js`);
  const Matter = { Body: lib("body/Body"), Vector: lib("geometry/Vector") };
  const parts = { body: Matter.Body, vector: Matter.Vector, composite: lib("body/Composite") };
  Object.assign(parts, { constraint: lib("constraint/Constraint"), vertices: lib("geometry/Vertices") });
  const world = () => new World({ sys: {} }, { gravity: { y: 0 } });
  const of = (f) => (world, ...more) => f(world.engine, ...more);
  const scene = (world) => ({ matter: { world, ...parts } });
  const adapter = matterLike(Matter, world, (file, world, options) => load(file, scene(world), options));
  return {
    ...adapter, stepsLevel: true, touching: of(adapter.touching), size: of(adapter.size),
    step: (world, level, seconds) => world.step(seconds * 1000),
  };
}

// matterLike returns an adapter for an engine with Matter.js inside.
function matterLike(Matter, world, load) {
  const { Body, Vector } = Matter;
  return {
    world,
    load,
    step: (engine, level, seconds) => Matter.Engine.update(engine, seconds * 1000),
    frame(b) {
      const at = Vector.sub(b.position, Vector.rotate(b.plugin.centre, b.angle));
      return [at.x, at.y, b.angle];
    },
    velocity: (b) => [b.velocity.x * 60, b.velocity.y * 60, b.angularVelocity * 60],
    setVelocity: (b, [x, y]) => Body.setVelocity(b, { x: x / 60, y: y / 60 }),
    mass: (b) => [b.mass, b.inertia, b.plugin.centre.x, b.plugin.centre.y],
    touching: (engine) =>
      engine.pairs.list
        .filter((p) => p.isActive && (!p.isSensor || p.bodyA.isSensor || p.bodyB.isSensor))
        .map((p) => [p.bodyA.plugin.collider, p.bodyB.plugin.collider]),
    size: (engine) => [engine.world.bodies.length, engine.world.constraints.length],
  };
}

const engine = await adapters[process.argv[3]]();
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], "utf8")).map(done)));

// done does a job in a world of its own.
function done(job) {
  const map = () => Object.create(null); // any id can be a key
  const out = { error: "", losses: [], joints: [], bodies: map(), tracks: map(), spins: map(), touched: [], actions: [] };
  const world = engine.world();
  let level;
  try {
    if (typeof job.file === "string") job.file = read(new Uint8Array(readFileSync(job.file)).buffer);
    level = engine.load(job.file, world, job.options ?? {});
  } catch (e) {
    out.error = e.message;
  }
  out.size = engine.size(world);
  if (level) run(job, world, level, out);
  return out;
}

// run makes the steps and notes what happens.
function run(job, world, level, out) {
  const { scale } = level, records = [...level.colliders.values()];
  out.found = Object.fromEntries(records.map((c) => [c.name, level.find(c.name)]));
  out.found[""] = level.find("there is no such name");
  out.tagged = Object.fromEntries(records.flatMap((c) => c.tags).map((t) => [t, level.tagged(t)]));
  for (const [id, body] of level.bodies) {
    const [mass, inertia, x, y] = engine.mass(body);
    const metre = scale * (job.file.level.units === "m" ? 1 : job.file.level.pixels_per_metre);
    out.bodies[id] = { mass, inertia: inertia / metre ** 2, center: [x / scale, y / scale] };
  }
  const touched = new Set();
  note(level, out);
  for (let frame = 0; frame < (job.frames ?? 0); frame++) {
    for (const action of (job.actions ?? []).filter((a) => a.frame === frame)) out.actions.push(act(action, world, level));
    for (let i = 0; i < job.rate / 60; i++) {
      if (!engine.stepsLevel) level.step(1 / job.rate);
      engine.step(world, level, 1 / job.rate);
      for (const [a, b] of engine.touching(world, level)) touched.add(`${a.id} ${b.id}`).add(`${b.id} ${a.id}`);
    }
    note(level, out);
  }
  out.touched = [...touched];
  out.losses = level.losses;
  out.joints = [...level.joints.keys()];
  level.destroy();
  out.left = engine.size(world);
}

// note notes where bodies are.
function note(level, out) {
  for (const [id, body] of level.bodies) {
    const [x, y, angle] = engine.frame(body, level), [vx, vy, spin] = engine.velocity(body, level);
    if (level.colliders.get(id).body === "static") out.tracks[id] = out.spins[id] = undefined; // its last place is enough
    (out.tracks[id] ??= []).push([x / level.scale, y / level.scale, angle]);
    (out.spins[id] ??= []).push([vx / level.scale, vy / level.scale, spin]);
  }
}

// act does an action of a job, and returns what it left alone.
function act({ apply, velocity = {} }, world, level) {
  const bodies = new Map(level.bodies), joints = new Map(level.joints);
  let error = "";
  try {
    if (apply) level.apply(apply);
  } catch (e) {
    error = e.message;
  }
  for (const [id, v] of Object.entries(velocity)) engine.setVelocity(level.bodies.get(id), v.map((x) => x * level.scale));
  const same = (map, old) => [...map].filter(([id, x]) => old.get(id) === x).map(([id]) => id);
  const sameBodies = same(level.bodies, bodies), sameJoints = same(level.joints, joints);
  return { error, sameBodies, sameJoints, size: engine.size(world) };
}
