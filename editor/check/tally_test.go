package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"fillet/editor/check"
	"fillet/editor/level"
)

// specks returns a level of n circles that are tiny and outside the level: two findings each.
func specks(t *testing.T, n int) *level.Document {
	t.Helper()
	s := level.DefaultSettings()
	s.Size = level.Vec{X: 10, Y: 10}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "specks"})}}
	for i := range n {
		at := level.Vec{X: 100 + float64(i%1000)*200, Y: float64(i/1000) * 200}
		d.Colliders = append(d.Colliders, level.Added(level.NewCollider(level.ID(i+1), 1, "",
			level.Shape{Kind: level.Circle, Radius: 0.05}, at)))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// Findings beyond MaxFindings are counted by severity, in text and JSON.
func TestFindingsBeyondTheLimitAreCounted(t *testing.T) {
	t.Parallel()
	const n = check.MaxFindings
	doc := specks(t, n)
	found, err := check.Find(context.Background(), doc.Snapshot(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if cap(found.List) > n*3/2 {
		t.Errorf("the list of findings has room for %d", cap(found.List))
	}
	if len(found.List) != check.MaxFindings || found.Unlisted() != n || found.More[check.Warning] != n {
		t.Fatalf("%d findings are listed and %v more counted, want %d and %d warnings", len(found.List), found.More,
			check.MaxFindings, n)
	}
	for i, f := range found.List {
		if f.Rule != check.RuleTiny || f.Colliders[0] != level.ID(i+1) {
			t.Fatalf("finding %d is %s of %v, want the first ones in order", i, f.Rule, f.Colliders)
		}
	}
	reports := []check.Report{{File: "a.level.yaml", Findings: found.List, More: found.More}}
	if n, want := check.Count(reports)[check.Warning], 2*n; n != want {
		t.Errorf("%d warnings are counted, want %d", n, want)
	}
	text := check.Text(reports)
	for _, want := range []string{
		fmt.Sprintf("a.level.yaml: and %d more\n", n),
		fmt.Sprintf("0 errors, %d warnings, 0 notes\n", 2*n),
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the text ends with %q, want it to contain %q", text[max(0, len(text)-200):], want)
		}
	}
	data, err := check.JSON(reports)
	if err != nil {
		t.Fatal(err)
	}
	var asJSON struct {
		Findings []any
		Counts   map[string]int
		Unlisted int
	}
	if err := json.Unmarshal(data, &asJSON); err != nil {
		t.Fatal(err)
	}
	if len(asJSON.Findings) != n || asJSON.Unlisted != n || asJSON.Counts["warning"] != 2*n {
		t.Errorf("JSON has %d findings, %d unlisted, counts %v", len(asJSON.Findings), asJSON.Unlisted, asJSON.Counts)
	}
}

// Repair examines all findings, not only the listed ones.
func TestRepairBeyondTheLimit(t *testing.T) {
	t.Parallel()
	doc := specks(t, check.MaxFindings)
	box := func(id level.ID, x float64) level.Change[level.Collider] {
		return level.Added(level.NewCollider(id, 1, "", level.Shape{
			Kind: level.Box, Size: level.Vec{X: 10, Y: 10},
			Rounding: level.Inset,
		}, level.Vec{X: x, Y: -500}))
	}
	const first, second = check.MaxFindings + 1, check.MaxFindings + 2
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{box(first, 0), box(second, 0)}}); err !=
		nil {
		t.Fatal(err)
	}
	fixed, left, err := check.Repair(context.Background(), doc, check.Options{})
	if err != nil || len(fixed.List) != 1 {
		t.Fatalf("%d were fixed, want the copy: %v", len(fixed.List), err)
	}
	if len(left.List) != check.MaxFindings || left.Unlisted() == 0 {
		t.Errorf("%d findings are left and %d more", len(left.List), left.Unlisted())
	}
}
