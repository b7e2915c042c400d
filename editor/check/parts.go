package check

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// inParts calls f for ranges of 0..n on all cores and concatenates the results in order, so that they do not depend on
// the number of cores. If the context is cancelled, it skips ranges. It raises a panic of f in the caller.
func inParts[T any](ctx context.Context, n, grain int, f func(from, to int) []T) []T {
	parts := (n + grain - 1) / grain
	done := make([][]T, parts)
	var next atomic.Int64
	var failed atomic.Pointer[any]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				failed.CompareAndSwap(nil, &p)
			}
		}()
		for ctx.Err() == nil && failed.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= parts {
				return
			}
			done[i] = f(i*grain, min((i+1)*grain, n))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), parts) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
	total := 0
	for _, d := range done {
		total += len(d)
	}
	all := make([]T, 0, total)
	for _, d := range done {
		all = append(all, d...)
	}
	return all
}
