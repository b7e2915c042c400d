// Package merge merges two versions of a level that share a base, compares levels, and resolves the conflicts of a
// merge.
//
// A merge goes record by record and key by key. It takes changes that only one side made, and changes that are equal on
// both sides. Tags and properties merge one by one. Any other key that the sides changed differently becomes a
// [level.Conflict]; the merged level keeps our version until the user decides. The merged level is always valid.
//
// To add a type of record, define its fields (level.Field) and its name in conflicts, and add a line to [Merge].
package merge
