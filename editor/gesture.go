package editor

import (
	"slices"

	"fillet/editor/level"
)

// Gesture is a change that is being made, such as a drag. What it applies is seen and collides at once; Commit makes it
// one undo step, Rollback takes it all back. Its methods do nothing once it has ended.
type Gesture struct {
	session   *Session
	tx        *level.Tx
	label     string
	exclusive bool
}

// Begin opens a gesture that commands join: a slider in the inspector begins one when it is grasped, runs its command
// at every move, and commits when it is let go. Without a label the step is called what the first command would be. A gesture that is
// open already is taken back first.
func (s *Session) Begin(label string) *Gesture { return s.begin(label, false) }

// BeginExclusive opens a gesture of a tool, which works on the records that it found: a command that comes in the middle
// of it interrupts the tool first.
func (s *Session) BeginExclusive(label string) *Gesture { return s.begin(label, true) }

func (s *Session) begin(label string, exclusive bool) *Gesture {
	s.endGesture()
	g := &Gesture{session: s, tx: s.history.Begin(label), label: label, exclusive: exclusive}
	s.gesture = g
	return g
}

// endGesture takes back an open gesture.
func (s *Session) endGesture() {
	if s.gesture != nil {
		s.gesture.Rollback()
	}
}

// Abandon takes back whatever gesture is open, without asking the tool that began it.
func (s *Session) Abandon() { s.endGesture() }

// Mend makes anew what follows from the document, after a mistake of the program that may have left it half done: what
// touches what, and the selection.
func (s *Session) Mend() {
	s.Batch(func() {
		s.live.Rebuild()
		ids := slices.DeleteFunc(slices.Clone(s.selection.ids), func(id level.ID) bool { return s.doc.Collider(id) == nil })
		*s.selection = Selection{session: s}
		s.selection.Set(ids...)
		s.pending |= Everything
	})
}

// Open reports whether the gesture has neither been committed nor taken back.
func (g *Gesture) Open() bool { return g != nil && g.session.gesture == g && g.tx.Open() }

// Apply applies a diff within the gesture: all of it, or none of it and the error says why.
func (g *Gesture) Apply(d level.Diff) error {
	if !g.Open() {
		return level.ErrEnded
	}
	return g.tx.Apply(g.session.doc.Completed(d))
}

// Reset takes back all that was applied, and leaves the gesture open.
func (g *Gesture) Reset() error {
	if !g.Open() {
		return level.ErrEnded
	}
	return g.tx.Reset()
}

// SetLabel changes the name that the step will have.
func (g *Gesture) SetLabel(label string) {
	g.label = label
	g.tx.SetLabel(label)
}

// Commit makes what was applied one undo step; nothing, if it comes to no change.
func (g *Gesture) Commit() { g.end((*level.Tx).Commit) }

// Rollback takes back all that was applied.
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

// Do applies a command's diff as one undo step, or within the open gesture when that is one that commands join.
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

// settle makes way for a command: a tool's gesture is dropped. Commands call it before they read records.
func (s *Session) settle() {
	if s.gesture != nil && s.gesture.exclusive {
		s.Batch(func() {
			s.interrupt()
			s.endGesture()
		})
	}
}
