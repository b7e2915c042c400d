package ui

import (
	"strings"

	"fillet/editor/ui/menu"
)

// What commands need. Each says what is missing in words that stand alone, in a tip or in the status bar.

func (w *commands) aLevel() string {
	if w.start.IsOpen() {
		return "No level is open"
	}
	return ""
}

func (w *commands) editing() string {
	if w.play.IsOn() {
		return "A playtest runs: Esc leaves it, and the level can be edited then"
	}
	return ""
}

func (w *commands) playing() string {
	if !w.play.IsOn() {
		return "No playtest runs: F5 starts one"
	}
	return ""
}

func (w *commands) aPick() string {
	if w.Session.Selection().Len() == 0 {
		return "Nothing is selected"
	}
	return ""
}

// aFreePick is a selection of which something can be changed.
func (w *commands) aFreePick() string {
	for _, id := range w.Session.Selection().IDs() {
		if c := w.Session.Document().Collider(id); c != nil && w.Session.Document().Editable(c) {
			return ""
		}
	}
	if reason := w.aPick(); reason != "" {
		return reason
	}
	return "What is selected is locked"
}

// picks is a selection of so many.
func (w *commands) picks(least int, reason string) menu.Need {
	return func() string {
		if n := w.Session.Selection().Len(); n > 0 && n < least {
			return reason
		}
		return ""
	}
}

func (w *commands) someShapes() string {
	if w.Session.Document().Len() == 0 {
		return "The level has no shapes yet"
	}
	return ""
}

// anUndo is a step, or something under way, which goes first.
func (w *commands) anUndo() string {
	if w.Tools.Busy() || w.side.inspector.TakeBack != nil {
		return ""
	}
	if _, ok := w.Session.History().CanUndo(); !ok {
		return "Nothing has been done that could be undone"
	}
	return ""
}

func (w *commands) aRedo() string {
	if _, ok := w.Session.History().CanRedo(); !ok {
		return "Nothing has been undone that could be redone"
	}
	return ""
}

// copiedShapes looks for a word that every level has: pasting says what is wrong with the rest.
func (w *commands) copiedShapes() string {
	const far = 64 << 10
	text := w.App.Clipboard().Content()
	switch {
	case text == "":
		return "The clipboard is empty"
	case !strings.Contains(text[:min(len(text), far)], "fillet"):
		return "The clipboard holds no shapes"
	}
	return ""
}

func (w *commands) anOverlap() string {
	if w.Session.Live().Counts().Overlaps == 0 {
		return "Nothing overlaps"
	}
	return ""
}

func (w *commands) aPairToSeparate() string {
	if w.side.contacts.Separable() == nil {
		return "No overlap is chosen: click one among the contacts, or a shape that overlaps"
	}
	return ""
}

func (w *commands) anImport() string {
	if len(w.Session.Document().Settings().Imports) == 0 {
		return "This level was not imported from another editor's file"
	}
	return ""
}

func (w *commands) aConflict() string {
	if len(w.Session.Document().Settings().Conflicts) == 0 {
		return "No merge has left anything undecided in this level"
	}
	return ""
}

func (w *commands) somePictures() string {
	if p := w.Canvas.Pictures; p == nil || p.Len() == 0 {
		return "The level has no pictures: they come with an imported file"
	}
	return ""
}

func (w *commands) somethingPlayed() string {
	if p := w.play.Run; p != nil && p.Tape == nil && p.Run.Steps() == 0 {
		return "Nothing has been played yet"
	}
	return ""
}

func (w *commands) someCorners() string {
	for _, id := range w.Session.Selection().IDs() {
		if c := w.Session.Document().Collider(id); c != nil && c.Shape.HasCorners() {
			return ""
		}
	}
	return "Nothing that is selected has corners"
}
