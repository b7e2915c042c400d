// Package saved has the commands about the selections and views that a level keeps under names and numbers.
package saved

import (
	"errors"
	"fmt"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
)

// List is the saved selections and views of a level. Each of the commands that change them is one undo step.
type List struct{ s *editor.Session }

// In is what is saved in a session's level.
func In(s *editor.Session) List { return List{s} }

// Selections lists the saved selections by name.
func (v List) Selections() []level.SavedSelection { return v.s.Document().Settings().Selections }

// AddSelection saves the selection under a name that none has.
func (v List) AddSelection(name string) error {
	if _, ok := v.s.Document().Settings().SavedSelection(name); ok {
		return fmt.Errorf("a selection called %s is saved already: Replace takes its place", level.SavedSelection{Name: name}.Label())
	}
	return v.put("Save selection ", name)
}

// ReplaceSelection saves the selection in the place of another one.
func (v List) ReplaceSelection(name string) error { return v.put("Replace saved selection ", name) }

func (v List) put(verb, name string) error {
	if v.s.Selection().Len() == 0 {
		return editor.ErrNothingSelected
	}
	ids := v.s.Selection().IDs()
	e := level.NewSavedSelection(name, ids, v.s.Document().PartNames(ids)...)
	return v.s.EditSettings(verb+e.Label(), func(s *level.Settings) { s.Selections = s.WithSelection(e) })
}

// RenameSelection gives a saved selection another name, which none has.
func (v List) RenameSelection(from, to string) error {
	e, ok := v.s.Document().Settings().SavedSelection(from)
	if !ok {
		return errNoSelection(from)
	}
	if _, taken := v.s.Document().Settings().SavedSelection(to); taken && from != to {
		return fmt.Errorf("a selection called %s is saved already", level.SavedSelection{Name: to}.Label())
	}
	return v.s.EditSettings("Rename saved selection "+e.Label(), func(s *level.Settings) {
		s.Selections = without(s.Selections, e)
		s.Selections = s.WithSelection(level.NewSavedSelection(to, e.IDs, e.Parts...))
	})
}

// DeleteSelection drops a saved selection.
func (v List) DeleteSelection(name string) error {
	e, ok := v.s.Document().Settings().SavedSelection(name)
	if !ok {
		return errNoSelection(name)
	}
	return v.s.EditSettings("Delete saved selection "+e.Label(), func(s *level.Settings) { s.Selections = without(s.Selections, e) })
}

func without(list []level.SavedSelection, e level.SavedSelection) []level.SavedSelection {
	return slices.DeleteFunc(slices.Clone(list), func(o level.SavedSelection) bool { return o.Name == e.Name })
}

func errNoSelection(name string) error {
	return fmt.Errorf("no selection called %s is saved", level.SavedSelection{Name: name}.Label())
}

// Select selects what was saved, and returns how much of it is gone from the level.
func (v List) Select(name string) (gone int, err error) {
	e, ok := v.s.Document().Settings().SavedSelection(name)
	if !ok {
		return 0, errNoSelection(name)
	}
	is := make(map[level.ID]bool, len(e.IDs))
	for _, id := range e.IDs {
		is[id] = true
	}
	var there []level.ID // in drawing order
	for c := range v.s.Document().Colliders() {
		if is[c.ID] {
			there = append(there, c.ID)
		}
	}
	if len(there) == 0 {
		return len(e.IDs), errors.New("all that was saved as " + e.Label() + " is gone")
	}
	v.s.Selection().Set(there...)
	return len(e.IDs) - len(there), nil
}

// SetView keeps a view, in the place of the one of its number. Without a name it has that one's.
func (v List) SetView(view level.View) error {
	if old, ok := v.s.Document().Settings().View(view.Slot); ok && view.Name == "" {
		view.Name = old.Name
	}
	return v.s.EditSettings("Set view "+view.Label(), func(s *level.Settings) { s.Views = s.WithView(view) })
}

// RenameView names a view.
func (v List) RenameView(slot int, name string) error {
	view, ok := v.s.Document().Settings().View(slot)
	if !ok {
		return fmt.Errorf("no view is kept as %d", slot)
	}
	view.Name = name
	return v.s.EditSettings("Rename view "+view.Label(), func(s *level.Settings) { s.Views = s.WithView(view) })
}

// DeleteView drops a view.
func (v List) DeleteView(slot int) error {
	view, ok := v.s.Document().Settings().View(slot)
	if !ok {
		return fmt.Errorf("no view is kept as %d", slot)
	}
	return v.s.EditSettings("Delete view "+view.Label(), func(s *level.Settings) {
		s.Views = slices.DeleteFunc(slices.Clone(s.Views), func(o level.View) bool { return o.Slot == slot })
	})
}
