// Package merge merges two versions of a level that share a base, compares levels, and settles the conflicts of a
// merge.
//
// A merge goes record by record and key by key. It takes changes that only one side made and changes that both made
// alike. Tags and properties merge one by one. Any other key that both sides changed becomes a [level.Conflict]; the
// merged level keeps our version until the user decides. The merged level is always valid.
//
// A new type of record needs its fields (level.Field), its name in conflicts, and a line in [Merge].
package merge
