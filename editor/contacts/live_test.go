package contacts

import (
	"testing"

	"fillet/editor/level"
)

// rowOfBoxes returns a document of n boxes of 16 pixels in a row, with the given distance between their centres.
func rowOfBoxes(t testing.TB, n int, apart float64) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "boxes"})}}
	for i := range n {
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{
			Kind: level.Box, Size: level.Vec{X: 16, Y: 16},
			Rounding: level.Inset,
		}, level.Vec{X: float64(i) * apart})
		c.Order = float64(i)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// A pair whose role has changed is reclassified once, not at every later update.
func TestReclassifiedOnce(t *testing.T) {
	doc := rowOfBoxes(t, 2, 12)
	live := NewLive(doc)
	for _, role := range []level.Role{level.Trigger, level.Solid, level.Trigger} {
		before := doc.Collider(2)
		after := *before
		after.Role = role
		change := level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(before, &after)}}
		if err := doc.Apply(change); err != nil {
			t.Fatal(err)
		}
		live.Apply(change)
		want := Overlapping
		if role == level.Trigger {
			want = Triggered
		}
		if p, ok := live.Contact(1, 2); !ok || p.State != want {
			t.Errorf("with the role %v the pair is %v", role, p.State)
		}
		if len(live.sorted) > 0 {
			t.Errorf("%v are still checked at every update", live.sorted)
		}
	}
}
