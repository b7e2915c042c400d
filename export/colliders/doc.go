// Package colliders reads the files that Fillet exports, for the game that plays the level. It stands on package collision and
// a YAML reader, and on nothing of the editor.
//
// [Load] reads a file, YAML or JSON; [File] is what it holds, field by field: shapes as drawn, and what they bake to, convex
// pieces in level space, each to be summed with a disc. [File.World] turns it into a collision world, [File.Body] one collider
// into a body.
//
// Frames and units: level space is in pixels, x to the right and y down; angles are in degrees, and a positive one
// turns +x toward +y. Each field of [Collider] says which frame it stands in.
package colliders
