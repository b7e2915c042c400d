// Package check finds problems in valid levels: overlapping solids, seams and gaps that a character trips over or
// cannot pass, slivers, duplicates, triggers that nothing can set off.
//
// [Find] returns [Finding] values in a fixed order. Each has the id of its [Rule], which never changes, a severity, the
// colliders that it is about, a place in level space (pixels, x right, y down), and sometimes a [Fix]. A fix is a
// [level.Diff], so applying it can be undone; [Repair] applies all safe fixes.
package check
