package tool_test

import (
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// TestGroupsOnTheCanvas clicks boxes at x = 0, 40, 80, 120 and 160. c1 and c2 form group g1; g1 and c3 form g2.
func TestGroupsOnTheCanvas(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ script, want string }{
		{"click 0,0", "1 2 3 in 0"},
		{"click 160,0", "5 in 0"},
		{"double 0,0", "1 2 in 2"},
		{"double 0,0; click 0,0 double", "1 in 1"},
		{"double 80,0", "3 in 2"},
		{"double 0,0; click 0,0 double; key Escape", "1 2 in 2"},
		{"double 0,0; click 0,0 double; key Escape; key Escape", "1 2 3 in 0"},
		{"double 0,0; key Escape; key Escape", " in 0"},
		{"double 80,0; click 0,0", "1 2 in 2"},
		{"double 80,0; click 120,0", "4 in 0"},
		{"double 80,0; click 500,100", " in 0"},
		{"click 0,0 ctrl", "1 in 1"},
		{"click 0,0 ctrl; click 40,0 ctrl", "1 2 in 1"},
		{"click 0,0; click 120,0 shift", "1 2 3 4 in 0"},
		{"click 120,0; click 0,0 ctrl shift", "4 1 in 0"},
		{"click 120,0; click 160,0 ctrl", "4 5 in 0"},
		{"drag -30,-30 0,30", "1 2 3 in 0"},
		{"double 0,0; drag -30,-30 80,30", "1 2 3 in 2"},
		{"double 0,0; drag 110,-30 130,30", "4 in 0"},
		{"drag 0,0 0,50", "1 2 3 in 0"},
		{"double 0,0; key Delete", " in 2"},
		{"double 0,0; click 0,0 double; key Delete; click 40,0; key Delete", " in 2"},
		{"click 0,0; key Delete", " in 0"},
		{"click 0,0; key Delete; undo", "1 2 3 in 0"},
		{"click 40,0 right", "1 2 3 in 0"},
	} {
		r := newRig(t, boxAt(0), boxAt(40), boxAt(80), boxAt(120), boxAt(160))
		doc := r.s.Document()
		d := level.Diff{Groups: []level.Change[level.Group]{
			level.Added(&level.Group{ID: 1, Name: "inner", Layer: 1, Parent: 2}),
			level.Added(&level.Group{ID: 2, Name: "outer", Layer: 1}),
		}}
		for i, group := range []level.GroupID{1, 1, 2} {
			c := *doc.Collider(level.ID(i + 1))
			c.GroupOf = group
			d.Colliders = append(d.Colliders, level.Changed(doc.Collider(c.ID), &c))
		}
		if err := doc.Apply(d); err != nil {
			t.Fatal(err)
		}
		r.run(tt.script)
		var ids []string
		for _, id := range r.s.Selection().IDs() {
			ids = append(ids, fmt.Sprint(uint64(id)))
		}
		if got := fmt.Sprintf("%s in %d", strings.Join(ids, " "), r.s.Selection().Entered()); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.script, got, tt.want)
		}
		frames := 0
		for _, o := range r.c.Overlays() {
			if b, ok := o.(overlay.Box); ok && b.Dashed {
				frames++
			}
		}
		if want := len(r.s.Groups().Selected()); r.s.Selection().Entered() == 0 && frames != want {
			t.Errorf("%s: %d frames around %d groups", tt.script, frames, want)
		}
	}
}

func boxAt(x float64) *level.Collider {
	return level.NewCollider(0, 1, "", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 20, Y: 20},
		Rounding: level.Inset,
	}, level.Vec{X: x})
}
