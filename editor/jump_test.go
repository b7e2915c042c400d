package editor_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
)

// After any jump in the history, the level is the same as at that step, and subscribers are notified once.
func TestJump(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t, box("a", 0, 0, 20, 20), box("b", 50, 0, 20, 20))
		files, labels := []string{textOf(t, s)}, []string{}
		for i := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			s.Selection().All()
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				_ = s.Nudge(float64(i+1), 0)
			case 1:
				_ = s.Duplicate()
			case 2:
				_ = s.DeleteSelection()
			case 3:
				_, _ = s.Layers().Add("")
			}
			if text := textOf(t, s); text != files[len(files)-1] {
				files = append(files, text)
				label, _ := s.History().CanUndo()
				labels = append(labels, label)
			}
		}
		h := s.History()
		if h.Len() != len(labels) || h.Done() != len(labels) {
			rt.Fatalf("%d of %d steps are done, want %d", h.Done(), h.Len(), len(labels))
		}
		heard := 0
		defer s.Subscribe(func(editor.Change) { heard++ })()
		for range rapid.IntRange(1, 8).Draw(rt, "jumps") {
			to := rapid.IntRange(-2, len(labels)+2).Draw(rt, "to")
			from := h.Done()
			heard = 0
			moved := editor.Jump(s, to)
			want := min(max(to, 0), len(labels))
			if h.Done() != want || h.Len() != len(labels) || textOf(t, s) != files[want] {
				rt.Fatalf("a jump to %d leads to %d of %d:\n%s\nwant\n%s", to, h.Done(), h.Len(), textOf(t, s),
					files[want])
			}
			if moved != (from != want) || moved && heard != 1 || h.RevisionAfter(want) != h.Revision() {
				rt.Fatalf("from %d to %d: moved %v, notified %d times", from, want, moved, heard)
			}
			for i, label := range labels {
				if h.Label(i) != label {
					rt.Fatalf("step %d is %q, want %q", i, h.Label(i), label)
				}
			}
			check(t, s)
		}
	})
}

// A jump in the middle of a gesture rolls the gesture back.
func TestJumpRollsBackGesture(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20))
	before := textOf(t, s)
	s.Selection().All()
	if err := s.Nudge(3, 0); err != nil {
		t.Fatal(err)
	}
	s.Begin("drag")
	_ = s.Nudge(9, 9)
	editor.Jump(s, 0)
	if got := textOf(t, s); got != before || s.History().Len() != 1 {
		t.Errorf("after the jump the file is\n%s", got)
	}
}

func BenchmarkJump(b *testing.B) {
	s := open(b, box("a", 0, 0, 20, 20), box("b", 50, 0, 20, 20))
	s.Selection().All()
	for i := range 10_000 {
		if err := s.Rename(s.Selection().IDs(), fmt.Sprint(i)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		editor.Jump(s, 0)
		editor.Jump(s, s.History().Len())
	}
}
