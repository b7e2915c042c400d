package editor

// Jump undoes or redoes as many steps as it takes for the first n of the history to be done, and no more. What is under way is
// dropped first. Subscribers hear of it once. It reports false where nothing was left to do.
func Jump(s *Session, n int) bool {
	moved := false
	s.Batch(func() {
		s.interrupt()
		s.endGesture()
		n = min(max(n, 0), s.history.Len())
		for s.history.Done() != n {
			step := s.history.Redo
			if s.history.Done() > n {
				step = s.history.Undo
			}
			if _, ok := s.travel(step); !ok {
				return
			}
			moved = true
		}
	})
	return moved
}
