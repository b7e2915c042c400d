package editor_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// grouped returns a session with six boxes, c1 to c6. c6 is on a second layer.
func grouped(t *testing.T) *editor.Session {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{
		level.Added(&level.Layer{ID: 1, Name: "one", Order: 1}),
		level.Added(&level.Layer{ID: 2, Name: "two", Order: 2}),
	}}
	for i := range 6 {
		c := level.NewCollider(level.ID(i+1), level.LayerID(1+i/5), fmt.Sprint("b", i+1),
			level.Shape{Kind: level.Box, Size: level.Vec{X: 20, Y: 20}, Rounding: level.Inset},
			level.Vec{X: float64(40 * i)})
		c.Order = float64(i + 1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	n := uint64(100)
	doc.UseIDs(func(byte) uint64 { n++; return n })
	return editor.NewSession(doc)
}

// tree returns the level as text: each layer's colliders in drawing order, with their groups.
func tree(s *editor.Session) string {
	var b strings.Builder
	doc := s.Document()
	for i, l := range doc.Layers() {
		if i > 0 {
			b.WriteString(" | ")
		}
		for j, c := range doc.InLayer(l.ID) {
			if j > 0 {
				b.WriteString(" ")
			}
			path := ""
			for g := doc.Group(c.GroupOf); g != nil; g = doc.Group(g.Parent) {
				path = g.Name + "/" + path
			}
			b.WriteString(strings.ReplaceAll(path, "Group ", "G") + c.Name)
		}
	}
	return b.String()
}

func TestGroupCommands(t *testing.T) {
	group := func(ids ...level.ID) func(*editor.Session) error {
		return func(s *editor.Session) error {
			s.Selection().Set(ids...)
			_, err := s.Groups().Group()
			return err
		}
	}
	ungroup := func(s *editor.Session) error { return s.Groups().Ungroup() }
	pick := func(ids ...level.ID) func(*editor.Session) error {
		return func(s *editor.Session) error { s.Selection().Set(ids...); return nil }
	}
	type step = func(*editor.Session) error
	for _, tt := range []struct {
		name  string
		steps []step
		want  string
		err   error
	}{
		{"two", []step{group(1, 2)}, "G1/b1 G1/b2 b3 b4 b5 | b6", nil},
		{"apart, below the topmost", []step{group(4, 1)}, "b2 b3 G1/b1 G1/b4 b5 | b6", nil},
		{"one alone", []step{group(3)}, "b1 b2 G1/b3 b4 b5 | b6", nil},
		{"a group in one", []step{group(1, 2), group(1, 2, 4)}, "b3 G2/G1/b1 G2/G1/b2 G2/b4 b5 | b6", nil},
		{"within a group", []step{group(1, 2, 3), group(1, 3)}, "G1/b2 G1/G2/b1 G1/G2/b3 b4 b5 | b6", nil},
		{"out of two groups", []step{group(1, 2), group(3, 4), group(2, 3)}, "G1/b1 G3/b2 G3/b3 G2/b4 b5 | b6", nil},
		{"several layers", []step{group(5, 6)}, "b1 b2 b3 b4 b5 | b6", editor.ErrSeveralLayers},
		{"nothing", []step{group()}, "b1 b2 b3 b4 b5 | b6", editor.ErrNothingSelected},
		{"ungroup", []step{group(1, 2), ungroup}, "b1 b2 b3 b4 b5 | b6", nil},
		{"ungroup the outer one", []step{group(1, 2), group(1, 2, 3), ungroup}, "G1/b1 G1/b2 b3 b4 b5 | b6", nil},
		{"ungroup nothing", []step{group(1, 2), pick(1), ungroup}, "G1/b1 G1/b2 b3 b4 b5 | b6", editor.ErrNoGroup},
		{
			"delete a member",
			[]step{group(1, 2), pick(1), (*editor.Session).DeleteSelection},
			"G1/b2 b3 b4 b5 | b6",
			nil,
		},
		{
			"delete all members",
			[]step{group(1, 2), group(1, 2, 3), pick(1, 2), (*editor.Session).DeleteSelection},
			"G2/b3 b4 b5 | b6", nil,
		},
		{
			"duplicate a group",
			[]step{group(1, 2), (*editor.Session).Duplicate},
			"G1/b1 G1/b2 b3 b4 b5 G1/b1 2 G1/b2 2 | b6", nil,
		},
		{
			"duplicate a member",
			[]step{group(1, 2), pick(1), (*editor.Session).Duplicate},
			"G1/b1 G1/b2 b3 b4 b5 G1/b1 2 | b6", nil,
		},
		{"to another layer", []step{group(1, 2), func(s *editor.Session) error {
			return s.Shapes([]level.ID{1, 2}).MoveToLayer(2)
		}}, "b3 b4 b5 | b6 G1/b1 G1/b2", nil},
		{"a member to another layer", []step{group(1, 2), func(s *editor.Session) error {
			return s.Shapes([]level.ID{1}).MoveToLayer(2)
		}}, "G1/b2 b3 b4 b5 | b6 b1", nil},
		{"below a member", []step{group(1, 2), func(s *editor.Session) error {
			return s.Groups().Move(editor.Place{Group: s.Document().Collider(2).GroupOf, Layer: 1, Under: 2}, nil,
				[]level.ID{6, 4})
		}}, "G1/b1 G1/b4 G1/b6 G1/b2 b3 b5 | ", nil},
		{"a group into a group", []step{group(1, 2), group(3, 4), func(s *editor.Session) error {
			return s.Groups().Move(editor.Place{Group: s.Document().Collider(1).GroupOf},
				[]level.GroupID{s.Document().Collider(3).GroupOf}, nil)
		}}, "G1/b1 G1/b2 b5 G1/G2/b3 G1/G2/b4 | b6", nil},
		{"remove the layer", []step{group(1, 2), func(s *editor.Session) error {
			return s.Layers().Remove(1)
		}}, "b6", nil},
		{"delete the group", []step{group(1, 2), func(s *editor.Session) error {
			s.Selection().Set(1, 2)
			return s.DeleteSelection()
		}}, "b3 b4 b5 | b6", nil},
		{"copy and paste", []step{group(1, 2), group(1, 2, 3), func(s *editor.Session) error {
			s.Selection().Set(1, 2, 4)
			return s.Clipboard().Paste(s.Clipboard().Copy(), level.Vec{})
		}}, "G2/G1/b1 G2/G1/b2 G2/b3 b4 b5 G1/b1 2 G1/b2 2 b4 2 | b6", nil},
	} {
		s := grouped(t)
		begin := tree(s)
		var err error
		for _, do := range tt.steps {
			err = do(s)
			if e := s.Document().Validate(); e != nil {
				t.Fatalf("%s: %v", tt.name, e)
			}
		}
		if got := tree(s); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %s (%v), want %s (%v)", tt.name, got, err, tt.want, tt.err)
		}
		for ok := true; ok; {
			_, ok = s.Undo()
		}
		if got := tree(s); got != begin || len(s.Document().Groups()) > 0 {
			t.Errorf("%s: after undo %s, want %s", tt.name, got, begin)
		}
		for ok := true; ok; {
			_, ok = s.Redo()
		}
		if got := tree(s); got != tt.want {
			t.Errorf("%s: after redo %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSelectNextTakesGroupsAsOne(t *testing.T) {
	s := grouped(t)
	s.Selection().Set(2, 3)
	id, err := s.Groups().Group()
	if err != nil {
		t.Fatal(err)
	}
	s.Selection().Set(1)
	var got []string
	for _, step := range []int{1, 1, -1, -1} {
		s.Selection().Next(step)
		got = append(got, fmt.Sprint(s.Selection().IDs()))
	}
	if want := "[c2 c3] [c4] [c2 c3] [c1]"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	s.Selection().Set(2, 3)
	s.Selection().Enter(id)
	s.Selection().Next(1)
	s.Selection().Next(1)
	if ids := s.Selection().IDs(); len(ids) != 1 || ids[0] != 3 {
		t.Errorf("in the group, %v is selected", ids)
	}
}

func TestGroupsAreLockedAndHidden(t *testing.T) {
	s := grouped(t)
	s.Selection().Set(1, 2)
	id, err := s.Groups().Group()
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Groups().Selected(); len(got) != 1 || got[0] != id {
		t.Errorf("%v is selected", got)
	}
	if err := errors.Join(s.Groups().SetLocked(id, true), s.Groups().Rename(id, "wall")); err != nil {
		t.Fatal(err)
	}
	if err := s.Nudge(1, 0); !errors.Is(err, editor.ErrLocked) {
		t.Errorf("a member of a locked group moves: %v", err)
	}
	if ids := s.Picking().At(level.Vec{}, 1); len(ids) != 0 {
		t.Errorf("%v can be picked in a locked group", ids)
	}
	if err := errors.Join(s.Groups().SetLocked(id, false),
		s.Shapes([]level.ID{3}).SetPosition(level.Vec{X: 10})); err != nil {
		t.Fatal(err)
	}
	if len(s.Live().Contacts()) == 0 {
		t.Fatal("nothing overlaps")
	}
	if err := s.Groups().SetHidden(id, true); err != nil {
		t.Fatal(err)
	}
	if n := len(s.Live().Contacts()); n > 0 || len(s.Picking().AnyAt(level.Vec{}, 0)) != 1 {
		t.Errorf("a hidden group has %d overlaps", n)
	}
	s.Undo()
	if len(s.Live().Contacts()) == 0 {
		t.Error("a group that is shown again has no contacts")
	}
}
