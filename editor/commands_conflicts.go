package editor

import "fillet/editor/merge"

// SettleConflicts settles merge conflicts as chosen, as one undo step. The settlement lists the choices that failed;
// their conflicts remain.
func (s *Session) SettleConflicts(choices []merge.Choice) (*merge.Settlement, error) {
	s.settle()
	m := merge.Settle(s.doc, choices)
	return m, s.Do("Resolve conflicts", m.Diff)
}
