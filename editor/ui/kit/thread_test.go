package kit

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2/test"
)

// A call posted after the thread has ended does not run. The toolkit would run it on the posting goroutine, so jobs and
// timers still in progress would change the window's contents concurrently.
func TestNoCallsAfterEnd(t *testing.T) {
	test.NewTempApp(t)
	var thread Thread
	done, mistakes := 0, 0
	thread.OnPanic = func(any, []byte) { mistakes++ }
	thread.Post(func() { done++ })
	if done != 1 {
		t.Fatalf("one posted call ran %d times", done)
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
		t.Errorf("after the end %d calls ran and %d panics were reported", done-1, mistakes)
	}
}

// Posted calls, jobs and short timers are pending from start to end; waits, and work started by long timers, are not.
func TestPendingCountsWork(t *testing.T) {
	test.NewTempApp(t)
	synctest.Test(t, testPending) // time stands still while a goroutine runs
}

func testPending(t *testing.T) {
	var thread Thread
	pending := func(what string, want int64) {
		t.Helper()
		for thread.Pending() > want { // the count falls shortly after the work ends
			runtime.Gosched()
		}
		if got := thread.Pending(); got != want {
			t.Errorf("%s: %d pending, want %d", what, got, want)
		}
	}
	proceed, closed, begun := make(chan struct{}), make(chan struct{}), make(chan struct{})
	wait := func() { <-proceed }
	thread.Post(func() { pending("a posted call", 1) })
	pending("after it", 0)
	thread.Go(wait)
	pending("a job", 1)
	stop := thread.After(shortWait, func() {})
	pending("a job and a short timer", 2)
	stop()
	stop()
	pending("the job alone", 1)
	thread.When(closed, func() {})
	defer thread.After(time.Hour, func() {})()
	pending("a wait and a long timer", 1)
	thread.After(shortWait+1, func() {
		thread.Go(func() {
			close(begun)
			wait()
		})
	})
	<-begun
	pending("a job of a long timer", 1)
	close(proceed)
	close(closed)
	pending("the end", 0)
	thread.After(0, func() {})
	pending("after a short timer", 0)
}
