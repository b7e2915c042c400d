package check

import "fillet/editor/level"

// RepeatedIDs returns the findings about ids that occur twice in a document's file, and the position of each finding in
// the file, by index. Only the file's reader can detect them. Saving the file fixes them all.
func RepeatedIDs(doc *level.Document) (Findings, map[int]level.FilePosition) {
	var out Findings
	where := map[int]level.FilePosition{}
	for i, w := range doc.Warnings() {
		if i >= MaxFindings {
			out.leaveOut(Warning, 1)
			continue
		}
		where[i] = level.FilePosition{Line: w.Line, Column: w.Column}
		out.List = append(out.List, Finding{
			Rule: RuleRepeatedID, Severity: Warning, Message: w.Err.Error(),
			Fix: &Fix{Title: "Save the file with the new id", Safe: true},
		})
	}
	return out, where
}

// Before returns these findings followed by others.
func (f Findings) Before(others Findings) Findings {
	out := Findings{
		List: append(f.List[:len(f.List):len(f.List)], others.List...), Ignored: others.Ignored,
		MoreIgnored: others.MoreIgnored,
	}
	for _, more := range []map[Severity]int{f.More, others.More} {
		for s, n := range more {
			out.leaveOut(s, n)
		}
	}
	return out
}
