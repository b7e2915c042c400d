// Compares a .fcol file, read by fillet-fcol.js, with the JSON of the same level, and prints the differences, the
// damaged files that were accepted, and the time that reading takes as a fraction of JSON.parse.
import { readFileSync } from 'node:fs'
import { read } from '../../assets/loaders/fillet-fcol.js'

const text = readFileSync(process.argv[2], 'utf8'), bytes = readFileSync(process.argv[3])
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
const want = JSON.parse(text), got = read(buffer)
const differences = []
const missing = ['bounds', 'area', 'centroid', 'outline', 'source'] // in no .fcol file
const defaults = {
  friction: 0.6, restitution: 0, density: 1, group: 0, spin: 0, velocity: [0, 0], force: [0, 0], origin: [0, 0],
  gravity: [0, 0], damping: 0, spin_damping: 0, rolling_resistance: 0, properties: {}, layer: '', turn: 0,
  loop: 'back-and-forth',
  speed: 0, torque: 0, length: 0, frequency: 0, collide: false, pulls_only: false, keys: undefined,
}

// near reports whether two values are the same within float32.
function near(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-5 + 4e-7 * Math.abs(b)
  if (a && b && typeof a === 'object') {
    return Object.keys(a).length === Object.keys(b).length && Object.keys(b).every((key) => near(a[key], b[key]))
  }
  return a === b
}

// compare compares the keys of two objects, except some.
function compare(name, a, b, except = []) {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (except.includes(key) || near(a[key] ?? defaults[key], b[key] ?? defaults[key])) continue
    differences.push(`${name}.${key}: ${JSON.stringify(a[key])}, want ${JSON.stringify(b[key])}`)
  }
}

compare('file', got, want, ['level', 'colliders', 'joints'])
compare('level', got.level, want.level)
got.joints.forEach((j, i) => compare(`joint ${j.id}`, j, want.joints[i]))
if (got.joints.length !== (want.joints ?? []).length) differences.push(`${got.joints.length} joints`)
if (got.colliders.length !== want.colliders.length) differences.push(`${got.colliders.length} colliders`)
got.colliders.forEach((c, i) => {
  const w = want.colliders[i], isExact = w.pieces.every((p) => p.vertices.length < 3)
  compare(c.id, c, w, [...missing, 'shape', 'path', 'pieces', 'polygons', 'radii'])
  const isLine = (s, pieces) => s.kind === 'chain' && pieces.length > 0 && pieces[0].radius === 0
  if (w.radii?.every((radius) => radius === 0)) delete w.radii // left out
  if (want.level.y === 'up' && isLine(w.shape, w.pieces)) w.pieces.reverse() // a line is in the order of its direction
  if (isExact) compare(c.id, { pieces: c.pieces, polygons: c.polygons }, { pieces: w.pieces })
  else compare(c.id, { polygons: c.polygons, radii: c.radii }, { polygons: w.polygons, radii: w.radii })
  compare(c.id, { kind: c.shape.kind, line: isLine(c.shape, c.pieces), side: !!c.shape.one_sided },
    { kind: w.shape.kind, line: isLine(w.shape, w.pieces), side: !!w.shape.one_sided })
  if (!c.path !== !w.path) differences.push(`${c.id}: a path`)
  if (c.path) compare(c.id, c.path, { keys: w.path.keys, turn: w.path.turn, loop: w.path.loop })
})

// Damaged files are Errors or files, and never anything else.
let accepted = 0
for (let size = 0; size < Math.min(bytes.length, 700); size++) {
  try { read(buffer.slice(0, size)); accepted++ } catch (e) { if (!e.message.includes(':')) throw e }
}
for (let i = 0; i < Math.min(bytes.length, 700); i++) {
  const damaged = buffer.slice(0)
  new Uint8Array(damaged)[i] ^= 0xff
  try { read(damaged) } catch (e) { if (!/^(the file|collider \d+|joint \d+): /.test(e.message)) throw e }
}
const newer = buffer.slice(0)
new Uint32Array(newer, 0, 2)[1] = 2
try { read(newer); accepted++ } catch (e) { if (!e.message.includes('update')) throw e }

const fastest = (f) => Math.min(...Array.from({ length: 5 }, () => {
  const start = performance.now()
  f()
  return performance.now() - start
}))
console.log(JSON.stringify({ differences, accepted, ratio: fastest(() => read(buffer)) / fastest(() => JSON.parse(text)) }))
