package check

import (
	"maps"

	"fillet/editor/level"
)

// MaxFindings is how many findings a check lists. Nobody reads more, and of a level that is wrong everywhere they would take
// many times its own memory; the rest are counted.
const MaxFindings = 10_000

// Findings holds the results of a check.
type Findings struct {
	List []Finding        // the first MaxFindings, sorted
	More map[Severity]int // how many are not listed

	Ignored     []Finding // the first MaxFindings of what the level ignores, sorted likewise; each with its Entry
	MoreIgnored int       // how many of those are not listed
}

// Unlisted is how many findings are not listed.
func (f *Findings) Unlisted() int {
	n := 0
	for _, more := range f.More {
		n += more
	}
	return n
}

// AllIgnored is how many findings the level ignores.
func (f *Findings) AllIgnored() int { return len(f.Ignored) + f.MoreIgnored }

// First is the findings with as many listed at most.
func (f *Findings) First(most int) Findings {
	out := Findings{List: f.List, More: maps.Clone(f.More), Ignored: f.Ignored, MoreIgnored: f.MoreIgnored}
	if len(f.List) > most {
		out.List = f.List[:most:most]
		for _, left := range f.List[most:] {
			out.leaveOut(left.Severity, 1)
		}
	}
	if len(f.Ignored) > most {
		out.Ignored = f.Ignored[:most:most]
		out.MoreIgnored += len(f.Ignored) - most
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

// tally is the findings of one rule. It keeps the first ones.
type tally struct {
	Findings
	most    int
	ignored *level.IgnoredIndex
	used    map[int]bool // which entries of what the level ignores were met
	piles   bool         // a finding stands for pairs that were not looked at one by one
}

func (s *scene) newTally() *tally { return &tally{most: s.most, ignored: s.ignored} }

// add counts a finding, as one that is ignored where the level says so.
func (t *tally) add(f Finding) {
	t.piles = t.piles || len(f.Colliders) > 2
	if i := t.ignored.Find(f.Rule, f.Colliders...); i >= 0 {
		if t.used == nil {
			t.used = map[int]bool{}
		}
		t.used[i] = true
		f.Entry, f.Reason = i+1, t.ignored.Entry(i).Reason
		if len(t.Ignored) < t.most {
			t.Ignored = append(t.Ignored, f)
		} else {
			t.MoreIgnored++
		}
		return
	}
	if len(t.List) < t.most {
		t.List = append(t.List, f)
		return
	}
	t.leaveOut(f.Severity, 1)
}
