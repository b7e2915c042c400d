package editor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// sunk returns a session with a crate (c2) and a post (c3) that have sunk into a floor (c1).
func sunk(t *testing.T) *editor.Session {
	t.Helper()
	doc, err := level.Parse([]byte(`fillet: 1
name: Sunk
size: [320, 200]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [320, 40], position: [160, 180]}
      - {id: c2, name: crate, kind: box, size: [32, 32], position: [100, 150], body: dynamic}
      - {id: c3, name: post, kind: box, size: [16, 60], position: [250, 140], body: dynamic}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	return editor.NewSession(doc)
}

func keys(s *editor.Session) string {
	var out []string
	for _, e := range s.Document().Settings().Ignored {
		out = append(out, e.Key()+": "+e.Reason)
	}
	return strings.Join(out, "; ")
}

// An ignored pair does not count as an overlap, even after undo and redo.
func TestIgnoredPairsAreExpected(t *testing.T) {
	t.Parallel()
	s := sunk(t)
	overlaps := func(want int, ignored string) {
		t.Helper()
		if err := s.Live().Validate(); err != nil {
			t.Error(err)
		}
		if got := s.Live().Counts(); got.Overlaps != want || got.Expected != 2-want || keys(s) != ignored {
			t.Errorf("%+v with %q ignored, want %d overlaps with %q", got, keys(s), want, ignored)
		}
	}
	overlaps(2, "")
	must(t, s.Ignored().Add(level.NewIgnored(level.RuleOverlap, []level.ID{2, 1}, "  half in\nthe mud ")))
	overlaps(1, "overlap c1 c2: half in the mud")
	if label, _ := s.History().CanUndo(); label != "Ignore overlap" {
		t.Errorf("step = %q", label)
	}
	if got := s.Live().State(2); got != contacts.Expected {
		t.Errorf("crate = %v", got)
	}
	must(t, s.Ignored().Add(level.NewIgnored(level.RuleOverlap, []level.ID{1, 2}, "on purpose"),
		level.NewIgnored(level.RuleOverlap, []level.ID{1, 3}, "")))
	overlaps(0, "overlap c1 c2: on purpose; overlap c1 c3: ")
	if s.Ignored().Pair(3, 1) != 1 || s.Ignored().Pair(2, 3) != -1 {
		t.Errorf("the pairs are entries %d and %d", s.Ignored().Pair(3, 1), s.Ignored().Pair(2, 3))
	}
	must(t, s.Ignored().Remove(0))
	overlaps(1, "overlap c1 c3: ")
	s.Undo()
	overlaps(0, "overlap c1 c2: on purpose; overlap c1 c3: ")
	s.Undo()
	s.Undo()
	overlaps(2, "")
	s.Redo()
	overlaps(1, "overlap c1 c2: half in the mud")
	if err := s.Ignored().Remove(7); !errors.Is(err, editor.ErrNotIgnored) {
		t.Errorf("a missing entry: %v", err)
	}
	// The pair stays ignored when it moves, and undoing a deletion restores the entry.
	s.Selection().Set(2)
	must(t, s.Nudge(0, -3))
	overlaps(1, "overlap c1 c2: half in the mud")
	must(t, s.DeleteSelection())
	if got := s.Live().Counts(); got.Overlaps != 1 || got.Expected != 0 || keys(s) == "" {
		t.Errorf("after deleting the crate: %+v, %q", got, keys(s))
	}
	s.Undo()
	overlaps(1, "overlap c1 c2: half in the mud")
}

// If all colliders of an ignored entry are copied, the copies are ignored too; otherwise they are not.
func TestCopiedIgnoredPairs(t *testing.T) {
	t.Parallel()
	for name, copies := range map[string]func(s *editor.Session){
		"duplicate": func(s *editor.Session) { must(t, s.Duplicate()) },
		"paste": func(s *editor.Session) {
			must(t, s.Clipboard().Paste(s.Clipboard().Copy(), level.Vec{X: 100, Y: 100}))
		},
	} {
		s := sunk(t)
		must(t, s.Ignored().Add(level.NewIgnored(level.RuleOverlap, []level.ID{1, 2}, "mud"),
			level.NewIgnored(level.RuleOverlap, []level.ID{1, 3}, "")))
		s.Selection().Set(1, 2)
		before := s.Document().Settings()
		copies(s)
		list := s.Document().Settings().Ignored
		ids := s.Selection().IDs()
		slices.Sort(ids)
		if len(list) != 3 || list[2].Reason != "mud" || !slices.Equal(list[2].IDs, ids) {
			t.Errorf("%s: the level ignores %q, copies = %v", name, keys(s), ids)
		}
		s.Undo()
		if s.Document().Settings() != before {
			t.Errorf("%s: after undo, the level ignores %q", name, keys(s))
		}
		s.Selection().Set(2)
		copies(s)
		if len(s.Document().Settings().Ignored) != 2 {
			t.Errorf("%s of one: the level ignores %q", name, keys(s))
		}
	}
}
