// Loads a file of the "matter" export with the parser and the Matter.js of Phaser 3's npm package, and prints the
// engine's bodies, the overlapping pairs, the pairs that may collide, and how moving bodies bounce.
const fs = require("fs");
const matter = "phaser/src/physics/matter-js/";
const Parser = require(matter + "PhysicsEditorParser.js");
const Body = require(matter + "lib/body/Body.js");
const Composite = require(matter + "lib/body/Composite.js");
const Engine = require(matter + "lib/core/Engine.js");
const Collision = require(matter + "lib/collision/Collision.js");
const Detector = require(matter + "lib/collision/Detector.js");

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const load = () => {
  const bodies = [];
  for (const [name, config] of Object.entries(file)) {
    if (name === "generator_info" || config.fixtures.length === 0) continue;
    const { x, y } = config.fillet.position;
    bodies.push({ id: config.fillet.id, body: Parser.parseBody(x, y, JSON.parse(JSON.stringify(config))) });
  }
  return bodies;
};
const own = (body) => (body.parts.length === 1 ? body.parts : body.parts.slice(1)); // the first is the hull

const out = { overlaps: [], allowed: [], bodies: {}, after: {} };
const bodies = load();
for (let i = 0; i < bodies.length; i++) {
  const a = bodies[i];
  const { mass, inverseMass, inertia, inverseInertia, area, friction, restitution, isStatic, position } = a.body;
  const parts = own(a.body);
  out.bodies[a.id] = {
    mass, inverseMass, inertia, inverseInertia, area, friction, restitution, isStatic, position,
    sensors: parts.filter((p) => p.isSensor).length, circles: parts.filter((p) => p.circleRadius > 0).length, parts: parts.length,
    left: Math.min(...parts.map((p) => p.bounds.min.x)), right: Math.max(...parts.map((p) => p.bounds.max.x)),
    top: Math.min(...parts.map((p) => p.bounds.min.y)), bottom: Math.max(...parts.map((p) => p.bounds.max.y)),
  };
  for (let j = i + 1; j < bodies.length; j++) {
    const b = bodies[j];
    if (Detector.canCollide(a.body.collisionFilter, b.body.collisionFilter)) out.allowed.push([a.id, b.id]);
    if (own(a.body).some((p) => own(b.body).some((q) => Collision.collides(p, q)))) out.overlaps.push([a.id, b.id]);
  }
}

// A second without gravity, in which everything that moves goes down by 5 pixels per step.
const moving = load();
const engine = Engine.create({ gravity: { x: 0, y: 0, scale: 0 } });
Composite.add(engine.world, moving.map((b) => b.body));
for (const { body } of moving) {
  body.frictionAir = 0;
  if (!body.isStatic) Body.setVelocity(body, { x: 0, y: 5 });
}
for (let i = 0; i < 60; i++) Engine.update(engine, 1000 / 60);
for (const { id, body } of moving) out.after[id] = { velocity: body.velocity, position: body.position };
console.log(JSON.stringify(out));
