// Lets a running game follow the level that is being edited in Fillet, in browsers and in Node.
// MIT License, see LICENSE. The address comes from Play > Link running game, or from fillet serve LEVEL:
//   import { follow } from './fillet-link.js'
//   const link = follow(address, level) // level: what load() of a loader returned
//   link.report({ c12: [x, y, degrees] }, [playerX, playerY]) // in each frame: draws them in the editor
// Instead of level, a function gets each change and the whole file: (change, file) => …; the first change is null.
// Options: name (of the game), level (a path, if several are open), file (what load() got; compares joints exactly),
// query (more of docs/LINK.md, such as { polygons: 6 }), onClose(reason), onError(error). link.close() ends it.
const pauses = [250, 500, 1000, 2000] // milliseconds before connecting again
const reportGap = 50 // milliseconds
const wait = ms => new Promise(done => setTimeout(done, ms))
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b)
const byId = list => new Map((list ?? []).map(record => [record.id, record]))
const entries = x => x instanceof Map ? [...x] : Object.entries(x ?? {})
// stateOf returns a file with its records by id, and fileOf a file of such a state.
const stateOf = file => ({ ...file, colliders: byId(file.colliders), joints: byId(file.joints) })
const fileOf = state => ({ ...state, colliders: [...state.colliders.values()], joints: [...state.joints.values()] })

// bodies returns the ids of the colliders of each body of several.
function bodies(colliders) {
  const out = new Map()
  for (const c of colliders.values()) if (c.one_body) out.set(c.one_body, [...(out.get(c.one_body) ?? []), c.id])
  return out
}

function difference(old, now) {
  const removed = [...old.keys()].filter(id => !now.has(id)), records = [...now.values()]
  const added = records.filter(r => !old.has(r.id)), common = records.filter(r => old.has(r.id))
  return { removed, added, changed: common.filter(r => !isSame(old.get(r.id), r)) }
}

// changeOf returns the change between two states.
function changeOf(old, now) {
  const change = difference(old.colliders, now.colliders), joints = difference(old.joints, now.joints)
  const before = bodies(old.colliders), after = bodies(now.colliders) // one with other members is made in their order
  const isAgain = c => c.one_body && !isSame(before.get(c.one_body), after.get(c.one_body))
  const members = [...now.colliders.values()].filter(isAgain)
  change.removed.push(...members.map(c => c.id).filter(id => old.colliders.has(id)))
  change.added = [...change.added.filter(c => !isAgain(c)), ...members]
  change.changed = change.changed.filter(c => !isAgain(c))
  if (Object.values(joints).some(list => list.length)) change.joints = joints
  for (const key of ['level', 'categories']) if (!isSame(old[key], now[key])) change[key] = now[key]
  return change
}

// keep applies a change to a state.
function keep(state, { removed, added, changed, joints = {}, ...head }) {
  for (const [map, of] of [[state.colliders, { removed, added, changed }], [state.joints, joints]]) {
    for (const id of of.removed ?? []) map.delete(id)
    for (const record of [...(of.changed ?? []), ...(of.added ?? [])]) map.set(record.id, record)
  }
  Object.assign(state, head)
}

// read calls take for each event of a stream.
async function read(stream, take) {
  let parts = [], event = ''
  for (const reader = stream.pipeThrough(new TextDecoderStream()).getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return
    const [end, ...lines] = value.split('\n')
    parts.push(end)
    for (const next of lines) {
      const line = parts.join('')
      if (line.startsWith('event: ')) event = line.slice(7)
      if (line.startsWith('data: ')) take(event, JSON.parse(line.slice(6)))
      parts = [next]
    }
  }
}

export function follow(address, level, options = {}) {
  const { file, name, onClose = console.warn, onError = console.error } = options
  const isLoaded = typeof level !== 'function' // by a loader
  const head = (file ?? level).level ?? {}, client = Math.random().toString(36).slice(2), url = new URL(address)
  const query = { client, name, level: options.level, units: head.units, y: head.y, ...options.query }
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value)
  const at = end => Object.assign(new URL(url), { pathname: `${url.pathname.replace(/\/$/, '')}/${end}` })
  let known, newest // the states of the game and of the editor
  if (isLoaded) {
    const joints = file ? byId(file.joints) : new Map(entries(level.joints).map(([id]) => [id])) // without records
    known = { level: head, categories: file?.categories, colliders: new Map(entries(level.colliders)), joints }
  }
  let control, isOpen = true, isBehind = false, failures = 0, pending, isSending = false

  function close(reason) {
    if (isOpen) onClose(reason)
    isOpen = false
    control?.abort()
  }
  function take(event, data) {
    failures = 0
    if (event === 'closed') close(data.reason)
    if (event === 'level') newest = stateOf(data)
    if (event === 'change') keep(newest, data)
    if (event !== 'level' && event !== 'change') return
    const change = event === 'change' && !isBehind ? data : known ? changeOf(known, newest) : null
    isBehind = true // until the game has taken it
    try {
      if (isLoaded) level.apply(change)
      else level(change, fileOf(newest))
      if (change) keep(known, change)
      else known = stateOf(fileOf(newest))
      isBehind = false
    } catch (error) { onError(error) }
  }
  async function connect() {
    control = new AbortController()
    const response = await fetch(at('events'), { signal: control.signal })
    if (response.ok) await read(response.body, take)
    else if (response.status !== 503) close((await response.text()).trim()) // 503: one of many games may leave
  }
  async function run() {
    for (; isOpen; failures++) {
      await connect().catch(error => { if (isOpen && !failures) onError(error) })
      if (isOpen) await wait(pauses[Math.min(failures, pauses.length - 1)])
    }
  }
  async function send() {
    for (isSending = true; pending && isOpen; await wait(reportGap)) {
      const [bodies, player, contacts] = pending, body = JSON.stringify({ name, bodies, player, contacts })
      pending = null
      await fetch(at('state'), { method: 'POST', body }).catch(() => {}) // connect notices a lost connection
    }
    isSending = false
  }
  run()
  const report = (...state) => { pending = state; if (!isSending) send() }
  return { report, close: () => close('closed by the game') }
}
