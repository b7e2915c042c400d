package check_test

import (
	"encoding/json"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

func someReports(t *testing.T) []check.Report {
	t.Helper()
	doc := document(t, box(0, 200, 100, 256), box(100, 200.8, 200, 256), with(box(50, 150, 60, 210), dynamic),
		box(0, 0, 0.5, 0.5))
	return []check.Report{
		{
			File: "levels/a level.level.yaml", Findings: run(t, doc), Labels: map[level.ID]string{1: "floor", 2: "c2"},
			Places: map[level.ID]level.FilePosition{1: {Line: 12, Column: 9}},
		},
		{
			File: "/tmp/b.level.yaml",
			Findings: []check.Finding{{
				Rule: check.RuleInvalidOutline, Severity: check.Error,
				Message: "it crosses itself",
			}},
			Where: map[int]level.FilePosition{0: {Line: 3, Column: 4}},
		},
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	const want = `levels/a level.level.yaml:12:9: error: c1 "floor" and c3: the two solids overlap by 10 px, at (50, 205) [overlap]
levels/a level.level.yaml:12:9: warning: c1 "floor" and c2: step of 0.8 px between the two surfaces, at (100, 200.4) [seam]
levels/a level.level.yaml: warning: c4: it is only 0.5 by 0.5 px, at (0.25, 0.25) [tiny]
levels/a level.level.yaml: note: no collider belongs to the category "player" or names it [unused-category]
/tmp/b.level.yaml:3:4: error: it crosses itself [invalid-outline]
2 errors, 2 warnings, 1 note
`
	if got := string(check.Text(someReports(t))); got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
}

// A finding about a pile names the first few colliders and counts the rest; JSON lists all of them.
func TestReportsOfAPile(t *testing.T) {
	t.Parallel()
	var all []level.ID
	for i := range 500 {
		all = append(all, level.ID(i+1))
	}
	reports := []check.Report{{
		File: "a.level.yaml", Labels: map[level.ID]string{2: "crate"},
		Findings: []check.Finding{{
			Rule: check.RuleOverlap, Severity: check.Error, Message: "they lie on one another",
			Colliders: all,
		}},
	}}
	const named = `c1, c2 "crate", c3 and 497 more: they lie on one another`
	if got := string(check.Text(reports)); !strings.HasPrefix(got, "a.level.yaml: error: "+named+", at") {
		t.Errorf("the text is %s", got)
	}
	data, err := check.JSON(reports)
	if n := strings.Count(string(data), `"c`); err != nil || n < len(all) {
		t.Errorf("JSON names %d, %v", n, err)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	data, err := check.JSON(someReports(t))
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Findings []struct {
			Rule      string
			Colliders []string
			Line      int
		}
		Counts map[string]int
	}
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Findings) != 5 || out.Findings[0].Rule != "overlap" || out.Findings[0].Colliders[1] != "c3" ||
		out.Findings[0].Line != 12 || out.Counts["error"] != 2 {
		t.Errorf("the findings are %s", data)
	}
}

// A trimmed report prints the same text and refers to nothing else.
func TestTrimmedReportsAreEqual(t *testing.T) {
	t.Parallel()
	texts := func(reports []check.Report) string {
		asJSON, err := check.JSON(reports)
		if err != nil {
			t.Fatal(err)
		}
		return string(check.Text(reports)) + string(asJSON)
	}
	reports := someReports(t)
	reports[0].Labels[9], reports[0].Places[9] = "nothing is wrong with it", level.FilePosition{Line: 99}
	want := texts(reports)
	for i := range reports {
		reports[i].Trim()
	}
	if got := texts(reports); got != want {
		t.Errorf("trimmed report:\n%s\nwant\n%s", got, want)
	}
	if r := reports[0]; len(r.Labels) != 2 || len(r.Places) != 1 {
		t.Errorf("labels %v and places %v are left", r.Labels, r.Places)
	}
	for _, f := range reports[0].Findings {
		if f.Fix != nil && len(f.Fix.Diff.Colliders)+len(f.Fix.Diff.Layers) > 0 {
			t.Errorf("%s still has its change", f.Rule)
		}
	}
}
