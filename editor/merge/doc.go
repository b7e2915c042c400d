// Package merge merges two versions of a level that come from one base, compares levels, and settles what a merge has left
// undecided.
//
// A merge goes record by record and key by key: what only one side has changed is taken over, what both have changed alike
// is theirs and ours, tags and properties are merged one by one, and whatever else both have changed is a
// [level.Conflict], where the merged level holds our version until somebody decides. The merged level is always valid.
//
// A new type of record is one entry: its fields (level.Field), how a conflict names it, and a line in [Merge].
package merge
