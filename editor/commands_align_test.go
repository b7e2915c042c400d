package editor_test

import (
	"bytes"
	"errors"
	"testing"

	"fillet/editor"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// Units can be aligned to the selection, the level, the last unit and the grid, and can be spaced and swapped. Groups
// move as one.
func TestArrange(t *testing.T) {
	rows := func(s *editor.Session) error { s.Selection().Set(1, 2, 3); return nil }
	grouped := func(s *editor.Session) error { // a and b form a group; c is selected too
		s.Selection().Set(1, 2)
		_, err := s.Groups().Group()
		s.Selection().Set(1, 2, 3)
		return err
	}
	for _, test := range []struct {
		name   string
		choose func(*editor.Session) error
		do     func(a editor.Arrange) error
		want   string
	}{
		{"left to the selection", rows, func(a editor.Arrange) error {
			return a.AlignTo(editor.AlignLeft, editor.ToSelection)
		}, "a box 0..10 0..10 *; b box 0..20 40..60 *; c box 0..10 100..110 *"},
		{"right to the last", rows, func(a editor.Arrange) error {
			return a.AlignTo(editor.AlignRight, editor.ToLast)
		}, "a box 100..110 0..10 *; b box 90..110 40..60 *; c box 100..110 100..110 *"},
		{"bottom to the level", rows, func(a editor.Arrange) error {
			return a.AlignTo(editor.AlignBottom, editor.ToLevel)
		}, "a box 0..10 566..576 *; b box 30..50 556..576 *; c box 100..110 566..576 *"},
		{"top to the grid", rows, func(a editor.Arrange) error {
			return a.AlignTo(editor.AlignTop, editor.ToGrid)
		}, "a box 0..10 0..10 *; b box 30..50 48..68 *; c box 100..110 96..106 *"},
		{"a group to the level", grouped, func(a editor.Arrange) error {
			return a.AlignTo(editor.AlignRight, editor.ToLevel)
		}, "a box 974..984 0..10 *; b box 1004..1024 40..60 *; c box 1014..1024 100..110 *"},
		{"equal gaps", rows, func(a editor.Arrange) error {
			return a.Distribute(editor.AxisX)
		}, "a box 0..10 0..10 *; b box 45..65 40..60 *; c box 100..110 100..110 *"},
		{"equal centres", rows, func(a editor.Arrange) error {
			return a.DistributeCentres(editor.AxisY)
		}, "a box 0..10 0..10 *; b box 30..50 45..65 *; c box 100..110 100..110 *"},
		{
			"swapped with a group", grouped, editor.Arrange.Swap,
			"a box 80..90 75..85 *; b box 110..130 115..135 *; c box 20..30 25..35 *",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, box("a", 5, 5, 10, 10), box("b", 40, 50, 20, 20), box("c", 105, 105, 10, 10))
			must(t, test.choose(s))
			before, _ := level.Marshal(s.Document())
			must(t, test.do(s.Arrange()))
			if got := shapes(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			s.Undo()
			if after, _ := level.Marshal(s.Document()); !bytes.Equal(before, after) {
				t.Error("undo does not restore the level")
			}
		})
	}
	t.Run("a typed gap", func(t *testing.T) {
		s := open(t, box("a", 5, 5, 10, 10), box("b", 40, 50, 20, 20))
		s.Selection().Set(1, 2)
		must(t, s.Arrange().Gap(editor.AxisX))
		if v := s.Proposal().Numbers[0].Value; v != 20 {
			t.Errorf("proposed gap = %v, want 20", v)
		}
		must(t, s.Proposal().Numbers[0].Set(7))
		must(t, s.Accept())
		if got, want := shapes(s), "a box 0..10 0..10 *; b box 17..37 40..60 *"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("too few", func(t *testing.T) {
		s := open(t, box("a", 5, 5, 10, 10))
		s.Selection().Set(1)
		for _, err := range []error{
			s.Arrange().AlignTo(editor.AlignLeft, editor.ToSelection), s.Arrange().Distribute(editor.AxisX),
			s.Arrange().Swap(), s.Arrange().Gap(editor.AxisX),
		} {
			if err == nil {
				t.Error("no error for a single shape")
			}
		}
		if s.Selection().Clear(); !errors.Is(s.Arrange().Swap(), editor.ErrNothingSelected) {
			t.Error("no error without a selection")
		}
	})
}

// Aligning and distributing are idempotent, groups keep their inner layout, and undo restores everything.
func TestArrangeProperties(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "shapes")
		var list []*level.Collider
		at := rapid.Float64Range(-30, 30)
		for i := range n { // centres must differ, or the order of the units would be ambiguous
			c := box("x", at.Draw(t, "x")+float64(i*200), at.Draw(t, "y")+float64(i*200),
				rapid.Float64Range(1, 90).Draw(t, "w"), rapid.Float64Range(1, 90).Draw(t, "h"))
			c.Angle = level.Degrees(rapid.IntRange(0, 23).Draw(t, "turn") * 15)
			list = append(list, c)
		}
		s := open(outer, list...)
		ids := make([]level.ID, n)
		for i := range ids {
			ids[i] = level.ID(i + 1)
		}
		inside := level.Vec{}
		if n > 3 {
			s.Selection().Set(1, 2)
			if _, err := s.Groups().Group(); err != nil {
				t.Fatal(err)
			}
			inside = s.Document().Collider(1).Position.Sub(s.Document().Collider(2).Position)
		}
		s.Selection().Set(ids...)
		before, _ := level.Marshal(s.Document())
		edge := editor.Edge(rapid.IntRange(0, 5).Draw(t, "edge"))
		to := editor.AlignTo(rapid.IntRange(0, 3).Draw(t, "to"))
		axis := editor.Axis(rapid.IntRange(0, 1).Draw(t, "axis"))
		do := rapid.SampledFrom([]func() error{
			func() error { return s.Arrange().AlignTo(edge, to) },
			func() error { return s.Arrange().Distribute(axis) },
			func() error { return s.Arrange().DistributeCentres(axis) },
		}).Draw(t, "do")
		if err := do(); err != nil {
			if errors.Is(err, editor.ErrTooFew) {
				return
			}
			t.Fatal(err)
		}
		once := s.History().Revision()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		if s.History().Revision() != once {
			t.Error("repeating the command moves something")
		}
		if n > 3 {
			if now := s.Document().Collider(1).Position.Sub(s.Document().Collider(2).Position); now.Dist(
				inside) > 1e-9 {
				t.Errorf("the group's inner layout changed from %v to %v", inside, now)
			}
		}
		for {
			if label, ok := s.History().CanUndo(); !ok || label == "Group 2 shapes" ||
				len(label) > 5 && label[:5] == "Group" {
				break
			}
			s.Undo()
		}
		if after, _ := level.Marshal(s.Document()); !bytes.Equal(before, after) {
			t.Error("undo does not restore the level")
		}
	})
}
