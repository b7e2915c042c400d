package ui

import "strings"

// What commands need. Each says what is missing in words that stand alone, in a tip or in the status bar.

func (w *commands) aLevel() string {
	if w.start.isOpen() {
		return "No level is open"
	}
	return ""
}

func (w *commands) editing() string {
	if w.play.isOn() {
		return "A playtest runs: Esc leaves it, and the level can be edited then"
	}
	return ""
}

func (w *commands) playing() string {
	if !w.play.isOn() {
		return "No playtest runs: F5 starts one"
	}
	return ""
}

func (w *commands) aPick() string {
	if w.session.Selection().Len() == 0 {
		return "Nothing is selected"
	}
	return ""
}

// aFreePick is a selection of which something can be changed.
func (w *commands) aFreePick() string {
	for _, id := range w.session.Selection().IDs() {
		if c := w.session.Document().Collider(id); c != nil && w.session.Document().Editable(c) {
			return ""
		}
	}
	if reason := w.aPick(); reason != "" {
		return reason
	}
	return "What is selected is locked"
}

// picks is a selection of so many.
func (w *commands) picks(least int, reason string) need {
	return func() string {
		if n := w.session.Selection().Len(); n > 0 && n < least {
			return reason
		}
		return ""
	}
}

func (w *commands) someShapes() string {
	if w.session.Document().Len() == 0 {
		return "The level has no shapes yet"
	}
	return ""
}

// anUndo is a step, or something under way, which goes first.
func (w *commands) anUndo() string {
	if w.tools.Busy() || w.side.inspector.takeBack != nil {
		return ""
	}
	if _, ok := w.session.History().CanUndo(); !ok {
		return "Nothing has been done that could be undone"
	}
	return ""
}

func (w *commands) aRedo() string {
	if _, ok := w.session.History().CanRedo(); !ok {
		return "Nothing has been undone that could be redone"
	}
	return ""
}

// copiedShapes looks for a word that every level has: pasting says what is wrong with the rest.
func (w *commands) copiedShapes() string {
	const far = 64 << 10
	text := w.app.Clipboard().Content()
	switch {
	case text == "":
		return "The clipboard is empty"
	case !strings.Contains(text[:min(len(text), far)], "fillet"):
		return "The clipboard holds no shapes"
	}
	return ""
}

func (w *commands) anOverlap() string {
	if w.session.Live().Counts().Overlaps == 0 {
		return "Nothing overlaps"
	}
	return ""
}

func (w *commands) aPairToSeparate() string {
	if w.side.contacts.separable() == nil {
		return "No overlap is chosen: click one among the contacts, or a shape that overlaps"
	}
	return ""
}

func (w *commands) anImport() string {
	if len(w.session.Document().Settings().Imports) == 0 {
		return "This level was not imported from another editor's file"
	}
	return ""
}

func (w *commands) aConflict() string {
	if len(w.session.Document().Settings().Conflicts) == 0 {
		return "No merge has left anything undecided in this level"
	}
	return ""
}

func (w *commands) somePictures() string {
	if p := w.canvas.Pictures; p == nil || p.Len() == 0 {
		return "The level has no pictures: they come with an imported file"
	}
	return ""
}

func (w *commands) somethingPlayed() string {
	if p := w.play.run; p != nil && p.tape == nil && p.run.Steps() == 0 {
		return "Nothing has been played yet"
	}
	return ""
}

func (w *commands) someCorners() string {
	for _, id := range w.session.Selection().IDs() {
		if c := w.session.Document().Collider(id); c != nil && c.Shape.HasCorners() {
			return ""
		}
	}
	return "Nothing that is selected has corners"
}
