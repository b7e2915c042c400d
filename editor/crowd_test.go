package editor

import (
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Very many colliders in one place have their contacts paused, whether they come at once or bit by bit; all else goes on, and
// once they are apart the contacts are what a fresh world has.
func TestCrowdRests(t *testing.T) {
	doc, err := NewLevel()
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(doc)
	next := level.ID(1)
	add := func(n int, at func(i int) level.Vec) {
		t.Helper()
		var d level.Diff
		for i := range n {
			shape := level.Shape{Kind: level.Box, Rounding: level.Inset, Size: level.Vec{X: 32, Y: 32}}
			d.Colliders = append(d.Colliders, level.Change[level.Collider]{After: level.NewCollider(next, s.ActiveLayer(), "", shape, at(i))})
			next++
		}
		if err := s.Do("add", d); err != nil {
			t.Fatal(err)
		}
	}
	here := func(int) level.Vec { return level.Vec{X: 200, Y: 200} }
	validate := func(what string) {
		t.Helper()
		if err := s.Live().Validate(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}

	add(3, func(i int) level.Vec { return level.Vec{X: 400 + 20*float64(i), Y: 200} })
	if n := s.Live().Counts().Overlaps; n != 2 || s.Live().Crowd() != 0 {
		t.Fatalf("%d overlaps, crowd %d", n, s.Live().Crowd())
	}
	const n = 2000
	heard := Change(0)
	defer s.Subscribe(func(c Change) { heard |= c })()
	add(n, here)
	if crowd := s.Live().Crowd(); crowd < 150_000 || !heard.Has(ContactsChanged) {
		t.Fatalf("%d boxes in one place: crowd %d, heard of contacts: %v", n, crowd, heard.Has(ContactsChanged))
	}
	if len(s.Live().Contacts()) != 0 || s.Live().Counts() != (contacts.Counts{}) || s.Live().State(1) != contacts.Clear {
		t.Error("there are contacts in a crowd")
	}
	if got := len(s.Pick(level.Vec{X: 200, Y: 200}, 1)); got != n {
		t.Errorf("a click finds %d", got)
	}
	s.Selection().Set(1)
	if err := s.Nudge(1, 0); err != nil || s.Live().Crowd() == 0 {
		t.Errorf("after a nudge elsewhere: %v, crowd %d", err, s.Live().Crowd())
	}

	s.Undo() // the nudge
	s.Undo() // the crowd
	if s.Live().Crowd() != 0 || s.Live().Counts().Overlaps != 2 || s.Live().State(1) != contacts.Overlapping {
		t.Errorf("after undo: crowd %d, counts %+v", s.Live().Crowd(), s.Live().Counts())
	}
	validate("after undo")

	for range 200 {
		if add(20, here); s.Live().Crowd() > 0 {
			break
		}
	}
	if s.Live().Crowd() == 0 {
		t.Errorf("%d pairs come bit by bit, and the contacts do not rest", len(s.Live().Contacts()))
	}
	if err := s.DeleteSelection(); err != nil {
		t.Fatal(err)
	}
	s.SelectAll()
	if err := s.DeleteSelection(); err != nil || s.Live().Crowd() != 0 {
		t.Errorf("after deleting all: %v, crowd %d", err, s.Live().Crowd())
	}
	validate("empty")

	add(100*100, func(i int) level.Vec { return level.Vec{X: 20 * float64(i%100), Y: 20 * float64(i/100)} })
	if s.Live().Crowd() != 0 || s.Live().Counts().Overlaps == 0 {
		t.Errorf("a large level is taken for a crowd: %d", s.Live().Crowd())
	}
}
