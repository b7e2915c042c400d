// Loads a file of the "matter" export with the parser and the Matter.js of a version of Phaser, sets the gravity, and runs
// it for three seconds. Prints the centre of mass of each moving body and its angle since the start, at the start and after
// each sixtieth of a second.
const fs = require("fs");
const [path, phaser, gravity] = process.argv.slice(2);
const matter = __dirname + "/node_modules/" + phaser + "/src/physics/matter-js/"; // Phaser 4 does not export it
const Parser = require(matter + "PhysicsEditorParser.js");
const Composite = require(matter + "lib/body/Composite.js");
const Engine = require(matter + "lib/core/Engine.js");

const engine = Engine.create();
engine.gravity.y = Number(gravity);
const moving = [];
for (const [name, config] of Object.entries(JSON.parse(fs.readFileSync(path, "utf8")))) {
  if (name === "generator_info" || config.fixtures.length === 0) continue;
  const body = Parser.parseBody(config.fillet.position.x, config.fillet.position.y, config);
  Composite.add(engine.world, body);
  if (!body.isStatic) moving.push([config.fillet.id, body]);
}
const out = {};
const note = () => moving.forEach(([id, b]) => (out[id] ||= []).push([b.position.x, b.position.y, b.angle]));
note();
for (let i = 0; i < 180; i++) {
  Engine.update(engine, 1000 / 60);
  note();
}
console.log(JSON.stringify(out));
