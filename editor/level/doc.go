// Package level is Fillet's document: a level that is being edited, the only way to change it ([Document.Apply] of a [Diff]), and the
// level file.
//
// Frames and units. Level space is in pixels, x to the right and y down. A collider's shape stands in the collider's own frame, which its
// position and angle place in the level; a positive angle turns +x toward +y, clockwise on the screen. The document is the level file's
// image in memory, so angles keep the file's unit in a type of their own, [Degrees]; [Collider.Transform] is where they become radians.
//
// Records ([Settings], [Layer], [Group], [Instance], [Collider]) are never changed in place. A changed record is a copy, put in through a
// Diff, so an old pointer keeps the old value: undo, snapshots for saving on another goroutine, and caches that are keyed by pointer all
// rest on this.
//
// A [Field] is one thing of a record that is compared, merged and settled by itself; its value has a text, as it stands in a file. The
// conflicts of merges and the changes of instances' parts are kept as such texts.
//
// [Write] writes the level file by hand (write.go). [Parse] reads what Write wrote without a tree of nodes (quick.go), and everything else,
// with the places of all errors, through one (read.go). What the document knows of its groups, instances, joints, paths and sources is in
// document_*.go, what a key of theirs is in the file in *_file.go.
//
// [Objects] is the one table of what levels are made of besides shapes: hazards, checkpoints, springs and the like. A tag says what
// a shape is, and properties of fixed names say its numbers, so that every import and export carries them. The playtest, the
// inspector, the checks, the pictures and the documentation read it.
package level
