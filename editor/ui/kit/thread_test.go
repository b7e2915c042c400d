package kit

import (
	"sync"
	"testing"

	"fyne.io/fyne/v2/test"
)

// The toolkit calls what is posted on the goroutine that posts it once its loop has ended, which is when work and timers that
// are still under way would change what the window draws, several at once.
func TestNothingIsDoneAfterTheEnd(t *testing.T) {
	test.NewTempApp(t)
	var thread Thread
	done, mistakes := 0, 0
	thread.OnPanic = func(any, []byte) { mistakes++ }
	thread.Post(func() { done++ })
	if done != 1 {
		t.Fatalf("%d of one posted call was done", done)
	}
	thread.End()
	var all sync.WaitGroup
	for range 50 {
		all.Add(1)
		thread.Go(func() {
			defer all.Done()
			thread.Post(func() { done++ })
			thread.After(0, func() { done++ })
			panic("a mistake")
		})
	}
	all.Wait()
	if done != 1 || mistakes != 0 {
		t.Errorf("after the end %d calls were done and %d mistakes were told of", done-1, mistakes)
	}
}
