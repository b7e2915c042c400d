// Loads a file of the "rube" export with its joints into planck (Box2D), as loaders of R.U.B.E. scenes do, runs it for
// 1.5 seconds in small steps, and prints the final position of each body.
const fs = require("fs");
const { World, Vec2, Polygon, Circle, Chain, RevoluteJoint, DistanceJoint, RopeJoint } = require("planck");

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const vec = (v) => new Vec2(v.x, v.y);
const points = (v) => v.x.map((x, i) => new Vec2(x, v.y[i]));
const world = new World({ gravity: vec(file.gravity), allowSleep: false });
const bodies = file.body.map((b) => {
  const body = world.createBody({
    type: ["static", "kinematic", "dynamic"][b.type], position: vec(b.position), angle: b.angle,
    linearVelocity: vec(b.linearVelocity), angularVelocity: b.angularVelocity,
  });
  for (const f of b.fixture) {
    let shape;
    if (f.polygon) shape = new Polygon(points(f.polygon.vertices));
    else if (f.circle) shape = new Circle(vec(f.circle.center), f.circle.radius);
    else shape = new Chain(points((f.loop || f.chain).vertices), !!f.loop);
    body.createFixture({ shape, density: f.density, friction: f.friction, restitution: f.restitution, isSensor: f.sensor,
      filterCategoryBits: f["filter-categoryBits"], filterMaskBits: f["filter-maskBits"], filterGroupIndex: f["filter-groupIndex"] });
  }
  if (b["massData-mass"]) body.setMassData({ mass: b["massData-mass"], center: vec(b["massData-center"]), I: b["massData-I"] });
  const id = b.customProperties.find((p) => p.name === "fillet_id");
  body.setUserData(id ? id.string : "");
  body.setLinearVelocity(vec(b.linearVelocity)); // of the centre of mass, so set it after the fixtures
  return body;
});
for (const j of file.joint) {
  const both = { bodyA: bodies[j.bodyA], bodyB: bodies[j.bodyB], localAnchorA: vec(j.anchorA), localAnchorB: vec(j.anchorB), collideConnected: j.collideConnected };
  if (j.type === "revolute") {
    world.createJoint(new RevoluteJoint({ ...both, referenceAngle: j.refAngle, enableLimit: j.enableLimit, lowerAngle: j.lowerLimit, upperAngle: j.upperLimit,
      enableMotor: j.enableMotor, motorSpeed: j.motorSpeed, maxMotorTorque: j.maxMotorTorque }));
  } else if (j.type === "distance") {
    world.createJoint(new DistanceJoint({ ...both, length: j.length, frequencyHz: j.frequency, dampingRatio: j.dampingRatio }));
  } else if (j.type === "rope") {
    world.createJoint(new RopeJoint({ ...both, maxLength: j.maxLength }));
  } else throw new Error(`a joint of the type ${j.type}`);
}
const rate = 3840;
for (let i = 0; i < 1.5 * rate; i++) world.step(1 / rate, 20, 10);
const out = {};
for (const b of bodies) {
  const at = b.getPosition();
  if (b.getUserData()) out[b.getUserData()] = { x: at.x, y: at.y, angle: b.getAngle() };
}
console.log(JSON.stringify(out));
