// Package export writes a level for the game that plays it.
//
// The native format, "fillet-colliders", is lossless: it has the shapes as drawn and the convex pieces that they bake
// to, in level space, each with a radius to inflate it by. Package colliders documents the format field by field and
// reads it in games; [Document] turns such a file back into a level.
//
// Other targets are further [Exporter] values. Whatever a target cannot represent is listed in its [Report], never
// dropped silently.
//
// # Adding a target
//
//  1. Write a function that returns a format (target.go): name, title, extension and write; see SVG in svgfile.go.
//     Pieces are in level space, a Shape is in its collider's frame. Call t.step before each collider and t.lose for
//     what the format cannot hold; write numbers with num. The same level gives the same bytes.
//  2. Register it in newApp (cmd/editor/main.go). Set hasArcs if it keeps rounded corners.
//  3. In own.go, add how its files begin, so that a later export may replace them and no other file.
//  4. Add it to the list targets in target_test.go, and run "make golden".
//  5. A new kind of loss is a constant in loss.go and a row in docs/EXPORT.md.
//  6. Load what it writes with the real consumer in tools/exportcheck.
//  7. Describe it in docs/EXPORT.md and list it in README.md.
package export
