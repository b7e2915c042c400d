package editor

import "fillet/editor/level"

// Beside is a session whose level stands around that of another one, in its frame: what is drawn and dragged there snaps to it, and touches
// it. It is of nothing that is edited, selected or saved with that one.
type Beside struct{ s *Session }

// BesideOf is what stands around a session's level.
func BesideOf(s *Session) Beside { return Beside{s} }

// Set puts a session beside; nil takes it away.
func (b Beside) Set(other *Session) { b.s.beside = other }

// Session is the one that stands beside; nil where there is none.
func (b Beside) Session() *Session { return b.s.beside }

// each calls f with a snapper to the session beside, where there is one.
func (b Beside) each(f func(n *Snapper)) {
	if other := b.s.beside; other != nil {
		f(&Snapper{session: other, exclude: map[level.ID]bool{}})
	}
}
