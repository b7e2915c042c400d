// Package export writes a level for the game that plays it.
//
// The native format, "fillet-colliders", is lossless: it has the shapes as drawn and their convex pieces in level
// space, each with a radius that inflates it. Package colliders documents each field and reads the format in games;
// [Document] turns a file back into a level.
//
// [Live] makes the records of the native format while a level is edited, for a running game that follows it.
//
// The other targets are [Exporter] values as well. A target lists everything that it cannot represent in its [Report]
// and drops nothing silently.
//
// # Adding a target
//
//  1. Write a function that returns a format (target.go): name, title, extension, write, and the beginning of its
//     files, so that a later export may replace these files but no others; see SVG in svgfile.go.
//     Pieces are in level space, a Shape is in its collider's frame. Call t.step before each collider, report data that
//     the format cannot represent with t.lose, and write numbers with num. The same level must give the same bytes.
//  2. Add it to Formats (registry.go). Set the features that the format keeps (feature.go). Export reports the rest as
//     lost.
//  3. In target_test.go, add it to targets, add its syntax to parses, and run "make golden".
//  4. Describe it in docs/EXPORT.md. For a new kind of loss, add a constant in loss.go and a row there.
//
// In tools/exportcheck, load its files with the engine that reads them.
package export
