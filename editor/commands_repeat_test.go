package editor_test

import (
	"bytes"
	"errors"
	"testing"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// Duplicate places the copy beside the original: touching it, within the level and without overlapping anything.
func TestDuplicateBeside(t *testing.T) {
	t.Parallel()
	frame := func(x, y, w, h float64) *level.Collider { return box("wall", x, y, w, h) }
	ball := level.NewCollider(0, 0, "a", level.Shape{Kind: level.Circle, Radius: 7}, level.Vec{X: 50, Y: 50})
	for _, test := range []struct {
		name    string
		of      *level.Collider
		around  []*level.Collider
		size    level.Vec
		want    level.Vec // the offset
		touches bool
	}{
		{"right", box("a", 50, 50, 22, 10), nil, level.Vec{}, level.Vec{X: 22}, true},
		{"a circle", ball, nil, level.Vec{}, level.Vec{X: 14}, true},
		{
			"below, where the right is taken", box("a", 50, 50, 22, 10),
			[]*level.Collider{frame(80, 50, 20, 20)},
			level.Vec{},
			level.Vec{Y: 10},
			true,
		},
		{
			"left, where the floor is below", box("a", 50, 50, 22, 10),
			[]*level.Collider{frame(80, 50, 20, 20), frame(50, 65, 100, 20)},
			level.Vec{},
			level.Vec{X: -22},
			true,
		},
		{"at the level's edge", box("a", 85, 50, 22, 10), nil, level.Vec{X: 100, Y: 100}, level.Vec{Y: 10}, true},
		{
			"a point", level.NewCollider(0, 0, "a", level.Shape{Kind: level.Point}, level.Vec{X: 50, Y: 50}), nil,
			level.Vec{},
			level.Vec{X: level.DefaultSettings().Grid.Size.X},
			false,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, append([]*level.Collider{test.of}, test.around...)...)
			must(t, s.EditSettings("Size", func(set *level.Settings) { set.Size = test.size }))
			s.Selection().Set(1)
			must(t, s.Duplicate())
			id := s.Selection().IDs()[0]
			c := s.Document().Collider(id)
			if by := c.Position.Sub(s.Document().Collider(1).Position); by != test.want {
				t.Errorf("the copy is at %v from the original, want %v", by, test.want)
			}
			if state := s.Live().State(id); state == contacts.Overlapping ||
				(state == contacts.Touching) != test.touches {
				t.Errorf("the copy is %v", state)
			}
		})
	}
}

// Repeated duplicates make a row, which turns where it is blocked.
func TestDuplicateRow(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 5, 5, 10, 10), box("wall", 35, 5, 10, 30))
	s.Selection().Set(1)
	for range 4 {
		must(t, s.Duplicate())
	}
	want := "a 2 box 10..20 0..10; a 3 box 20..30 0..10; a 4 box 20..30 10..20; a 5 box 20..30 20..30 *; " +
		"a box 0..10 0..10; wall box 30..40 -10..20"
	if got := shapes(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Duplicate repeats the move, rotation or scale of the last copy.
func TestDuplicateAgain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		do   func(s *editor.Session) error
		want string
	}{
		{"at once", func(*editor.Session) error {
			return nil
		}, "a 2 box 10..20 0..10; a 3 box 20..30 0..10 *; a box 0..10 0..10"},
		{"moved", func(s *editor.Session) error {
			return s.Nudge(20, 0)
		}, "a 2 box 30..40 0..10; a 3 box 60..70 0..10 *; a box 0..10 0..10"},
		{"turned", func(s *editor.Session) error {
			return errors.Join(s.Nudge(10, 0), s.RotateBy(90))
		}, "a 2 box 20..30 0..10; a 3 box 20..30 20..30 *; a box 0..10 0..10"},
		{"scaled", func(s *editor.Session) error {
			return errors.Join(s.Nudge(-10, 20), s.Transform(editor.PivotMiddle).SetSize(level.Vec{X: 20, Y: 20}))
		}, "a 2 box -5..15 15..35; a 3 box -15..25 45..85 *; a box 0..10 0..10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, box("a", 5, 5, 10, 10))
			s.Selection().Set(1)
			must(t, s.Duplicate())
			must(t, test.do(s))
			must(t, s.Duplicate())
			if got := shapes(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	t.Run("of something else", func(t *testing.T) {
		s := open(t, box("a", 5, 5, 10, 10), box("b", 105, 5, 10, 10))
		s.Selection().Set(1)
		must(t, s.Duplicate())
		must(t, s.Nudge(50, 0))
		s.Selection().Set(2)
		must(t, s.Duplicate())
		if c := s.Document().Collider(s.Selection().IDs()[0]); c.Position != (level.Vec{X: 115, Y: 5}) {
			t.Errorf("the copy of b is at %v", c.Position)
		}
	})
	t.Run("after undo", func(t *testing.T) {
		s := open(t, box("a", 5, 5, 10, 10))
		s.Selection().Set(1)
		must(t, s.Duplicate())
		must(t, s.Nudge(50, 0))
		s.Undo()
		s.Undo()
		s.Selection().Set(1)
		must(t, s.Duplicate())
		if got, want := shapes(s), "a 2 box 10..20 0..10 *; a box 0..10 0..10"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestArrays(t *testing.T) {
	t.Parallel()
	v := func(x, y float64) level.Vec { return level.Vec{X: x, Y: y} }
	set := func(s *editor.Session, err error, numbers ...float64) error {
		if err != nil {
			return err
		}
		for i, n := range numbers {
			if err := s.Proposal().Numbers[i].Set(n); err != nil {
				return err
			}
		}
		return s.Accept()
	}
	for _, test := range []struct {
		name string
		in   []*level.Collider
		do   func(s *editor.Session) error
		want string
		err  error
	}{
		{
			"a line",
			[]*level.Collider{box("a", 5, 5, 10, 10)},
			func(s *editor.Session) error { return set(s, s.Repeat().Line(), 2, 20, 5) },
			"a 2 box 20..30 5..15 *; a 3 box 40..50 10..20 *; a box 0..10 0..10", nil,
		},
		{
			"a line with a pitch of whole cells",
			[]*level.Collider{box("a", 5, 5, 20, 10)},
			func(s *editor.Session) error { return set(s, s.Repeat().Line(), 1) },
			"a 2 box 27..47 0..10 *; a box -5..15 0..10", nil,
		},
		{
			"a grid",
			[]*level.Collider{box("a", 5, 5, 10, 10)},
			func(s *editor.Session) error { return set(s, s.Repeat().Grid(), 2, 2, 20, 30) },
			"a 2 box 20..30 0..10 *; a 3 box 0..10 30..40 *; a 4 box 20..30 30..40 *; a box 0..10 0..10", nil,
		},
		{
			"a circle",
			[]*level.Collider{box("a", 0, 0, 20, 10)},
			func(s *editor.Session) error { return set(s, s.Repeat().Circle(), 3, 100) },
			"a 2 box 95..105 90..110 *; a 3 box -10..10 195..205 *; a 4 box -105..-95 90..110 *; a box -10..10 -5..5",
			nil,
		},
		{
			"an upright circle",
			[]*level.Collider{box("a", 0, 0, 20, 10)},
			func(s *editor.Session) error {
				must(t, s.Repeat().Circle())
				s.Proposal().Choose(0)
				return set(s, nil, 3, 100)
			}, "a 2 box 90..110 95..105 *; a 3 box -10..10 195..205 *; a 4 box -110..-90 95..105 *; a box -10..10 -5..5",
			nil,
		},
		{
			"along a chain",
			[]*level.Collider{edge("path", v(0, 100), v(40, 100), v(40, 140)), box("a", 0, 0, 20, 10)},
			func(s *editor.Session) error { return set(s, s.Repeat().Along(), 3) },
			"a 2 box -10..10 95..105 *; a 3 box 30..50 95..105 *; a 4 box 30..50 135..145 *; a box -10..10 -5..5; " +
				"path chain 0..40 100..140", nil,
		},
		{"turned along a chain", []*level.Collider{
			edge("path", v(0, 100), v(40, 100), v(40, 140)),
			box("a", 0, 0, 20, 10),
		}, func(s *editor.Session) error {
			must(t, s.Repeat().Along())
			s.Proposal().Choose(1)
			return set(s, nil, 2)
		}, "a 2 box -10..10 95..105 *; a 3 box 35..45 130..150 *; a box -10..10 -5..5; path chain 0..40 100..140", nil},
		{"along nothing", []*level.Collider{box("a", 0, 0, 20, 10)}, func(s *editor.Session) error {
			return s.Repeat().Along()
		}, "", editor.ErrNoPath},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.in...)
			before := marshalled(t, s)
			for c := range s.Document().Colliders() {
				s.Selection().Add(c.ID)
			}
			if err := test.do(s); !errors.Is(err, test.err) {
				t.Fatal(err)
			} else if err != nil {
				return
			}
			if got := shapes(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if _, ok := s.Undo(); !ok || !bytes.Equal(marshalled(t, s), before) {
				t.Error("one undo does not restore the level")
			}
		})
	}
	s := open(t, box("a", 0, 0, 20, 10))
	s.Selection().Set(1)
	must(t, s.Repeat().Grid())
	if err := s.Proposal().Numbers[0].Set(9000); err == nil {
		t.Error("18,000 copies are proposed")
	}
	if n := s.Proposal().Numbers[0].Value; n != 3 {
		t.Errorf("after an invalid number there are %g columns", n)
	}
}

// Pasting twice at the same point offsets the second copy; pasting in place does not.
func TestPasteOffsetsCopies(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 8, 8, 16, 16))
	s.Selection().Set(1)
	text := s.Clipboard().Copy()
	for range 3 {
		must(t, s.Clipboard().Paste(text, level.Vec{X: 8, Y: 8}))
	}
	if got, want := shapes(s), "a 2 box 16..32 16..32; a 3 box 32..48 32..48; a 4 box 48..64 48..64 *; a box "+
		"0..16 0..16"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	must(t, s.Clipboard().PasteInPlace(text))
	if c := s.Document().Collider(s.Selection().IDs()[0]); c.Position != (level.Vec{X: 8, Y: 8}) {
		t.Errorf("pasted in place: position = %v", c.Position)
	}
}

// An array of any selection, including groups, has the right size, and one undo removes it.
func TestRandomArrays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t, box("a", 0, 0, 20, 10), circle("b", 50, 0, 9),
			edge("c", level.Vec{}, level.Vec{X: 30, Y: 20}, level.Vec{X: 60}), box("d", 90, 0, 9, 9))
		s.Selection().Set(1, 4)
		if rapid.Bool().Draw(rt, "grouped") {
			_, err := s.Groups().Group()
			must(t, err)
		}
		before := marshalled(t, s)
		var ids []level.ID
		for id := range level.ID(4) {
			if rapid.Bool().Draw(rt, "selected") {
				ids = append(ids, id+1)
			}
		}
		s.Selection().Set(ids...)
		r := s.Repeat()
		n, had := rapid.IntRange(1, 9).Draw(rt, "n"), s.Document().Len()
		was := s.Selection().Len()
		along := false
		err := rapid.SampledFrom([]func() error{r.Line, r.Circle, func() error { along = true; return r.Along() }}).Draw(rt, "array")()
		if err != nil {
			return
		}
		if along {
			was--
		}
		if err := s.Proposal().Numbers[0].Set(float64(n)); err != nil {
			rt.Fatal(err)
		}
		if err := s.Accept(); err != nil {
			rt.Fatal(err)
		}
		if got := s.Document().Len(); got != had+n*was {
			rt.Fatalf("%d shapes of %d, %d times %d more", got, had, n, was)
		}
		if _, ok := s.Undo(); !ok || !bytes.Equal(marshalled(t, s), before) {
			rt.Fatal("undo does not remove all copies")
		}
	})
}

// PasteSeveral pastes the clipboard several times at a constant offset, with unique names, as one step.
func TestPasteSeveral(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 5, 5, 10, 10))
	s.Selection().Set(1)
	text := s.Clipboard().Copy()
	must(t, s.Clipboard().PasteSeveral(text, level.Vec{X: 101, Y: 101}))
	if n := s.Proposal().Len(); n != 3 {
		t.Errorf("%d shapes are proposed", n)
	}
	must(t, s.Proposal().Numbers[0].Set(2))
	must(t, s.Proposal().Numbers[1].Set(40))
	must(t, s.Accept())
	if got, want := shapes(s), "a 2 box 96..106 96..106 *; a 3 box 136..146 96..106 *; a box 0..10 0..10"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if s.Undo(); s.Document().Len() != 1 {
		t.Error("pasting takes more than one step")
	}
	if s.Clipboard().PasteSeveral("nothing", level.Vec{}) == nil {
		t.Error("no error for text without shapes")
	}
	must(t, s.Clipboard().PasteSeveral(text, level.Vec{}))
	must(t, s.Proposal().Numbers[0].Set(1e6))
	if n := s.Proposal().Numbers[0].Value; n > 10_000 {
		t.Errorf("%v are proposed", n)
	}
}
