// Package check finds problems in valid levels: overlapping solids, seams and gaps that a character trips over or
// cannot pass, slivers, duplicates, triggers that nothing can set off.
//
// [Find] returns [Finding] values in a fixed order. Each has the id of its [Rule], which never changes, a severity, the
// colliders that it is about, a place in level space (pixels, x right, y down), and sometimes a [Fix]. A fix is a
// [level.Diff], so applying it can be undone; [Repair] applies all safe fixes.
//
// # Adding a check
//
//  1. Write a function from *scene to *tally in a file of its own. It goes through s.items in drawing order and calls
//     out.add(finding(…)). Its cost must be in proportion to the level: ask s.tree for neighbours.
//  2. Add it to the list in check.go.
//  3. In rule.go, add the id (a constant that never changes) and its severity, title and help. If users can ignore it,
//     add the id to ignorable (level/ignored.go).
//  4. A fix is a [Fix] with a title and a diff. Safe lets "check --fix" apply it.
//  5. In check_test.go, add a level that has the problem and a similar one that has not. TestRules fails without both.
//  6. Add its row to docs/CHECKS.md, and run "make golden" if a sample has it.
package check
