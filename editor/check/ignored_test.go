package check_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// ignore adds entries to the document's ignored findings.
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

// rulesOf lists the rule and the colliders of each finding.
func rulesOf(list []check.Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, level.NewIgnored(f.Rule, f.Colliders, "").Key())
	}
	return out
}

// Ignored findings of any rule are counted but not reported.
func TestIgnoredIsNotReported(t *testing.T) {
	t.Parallel()
	doc := document(t,
		box(0, 200, 512, 256), box(40, 150, 80, 230), // an overlap
		box(200, 100, 260, 140), box(200, 100, 260, 140), // a duplicate
		box(300, 0, 300.5, 0.5), // tiny
		box(600, 0, 640, 40),    // outside
	)
	before := find(t, doc)
	want := []string{"overlap c1 c2", "duplicate c3 c4", "tiny c5", "outside c6"}
	if got := rulesOf(before.List); !slices.Equal(slices.DeleteFunc(got, func(s string) bool {
		return s == "unused-category"
	}), want) || len(before.Ignored)+before.MoreIgnored != 0 {
		t.Fatalf("found %q, %d ignored", got, len(before.Ignored)+before.MoreIgnored)
	}
	for i, f := range before.List {
		if len(f.Colliders) == 0 {
			continue
		}
		doc := copyDocument(t, doc)
		ignore(t, doc, level.NewIgnored(f.Rule, f.Colliders, "meant"))
		after := find(t, doc)
		if got := rulesOf(after.List); !slices.Equal(got, slices.Delete(rulesOf(before.List), i, i+1)) {
			t.Errorf("with %s ignored: %q", f.Rule, got)
		}
		if got := rulesOf(after.Ignored); len(got) != 1 || got[0] != rulesOf(before.List)[i] ||
			after.Ignored[0].Reason != "meant" || after.Ignored[0].Entry != 1 {
			t.Errorf("with %s ignored, the ignored findings are %+v", f.Rule, after.Ignored)
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

// Exactly the rules about colliders can be ignored.
func TestIgnorableRules(t *testing.T) {
	t.Parallel()
	fixed := []string{
		check.RuleInvalidOutline, check.RuleRepeatedID, check.RuleConflict, check.RuleUnusedCategory,
		check.RuleUnusedIgnore, check.RuleMissingPrefab, check.RuleLooseJoint, check.RuleUnusedChange,
		check.RuleLostPath, check.RuleProjectFile, check.RuleProjectCategories, check.RuleProjectMaterials,
	}
	var all []string
	for _, r := range check.Rules() {
		all = append(all, r.ID)
	}
	if got := slices.Concat(level.IgnorableRules(), fixed); !slices.Equal(slices.Sorted(slices.Values(got)),
		slices.Sorted(slices.Values(all))) {
		t.Errorf("%q can be ignored; the rules are %q", level.IgnorableRules(), all)
	}
}

// An entry that ignores nothing is reported with the missing collider, if any. One fix removes all such entries and no
// others.
func TestUnusedIgnored(t *testing.T) {
	t.Parallel()
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
		"4 [] ignore entry for sliver matches no finding: c78 does not exist",
		"5 [] ignore entry for tiny matches no finding: i3/i1/c1 does not exist",
		"2 [c1 c3] ignore entry for overlap matches no finding",
		"3 [c2] ignore entry for seam matches no finding: c77 does not exist",
	}
	if !slices.Equal(got, want) {
		t.Errorf("unused: %q\nwant %q", got, want)
	}
	fixed, left, err := check.Repair(context.Background(), doc, check.Options{})
	if err != nil || len(fixed.List) != 4 || len(left.Ignored) != 1 {
		t.Errorf("fixed %q, left %q, ignored %q, %v", rulesOf(fixed.List), rulesOf(left.List), rulesOf(left.Ignored),
			err)
	}
	if list := doc.Settings().Ignored; len(list) != 1 || list[0].Key() != "overlap c1 c2" {
		t.Errorf("the level ignores %v", list)
	}
}

// An entry about many colliders covers each pair of them, and a pile of them. If a pile hides its colliders, the entry
// is not reported as unused.
func TestIgnoredPiles(t *testing.T) {
	t.Parallel()
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
	if got := rulesOf(found.List); slices.ContainsFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "overlap")
	}) || len(found.Ignored)+found.MoreIgnored == 0 {
		t.Errorf("found %.300q, %d ignored", got, len(found.Ignored)+found.MoreIgnored)
	}
}
