package editor

import (
	"maps"
	"slices"

	"fillet/editor/level"
)

// isolation is what is worked on alone, while all else is dimmed and cannot be picked. It is no part of the document.
type isolation struct {
	only  map[level.ID]bool // nil: nothing is isolated
	count int               // of its changes
}

// Isolate has what is selected be worked on alone: all else is dimmed, and not picked on the canvas. What is added to the level from then
// on belongs to it. It does nothing while nothing is selected.
func (s *Selection) Isolate() {
	if len(s.ids) == 0 {
		return
	}
	s.isolated = isolation{maps.Clone(s.has), s.isolated.count + 1}
	s.session.Touch(SelectionChanged | OverlayChanged)
}

// EndIsolation shows everything again, and reports whether something was isolated.
func (s *Selection) EndIsolation() bool {
	if s.isolated.only == nil {
		return false
	}
	s.isolated = isolation{count: s.isolated.count + 1}
	s.session.Touch(SelectionChanged | OverlayChanged)
	return true
}

// Isolated is how many colliders are worked on alone; 0 where none are.
func (s *Selection) Isolated() int { return len(s.isolated.only) }

// IsAside reports whether a collider is not among those that are worked on alone.
func (s *Selection) IsAside(id level.ID) bool { return s.isolated.only != nil && !s.isolated.only[id] }

// Isolation counts the changes of what is worked on alone.
func (s *Selection) Isolation() int { return s.isolated.count }

// canPick reports whether a collider can be picked on the canvas.
func (s *Selection) canPick(c *level.Collider) bool {
	return s.session.doc.Editable(c) && !s.IsAside(c.ID)
}

// followIsolation takes what a diff adds into what is worked on alone, and out of it what is gone; with the last of it, it ends.
func (s *Selection) followIsolation(d level.Diff) {
	if s.isolated.only == nil {
		return
	}
	for _, c := range d.Colliders {
		switch {
		case c.Before == nil:
			s.isolated.only[c.After.ID] = true
		case c.After == nil:
			delete(s.isolated.only, c.Before.ID)
		default:
			continue
		}
		s.isolated.count++
	}
	if len(s.isolated.only) == 0 {
		s.isolated.only = nil
		s.session.pending |= SelectionChanged | OverlayChanged
	}
}

// Below lists what can be picked at a point, topmost first: one collider of each thing that is selected as one.
func (k Picking) Below(p level.Vec, tolerance float64) []level.ID {
	return slices.Clip(k.s.selection.Units(k.At(p, tolerance)))
}
