// Package export writes a level for the game that plays it.
//
// The native format, "fillet-colliders", is lossless: it has the shapes as drawn and the convex pieces that they bake
// to, in level space, each with a radius to inflate it by. Package colliders documents the format field by field and
// reads it in games; [Document] turns such a file back into a level.
//
// Other targets are further [Exporter] values. Whatever a target cannot represent is listed in its [Report], never
// dropped silently.
package export
