package editor

import (
	"errors"
	"fmt"
	"slices"

	"fillet/editor/level"
)

// Saved are the level's saved selections and views. Each of the commands that change them is one undo step.
type Saved struct{ s *Session }

// SavedIn are the saved selections and views of a session's level.
func SavedIn(s *Session) Saved { return Saved{s} }

// Selections lists the saved selections by name.
func (v Saved) Selections() []level.SavedSelection { return v.s.doc.Settings().Selections }

// AddSelection saves the selection under a name that none has.
func (v Saved) AddSelection(name string) error {
	if _, ok := v.s.doc.Settings().SavedSelection(name); ok {
		return fmt.Errorf("a selection called %s is saved already: Replace takes its place", level.SavedSelection{Name: name}.Label())
	}
	return v.put("Save selection ", name)
}

// ReplaceSelection saves the selection in the place of another one.
func (v Saved) ReplaceSelection(name string) error { return v.put("Replace saved selection ", name) }

func (v Saved) put(verb, name string) error {
	if v.s.selection.Len() == 0 {
		return ErrNothingSelected
	}
	ids := v.s.selection.IDs()
	e := level.NewSavedSelection(name, ids, v.s.doc.PartNames(ids)...)
	return v.s.EditSettings(verb+e.Label(), func(s *level.Settings) { s.Selections = s.WithSelection(e) })
}

// RenameSelection gives a saved selection another name, which none has.
func (v Saved) RenameSelection(from, to string) error {
	e, ok := v.s.doc.Settings().SavedSelection(from)
	if !ok {
		return errNoSelection(from)
	}
	if _, taken := v.s.doc.Settings().SavedSelection(to); taken && from != to {
		return fmt.Errorf("a selection called %s is saved already", level.SavedSelection{Name: to}.Label())
	}
	return v.s.EditSettings("Rename saved selection "+e.Label(), func(s *level.Settings) {
		s.Selections = without(s.Selections, e)
		s.Selections = s.WithSelection(level.NewSavedSelection(to, e.IDs, e.Parts...))
	})
}

// DeleteSelection drops a saved selection.
func (v Saved) DeleteSelection(name string) error {
	e, ok := v.s.doc.Settings().SavedSelection(name)
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
func (v Saved) Select(name string) (gone int, err error) {
	e, ok := v.s.doc.Settings().SavedSelection(name)
	if !ok {
		return 0, errNoSelection(name)
	}
	var there []level.ID
	for _, id := range e.IDs {
		if v.s.doc.Collider(id) != nil {
			there = append(there, id)
		}
	}
	if len(there) == 0 {
		return len(e.IDs), errors.New("all that was saved as " + e.Label() + " is gone")
	}
	v.s.selection.Set(inDrawingOrder(v.s.doc, there)...)
	return len(e.IDs) - len(there), nil
}

// SetView keeps a view, in the place of the one of its number. Without a name it has that one's.
func (v Saved) SetView(view level.View) error {
	if old, ok := v.s.doc.Settings().View(view.Slot); ok && view.Name == "" {
		view.Name = old.Name
	}
	return v.s.EditSettings("Set view "+view.Label(), func(s *level.Settings) { s.Views = s.WithView(view) })
}

// RenameView names a view.
func (v Saved) RenameView(slot int, name string) error {
	view, ok := v.s.doc.Settings().View(slot)
	if !ok {
		return fmt.Errorf("no view is kept as %d", slot)
	}
	view.Name = name
	return v.s.EditSettings("Rename view "+view.Label(), func(s *level.Settings) { s.Views = s.WithView(view) })
}

// DeleteView drops a view.
func (v Saved) DeleteView(slot int) error {
	view, ok := v.s.doc.Settings().View(slot)
	if !ok {
		return fmt.Errorf("no view is kept as %d", slot)
	}
	return v.s.EditSettings("Delete view "+view.Label(), func(s *level.Settings) {
		s.Views = slices.DeleteFunc(slices.Clone(s.Views), func(o level.View) bool { return o.Slot == slot })
	})
}
