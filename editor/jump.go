package editor

// Jump undoes or redoes until exactly the first n steps of the history are done. It first ends anything in progress.
// Subscribers are notified once. It reports whether anything changed.
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
