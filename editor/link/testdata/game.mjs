// A game for TestJavaScript: node game.mjs ADDRESS MODE. It prints what happens as lines of JSON.
import { follow } from '../../../assets/loaders/fillet-link.js'

const [address, mode] = process.argv.slice(2)
const print = value => console.log(JSON.stringify(value))
const ids = list => list?.map(c => c.id)
const short = c => ({ ...c, added: ids(c.added), changed: ids(c.changed), level: !!c.level })
const options = { name: 'node game', onClose: reason => print({ reason }), onError: error => print({ error: error.message }) }
let refuses = 1

const loaded = { // as a loader would return it
  level: { units: 'm', y: 'up' },
  colliders: new Map([['c1', { id: 'c1' }], ['c9', { id: 'c9' }]]),
  joints: new Map(),
  apply: change => {
    if (change.changed?.length && !refuses--) throw new Error('cannot take it')
    print(short(change))
  }
}
const called = (change, file) => print(change ? short(change) : { file: file.colliders.length, first: file.colliders[0] })
const link = follow(address, mode === 'loaded' ? loaded : called, options)
if (mode === 'loaded') link.report({ c1: [1, 2, 30] }, [3, 4])
