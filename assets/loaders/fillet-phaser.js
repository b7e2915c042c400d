// Loads a level that Fillet exported (fillet export LEVEL -o level.colliders.json) into a scene of Phaser 3 or 4 with
// Matter physics. MIT License, see LICENSE. Copy this file, fillet-matter.js, fillet-matter-step.js, fillet-level.js.
// In create(), with the file in the cache:
//   import { load } from './fillet-phaser.js'
//   this.level = load(this.cache.json.get('level'), this)
//   this.matter.add.gameObject(this.add.image(0, 0, 'crate'), this.level.bodies.get(this.level.find('crate')))
// Phaser's steps call level.step. Options: scale (pixels per length in the file), gravity: false (keeps the world's).
// The record of a collider is plugin.collider of its body and of its body's parts.
import { build } from './fillet-matter.js'

export function load(file, scene, options = {}) {
  if (!scene.matter) throw new Error("the scene has no Matter physics: set physics: { default: 'matter' }")
  const { world, body: Body, composite: Composite, constraint: Constraint, vector: Vector, vertices } = scene.matter
  const on = (event, call) => world.on(event.toLowerCase(), call)
  const off = (event, call) => world.off(event.toLowerCase(), call)
  const matter = { Body, Composite, Constraint, Vector, Vertices: vertices, engine: world.engine, on, off }
  const level = build(file, matter, options)
  const step = ({ delta }) => level.step(delta / 1000), { destroy } = level
  on('beforeUpdate', step)
  level.destroy = () => {
    off('beforeUpdate', step)
    destroy()
  }
  return level
}
