// Package export writes a level for the game that plays it.
//
// The native format, "fillet-colliders", is lossless: it has the shapes as drawn and the convex pieces that they bake
// to, in level space, each with a radius to inflate it by. Package colliders documents the format field by field and
// reads it in games; [Document] turns such a file back into a level.
//
// The other targets are [Exporter] values, too. Whatever a target cannot represent is listed in its [Report], never
// dropped silently.
//
// # Adding a target
//
//  1. Write a function that returns a format (target.go): name, title, extension and write; see SVG in svgfile.go.
//     Pieces are in level space, a Shape is in its collider's frame. Call t.step before each collider and t.lose for
//     what the format cannot represent; write numbers with num. The same level must give the same bytes.
//  2. Register it in newExporters (cmd/editor/main.go). Set the flags of format for what it keeps (hasArcs, hasJoints,
//     hasBodies, motion and so on). Export reports the rest as lost.
//  3. In own.go, add a pattern for the beginning of its files, so that a later export may replace them but no other
//     file.
//  4. In target_test.go, add it to targets and its syntax to parses, and run "make golden".
//  5. A new kind of loss is a constant in loss.go and a row in docs/EXPORT.md.
//  6. In tools/exportcheck, load its files with the engine that reads them.
//  7. Describe it in docs/EXPORT.md and list it in README.md.
package export
