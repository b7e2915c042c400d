// Package contacts finds the contacts in a level. [Live] is a collision world that follows a document and keeps its
// pairs; [Classify] decides what a contact means, for the window and for every command. [ExplainedPair] shows and
// explains why two pieces touch.
//
// # States
//
// [Classify] decides the state of a contact for window, commands, pictures and checks: clear, expected, touching,
// triggered or overlapping. Expected contacts need no attention:
//
//   - static neighbours of one imported layer that overlap, and static colliders of one imported file that touch
//   - a trigger that is only touched
//   - an overlap that the level ignores ([level.Ignored])
//   - a platform and the chain that its path follows
//   - parts of one body, and bodies of a joint that does not let them collide
//   - a one-way collider that is met on a side that lets through
//
// # Ways out
//
// Of two overlapping colliders one is the intruder, which is to move; [Side.Yields] decides which. Its [Exit] is the
// shortest way out of everything it yields to that ends in nothing else, crosses nothing else and stays in the level.
// [Separate] plans the exits of many colliders, one after another; it changes nothing itself. Arrow, label, ghost,
// Separate and the fixes of checks all use the same exit.
package contacts
