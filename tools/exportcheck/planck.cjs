// Loads a file of the "rube" export into planck (Box2D) and prints which bodies touch, subject to their filters, and
// the masses of dynamic bodies.
const fs = require("fs");
const { World, Vec2, Polygon, Circle, Chain } = require("planck");

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const world = new World({ gravity: new Vec2(0, 0), continuousPhysics: false, allowSleep: false });
const points = (v) => v.x.map((x, i) => new Vec2(x, v.y[i]));
const masses = {};
for (const b of file.body) {
  const id = b.customProperties.find((p) => p.name === "fillet_id").string;
  // Box2D only creates contacts for dynamic bodies, so all bodies are dynamic.
  const body = world.createBody({ type: "dynamic", position: new Vec2(b.position.x, b.position.y), angle: b.angle, userData: id });
  for (const f of b.fixture) {
    let shape;
    if (f.polygon) {
      const vs = points(f.polygon.vertices);
      shape = new Polygon(vs);
      if (shape.m_vertices.length !== vs.length) throw new Error(`${id}: Box2D keeps ${shape.m_vertices.length} of ${vs.length} vertices`);
    } else if (f.circle) shape = new Circle(new Vec2(f.circle.center.x, f.circle.center.y), f.circle.radius);
    else {
      shape = new Chain(points(f.chain.vertices), false);
      if (f.chain.hasPrevVertex) shape.setPrevVertex(new Vec2(f.chain.prevVertex.x, f.chain.prevVertex.y));
      if (f.chain.hasNextVertex) shape.setNextVertex(new Vec2(f.chain.nextVertex.x, f.chain.nextVertex.y));
    }
    body.createFixture({
      shape, density: f.density, friction: f.friction, restitution: f.restitution, isSensor: f.sensor,
      filterCategoryBits: f["filter-categoryBits"], filterMaskBits: f["filter-maskBits"], filterGroupIndex: f["filter-groupIndex"],
    });
  }
  if (b.type === 2) masses[id] = [body.getMass(), b["massData-mass"]];
}
world.step(1e-9, 1, 1);
const overlaps = [];
for (let c = world.getContactList(); c; c = c.getNext()) {
  if (c.isTouching()) overlaps.push([c.getFixtureA().getBody().getUserData(), c.getFixtureB().getBody().getUserData()]);
}
console.log(JSON.stringify({ overlaps, masses }));
