// Loads a file of the "matter" export as Phaser 3 does, and prints which bodies overlap, which may collide, and where
// their centres of mass are.
const fs = require("fs");
const { Body, Bodies, Collision, Detector, Vertices } = require("matter-js");

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const bodies = [];
for (const [name, config] of Object.entries(file)) {
  if (name === "generator_info" || config.fixtures.length === 0) continue;
  const parts = [];
  for (const fixture of config.fixtures) {
    if (fixture.circle) {
      parts.push(Bodies.circle(fixture.circle.x, fixture.circle.y, fixture.circle.radius, {}));
      continue;
    }
    for (const vertices of fixture.vertices) {
      Vertices.clockwiseSort(vertices);
      parts.push(Body.create({ position: Vertices.centre(vertices), vertices }));
    }
  }
  const whole = parts.length === 1 ? parts[0] : Body.create({ parts: parts.slice() });
  bodies.push({ id: config.fillet.id, parts, whole, filter: config.collisionFilter });
}
const overlaps = [], allowed = [], centres = {};
for (let i = 0; i < bodies.length; i++) {
  const a = bodies[i];
  centres[a.id] = [a.whole.position.x, a.whole.position.y];
  for (let j = i + 1; j < bodies.length; j++) {
    const b = bodies[j];
    if (Detector.canCollide(a.filter, b.filter)) allowed.push([a.id, b.id]);
    if (a.parts.some((p) => b.parts.some((q) => Collision.collides(p, q)))) overlaps.push([a.id, b.id]);
  }
}
console.log(JSON.stringify({ overlaps, allowed, centres }));
