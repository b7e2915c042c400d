package collision

import (
	"runtime"
	"sync/atomic"
)

// crew is a group of goroutines that share the work of a large update with the caller. Waking a goroutine takes as long
// as placing a thousand bodies, so idle goroutines spin until the next part and exit if none comes for a while. Results
// do not depend on timing: whichever goroutines are running take the next pieces of work, and late ones find fewer.
type crew struct {
	part atomic.Pointer[part]
	here [maxWorkers]atomic.Bool // which goroutines are running; index 0 is the caller
}

// maxWorkers limits the goroutines of a crew, including the caller.
const maxWorkers = 16

// patience is the number of times that an idle goroutine polls for work before it exits, which takes about 0.1 ms.
const patience = 1 << 18

// part is a task for n items, cut into pieces of grain items.
type part struct {
	n, grain int64
	next     atomic.Int64 // start of the first unclaimed piece
	done     atomic.Int64 // items finished
	failed   atomic.Pointer[any]
	f        func(worker, from, to int)
}

// Run calls f for pieces of 0..n on the given number of goroutines. worker is the goroutine's index, 0 for the caller.
// If f panics, Run panics with the same value once all pieces are done, because a panic on another goroutine could not
// be recovered.
func (c *crew) Run(workers, n, grain int, f func(worker, from, to int)) {
	p := &part{n: int64(n), grain: int64(grain), f: f}
	c.part.Store(p)
	for i := 1; i < workers; i++ {
		if c.here[i].CompareAndSwap(false, true) {
			go c.stay(i)
		}
	}
	p.work(0)
	for polls := 0; p.done.Load() < p.n; polls++ {
		if polls > patience/64 {
			runtime.Gosched()
		}
	}
	if r := p.failed.Load(); r != nil {
		panic(*r)
	}
}

// Dismiss tells all goroutines to exit.
func (c *crew) Dismiss() { c.part.Store(nil) }

// stay works on incoming parts until it is dismissed or none comes for a while.
func (c *crew) stay(i int) {
	defer c.here[i].Store(false)
	var last *part
	for polls := 0; polls < patience; polls++ {
		p := c.part.Load()
		if p == nil {
			return
		}
		if p != last {
			p.work(i)
			last, polls = p, 0
		}
	}
}

// work takes pieces until none are left.
func (p *part) work(worker int) {
	for {
		to := p.next.Add(p.grain)
		from := to - p.grain
		if from >= p.n {
			return
		}
		p.piece(worker, from, min(to, p.n))
	}
}

func (p *part) piece(worker int, from, to int64) {
	defer func() {
		if r := recover(); r != nil {
			p.failed.CompareAndSwap(nil, &r)
		}
		p.done.Add(to - from)
	}()
	p.f(worker, int(from), int(to))
}
