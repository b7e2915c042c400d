// Package colliders reads the collider files that Fillet exports, for use in a game. It depends on the collision
// packages and a YAML reader, but on no other part of the editor.
//
// [Load] reads a YAML, JSON or compact binary file into a [File]: the shapes as drawn, and their convex pieces in level
// space, each with a radius that inflates it. [LoadIndex] reads the index of a level that was exported in regions.
//
// [File.World] turns the file into a collision world, [File.Body] a single collider into a body. [File.Space] makes a
// space of rigid bodies that move as in the playtest. [Watch] follows a file that is exported again.
//
// Frames and units: level space is in pixels, x to the right and y down; angles are in degrees, and a positive angle
// turns +x toward +y. Each field of [Collider] names its frame.
package colliders
