package collision

import "testing"

// A panic on a worker reaches the caller.
func TestPanicReachesTheCaller(t *testing.T) {
	t.Parallel()
	ended := make([]bool, 4)
	defer func() {
		if r := recover(); r != "broken" {
			t.Errorf("recovered %v", r)
		}
		for i, ok := range ended {
			if ok != (i != 2) {
				t.Errorf("part %d ended: %v", i, ok)
			}
		}
	}()
	var c crew
	c.Run(4, 4, 1, func(_, from, _ int) {
		if from == 2 {
			panic("broken")
		}
		ended[from] = true
	})
	t.Error("Run returned normally, want a panic")
}

// isHere reports whether any goroutine is still waiting for work.
func (c *crew) isHere() bool {
	for i := range c.here {
		if c.here[i].Load() {
			return true
		}
	}
	return false
}
