package check

import (
	"maps"

	"fillet/editor/level"
)

// MaxFindings limits the findings that a check lists; the rest are counted. Nobody reads more, and in a level full of
// problems they would take many times its own memory.
const MaxFindings = 10_000

// Findings holds the results of a check.
type Findings struct {
	List []Finding        // the first MaxFindings, sorted
	More map[Severity]int // counts of unlisted findings

	Ignored     []Finding // the first MaxFindings of the ignored findings, in the same order; each has its Entry
	MoreIgnored int       // number of unlisted ignored findings
}

// Unlisted returns the number of findings that are not listed.
func (f *Findings) Unlisted() int {
	n := 0
	for _, more := range f.More {
		n += more
	}
	return n
}

// First returns the findings with at most the given number listed.
func (f *Findings) First(limit int) Findings {
	out := Findings{List: f.List, More: maps.Clone(f.More), Ignored: f.Ignored, MoreIgnored: f.MoreIgnored}
	if len(f.List) > limit {
		out.List = f.List[:limit:limit]
		for _, left := range f.List[limit:] {
			out.leaveOut(left.Severity, 1)
		}
	}
	if len(f.Ignored) > limit {
		out.Ignored = f.Ignored[:limit:limit]
		out.MoreIgnored += len(f.Ignored) - limit
	}
	return out
}

// leaveOut counts n findings that are not listed.
func (f *Findings) leaveOut(s Severity, n int) {
	if f.More == nil {
		f.More = map[Severity]int{}
	}
	f.More[s] += n
}

// tally collects the findings of one rule. It lists the first ones and counts the rest.
type tally struct {
	Findings
	limit   int
	ignored *level.IgnoredIndex
	used    map[int]bool // the ignore entries that matched a finding
	piles   bool         // a finding covers pairs that were not examined one by one
}

// add adds a finding. It counts as ignored if the level ignores it.
func (t *tally) add(f Finding) {
	t.piles = t.piles || len(f.Colliders) > 2
	if i := t.ignored.Find(f.Rule, f.Colliders...); i >= 0 {
		if t.used == nil {
			t.used = map[int]bool{}
		}
		t.used[i] = true
		f.Entry, f.Reason = i+1, t.ignored.Entry(i).Reason
		if len(t.Ignored) < t.limit {
			t.Ignored = append(t.Ignored, f)
		} else {
			t.MoreIgnored++
		}
		return
	}
	if len(t.List) < t.limit {
		t.List = append(t.List, f)
		return
	}
	t.leaveOut(f.Severity, 1)
}

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
