// Package play runs a level before its game exists: a character walks, jumps and flies through it, bodies fall, push
// and come to rest, platforms move, and triggers report what enters and leaves them. It needs no window.
//
// A [Run] is made from a level's snapshot and never changes it. It advances in steps of a sixtieth of a second. The
// same inputs give the same run, bit for bit on every processor, so a [Recording] of the inputs is a recording of the
// run.
//
// # Frames and units
//
// Everything is in level space: pixels, y down. Times are in seconds, velocities in pixels per second, angles in
// radians. Gravity pulls down, toward +y, until it is flipped.
//
// # A step
//
//  1. Platforms move along their paths. The character takes its input: see [Input].
//  2. Contacts are gathered into one list: moving against moving, then moving against static. Surfaces that a body
//     can never reach because another collider covers or continues them are left out, so that no body trips over a
//     seam.
//  3. Bodies are solved: impulses in eight substeps, warm-started from the previous step, with friction, restitution
//     and soft contacts (Erin Catto, "Solver2D", 2024). Pieces that are apart at the start of the step are solved
//     only if their motion, including rotation, brings them together, in the position where they meet. Bodies that
//     did not move as predicted are cast. Remaining overlaps are pushed apart, the deepest first. Each is measured
//     again before it is corrected.
//  4. The character moves: it is cast along its way, and its contacts are resolved in the same way, exactly.
//  5. Triggers are tested and logged.
//
// # Level data
//
// A collider tagged "spawn" is where the character starts. Its shape is the character's, unless it is a point, and its
// properties are the character's settings: see [SettingsOf]. A trigger tagged "goal" ends the run. A kinematic collider
// moves along its path. Without a path, its properties apply: move_x and move_y are the distance in pixels, move_time
// the seconds there and back, move_phase the starting point from 0 to 1, and turn the degrees per second.
//
// # Solvability
//
// [Solve] searches for inputs that reach the goal, using the steps of a real Run. It replays every solution to verify
// it; if it finds none, there may still be one. A [Flood] divides the space of the character's positions into parts
// with no way between them, even in flight: anything outside the spawn's part is provably unreachable.
//
// A [Survey] lists stretches of ground and the ways between them. A [Chart] shows a survey as overlays, finds the
// stretch or way under the pointer, and describes it.
//
// # Adding state
//
//  1. Add the field to runState (run.go), or to a type that it contains.
//  2. If it is a list, add a line to runState.assign: stepping back and the solver rely on the copy. Lists in lists are
//     copied by hand. TestStateHasEveryField fails for a field that is neither copied nor named as shared.
//  3. Add it to [Run.Hash] if two runs could differ in it alone.
package play
