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
// [Write] writes the level file by hand (write.go). [Parse] reads what Write wrote without a tree of nodes (quick.go),
// and everything else through one (read.go), which gives errors their places. The document's groups, instances, joints,
// paths and sources are in document_*.go, and their keys in the file in *_file.go.
//
// [Objects] is the only table of what levels contain besides shapes: hazards, checkpoints, springs and so on. A tag
// says what a shape is, and properties with fixed names hold its numbers, so that every import and export carries them.
// The playtest, the inspector, the checks, the pictures and the documentation use the table.
package level
