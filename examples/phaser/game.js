// A small platformer in Phaser 3 or 4, with a level from Fillet: arrows or WASD move, Up, W or Space jump, R restarts.
// index.html?link=ADDRESS follows the editor while the game runs; the address is in Play > Link running game.
import { load } from '../../assets/loaders/fillet-phaser.js'

const walk = 150 / 60, jump = 350 / 60 // Matter's speeds are in pixels per sixtieth of a second
const colors = {
  static: 0x46506a, kinematic: 0x4f9da6, dynamic: 0xc58a4b, water: 0x2f6fa8, pickup: 0xf2c14e, goal: 0x9a6bd0,
}

class Game extends Phaser.Scene {
  preload() {
    this.load.json('level', 'platformer.colliders.json')
  }

  async create() {
    const file = this.cache.json.get('level')
    this.level = load(file, this)
    this.graphics = this.add.graphics()
    this.score = this.add.text(16, 12, '', { fontFamily: 'sans-serif', fontSize: 16, color: '#dfe3ee' })
    this.keys = this.input.keyboard.addKeys('LEFT,RIGHT,UP,A,D,W,SPACE,R')
    this.addPlayer()
    this.addCrates()
    this.matter.world.on('collisionstart', ({ pairs }) => {
      this.meet(pairs)
      this.stand(pairs)
    })
    this.matter.world.on('collisionactive', ({ pairs }) => this.stand(pairs))
    this.matter.world.on('beforeupdate', () => this.move())
    const address = new URLSearchParams(location.search).get('link')
    if (address) {
      const { follow } = await import('../../assets/loaders/fillet-link.js')
      this.link?.close() // of the game before a restart
      this.link = follow(address, this.level, { file, name: 'Phaser example' })
    }
  }

  // addPlayer adds a body that does not turn, in the level's category for players.
  addPlayer() {
    const spawn = this.level.colliders.get(this.level.tagged('spawn')[0])
    const category = 1 << this.level.categories.indexOf('player')
    this.spawn = { x: spawn.position[0], y: spawn.position[1] }
    this.player = this.matter.add.rectangle(this.spawn.x, this.spawn.y, 18, 28, {
      chamfer: { radius: 4 }, inertia: Infinity, friction: 0, frictionStatic: 0, frictionAir: 0,
      collisionFilter: { category, mask: -1, group: 0 },
    })
    this.ground = null
    this.stars = 0
    this.won = false
    this.taken = new Set() // ids of the colliders to remove after the step
  }

  // addCrates gives each crate a game object, which then follows its body.
  addCrates() {
    for (const [id, body] of this.level.bodies) {
      if (this.level.colliders.get(id).name !== 'crate') continue
      this.matter.add.gameObject(this.add.rectangle(0, 0, 20, 20, colors.dynamic).setStrokeStyle(2, 0x8a5a28), body)
    }
  }

  // move adds what the keys ask for to the velocity of the ground, before each step.
  move() {
    const { LEFT, RIGHT, UP, A, D, W, SPACE } = this.keys, { body } = this.matter, ground = this.ground
    const way = (RIGHT.isDown || D.isDown) - (LEFT.isDown || A.isDown)
    const isJumping = ground && (UP.isDown || W.isDown || SPACE.isDown)
    const y = isJumping ? Math.min(ground.velocity.y, 0) - jump : this.player.velocity.y
    body.setVelocity(this.player, { x: way * walk + (ground?.velocity.x ?? 0), y })
    if (this.player.position.y > 600) body.setPosition(this.player, this.spawn)
    if (isJumping || ++this.steps > 6) this.ground = null // a tenth of a second later it may still jump
  }

  // otherOf returns what the player touches in a pair.
  otherOf({ bodyA, bodyB }) {
    return bodyA === this.player ? bodyB : bodyB === this.player ? bodyA : null
  }

  // stand finds what the player stands on. The normal of a pair points from its second body to its first.
  stand(pairs) {
    for (const pair of pairs) {
      const other = this.otherOf(pair), { y } = pair.collision.normal
      const up = pair.bodyA === this.player ? -y : y
      if (!other || pair.isSensor || up < 0.5) continue
      this.ground = other.parent
      this.steps = 0 // since then
    }
  }

  // meet handles triggers by their tags.
  meet(pairs) {
    for (const pair of pairs) {
      const c = this.otherOf(pair)?.plugin.collider
      if (!c) continue
      if (c.tags.includes('water')) this.matter.body.setPosition(this.player, this.spawn)
      if (c.tags.includes('pickup')) this.taken.add(c.id)
      if (c.tags.includes('goal')) this.won = true
    }
  }

  update() {
    if (!this.player) return
    if (this.keys.R.isDown) return this.scene.restart()
    if (this.taken.size > 0) {
      this.stars += this.taken.size
      this.level.apply({ removed: [...this.taken].filter(id => this.level.colliders.has(id)) })
      this.taken.clear()
    }
    this.score.setText(`${this.stars} stars${this.won ? ' · You made it!' : ''}`)
    this.draw()
    this.report()
  }

  // draw fills the parts of all bodies without game objects.
  draw() {
    this.graphics.clear()
    for (const [id, body] of this.level.bodies) {
      const c = this.level.colliders.get(id)
      if (body.gameObject || c.shape.kind === 'chain') continue
      const tag = c.tags.find(tag => tag in colors)
      this.graphics.fillStyle(colors[tag ?? c.body], c.role === 'solid' ? 1 : 0.7)
      const parts = body.parts.length > 1 ? body.parts.slice(1) : body.parts
      for (const part of parts) if (part.plugin.collider === c) this.graphics.fillPoints(part.vertices, true)
    }
    this.graphics.fillStyle(0xe8eaf2).fillPoints(this.player.vertices, true)
  }

  // report shows the editor where bodies are.
  report() {
    if (!this.link) return
    const moving = [...this.level.bodies].filter(([id]) => this.level.colliders.get(id).body !== 'static')
    const poses = moving.map(([id, { position, angle, plugin }]) => {
      const centre = this.matter.vector.rotate(plugin.centre, angle) // the editor wants the body's frame
      return [id, [position.x - centre.x, position.y - centre.y, angle * 180 / Math.PI]]
    })
    this.link.report(Object.fromEntries(poses), [this.player.position.x, this.player.position.y])
  }
}

export const game = new Phaser.Game({
  width: 1280, height: 480, backgroundColor: '#1d212b', scene: Game, physics: { default: 'matter', matter: {} },
  scale: { mode: Phaser.Scale.FIT, autoCenter: Phaser.Scale.CENTER_BOTH },
})
