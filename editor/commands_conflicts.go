package editor

import "fillet/editor/merge"

// SettleConflicts settles conflicts of a merge as chosen, as one undo step. What cannot be taken stays undecided and is named
// by the settlement.
func (s *Session) SettleConflicts(choices []merge.Choice) (*merge.Settlement, error) {
	s.settle()
	m := merge.Settle(s.doc, choices)
	return m, s.Do("Settle conflicts", m.Diff)
}
