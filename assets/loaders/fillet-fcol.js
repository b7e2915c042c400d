// Reads Fillet's compact binary files (.fcol) into the object that JSON.parse makes of the native file.
// MIT License, see LICENSE. docs/FCOL.md describes the bytes. Drawn shapes, outlines, bounds, areas, centroids and
// sources are not in the file.
//   import { read } from './fillet-fcol.js'
//   const file = read(await (await fetch('cavern.fcol')).arrayBuffer())
//   const level = load(file, world) // any loader of this folder
const VERSION = 1, HEADER = 128, NONE = 0xffffffff, FRICTION = Math.fround(0.6)
const WORDS = [1, 5, 3, 13, 9, 11, 3, 2, 1, 4, 4, 4, 23, 0.25] // of 4 bytes, per record of each array
const [CATEGORIES, FILTERS, MATERIALS, COLLIDERS, DYNAMICS, EXTRAS, PIECES, VERTICES, TAGS, PROPERTIES, PATHS, KEYS,
  JOINTS, STRINGS] = WORDS.keys()
const MIXES = ['geometric', 'average', 'minimum', 'maximum', 'product'], LOOPS = ['back-and-forth', 'loop', 'once']
const KINDS = ['polygon', 'box', 'circle', 'capsule', 'chain', 'point'], JOINT_KINDS = ['hinge', 'spring']
const ROLES = ['solid', 'trigger', 'one-way'], BODIES = ['static', 'kinematic', 'dynamic']

// Returns the native file, version 2. Throws an Error that names the first wrong record.
export const read = (buffer) => new Reader(buffer).file()

class Reader {
  place = ['the file']
  used = WORDS.map(() => 0) // how many records of each array were read
  constructor(buffer) {
    const size = buffer.byteLength, u32 = this.u32 = new Uint32Array(buffer, 0, size >> 2)
    Object.assign(this, { bytes: new Uint8Array(buffer), f32: new Float32Array(buffer, 0, size >> 2) })
    if (size < HEADER) this.fail(`it is truncated: it has ${size} bytes`)
    if (u32[0] !== 0x4c4f4346) this.fail('it is not a .fcol file')
    if (u32[1] !== VERSION) this.fail(`it has binary version ${u32[1]}, not ${VERSION}: update fillet-fcol.js`)
    let end = HEADER
    this.starts = WORDS.map((words, a) => ((end += 4 * words * u32[3 + a]) - 4 * words * u32[3 + a]) / 4)
    if (end !== u32[2] || end !== size) this.fail(`it is truncated or damaged: it has ${size} of ${u32[2]} bytes`)
    const first = 4 * this.starts[STRINGS]
    if (first === end || this.bytes[first] || this.bytes[end - 1]) this.fail('it is damaged: its strings have no ends')
    this.texts = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes.subarray(first)).split('\0')
    this.numbers = new Uint32Array(end - first + 1) // of the strings, by offset
    for (let i = first, k = 0; i < end; i++) if (!this.bytes[i]) this.numbers[i - first + 1] = ++k
  }
  fail(what) { throw new Error(`${this.place.join(' ')}: ${what}`) }
  number(at) { return Number.isFinite(this.f32[at]) ? this.f32[at] : this.fail('a number is not finite') }
  vec(at) { return [this.number(at), this.number(at + 1)] }
  bits(at) { return this.u32[at] + this.u32[at + 1] * 2 ** 32 }
  word(words, i) { return words[i] ?? this.fail(`${i} is not one of ${words.length} known values`) }
  text(at, i = this.u32[at]) { return i ? this.texts[this.numbers[i] || this.fail(`there is no string ${i}`)] : '' }
  record(a, i) { return i < this.u32[3 + a] ? this.starts[a] + i * WORDS[a] : this.fail(`there is no record ${i}`) }
  claim(at, a, n = 1) { // returns the first of n records that belong to this one only
    if (n && (this.u32[at] !== this.used[a] || this.used[a] + n > this.u32[3 + a])) this.fail('misplaced records')
    this.used[a] += n
    return this.starts[a] + (this.used[a] - n) * WORDS[a]
  }
  all(a, get, first = this.starts[a], length = this.u32[3 + a]) {
    return Array.from({ length }, (_, i) => get(first + i * WORDS[a], i))
  }
  run(at, a, get) { return this.all(a, get, this.claim(at, a, this.u32[at + 1]), this.u32[at + 1]) }
  properties(at) {
    const types = [(p) => this.u32[p] > 0, (p) => new Float64Array(this.u32.slice(p, p + 2).buffer)[0], this.text]
    const property = (p) => [this.text(p), this.word(types, this.u32[p + 1]).call(this, p + 2)]
    return Object.fromEntries(this.run(at, PROPERTIES, property))
  }
  file() {
    const { u32 } = this, level = {
      name: this.text(17), size: this.vec(20), pixels_per_metre: this.number(19), y: u32[18] & 1 ? 'up' : 'down',
      origin: this.vec(22), gravity: this.vec(24), damping: this.number(26), spin_damping: this.number(27),
      rolling_resistance: this.number(29), friction_mix: this.word(MIXES, u32[28] % 65536),
      restitution_mix: this.word(MIXES, u32[28] >>> 16), ...(u32[18] & 2 && { units: 'm' }),
      properties: this.properties(30),
    }
    const categories = this.all(CATEGORIES, (r) => this.text(r)), colliders = []
    this.all(COLLIDERS, (r, i) => { this.place = ['collider', i]; this.collider(r, i, colliders) })
    const joints = this.all(JOINTS, (r, i) => { this.place = ['joint', i]; return this.joint(r) })
    return { format: 'fillet-colliders', version: 2, level, categories, colliders, joints }
  }
  collider(r, i, colliders) {
    const { bytes, u32 } = this, flags = bytes[4 * r + 31], kind = this.word(KINDS, bytes[4 * r + 28])
    const filter = this.record(FILTERS, u32[r + 9]), material = this.record(MATERIALS, u32[r + 10])
    const c = colliders[i] = {
      id: this.text(r), name: this.text(r + 1), layer: this.text(r + 8), one_way: null, tags: [], properties: {},
      role: this.word(ROLES, bytes[4 * r + 29]), body: this.word(BODIES, bytes[4 * r + 30]), source: null,
      category: this.bits(filter), mask: this.bits(filter + 2), group: u32[filter + 4] | 0,
      restitution: this.number(material + 1), density: this.number(material + 2),
      position: this.vec(r + 2), angle: this.number(r + 4), pieces: null,
      shape: { kind, radius: 0, closed: (flags & 2) > 0, one_sided: (flags & 4) > 0 },
    }
    if (this.f32[material] !== FRICTION) c.friction = this.number(material)
    const d = u32[r + 11] !== NONE && this.claim(r + 11, DYNAMICS)
    const mass = d && this.number(d)
    if (d) Object.assign(c, { velocity: this.vec(d + 4), spin: this.number(d + 6), force: this.vec(d + 7) })
    if (mass) Object.assign(c, { mass, inertia: this.number(d + 1), center: this.vec(d + 2) })
    const first = u32[r + 12] === NONE ? i : this.extra(c, this.claim(r + 12, EXTRAS))
    this.shape(c, r + 5, colliders[first] ?? this.fail(`collider ${first} is not the first of its body`), flags)
  }
  extra(c, e) { // returns the first collider of its body
    if (this.u32[e + 1]) c.one_body = this.text(e + 1)
    if (this.u32[e + 2]) Object.assign(c, { instance: this.text(e + 2), prefab: this.text(e + 3) })
    if (c.role === 'one-way') c.one_way = this.vec(e + 4)
    c.tags = this.run(e + 6, TAGS, (t) => this.text(t))
    c.properties = this.properties(e + 8)
    if (this.u32[e + 10] === NONE) return this.u32[e]
    const p = this.claim(e + 10, PATHS), keys = this.run(p, KEYS, (k) => [...this.vec(k), ...this.vec(k + 2)])
    c.path = { turn: this.number(p + 2), loop: this.word(LOOPS, this.u32[p + 3]), ...(keys.length && { keys }) }
    return this.u32[e]
  }
  shape(c, at, { position: [x, y], angle }, flags) {
    const cos = Math.cos(angle * Math.PI / 180), sin = Math.sin(angle * Math.PI / 180)
    const n = this.u32[at + 1], from = this.claim(at, PIECES, n), pieces = new Array(n), polygons = new Array(n)
    for (let i = 0, p = from; i < n; i++, p += WORDS[PIECES]) {
      const n = this.u32[p + 1], first = this.claim(p, VERTICES, n), vertices = new Array(n), local = new Array(n)
      for (let k = 0; k < n; k++) {
        const a = this.number(first + 2 * k), b = this.number(first + 2 * k + 1)
        local[k] = [a, b]
        vertices[k] = [x + cos * a - sin * b, y + sin * a + cos * b]
      }
      if ((flags & 3) === 3) vertices.push(vertices[0])
      pieces[i] = { vertices, radius: this.number(p + 2) }
      polygons[i] = local
    }
    const edges = ({ vertices: line }) => line.slice(1).map((end, k) => ({ vertices: [line[k], end], radius: 0 }))
    c.pieces = flags & 1 ? pieces.flatMap(edges) : pieces
    c.shape.radius = pieces[0]?.radius ?? 0
    if (flags & 1 || polygons.every((p) => p.length < 3)) return // exact
    Object.assign(c, { polygons }, pieces.some((p) => p.radius) && { radii: pieces.map((p) => p.radius) })
  }
  joint(r) {
    const { u32 } = this, flags = u32[r + 3]
    return {
      id: this.text(r), name: this.text(r + 1), kind: this.word(JOINT_KINDS, u32[r + 2]), collide: (flags & 1) > 0,
      ...(u32[r + 4] && { a: this.text(r + 4) }), ...(u32[r + 5] && { b: this.text(r + 5) }), at_a: this.vec(r + 8),
      at_b: this.vec(r + 10), local_a: this.vec(r + 12), local_b: this.vec(r + 14), pulls_only: (flags & 4) > 0,
      ...(flags & 2 && { limits: this.vec(r + 16) }), speed: this.number(r + 18), torque: this.number(r + 19),
      length: this.number(r + 20), frequency: this.number(r + 21), damping: this.number(r + 22),
    }
  }
}
