package collision

import (
	"runtime"
	"sync/atomic"
)

// crew is goroutines that share the parts of a large update with the caller's.
// To wake one takes a system as long as to place a thousand bodies, so they wait
// for the next part awake, and leave when none comes for a while. Nothing
// depends on whether they come at all: who is there takes the next piece of the
// work, and a late one finds less of it.
type crew struct {
	part atomic.Pointer[part]
	here [mostWorkers]atomic.Bool // which of them are there; not 0, the caller
}

// mostWorkers is the greatest number of goroutines that are used.
const mostWorkers = 16

// patience is how often a waiting goroutine looks for more work: some 0.1 ms.
const patience = 1 << 18

// part is work that is cut into pieces of grain of n items.
type part struct {
	n, grain int64
	next     atomic.Int64 // where the first piece begins that nobody has taken
	done     atomic.Int64 // items
	failed   atomic.Pointer[any]
	f        func(worker, from, to int)
}

// Run calls f for pieces of 0..n on so many goroutines, which are told from each
// other by worker; the caller's is 0. A panic in one of them is the caller's,
// once all pieces are done: on a goroutine of its own nobody could recover from
// it.
func (c *crew) Run(workers, n, grain int, f func(worker, from, to int)) {
	p := &part{n: int64(n), grain: int64(grain), f: f}
	c.part.Store(p)
	for i := 1; i < workers; i++ {
		if c.here[i].CompareAndSwap(false, true) {
			go c.stay(i)
		}
	}
	p.work(0)
	for looks := 0; p.done.Load() < p.n; looks++ {
		if looks > patience/64 {
			runtime.Gosched()
		}
	}
	if r := p.failed.Load(); r != nil {
		panic(*r)
	}
}

// Dismiss sends all away.
func (c *crew) Dismiss() { c.part.Store(nil) }

// stay works on what comes until it is sent away or nothing comes.
func (c *crew) stay(i int) {
	defer c.here[i].Store(false)
	var last *part
	for looks := 0; looks < patience; looks++ {
		p := c.part.Load()
		if p == nil {
			return
		}
		if p != last {
			p.work(i)
			last, looks = p, 0
		}
	}
}

// work takes pieces until there are no more.
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

// IsHere reports whether any of them still waits for work.
func (c *crew) IsHere() bool {
	for i := range c.here {
		if c.here[i].Load() {
			return true
		}
	}
	return false
}
