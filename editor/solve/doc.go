// Package solve finds out whether a level can be solved.
//
// A [Flood] divides the space in which the character can be into parts between which there is no way, even in flight: what is in
// another part than the spawn is proved to be out of reach.
//
// [Find] searches for inputs that reach the goal, with the steps of a real [playtest.Run]. What it finds works, as a replay
// shows; where it finds nothing there may still be a way.
package solve
