package check

// MaxFindings is how many findings a check lists. Nobody reads more, and of a level that is wrong everywhere they would take
// many times its own memory; the rest are counted.
const MaxFindings = 10_000

// Findings holds the results of a check.
type Findings struct {
	List []Finding        // the first MaxFindings, sorted
	More map[Severity]int // how many are not listed
}

// Unlisted is how many findings are not listed.
func (f *Findings) Unlisted() int {
	n := 0
	for _, more := range f.More {
		n += more
	}
	return n
}

// first is the findings with as many listed at most.
func (f *Findings) first(most int) Findings {
	out := Findings{List: f.List, More: f.More}
	if len(f.List) > most {
		out.List = f.List[:most:most]
		for _, left := range f.List[most:] {
			out.leaveOut(left.Severity, 1)
		}
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
	most int
}

func (s *scene) newTally() *tally { return &tally{most: s.most} }

func (t *tally) add(f Finding) {
	if len(t.List) < t.most {
		t.List = append(t.List, f)
		return
	}
	t.leaveOut(f.Severity, 1)
}
