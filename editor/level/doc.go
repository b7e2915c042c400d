// Package level is Fillet's document: the level being edited, the only way to change it ([Document.Apply] with a
// [Diff]), and the level file.
//
// Frames and units. Level space is in pixels, x to the right and y down. A collider's shape is in the collider's own
// frame, which its position and angle place in the level; a positive angle turns +x toward +y, clockwise on the screen.
// The document mirrors the level file, so angles keep the file's unit in a type of their own, [Degrees];
// [Collider.Transform] converts them to radians.
//
// Records ([Settings], [Layer], [Group], [Instance], [Collider]) are never changed in place. A changed record is a
// copy, applied through a Diff, so an old pointer keeps the old value. Undo, snapshots for saving on another goroutine,
// and caches keyed by pointer all rely on this.
//
// A [Field] is one value of a record that is compared, merged and resolved on its own. It has a text form, as in the
// file, which stores the conflicts of merges and the changes of instances' parts.
//
// [Write] writes the level file by hand (write.go). [Parse] reads it (read.go): what Write wrote as a stream of values,
// and everything else, and every error, through a tree of nodes (strictyaml). The document's groups, instances, joints,
// paths and sources are in document_*.go. A record's schema, the table of its keys in the file, is beside the record.
//
// [Objects] is the only table of what levels contain besides shapes: hazards, checkpoints, springs and so on. A tag
// says what a shape is, and properties with fixed names hold its numbers, so that every import and export carries them.
// The playtest, the inspector, the checks, the pictures and the documentation use the table.
//
// # Rounding
//
// Inset rounding, the default, keeps the outline's size and cuts convex corners: the pieces are made of the outline
// moved inward by the radius. Outset rounding grows the shape. Concave corners stay sharp in both. The union of the
// rounded pieces is the rounded whole, because a Minkowski sum distributes over a union.
//
// [Detail] holds radii, chamfers and curves of single corners and edges. drawn.go replaces such corners by arcs, which
// touch both edges, straight or curved. The result is the outline as drawn ([Baked.Boundary], with true arcs) and the
// same outline as lines within [CurveTolerance], which become pieces. An arc whose whole disc is inside the shape is
// exact: a chord replaces it and the disc becomes a piece (discs.go).
//
// # Ids and order
//
// An id is text in files and a number in memory. A part of a prefab instance has a hash of its instance and its path.
// Each collider also has a slot, a small number that contacts, canvas and checks use; slot and generation are its key
// in the collision world. The order of colliders in a layer is a number in the record, so moving one to the front
// changes one record; in the file it is the order of the list.
//
// # Instances and paths
//
// The document owns the parts of instances as colliders like all others. [Document.Reduce] turns an edit of a part
// into a change of its instance, which history and file hold; Apply derives the parts again, so undo is right
// even after the prefab changed. An [Expander] says what a prefab consists of.
//
// A path is in its collider's frame. It may follow a chain that does not exist; the collider then does not move, and a
// check reports it. A joint's anchors are in the frames of its colliders; [Carried] says where they go when a shape is
// mirrored, scaled or resized.
//
// # Adding a key
//
//  1. Add the field to the record, and its row to the record's table in the same file: shapeSchema, colliderRows,
//     settingsSchema, layerSchema and so on. Reading, writing, validation, comparisons, merges, imports, tile shapes,
//     the JSON Schemas ([Schema]) and the tables in docs/LEVEL-FILE.md (`make golden`) use the row. A key of a shape
//     goes into Equal, too.
//  2. A file without the key must stay the same, byte for byte. If earlier releases cannot read the key, wrap its row
//     in since with the new [Version] of the file.
//  3. Write the code that uses it, such as bake.go. A length of a shape must also scale: see Magnified in geometry.go.
//  4. If games need it, add the field and its row in collider.go or shape.go of export/colliders, which reading,
//     writing, its schema and docs/EXPORT.md use. Set it in export/file.go: newShape and its inverse, or newCollider.
//  5. Draw it in testkit/level.go, so that the random tests cover it. Godot, SVG and Tiled files that are imported
//     again must keep it, or the export must report its loss.
//  6. Freeze a file that has it in testdata/frozen. TestFrozenLevels reads it in every later release.
package level
