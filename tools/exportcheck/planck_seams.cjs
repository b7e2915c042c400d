// Loads a file of the "rube" export into planck (Box2D) as b2dJson does, and prints the position of each dynamic body
// after four seconds.
const fs = require("fs");
const { World, Vec2, Circle, Chain } = require("planck");

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const world = new World({ gravity: new Vec2(0, -9.81), allowSleep: false });
const points = (v) => v.x.map((x, i) => new Vec2(x, v.y[i]));
const moving = {};
for (const b of file.body) {
  const type = ["static", "kinematic", "dynamic"][b.type];
  const body = world.createBody({ type, position: new Vec2(b.position.x, b.position.y), angle: b.angle });
  for (const f of b.fixture) {
    let shape;
    if (f.chain) {
      shape = new Chain(points(f.chain.vertices), false);
      if (f.chain.hasPrevVertex) shape.setPrevVertex(new Vec2(f.chain.prevVertex.x, f.chain.prevVertex.y));
      if (f.chain.hasNextVertex) shape.setNextVertex(new Vec2(f.chain.nextVertex.x, f.chain.nextVertex.y));
    } else shape = new Circle(new Vec2(f.circle.center.x, f.circle.center.y), f.circle.radius);
    body.createFixture({ shape, density: f.density, friction: f.friction, restitution: f.restitution });
  }
  if (type === "dynamic") moving[b.customProperties.find((p) => p.name === "fillet_id").string] = body;
}
for (let i = 0; i < 240; i++) world.step(1 / 60, 8, 3);
console.log(JSON.stringify(Object.fromEntries(Object.entries(moving).map(([id, b]) => [id, b.getPosition()]))));
