package ui

import (
	"cmp"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// needs holds the conditions of commands. Each returns a self-contained reason for a tooltip or the status bar, or ""
// if it is met.
type needs struct{ *Window }

// unless returns "" if ok, and the reason otherwise.
func unless(ok bool, reason string) string {
	if ok {
		return ""
	}
	return reason
}

func (w needs) aLevel() string { return unless(!w.start.IsOpen(), "No level is open") }

func (w needs) editing() string {
	return unless(!w.play.IsOn(), "A playtest is running. Esc stops it")
}

func (w needs) playing() string {
	return unless(w.play.IsOn(), "No playtest is running. F5 starts one")
}

func (w needs) aPick() string { return unless(w.Session.Selection().Len() > 0, "Nothing is selected") }

func (w needs) somethingToCopy() string {
	if w.Tools.Active() == tool.Measure && w.Tools.MeasureText() != "" {
		return ""
	}
	return w.aPickOrMark()
}

func (w needs) aFreePick() string {
	return cmp.Or(w.aPick(), unless(w.anyPicked(w.Session.Document().Editable), "The selection is locked"))
}

func (w needs) anyPicked(match func(*level.Collider) bool) bool {
	return slices.ContainsFunc(w.Session.Selection().IDs(), func(id level.ID) bool {
		c := w.Session.Document().Collider(id)
		return c != nil && match(c)
	})
}

// picks requires a selection of at least this many shapes. Other needs handle an empty selection.
func (w needs) picks(least int, reason string) kit.Need {
	return func() string {
		n := w.Session.Selection().Len()
		return unless(n == 0 || n >= least, reason)
	}
}

func (w needs) someShapes() string {
	return unless(w.Session.Document().Tally().Len() > 0, "The level has no shapes yet")
}

// anUndo requires an undo step, or an unfinished action, which is cancelled first.
func (w needs) anUndo() string {
	if w.Tools.Busy() || w.Look.TakeBack != nil {
		return ""
	}
	_, ok := w.Session.History().CanUndo()
	return unless(ok, "Nothing to undo")
}

func (w needs) aRedo() string {
	_, ok := w.Session.History().CanRedo()
	return unless(ok, "Nothing to redo")
}

// copiedShapes requires clipboard text with a word that every level contains. Pasting reports other errors.
func (w needs) copiedShapes() string {
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

// copiedAnything works like [needs.copiedShapes] but also accepts pictures. Only pasting checks the system clipboard
// for a picture.
func (w needs) copiedAnything() string {
	if w.Images != nil || len(dialog.PastedPictures(w.App.Clipboard().Content())) > 0 {
		return ""
	}
	return w.copiedShapes()
}

func (w needs) pictureClipboard() string {
	return unless(w.Images != nil, "Pictures cannot be copied to the clipboard here")
}

func (w needs) anOverlap() string {
	return unless(w.Session.Live().Counts().Overlaps > 0, "Nothing overlaps")
}

func (w needs) aPairToSeparate() string {
	return unless(w.side.contacts.Separable() != nil,
		"Select an overlap in the Contacts panel, or an overlapping shape")
}

func (w needs) anImport() string {
	return unless(len(w.Session.Document().Settings().Imports) > 0, "This level was not imported")
}

func (w needs) aConflict() string {
	return unless(len(w.Session.Document().Settings().Conflicts) > 0, "This level has no merge conflicts")
}

func (w needs) somePictures() string {
	p := w.Canvas.Pictures
	return unless(p != nil && p.Len() > 0, "The level has no imported pictures")
}

func (w needs) anyPictures() string {
	return unless(len(w.Session.Pictures().List()) > 0 || w.somePictures() == "",
		"The level has no pictures. Ctrl+Shift+I adds one")
}

func (w needs) aLink() string {
	return unless(w.games.IsOn(), "No game can connect. Play › Link running game is off")
}

func (w needs) somethingPlayed() string {
	p := w.play.Run
	return unless(p == nil || p.Tape != nil || p.Run.Steps() > 0, "Nothing has been played yet")
}

func (w needs) someCorners() string {
	return unless(w.anyPicked(func(c *level.Collider) bool {
		return c.Shape.HasCorners()
	}), "The selection has no corners")
}
