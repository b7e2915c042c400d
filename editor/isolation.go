package editor

import (
	"maps"
	"slices"

	"fillet/editor/level"
)

// isolation is the set of isolated colliders; everything else is dimmed and cannot be picked. It is not part of the
// document.
type isolation struct {
	only  map[level.ID]bool // nil: nothing is isolated
	count int               // number of changes
}

// Isolate dims everything except the selected colliders and makes the rest unpickable. Colliders added later are
// included. It does nothing without a selection.
func (s *Selection) Isolate() {
	if len(s.ids) == 0 {
		return
	}
	s.isolated = isolation{maps.Clone(s.has), s.isolated.count + 1}
	s.session.Touch(SelectionChanged | OverlayChanged)
}

// EndIsolation shows everything again and reports whether something was isolated.
func (s *Selection) EndIsolation() bool {
	if s.isolated.only == nil {
		return false
	}
	s.isolated = isolation{count: s.isolated.count + 1}
	s.session.Touch(SelectionChanged | OverlayChanged)
	return true
}

// Isolated returns the number of isolated colliders.
func (s *Selection) Isolated() int { return len(s.isolated.only) }

// IsAside reports whether a collider is dimmed by the isolation.
func (s *Selection) IsAside(id level.ID) bool { return s.isolated.only != nil && !s.isolated.only[id] }

// Isolation returns a counter that increases when the isolation changes.
func (s *Selection) Isolation() int { return s.isolated.count }

// canPick reports whether a collider can be picked on the canvas.
func (s *Selection) canPick(c *level.Collider) bool {
	return s.session.doc.Editable(c) && !s.IsAside(c.ID)
}

// followIsolation adds new colliders of a diff to the isolation and removes deleted ones. The isolation ends with the
// last one.
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

// Below returns what can be picked at a point, topmost first, with one collider for each unit that is selected as a
// whole.
func (k Picking) Below(p level.Vec, tolerance float64) []level.ID {
	return slices.Clip(k.s.selection.Units(k.At(p, tolerance)))
}
