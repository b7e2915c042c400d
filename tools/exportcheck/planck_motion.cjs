// Loads a file of the "rube" export with its joints into planck (Box2D), as loaders of R.U.B.E. scenes do, and runs it
// for some seconds with some steps a second. Prints the centre of mass of each body and its angle since the start, at the
// start and after each sixtieth of a second, and where its frame is at the end.
const fs = require("fs");
const { World, Vec2, Polygon, Circle, Chain, RevoluteJoint, DistanceJoint, RopeJoint } = require("planck");

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const vec = (v) => new Vec2(v.x, v.y);
const points = (v) => v.x.map((x, i) => new Vec2(x, v.y[i]));
const world = new World({ gravity: vec(file.gravity), allowSleep: false });
const bodies = file.body.map((b) => {
  const body = world.createBody({
    type: ["static", "kinematic", "dynamic"][b.type], position: vec(b.position), angle: b.angle,
    linearVelocity: vec(b.linearVelocity), angularVelocity: b.angularVelocity, linearDamping: b.linearDamping, angularDamping: b.angularDamping,
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
const [seconds, rate] = process.argv.slice(3).map(Number);
const out = { tracks: {}, ends: {} };
const note = () => {
  for (const b of bodies) {
    if (!b.getUserData() || b.isStatic()) continue;
    const at = b.getWorldCenter();
    (out.tracks[b.getUserData()] ||= []).push([at.x, at.y, b.getAngle() - starts.get(b)]);
  }
};
const starts = new Map(bodies.map((b) => [b, b.getAngle()]));
note();
for (let i = 1; i <= seconds * rate; i++) {
  world.step(1 / rate, file.velocityIterations, file.positionIterations);
  if (i % (rate / 60) === 0) note();
}
for (const b of bodies) {
  const at = b.getPosition();
  if (b.getUserData()) out.ends[b.getUserData()] = { x: at.x, y: at.y, angle: b.getAngle() };
}
console.log(JSON.stringify(out));
