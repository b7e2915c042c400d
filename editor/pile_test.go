package editor

import (
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/testkit"
)

// Contacts pause for too many colliders in one place, whether they are added at once or gradually. Everything else
// keeps working, and once the colliders are apart, the contacts equal the contacts of a new world.
func TestPilePausesContacts(t *testing.T) {
	t.Parallel()
	doc, err := NewLevel(level.DefaultSettings())
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
			d.Colliders = append(d.Colliders, level.Change[level.Collider]{After: level.NewCollider(next,
				s.ActiveLayer(), "", shape, at(i))})
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
	if n := s.Live().Counts().Overlaps; n != 2 || s.Live().TooManyPairs() != 0 {
		t.Fatalf("%d overlaps, %d pairs too many", n, s.Live().TooManyPairs())
	}
	const n = 2000
	heard := Change(0)
	defer s.Subscribe(func(c Change) { heard |= c })()
	add(n, here)
	if pairs := s.Live().TooManyPairs(); pairs < 150_000 || !heard.Has(ContactsChanged) {
		t.Fatalf("%d boxes in one place: %d pairs, notified of contacts: %v", n, pairs, heard.Has(ContactsChanged))
	}
	if len(s.Live().Contacts()) != 0 || s.Live().Counts() != (contacts.Counts{}) ||
		s.Live().State(1) != contacts.Clear {
		t.Error("there are contacts in a pile")
	}
	if got := len(s.Picking().At(level.Vec{X: 200, Y: 200}, 1)); got != n {
		t.Errorf("a click finds %d", got)
	}
	s.Selection().Set(1)
	if err := s.Nudge(1, 0); err != nil || s.Live().TooManyPairs() == 0 {
		t.Errorf("after a nudge elsewhere: %v, %d pairs too many", err, s.Live().TooManyPairs())
	}

	s.Undo() // undo the nudge
	s.Undo() // undo the pile
	if s.Live().TooManyPairs() != 0 || s.Live().Counts().Overlaps != 2 || s.Live().State(1) != contacts.Overlapping {
		t.Errorf("after undo: %d pairs too many, counts %+v", s.Live().TooManyPairs(), s.Live().Counts())
	}
	validate("after undo")

	for range 200 {
		if add(20, here); s.Live().TooManyPairs() > 0 {
			break
		}
	}
	if s.Live().TooManyPairs() == 0 {
		t.Errorf("%d pairs were added gradually, and contacts did not pause", len(s.Live().Contacts()))
	}
	if err := s.DeleteSelection(); err != nil {
		t.Fatal(err)
	}
	s.Selection().All()
	if err := s.DeleteSelection(); err != nil || s.Live().TooManyPairs() != 0 {
		t.Errorf("after deleting all: %v, %d pairs too many", err, s.Live().TooManyPairs())
	}
	validate("empty")

	add(100*100, func(i int) level.Vec { return level.Vec{X: 20 * float64(i%100), Y: 20 * float64(i/100)} })
	if s.Live().TooManyPairs() != 0 || s.Live().Counts().Overlaps == 0 {
		t.Errorf("a large level counts as a pile: %d", s.Live().TooManyPairs())
	}
}

// A concave collider with thousands of pieces is not a pile, no matter how many colliders are elsewhere.
func TestOneLargeColliderIsNoPile(t *testing.T) {
	t.Parallel()
	doc, err := NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(doc)
	star := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	for _, p := range testkit.Star(5000, 1e5, 1) {
		star.Points = append(star.Points, level.Vec(p))
	}
	box := level.Shape{Kind: level.Box, Rounding: level.Inset, Size: level.Vec{X: 32, Y: 32}}
	var d level.Diff
	d.Colliders = append(d.Colliders,
		level.Added(level.NewCollider(1, s.ActiveLayer(), "", star, level.Vec{})),
		level.Added(level.NewCollider(2, s.ActiveLayer(), "", box, level.Vec{X: 9.9e4, Y: 9.9e4})),
		level.Added(level.NewCollider(3, s.ActiveLayer(), "", box, level.Vec{X: 9.9e4 + 20, Y: 9.9e4})),
	)
	if err := s.Do("add", d); err != nil {
		t.Fatal(err)
	}
	if n := s.Live().TooManyPairs(); n != 0 || s.Live().Counts().Overlaps != 1 {
		t.Errorf("%d pairs are too many, %d overlaps", n, s.Live().Counts().Overlaps)
	}
}
