package editor_test

import (
	"bytes"
	"testing"

	"fillet/editor"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// The selection can be moved, resized, rotated and scaled about a pivot, or about individual pivots.
func TestTransform(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		pivot editor.Pivot
		do    func(w editor.Transform) error
		want  string
	}{
		{"the top left to 100, 50", 0, func(w editor.Transform) error {
			return w.MoveTo(level.Vec{X: 100, Y: 50})
		}, "a box 100..120 50..70 *; b box 140..160 70..90 *"},
		{"the bottom right to 0, 0", 8, func(w editor.Transform) error {
			return w.MoveTo(level.Vec{})
		}, "a box -60..-40 -40..-20 *; b box -20..0 -20..0 *"},
		{"twice as wide from the left", 3, func(w editor.Transform) error {
			return w.SetSize(level.Vec{X: 120, Y: 40})
		}, "a box 0..40 0..20 *; b box 80..120 20..40 *"},
		{"a quarter turn about the middle", 4, func(w editor.Transform) error {
			return w.Turn(90)
		}, "a box 30..50 -10..10 *; b box 10..30 30..50 *"},
		{"half as large about the top right", 2, func(w editor.Transform) error {
			return w.Scale(0.5)
		}, "a box 30..40 0..10 *; b box 50..60 10..20 *"},
		{"each twice as large", editor.PivotEach, func(w editor.Transform) error {
			return w.Scale(2)
		}, "a box -10..30 -10..30 *; b box 30..70 10..50 *"},
		{"each by an eighth", editor.PivotEach, func(w editor.Transform) error {
			return w.Turn(45)
		}, "a box -4.14..24.14 -4.14..24.14 *; b box 35.86..64.14 15.86..44.14 *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, box("a", 10, 10, 20, 20), box("b", 50, 30, 20, 20))
			s.Selection().Set(1, 2)
			before := marshalled(t, s)
			must(t, test.do(s.Transform(test.pivot)))
			if got := shapes(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			s.Undo()
			if !bytes.Equal(before, marshalled(t, s)) {
				t.Error("undo does not restore the level")
			}
		})
	}
	s := open(t, box("a", 10, 10, 20, 20))
	s.Selection().Set(1)
	if s.Transform(0).Scale(0) == nil || s.Transform(0).Scale(-1) == nil {
		t.Error("a scale of 0 is accepted")
	}
}

// Every command keeps the pivot in place, even in the frame of a single shape. With individual pivots, a group keeps
// its centre.
func TestPivotStays(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		s := open(outer, drawColliders(t)...)
		if s.Selection().All(); s.Selection().Len() == 0 {
			return
		}
		if rapid.Bool().Draw(t, "one") {
			s.Selection().Set(s.Selection().IDs()[0])
		}
		before := marshalled(outer, s)
		pivot := editor.Pivot(rapid.IntRange(0, 8).Draw(t, "pivot"))
		w := s.Transform(pivot)
		at, size := w.At(), w.Size()
		factor := rapid.Float64Range(0.5, 3).Draw(t, "factor")
		if s.Selection().Len() == 1 {
			if err := w.Turn(level.Degrees(rapid.IntRange(-180, 180).Draw(t, "turn"))); err != nil {
				return // the selection is locked
			}
			if now := w.At(); now.Dist(at) > 1e-6 {
				t.Errorf("rotating moved pivot %d from %v to %v", pivot, at, now)
			}
		}
		if err := w.Scale(factor); err != nil {
			return // the scale is out of range, or the selection is locked
		}
		locked := false
		for _, id := range s.Selection().IDs() {
			locked = locked || s.Document().Locked(s.Document().Collider(id))
		}
		if now := w.Size(); !locked && now.Dist(size.Mul(factor)) > 1e-6*(1+size.Len()) {
			t.Errorf("%v scaled by %v is %v", size, factor, now)
		}
		if now := w.At(); !locked && now.Dist(at) > 1e-6*(1+size.Len()) {
			t.Errorf("scaling moved pivot %d from %v to %v", pivot, at, now)
		}
		for {
			if _, ok := s.Undo(); !ok {
				break
			}
		}
		if !bytes.Equal(before, marshalled(outer, s)) {
			t.Error("undo does not restore the level")
		}
	})
}
