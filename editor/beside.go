package editor

import "fillet/editor/level"

// Beside is the session of a level that surrounds another session's level, in its frame. Drawing and dragging snap to
// it and touch it, but it is not edited, selected or saved.
type Beside struct{ s *Session }

// BesideOf returns the surroundings of a session's level.
func BesideOf(s *Session) Beside { return Beside{s} }

// Set sets the surrounding session; nil removes it.
func (b Beside) Set(other *Session) { b.s.beside = other }

// Session returns the surrounding session, or nil.
func (b Beside) Session() *Session { return b.s.beside }

// each calls f with a snapper for the surrounding session, if there is one.
func (b Beside) each(f func(n *Snapper)) {
	if other := b.s.beside; other != nil {
		f(&Snapper{session: other, exclude: map[level.ID]bool{}})
	}
}
