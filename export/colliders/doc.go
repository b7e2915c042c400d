// Package colliders reads the files that Fillet exports, for the game that plays the level. It needs package collision and a
// YAML reader, and nothing of the editor.
//
// [Load] reads a file, YAML or JSON, into a [File]: shapes as drawn, and the convex pieces in level space that they bake to,
// each to be summed with a disc. [File.World] turns it into a collision world, [File.Body] one collider
// into a body.
//
// Frames and units: level space is in pixels, x to the right and y down; angles are in degrees, and a positive one
// turns +x toward +y. Each field of [Collider] says which frame it stands in.
package colliders
