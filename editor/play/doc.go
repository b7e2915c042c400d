// Package play runs a level before its game exists: a character walks, jumps and flies through it, bodies fall,
// push and come to rest, platforms move, triggers report what enters and leaves them. It needs no window.
//
// A [Run] is made of a level's snapshot and never changes it. It advances in steps of a sixtieth of a second; the same
// inputs give the same run, bit for bit on one kind of machine, so that a [Recording] of the inputs is a recording of
// the run.
//
// # Frames and units
//
// Everything is in level space: pixels, y down, seconds; velocities are pixels a second, angles radians. Down is where
// gravity pulls, which is toward +y until it is reversed.
//
// # A step
//
//  1. Platforms move along their paths. The character takes its input: see [Input].
//  2. Contacts are gathered into one list: moving against moving, then moving against static. What a body can never
//     reach, because another collider covers it, is left out, so that nothing trips over a seam.
//  3. Bodies are solved: impulses in eight parts of the step, started from those of the step before ("warm"), with
//     friction, restitution and soft contacts (Erin Catto, "Solver2D", 2024). What is apart as the step begins is solved only
//     where its motion, turning included, really leads it together, and as it stands then. What went elsewhere than
//     expected is cast. What is still too deep is then pushed apart, largest depth first, each contact measured again before it is applied.
//  4. The character moves: it is cast along its way, and what it touches is resolved the same way, exactly.
//  5. Triggers are tested and logged.
//
// # What a level says
//
// A collider tagged "spawn" says where the character starts; its shape is the character's, unless it is a point, and
// its properties are the character's settings: see [SettingsOf]. A trigger tagged "goal" ends the run. A kinematic
// collider moves along its path, and without one by its properties: move_x and move_y are how far, in pixels, move_time the seconds for there and back,
// move_phase where in that it starts, from 0 to 1, and turn its degrees a second.
//
// # Can it be solved
//
// [Solve] searches for inputs that reach the goal, with the steps of a real Run. What it finds works, as a replay shows; where it
// finds nothing there may still be a way. A [Flood] divides the space in which the character can be into parts between which there
// is no way, even in flight: what is in another part than the spawn is proved to be out of reach.
//
// A [Survey] lists stretches of ground and the ways between them. A [Chart] shows it as overlays, as what is under the pointer, and in
// words.
package play
