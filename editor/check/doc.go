// Package check finds problems in valid levels: overlapping solids, seams and gaps that a character trips over or
// cannot pass, slivers, duplicates, and triggers that nothing can set off.
//
// [Find] returns [Finding] values in a fixed order. Each has the id of its [Rule], which never changes, a severity, the
// colliders that it is about, a position in level space (pixels, x right, y down), and in some cases a [Fix]. A fix is
// a [level.Diff], so applying it can be undone; [Repair] applies all safe fixes.
//
// # Adding a check
//
//  1. Write a func(s *scene, out *tally) in a new file. It goes through s.items in drawing order and calls
//     out.add(finding(…)). Its cost must be proportional to the size of the level: use s.tree to find neighbours.
//  2. In rule.go, add it to checks, its id (a constant that never changes), and a row of rules with its severity, title
//     and help. If users can ignore its findings, add the id to ignorable (level/ignored.go).
//  3. A fix is a [Fix] with a title and a diff. If it is Safe, "check --fix" applies it.
//  4. In TestRules (check_test.go), add a level that has the problem and a similar one that does not.
//  5. Add its row to docs/CHECKS.md. Run "make golden" if a sample has the problem or the id is ignorable.
package check
