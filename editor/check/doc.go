// Package check finds what is wrong with a level although the level is valid: solids that overlap, seams and gaps that a
// character trips over or cannot pass, slivers, duplicates, triggers that nothing can set off.
//
// [Find] gives [Finding] values in a fixed order. Each has the id of its [Rule], which never changes, a severity, the
// colliders that it is about, a place in level space (pixels, x right, y down), and a [Fix] where there is one. A fix is
// a [level.Diff], so applying it is a step that can be undone; [Repair] applies all that are safe.
package check
