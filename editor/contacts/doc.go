// Package contacts finds the contacts in a level. [Live] is a collision world that follows a document and keeps its
// pairs. [Classify] determines the state of a contact. [ExplainedPair] explains and draws why two pieces touch.
//
// # States
//
// The window, commands, pictures and checks use the same states: clear, expected, touching, triggered and overlapping.
// Expected contacts need no attention:
//
//   - static neighbours of one imported layer that overlap, and static colliders of one imported file that only touch
//   - a trigger that is only touched
//   - an overlap that the level ignores ([level.Ignored])
//   - a platform and the chain that its path follows
//   - parts of one body, and bodies of a joint that does not let them collide
//   - a one-way collider that is hit on a side that lets bodies through
//
// # Ways out
//
// One of two overlapping colliders yields: it must move; [Side.Yields] decides which. Its [Exit] is the shortest way
// out of everything that it yields to. The way neither crosses nor ends in anything else, and stays in the level.
// [Separate] plans the exits of many colliders, one after another, without changing the document. The arrow, the label,
// the ghost, Separate and the fixes of checks all use the same exit.
package contacts
