//go:build !js

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// parallel works like sideBySide and also reports the outcomes.
func (a *app) parallel(
	ctx context.Context, n, workers int, doing string, do func(own *app, i int) error, asked func(i int, path string),
) []outcome {
	outcomes := a.sideBySide(ctx, n, workers, doing, do, asked)
	a.tellOutcomes(outcomes)
	return outcomes
}

// sideBySide runs n tasks on several workers. Each task has its own app, which keeps its output for later, and a failed
// task does not stop the others. A terminal shows doing with the progress. If asked is not nil, it is called on the
// task's goroutine with each file that the task reads besides its input.
func (a *app) sideBySide(
	ctx context.Context, n, workers int, doing string, do func(own *app, i int) error, asked func(i int, path string),
) []outcome {
	outcomes := make([]outcome, n)
	shown := a.progress(n, doing)
	var done atomic.Int64
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := range next {
				var hears func(string)
				if asked != nil {
					hears = func(path string) { asked(i, path) }
				}
				outcomes[i] = a.alone(ctx, func(own *app) error { return do(own, i) }, hears)
				shown.set(int(done.Add(1)))
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
	shown.finish()
	if ctx.Err() != nil && n > 0 {
		tell(a.stderr, "%s: interrupted", a.name)
	}
	return outcomes
}

// progress shows on a terminal how much of a task is done.
type progress struct {
	out   io.Writer // nil: nothing is shown
	doing string
	n     int

	mutex sync.Mutex
	done  int
	shown time.Time
}

// progress returns the progress of n steps, which is shown on a terminal unless notes are unwanted.
func (a *app) progress(n int, doing string) *progress {
	p := &progress{doing: doing, n: n}
	if said, ok := a.stderr.(plainText); ok && n > 1 && !a.quiet {
		if f, ok := said.Writer.(*os.File); ok && isTerminal(f) {
			p.out = f // it moves the cursor
		}
	}
	return p
}

// set shows that done steps are finished, unless more were shown before.
func (p *progress) set(done int) {
	const often = 50 * time.Millisecond
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.done = max(p.done, done); p.out == nil || time.Since(p.shown) < often {
		return
	}
	p.shown = time.Now()
	_, _ = fmt.Fprintf(p.out, "\r%s %d/%d\x1b[K", p.doing, p.done, p.n) // a failure to show progress stops no work
}

// finish erases the progress.
func (p *progress) finish() {
	if !p.shown.IsZero() {
		_, _ = io.WriteString(p.out, "\r\x1b[K")
	}
}

// inParallel calls do for 0 to n-1 on several workers.
func inParallel(n, workers int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// failed reports whether the job failed.
func (o outcome) failed() bool { return o.code != exitOK && o.code != exitLoss }

// tellOutcomes writes the messages in the order of the outcomes.
func (a *app) tellOutcomes(outcomes []outcome) {
	for _, o := range outcomes {
		_, _ = a.stdout.Write(o.wrote) // there is no one left to report a failure to
		_, _ = a.stderr.Write(o.said)
		if a.losses != nil {
			a.losses.records = append(a.losses.records, o.losses...)
		}
	}
	if a.losses != nil {
		_ = a.writeLosses()
	}
}

// alone runs one of many tasks and buffers its output.
func (a *app) alone(ctx context.Context, do func(own *app) error, asked func(path string)) outcome {
	if ctx.Err() != nil {
		return outcome{code: exitUnreadable} // one line reports it for all
	}
	var wrote, said bytes.Buffer
	own := *a
	own.stdout, own.stderr = &wrote, &said
	if a.losses != nil {
		own.losses = &lossList{}
	}
	if asked != nil {
		own.asked = asked
		own.importers = a.importers.Telling(asked)
	}
	err := do(&own)
	code := exitOK
	var marked *codeError
	switch {
	case errors.As(err, &marked):
		code = marked.code
	case err != nil:
		code = exitUnreadable
	}
	if err != nil && !errors.Is(err, errReported) {
		tell(&said, "%s: %v", a.name, err)
	}
	o := outcome{wrote: wrote.Bytes(), said: said.Bytes(), code: code}
	if own.losses != nil {
		o.losses = own.losses.records
	}
	return o
}
