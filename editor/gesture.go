package editor

import (
	"slices"

	"fillet/editor/level"
)

// Gesture is a change in progress, such as a drag. Applied diffs are visible and collide at once; Commit makes them one
// undo step, Rollback reverts them. Its methods do nothing after it has ended.
type Gesture struct {
	session   *Session
	tx        *level.Tx
	label     string
	exclusive bool
}

// Begin opens a gesture that commands join: a slider in the inspector begins one when it is grabbed, runs its command
// on every move, and commits on release. Without a label the step is named after the first command. A gesture that is
// already open is rolled back first.
func (s *Session) Begin(label string) *Gesture { return s.begin(label, false) }

// BeginExclusive opens a gesture of a tool, which relies on the records that it started with: a command during the
// gesture interrupts the tool first.
func (s *Session) BeginExclusive(label string) *Gesture { return s.begin(label, true) }

func (s *Session) begin(label string, exclusive bool) *Gesture {
	s.endGesture()
	g := &Gesture{session: s, tx: s.history.Begin(label), label: label, exclusive: exclusive}
	s.gesture = g
	return g
}

// endGesture rolls back an open gesture.
func (s *Session) endGesture() {
	if s.gesture != nil {
		s.gesture.Rollback()
	}
}

// Abandon rolls back any open gesture without notifying its tool.
func (s *Session) Abandon() { s.endGesture() }

// Repair rebuilds the contacts and the selection from the document after a program error that may have left them
// inconsistent.
func (s *Session) Repair() {
	s.Batch(func() {
		s.live.Rebuild()
		ids := slices.DeleteFunc(slices.Clone(s.selection.ids), func(id level.ID) bool {
			return s.doc.Collider(id) == nil
		})
		*s.selection = Selection{session: s}
		s.selection.Set(ids...)
		s.pending |= Everything
	})
}

// Open reports whether the gesture has been neither committed nor rolled back.
func (g *Gesture) Open() bool { return g != nil && g.session.gesture == g && g.tx.Open() }

// Apply applies a diff within the gesture, entirely or not at all.
func (g *Gesture) Apply(d level.Diff) error {
	if !g.Open() {
		return level.ErrEnded
	}
	return g.tx.Apply(g.session.doc.Completed(d))
}

// Reset reverts everything that was applied and leaves the gesture open.
func (g *Gesture) Reset() error {
	if !g.Open() {
		return level.ErrEnded
	}
	return g.tx.Reset()
}

// SetLabel changes the name of the undo step.
func (g *Gesture) SetLabel(label string) {
	g.label = label
	g.tx.SetLabel(label)
}

// Commit makes the applied diffs one undo step, or none if nothing changed.
func (g *Gesture) Commit() { g.end((*level.Tx).Commit) }

// Rollback reverts everything that was applied.
func (g *Gesture) Rollback() { g.end((*level.Tx).Rollback) }

func (g *Gesture) end(how func(*level.Tx)) {
	if g == nil || g.session.gesture != g {
		return
	}
	s := g.session
	s.Batch(func() {
		s.gesture = nil
		how(g.tx)
		for _, id := range s.selection.ids {
			s.live.Arrive(id)
		}
		s.pending |= HistoryChanged
	})
}

// Do applies a command's diff as one undo step, or within an open gesture that commands join.
func (s *Session) Do(label string, d level.Diff) error {
	if d.IsEmpty() {
		return nil
	}
	var err error
	s.Batch(func() {
		s.settle()
		if s.gesture.Open() {
			if s.gesture.label == "" {
				s.gesture.SetLabel(label)
			}
			err = s.gesture.Apply(d)
			return
		}
		err = s.history.Do(label, s.doc.Completed(d))
	})
	return err
}

// settle ends a tool's gesture to make way for a command. Commands call it before they read records.
func (s *Session) settle() {
	if s.gesture != nil && s.gesture.exclusive {
		s.Batch(func() {
			s.interrupt()
			s.endGesture()
		})
	}
}
