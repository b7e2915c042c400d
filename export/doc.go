// Package export writes a level for the game that plays it, and reads such files back.
//
// The native format, "fillet-colliders", is the lossless one: shapes as drawn, and what they bake to: convex pieces in
// level space, each to be summed with a disc. [File] is that format field by field; [Load] reads it from YAML or JSON,
// [File.World] turns it into a collision world, and [File.Document] back into a level.
//
// Other targets are further [Exporter] values. What a target cannot carry is listed in its [Report], never dropped in
// silence.
//
// Frames and units: level space is in pixels, x to the right and y down; angles are in degrees, and a positive one
// turns +x toward +y. Each field of [Collider] says which frame it stands in.
package export
