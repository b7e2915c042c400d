// Package export writes a level for the game that plays it.
//
// The native format, "fillet-colliders", is the lossless one: shapes as drawn, and what they bake to: convex pieces in
// level space, each to be summed with a disc. Package colliders is that format field by field, and what a game reads it with;
// [Document] turns such a file back into a level.
//
// Other targets are further [Exporter] values. What a target cannot carry is listed in its [Report], never dropped in
// silence.
package export
