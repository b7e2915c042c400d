package check_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// ignore makes the document ignore these as well.
func ignore(t testing.TB, doc *level.Document, entries ...level.Ignored) {
	t.Helper()
	after := *doc.Settings()
	after.Ignored = slices.Concat(after.Ignored, entries)
	if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &after)}); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, doc *level.Document) check.Findings {
	t.Helper()
	found, err := check.Find(context.Background(), doc.Snapshot(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// told is the rules and colliders of findings.
func told(list []check.Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, level.NewIgnored(f.Rule, f.Colliders, "").Key())
	}
	return out
}

// What the level ignores is not reported, whatever the rule, and is counted.
func TestIgnoredIsNotReported(t *testing.T) {
	doc := document(t,
		box(0, 200, 512, 256), box(40, 150, 80, 230), // an overlap
		box(200, 100, 260, 140), box(200, 100, 260, 140), // a duplicate
		box(300, 0, 300.5, 0.5), // tiny
		box(600, 0, 640, 40),    // outside
	)
	before := find(t, doc)
	want := []string{"overlap c1 c2", "duplicate c3 c4", "tiny c5", "outside c6"}
	if got := told(before.List); !slices.Equal(slices.DeleteFunc(got, func(s string) bool { return s == "unused-category" }), want) || before.AllIgnored() != 0 {
		t.Fatalf("found %q, %d ignored", got, before.AllIgnored())
	}
	for i, f := range before.List {
		if len(f.Colliders) == 0 {
			continue
		}
		doc := copyDocument(t, doc)
		ignore(t, doc, level.NewIgnored(f.Rule, f.Colliders, "meant"))
		after := find(t, doc)
		if got := told(after.List); !slices.Equal(got, slices.Delete(told(before.List), i, i+1)) {
			t.Errorf("with %s ignored: %q", f.Rule, got)
		}
		if got := told(after.Ignored); len(got) != 1 || got[0] != told(before.List)[i] || after.Ignored[0].Reason != "meant" || after.Ignored[0].Entry != 1 {
			t.Errorf("with %s ignored, the check says so of %+v", f.Rule, after.Ignored)
		}
		if check.IsIgnorable(f) != true {
			t.Errorf("%s cannot be ignored", f.Rule)
		}
	}
}

func copyDocument(t testing.TB, doc *level.Document) *level.Document {
	t.Helper()
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	out, err := level.Parse(data, "test")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Every rule about colliders can be ignored, and no other.
func TestIgnorableRules(t *testing.T) {
	other := []string{check.RuleInvalidOutline, check.RuleRepeatedID, check.RuleConflict, check.RuleUnusedCategory, check.RuleUnusedIgnore, check.RuleMissingPrefab, check.RuleLooseJoint, check.RuleUnusedChange, check.RuleLostPath, check.RuleProjectFile, check.RuleProjectCategories, check.RuleProjectMaterials}
	var all []string
	for _, r := range check.Rules() {
		all = append(all, r.ID)
	}
	if got := slices.Concat(level.IgnorableRules(), other); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(all))) {
		t.Errorf("%q can be ignored; the rules are %q", level.IgnorableRules(), all)
	}
}

// An entry that ignores nothing is told, with what is gone; one fix removes all such entries, and no other.
func TestUnusedIgnored(t *testing.T) {
	doc := document(t, box(0, 200, 512, 256), box(40, 150, 80, 230), box(300, 100, 320, 120))
	ignore(t, doc,
		level.NewIgnored("overlap", []level.ID{1, 2}, ""),
		level.NewIgnored("overlap", []level.ID{1, 3}, ""),
		level.NewIgnored("seam", []level.ID{2, 77}, ""),
		level.NewIgnored("sliver", []level.ID{78}, ""),
		level.NewIgnored("tiny", nil, "", "i3/i1/c1"),
	)
	found := find(t, doc)
	var got []string
	for _, f := range found.List {
		if f.Rule == check.RuleUnusedIgnore {
			got = append(got, fmt.Sprint(f.Entry, " ", f.Colliders, " ", f.Message))
		}
	}
	want := []string{
		"4 [] the level ignores a finding of sliver that does not occur: there is no c78",
		"5 [] the level ignores a finding of tiny that does not occur: there is no i3/i1/c1",
		"2 [c1 c3] the level ignores a finding of overlap that does not occur",
		"3 [c2] the level ignores a finding of seam that does not occur: there is no c77",
	}
	if !slices.Equal(got, want) {
		t.Errorf("unused: %q\nwant %q", got, want)
	}
	mended, left, err := check.Repair(context.Background(), doc, check.Options{})
	if err != nil || len(mended.List) != 4 || len(left.Ignored) != 1 {
		t.Errorf("mended %q, left %q, ignored %q, %v", told(mended.List), told(left.List), told(left.Ignored), err)
	}
	if list := doc.Settings().Ignored; len(list) != 1 || list[0].Key() != "overlap c1 c2" {
		t.Errorf("the level ignores %v", list)
	}
}

// One entry of many colliders stands for each pair of them, and for a pile of them; entries are not called unused where a
// pile hides what they are about.
func TestIgnoredPiles(t *testing.T) {
	var all []*level.Collider
	var ids []level.ID
	for i := range 100 {
		all = append(all, box(float64(i), 100, float64(i)+200, 140))
		ids = append(ids, level.ID(i+1))
	}
	doc := document(t, all...)
	pair := level.NewIgnored("overlap", ids[98:], "")
	ignore(t, doc, pair)
	for _, f := range find(t, doc).List {
		if f.Rule == check.RuleUnusedIgnore {
			t.Errorf("in a pile: %s", f.Message)
		}
	}
	ignore(t, doc, level.NewIgnored("overlap", ids, ""))
	found := find(t, doc)
	if got := told(found.List); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "overlap") }) || found.AllIgnored() == 0 {
		t.Errorf("found %.300q, %d ignored", got, found.AllIgnored())
	}
}

// A baseline knows findings while other things move, however its file was written, and tells of those that are gone.
func TestBaseline(t *testing.T) {
	yard := func(x float64) *level.Document {
		return document(t, box(0, 200, 512, 256), box(x, 150, x+40, 230), box(300, 100, 360, 140), box(300, 100, 360, 140))
	}
	report := func(doc *level.Document, file string) check.Report {
		found, err := check.FindAll(context.Background(), doc.Snapshot(), check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := check.Report{File: file}
		r.SetFindings(found)
		return r
	}
	same := func(s string) string { return s }
	reports := []check.Report{report(yard(40), "b.level.yaml"), report(yard(40), "a.level.yaml")}
	was := check.NewBaseline(reports, same)
	data, err := was.Marshal()
	if err != nil || !json.Valid(data) {
		t.Fatalf("%v\n%s", err, data)
	}
	b, err := check.ParseBaseline(data, "base.json")
	if err != nil || b.Len() != was.Len() || b.Len() != len(reports[0].Findings)*2 {
		t.Fatalf("%d findings, %v\n%s", b.Len(), err, data)
	}
	again, err := b.Marshal()
	if err != nil || string(again) != string(data) {
		t.Errorf("written again:\n%s", again)
	}
	moved := report(yard(90), "a.level.yaml")
	if b.Apply(&moved, same); len(moved.Findings) != 0 || moved.Baseline.Count() == 0 || len(moved.Baseline.Gone) != 0 {
		t.Errorf("moved: %q, gone %v", told(moved.Findings), moved.Baseline.Gone)
	}
	other := report(yard(40), "c.level.yaml")
	if n := len(other.Findings); true {
		if b.Apply(&other, same); len(other.Findings) != n {
			t.Errorf("another file: %d of %d", len(other.Findings), n)
		}
	}
	apart := yard(40)
	c := *apart.Collider(2)
	c.Position.Y -= 120
	if err := apart.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(apart.Collider(2), &c)}}); err != nil {
		t.Fatal(err)
	}
	mended := report(apart, "a.level.yaml")
	b.Apply(&mended, same)
	if len(mended.Findings) != 0 || len(mended.Baseline.Gone) != 1 || mended.Baseline.Gone[0].String() != "overlap of c1 and c2" {
		t.Errorf("mended: %q, gone %v", told(mended.Findings), mended.Baseline.Gone)
	}
}

func TestBadBaselines(t *testing.T) {
	for text, want := range map[string]string{
		``:   "base.json",
		`{}`: "this is not a baseline",
		`{"format": "other", "version": 1, "findings": []}`:                                       "this is not a baseline",
		`{"format": "fillet-baseline", "version": 2, "findings": []}`:                             "version 2",
		`{"format": "fillet-baseline", "version": 1, "findings": [{"file": "a"}]}`:                `has a "file" and a "rule"`,
		`{"format": "fillet-baseline", "version": 1, "findings": [{"file": "a", "rule": []}]}`:    "base.json:1:",
		`{"format": "fillet-baseline", "findings": [{"file": "a", "rule": "gap", "count": -1}]}`:  "a count of -1",
		`{"format": "fillet-baseline", "findings": [{"file": "a", "rule": "gap", "colors": []}]}`: `unknown key "colors"`,
	} {
		if _, err := check.ParseBaseline([]byte(text), "base.json"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Of findings that are alike a baseline knows as many as there were.
func TestBaselineCounts(t *testing.T) {
	f := check.Finding{Rule: check.RuleSliver, Colliders: []level.ID{1}}
	same := func(s string) string { return s }
	b := check.NewBaseline([]check.Report{{File: "a", Findings: []check.Finding{f, f}}}, same)
	data, err := b.Marshal()
	if err != nil || !strings.Contains(string(data), `{"file":"a","rule":"sliver","colliders":["c1"],"count":2}`) {
		t.Errorf("%s %v", data, err)
	}
	for n := range 4 {
		r := check.Report{File: "a", Findings: slices.Repeat([]check.Finding{f}, n)}
		b.Apply(&r, same)
		gone := 0
		for _, e := range r.Baseline.Gone {
			gone += e.Count
		}
		if len(r.Findings) != max(n-2, 0) || r.Baseline.Count() != min(n, 2) || gone != max(2-n, 0) {
			t.Errorf("of %d: %d new, %d known, %d gone", n, len(r.Findings), r.Baseline.Count(), gone)
		}
	}
}

// A log has what the level ignores as suppressed in the source, and what the baseline knows as suppressed and unchanged.
func TestSARIFOfKnownFindings(t *testing.T) {
	doc := document(t, box(0, 200, 512, 256), box(40, 150, 80, 230), box(140, 150, 180, 230), box(240, 150, 280, 230))
	ignore(t, doc, level.NewIgnored("overlap", []level.ID{1, 2}, "in the mud"))
	r := check.Report{File: "a.level.yaml"}
	r.SetFindings(find(t, doc))
	same := func(s string) string { return s }
	known := check.NewBaseline([]check.Report{{File: "a.level.yaml", Findings: []check.Finding{{Rule: "overlap", Colliders: []level.ID{3, 1}}}}}, same)
	states := func(reports ...check.Report) (out []string) {
		t.Helper()
		data, err := check.SARIF(reports, "")
		if err != nil {
			t.Fatal(err)
		}
		validateSARIF(t, data)
		var log struct {
			Runs []struct {
				Results []struct {
					RuleID        string
					BaselineState string
					Suppressions  []struct{ Kind, Justification string }
				}
			}
		}
		if err := json.Unmarshal(data, &log); err != nil {
			t.Fatal(err)
		}
		for _, r := range log.Runs[0].Results {
			if r.RuleID == "overlap" {
				out = append(out, fmt.Sprint(r.BaselineState, r.Suppressions))
			}
		}
		return out
	}
	if got, want := states(r), []string{"[]", "[]", "[{inSource in the mud}]"}; !slices.Equal(got, want) {
		t.Errorf("without a baseline %q, want %q", got, want)
	}
	known.Apply(&r, same)
	if got, want := states(r), []string{"new[]", "unchanged[{inSource in the mud}]", "unchanged[{external known to the baseline}]"}; !slices.Equal(got, want) {
		t.Errorf("with a baseline %q, want %q", got, want)
	}
}

// A baseline that can be read is written with the same findings.
func FuzzBaseline(f *testing.F) {
	for _, s := range []string{
		`{"format": "fillet-baseline", "version": 1, "findings": []}`,
		`{"format": "fillet-baseline", "version": 1, "findings": [{"file": "a", "rule": "gap", "colliders": ["c1", "c2"], "count": 3}, {"file": "b", "rule": "x", "message": "m"}]}`,
		`{"format": "fillet-baseline", "findings": [{"file": "a", "rule": []}]}`, `{`, `[]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := check.ParseBaseline(data, "base.json")
		if err != nil {
			return
		}
		written, err := b.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		again, err := check.ParseBaseline(written, "again.json")
		if err != nil || again.Len() != b.Len() {
			t.Fatalf("%d findings, written %d: %v\n%s", b.Len(), again.Len(), err, written)
		}
	})
}
