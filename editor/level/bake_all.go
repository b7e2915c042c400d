package level

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// bakeAll bakes the changed shapes that are not baked yet, on all cores if there are many. It returns the error of the
// first change that has one.
func bakeAll(changes []Change[Collider], baked []*Baked, fresh int) error {
	const worthwhile = 512 // shapes: fewer are baked before goroutines have started
	workers := runtime.GOMAXPROCS(0)
	if fresh < worthwhile || workers == 1 {
		for i := range changes {
			if err := bakeOne(changes[i].After, &baked[i]); err != nil {
				return err
			}
		}
		return nil
	}
	const run = 128 // changes that a worker takes at a time
	runs := (len(changes) + run - 1) / run
	failed := make([]error, runs)
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(workers, runs) {
		done.Go(func() {
			for {
				r := int(next.Add(1)) - 1
				if r >= runs {
					return
				}
				for i := r * run; i < min((r+1)*run, len(changes)) && failed[r] == nil; i++ {
					failed[r] = bakeOne(changes[i].After, &baked[i])
				}
			}
		})
	}
	done.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

func bakeOne(c *Collider, to **Baked) (err error) {
	if c == nil || *to != nil {
		return nil
	}
	if *to, err = c.Shape.Bake(); err != nil {
		return &ColliderError{ID: c.ID, Label: c.Label(), Err: err}
	}
	return nil
}
