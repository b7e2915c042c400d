package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/quote"
)

// SavedSelection is colliders that somebody wants to select again, under a name. It keeps the ids of those that are deleted, as
// they may come back: by undo, by a re-import, from another branch.
type SavedSelection struct {
	Name  string   // unique in the level
	IDs   []ID     // ascending, at least one
	Parts []string // the names of those of them that are parts of instances, as [Part.String] gives them, in their order
}

// MaxSelections is how many saved selections a level keeps.
const MaxSelections = 1000

// NewSavedSelection returns the saved selection of colliders in any order. Parts of instances have to be named, as for [NewIgnored].
func NewSavedSelection(name string, ids []ID, parts ...string) SavedSelection {
	s := SavedSelection{Name: name}
	s.IDs, s.Parts = WithParts(ids, parts)
	return s
}

// Label is the name as messages have it: short, and without control characters.
func (s SavedSelection) Label() string { return quote.Excerpt(s.Name) }

// Equal reports whether two saved selections say the same.
func (s SavedSelection) Equal(o SavedSelection) bool {
	return s.Name == o.Name && slices.Equal(s.IDs, o.IDs) && slices.Equal(s.Parts, o.Parts)
}

func (s SavedSelection) check() error {
	if err := checkLine("the name of a saved selection", s.Name); err != nil {
		return err
	}
	if s.Name == "" {
		return errors.New("a saved selection has no name")
	}
	if len(s.IDs) == 0 {
		return fmt.Errorf("the saved selection %s names no collider", quote.Excerpt(s.Name))
	}
	if !areMembers(s.IDs, s.Parts) {
		return fmt.Errorf("the ids of the saved selection %s are not valid, or not in order", quote.Excerpt(s.Name))
	}
	return nil
}

// checkLine reports that a text is not one line of valid text.
func checkLine(what, s string) error {
	if !IsText(s) || strings.ContainsAny(s, "\n\r\x00") {
		return fmt.Errorf("%s is not valid text of one line", what)
	}
	return nil
}

// View is a place to come back to: what the window's canvas shows.
type View struct {
	Slot   int    // 1 to MaxViews, unique in the level: the digit of its key
	Name   string // may be empty
	Center Vec    // in the middle of the canvas, in level space
	Zoom   float64
}

// MaxViews is how many views a level keeps.
const MaxViews = 9

// Limits of a view's zoom: units of the screen for a level pixel.
const (
	minViewZoom = 1e-6
	maxViewZoom = 1e6
)

// Label is the view's name, or else its number.
func (v View) Label() string { return cmp.Or(v.Name, "View "+strconv.Itoa(v.Slot)) }

func (v View) check() error {
	if v.Slot < 1 || v.Slot > MaxViews {
		return fmt.Errorf("%d is not the number of a view: they are 1 to %d", v.Slot, MaxViews)
	}
	if err := checkLine("the name of a view", v.Name); err != nil {
		return err
	}
	if !isWithin(v.Center) {
		return fmt.Errorf("view %d: the centre is not a place in a level", v.Slot)
	}
	if !(v.Zoom >= minViewZoom && v.Zoom <= maxViewZoom) {
		return fmt.Errorf("view %d: a zoom of %g is not from %g to %g", v.Slot, v.Zoom, minViewZoom, maxViewZoom)
	}
	return nil
}

// SavedSelection is the saved selection of that name.
func (s *Settings) SavedSelection(name string) (SavedSelection, bool) {
	return SelectionEntries.Of(s, name)
}

// View is the view of that number.
func (s *Settings) View(slot int) (View, bool) { return ViewEntries.Of(s, strconv.Itoa(slot)) }

// WithSelection returns the saved selections with one more, in the place of the one of that name.
func (s *Settings) WithSelection(e SavedSelection) []SavedSelection {
	return SelectionEntries.With(s.Selections, e)
}

// WithView returns the views with one more, in the place of the one of that number.
func (s *Settings) WithView(v View) []View { return ViewEntries.With(s.Views, v) }

// The saved selections and the views of a level.
var (
	SelectionEntries = Entries[SavedSelection]{
		Name: "selections", List: func(s *Settings) *[]SavedSelection { return &s.Selections }, Key: func(e SavedSelection) string { return e.Name },
		Compare: func(a, b SavedSelection) int { return strings.Compare(a.Name, b.Name) }, Same: SavedSelection.Equal, Check: SavedSelection.check,
	}
	ViewEntries = Entries[View]{
		Name: "views", List: func(s *Settings) *[]View { return &s.Views }, Key: func(v View) string { return strconv.Itoa(v.Slot) },
		Compare: func(a, b View) int { return cmp.Compare(a.Slot, b.Slot) }, Same: func(a, b View) bool { return a == b }, Check: View.check,
	}
)
