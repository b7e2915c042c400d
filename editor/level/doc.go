// Package level is Fillet's document: the level being edited, the only way to change it ([Document.Apply] with a
// [Diff]), and the level file.
//
// Frames and units: level space is in pixels, x to the right and y down. A collider's shape is in the collider's own
// frame, placed in the level by its position and angle; a positive angle turns +x toward +y, clockwise on the screen.
// The document mirrors the level file, so angles keep the file's unit in a type of their own, [Degrees];
// [Collider.Transform] converts them to radians.
//
// Records ([Settings], [Layer], [Group], [Instance], [Collider]) are never changed in place. A changed record is a
// copy, applied through a Diff, so an old pointer keeps the old value. Undo, snapshots for saving on another goroutine,
// and caches keyed by pointer all rely on this.
//
// A [Field] is one value of a record that is compared, merged and resolved on its own. Its text form, the same as in
// the file, also stores merge conflicts and the changes of instances' parts.
//
// [Write] writes the level file without a YAML library (write.go). [Parse] reads it (read.go): text in the form of
// Write as a stream of values, any other text through a tree of nodes (strictyaml), which also locates every error. The
// document's groups, instances, joints, paths and sources are in document_*.go. Each record is followed by its schema,
// the table of its keys in the file.
//
// [Objects] is the only table of gameplay objects: hazards, checkpoints, springs and so on. A tag makes a shape an
// object, and properties with fixed names hold its numbers, so that every import and export preserves them. The
// playtest, the inspector, the checks, the pictures and the documentation use the table.
//
// [Merge] merges two versions of a level that share a base, record by record and key by key (merge*.go). It takes
// changes that only one side made, and changes that are equal on both sides; tags and properties merge one by one. Any
// other key that the sides changed differently becomes a [Conflict]; the merged level keeps our version until [Settle].
// The merged level is always valid. A new type of record needs fields, a name in conflicts, and a line in Merge.
// [Compare] lists the differences of two levels.
//
// # Rounding
//
// Inset rounding, the default, keeps the outline's size and cuts convex corners: the pieces are made from the outline
// moved inward by the radius. Outset rounding grows the shape. Concave corners stay sharp in both. The union of the
// rounded pieces is the rounded outline, because a Minkowski sum distributes over a union.
//
// [Detail] holds radii, chamfers and curves of single corners and edges. drawn.go replaces such corners with arcs that
// touch both edges, straight or curved. It produces the outline as drawn ([Baked.Boundary], with true arcs), and the
// same outline as lines within [CurveTolerance], from which the pieces are made. An arc whose whole disc is inside the
// shape is exact: a chord replaces it and the disc becomes a piece (discs.go).
//
// # Ids and order
//
// An id is text in files and a number in memory. The id of a part of a prefab instance is a hash of the instance's id
// and the part's path. Each collider also has a slot, a small number that contacts, canvas and checks use; its slot and
// generation form its key in the collision world. A record stores its drawing order in the layer as a number, so moving
// a collider to the front changes one record. The file stores the order as the order of the list.
//
// # Instances and paths
//
// The parts of instances are colliders of the document like all others. [Document.Reduce] turns an edit to a part into
// a change to its instance, which the history and the file store. Apply derives the parts again, so undo is correct
// even after the prefab has changed. An [Expander] supplies the parts of a prefab.
//
// A path is in its collider's frame. It may follow a chain that does not exist; the collider then does not move, and a
// check reports it. A joint's anchors are in the frames of its colliders; [Carried] maps them when a shape is mirrored,
// scaled or resized.
//
// # Adding a key
//
//  1. Add the field to the record, and its row to the record's table in the same file: shapeSchema, colliderRows,
//     settingsSchema, layerSchema and so on. Reading, writing, validation, comparisons, merges, imports, tile shapes,
//     the JSON Schemas ([Schema]) and the tables in docs/LEVEL-FILE.md (`make golden`) use the row. titled gives it its
//     label and unit, for those tables, the inspector and dialogs. A key of a shape goes into Equal, too.
//  2. A file without the key must stay the same, byte for byte. If earlier releases cannot read the key, wrap its row
//     in since with the new [Version] of the file.
//  3. Write the code that uses it, such as bake.go. A length of a shape must also scale: see Magnified in geometry.go.
//  4. If games need it, add the field and its row in collider.go or shape.go of export/colliders, which reading,
//     writing, its schema and docs/EXPORT.md use. Set it in export/file.go: newShape and its inverse, or newCollider
//     and recordOf in document.go.
//  5. Draw it in testkit/level.go, so that the random tests cover it. Godot, SVG and Tiled files that are imported
//     again must keep it, or the export must report its loss.
//  6. Add a file that uses it to testdata/frozen. TestFrozenLevels reads it in every later release.
package level
