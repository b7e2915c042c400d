package colliders_test

import (
	"fmt"
	"reflect"
	"testing"

	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// fewRecords returns a file of colliders and joints, some of which have the ids of others; some are one body.
func fewRecords(t *rapid.T) *colliders.File {
	f := &colliders.File{Categories: []string{rapid.SampledFrom([]string{"a", "b"}).Draw(t, "category")}}
	f.Level.Name = rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name")
	ids := rapid.Permutation([]string{"c1", "c2", "c3", "c4", "c5"}).Draw(t, "ids")
	for _, id := range ids[:rapid.IntRange(0, len(ids)).Draw(t, "colliders")] {
		f.Colliders = append(f.Colliders, colliders.Collider{
			ID: id, OneBody: rapid.SampledFrom([]string{"", "g1", "g2"}).Draw(t, "body"),
			Name: fmt.Sprint(rapid.IntRange(0, 1).Draw(t, "name")),
		})
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "joints") {
		f.Joints = append(f.Joints, colliders.Joint{
			ID: fmt.Sprint("j", i), Name: fmt.Sprint(rapid.IntRange(0, 1).Draw(t, "name")),
		})
	}
	return f
}

// Merged changes have the effect of all changes in turn.
func TestThen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := fewRecords(t)
		now, byOne := *start, *start
		var all *colliders.Change
		for range rapid.IntRange(1, 5).Draw(t, "changes") {
			c := colliders.Diff(&now, fewRecords(t))
			if err := now.Apply(c, nil); err != nil {
				t.Fatal(err)
			}
			if all == nil {
				all = c
			} else {
				all = all.Then(c)
			}
		}
		if err := byOne.Apply(all, nil); err != nil {
			t.Fatal(err)
		}
		if d := colliders.Diff(&byOne, &now); !d.IsEmpty() {
			t.Fatalf("the merged change is %+v, which gives\n%+v\nwant\n%+v", all, byOne, now)
		}
		if !reflect.DeepEqual(byOne.Level, now.Level) {
			t.Fatal("the level differs")
		}
	})
}
