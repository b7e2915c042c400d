// Package record holds what a level consists of: its settings, layers, groups, instances and colliders, their shapes, what they bake to,
// and what can be wrong with each by itself. A [Diff] says what a change makes of some of them.
//
// Frames and units. Level space is in pixels, x to the right and y down. A collider's shape stands in the collider's
// own frame, which its position and angle place in the level; a positive angle turns +x toward +y, clockwise on the
// screen. The document is the level file's image in memory, so angles keep the file's unit in a type of their own,
// [Degrees]; [Collider.Transform] is where they become radians.
//
// Records ([Settings], [Layer], [Group], [Instance], [Collider]) are never changed in place. A changed record is a copy, put in through a
// Diff, so an old pointer keeps the old value: undo, snapshots for saving on another goroutine, and caches that are
// keyed by pointer all rest on this.
package record
